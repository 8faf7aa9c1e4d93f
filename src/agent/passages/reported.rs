//! Where a report says to look: places that it names, and the files that hold most of its words, wherever in them.

use super::reading::is_program;
use crate::agent::question::{Analysis, weighed};
use crate::docql;
use crate::library::{FileId, Library};
use crate::search::{moved_line, trace};
use crate::stdx::Ticket;
use std::collections::HashSet;
use std::sync::Arc;

/// Places of a report that are read, at most.
const MAX_PLACES: usize = 2;

/// Files that are read where a question is the output of a compiler.
const MAX_LISTED: usize = 6;

/// What stands above traces whose last frame is the innermost.
const INNERMOST_LAST: &[&str] = &["(most recent call last)"];

/// Files that are told as likely, at most.
const MAX_FILES: usize = 40;

/// Places of a report whose lines are compared with what it says of them, at most.
const MAX_COMPARED: usize = 20;

/// What a report names.
#[derive(Debug, Default)]
pub(in crate::agent) struct Named {
    /// Its places, as they are read.
    pub places: Vec<String>,
    /// Those of them whose lines are others now.
    pub moved: Vec<String>,
}

/// Places that a report names, in files of the workspace: those of its trace, the innermost first and sources
/// before others, then paths.
pub(in crate::agent) fn named_places(text: &str, library: &Library) -> Named {
    let mut trace = trace(text, library);
    if INNERMOST_LAST.iter().any(|says| text.contains(says)) {
        trace.places.reverse();
    }
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    // Where most lines name places, nothing else is asked about.
    let most = if trace.places.len() * 2 >= lines { MAX_LISTED } else { MAX_PLACES };
    let mut places: Vec<(FileId, String)> = Vec::new();
    let mut moved = Vec::new();
    for mut place in trace.places {
        if places.len() < MAX_COMPARED
            && let Some(line) = moved_line(&place, &[], library)
        {
            let path = &library.file(place.file).path;
            moved
                .push(format!("{path}: what is said of line {} stands in line {line}: of another version", place.line));
            place.line = line;
        }
        let path = &library.file(place.file).path;
        let written = if place.line > 0 { format!("{path}:{}", place.line) } else { path.to_string() };
        places.push((place.file, written));
    }
    for path in Analysis::of(text).paths() {
        if let Some(reference) = docql::Reference::read(path, library) {
            places.push((reference.file, path.to_owned()));
        }
    }
    places.sort_by_key(|(file, _)| !is_program(library.file(*file)));
    let mut seen = HashSet::new();
    places.retain(|(file, _)| seen.insert(*file));
    Named { places: places.into_iter().take(most).map(|(_, place)| place).collect(), moved }
}

/// The paths of the workspace's own sources that hold most of what a report says, best first.
pub(in crate::agent) fn likely_files(report: &str, library: &Library, ticket: &Ticket) -> Vec<Arc<str>> {
    let words = weighed(report);
    let found = library.files_by_words(&words, &|file| is_program(library.file(file)), ticket);
    found.into_iter().take(MAX_FILES).map(|(file, _)| Arc::clone(&library.file(file).path)).collect()
}
