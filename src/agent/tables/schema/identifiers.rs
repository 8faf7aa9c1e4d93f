//! Names as SQL.

use crate::databases::Database;

/// A name as the SQL of SQLite, in quotes only where it needs them.
pub(in crate::agent::tables) fn identifier(name: &str, database: &Database) -> String {
    match name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
        true if !RESERVED.contains(&name) => name.to_owned(),
        _ => database.quoted(name),
    }
}

/// Names that SQL would read otherwise.
const RESERVED: &[&str] = &[
    "add",
    "all",
    "and",
    "as",
    "between",
    "by",
    "case",
    "check",
    "default",
    "desc",
    "distinct",
    "else",
    "end",
    "from",
    "group",
    "having",
    "in",
    "index",
    "into",
    "is",
    "join",
    "key",
    "limit",
    "not",
    "null",
    "on",
    "or",
    "order",
    "primary",
    "references",
    "select",
    "set",
    "table",
    "then",
    "to",
    "transaction",
    "union",
    "unique",
    "update",
    "using",
    "values",
    "when",
    "where",
    "with",
];
