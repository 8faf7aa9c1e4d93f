//! What a snapshot lacks: files that were left out, that are read in part, or that are too large for an index.

use super::library::Library;
use crate::document::FormatFamily;
use crate::library::files::entries::{FileEntry, Origin, Root, Skipped};

impl Library {
    /// The files that were left out, and why.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// What was left out under this path.
    pub fn left_out(&self, path: &str) -> Option<&Skipped> {
        let at = self.skipped.binary_search_by(|skipped| skipped.path.as_str().cmp(path)).ok()?;
        self.skipped.get(at)
    }

    /// The programs and documents that are too large for an outline: nothing that they declare is found.
    pub fn too_large(&self) -> impl Iterator<Item = &FileEntry> {
        let has_outline = |entry: &&FileEntry| matches!(entry.format.family, FormatFamily::Code | FormatFamily::Prose);
        self.beyond_words().filter(has_outline)
    }

    /// The files that are too large for the index of words: their lines are searched.
    pub fn beyond_words(&self) -> impl Iterator<Item = &FileEntry> {
        self.files().iter().filter(|entry| entry.text_only)
    }

    /// Databases on servers that are not as they were found there, and why: one cannot be reached, say.
    pub fn unreached(&self) -> impl Iterator<Item = &Skipped> {
        let is_server = |root: &Root, path: &str| {
            matches!(root.origin, Origin::Server(_)) && root.prefix.trim_end_matches('/') == path
        };
        self.skipped.iter().filter(move |skipped| self.roots.iter().any(|root| is_server(root, &skipped.path)))
    }

    /// The files that were read and are text only: what a parser may cost was not enough for them.
    pub fn without_outline(&self) -> impl Iterator<Item = &Skipped> {
        self.skipped.iter().filter(|skipped| skipped.reason.starts_with(crate::document::TEXT_ONLY))
    }

    /// Says of which files parts are not read: rows beyond a bound, say. What an answer lacks may stand there.
    pub fn read_in_part(&self) -> Vec<String> {
        const NAMED: usize = 3;
        let parts = || self.skipped.iter().filter(|skipped| skipped.reason.starts_with(crate::document::PARTLY));
        let mut told: Vec<String> =
            parts().take(NAMED).map(|skipped| format!("{}: {}", skipped.path, skipped.reason)).collect();
        let more = parts().count().saturating_sub(NAMED);
        if more > 0 {
            let files = if more == 1 { "1 more file is".to_owned() } else { format!("{more} more files are") };
            told.push(format!("{files} read in part: docql skipped says which, and why"));
        }
        told
    }
}
