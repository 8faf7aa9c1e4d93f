//! SQL of PostgreSQL that every role may ask and that does more than read: signals, locks, waits, large objects, and
//! functions that run SQL which stands in a text.

/// Such functions; a `*` behind the beginning of several.
const FUNCTIONS: &[&str] = &[
    "connectby",
    "crosstab*",
    "cursor_to_xml*",
    "database_to_xml*",
    "dblink*",
    "lo_*",
    "lowrite",
    "pg_advisory_*",
    "pg_background_*",
    "pg_cancel_backend",
    "pg_current_xact_id",
    "pg_export_snapshot",
    "pg_file_*",
    "pg_logical_*",
    "pg_ls_*",
    "pg_notify",
    "pg_read_binary_file",
    "pg_read_file",
    "pg_sleep*",
    "pg_stat_file",
    "pg_terminate_backend",
    "pg_try_advisory_*",
    "query_to_xml*",
    "schema_to_xml*",
    "table_to_xml*",
    "ts_rewrite",
    "ts_stat",
    "txid_current",
    "xpath_table",
];

/// Why a statement is not asked; `None` if nothing speaks against it. A function is refused wherever its name stands,
/// in a text too, and a name is not written with escapes.
pub(super) fn why(sql: &str) -> Option<String> {
    let lower = sql.to_ascii_lowercase();
    if lower.contains("u&\"") {
        return Some("U&\"…\" writes a name with escapes".to_owned());
    }
    let is_refused = |word: &&str| {
        FUNCTIONS.iter().any(|own| own.strip_suffix('*').map_or(word == own, |start| word.starts_with(start)))
    };
    let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.find(is_refused).map(|word| format!("{word} does more than compute"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_more_than_read_is_refused_however_it_is_written() {
        for sql in [
            "SELECT PG_TERMINATE_BACKEND(1)",
            "SELECT \"pg_terminate_backend\"(1)",
            "SELECT pg_catalog . \"pg_terminate_backend\" (1)",
            "SELECT U&\"pg\\005fterminate\\005fbackend\"(1)",
            "SELECT u&\"!0070g_notify\"('a', 'b') UESCAPE '!'",
            "SELECT query_to_xml('select pg_adv'||'isory_lock(7)', true, true, '')",
            "SELECT * FROM ts_stat('select ' || 'to_tsvector(1)')",
            "SELECT pg_sleep_for('1s')",
            "SELECT txid_current()",
        ] {
            assert!(why(sql).is_some(), "{sql}");
        }
        for sql in ["SELECT U&'\\0061'", "SELECT \"slot_\" FROM t", "SELECT txid_current_if_assigned()"] {
            assert_eq!(why(sql), None, "{sql}");
        }
    }
}
