//! Where a report says to look: places that it names, and the files that hold most of its words, wherever in them.
//! Passages are put in the order of those.

use super::reading::is_program;
use super::shown::Chosen;
use crate::agent::question::{Analysis, weighed};
use crate::docql;
use crate::library::{FileId, Library};
use crate::search::{moved_line, trace};
use crate::stdx::Ticket;
use std::collections::HashSet;
use std::sync::Arc;

/// The constant of the fusion by which files are put in order: the first ones count most.
const FILE_FUSION: f32 = 3.0;

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

/// Puts the passages of a report in the order of their files: by where steps have put a file, and by where all words of
/// the report put it. Sources that the report names stay first, documents stay behind sources: a report names the manual, or
/// a manifest, beside what is wrong.
pub(super) fn by_files(chosen: Vec<Chosen>, likely: &[Arc<str>]) -> Vec<Chosen> {
    let mut files: Vec<Arc<str>> = Vec::new();
    for Chosen { passage, .. } in &chosen {
        if !files.contains(&passage.path) {
            files.push(Arc::clone(&passage.path));
        }
    }
    let rank = |files: &[Arc<str>], path: &Arc<str>| {
        files.iter().position(|file| file == path).map_or(0.0, |at| 1.0 / (FILE_FUSION + at as f32))
    };
    let worth = |path: &Arc<str>| rank(&files, path) + rank(likely, path);
    let worths: Vec<f32> = chosen.iter().map(|chosen| worth(&chosen.passage.path)).collect();
    let mut placed: Vec<(usize, f32, Chosen)> = Vec::new();
    for (at, (chosen, worth)) in chosen.into_iter().zip(worths).enumerate() {
        let is_first = chosen.is_named && chosen.passage.is_source;
        placed.push((if is_first { at } else { usize::MAX }, worth, chosen));
    }
    // Passages of one file are equals, and stay as they were.
    placed.sort_by(|(a_first, a_worth, a), (b_first, b_worth, b)| {
        let by_kind = a_first.cmp(b_first).then(b.passage.is_source.cmp(&a.passage.is_source));
        by_kind.then(b_worth.total_cmp(a_worth)).then_with(|| a.passage.path.cmp(&b.passage.path))
    });
    placed.into_iter().map(|(.., chosen)| chosen).collect()
}
