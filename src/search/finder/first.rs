//! Files that come before all other hits, because their paths were typed.

use super::place::{PathQuery, path_query};
use super::rank::{PathTarget, Wanted, find_paths};
use crate::document::{Kind, LineIndex, Span};
use crate::library::{FileId, Library};
use crate::search::model::target::Target;
use crate::search::words::question::Question;

/// Files put first, at most: what lies further behind is found as any other hit.
const MAX_FIRST: usize = 30;

/// Letters of a word, at least, that are looked for as the beginnings of parts where it occurs nowhere.
const MIN_LETTERS: usize = 3;

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

/// The files whose paths were typed, best first. A word that is no path may be the beginnings of parts run together
/// where nothing holds it as it is written, and any letters of a path where nothing is like it.
pub(in crate::search) fn first_files(question: &Question<'_>, known: Known) -> Vec<Target> {
    let request = question.request;
    let [text] = &request.terms[..] else { return Vec::new() };
    if !request.phrases.is_empty() || !question.options.asks_words() || !question.filter.accepts_kind(Kind::File) {
        return Vec::new();
    }
    let library = question.library;
    let (query, loose) = match path_query(text, library) {
        Some(query) => (query, known == Known::No),
        None if known != Known::AsWritten && text.chars().count() >= MIN_LETTERS => {
            (PathQuery::read(text, library), known == Known::No)
        }
        None => return Vec::new(),
    };
    // Overtaken work has no answer.
    let found =
        find_paths(&query.path, Wanted::Files, loose, library, MAX_FIRST, question.ticket).unwrap_or_default().best;
    let is_sure = found.iter().any(|path| !path.is_loose);
    let files = found.into_iter().filter(|path| !is_sure || !path.is_loose).filter_map(|path| match path.target {
        PathTarget::File(file) => Some(file),
        PathTarget::Directory(_) => None,
    });
    let files = files.filter(|&file| question.filter.accepts_file(file));
    files.map(|file| target(file, &query, library)).collect()
}

/// The file, or the line of it that was typed.
fn target(file: FileId, query: &PathQuery, library: &Library) -> Target {
    let line = || {
        let text = library.text(file).ok()?;
        let lines = LineIndex::new(&text);
        let line = query.line?.clamp(1, lines.count().max(1));
        let (start, end) = (lines.start(line), lines.start(line + 1));
        let column = query.column.unwrap_or(1).saturating_sub(1).min(end.saturating_sub(start));
        let end = Span::new(start, end).of(&text).trim_end().len() as u32 + start;
        Some(Target::Line { file, span: Span::new((start + column).min(end), end), line })
    };
    line().unwrap_or(Target::File(file))
}
