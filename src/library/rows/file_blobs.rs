//! The table and row of each file.

use super::{RowTable, RowTableBuilder};
use crate::library::files::entries::FileId;

/// With more tables than this, the small ones are merged into one.
const MAX_TABLES: usize = 16;

/// A table is small that has at most this part of all bytes: of more than [`MAX_TABLES`] tables several are.
const SMALL: usize = 8;

/// Rows of the files of one snapshot.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlacedRows {
    tables: Vec<RowTable>,
    /// Table and row of each file; files past its end have none.
    places: Vec<Option<(u32, u32)>>,
}

impl PlacedRows {
    /// The row of `file`; `None` if it is not known.
    pub(crate) fn of(&self, file: FileId) -> Option<&[u8]> {
        let (table, row) = (*self.places.get(file.0 as usize)?)?;
        self.tables.get(table as usize)?.row(row as usize)
    }

    /// Rows as they were saved: table and row of each file.
    pub(crate) fn restored(tables: Vec<RowTable>, places: Vec<Option<(u32, u32)>>) -> PlacedRows {
        // What nothing is kept of takes no room.
        let places = if tables.is_empty() { Vec::new() } else { places };
        PlacedRows { tables, places }
    }

    /// The tables that the file has, as they were read.
    pub(crate) fn tables(&self) -> &[RowTable] {
        &self.tables
    }

    /// Table and row of `file`.
    pub(crate) fn place(&self, file: FileId) -> Option<(u32, u32)> {
        *self.places.get(file.0 as usize)?
    }

    /// With those tables in one that are only in memory, if there are several.
    pub(crate) fn gathered(&self) -> Option<PlacedRows> {
        let is_unsaved = |table: &RowTable| table.origin().is_none();
        let unsaved = self.tables.iter().filter(|table| is_unsaved(table)).count();
        (unsaved > 1).then(|| self.merged(is_unsaved))
    }

    /// With `from` replaced by the same from a file.
    pub(crate) fn moved(&self, from: &RowTable, to: &RowTable) -> PlacedRows {
        let mut next = self.clone();
        for table in &mut next.tables {
            if table.as_bytes().as_ptr() == from.as_bytes().as_ptr() {
                *table = to.clone();
            }
        }
        next
    }

    /// With a further table, whose rows belong to `files`. Earlier rows of the same files are forgotten.
    pub(crate) fn with(&self, table: RowTable, files: &[FileId]) -> PlacedRows {
        let mut next = self.clone();
        let number = next.tables.len() as u32;
        for (row, file) in files.iter().enumerate().take(table.len()) {
            let file = file.0 as usize;
            if next.places.len() <= file {
                next.places.resize(file + 1, None);
            }
            next.places[file] = Some((number, row as u32));
        }
        next.tables.push(table);
        if next.tables.len() > MAX_TABLES { next.merged_small() } else { next }
    }

    /// For another list of files; what `renumber` gives no number for is forgotten.
    pub(crate) fn renumbered(&self, renumber: impl Fn(FileId) -> Option<FileId>) -> PlacedRows {
        let mut next = PlacedRows { tables: self.tables.clone(), places: Vec::new() };
        for (old, place) in self.places.iter().enumerate().filter(|(_, place)| place.is_some()) {
            if let Some(FileId(new)) = renumber(FileId(old as u32)) {
                if next.places.len() <= new as usize {
                    next.places.resize(new as usize + 1, None);
                }
                next.places[new as usize] = *place;
            }
        }
        next
    }

    /// With the rows that `other` has of the files to which `wanted` gives a number here, instead of those known here.
    pub(crate) fn taking_over(&self, other: &PlacedRows, wanted: impl Fn(FileId) -> Option<FileId>) -> PlacedRows {
        let mut next = self.clone();
        let before = next.tables.len() as u32;
        next.tables.extend_from_slice(&other.tables);
        for (old, place) in other.places.iter().enumerate() {
            let (Some((table, row)), Some(new)) = (*place, wanted(FileId(old as u32))) else { continue };
            let new = new.0 as usize;
            if next.places.len() <= new {
                next.places.resize(new + 1, None);
            }
            next.places[new] = Some((before + table, row));
        }
        next.without_unused()
    }

    /// Without tables of which no file has a row any more.
    fn without_unused(&self) -> PlacedRows {
        let mut kept: Vec<Option<u32>> = vec![None; self.tables.len()];
        for (table, _) in self.places.iter().flatten() {
            kept.get_mut(*table as usize).into_iter().for_each(|number| *number = Some(0));
        }
        let mut tables = Vec::new();
        for (number, table) in kept.iter_mut().zip(&self.tables).filter(|(number, _)| number.is_some()) {
            *number = Some(tables.len() as u32);
            tables.push(table.clone());
        }
        let moved = |(table, row): (u32, u32)| Some(((*kept.get(table as usize)?)?, row));
        let places = self.places.iter().map(|place| place.and_then(moved)).collect();
        PlacedRows { tables, places }
    }

    /// With its small tables in one: of many tables most are, and large ones are too much to copy again and again.
    fn merged_small(&self) -> PlacedRows {
        let all: usize = self.tables.iter().map(|table| table.as_bytes().len()).sum();
        self.merged(|table| table.as_bytes().len() <= all / SMALL)
    }

    /// With the tables for which `joins` holds in one, without their rows that no file has any more.
    fn merged(&self, joins: impl Fn(&RowTable) -> bool) -> PlacedRows {
        let mut next = PlacedRows { tables: Vec::new(), places: vec![None; self.places.len()] };
        let mut kept = vec![None; self.tables.len()];
        let mut is_used = vec![false; self.tables.len()];
        for (table, _) in self.places.iter().flatten() {
            is_used.get_mut(*table as usize).into_iter().for_each(|used| *used = true);
        }
        let stays = |(number, table): &(usize, &RowTable)| is_used[*number] && !joins(table);
        for (number, table) in self.tables.iter().enumerate().filter(stays) {
            kept[number] = Some(next.tables.len() as u32);
            next.tables.push(table.clone());
        }
        let (mut builder, joined) = (RowTableBuilder::default(), next.tables.len() as u32);
        for (file, place) in next.places.iter_mut().enumerate() {
            let Some((table, row)) = self.places[file] else { continue };
            if let Some(table) = kept.get(table as usize).copied().flatten() {
                *place = Some((table, row));
            } else if let Some(row) = self.of(FileId(file as u32)) {
                *place = Some((joined, builder.len() as u32));
                builder.push(|bytes| bytes.extend_from_slice(row));
            }
        }
        next.tables.push(builder.finish());
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::trigrams::{TrigramQuery, TrigramTableBuilder};

    fn table(texts: &[&str]) -> RowTable {
        let mut builder = TrigramTableBuilder::default();
        texts.iter().for_each(|text| builder.push(text));
        builder.finish()
    }

    fn holds(placed: &PlacedRows, file: u32, word: &str) -> Option<bool> {
        placed.of(FileId(file)).map(|row| TrigramQuery::of_literals([word]).may_match(row))
    }

    #[test]
    fn the_newest_filter_of_a_file_counts_through_renumbering_and_merging() {
        let mut placed = PlacedRows::default().with(table(&["alpha", "beta"]), &[FileId(0), FileId(2)]);
        assert_eq!((holds(&placed, 0, "alpha"), holds(&placed, 1, "alpha")), (Some(true), None));
        placed = placed.with(table(&["gamma"]), &[FileId(0)]);
        assert_eq!((holds(&placed, 0, "alpha"), holds(&placed, 0, "gamma")), (Some(false), Some(true)));
        placed = placed.renumbered(|FileId(old)| (old != 0).then_some(FileId(old + 5)));
        assert_eq!((holds(&placed, 0, "gamma"), holds(&placed, 7, "beta")), (None, Some(true)));
        for number in 0..40 {
            placed = placed.with(table(&["delta"]), &[FileId(number % 3)]);
        }
        assert!(placed.tables.len() <= MAX_TABLES);
        assert_eq!((holds(&placed, 1, "delta"), holds(&placed, 7, "beta")), (Some(true), Some(true)));
    }

    #[test]
    fn what_another_has_is_taken_over_and_tables_without_rows_go() {
        let mine = PlacedRows::default().with(table(&["alpha"]), &[FileId(0)]).with(table(&["beta"]), &[FileId(1)]);
        let other = PlacedRows::default().with(table(&["gamma", "delta"]), &[FileId(4), FileId(5)]);
        let both = mine.taking_over(&other, |FileId(old)| (old == 4).then_some(FileId(0)));
        assert_eq!((holds(&both, 0, "alpha"), holds(&both, 0, "gamma")), (Some(false), Some(true)));
        assert_eq!((holds(&both, 1, "beta"), holds(&both, 5, "delta")), (Some(true), None));
        assert_eq!(both.tables.len(), 2, "the first table has no row left");
    }

    #[test]
    fn damaged_bytes_are_unknown_rows_and_never_a_panic() {
        let good = table(&["alpha beta gamma", "", "delta epsilon"]).as_bytes().to_vec();
        let ask_all = |bytes: Vec<u8>| {
            let Some(table) = RowTable::open(std::sync::Arc::new(bytes)) else { return };
            for row in 0..table.len() + 1 {
                let query = TrigramQuery::of_literals(["epsilon"]);
                let _ = table.row(row).map(|row| query.may_match(row));
            }
        };
        for at in 0..good.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut bytes = good.clone();
                bytes[at] = value;
                ask_all(bytes);
            }
            ask_all(good[..at].to_vec());
            ask_all(good[at..].to_vec());
        }
        let empty = RowTableBuilder::default().finish();
        assert!(RowTable::open(std::sync::Arc::new(empty.as_bytes().to_vec())).is_some_and(|table| table.is_empty()));
    }
}
