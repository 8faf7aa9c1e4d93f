//! The query that yields one node: what tree moves and drills show, and what can be copied.

use crate::docql::syntax::format::quoted;
use crate::document::{Family, Kind};

/// A query for the node of `kind` called `name` (bare or qualified) in the file at `path`. With a line other
/// than 0 it says the line, too: needed where the name is not the only one of its kind in the file, or where
/// there is none.
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
