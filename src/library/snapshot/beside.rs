//! What is kept of files beside their structure, a row each: filters over trigrams, vectors, descriptions, pictures.

use super::library::Library;
use crate::document::FormatFamily;
use crate::library::files::entries::FileId;
use crate::library::rows::RowKind;
use crate::library::rows::descriptions::DescriptionRow;
use crate::library::rows::pictures::PictureRow;
use crate::library::rows::vectors::VectorRow;
use crate::stdx::{Stale, Ticket};
use std::collections::HashMap;

impl Library {
    /// The filter over the trigrams of a file's text; `None` if it is not known, and the file must be read.
    pub fn trigrams(&self, id: FileId) -> Option<&[u8]> {
        self.rows.of(RowKind::Trigrams).of(id)
    }

    /// The vectors of a file's pieces; `None` while they are not known.
    pub fn vectors(&self, id: FileId) -> Option<VectorRow<'_>> {
        VectorRow::read(self.rows.of(RowKind::Vectors).of(id)?)
    }

    /// What a language model has said of a file's pieces; `None` if nothing is known of it.
    pub fn descriptions(&self, id: FileId) -> Option<DescriptionRow<'_>> {
        DescriptionRow::read(self.rows.of(RowKind::Descriptions).of(id)?)
    }

    /// True if a language model has described any file.
    pub fn has_descriptions(&self) -> bool {
        !self.rows.of(RowKind::Descriptions).tables().is_empty()
    }

    /// The vector of a file that is a picture; `None` while nothing is known of it.
    pub fn picture(&self, id: FileId) -> Option<PictureRow<'_>> {
        PictureRow::read(self.rows.of(RowKind::Pictures).of(id)?)
    }

    /// The files that are pictures.
    pub fn pictures(&self) -> impl Iterator<Item = FileId> + '_ {
        self.file_ids().filter(|&id| self.file(id).format.family == FormatFamily::Picture)
    }

    /// The number of pictures with vectors of this model.
    pub fn pictures_with_vectors(&self, model: u64) -> usize {
        if self.rows.of(RowKind::Pictures).tables().is_empty() {
            return 0;
        }
        let has = |id: &FileId| self.picture(*id).is_some_and(|row| row.model == model && row.vector.is_some());
        self.pictures().filter(has).count()
    }

    /// The number of files with vectors of this model.
    pub fn files_with_vectors(&self, model: u64) -> usize {
        // Nobody can overtake a ticket of one's own.
        let count = || self.models_of_vectors(&Ticket::forever()).unwrap_or_default();
        self.models.get_or_init(count).get(&model).copied().unwrap_or(0)
    }

    /// Counts the files that have vectors, so that the first search need not: all vectors are touched for it.
    ///
    /// # Errors
    /// If the ticket goes stale.
    pub fn count_vectors(&self, ticket: &Ticket) -> Result<(), Stale> {
        if self.models.get().is_none() {
            let models = self.models_of_vectors(ticket)?;
            self.models.get_or_init(|| models);
        }
        Ok(())
    }

    fn models_of_vectors(&self, ticket: &Ticket) -> Result<HashMap<u64, usize>, Stale> {
        let mut models = HashMap::new();
        for file in self.file_ids() {
            ticket.check()?;
            if let Some(row) = self.vectors(file) {
                *models.entry(row.model()).or_default() += 1;
            }
        }
        Ok(models)
    }
}
