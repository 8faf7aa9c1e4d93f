//! What is below a type: what a value may be that is known to be one of it.

use super::bodies::Mixin;
use super::model::{Below, Level, Meant};
use super::types::Types;
use crate::docql::relations::types::inheritance::MAX_SUPERTYPES;
use crate::library::{FileId, NodeRef, TrigramQuery};
use std::collections::HashSet;
use std::sync::Arc;

/// Types below one that are looked at, at most.
const MAX_BELOW: usize = 500;

impl Types<'_> {
    /// The types below one, those that mix it in among them; `None` if there are too many to tell.
    pub(super) fn below(&self, path: &str, level: Level) -> Option<Below> {
        self.below.get((path.to_owned(), level), |(path, level)| {
            let of = (path.clone(), *level);
            let (mut out, mut seen) = (Vec::new(), HashSet::from([path.clone()]));
            let mut open = vec![path.clone()];
            while let Some(next) = open.pop() {
                for named in self.naming(&next).iter().filter(|named| seen.insert((*named).clone())) {
                    let levels = [Level::Value, Level::Itself].into_iter();
                    let is_below = |at: &Level| self.lineage(named, *at).steps.contains(&of);
                    let before = out.len();
                    out.extend(levels.filter(is_below).map(|at| (named.clone(), at)));
                    if out.len() > before {
                        open.push(named.clone());
                    }
                }
                if out.len() > MAX_BELOW {
                    return None;
                }
            }
            Some(out.into())
        })
    }

    /// The methods of a name that a call may mean on a value that is one of a type, or one of those below: each is what one of
    /// them has. `None` if there are too many to tell.
    pub(super) fn lookup_below(&self, path: &str, level: Level, name: &str) -> Option<Meant> {
        self.meant.get((path.to_owned(), level, name.to_owned()), |(path, level, name)| {
            let mut all = self.lookup(path, *level, name);
            for (of, at) in self.below(path, *level)?.iter() {
                for method in self.lookup(of, *at, name) {
                    if !all.contains(&method) {
                        all.push(method);
                    }
                }
            }
            Some(all.into())
        })
    }

    /// The types whose methods may set what a method at a type reads: what is above it and, if it may be one of them, below.
    pub(super) fn family(&self, path: &str, level: Level, is_exact: bool) -> Option<HashSet<(String, Level)>> {
        let mut all: HashSet<(String, Level)> = self.lineage(path, level).steps.iter().cloned().collect();
        if !is_exact {
            for (of, at) in self.below(path, level)?.iter() {
                all.extend(self.lineage(of, *at).steps.iter().cloned());
            }
        }
        Some(all)
    }

    /// The types that have the name of a type in their head, or mix one of the name in.
    fn naming(&self, path: &str) -> Arc<[String]> {
        let name = path.rsplit("::").find(|part| *part != "ClassMethods").unwrap_or(path);
        self.naming.get(name.to_owned(), |name| {
            let trigrams = TrigramQuery::of_literals([name.as_str()]);
            let may_hold = |file: &FileId| {
                self.library.language(*file) == "ruby"
                    && self.library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
            };
            let mut all = Vec::new();
            for file in self.library.file_ids().filter(may_hold) {
                let Some(outline) = self.library.outline(file) else { continue };
                let is_below =
                    |&node: &u32| outline.kind(node).is_class() && outline.detail(node).contains(name.as_str());
                let classes = (0..outline.len()).filter(is_below);
                let bodies = self.bodies(file);
                let is_named = |it: &&Mixin| it.path.last().is_some_and(|last| last == name);
                let mixing = bodies.mixins.iter().filter(is_named).map(|mixin| mixin.of);
                all.extend(classes.chain(mixing).filter_map(|node| self.path_of(NodeRef { file, node })));
                // More are never looked at.
                if all.len() > MAX_BELOW * MAX_SUPERTYPES {
                    break;
                }
            }
            all.sort_unstable();
            all.dedup();
            all.into()
        })
    }
}
