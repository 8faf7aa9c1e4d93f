//! JavaScript and TypeScript: which files import a module, or stand for it.

use super::exports;
use super::modules::ScriptModules;
use super::paths::Target;
use crate::docql::relations::names::lookup::language_family;
use crate::document::Kind;
use crate::library::{FileId, NodeRef, TrigramQuery};
use crate::stdx::map_apart;
use std::collections::HashMap;

impl ScriptModules<'_> {
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
