//! What SQL names that a database does not have: the names that are nearest, or those that there are.

use crate::databases::TableSchema;
use crate::docql::syntax::format::quoted;
use crate::docql::syntax::suggest::nearest;

/// Names that are listed, at most.
const LISTED: usize = 12;

/// What stands before the name in what SQLite, PostgreSQL and MariaDB say, and what must stand behind it.
const ABSENT: [(&str, &str, Named); 6] = [
    ("no such table: ", "", Named::Table),
    ("no such column: ", "", Named::Column),
    ("relation \"", "does not exist", Named::Table),
    ("column ", "does not exist", Named::Column),
    ("Table '", "doesn't exist", Named::Table),
    ("Unknown column '", "", Named::Column),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Table,
    Column,
}

/// What is to be said behind `message`, and queries with the nearest names instead; nothing where `sql` is wrong in
/// another way.
pub(super) fn near_names(message: &str, sql: &str, tables: &[TableSchema]) -> (String, Vec<String>) {
    let Some((name, named)) = absent(message) else { return Default::default() };
    let asked: Vec<&TableSchema> = tables.iter().filter(|table| word_at(sql, table.bare_name()).is_some()).collect();
    let known: Vec<&str> = match named {
        Named::Table => tables.iter().map(|table| table.name.as_str()).collect(),
        Named::Column => asked.iter().flat_map(|table| &table.columns).map(|column| column.name.as_str()).collect(),
    };
    let near = nearest(name, known.iter().copied());
    let fixes = near.iter().filter_map(|near| {
        let at = word_at(sql, name)?;
        Some(format!("$.sql({})", quoted(&format!("{}{near}{}", &sql[..at], &sql[at + name.len()..]))))
    });
    let fixes: Vec<String> = fixes.collect();
    if !fixes.is_empty() || known.is_empty() {
        return (String::new(), fixes);
    }
    let listed = |names: &[&str]| {
        let more = if names.len() > LISTED { ", …" } else { "" };
        format!("{}{more}", names[..names.len().min(LISTED)].join(", "))
    };
    let told = match named {
        Named::Table => format!("; the tables are {}", listed(&known)),
        Named::Column => {
            let of = |table: &&TableSchema| {
                let columns: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
                format!("; {} has {}", table.name, listed(&columns))
            };
            asked.iter().map(of).collect()
        }
    };
    (told, fixes)
}

/// The name in a message that is that of nothing, without what it is in.
fn absent(message: &str) -> Option<(&str, Named)> {
    ABSENT.iter().find_map(|(before, behind, named)| {
        let (_, rest) = message.split_once(before)?;
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
        let rest = rest.trim_start_matches('"');
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        let name = rest[..end].rsplit('.').next().filter(|name| !name.is_empty())?;
        rest.contains(behind).then_some((name, *named))
    })
}

/// Where `name` stands in `sql` as a word, in any case.
fn word_at(sql: &str, name: &str) -> Option<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let is_there = |&at: &usize| {
        sql.get(at..at + name.len()).is_some_and(|here| here.eq_ignore_ascii_case(name))
            && !sql[..at].ends_with(is_word)
            && !sql[at + name.len()..].starts_with(is_word)
    };
    (0..sql.len()).filter(|at| sql.is_char_boundary(*at)).find(is_there).filter(|_| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::databases::ColumnSchema;

    #[test]
    fn what_is_not_there_is_told_with_the_nearest_names_or_all_that_there_are() {
        let column = |name: &str| ColumnSchema { name: name.into(), ..Default::default() };
        let columns = ["id", "visit_count", "title"].map(column).to_vec();
        let tables = [TableSchema { name: "moz_places".into(), columns, ..Default::default() }];
        for (message, sql, told, fix) in [
            (
                "no such table: moz_place",
                "select moz_places.id from moz_place",
                "",
                Some("$.sql(\"select moz_places.id from moz_places\")"),
            ),
            ("relation \"hosts\" does not exist", "select * from hosts", "; the tables are moz_places", None),
            (
                "column m.titel does not exist",
                "select m.titel from moz_places m",
                "",
                Some("$.sql(\"select m.title from moz_places m\")"),
            ),
            (
                "no such column: visits",
                "select visits from moz_places",
                "; moz_places has id, visit_count, title",
                None,
            ),
            (
                "Unknown column 'title2' in 'field list'",
                "select title2 from MOZ_PLACES",
                "",
                Some("$.sql(\"select title from MOZ_PLACES\")"),
            ),
            ("near \"form\": syntax error", "select * form moz_places", "", None),
            ("no such column: ä", "select ä from x", "", None),
        ] {
            let (said, fixes) = near_names(message, sql, &tables);
            assert_eq!((said.as_str(), fixes.first().map(String::as_str)), (told, fix), "{message}");
        }
    }
}
