//! Rust: imports that are called like a type which is declared beside them. A module has one type of a name, so that what
//! is imported is a macro or a function: `use thiserror::Error;` beside `enum Error`.

use crate::document::Kind;
use crate::library::{FileId, Library, Outline};
use std::collections::HashSet;

/// Bytes of an attribute that are looked at, at most.
const MAX_ATTRIBUTE: usize = 2 << 10;

/// The types that a file declares, each with what is around it.
pub(in crate::docql::relations::names) fn types_of<'l>(outline: &Outline<'l>) -> HashSet<(Option<u32>, &'l str)> {
    let is_type = |&node: &u32| outline.kind(node).is_class() || outline.kind(node) == Kind::Alias;
    (0..outline.len()).filter(is_type).map(|node| (outline.parent(node), outline.name(node))).collect()
}

/// True if `offset` is in an attribute, `#[derive(Error)]`, where macros are named.
pub(in crate::docql::relations::names) fn is_in_attribute(library: &Library, file: FileId, offset: u32) -> bool {
    let Ok(text) = library.peek_text(file) else { return false };
    let offset = text.floor_char_boundary(offset as usize);
    let start = text.floor_char_boundary(offset.saturating_sub(MAX_ATTRIBUTE));
    let before = text.get(start..offset).unwrap_or_default();
    let count = |part: &str, sign: char| part.matches(sign).count();
    before.rfind("#[").is_some_and(|open| {
        let inside = &before[open..];
        count(inside, '[') > count(inside, ']')
    })
}
