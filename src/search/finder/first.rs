//! Files that come before all other hits, because their paths were typed.

use super::doubt::Doubt;
use super::mistyped::{is_surely_path, rather_meant, similar};
use super::moved::moved_line;
use super::place::{PathQuery, has_known_ending, path_query};
use super::rank::{PathTarget, Wanted, find_paths};
use super::test_lines::declaring_test;
use super::traces::{Trace, TraceMessage, TracePlace, trace};
use crate::document::{Kind, LineIndex, Span};
use crate::library::{FileId, Library, TrigramQuery, is_source};
use crate::search::literal::raising::raising;
use crate::search::model::target::Target;
use crate::search::words::question::Question;

/// Files put first, at most: what lies further behind is found as any other hit.
const MAX_FIRST: usize = 30;

/// Files that are only called like the path that was typed, at most.
const MAX_SIMILAR: usize = 5;

/// Letters of a word, at least, that are looked for as the beginnings of parts where it occurs nowhere.
const MIN_LETTERS: usize = 3;

/// Files that are read to find out whether one holds what was typed.
const MAX_READ: usize = 50;

/// Words of a path, at most.
const MAX_WORDS: usize = 4;

/// How much of what was typed occurs in the workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum Known {
    /// Something holds it as it is written.
    AsWritten,
    /// Something like it was found.
    Nearly,
    /// Nothing was found.
    No,
}

/// The files whose paths were typed, best first, or the lines that a message names.
pub(in crate::search) fn first_files(question: &Question<'_>, known: Known) -> Vec<Target> {
    let request = question.request;
    if !question.options.asks_words() || !question.filter.accepts_kind(Kind::File) {
        return Vec::new();
    }
    if !request.phrases.is_empty() {
        return of_quoting(question);
    }
    if let Some(pasted) = &request.pasted {
        return of_message(pasted, question);
    }
    match &request.terms[..] {
        [] => Vec::new(),
        [text] => of_path(text, question, known),
        terms => {
            let typed = request.typed.join(" ");
            if let Some(query) = path_query(&typed, question.library) {
                return files(&query.path, false, question)
                    .into_iter()
                    .map(|(file, _)| target(file, &query, question.library))
                    .collect();
            }
            let lines = of_message(&typed, question);
            if lines.is_empty() { of_words(terms, question) } else { lines }
        }
    }
}

/// Whether the whole path of a file was typed, or an end of it with the ending of the file: then that file is meant, and
/// names that hold some of the words of its path are not.
pub(in crate::search) fn is_whole_path(question: &Question<'_>) -> bool {
    let (request, library) = (question.request, question.library);
    let [text] = &request.terms[..] else { return false };
    let others = [&request.phrases, &request.fuzzy, &request.excluded].iter().any(|words| !words.is_empty());
    if others
        || request.pasted.is_some()
        || request.is_to_the_letter()
        || !question.options.asks_words()
        || !question.filter.accepts_kind(Kind::File)
    {
        return false;
    }
    let Some(path) = path_query(text, library).map(|query| query.path.to_lowercase()) else { return false };
    let is_end = |of: &str| {
        let start = of.len().checked_sub(path.len());
        let end = start.and_then(|start| Some((of.get(..start)?, of.get(start..)?)));
        end.is_some_and(|(before, end)| end.eq_ignore_ascii_case(&path) && (before.is_empty() || before.ends_with('/')))
    };
    has_known_ending(&path, library)
        && library.file_ids().any(|file| is_end(&library.file(file).path) && question.filter.accepts_file(file))
}

/// What is a path by its form may be any letters of one where no text holds it. A word that is none may be the beginnings
/// of parts run together where nothing holds it as it is written, and any letters of a path where nothing is like it.
fn of_path(text: &str, question: &Question<'_>, known: Known) -> Vec<Target> {
    let library = question.library;
    let (query, loose) = match path_query(text, library) {
        Some(query) if known == Known::AsWritten && !is_surely_path(&query.path, library) => (query, false),
        Some(query) => (query, true),
        None if known != Known::AsWritten && text.chars().count() >= MIN_LETTERS => {
            (PathQuery::read(text, library), known == Known::No)
        }
        None => return Vec::new(),
    };
    let mut found = files(&query.path, loose, question);
    // A word that is the name of a file as well means that only where the file is none of the tests.
    if known == Known::AsWritten && !text.contains(['/', '.']) {
        found.retain(|(file, _)| is_source(library.file(*file)));
    }
    // What stands in a text is that before it is nearly a path: `read/write`.
    if known != Known::No && found.iter().any(|(_, is_loose)| *is_loose) && stands(text, question) {
        return Vec::new();
    }
    if known != Known::AsWritten && is_surely_path(&query.path, library) {
        let near = match found.is_empty() {
            true => similar(&query.path, Wanted::Files, library).into_iter().filter_map(file_of).collect(),
            false => rather_meant(&query.path, found.iter().all(|(_, is_loose)| *is_loose), library),
        };
        let near = near.into_iter().filter(|file| question.filter.accepts_file(*file)).take(MAX_SIMILAR);
        let near: Vec<Target> = near.map(|file| target(file, &query, library)).collect();
        if found.is_empty() || !near.is_empty() {
            return near;
        }
    }
    let lines = |file: FileId| library.peek_text(file).map_or(0, |text| LineIndex::new(&text).count());
    // Of files that are only like what was typed those are meant that have the line.
    let lacks_line =
        |(file, is_loose): &(FileId, bool)| *is_loose && query.line.is_some_and(|line| lines(*file) < line);
    let (without, with): (Vec<_>, Vec<_>) = found.into_iter().partition(lacks_line);
    with.into_iter().chain(without).map(|(file, _)| target(file, &query, library)).collect()
}

fn file_of(path: PathTarget) -> Option<FileId> {
    match path {
        PathTarget::File(file) => Some(file),
        PathTarget::Directory(_) | PathTarget::Unread(_) => None,
    }
}

/// Whether a text holds `typed`, whatever the case; of those that can hold it a few are read.
fn stands(typed: &str, question: &Question<'_>) -> bool {
    let (library, lower, trigrams) = (question.library, typed.to_lowercase(), TrigramQuery::of_literals([typed]));
    let can_hold = |file: &FileId| {
        question.filter.accepts_file(*file) && library.trigrams(*file).is_some_and(|row| trigrams.may_match(row))
    };
    let holds = |file: FileId| library.peek_text(file).is_ok_and(|text| text.to_lowercase().contains(&lower));
    library.file_ids().filter(can_hold).take(MAX_READ).any(holds)
}

/// Lines that a message names which quotes what it is about: `a.go:12:2: "sort" imported and not used`. Words beside what
/// is quoted name no file by themselves.
fn of_quoting(question: &Question<'_>) -> Vec<Target> {
    let request = question.request;
    if request.terms.is_empty() {
        return Vec::new();
    }
    let trace = trace(&request.typed.join(" "), question.library);
    if trace.places.iter().any(|place| place.line > 0) { of_trace(&trace, question) } else { Vec::new() }
}

/// Lines that a message names, as compilers and traces do.
fn of_message(text: &str, question: &Question<'_>) -> Vec<Target> {
    of_trace(&trace(text, question.library), question)
}

fn of_trace(trace: &Trace, question: &Question<'_>) -> Vec<Target> {
    let library = question.library;
    let accepted = |file: FileId| question.filter.accepts_file(file);
    let at = |file: FileId, line: u32, column: Option<u32>| {
        target(file, &PathQuery { path: String::new(), line: Some(line), column }, library)
    };
    let made = |message: &TraceMessage| {
        let made = raising(&message.said, library, question.ticket).into_iter().filter(|(file, _)| accepted(*file));
        made.map(|(file, line)| at(file, line, None)).collect()
    };
    let place = |place: &TracePlace| {
        let is_file = place.line == 0 && place.function.is_none() && place.source.is_none();
        if is_file {
            return accepted(place.file).then_some(Target::File(place.file));
        }
        let column = Some(place.column).filter(|&column| column > 0);
        let line = moved_line(place, &[], library);
        let column = column.filter(|_| line.is_none());
        accepted(place.file).then(|| at(place.file, line.unwrap_or(place.line), column))
    };
    let tests = trace.named.iter().filter_map(|named| {
        let (file, line) = declaring_test(named, library)?;
        accepted(file).then(|| at(file, line, None))
    });
    let mut found: Vec<Target> = tests.take(MAX_FIRST).collect();
    found.extend(in_order(trace, made, place));
    found.truncate(MAX_FIRST);
    found
}

/// What a trace leads to, in its order, at most [`MAX_FIRST`]: a trace may name thousands of places, and files are read for
/// each that is looked for.
fn in_order<T: PartialEq>(
    trace: &Trace,
    made: impl Fn(&TraceMessage) -> Vec<T>,
    at: impl Fn(&TracePlace) -> Option<T>,
) -> Vec<T> {
    let mut out: Vec<T> = Vec::new();
    let mut messages = trace.told().peekable();
    // What may be of another project stands behind what makes the message.
    let is_doubtful = |at: &usize| trace.places[*at].doubt.is_some_and(Doubt::is_strong);
    let (doubtful, sure): (Vec<usize>, Vec<usize>) = (0..trace.places.len()).partition(is_doubtful);
    let places = sure.into_iter().chain(doubtful).map(Some).chain(std::iter::once(None));
    for place in places {
        let number = place.filter(|at| !is_doubtful(at)).unwrap_or(trace.places.len());
        let (mut found, mut guessed) = (Vec::new(), Vec::new());
        // Where a message was made says more than the place that it was told at, unless several may have made it.
        while let Some(message) = messages.next_if(|message| message.at <= number) {
            let made = made(message);
            if made.len() > 1 { &mut guessed } else { &mut found }.extend(made);
        }
        if out.len() + found.len() < MAX_FIRST {
            found.extend(place.and_then(|place| at(&trace.places[place])));
        }
        found.extend(guessed);
        for target in found {
            if !out.contains(&target) {
                out.push(target);
            }
        }
        if out.len() >= MAX_FIRST {
            break;
        }
    }
    out.truncate(MAX_FIRST);
    out
}

/// Words that are all in a path, one of them the whole name of a file with its ending: `http server.go`.
fn of_words(words: &[String], question: &Question<'_>) -> Vec<Target> {
    let is_name = |word: &String| {
        word.contains('.') && question.library.files().iter().any(|file| file.name().eq_ignore_ascii_case(word))
    };
    if words.len() > MAX_WORDS {
        return Vec::new();
    }
    // A line of a diff or of `git status`: `+++ b/http/server.go`, `modified: http/server.go`.
    let (paths, others): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.contains('/'));
    let says_little = |word: &&String| word.ends_with(':') || word.chars().filter(|c| c.is_alphabetic()).count() <= 1;
    if let ([path], true) = (&paths[..], others.iter().all(says_little)) {
        let path = PathQuery::read(path, question.library).path;
        let file = question.library.find(&path).filter(|&file| question.filter.accepts_file(file));
        return file.map(Target::File).into_iter().collect();
    }
    if !words.iter().any(is_name) {
        return Vec::new();
    }
    files(&words.join(" "), false, question).into_iter().map(|(file, _)| Target::File(file)).collect()
}

/// The files that a path may mean, and whether they match loosely.
fn files(path: &str, loose: bool, question: &Question<'_>) -> Vec<(FileId, bool)> {
    // Overtaken work has no answer.
    let found = find_paths(path, Wanted::Files, loose, question.library, MAX_FIRST, question.ticket);
    let found = found.unwrap_or_default().best;
    let is_sure = found.iter().any(|path| !path.is_loose);
    let files = found.into_iter().filter(|path| !is_sure || !path.is_loose);
    let files = files.filter_map(|path| Some((file_of(path.target)?, path.is_loose)));
    files.filter(|(file, _)| question.filter.accepts_file(*file)).collect()
}

/// The file, or the line of it that was typed.
fn target(file: FileId, query: &PathQuery, library: &Library) -> Target {
    let line = || {
        let text = library.text(file).ok()?;
        let lines = LineIndex::new(&text);
        let line = query.line?.clamp(1, lines.count().max(1));
        let (start, end) = (lines.start(line), lines.start(line + 1));
        let written = Span::new(start, end).of(&text);
        // The white space in front of a line is no part of what is shown.
        let indent = (written.len() - written.trim_start().len()) as u32;
        let column = query.column.map_or(indent, |column| column - 1).min(end.saturating_sub(start));
        let end = written.trim_end().len() as u32 + start;
        Some(Target::Line { file, span: Span::new((start + column).min(end), end), line })
    };
    line().unwrap_or(Target::File(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn of_a_long_trace_no_more_is_looked_for_than_is_put_first_and_a_message_that_is_told_again_once() {
        let place = |line| TracePlace::at(FileId(0), line, String::new());
        let message = |said: &str| TraceMessage { at: 0, said: said.to_owned() };
        let messages = ["a", "a", "a", "a", "a", "a", "b"].map(message).to_vec();
        let trace = Trace { places: (1..5_000).map(place).collect(), messages, ..Trace::default() };
        let looked_for = Cell::new(0);
        let made = |message: &TraceMessage| vec![u32::from(message.said.as_bytes()[0])];
        let found = in_order(&trace, made, |place| {
            looked_for.set(looked_for.get() + 1);
            Some(place.line + 1_000)
        });
        assert_eq!((found.len(), looked_for.get()), (MAX_FIRST, MAX_FIRST - 2));
        assert_eq!(found[..4], [97, 98, 1_001, 1_002]);
    }
}
