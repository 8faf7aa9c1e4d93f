//! The query that yields one node, for tree moves, drill-downs and copying.

use crate::docql::syntax::format::quoted;
use crate::document::{Family, Kind};

/// A query for a table of a database.
pub fn database_table(path: &str, table: &str) -> String {
    format!("$.database({}).table({})", quoted(path), quoted(table))
}

/// A query for the node of `kind` called `name` (bare or qualified) in the file at `path`. A `line` other than 0
/// is part of the query: it is needed if the name is missing or not unique for its kind in the file.
pub fn locate(path: &str, kind: Kind, name: &str, line: u32) -> String {
    let here = match line {
        0 => format!("[?(@.path=={})]", quoted(path)),
        _ => format!("[?(@.path=={} && @.line=={line})]", quoted(path)),
    };
    let named = |name: &str| if name.is_empty() || name.contains(['*', '?']) { String::new() } else { quoted(name) };
    match kind {
        Kind::File => format!("$.files{here}"),
        Kind::Directory => format!("$.structure{here}"),
        Kind::Heading => format!("$.content.heading({}){here}", named(name)),
        Kind::Api | Kind::Term => format!("$.entities[?(@.path=={} && @.name=={})]", quoted(path), quoted(name)),
        _ if kind.family() == Family::Section => format!("$.content.{}(){here}", kind.id()),
        _ if kind.is_class() => format!("$.code.class({}){here}", named(name)),
        Kind::Property => format!("$.code.field({}){here}", named(name)),
        _ if kind.is_symbol() || kind == Kind::Import => format!("$.code.{}({}){here}", kind.id(), named(name)),
        _ => format!("$..{here}"),
    }
}
