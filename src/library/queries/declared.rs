//! What is declared, by name.

use crate::library::files::entries::FileId;
use crate::library::segment::declared_names::DeclaredNames;
use crate::library::segment::outline::NodeRef;
use crate::library::snapshot::library::Library;
use rayon::prelude::*;

/// Files whose names one thread reads in a row.
const IN_A_ROW: usize = 64;

impl Library {
    /// The types, functions, and variables outside of functions that have a name, in the order of files and lines. The
    /// first call reads the names of all.
    pub fn declared(&self, name: &str) -> Vec<NodeRef> {
        self.named_so(self.declared_names.get_or_init(|| self.read_declared_names()), name)
    }

    /// The same, if the names of all have been read already: for one name alone that is not worth it.
    pub fn declared_if_read(&self, name: &str) -> Option<Vec<NodeRef>> {
        self.declared_names.get().map(|names| self.named_so(names, name))
    }

    fn named_so(&self, names: &DeclaredNames, name: &str) -> Vec<NodeRef> {
        let is_named = |node: &NodeRef| self.outline(node.file).is_some_and(|it| it.name(node.node) == name);
        names.like(name).filter(is_named).collect()
    }

    fn read_declared_names(&self) -> DeclaredNames {
        let files: Vec<FileId> = self.file_ids().collect();
        let in_file = |&file: &FileId| {
            self.outline(file).map(|outline| DeclaredNames::in_file(file, &outline)).unwrap_or_default()
        };
        DeclaredNames::new(files.par_iter().with_min_len(IN_A_ROW).flat_map_iter(in_file).collect())
    }
}
