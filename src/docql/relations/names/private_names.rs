//! Names such as `#run`, which nothing outside of their class can mean.

use crate::docql::relations::names::lookup::language_family;
use crate::document::Span;
use crate::library::{FileId, Library, NodeRef};

/// Where a private name means one declaration: in its class, but in no class inside of that which has the name too.
#[derive(Clone, Copy)]
pub(in crate::docql::relations) struct PrivateScope {
    node: NodeRef,
    span: Span,
}

impl PrivateScope {
    /// The scope of what `node` declares; `None` if its name is not private in this way.
    pub(in crate::docql::relations) fn of(library: &Library, node: NodeRef) -> Option<PrivateScope> {
        if language_family(library.file(node.file).format.id) != "javascript" {
            return None;
        }
        let outline = library.outline(node.file).filter(|outline| outline.name(node.node).starts_with('#'))?;
        let class = outline.ancestors(node.node).find(|&at| outline.kind(at).is_class());
        let span = class.map_or(Span::new(0, u32::MAX), |class| outline.span(class));
        Some(PrivateScope { node, span })
    }

    /// True if the name means the declaration at `offset` of `file`.
    pub(in crate::docql::relations) fn holds(self, library: &Library, file: FileId, offset: u32) -> bool {
        if file != self.node.file || !self.span.contains(offset) {
            return false;
        }
        let Some(outline) = library.outline(file) else { return false };
        let name = outline.name(self.node.node);
        let innermost = outline.enclosing(offset, |kind| kind.is_class());
        let around = innermost.into_iter().flat_map(|class| std::iter::once(class).chain(outline.ancestors(class)));
        let inside = around.take_while(|&at| self.span.covers(outline.span(at)) && outline.span(at) != self.span);
        let mut classes = inside.filter(|&at| outline.kind(at).is_class());
        !classes.any(|class| (0..outline.len()).any(|at| outline.parent(at) == Some(class) && outline.name(at) == name))
    }
}
