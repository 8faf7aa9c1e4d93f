//! Kinds of rows.

use super::{PlacedRows, RowTable};
use crate::library::files::entries::FileId;
use std::sync::Arc;

/// Kinds of bytes that a file has a row of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowKind {
    /// A filter over the trigrams of its text.
    Trigrams,
    /// The vectors of its pieces.
    Vectors,
    /// What a language model has said of its pieces; no file has any before one was asked.
    Descriptions,
    /// The vector of a file that is a picture; no file has any without an endpoint for pictures.
    Pictures,
}

impl RowKind {
    /// All of them.
    pub const ALL: [RowKind; 4] = [RowKind::Trigrams, RowKind::Vectors, RowKind::Descriptions, RowKind::Pictures];
}

/// The rows of each kind of the files of one snapshot.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowSets([Arc<PlacedRows>; RowKind::ALL.len()]);

impl RowSets {
    /// The rows of one kind.
    pub(crate) fn of(&self, kind: RowKind) -> &PlacedRows {
        &self.0[kind as usize]
    }

    /// With other rows of one kind.
    pub(crate) fn with(&self, kind: RowKind, rows: PlacedRows) -> RowSets {
        let mut next = self.clone();
        next.0[kind as usize] = Arc::new(rows);
        next
    }

    /// For another list of files; what `renumber` gives no number for is forgotten.
    pub(crate) fn renumbered(&self, renumber: impl Fn(FileId) -> Option<FileId>) -> RowSets {
        RowSets(std::array::from_fn(|kind| Arc::new(self.0[kind].renumbered(&renumber))))
    }

    /// With those tables of each kind in one that are only in memory; `None` if there is nothing to join.
    pub(crate) fn gathered(&self) -> Option<RowSets> {
        let mut next = None;
        for kind in RowKind::ALL {
            if let Some(rows) = self.of(kind).gathered() {
                next = Some(next.as_ref().unwrap_or(self).with(kind, rows));
            }
        }
        next
    }

    /// All tables, with what they are of.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (RowKind, &RowTable)> {
        RowKind::ALL.into_iter().flat_map(|kind| self.of(kind).tables().iter().map(move |table| (kind, table)))
    }
}
