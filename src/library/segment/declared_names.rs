//! Declarations by the hashes of their names: one sorted column.

use super::outline::{NodeRef, Outline};
use crate::document::Kind;
use crate::library::files::entries::FileId;
use rayon::slice::ParallelSliceMut;
use xxhash_rust::xxh3::xxh3_64;

/// Types, functions, and variables outside of functions, by the hashes of their names. A map of strings takes ten times
/// as long to make: most names of a large workspace are never asked for.
#[derive(Debug)]
pub(in crate::library) struct DeclaredNames(Box<[(u32, NodeRef)]>);

impl DeclaredNames {
    pub(in crate::library) fn new(mut all: Vec<(u32, NodeRef)>) -> DeclaredNames {
        all.par_sort_unstable();
        DeclaredNames(all.into_boxed_slice())
    }

    /// The declarations of a file.
    pub(in crate::library) fn in_file(file: FileId, outline: &Outline<'_>) -> Vec<(u32, NodeRef)> {
        let wanted = (0..outline.len()).filter(|&node| is_wanted(outline, node));
        wanted.map(|node| (hash(outline.name(node)), NodeRef { file, node })).collect()
    }

    /// Those whose names have the hash of `name`, in the order of files and lines: some may have another name.
    pub(in crate::library) fn like(&self, name: &str) -> impl Iterator<Item = NodeRef> + '_ {
        let wanted = hash(name);
        let start = self.0.partition_point(|(hash, _)| *hash < wanted);
        self.0[start..].iter().take_while(move |(hash, _)| *hash == wanted).map(|(_, node)| *node)
    }
}

fn is_wanted(outline: &Outline<'_>, node: u32) -> bool {
    let kind = outline.kind(node);
    kind.is_class()
        || kind.is_function()
        || kind == Kind::Alias
        || (matches!(kind, Kind::Variable | Kind::Constant) && outline.level(node) <= 1)
}

fn hash(name: &str) -> u32 {
    xxh3_64(name.as_bytes()) as u32
}
