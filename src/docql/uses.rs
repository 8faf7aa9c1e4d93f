//! Who uses a type: the functions outside of it that name it.

use super::calls::related;
use super::item::{Found, Item};
use crate::document::{Kind, LexemeKind, Span, lexemes};
use crate::library::{FileId, Library, NodeRef};
use rayon::prelude::*;

/// The functions that name the type `target`, each with the first place, in path order. What belongs to the
/// type itself does not count.
pub(super) fn uses(library: &Library, target: NodeRef) -> Vec<Found> {
    let Some(outline) = library.outline(target.file) else { return Vec::new() };
    let name = outline.name(target.node);
    if name.is_empty() {
        return Vec::new();
    }
    let files: Vec<FileId> = library.file_ids().filter(|file| related(library, *file, target.file)).collect();
    files.into_par_iter().flat_map_iter(|file| uses_in(library, file, name, target)).collect()
}

fn uses_in(library: &Library, file: FileId, name: &str, target: NodeRef) -> Vec<Found> {
    let mut out: Vec<Found> = Vec::new();
    let (Some(lexis), Some(outline)) = (library.file(file).format.lexis, library.outline(file)) else { return out };
    let Ok(text) = library.peek_text(file) else { return out };
    if memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_none() {
        return out;
    }
    let is_own = |node: u32| {
        let of_type = |at: u32| {
            NodeRef { file, node: at } == target || (outline.kind(at) == Kind::Impl && outline.name(at) == name)
        };
        of_type(node) || outline.ancestors(node).any(of_type) || outline.detail(node) == name
    };
    let mut last = None;
    for lexeme in lexemes(&text, lexis) {
        let names_it = matches!(lexeme.kind, LexemeKind::Word | LexemeKind::Call) && lexeme.span.of(&text) == name;
        if !names_it {
            continue;
        }
        let user = outline.enclosing(lexeme.span.start, |kind| kind.is_function() || kind == Kind::Test);
        if let Some(same) = out.last_mut().filter(|_| user.is_some() && user == last) {
            same.calls += 1;
        } else if let Some(node) = user.filter(|&node| !is_own(node)) {
            last = Some(node);
            let site = Some(Span::new(lexeme.span.start, lexeme.span.end));
            out.push(Found { depth: 1, site, calls: 1, ..Found::plain(Item::Node(NodeRef { file, node })) });
        }
    }
    out
}
