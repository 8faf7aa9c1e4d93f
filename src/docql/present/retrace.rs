//! Hit → item, for callers that kept only the hit.

use crate::docql::nodes::hit::Hit;
use crate::docql::nodes::lists::item::{Excerpt, Found, Item};
use crate::document::{Kind, LineIndex, Span};
use crate::library::{FileId, Library, NodeRef};
use std::sync::Arc;

/// The item that a hit shows; if its node no longer exists, the line. `None` if the file is gone.
pub fn retrace(hit: &Hit, library: &Library) -> Option<Found> {
    let item = match hit.kind {
        Kind::Directory => Item::Directory(hit.key.path().into()),
        Kind::Repository => {
            let number = library.repositories().iter().position(|repository| repository.name == hit.name)?;
            Item::Repository(number as u32)
        }
        kind => {
            let Some(file) = library.find(&hit.path) else {
                let path = library.left_out(&hit.path).filter(|_| kind == Kind::File).map(|_| Arc::clone(&hit.path))?;
                return Some(Found::plain(Item::Unread(path)));
            };
            match (kind, hit.line) {
                (Kind::File, _) | (_, 0) => Item::File(file),
                _ => node(hit, file, library).map_or_else(|| line(hit, file, library), Item::Node),
            }
        }
    };
    Some(Found { score: hit.score, depth: hit.depth, ..Found::plain(item) })
}

fn node(hit: &Hit, file: FileId, library: &Library) -> Option<NodeRef> {
    let outline = library.outline(file)?;
    let is_it = |node: &u32| {
        let inside = (outline.line(*node)..=outline.end_line(*node).max(outline.line(*node))).contains(&hit.line);
        outline.kind(*node) == hit.kind && outline.name(*node) == hit.name && inside
    };
    // A caller's hit has the line of the call; of several nodes around it with the same name, it is the innermost.
    let node = (0..outline.len()).filter(is_it).max_by_key(|node| outline.line(*node))?;
    Some(NodeRef { file, node })
}

fn line(hit: &Hit, file: FileId, library: &Library) -> Item {
    let whole = library.text(file).map_or_else(
        |_| Span::default(),
        |text| {
            let lines = LineIndex::new(&text);
            let line = lines.text(&text, hit.line);
            let start = line.as_ptr() as usize - text.as_ptr() as usize;
            Span::of_range(start..start + line.len())
        },
    );
    let mark = if whole.start <= hit.span.start && hit.span.end <= whole.end { hit.span } else { whole };
    Item::Excerpt(Excerpt { file, span: whole, kind: Kind::Match, line: hit.line, end_line: hit.end_line, mark })
}
