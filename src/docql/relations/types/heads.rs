//! The heads of types: where they have the names of what they extend.

use crate::docql::relations::names::php::traits::taken_in;
use crate::docql::relations::names::php::types::is_php;
use crate::docql::relations::names::qualifiers::qualifiers;
use crate::document::Kind;
use crate::library::{Library, NodeRef};

/// Bytes of a declaration's head that are looked at.
const MAX_HEAD_BYTES: u32 = 2_000;

/// The places where the head of `from` has a name, each as what stands before it: as many as the outline says that it names
/// one. One without anything before it, where the head has none.
pub(super) fn places_in_head(library: &Library, from: NodeRef, name: &str) -> Vec<Vec<String>> {
    let none = || vec![Vec::new()];
    let Some(outline) = library.outline(from.file) else { return none() };
    let Ok(text) = library.peek_text(from.file) else { return none() };
    let (span, body) = (outline.span(from.node), outline.body(from.node));
    let start = outline.name_span(from.node).end.max(span.start);
    let end = if body.is_empty() { span.end } else { body.start };
    // An impl block has the name of the trait before that of the type.
    let start = if outline.kind(from.node) == Kind::Impl { span.start } else { start };
    let end = end.min(start.saturating_add(MAX_HEAD_BYTES));
    let head = text.get(start as usize..text.floor_char_boundary(end as usize)).unwrap_or_default();
    let named = outline.detail(from.node).split(',').filter(|named| named.trim() == name).count();
    // PHP: a path from the root begins with nothing.
    let is_php = is_php(library, from.file);
    let taken_in = taken_in(library, from);
    let behind = |(head, at): (&str, usize)| -> Vec<String> {
        let parts = qualifiers(&head[..at]).into_iter();
        parts.filter(|part| is_php || !part.is_empty()).map(str::to_owned).collect()
    };
    let mut places: Vec<Vec<String>> = Vec::new();
    let in_body = taken_in.iter().flat_map(|list| words(list, name).map(move |at| (list.as_str(), at)));
    // What a parameter for types has to be is not above the type: `class A<T extends A<T>> extends B<T>`.
    let behind_own = own_parameters(head);
    let all = words(head, name).filter(|at| *at >= behind_own).map(|at| (head, at)).chain(in_body);
    for before in all.take(named.max(1)).map(behind) {
        if !places.contains(&before) {
            places.push(before);
        }
    }
    if places.is_empty() { none() } else { places }
}

/// The bytes of the parameters for types that a head, from behind the name on, begins with.
fn own_parameters(head: &str) -> usize {
    if !head.starts_with('<') {
        return 0;
    }
    let (mut depth, mut before) = (0usize, b' ');
    for (at, byte) in head.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            // No arrow.
            b'>' if !matches!(before, b'=' | b'-') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
        before = byte;
    }
    0
}

/// The places of a whole word in `text`.
fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |&at| !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}
