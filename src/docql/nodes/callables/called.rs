//! The names that a declaration calls, read from its own text.

use crate::document::{LexemeKind, Lexis, Span, is_variable, lexemes};
use crate::library::{Library, NodeRef};
use std::collections::HashSet;
use std::ops::Range;

/// How many different names the declaration calls; `None` where nothing is known of calls.
pub(in crate::docql::nodes) fn count(library: &Library, node: NodeRef) -> Option<usize> {
    let (outline, lexis) = (library.outline(node.file)?, library.lexis(node.file)?);
    let kind = outline.kind(node.node);
    if !kind.is_function() && !kind.is_class() {
        return None;
    }
    let text = library.text(node.file).ok()?;
    let declared: HashSet<u32> =
        (node.node..outline.end(node.node)).map(|inner| outline.name_span(inner).start).collect();
    let body = outline.span(node.node);
    let calls = lexemes(body.of(&text), lexis).filter(|lexeme| lexeme.kind == LexemeKind::Call);
    let places = calls.map(|call| Span::new(body.start + call.span.start, body.start + call.span.end));
    let is_call = |place: &Span| {
        let name = place.of(&text);
        !declared.contains(&place.start)
            && !lexis.is_keyword_at(&text, place.start as usize, name)
            && !is_local(&text, lexis, body.start as usize..place.start as usize, name)
    };
    let names: HashSet<&str> = places.filter(is_call).map(|place| place.of(&text)).collect();
    Some(names.len())
}

/// True if a name that stands alone behind `before`, the part of a text from the start of its function on, is a variable
/// of that function, where a language calls functions by their names alone.
pub(in crate::docql) fn is_local(text: &str, lexis: &Lexis, before: Range<usize>, name: &str) -> bool {
    let is_bracketed = text.get(before.end + name.len()..).is_some_and(|rest| rest.starts_with('('));
    let is_bare = lexis.bare_calls && !is_bracketed && !name.ends_with(['!', '?']);
    // The rest of its line belongs to it: the name may stand where it is bound.
    let line = text.get(before.end..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    is_bare
        && !text[..before.end].ends_with('.')
        && text.get(before.start..before.end + line.len()).is_some_and(|whole| is_variable(whole, name))
}
