//! Lua: files by the paths that `require` takes, and what they give.

use super::model::{Lineage, Member, Table};
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::relations::names::memo::Memo;
use crate::library::{FileId, Library, Outline};
use crate::stdx::Shared;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The file that stands for its directory.
const OF_DIRECTORY: &str = "init";

/// The modules of Lua in a workspace, and their tables.
pub(in crate::docql::relations) struct LuaModules<'l> {
    pub(super) library: &'l Library,
    seen: Option<&'l Seen>,
    /// Files by the last name of their path, without its ending.
    files: Shared<HashMap<&'l str, Vec<FileId>>>,
    pub(super) given: Memo<FileId, Option<Table>>,
    pub(super) lineages: Memo<Table, Arc<Lineage>>,
    pub(super) members: Memo<String, Arc<Vec<Member>>>,
    pub(super) owners: Memo<FileId, Arc<HashSet<String>>>,
}

impl<'l> LuaModules<'l> {
    pub(in crate::docql::relations::names) fn new(library: &'l Library, seen: Option<&'l Seen>) -> LuaModules<'l> {
        LuaModules {
            library,
            seen,
            files: Shared::new(),
            given: Memo::new(),
            lineages: Memo::new(),
            members: Memo::new(),
            owners: Memo::new(),
        }
    }

    /// The outline of a file; what is not parsed yet is asked for.
    pub(super) fn outline(&self, file: FileId) -> Option<Outline<'l>> {
        let outline = self.library.outline(file);
        if let (None, Some(seen)) = (outline.is_some().then_some(()), self.seen) {
            seen.lack(|lacks| lacks.files.extend([file]));
        }
        outline
    }

    /// The files that a path may mean in the file `from`, `a.b` or `a/b`. Paths begin in a directory that a program is run
    /// with: rather in one around the file than elsewhere, and rather in an outer one.
    pub(in crate::docql::relations) fn at(&self, from: FileId, path: &str) -> Vec<FileId> {
        let parts: Vec<&str> = path.split(['.', '/']).filter(|part| !part.is_empty()).collect();
        let Some(last) = parts.last() else { return Vec::new() };
        let files = self.files.get_or_init(|| self.by_name());
        let here = parts_of(&self.library.file(from).path);
        let ranked = |&file: &FileId| {
            let own = parts_of(&self.library.file(file).path);
            let of_directory = || own.strip_suffix(&[OF_DIRECTORY])?.strip_suffix(&*parts);
            let start = own.strip_suffix(&*parts).or_else(of_directory).filter(|_| file != from)?;
            Some(((here.starts_with(start), Reverse(start.len())), file))
        };
        let found: Vec<((bool, Reverse<usize>), FileId)> =
            files.get(last).into_iter().flatten().filter_map(ranked).collect();
        let best = found.iter().map(|(rank, _)| *rank).max();
        found.into_iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, file)| file).collect()
    }

    fn by_name(&self) -> HashMap<&'l str, Vec<FileId>> {
        let mut out: HashMap<&'l str, Vec<FileId>> = HashMap::new();
        for file in self.library.file_ids().filter(|file| self.library.language(*file) == "lua") {
            let parts = parts_of(&self.library.file(file).path);
            let named = parts.iter().rev().take(1 + usize::from(parts.last() == Some(&OF_DIRECTORY)));
            for part in named {
                out.entry(part).or_default().push(file);
            }
        }
        out
    }
}

/// The names of a path, without the ending of the file.
fn parts_of(path: &str) -> Vec<&str> {
    let path = path.strip_suffix(".lua").unwrap_or(path);
    path.split('/').collect()
}
