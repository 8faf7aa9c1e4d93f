//! The letters of names, by which most names are passed over unread.

use crate::library::files::entries::FileId;
use crate::library::segment::bitsliced_signatures::LettersOfNames;
use crate::library::segment::name_signature::Letters;
use crate::library::snapshot::library::Library;
use crate::stdx::{Stale, Ticket};

impl Library {
    /// The letters of the names of all files, in path order.
    pub fn file_letters(&self) -> &[Letters] {
        self.file_letters.get_or_init(|| self.files.iter().map(|file| Letters::of_name(file.name())).collect())
    }

    /// Reads what searches for names need, so that the first of them need not: on this thread alone, beside others that
    /// somebody waits for. Those take what is read already.
    ///
    /// # Errors
    /// If the ticket goes stale.
    pub fn read_letters(&self, ticket: &Ticket) -> Result<(), Stale> {
        self.file_letters();
        self.files_by_place();
        for segment in &self.segments {
            for document in 0..segment.len() as u32 {
                ticket.check()?;
                segment.letters(document);
            }
        }
        Ok(())
    }

    /// The letters of the names of a file's nodes; none while it is not indexed. The first call for a file reads its
    /// names.
    pub fn letters(&self, id: FileId) -> LettersOfNames<'_> {
        self.row(id).map(|(segment, row)| segment.letters(row)).unwrap_or_default()
    }
}
