//! SQL of PostgreSQL that every role may ask and that does more than read: signals, locks, waits, large objects, and
//! functions that run SQL which stands in a text. What a function does is asked of the server: `pg_proc` says of each
//! whether it is volatile, and views are looked into for those that they call.

use super::dialect::PostgresDialect;
use crate::databases::servers::statement::Statement;
use crate::databases::servers::statement_end::{Lexis, Part, parts};
use crate::document::Cell;
use std::collections::BTreeSet;

/// Functions that the server does not call volatile, and that run SQL or change a session all the same; a `*` behind the
/// beginning of several.
const FUNCTIONS: &[&str] = &[
    "connectby",
    "crosstab*",
    "cursor_to_xml*",
    "database_to_xml*",
    "dblink*",
    "pg_current_xact_id",
    "query_to_xml*",
    "schema_to_xml*",
    "set_config",
    "table_to_xml*",
    "ts_stat",
    "txid_current",
    "xpath_table",
];

/// Functions of PostgreSQL and its extensions that are volatile since what they tell changes, and that change nothing.
const HARMLESS: &[&str] = &[
    "clock_timestamp",
    "current_query",
    "gen_random_bytes",
    "gen_random_uuid",
    "gen_salt",
    "pg_blocking_pids",
    "pg_current_wal_lsn",
    "pg_database_size",
    "pg_indexes_size",
    "pg_is_in_recovery",
    "pg_last_wal_replay_lsn",
    "pg_last_xact_replay_timestamp",
    "pg_partition_ancestors",
    "pg_partition_tree",
    "pg_relation_size",
    "pg_size_pretty",
    "pg_table_size",
    "pg_tablespace_size",
    "pg_total_relation_size",
    "pg_xact_commit_timestamp",
    "random",
    "random_normal",
    // `TABLESAMPLE system (1)`.
    "system",
    "timeofday",
    "uuid_generate_v1",
    "uuid_generate_v1mc",
    "uuid_generate_v4",
    "uuidv4",
    "uuidv7",
];

/// How a name is used that may be one of a function or a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// Before a bracket.
    Call,
    /// Behind a dot, where a function of a row may be called like one of its columns.
    Field,
    /// Anywhere.
    Name,
}

/// A name, the schema before it or an empty one, and how it is used.
type Name = (String, String, Use);

/// Why a statement is not asked, as far as it alone tells; `None` if nothing speaks against it.
pub(super) fn why(sql: &str) -> Option<String> {
    let Some(tokens) = tokens(sql) else { return Some("a text, a name or a comment is not closed".to_owned()) };
    let has_escapes = tokens.windows(3).any(|three| {
        three[0].eq_ignore_ascii_case("u") && three[1] == "&" && three[2].starts_with('"') && adjacent(three)
    });
    if has_escapes {
        return Some("U&\"…\" writes a name with escapes".to_owned());
    }
    let is_refused = |(_, name, used): &&Name| {
        let is_one = |own: &&str| own.strip_suffix('*').map_or(name == own, |start| name.starts_with(start));
        *used == Use::Call && FUNCTIONS.iter().any(is_one)
    };
    names(&tokens).iter().find(is_refused).map(|(_, name, _)| format!("{name} does more than compute"))
}

/// The question to the server why a statement is not to be asked; `None` if it has no names. Functions are found as the
/// server finds them, by the schema that is named or by the way of its search. Views of views are looked into, too, by
/// the functions that the server itself has noted in their rules.
pub(super) fn question(sql: &str) -> Option<Statement> {
    let names = names(&tokens(sql)?);
    if names.is_empty() {
        return None;
    }
    let mut statement = Statement::default();
    let mut rows = Vec::new();
    for (schema, name, used) in names {
        let schema = statement.place(&PostgresDialect, Cell::Text(schema.into()));
        let name = statement.place(&PostgresDialect, Cell::Text(name.into()));
        rows.push(format!("({schema}, {name}, '{used:?}')"));
    }
    let harmless: Vec<String> = HARMLESS.iter().map(|name| format!("'{name}'")).collect();
    statement.sql = QUESTION.replace("NAMES", &rows.join(", ")).replace("HARMLESS", &harmless.join(", "));
    Some(statement)
}

/// The first function that is volatile, and the view by which it would be called.
const QUESTION: &str = "
WITH RECURSIVE said(schema, name, used) AS (VALUES NAMES),
viewed(oid) AS (
  SELECT c.oid FROM said JOIN pg_catalog.pg_class c ON c.relname = CAST(said.name AS name)
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'v' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  UNION SELECT c.oid FROM viewed JOIN pg_catalog.pg_rewrite w ON w.ev_class = viewed.oid
  JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid = w.oid
    AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
  JOIN pg_catalog.pg_class c ON c.oid = d.refobjid AND c.relkind = 'v'),
called(function, view) AS (
  SELECT p.oid, NULL::pg_catalog.oid FROM said JOIN pg_catalog.pg_proc p ON p.proname = CAST(said.name AS name)
  JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  WHERE CASE said.schema WHEN '' THEN pg_catalog.pg_function_is_visible(p.oid) ELSE n.nspname = CAST(said.schema AS name) END
    AND (said.used = 'Call' OR said.used = 'Field' AND EXISTS (SELECT FROM pg_catalog.pg_type t
      WHERE t.oid = p.proargtypes[0] AND (t.typtype = 'c' OR t.typname IN ('record', 'any', 'anyelement'))))
  UNION ALL SELECT noted[1]::pg_catalog.oid, viewed.oid FROM viewed JOIN pg_catalog.pg_rewrite w ON w.ev_class = viewed.oid
  CROSS JOIN LATERAL pg_catalog.regexp_matches(w.ev_action::text, ':(?:funcid|opfuncid|winfnoid) ([0-9]+)', 'g') m(noted))
SELECT CASE WHEN called.view IS NULL THEN '' ELSE 'the view ' || called.view::pg_catalog.regclass || ' calls ' END
  || CASE n.nspname WHEN 'pg_catalog' THEN p.proname ELSE p.oid::pg_catalog.regprocedure::text END
  || CASE WHEN called.view IS NULL THEN '' ELSE ', which' END
  || CASE n.nspname WHEN 'pg_catalog' THEN ' does more than compute' ELSE ' is volatile and may do more than read; if it '
    || 'only reads, ALTER FUNCTION ' || p.oid::pg_catalog.regprocedure || ' STABLE says so' END
FROM called JOIN pg_catalog.pg_proc p ON p.oid = called.function
JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
WHERE p.provolatile = 'v' AND NOT (p.proname IN (HARMLESS) AND (n.nspname = 'pg_catalog' OR EXISTS (
  SELECT FROM pg_catalog.pg_depend e WHERE e.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND e.objid = p.oid
  AND e.deptype = 'e')))
ORDER BY called.view IS NOT NULL, p.proname LIMIT 1";

/// The words, names and signs of a statement as they are written, without texts, blanks and comments; `None` if one is
/// not closed.
fn tokens(sql: &str) -> Option<Vec<&str>> {
    let is_text = |text: &str| text.starts_with('\'') || text.len() > 1 && text.starts_with('$');
    let parts = parts(sql, Lexis::Postgres)?;
    Some(
        parts
            .into_iter()
            .filter(|(part, text)| !matches!(part, Part::Blank) && !is_text(text))
            .map(|(_, text)| text)
            .collect(),
    )
}

/// Whether tokens of one statement stand next to each other without blanks.
fn adjacent(tokens: &[&str]) -> bool {
    tokens.windows(2).all(|two| two[0].as_ptr() as usize + two[0].len() == two[1].as_ptr() as usize)
}

/// The names in a statement, as the server reads them: those without quotes in small letters.
fn names(tokens: &[&str]) -> BTreeSet<Name> {
    let name = |at: usize| {
        let text = *tokens.get(at)?;
        match text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            Some(inner) => Some(inner.replace("\"\"", "\"")),
            None => text
                .starts_with(|c: char| c.is_alphabetic() || c == '_' || !c.is_ascii())
                .then(|| text.to_ascii_lowercase()),
        }
    };
    let is = |at: usize, sign: &str| tokens.get(at) == Some(&sign);
    let mut names = BTreeSet::new();
    for at in 0..tokens.len() {
        let Some(own) = name(at) else { continue };
        let is_behind_dot = at > 0 && is(at - 1, ".");
        if is(at + 1, "(") {
            let schema = at.checked_sub(2).filter(|_| is_behind_dot).and_then(name).unwrap_or_default();
            names.insert((schema, own.clone(), Use::Call));
        } else if is_behind_dot {
            names.insert((String::new(), own.clone(), Use::Field));
        }
        names.insert((String::new(), own, Use::Name));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(sql: &str) -> Vec<String> {
        let tokens = tokens(sql).expect("a statement that is closed");
        names(&tokens)
            .into_iter()
            .filter(|(.., used)| *used == Use::Call)
            .map(|(schema, name, _)| format!("{schema}.{name}"))
            .collect()
    }

    #[test]
    fn functions_are_found_however_they_are_written() {
        for (sql, names) in [
            ("SELECT PG_Sleep(1)", &[".pg_sleep"][..]),
            ("SELECT \"pg_sleep\" (1), \"Sum\"(2)", &[".Sum", ".pg_sleep"]),
            ("SELECT docql . pg_catalog . \"pg_sleep\" /* ( */ (1)", &["pg_catalog.pg_sleep"]),
            ("SELECT 'pg_sleep(1)', $$ pg_sleep(1) $$ -- pg_sleep(1)", &[]),
            // An `E` that ends a word, a text that goes on, and what PostgreSQL takes for the end of a line and for a letter.
            ("SELECT name'a\\', f(1), 'b'", &[".f"]),
            ("SELECT E'a'\n'b\\' , ' , f(1) , ' '", &[".f"]),
            ("SELECT E'a\\', f(1), '", &[]),
            ("SELECT 1 -- a\r , f(1)", &[".f"]),
            ("SELECT 1 AS a$$b$ , f(1) , 2 AS c$b$", &[".f"]),
            ("SELECT 1 WHERE 1=1or f(1)", &[".f"]),
        ] {
            assert_eq!(called(sql), names, "{sql}");
        }
        let (tokens, used) = (tokens("SELECT t.total FROM orders t").expect("closed"), Use::Field);
        assert!(names(&tokens).contains(&(String::new(), "total".to_owned(), used)));
    }

    #[test]
    fn what_the_server_does_not_tell_is_refused_by_name() {
        for sql in [
            "SELECT U&\"pg\\005fterminate\\005fbackend\"(1)",
            "SELECT u&\"!0070g_notify\"('a', 'b') UESCAPE '!'",
            "SELECT query_to_xml('select pg_adv'||'isory_lock(7)', true, true, '')",
            "SELECT * FROM ts_stat('select ' || 'to_tsvector(1)')",
            "SELECT set_config('a.b', '', false)",
            "SELECT 'open",
        ] {
            assert!(why(sql).is_some(), "{sql}");
        }
        for sql in ["SELECT U&'\\0061'", "SELECT set_config FROM t", "SELECT 'crosstab(1)'", "SELECT u & \"b\" FROM t"]
        {
            assert_eq!(why(sql), None, "{sql}");
        }
    }
}
