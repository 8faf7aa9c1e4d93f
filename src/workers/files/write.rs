//! Rows → a file of `file:line:column:text`, which editors open as a list of places.

use crate::app::WriteRequest;
use crate::docql::Hit;
use crate::document::LineIndex;
use crate::library::Library;
use crate::stdx::printable;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Writes the rows; what came of it, as a sentence.
pub fn write(library: &Library, request: &WriteRequest) -> String {
    let file = Path::new(&request.file);
    let mut open = std::fs::OpenOptions::new();
    open.write(true).create(true).truncate(true).create_new(!request.replace);
    let name = printable(&request.file);
    let written = open.open(file).and_then(|out| lines(library, &request.hits, &mut std::io::BufWriter::new(out)));
    match written {
        Ok(()) => {
            let noun = if request.hits.len() == 1 { "row" } else { "rows" };
            format!("{} {noun}{} written to {name}", request.hits.len(), request.note)
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            format!("{name} is there already; write! {name} replaces it")
        }
        Err(error) => format!("cannot write {name}: {error}"),
    }
}

/// Paths are absolute, so that an editor finds the files wherever it is started.
fn lines(library: &Library, hits: &[Hit], out: &mut dyn Write) -> std::io::Result<()> {
    let mut held: Option<(Arc<str>, Arc<str>, LineIndex)> = None;
    for hit in hits {
        let Some(id) = library.find(&hit.path) else { continue };
        if held.as_ref().is_none_or(|(path, ..)| *path != hit.path) {
            held = library.text(id).ok().map(|text| {
                let index = LineIndex::new(&text);
                (Arc::clone(&hit.path), text, index)
            });
        }
        let line = hit.shown_line().max(1);
        let text = held.as_ref().map_or("", |(_, text, index)| index.text(text, line));
        // In bytes from 1: the name where the line holds it, else the first letter.
        let start = text.find(&hit.name).filter(|_| !hit.name.is_empty());
        let column = start.unwrap_or(text.len() - text.trim_start().len()) + 1;
        // A file that no editor can open is named as it is shown.
        let path = library
            .lines_place(id)
            .map_or_else(|_| printable(&hit.path).into_owned(), |path| path.display().to_string());
        writeln!(out, "{path}:{line}:{column}:{}", printable(text))?;
    }
    out.flush()
}
