//! PHP: calls by names that are put together when a program runs: `$this->$method()`, `static::{$name}()`. Nothing follows
//! them, and who finds no caller of a method is told where its class has such.

use crate::docql::nodes::names::qualified::enclosing_node;
use crate::docql::relations::names::php::types::is_php;
use crate::docql::relations::types::inheritance::is_class;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::LineIndex;
use crate::library::{Library, NodeRef};

/// The own value, before a name that is put together.
const ON_OWN_VALUE: [&str; 4] = ["$this->", "static::", "self::", "parent::"];

/// A remark on the first such call in the class of a method, or in those above or below it.
pub(in crate::docql::relations) fn remark(table: &TypeTable<'_>, target: NodeRef) -> Option<String> {
    let library = table.library;
    let outline = library.outline(target.file).filter(|_| is_php(library, target.file))?;
    let home = enclosing_node(library, target).filter(|home| is_class(library, *home))?;
    if !outline.kind(target.node).is_function() {
        return None;
    }
    let (above, below) = (table.above(home), table.php_below().of(home));
    let types = std::iter::once(&home).chain(above.iter()).chain(below);
    let (of, written, line) = types.copied().find_map(|of| {
        let (written, line) = first_in(library, of)?;
        Some((of, written, line))
    })?;
    let path = &library.file(of.file).path;
    Some(format!("calls by names that are put together are not followed: {written} in {path}:{line}"))
}

/// The first call in a type of which the name is put together, as it is written up to its bracket, with its line.
fn first_in(library: &Library, of: NodeRef) -> Option<(String, u32)> {
    let (outline, text) = (library.outline(of.file)?, library.peek_text(of.file).ok()?);
    let body = outline.body(of.node);
    let text_of = text.get(body.start as usize..body.end as usize)?;
    let places = ON_OWN_VALUE.iter().flat_map(|own| text_of.match_indices(own).map(|(at, own)| (at, at + own.len())));
    let called = places.filter_map(|(at, behind)| Some((at, behind + end_of_name(&text_of[behind..])?)));
    let (start, end) = called.min()?;
    let line = LineIndex::new(&text).line(body.start + start as u32);
    Some((text_of.get(start..=end)?.to_owned(), line))
}

/// Where the bracket of the call is behind a name that is put together: `$name(`, `{…}(`.
fn end_of_name(text: &str) -> Option<usize> {
    let end = match text.as_bytes().first()? {
        b'$' => 1 + text[1..].find(|c: char| !c.is_alphanumeric() && c != '_')?,
        // A name in quotes may have braces of its own.
        b'{' => text.lines().next()?.find("}(")? + 1,
        _ => return None,
    };
    text[end..].starts_with('(').then_some(end)
}
