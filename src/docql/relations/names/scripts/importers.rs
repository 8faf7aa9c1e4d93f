//! JavaScript and TypeScript: which files import a module, or stand for it.

use super::exports::{self, Export};
use super::modules::{MAX_HANDED_ON, ScriptModules};
use super::paths::Target;
use crate::docql::relations::names::lookup::language_family;
use crate::document::Kind;
use crate::library::{FileId, NodeRef, TrigramQuery};
use crate::stdx::map_apart;
use std::collections::{HashMap, HashSet};

impl ScriptModules<'_> {
    /// The files that import the module that declares `target`, with each name that it is exported under beside its own.
    pub(in crate::docql::relations::names) fn exported_as(&self, target: NodeRef) -> Vec<(FileId, String)> {
        let (Some(outline), Some(names)) = (self.library.outline(target.file), self.names(target.file)) else {
            return Vec::new();
        };
        let own = outline.name(target.node);
        let is_it = |(name, export): &(&String, &Export)| {
            matches!(export, Export::Local(local) if local == own) && *name != own && *name != "default"
        };
        let others: Vec<&String> = names.exports.named.iter().filter(is_it).map(|(name, _)| name).collect();
        if others.is_empty() || outline.parent(target.node).is_some() {
            return Vec::new();
        }
        self.note_lacks(target.file, own);
        let homes = self.standing_for(target.file).iter().chain(std::iter::once(&target.file));
        let importers = homes.flat_map(|home| self.importers().get(home)).flatten();
        let files: HashSet<FileId> = importers.map(|import| import.file).collect();
        files.into_iter().flat_map(|file| others.iter().map(move |&name| (file, name.clone()))).collect()
    }

    /// The files that stand for a file, as far as it has something that stands for it itself.
    pub(super) fn standing_for(&self, file: FileId) -> &[FileId] {
        let is_common = self.names(file).is_some_and(|names| names.exports.is_common());
        let all = || self.standing.get_or_init(|| self.all_standing());
        if is_common { all().get(&file).map_or(&[], Vec::as_slice) } else { &[] }
    }

    fn all_standing(&self) -> HashMap<FileId, Vec<FileId>> {
        let trigrams = TrigramQuery::of_literals(["exports = require("]);
        let may_stand = |file: &FileId| {
            language_family(self.library.file(*file).format.id) == "javascript"
                && self.library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
        };
        let files: Vec<FileId> = self.library.file_ids().filter(may_stand).collect();
        let in_file = |&file: &FileId| {
            let text = self.library.peek_text(file).ok()?;
            match self.paths.target(file, &exports::stands_for(&text)?) {
                Target::File(of) if of != file => Some((of, file)),
                _ => None,
            }
        };
        let mut all: HashMap<FileId, Vec<FileId>> = HashMap::new();
        for (of, file) in map_apart(&files, in_file).into_iter().flatten() {
            all.entry(of).or_default().push(file);
        }
        all
    }

    /// Notes the names under which files hand on what they import: who imports it from them need not hold its own.
    pub(super) fn note_handed_on(&self, all: &[(FileId, &str)]) {
        let Some(seen) = self.seen else { return };
        let is_handed_on =
            |file: FileId, name: &str| self.names(file).is_some_and(|names| names.exports.named.contains_key(name));
        for &(file, name) in all.iter().filter(|(file, name)| is_handed_on(*file, name)) {
            if name == "default" {
                self.note_stem(file)
            } else {
                seen.lack(|lacks| lacks.name(name))
            }
            self.note_barrels(file);
        }
    }

    /// Notes the files that hand on all of a file, and those that hand on all of these: they need not hold the name of what
    /// is looked for.
    pub(super) fn note_barrels(&self, file: FileId) {
        let Some(seen) = self.seen else { return };
        let all = self.barrels.get_or_init(|| self.all_barrels());
        let (mut known, mut open) = (HashSet::from([file]), vec![file]);
        while let Some(next) = open.pop() {
            for &of in all.get(&next).into_iter().flatten() {
                if known.len() < MAX_HANDED_ON && known.insert(of) {
                    open.push(of);
                }
            }
        }
        let unread = known.into_iter().filter(|of| self.library.outline(*of).is_none());
        let unread: Vec<FileId> = unread.collect();
        if !unread.is_empty() {
            seen.lack(|lacks| lacks.files.extend(unread));
        }
    }

    fn all_barrels(&self) -> HashMap<FileId, Vec<FileId>> {
        let trigrams = TrigramQuery::of_literals(["export *", "export type *"]);
        let may_hand_on = |file: &FileId| {
            language_family(self.library.file(*file).format.id) == "javascript"
                && self.library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
        };
        let files: Vec<FileId> = self.library.file_ids().filter(may_hand_on).collect();
        let in_file = |&file: &FileId| {
            let text = self.library.peek_text(file).ok();
            let paths = text.map(|text| exports::all_of(&text)).unwrap_or_default();
            let target = |path: String| match self.paths.target(file, &path) {
                Target::File(of) if of != file => Some((of, file)),
                _ => None,
            };
            paths.into_iter().filter_map(target).collect::<Vec<_>>()
        };
        let mut all: HashMap<FileId, Vec<FileId>> = HashMap::new();
        for (of, file) in map_apart(&files, in_file).into_iter().flatten() {
            all.entry(of).or_default().push(file);
        }
        all
    }

    pub(super) fn importers(&self) -> &HashMap<FileId, Vec<NodeRef>> {
        self.importers.get_or_init(|| {
            let is_script = |file: &FileId| language_family(self.library.file(*file).format.id) == "javascript";
            let files: Vec<FileId> = self.library.file_ids().filter(is_script).collect();
            let in_file = |&file: &FileId| {
                let Some(outline) = self.library.outline(file) else { return Vec::new() };
                let mut last: Option<(&str, Target)> = None;
                let mut out = Vec::new();
                for node in (0..outline.len()).filter(|&node| outline.kind(node) == Kind::Import) {
                    // The names of one import follow each other.
                    let path = outline.detail(node);
                    let target = match last {
                        Some((known, target)) if known == path => target,
                        _ => self.paths.target(file, path),
                    };
                    last = Some((path, target));
                    if let Target::File(of) = target {
                        out.push((of, NodeRef { file, node }));
                    }
                }
                out
            };
            let parts = map_apart(&files, in_file);
            let mut all: HashMap<FileId, Vec<NodeRef>> = HashMap::new();
            for (of, import) in parts.into_iter().flatten() {
                all.entry(of).or_default().push(import);
            }
            all
        })
    }
}
