//! What an answer that was found with the structure of some files would have looked at in others.

use crate::library::FileId;
use std::collections::BTreeSet;

/// Names that are looked up for one answer, at most: with more of them it is quicker to index everything.
const MAX_NAMES: usize = 24;

/// What was looked for where not every file is indexed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lacks {
    /// Names: the files that hold them as a word must be indexed.
    pub names: BTreeSet<String>,
    /// Files, by what leads to them.
    pub files: BTreeSet<FileId>,
    /// Set if the answer may depend on any file.
    pub everything: bool,
}

impl Lacks {
    /// Notes that the declarations of a name are looked up.
    pub(in crate::docql) fn name(&mut self, name: &str) {
        if !self.everything && !self.names.contains(name) {
            self.names.insert(name.to_owned());
            self.everything |= self.names.len() > MAX_NAMES;
        }
    }

    /// True if nothing else was looked at.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.files.is_empty() && !self.everything
    }
}
