//! The tables of files – CSV, sheets, pages – as one database, so that they answer SQL like any other.

use crate::databases::{Database, DatabaseProblem, WrittenTable};
use crate::document::{Document, Kind, Table};
use crate::library::{FileId, Library};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

/// Bytes of texts that are taken, at most.
const MAX_BYTES: usize = 64 << 20;

/// What the last row of a table begins with that sums the others up: it is none of them.
const TOTALS: &[&str] =
    &["total", "totals", "grand total", "sum", "subtotal", "average", "gesamt", "summe", "合计", "总计", "小计"];

/// Why a table of a file is none that SQL can ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum NoTable {
    #[error("it has no row with the names of its columns")]
    Unnamed,
    #[error("its row {0} has more values than there are columns")]
    TooWide(usize),
}

/// The tables of files as a database.
pub struct FileTables {
    /// The database.
    pub database: Arc<Database>,
    /// The file of each of its tables.
    pub files: Vec<FileId>,
    /// Tables that are none of it, and why.
    pub left_out: Vec<(FileId, String)>,
}

/// Whether a file holds nothing but tables.
pub fn holds_tables(library: &Library, file: FileId) -> bool {
    let entry = library.file(file);
    match entry.format.id {
        "csv" | "xlsx" => true,
        "opendocument" => entry.path.ends_with(".ods") || entry.path.ends_with(".ots"),
        _ => false,
    }
}

/// The tables of these files as one database: each is called like its file, or, where there are several, like the sheet
/// that it is; on a page like the section that it stands in.
///
/// # Errors
/// If they are too large.
pub fn tables_as_database(library: &Library, files: &[FileId]) -> Result<FileTables, DatabaseProblem> {
    let (mut tables, mut of_files, mut left_out): (Vec<WrittenTable>, Vec<FileId>, Vec<(FileId, String)>) =
        Default::default();
    let mut bytes = 0;
    let mut taken = HashSet::new();
    for &file in files {
        let stem = stem(library, file);
        let document = match library.document(file) {
            Ok(document) => document,
            Err(problem) => {
                left_out.push((file, problem.to_string()));
                continue;
            }
        };
        for table in &document.tables {
            // A sheet that is the only one often has no name that anybody gave it.
            let name = match document.tables.as_slice() {
                [_] if holds_tables(library, file) => stem,
                _ => section(&document, table).unwrap_or(stem),
            };
            match written(&document, table, &mut bytes) {
                Ok(rows) => {
                    tables.push(WrittenTable { name: once(name, &mut taken), ..rows });
                    of_files.push(file);
                }
                Err(why) => left_out.push((file, format!("{name}: {why}"))),
            }
            if bytes > MAX_BYTES {
                return Err(DatabaseProblem::TooLarge);
            }
        }
    }
    let database = Arc::new(Database::of_tables(&tables)?);
    Ok(FileTables { database, files: of_files, left_out })
}

/// The name of a file without its ending.
fn stem(library: &Library, file: FileId) -> &str {
    let name = library.file(file).name();
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The name of the section, the sheet or the page that a table stands in.
fn section<'d>(document: &'d Document, table: &Table) -> Option<&'d str> {
    let mut node = document.nodes.get(table.node as usize)?;
    loop {
        node = document.nodes.get(node.parent? as usize)?;
        if matches!(node.kind, Kind::Heading | Kind::Page) && !node.name.trim().is_empty() {
            return Some(node.name.trim());
        }
    }
}

/// A name that no other one is equal to, in letters of any case.
fn once(name: &str, taken: &mut HashSet<String>) -> String {
    // SQLite keeps such names to itself.
    let name = if name.to_lowercase().starts_with("sqlite_") { format!("table {name}") } else { name.to_owned() };
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let free = std::iter::once(name.clone()).chain(numbered).find(|name| taken.insert(name.to_lowercase()));
    free.unwrap_or(name)
}

/// The rows of a table below the names of its columns; why not, if it has no such names, or rows that do not fit them.
fn written(document: &Document, table: &Table, bytes: &mut usize) -> Result<WrittenTable, NoTable> {
    let is_named = |title: &String| {
        let title = title.trim();
        title.chars().any(char::is_alphabetic)
    };
    let headers: Vec<&String> = table.headers.iter().collect();
    let width = headers.iter().rposition(|title| !title.trim().is_empty()).map_or(0, |last| last + 1);
    let named = headers[..width].iter().filter(|title| is_named(title)).count();
    // The first column of a sheet often has no name.
    if width == 0 || named + 1 < width || named == 0 {
        return Err(NoTable::Unnamed);
    }
    let mut taken = HashSet::new();
    let columns = table.columns(&document.text).into_iter().take(width);
    let columns: Vec<String> = columns.map(|name| once(&name, &mut taken)).collect();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for number in 0..table.row_count() {
        let cells: Vec<Cow<'_, str>> = table.cells(&document.text, number).collect();
        if cells.iter().skip(width).any(|cell| !cell.trim().is_empty()) {
            return Err(NoTable::TooWide(number + 1));
        }
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        *bytes += cells.iter().map(|cell| cell.len()).sum::<usize>();
        if *bytes > MAX_BYTES {
            return Ok(WrittenTable::default());
        }
        rows.push(cells.into_iter().take(width).map(Cow::into_owned).collect());
    }
    while rows.len() > 1 && rows.last().is_some_and(|row| is_total(row)) {
        rows.pop();
    }
    Ok(WrittenTable { name: String::new(), columns, rows })
}

/// Whether a row sums others up.
fn is_total(row: &[String]) -> bool {
    let first = row.iter().map(|cell| cell.trim()).find(|cell| !cell.is_empty()).unwrap_or_default();
    let name = first.trim_matches(|c: char| matches!(c, '*' | '_' | ':' | '：' | ' ')).to_lowercase();
    TOTALS.contains(&name.as_str())
}
