//! Trees of parts, which live as long as the walk may hold nodes of them.

use std::cell::OnceCell;
use tree_sitter::Tree;

/// The trees of parts, kept for as long as the walk may hold nodes of them.
#[derive(Debug, Default)]
pub(super) struct Trees {
    first: OnceCell<Box<Link>>,
}

#[derive(Debug)]
struct Link {
    tree: Tree,
    next: OnceCell<Box<Link>>,
}

/// The place of the next tree.
pub(super) struct Tail<'t>(&'t OnceCell<Box<Link>>);

impl Trees {
    pub(super) fn tail(&self) -> Tail<'_> {
        Tail(&self.first)
    }
}

impl Drop for Trees {
    /// One by one: a chain that drops itself needs as much stack as it is long.
    fn drop(&mut self) {
        let mut link = self.first.take();
        while let Some(mut last) = link {
            link = last.next.take();
        }
    }
}

impl<'t> Tail<'t> {
    pub(super) fn keep(&mut self, tree: Tree) -> &'t Tree {
        let link = self.0.get_or_init(|| Box::new(Link { tree, next: OnceCell::new() }));
        self.0 = &link.next;
        &link.tree
    }
}
