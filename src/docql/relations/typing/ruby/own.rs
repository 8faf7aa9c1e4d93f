//! What `self` is at a place.

use super::model::Level;
use super::types::{Types, is_scope};
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};

impl Types<'_> {
    /// The class or module that `self` is, or is a value of, at a place; `None` outside of all, and where a method stands
    /// in another one, whose class has no name.
    pub(in crate::docql::relations) fn own(
        &self,
        library: &Library,
        file: FileId,
        offset: u32,
    ) -> Option<(String, Level)> {
        let outline = library.outline(file)?;
        let is_code = |kind: Kind| kind.is_function() || kind == Kind::Test || is_scope(kind);
        let innermost = outline.enclosing(offset, is_code)?;
        let mut level = Level::Itself;
        for at in std::iter::once(innermost).chain(outline.ancestors(innermost)) {
            let (kind, node) = (outline.kind(at), NodeRef { file, node: at });
            match kind {
                // A test with a title runs on a value.
                Kind::Test => level = Level::Value,
                // What is refined is elsewhere.
                kind if kind.is_function() && self.refined(node).is_some() => return None,
                kind if kind.is_function() => {
                    let (owner, levels) = self.owner_and_levels(node)?;
                    return Some((owner, if levels.value { Level::Value } else { Level::Itself }));
                }
                kind if is_scope(kind) => return Some((self.path_of(node)?, level)),
                _ => {}
            }
        }
        None
    }
}
