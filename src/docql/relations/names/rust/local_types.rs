//! Rust: types that are declared in a function, which nothing outside of it can name.

use crate::document::{Kind, Span};
use crate::library::{FileId, Library, NodeRef};

/// The function around a type of Rust; `None` for types that others can name.
fn function_around(library: &Library, type_: NodeRef) -> Option<Span> {
    let outline = library.outline(type_.file)?;
    if library.file(type_.file).format.id != "rust" {
        return None;
    }
    let holds = |at: &u32| outline.kind(*at).is_function() || outline.kind(*at) == Kind::Test;
    outline.ancestors(type_.node).find(holds).map(|at| outline.span(at))
}

/// False for a type of a function that `offset` of `file` is not in.
pub(in crate::docql::relations) fn is_seen(library: &Library, type_: NodeRef, file: FileId, offset: u32) -> bool {
    function_around(library, type_).is_none_or(|around| file == type_.file && around.contains(offset))
}

/// False where what is written, a name behind `before`, cannot mean a type: one of a function has no path, and no other file
/// or function knows it.
pub(in crate::docql::relations) fn may_mean(
    library: &Library,
    (file, offset): (FileId, u32),
    before: &[&str],
    type_: NodeRef,
) -> bool {
    let is_path = before.last().is_some_and(|last| !matches!(*last, "self" | ""));
    function_around(library, type_).is_none_or(|around| file == type_.file && around.contains(offset) && !is_path)
}
