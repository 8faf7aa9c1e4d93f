//! The file that is being written about.

use crate::document::LineIndex;
use crate::library::{FileId, Library};
use std::sync::Arc;

/// The text and lines of the file that is being written about. Hits of a file come together, and may be
/// as many as its lines.
pub(super) struct FileTexts<'a> {
    library: &'a Library,
    held: Option<(FileId, Arc<str>, LineIndex)>,
}

impl<'a> FileTexts<'a> {
    pub(super) fn new(library: &'a Library) -> FileTexts<'a> {
        FileTexts { library, held: None }
    }

    /// The file's text and lines, if it can be read.
    pub(super) fn of(&mut self, file: FileId) -> Option<(&str, &LineIndex)> {
        if self.held.as_ref().is_none_or(|(held, ..)| *held != file) {
            let text = self.library.text(file).ok()?;
            let lines = LineIndex::new(&text);
            self.held = Some((file, text, lines));
        }
        self.held.as_ref().map(|(_, text, lines)| (&**text, lines))
    }
}
