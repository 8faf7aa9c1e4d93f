//! `docql toc` and `docql skipped`: what is there, and what is not.

use super::args::{Skipped, Toc};
use super::{FOUND, NOTHING, open};
use crate::library::{FileId, Needs};
use crate::report;
use crate::stdx::{Ticket, printable};
use std::io::Write;

/// Prints the outline of all files.
pub fn run(arguments: Toc) -> anyhow::Result<u8> {
    let indexer = open::open(&arguments.paths, &arguments.workspace)?;
    // The ticket never goes stale, so this cannot fail.
    let _ = indexer.ensure(&Needs::Structure, &Ticket::forever(), &|_| {});
    let library = indexer.library();
    let files: Vec<FileId> = library
        .file_ids()
        .filter(|file| {
            library.outline(*file).is_some_and(|outline| (0..outline.len()).any(|node| outline.kind(node).in_outline()))
        })
        .collect();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    report::toc(&library, &files, arguments.depth, &mut out)?;
    out.flush()?;
    Ok(if files.is_empty() { NOTHING } else { FOUND })
}

/// Prints what was left out, and why. Files that turn out binary are known only after they were read.
pub fn skipped(arguments: Skipped) -> anyhow::Result<u8> {
    let indexer = open::open(&arguments.paths, &arguments.workspace)?;
    let _ = indexer.ensure(&Needs::Structure, &Ticket::forever(), &|_| {});
    let library = indexer.library();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for skipped in library.skipped() {
        writeln!(out, "{}: {}", printable(&skipped.path), printable(&skipped.reason))?;
    }
    out.flush()?;
    Ok(if library.skipped().is_empty() { NOTHING } else { FOUND })
}
