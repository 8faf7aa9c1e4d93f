//! The query that yields one node: what tree moves and drills show, and what can be copied.

use super::format::quoted;
use crate::document::Kind;

/// A query for the node of `kind` called `name` (bare or qualified) in the file at `path`. The line tells
/// nodes apart that have no name.
pub fn locate(path: &str, kind: Kind, name: &str, line: u32) -> String {
    let here = format!("[?(@.path=={})]", quoted(path));
    let at_line = format!("[?(@.path=={} && @.line=={line})]", quoted(path));
    let function = match kind {
        Kind::File => return format!("$.files{here}"),
        Kind::Directory => return format!("$.structure{here}"),
        Kind::Heading => return format!("$.content.heading({}){here}", quoted(name)),
        Kind::Api | Kind::Term => {
            return format!("$.entities[?(@.path=={} && @.name=={})]", quoted(path), quoted(name));
        }
        Kind::Paragraph
        | Kind::List
        | Kind::Quote
        | Kind::Image
        | Kind::Link
        | Kind::Footnote
        | Kind::Diagram
        | Kind::CodeBlock
        | Kind::Table => {
            return format!("$.content.{}(){at_line}", kind.id());
        }
        _ if kind.is_class() => "class",
        Kind::Property => "field",
        Kind::Alias => "alias",
        _ if kind.is_symbol() || kind == Kind::Import => kind.id(),
        _ => return format!("$..{at_line}"),
    };
    if name.is_empty() || name.contains(['*', '?']) {
        return format!("$.code.{function}(){at_line}");
    }
    format!("$.code.{function}({}){here}", quoted(name))
}
