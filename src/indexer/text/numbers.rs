//! The numbers of files in the full-text index: given out once, never again, so that entries of a file that has
//! changed can never be taken for the new ones.

use crate::library::{TextFiles, TextMark};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

/// The manifest that numbers of files come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::indexer) struct OfManifest {
    /// Its generation; 0 for none.
    pub generation: u64,
    /// The commit of the words that it speaks of; `None` if there were none.
    pub words: Option<TextMark>,
}

impl OfManifest {
    /// True if `files` hold what the manifest speaks of.
    pub(in crate::indexer) fn fits(&self, files: &TextFiles) -> bool {
        let is_later = |mark: TextMark| {
            let now = files.mark();
            now.identity == mark.identity && now.commit >= mark.commit
        };
        // Entries are deleted once a manifest is written that does not name them; the commit says which one that was.
        let deleted_after = files.note().and_then(|note| note.parse::<u64>().ok()).unwrap_or(0);
        self.words.is_some_and(is_later) && deleted_after <= self.generation
    }
}

/// The number of each file.
#[derive(Debug, Default)]
pub(in crate::indexer) struct FileNumbers {
    /// The path of each number that was given out; empty where it is dead.
    paths: Vec<Arc<str>>,
    /// The numbers that were ended here: a manifest that was written before names them still.
    retired: Vec<u32>,
    /// The manifest that they come from.
    manifest: OfManifest,
    /// The same by path, made when it is asked for: many who read numbers never do.
    numbers: OnceLock<HashMap<Arc<str>, u32>>,
}

impl FileNumbers {
    /// The numbers as [`FileNumbers::paths`] showed them to the writer of a manifest.
    pub(in crate::indexer) fn from_paths(paths: Vec<Arc<str>>, manifest: OfManifest) -> FileNumbers {
        FileNumbers { paths, manifest, ..FileNumbers::default() }
    }

    /// The manifest that they come from.
    pub(in crate::indexer) fn manifest(&self) -> &OfManifest {
        &self.manifest
    }

    fn numbers(&self) -> &HashMap<Arc<str>, u32> {
        self.numbers.get_or_init(|| {
            let live = self.paths.iter().enumerate().filter(|(_, path)| !path.is_empty());
            live.map(|(number, path)| (Arc::clone(path), number as u32)).collect()
        })
    }

    fn change<T>(&mut self, work: impl FnOnce(&mut HashMap<Arc<str>, u32>) -> T) -> T {
        self.numbers();
        let mut numbers = self.numbers.take().unwrap_or_default();
        let done = work(&mut numbers);
        self.numbers = OnceLock::from(numbers);
        done
    }

    /// The path of each number that was given out; empty where it is dead.
    pub(in crate::indexer) fn paths(&self) -> &[Arc<str>] {
        &self.paths
    }

    /// The number of a file.
    pub(in crate::indexer) fn of(&self, path: &str) -> Option<u32> {
        self.numbers().get(path).copied()
    }

    /// The next number that will be given out.
    pub(in crate::indexer) fn next(&self) -> u32 {
        self.paths.len() as u32
    }

    /// Gives the next number to a file; one that it had is dead.
    pub(super) fn give(&mut self, path: &Arc<str>) -> u32 {
        self.retire(path);
        let number = self.next();
        self.change(|numbers| numbers.insert(Arc::clone(path), number));
        self.paths.push(Arc::clone(path));
        number
    }

    /// Ends the number of a file.
    pub(in crate::indexer) fn retire(&mut self, path: &str) -> Option<u32> {
        let number = self.change(|numbers| numbers.remove(path))?;
        self.paths[number as usize] = "".into();
        self.retired.push(number);
        Some(number)
    }

    /// The numbers that were given out and are dead, and were so when these were read: no manifest names them.
    pub(super) fn dead(&self) -> Vec<u32> {
        let retired: HashSet<u32> = self.retired.iter().copied().collect();
        let dead = self.paths.iter().enumerate().filter(|(_, path)| path.is_empty());
        dead.map(|(number, _)| number as u32).filter(|number| !retired.contains(number)).collect()
    }

    /// The numbers that were ended since this was asked last: from now on no manifest names them.
    pub(super) fn take_retired(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.retired)
    }

    /// Declares all numbers below `first_free` given out.
    pub(super) fn skip_to(&mut self, first_free: u32) {
        if self.paths.len() < first_free as usize {
            self.paths.resize(first_free as usize, "".into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_given_out_once() {
        let mut numbers = FileNumbers::default();
        let (a, b): (Arc<str>, Arc<str>) = ("a".into(), "b".into());
        assert_eq!((numbers.give(&a), numbers.give(&b)), (0, 1));
        assert_eq!((numbers.retire("a"), numbers.retire("a"), numbers.of("a")), (Some(0), None, None));
        assert_eq!((numbers.give(&a), numbers.give(&b)), (2, 3), "what changes gets a new one");
        let mut again = FileNumbers::from_paths(numbers.paths().to_vec(), OfManifest::default());
        assert_eq!((again.of("a"), again.of("b"), again.next()), (Some(2), Some(3), 4));
        assert_eq!((again.dead(), again.retire("a"), again.dead()), (vec![0, 1], Some(2), vec![0, 1]));
        assert_eq!((again.take_retired(), again.dead()), (vec![2], vec![0, 1, 2]));
        again.skip_to(9);
        assert_eq!(again.give(&a), 9);
    }
}
