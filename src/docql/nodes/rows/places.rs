//! Where the rows of a table on a server stand as documents: in files of their own, each a piece of the table.

use super::row::{Row, Sheet};
use crate::databases::{file_name, piece_name};
use crate::docql::nodes::lists::item::Item;
use crate::document::{Cell, Kind, Span};
use crate::library::{FileId, Library, NodeRef, Origin, Outline};
use std::collections::HashMap;

/// A row as a document: its span in the text of its file, and its number.
pub(in crate::docql) type RowSpan = (Span, i64);

/// The first key of a piece, in the order of keys. Numbers are compared as such: names of files are not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum FirstKey {
    Number(i64),
    Text(String),
}

impl FirstKey {
    fn of(name: &str) -> FirstKey {
        name.parse().map_or_else(|_| FirstKey::Text(name.to_owned()), FirstKey::Number)
    }
}

/// The files with the rows of a table, in the order of the keys that they begin with.
#[derive(Debug, Default)]
pub(in crate::docql) struct RowPlaces {
    pieces: Vec<(FirstKey, FileId)>,
}

impl RowPlaces {
    /// Those of a table; none unless it is on a server and its rows are documents.
    pub fn of(library: &Library, sheet: &Sheet) -> RowPlaces {
        let schema = sheet.file.map(|file| library.file(file)).filter(|file| matches!(file.origin, Origin::Server(_)));
        let root = schema.filter(|file| file.is_database()).and_then(|file| file.path.rsplit_once('/'));
        let Some((root, _)) = root else { return RowPlaces::default() };
        let directory = format!("{root}/{}/", file_name(&sheet.title));
        let files = library.files();
        let first = files.partition_point(|file| *file.path < *directory);
        let inside = |(at, file): (usize, &crate::library::FileEntry)| {
            let name = file.path.strip_prefix(&directory)?;
            Some((FirstKey::of(name), FileId((first + at) as u32)))
        };
        let mut pieces: Vec<(FirstKey, FileId)> = files[first..].iter().enumerate().map_while(inside).collect();
        pieces.sort_unstable();
        RowPlaces { pieces }
    }

    /// The files whose tables have rows, in the order of the workspace.
    pub fn files(&self) -> impl Iterator<Item = FileId> {
        self.pieces.iter().map(|(_, file)| *file)
    }

    /// The place among the pieces of the one that holds a key. What comes before the first key is in the first.
    fn piece(&self, key: &[Cell]) -> usize {
        let name = FirstKey::of(&piece_name(key));
        self.pieces.partition_point(|(first, _)| *first <= name).saturating_sub(1)
    }

    /// The section that a row is; `None` if it is none.
    pub fn section(&self, library: &Library, row: &Row) -> Option<NodeRef> {
        let (_, file) = self.pieces.get(self.piece(&row.key()?))?;
        let outline = library.outline(*file)?;
        let node = rows_of(outline).find(|(_, number)| *number == row.number)?.0;
        Some(NodeRef { file: *file, node })
    }

    /// The places of rows by their keys and numbers, in the order of their files, and in each of their spans.
    pub fn spans(&self, library: &Library, rows: &HashMap<i64, Cell>) -> HashMap<FileId, Vec<RowSpan>> {
        let mut wanted: Vec<bool> = vec![false; self.pieces.len()];
        for key in rows.values() {
            if let Some(wanted) = wanted.get_mut(self.piece(std::slice::from_ref(key))) {
                *wanted = true;
            }
        }
        // Numbers have one order. That of texts is the server's, which need not be that of the names.
        let are_numbers = rows.values().all(|key| matches!(key, Cell::Integer(_)));
        let mut spans = HashMap::new();
        for ((_, file), is_wanted) in self.pieces.iter().zip(wanted) {
            let Some(outline) = library.outline(*file).filter(|_| is_wanted || !are_numbers) else { continue };
            let of_file = rows_of(outline).filter(|(_, number)| rows.contains_key(number));
            let of_file: Vec<RowSpan> = of_file.map(|(node, number)| (outline.span(node), number)).collect();
            if !of_file.is_empty() {
                spans.insert(*file, of_file);
            }
        }
        spans
    }
}

/// The sections that rows of servers are, one row after the other: what was looked up of a table serves its other rows.
#[derive(Debug)]
pub struct RowSections<'l> {
    library: &'l Library,
    places: HashMap<(FileId, u32), RowPlaces>,
}

impl<'l> RowSections<'l> {
    /// Looks for sections in `library`.
    pub fn new(library: &'l Library) -> RowSections<'l> {
        RowSections { library, places: HashMap::new() }
    }

    /// The section that an item is; `None` if it is no row of a server, or one without long text.
    pub fn of(&mut self, item: &Item) -> Option<NodeRef> {
        let Item::Row(row) = item else { return None };
        let places = self.places.entry((row.sheet.file?, row.sheet.node));
        places.or_insert_with(|| RowPlaces::of(self.library, &row.sheet)).section(self.library, row)
    }
}

/// The rows that are sections of a document, and their numbers, in the order of the document.
fn rows_of(outline: Outline<'_>) -> impl Iterator<Item = (u32, i64)> {
    let is_row = move |node: &u32| outline.kind(*node) == Kind::Heading && outline.level(*node) > 1;
    (0..outline.len()).filter(is_row).filter_map(move |node| Some((node, row_number(outline.detail(node))?)))
}

/// The number of the row that is a section with this anchor, which it ends in: `articles-42`, `articles--42`.
pub(in crate::docql) fn row_number(anchor: &str) -> Option<i64> {
    let digits = anchor.len() - anchor.bytes().rev().take_while(u8::is_ascii_digit).count();
    let before = anchor[..digits].strip_suffix('-')?;
    let start = if before.ends_with('-') { digits - 1 } else { digits };
    anchor[start..].parse().ok()
}
