//! Rows that are called what a question asks about: "who is Sebastian Vettel". Short rows are in no index of words; their
//! names are looked up.

use super::answered::Tabled;
use super::by_sql::of_sql;
use super::searched::Place;
use super::statement::Statement;
use crate::agent::tables::schema::catalog::{Table, is_alone};
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::words::{NAMING, NAMING_BEHIND};
use crate::library::is_cjk;

/// Tables whose names are looked up, at most, and rows that are shown of one.
const MAX_TABLES: usize = 60;
const ROWS: usize = 20;

/// Characters of a name, at most.
const LONGEST: usize = 80;

/// The rows that are called so; those of other tables are told.
pub(super) fn named(place: Place<'_>, question: &str, tables: &[Table]) -> Option<Tabled> {
    // Beside texts and programs a name may be that of anything but a person.
    let is_person = |lead: &&str| lead.starts_with("who") || lead.contains('谁');
    let lower = question.trim().to_ascii_lowercase();
    let mut leads = NAMING.iter().chain(NAMING_BEHIND).filter(|lead| is_person(lead));
    if !is_alone(place.library)
        && !leads.any(|lead| lower.starts_with(lead) || lower.contains("谁") && lead.contains('谁'))
    {
        return None;
    }
    let name = name_asked(question)?;
    let mut found: Vec<(usize, &Table, Statement)> = Vec::new();
    for table in tables.iter().filter(|table| !table.labels.is_empty()).take(MAX_TABLES) {
        let Some(condition) = is_called(table, name) else { continue };
        let Ok(database) = table.home.open(place.library) else { continue };
        let from = format!("FROM {} WHERE {condition} LIMIT {ROWS}", table.sql);
        let rows = database.sql(&format!("SELECT 1 {from}"), &|| place.ticket.check().is_ok());
        let count = rows.map_or(0, |answer| answer.rows.len());
        if count > 0 {
            found.push((count, table, Statement { sql: format!("SELECT * {from}"), ..Statement::default() }));
        }
    }
    // Where fewest rows are called so they are what is called so; others refer to it.
    found.sort_by_key(|(count, table, _)| (*count, table.columns.len()));
    let (_, table, statement) = found.first()?;
    let others: Vec<&str> = found.iter().skip(1).map(|(_, table, _)| table.name.as_str()).collect();
    let mut tabled = of_sql(table, statement, place.is_alone, place.library, place.ticket).ok()?;
    if !others.is_empty() {
        tabled.notes.push(format!("rows of {} are called so, too", others.join(", ")));
    }
    Some(tabled)
}

/// The name that is asked about, if nothing else is.
fn name_asked(question: &str) -> Option<&str> {
    let text = question.trim().trim_end_matches(['?', '.', '!', '？', '。']).trim();
    let lower = text.to_ascii_lowercase();
    let before = NAMING.iter().filter(|lead| lower.starts_with(**lead)).map(|lead| lead.len()).max();
    let behind = NAMING_BEHIND.iter().find(|end| text.ends_with(**end)).map(|end| text.len() - end.len());
    let name = match (before, behind) {
        (Some(start), _) => text.get(start..)?,
        (None, Some(end)) => text.get(..end)?,
        (None, None) => return None,
    };
    let name = name.trim().trim_matches(['"', '“', '”', '\'']);
    let is_written = name.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || is_cjk(c));
    (is_written && !name.is_empty() && name.chars().count() <= LONGEST).then_some(name)
}

/// The condition that a row is called so: by one column, or by the parts of a name.
fn is_called(table: &Table, name: &str) -> Option<String> {
    let same = |column: usize, text: &str| {
        let sql = &table.columns[column].sql;
        let texts = [text.to_lowercase(), text.to_ascii_lowercase()].map(|text| Condition::text(&text));
        format!("(lower({sql}) IN ({}) OR {sql} = {})", texts.join(", "), Condition::text(text))
    };
    match table.labels.as_slice() {
        [only] => Some(same(*only, name)),
        [first, last] => {
            let splits = name.char_indices().filter(|(_, c)| *c == ' ').map(|(at, _)| name.split_at(at));
            let one = |(before, behind): (&str, &str)| {
                format!("({} AND {})", same(*first, before.trim()), same(*last, behind.trim()))
            };
            let all: Vec<String> = splits.take(4).map(one).collect();
            (!all.is_empty()).then(|| all.join(" OR "))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_asked_about_where_nothing_else_is() {
        for (question, name) in [
            ("who is Sebastian Vettel?", Some("Sebastian Vettel")),
            ("Who was the  Sebastian Vettel", None),
            ("tell me about Café Zoé", Some("Café Zoé")),
            ("王小明是谁？", Some("王小明")),
            ("who is the mayor", None),
            ("how many are there", None),
        ] {
            assert_eq!(name_asked(question), name, "{question}");
        }
    }
}
