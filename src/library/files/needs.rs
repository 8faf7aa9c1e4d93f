//! The parts of an index that a query needs to answer exactly.

use crate::document::Family;

/// Parts of an index that a query needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The list of files; texts are read on demand.
    Files,
    /// The structure of databases: their tables. Rows are asked of them.
    Databases,
    /// The structure of every file whose text holds one of these, ignoring case.
    Named(Vec<NeededName>),
    /// The structure of every file.
    Structure,
    /// The full-text index of every file, and what [`Needs::Named`] of these strings is.
    Text(Vec<NeededName>),
    /// The structure of every file, and the full-text index.
    FullText,
    /// All that, and the vectors of every file.
    Vectors,
    /// The structure of every file, and the vectors of pictures.
    Pictures,
}

/// A name that a query asks for: a text must hold it to declare it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeededName {
    /// A name or a part of one.
    pub text: String,
    /// True if it stands there as a word of its own: what is declared is not part of a longer word.
    pub is_whole: bool,
    /// The family whose declarations of the name alone matter: then it stands there as it is, and is whole.
    pub declared: Option<Family>,
}

impl NeededName {
    /// A text that may be a part of a longer name.
    pub fn part(text: String) -> NeededName {
        NeededName { text, is_whole: false, declared: None }
    }

    /// True if every text that holds `other` holds this.
    pub fn covers(&self, other: &NeededName) -> bool {
        let is_declared = self.declared.is_none() || self.declared == other.declared;
        match self.is_whole {
            true => is_declared && other.is_whole && self.text == other.text,
            false => is_declared && other.text.contains(&self.text),
        }
    }
}
