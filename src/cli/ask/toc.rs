//! `docql toc` and `docql skipped`: what is there, and what is not.

use crate::cli::arguments::{Skipped, Toc};
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::cli::run::open;
use crate::document::{Family, Kind};
use crate::library::{FileEntry, FileId, Library, Needs};
use crate::report;
use crate::stdx::printing;
use crate::stdx::{Ticket, printable, size};
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
    let mut out = printing::stdout();
    report::toc(&library, &files, arguments.depth, &mut out)?;
    out.flush()?;
    remark(&library)?;
    if files.is_empty() {
        let mut formats: Vec<&str> = library.files().iter().map(|file| file.format.label).collect();
        formats.sort_unstable();
        formats.dedup();
        let has_entities = library.file_ids().any(|file| {
            let is_entity = |kind: Kind| kind.family() == Family::Entity;
            library.outline(file).is_some_and(|outline| (0..outline.len()).any(|node| is_entity(outline.kind(node))))
        });
        let told = match formats.as_slice() {
            [] => "no files here".to_owned(),
            formats if has_entities => {
                format!("nothing here has an outline ({}); $.entities[*] lists what is named in it", formats.join(", "))
            }
            formats => format!("nothing here has an outline ({}); docql show FILE prints a file", formats.join(", ")),
        };
        writeln!(printing::stderr(), "docql: {told}")?;
    }
    Ok(if files.is_empty() { NOTHING } else { FOUND })
}

/// Says which files have no outline because of their size, or of what they are made of.
fn remark(library: &Library) -> std::io::Result<()> {
    const NAMED: usize = 5;
    let large: Vec<_> = library.files().iter().filter(|file| file.text_only).collect();
    let mut out = printing::stderr();
    for file in large.iter().take(NAMED) {
        writeln!(out, "docql: {}: {}", printable(&file.path), file.too_large())?;
    }
    if large.len() > NAMED {
        writeln!(out, "docql: {} more are too large for an outline", large.len() - NAMED)?;
    }
    let without: Vec<_> = library.without_outline().collect();
    for skipped in without.iter().take(NAMED) {
        writeln!(out, "docql: {}: {}", printable(&skipped.path), printable(&skipped.reason))?;
    }
    if without.len() > NAMED {
        writeln!(out, "docql: {} more are text only (docql skipped)", without.len() - NAMED)?;
    }
    if !large.is_empty() {
        writeln!(out, "docql: --max-filesize 64M gives outlines to files up to 64 MB")?;
    }
    Ok(())
}

/// Prints what was left out, and why. Files that turn out binary are known only after they were read.
pub fn skipped(arguments: Skipped) -> anyhow::Result<u8> {
    let indexer = open::open(&arguments.paths, &arguments.workspace)?;
    let _ = indexer.ensure(&Needs::Structure, &Ticket::forever(), &|_| {});
    let library = indexer.library();
    let mut out = printing::stdout();
    for entry in library.too_large() {
        writeln!(out, "{}: {}", printable(&entry.path), entry.too_large())?;
    }
    // Of what has no outline anyway only the lines are missed.
    let is_told = |entry: &&FileEntry| library.too_large().all(|other| other.path != entry.path);
    let in_lines: Vec<&FileEntry> = library.beyond_words().filter(is_told).collect();
    for entry in &in_lines {
        let size = size(entry.size);
        writeln!(out, "{}: {size}: too large for the index of words, its lines are searched", printable(&entry.path))?;
    }
    for skipped in library.skipped() {
        writeln!(out, "{}: {}", printable(&skipped.path), printable(&skipped.reason))?;
    }
    out.flush()?;
    let is_empty = library.skipped().is_empty() && library.too_large().next().is_none() && in_lines.is_empty();
    Ok(if is_empty { NOTHING } else { FOUND })
}
