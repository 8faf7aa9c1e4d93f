//! What a connection may do: read tables, call listed functions, within limits. Everything else is refused when a
//! statement is prepared, before anything of it runs.

use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, Result};

/// Bytes that SQLite may take in the whole process.
const MAX_HEAP_BYTES: u64 = 512 << 20;

/// How long a writer is waited for.
const MAX_WAIT: std::time::Duration = std::time::Duration::from_millis(500);

/// Bytes of a value.
const MAX_VALUE_BYTES: i32 = 64 << 20;

/// Functions that compute from what they are given and reach nothing else.
#[rustfmt::skip]
const FUNCTIONS: &[&str] = &[
    "->", "->>", "abs", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "avg", "bm25", "ceil", "ceiling",
    "char", "coalesce", "concat", "concat_ws", "cos", "cosh", "count", "cume_dist", "current_date", "current_time",
    "current_timestamp", "date", "datetime", "degrees", "dense_rank", "exp", "first_value", "floor", "format", "glob",
    "group_concat", "hex", "highlight", "if", "ifnull", "iif", "instr", "json", "json_array", "json_array_length",
    "json_each", "json_error_position", "json_extract", "json_group_array", "json_group_object", "json_object",
    "json_patch", "json_pretty", "json_quote", "json_tree", "json_type", "json_valid", "julianday", "lag",
    "last_value", "lead", "length", "like", "likelihood", "likely", "ln", "log", "log10", "log2", "lower", "ltrim",
    "match", "max", "median", "min", "mod", "nth_value", "ntile", "nullif", "octet_length", "percent_rank",
    "percentile", "pi", "pow", "power", "printf", "quote", "radians", "rank", "replace", "round", "row_number",
    "rtrim", "sign", "sin", "sinh", "snippet", "soundex", "sqrt", "strftime", "string_agg", "substr", "substring",
    "subtype", "sum", "tan", "tanh", "time", "timediff", "total", "trim", "trunc", "typeof", "unhex", "unicode",
    "unistr", "unixepoch", "unlikely", "upper",
];

/// Tables that are there without being made: of the pages of the file, of statements.
const INNER: &[&str] = &["dbstat", "sqlite_dbpage", "sqlite_stmt", "bytecode", "tables_used"];

/// What is set before the schema is read, which may be hostile.
pub(super) fn prepare(connection: &Connection) -> Result<()> {
    connection.busy_timeout(MAX_WAIT)?;
    for (setting, is_on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, false),
        (DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true),
        (DbConfig::SQLITE_DBCONFIG_DQS_DML, false),
    ] {
        connection.set_db_config(setting, is_on)?;
    }
    for (limit, most) in [
        (Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES),
        (Limit::SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
        (Limit::SQLITE_LIMIT_EXPR_DEPTH, 200),
        (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 50),
        (Limit::SQLITE_LIMIT_VDBE_OP, 250_000),
        (Limit::SQLITE_LIMIT_ATTACHED, 0),
        (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1_000),
        (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
        connection.set_limit(limit, most)?;
    }
    connection.execute_batch(&format!(
        "PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; \
         PRAGMA cache_size = -16384; PRAGMA hard_heap_limit = {MAX_HEAP_BYTES};"
    ))
}

/// The guard itself: from here on only reading is left.
pub(super) fn close(connection: &mut Connection) -> Result<()> {
    connection.authorizer(Some(decide))
}

fn decide(context: AuthContext<'_>) -> Authorization {
    match context.action {
        // What SQLite tells of its pages and of its own work is no table of anybody.
        AuthAction::Read { table_name, .. } if INNER.iter().any(|inner| inner.eq_ignore_ascii_case(table_name)) => {
            Authorization::Deny
        }
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => Authorization::Allow,
        // Tables of full text ask whether somebody else has written.
        AuthAction::Pragma { pragma_name: "data_version", pragma_value: None } => Authorization::Allow,
        AuthAction::Function { function_name } => {
            let name = function_name.to_ascii_lowercase();
            match FUNCTIONS.binary_search(&name.as_str()) {
                Ok(_) => Authorization::Allow,
                Err(_) => Authorization::Deny,
            }
        }
        _ => Authorization::Deny,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_sorted() {
        assert!(FUNCTIONS.is_sorted());
    }
}
