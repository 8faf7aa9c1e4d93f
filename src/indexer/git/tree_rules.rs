//! The rules by which a walk leaves files out, for a tree: those of a checkout of it, read from its own ignore files.

use super::repository::Repository;
use super::tree::{Entry, EntryKind, entries};
use crate::indexer::files::hidden::is_written;
use crate::indexer::files::options::{WalkError, WorkspaceOptions};
use crate::indexer::files::rules::{MAX_IGNORE_BYTES, globs, ignored};
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use ignore::overrides::Override;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Names of ignore files, from those that count most to those that count least.
const NAMES: [&[u8]; 3] = [b".docqlignore", b".ignore", b".gitignore"];

/// The rules of all directories of a tree.
pub(super) struct TreeRules {
    /// Of the command line.
    globs: Override,
    /// Of the settings.
    settings: Gitignore,
    /// Of ignore files, by their directory.
    directories: HashMap<Vec<u8>, DirectoryRules>,
    /// Rules of this copy of the repository, and of the user.
    excluded: Gitignore,
    global: Gitignore,
    is_hidden_wanted: bool,
}

/// The rules of one directory, in the order of [`NAMES`].
#[derive(Default)]
struct DirectoryRules([Option<Gitignore>; NAMES.len()]);

/// The directories around an entry that have rules, outermost first.
#[derive(Default)]
pub(super) struct Around<'r>(Vec<(&'r [u8], &'r DirectoryRules)>);

impl TreeRules {
    /// The rules of the tree with this list. Globs speak of paths below `base`, a path of the tree.
    pub(super) fn read(
        options: &WorkspaceOptions,
        base: &Path,
        repository: &Repository,
        list: &[u8],
    ) -> Result<TreeRules, WalkError> {
        let mut rules = TreeRules {
            globs: globs(options, base)?,
            settings: ignored(options, base)?,
            directories: HashMap::new(),
            excluded: Gitignore::empty(),
            global: Gitignore::empty(),
            is_hidden_wanted: options.hidden,
        };
        if !options.ignore_files {
            return Ok(rules);
        }
        rules.global = GitignoreBuilder::new("").build_global().0;
        rules.excluded = excluded(&repository.common.join("info").join("exclude"));
        for entry in entries(list) {
            let Some(number) = NAMES.iter().position(|name| *name == entry.name()) else { continue };
            let EntryKind::File(Some(0..=MAX_IGNORE_BYTES)) = entry.kind else { continue };
            let directory = directory(&entry);
            let mut read = None;
            let mut each = |bytes: &[u8]| read = Some(rules_of(bytes, &path(directory)));
            // What cannot be read has no rules, as on disk.
            let _ = repository.blob(&entry.id, &mut each);
            rules.directories.entry(directory.to_owned()).or_default().0[number] = read;
        }
        Ok(rules)
    }

    /// True if an entry belongs to the workspace. `around` has the directories of the entry before.
    pub(super) fn keep<'r>(&'r self, entry: &Entry<'_>, around: &mut Around<'r>) -> bool {
        self.enter(entry, around);
        let (path, is_directory) = (path(entry.path), entry.kind == EntryKind::Directory);
        if entry.name() == b".git" || self.settings.matched(&path, is_directory).is_ignore() {
            return false;
        }
        match self.globs.matched(&path, is_directory) {
            Match::Ignore(_) => return false,
            Match::Whitelist(_) => return true,
            Match::None => {}
        }
        match self.by_files(&path, is_directory, around) {
            Match::Ignore(_) => false,
            Match::Whitelist(_) => true,
            Match::None => self.is_hidden_wanted || !entry.name().starts_with(b".") || is_written(entry.name()),
        }
    }

    /// Brings `around` to the directories of `entry`, which comes somewhere behind the last one.
    fn enter<'r>(&'r self, entry: &Entry<'_>, around: &mut Around<'r>) {
        if self.directories.is_empty() {
            return;
        }
        let is_in = |directory: &[u8]| {
            directory.is_empty() || entry.path.strip_prefix(directory).is_some_and(|rest| rest.starts_with(b"/"))
        };
        while around.0.last().is_some_and(|(directory, _)| !is_in(directory)) {
            around.0.pop();
        }
        let reached = around.0.last().map_or(0, |(directory, _)| directory.len() + 1);
        let ends = (reached..entry.path.len()).filter(|at| *at == 0 || entry.path[*at] == b'/');
        for end in ends {
            if let Some((directory, rules)) = self.directories.get_key_value(&entry.path[..end]) {
                around.0.push((directory, rules));
            }
        }
    }

    /// The verdict of ignore files: of each name the innermost file that says anything, and of those the first name.
    fn by_files(&self, path: &Path, is_directory: bool, around: &Around<'_>) -> Match<()> {
        let of_name = |number: usize| {
            let says = |(_, rules): &(&[u8], &DirectoryRules)| {
                let said = rules.0[number].as_ref()?.matched(path, is_directory).map(|_| ());
                (!said.is_none()).then_some(said)
            };
            around.0.iter().rev().find_map(says).unwrap_or(Match::None)
        };
        let others = [&self.excluded, &self.global];
        let by_others = || others.into_iter().map(|rules| rules.matched(path, is_directory).map(|_| ()));
        let by_name = (0..NAMES.len()).map(of_name);
        by_name.chain(by_others()).find(|said| !said.is_none()).unwrap_or(Match::None)
    }
}

/// The path of a tree as one that rules are matched with.
fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// The directory of an entry.
fn directory<'l>(entry: &Entry<'l>) -> &'l [u8] {
    memchr::memrchr(b'/', entry.path).map_or(&[], |at| &entry.path[..at])
}

/// The rules of an ignore file in `directory`; lines that are none are left out.
fn rules_of(bytes: &[u8], directory: &Path) -> Gitignore {
    let mut rules = GitignoreBuilder::new(directory);
    let text = String::from_utf8_lossy(bytes);
    for line in text.trim_start_matches('\u{feff}').lines() {
        let _ = rules.add_line(None, line);
    }
    rules.build().unwrap_or_else(|_| Gitignore::empty())
}

/// The rules that only this copy of the repository has.
fn excluded(file: &Path) -> Gitignore {
    let is_read = file.metadata().is_ok_and(|it| it.is_file() && it.len() <= MAX_IGNORE_BYTES);
    let bytes = if is_read { std::fs::read(file).unwrap_or_default() } else { Vec::new() };
    rules_of(&bytes, Path::new(""))
}
