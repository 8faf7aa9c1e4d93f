//! PHP: which types a name means: the language tells it by the imports of the file and the namespace around, and by
//! nothing else.

use crate::docql::nodes::names::qualified::qualified_parts;
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::relations::names::lookup::{distance, package_of};
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::name_resolution::Imports;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use std::sync::Arc;

/// True for a file of PHP.
pub(in crate::docql::relations) fn is_php(library: &Library, file: FileId) -> bool {
    library.file(file).format.id == "php"
}

/// The full name of what is declared: `A\B\Name`.
pub(in crate::docql::relations) fn full_name(library: &Library, node: NodeRef) -> String {
    qualified_parts(library, node).join("\\")
}

/// The types of a workspace by their full names.
pub(in crate::docql::relations) struct PhpTypes<'l> {
    library: &'l Library,
    /// Where what is not indexed is noted.
    seen: Option<&'l Seen>,
    named: Memo<String, Arc<[NodeRef]>>,
}

impl<'l> PhpTypes<'l> {
    pub(in crate::docql::relations::names) fn new(library: &'l Library, seen: Option<&'l Seen>) -> PhpTypes<'l> {
        PhpTypes { library, seen, named: Memo::new() }
    }

    /// The types that `path` means at `offset` of the file of `imports`: none if it is one that is not here, several where
    /// a full name is declared more than once, the nearest first. The first part is empty where the path begins with `\`.
    pub(in crate::docql::relations) fn all_meant(
        &self,
        imports: &Imports<'l>,
        offset: u32,
        path: &[&str],
    ) -> Vec<NodeRef> {
        let Some(full) = self.full_path(imports, offset, path) else { return Vec::new() };
        self.nearest_named(&full, imports.file)
    }

    /// The nearest of them.
    pub(in crate::docql::relations) fn meant(
        &self,
        imports: &Imports<'l>,
        offset: u32,
        path: &[&str],
    ) -> Option<NodeRef> {
        self.all_meant(imports, offset, path).first().copied()
    }

    /// The types of a full name, the nearest to `file` first.
    pub(in crate::docql::relations) fn nearest_named(&self, full: &str, file: FileId) -> Vec<NodeRef> {
        let mut all = self.named(full.trim_start_matches('\\')).to_vec();
        all.sort_by_key(|node| distance(self.library, node.file, file));
        all
    }

    fn full_path(&self, imports: &Imports<'l>, offset: u32, path: &[&str]) -> Option<String> {
        let (first, rest) = path.split_first()?;
        let behind = |head: &str| {
            let parts = std::iter::once(head).chain(rest.iter().copied()).filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>().join("\\")
        };
        if first.is_empty() {
            return Some(behind(""));
        }
        if *first == "namespace" && !rest.is_empty() {
            return Some(behind(self.namespace_at(imports.file, offset)));
        }
        Some(match imports.path_at(first, offset) {
            Some(path) => behind(path.trim_start_matches('\\')),
            None => match self.namespace_at(imports.file, offset) {
                "" => behind(first),
                around => format!("{around}\\{}", behind(first)),
            },
        })
    }

    fn namespace_at(&self, file: FileId, offset: u32) -> &'l str {
        let Some(outline) = self.library.outline(file) else { return "" };
        match outline.enclosing(offset, |kind| kind == Kind::Module) {
            Some(around) => outline.name(around),
            None => package_of(self.library, file),
        }
    }

    fn named(&self, full: &str) -> Arc<[NodeRef]> {
        let last = full.rsplit('\\').next().unwrap_or(full);
        if let Some(seen) = self.seen {
            seen.lack(|lacks| lacks.name(last));
        }
        self.named.get(full.to_owned(), |full| {
            let is_it = |node: &NodeRef| {
                let outline = self.library.outline(node.file).filter(|_| is_php(self.library, node.file));
                outline.is_some_and(|outline| outline.kind(node.node).is_class())
                    && full_name(self.library, *node) == *full
            };
            self.library.declared(last).into_iter().filter(is_it).collect()
        })
    }
}
