//! What a role of MySQL or MariaDB may read; one that may do more is refused.

use crate::databases::model::{ColumnSchema, DatabaseProblem, TableSchema, ValueClass};
use crate::databases::servers::asking::{Catalog, Session, collect, number, text};
use crate::databases::servers::options::ServerOptions;
use crate::databases::servers::written;
use crate::document::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// What is declared of a column that cannot hold every character, before their set.
pub(super) const CHARACTERS: &str = " CHARACTER SET ";

/// Privileges that only read.
const READING: &[&str] = &["USAGE", "SELECT", "SHOW VIEW", "SHOW DATABASES"];

/// Tables and views that the role may read.
const TABLES: &str = "
SELECT CAST(table_schema AS CHAR), CAST(table_name AS CHAR), CAST(coalesce(table_rows, 0) AS SIGNED),
  CAST(coalesce(table_comment, '') AS CHAR), table_schema = DATABASE(), table_type = 'VIEW'
FROM information_schema.tables
WHERE table_schema NOT IN ('information_schema', 'performance_schema', 'mysql', 'sys')
ORDER BY table_schema, table_name LIMIT 10000";

/// Their columns.
const COLUMNS: &str = "
SELECT CAST(c.table_name AS CHAR), CAST(c.column_name AS CHAR), CAST(c.column_type AS CHAR), c.is_nullable = 'NO',
  CAST(lower(c.data_type) AS CHAR), CAST(coalesce(c.column_comment, '') AS CHAR),
  CAST(coalesce(c.character_set_name, '') AS CHAR)
FROM information_schema.columns c WHERE c.table_schema = DATABASE()
ORDER BY c.table_name, c.ordinal_position LIMIT 200000";

/// Their indexes; what an expression stands for has no column.
const INDEXES: &str = "
SELECT CAST(table_name AS CHAR), CAST(coalesce(column_name, '') AS CHAR), CAST(index_name AS CHAR),
  CAST(seq_in_index AS SIGNED), non_unique = 0
FROM information_schema.statistics WHERE table_schema = DATABASE()
ORDER BY table_name, index_name, seq_in_index LIMIT 200000";

/// The name of an index that is a primary key.
const PRIMARY: &str = "PRIMARY";

/// What they refer to.
const REFERENCES: &str = "
SELECT CAST(table_name AS CHAR), CAST(column_name AS CHAR), CAST(referenced_table_name AS CHAR),
  CAST(referenced_column_name AS CHAR)
FROM information_schema.key_column_usage
WHERE table_schema = DATABASE() AND referenced_table_name IS NOT NULL LIMIT 200000";

/// Tables, columns, keys and comments as the information schema has them.
pub(super) fn read(session: &mut dyn Session, options: &ServerOptions) -> Result<Catalog, DatabaseProblem> {
    let mut catalog = Catalog::default();
    let grants = collect(session, "SHOW GRANTS", Vec::new())?;
    let grants: Vec<String> = grants.iter().map(|row| text(row.first())).collect();
    if grants.iter().any(|grant| reads(grant, "*.*")) {
        catalog.others.push("mysql.user".to_owned());
    }
    if let Some(problem) = powers(&grants, &options.database) {
        return Err(problem);
    }
    let mut columns: BTreeMap<String, Vec<ColumnSchema>> = BTreeMap::new();
    for row in collect(session, COLUMNS, Vec::new())? {
        columns.entry(text(row.first())).or_default().push(column(&row));
    }
    let mut find = |table: String, name: String, change: &dyn Fn(&mut ColumnSchema)| {
        let of_table = columns.get_mut(&table);
        if let Some(column) = of_table.and_then(|all| all.iter_mut().find(|column| column.name == name)) {
            change(column);
        }
    };
    let mut uniques: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for row in collect(session, INDEXES, Vec::new())? {
        let (table, column, index) = (text(row.first()), text(row.get(1)), text(row.get(2)));
        let is_first = number(row.get(3)) == 1;
        find(table.clone(), column.clone(), &|column| column.indexed |= is_first);
        if number(row.get(4)) == 1 {
            uniques.entry((table, index)).or_default().push(column);
        }
    }
    for row in collect(session, REFERENCES, Vec::new())? {
        let other = format!("{}.{}", text(row.get(2)), text(row.get(3)));
        find(text(row.first()), text(row.get(1)), &|column| column.references.clone_from(&other));
    }
    let primary = keys(&mut columns, uniques);
    for row in collect(session, TABLES, Vec::new())? {
        let (schema, name) = (text(row.first()), text(row.get(1)));
        let full = format!("{schema}.{name}");
        let is_here = matches!(row.get(4), Some(Cell::Integer(1)));
        let is_named = options.tables.iter().any(|table| *table == name || *table == full);
        if !is_here || !options.tables.is_empty() && !is_named {
            catalog.others.push(full);
            continue;
        }
        let estimate = u64::try_from(number(row.get(2))).ok().filter(|rows| *rows > 0);
        let columns = columns.remove(&name).unwrap_or_default();
        let comment = Some(text(row.get(3))).filter(|comment| comment != "VIEW").unwrap_or_default();
        let is_computed = matches!(row.get(5), Some(Cell::Integer(1)));
        let mut table = TableSchema { name, schema, comment, columns, is_computed, estimate, ..TableSchema::default() };
        table.sql = written::create(&table, primary.contains(&table.name), '`');
        catalog.tables.push(table);
    }
    Ok(catalog)
}

/// Notes the keys of tables: the primary one, else the shortest unique index over columns that must have values, of several
/// the one whose columns stand first. Which tables have a primary one.
fn keys(
    columns: &mut BTreeMap<String, Vec<ColumnSchema>>,
    uniques: BTreeMap<(String, String), Vec<String>>,
) -> BTreeSet<String> {
    let primary = uniques.keys().filter(|(_, index)| index == PRIMARY).map(|(table, _)| table.clone()).collect();
    let mut best: BTreeMap<String, (bool, usize, Vec<usize>)> = BTreeMap::new();
    for ((table, index), names) in uniques {
        let of = columns.get(&table).map(Vec::as_slice).unwrap_or_default();
        let place = |name: &String| of.iter().position(|column| column.name == *name && column.required);
        let Some(places) = names.iter().map(place).collect::<Option<Vec<usize>>>() else { continue };
        let own = (index != PRIMARY, places.len(), places);
        if best.get(&table).is_none_or(|other| own < *other) {
            best.insert(table, own);
        }
    }
    for (table, (.., places)) in best {
        let Some(of) = columns.get_mut(&table) else { continue };
        for (number, place) in (1..).zip(places) {
            of[place].key = number;
        }
    }
    primary
}

/// Whether a grant allows to read a place that begins so.
fn reads(grant: &str, place: &str) -> bool {
    let granted = grant.strip_prefix("GRANT ").and_then(|rest| rest.split_once(" ON "));
    granted.is_some_and(|(privileges, of)| of.starts_with(place) && privileges.contains("SELECT"))
}

/// All that grants allow beyond reading, with the SQL that takes it away. What everybody may do a new role may do, too.
fn powers(grants: &[String], database: &str) -> Option<DatabaseProblem> {
    let (whats, mends): (Vec<String>, Vec<String>) = grants.iter().filter_map(|grant| power(grant)).unzip();
    let is_own = mends.iter().any(|mend| !mend.ends_with(" FROM PUBLIC"));
    let (all, take) = (mends.join("; "), if mends.len() == 1 { "takes it away" } else { "take that away" });
    let other = match is_own {
        true => format!("; or make one: CREATE USER 'reader'; GRANT SELECT ON {database}.table TO 'reader'"),
        false => ", for everybody".to_owned(),
    };
    (!whats.is_empty()).then(|| DatabaseProblem::Role(whats.join(" and "), format!("{all} {take}{other}")))
}

/// What a grant allows beyond reading, and the SQL that takes it away.
fn power(grant: &str) -> Option<(String, String)> {
    let rest = grant.strip_prefix("GRANT ")?;
    let (what, behind) = rest.rsplit_once(" TO ")?;
    // How the user proves who it is stands behind it.
    let user = behind.split(' ').next().unwrap_or_default();
    let Some((privileges, place)) = what.split_once(" ON ") else {
        return Some((format!("may become {what}"), format!("REVOKE {what} FROM {user}")));
    };
    if behind.contains("WITH GRANT OPTION") {
        let mend = format!("REVOKE GRANT OPTION ON {place} FROM {user}");
        return Some(("may hand on what it may do".to_owned(), mend));
    }
    if reads(grant, "`mysql`") {
        let power = format!("may read {place}, where the server keeps its users");
        return Some((power, format!("REVOKE SELECT ON {place} FROM {user}")));
    }
    let mut depth = 0_i32;
    // Columns stand in brackets behind a privilege.
    let ends = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0 && c == ','
    };
    let name = |privilege: &str| privilege.split('(').next().unwrap_or_default().trim().to_owned();
    let is_more = |privilege: &&str| !READING.contains(&name(privilege).as_str());
    let more: Vec<&str> = privileges.split(ends).map(str::trim).filter(is_more).collect();
    let (first, all) = (name(more.first()?), more.join(", "));
    Some((format!("has {first} on {place}"), format!("REVOKE {all} ON {place} FROM {user}")))
}

fn column(row: &[Cell]) -> ColumnSchema {
    let mut declared = text(row.get(2));
    let characters = text(row.get(6));
    if !characters.is_empty() && !characters.starts_with("utf8") {
        declared.push_str(&format!("{CHARACTERS}{characters}"));
    }
    // A year is no number there: 70 is read as 1970. Its conditions are decided by docql alone.
    let class = match text(row.get(4)).as_str() {
        "tinyint" | "smallint" | "mediumint" | "int" | "bigint" | "bit" => ValueClass::Integer,
        "double" => ValueClass::Real,
        "float" => ValueClass::Single,
        "decimal" => ValueClass::Decimal,
        "date" => ValueClass::Date,
        "datetime" | "timestamp" => ValueClass::Time,
        "char" | "varchar" | "tinytext" | "text" | "mediumtext" | "longtext" => ValueClass::Text,
        "binary" | "varbinary" | "tinyblob" | "blob" | "mediumblob" | "longblob" | "geometry" | "point"
        | "linestring" | "polygon" | "multipoint" | "multilinestring" | "multipolygon" | "geometrycollection" => {
            ValueClass::Bytes
        }
        _ => ValueClass::Other,
    };
    ColumnSchema {
        name: text(row.get(1)),
        declared,
        required: matches!(row.get(3), Some(Cell::Integer(1))),
        comment: text(row.get(5)),
        class,
        ..ColumnSchema::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grant_that_does_more_than_read_is_named() {
        for (grant, more) in [
            ("GRANT USAGE ON *.* TO `reader`@`%` IDENTIFIED BY PASSWORD '*2470'", None),
            ("GRANT SELECT, SHOW VIEW ON `shop`.* TO `reader`@`%`", None),
            ("GRANT SELECT (`a`, `b`) ON `shop`.`t` TO `reader`@`%`", None),
            ("GRANT SELECT, INSERT ON `shop`.* TO `reader`@`%`", Some("has INSERT on `shop`.*")),
            ("GRANT SELECT (`a`), UPDATE (`a`) ON `shop`.`t` TO `r`@`%`", Some("has UPDATE on `shop`.`t`")),
            ("GRANT SELECT ON `mysql`.* TO `r`@`%`", Some("may read `mysql`.*, where the server keeps its users")),
            ("GRANT SELECT ON `mysqlite`.* TO `r`@`%`", None),
            ("GRANT FILE ON *.* TO `reader`@`%`", Some("has FILE on *.*")),
            ("GRANT ALL PRIVILEGES ON *.* TO `root`@`%`", Some("has ALL PRIVILEGES on *.*")),
            ("GRANT `admin` TO `reader`@`%`", Some("may become `admin`")),
            ("GRANT SELECT ON `shop`.* TO `r`@`%` WITH GRANT OPTION", Some("may hand on what it may do")),
        ] {
            assert_eq!(power(grant).map(|(power, _)| power).as_deref(), more, "{grant}");
        }
        for (grant, mend) in [
            ("GRANT SELECT, INSERT ON `shop`.* TO `reader`@`%`", "REVOKE INSERT ON `shop`.* FROM `reader`@`%`"),
            (
                "GRANT SELECT (`a`), UPDATE (`a`, `b`) ON `shop`.`t` TO `r`@`%`",
                "REVOKE UPDATE (`a`, `b`) ON `shop`.`t` FROM `r`@`%`",
            ),
            ("GRANT `admin` TO `reader`@`%`", "REVOKE `admin` FROM `reader`@`%`"),
            (
                "GRANT ALL PRIVILEGES ON *.* TO `root`@`%` IDENTIFIED BY PASSWORD '*2470' WITH GRANT OPTION",
                "REVOKE GRANT OPTION ON *.* FROM `root`@`%`",
            ),
        ] {
            assert_eq!(power(grant).map(|(_, mend)| mend).as_deref(), Some(mend), "{grant}");
        }
    }

    #[test]
    fn all_that_a_role_may_do_is_told_at_once() {
        let everybody = [
            "GRANT USAGE ON *.* TO `r`@`%`",
            "GRANT ALL PRIVILEGES ON `test`.* TO PUBLIC",
            "GRANT INSERT ON `test\\_%`.* TO PUBLIC",
        ];
        let told = |grants: &[&str]| {
            let grants: Vec<String> = grants.iter().map(|&grant| grant.to_owned()).collect();
            powers(&grants, "shop").map(|problem| problem.to_string())
        };
        let said = told(&everybody).expect("a problem");
        for part in [
            "ALL PRIVILEGES on `test`.* and has INSERT on `test\\_%`.*",
            "REVOKE ALL PRIVILEGES ON `test`.* FROM PUBLIC; REVOKE INSERT ON `test\\_%`.* FROM PUBLIC take that away, for everybody",
        ] {
            assert!(said.contains(part), "{said}");
        }
        assert!(!said.contains("CREATE USER"), "{said}");
        assert!(
            told(&["GRANT INSERT ON `shop`.* TO `r`@`%`"])
                .is_some_and(|said| said.contains("takes it away; or make one"))
        );
        assert_eq!(told(&everybody[..1]), None);
    }
}
