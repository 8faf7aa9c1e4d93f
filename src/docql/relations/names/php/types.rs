//! PHP: which types and functions a name means: the language tells it by the imports of the file and the namespace around,
//! and by nothing else.

use crate::docql::nodes::names::qualified::qualified_parts;
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::plan::name_pattern::lower;
use crate::docql::relations::names::lookup::{distance, package_of};
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::name_resolution::Imports;
use crate::document::Kind;
use crate::library::{FileId, Library, NamePart, NodeRef, TrigramQuery};
use crate::stdx::Shared;
use std::collections::HashMap;
use std::sync::Arc;

/// The function that gives a type another name, and files with it that are read, at most.
const ALIASING: &str = "class_alias";
const MAX_ALIASING: usize = 2_000;

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
    aliases: Shared<HashMap<String, String>>,
}

impl<'l> PhpTypes<'l> {
    pub(in crate::docql::relations::names) fn new(library: &'l Library, seen: Option<&'l Seen>) -> PhpTypes<'l> {
        PhpTypes { library, seen, named: Memo::new(), aliases: Shared::new() }
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

    /// The functions that a call of `path` at `offset` means. What no namespace is named for and no import is that of the
    /// namespace around, or one of none where that has no such function.
    pub(in crate::docql::relations) fn functions_meant(
        &self,
        imports: &Imports<'l>,
        offset: u32,
        path: &[&str],
    ) -> Vec<NodeRef> {
        let Some(full) = self.full_path(imports, offset, path) else { return Vec::new() };
        let found = self.functions_named(&full);
        match path {
            [name] if found.is_empty() && !imports.has_at(name, offset) => self.functions_named(name),
            _ => found,
        }
    }

    /// The functions of a full name.
    pub(in crate::docql::relations) fn functions_named(&self, full: &str) -> Vec<NodeRef> {
        let last = full.rsplit('\\').next().unwrap_or(full);
        let is_it = |node: &NodeRef| {
            let outline = self.library.outline(node.file).filter(|_| is_php(self.library, node.file));
            outline.is_some_and(|outline| outline.kind(node.node) == Kind::Function)
                && full_name(self.library, *node).eq_ignore_ascii_case(full)
        };
        self.library.declared(last).into_iter().filter(is_it).collect()
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
            let found = self.declared(full, last);
            if !found.is_empty() {
                return found.into();
            }
            let other = self.aliases().get(&full.to_lowercase());
            other.map_or(Vec::new(), |of| self.declared(of, of.rsplit('\\').next().unwrap_or(of))).into()
        })
    }

    /// The types of a full name, whose letters may be large or small.
    fn declared(&self, full: &str, last: &str) -> Vec<NodeRef> {
        let is_it = |node: &NodeRef| {
            let outline = self.library.outline(node.file).filter(|_| is_php(self.library, node.file));
            outline.is_some_and(|outline| outline.kind(node.node).is_class())
                && full_name(self.library, *node).eq_ignore_ascii_case(full)
        };
        let all: Vec<NodeRef> = self.library.declared(last).into_iter().filter(is_it).collect();
        if !all.is_empty() {
            return all;
        }
        let mut all = Vec::new();
        self.library.nodes_named(&lower(last), NamePart::Whole, |node| {
            all.extend(Some(node).filter(is_it));
            true
        });
        all
    }

    /// What other full names of types stand for: `class_alias(Old::class, 'App\Newer')`, by the names in small letters.
    fn aliases(&self) -> &HashMap<String, String> {
        self.aliases.get_or_init(|| {
            let trigrams = TrigramQuery::of_literals([ALIASING]);
            let may_hold = |file: &FileId| {
                is_php(self.library, *file) && self.library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
            };
            let mut out = HashMap::new();
            for file in self.library.file_ids().filter(may_hold).take(MAX_ALIASING) {
                let Ok(text) = self.library.peek_text(file) else { continue };
                for (at, _) in text.match_indices(ALIASING) {
                    let given = text[at + ALIASING.len()..].split_once('(').and_then(|(_, rest)| rest.split_once(')'));
                    let Some((of, name)) = given.and_then(|(given, _)| given.split_once(',')) else { continue };
                    let name = name.split(',').next().unwrap_or_default();
                    if let Some((of, name)) = self.given(file, at, of).zip(self.given(file, at, name)) {
                        out.entry(name.to_lowercase()).or_insert(of);
                    }
                }
            }
            out
        })
    }

    /// The full name that an argument is: `Old::class`, `'App\\Old'`.
    fn given(&self, file: FileId, at: usize, argument: &str) -> Option<String> {
        let argument = argument.trim();
        if let Some(name) = argument.strip_suffix("::class") {
            let path: Vec<&str> = name.split('\\').collect();
            return self.full_path(&Imports::new(self.library, file), u32::try_from(at).ok()?, &path);
        }
        let quoted = argument.strip_prefix(['\'', '"'])?.strip_suffix(['\'', '"'])?;
        let full = quoted.replace("\\\\", "\\").trim_start_matches('\\').to_owned();
        full.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '\\')).then_some(full)
    }
}
