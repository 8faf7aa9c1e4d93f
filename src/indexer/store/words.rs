//! The words of an index: whether those in its directory are the ones that its manifest speaks of.
//!
//! Words are committed more often than manifests are written, so those on disk may be newer. They are not believed if
//! they are another index's, are older than the manifest, or have lost entries for good that the manifest counts on.

use super::directory::IndexDirectory;
use super::layout::TEXT;
use crate::indexer::text::numbers::{FileNumbers, OfManifest};
use crate::library::{TextFields, TextFiles, TextIndex, TextMark};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl IndexDirectory {
    /// The directory of its full-text index.
    pub(in crate::indexer) fn text(&self) -> PathBuf {
        self.directory().join(TEXT)
    }

    /// The full-text index as it was committed with `numbers`; `None` if there is none that can be read.
    pub(super) fn words(&self, numbers: &FileNumbers) -> Option<Arc<TextIndex>> {
        if numbers.next() == 0 {
            return None;
        }
        let found = TextFiles::of(&self.text()).filter(|files| numbers.manifest().fits(files));
        let names = found.as_ref().map(sealed_names);
        if !names.is_some_and(|names| self.seals().broken(&names).is_empty()) {
            self.has_broken_words.store(true, Ordering::Relaxed);
            return None;
        }
        let open = || {
            let (index, fields) = TextFields::in_directory(&self.text()).ok()?;
            TextIndex::open(&index, fields, numbers.paths().to_vec()).ok().map(Arc::new)
        };
        // The engine panics on damaged files; those are built again.
        let opened = crate::stdx::panics::caught(open).flatten();
        if opened.is_none() {
            self.has_broken_words.store(true, Ordering::Relaxed);
        }
        opened
    }

    /// True if the words are those of `manifest`, every byte of them; also if there are none, and it speaks of none.
    pub(super) fn has_whole_words(&self, manifest: &OfManifest) -> bool {
        if manifest.words.is_none() {
            return !self.text().is_dir() || TextIndex::is_whole(&self.text());
        }
        let files = TextFiles::of(&self.text()).filter(|files| manifest.fits(files));
        files.is_some_and(|files| files.names().all(|name| files.is_whole(name)))
    }

    /// Makes room for new words: those that are there are removed if they are damaged. The caller is the writer.
    pub(super) fn clear_broken_words(&self) -> std::io::Result<()> {
        if self.has_broken_words.swap(false, Ordering::Relaxed) {
            self.remove_words()?;
        }
        Ok(())
    }

    /// Removes what is in the place of the words, whatever it is. The caller is the writer.
    pub(super) fn remove_words(&self) -> std::io::Result<()> {
        let removed = match self.text().symlink_metadata() {
            Ok(found) if found.is_dir() => std::fs::remove_dir_all(self.text()),
            Ok(_) => std::fs::remove_file(self.text()),
            Err(error) => Err(error),
        };
        removed.or_else(|error| if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
    }

    /// The mark of the words as they are now, and the names of their files, as they are sealed.
    pub(super) fn committed_words(&self) -> (Option<TextMark>, Vec<String>) {
        let files = TextFiles::of(&self.text());
        (files.as_ref().map(TextFiles::mark), files.as_ref().map(sealed_names).unwrap_or_default())
    }
}

/// The names of files of the words, as they are sealed.
fn sealed_names(files: &TextFiles) -> Vec<String> {
    files.names().map(|name| format!("{TEXT}/{}", name.display())).collect()
}
