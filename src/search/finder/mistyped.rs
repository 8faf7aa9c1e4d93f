//! Paths that nothing has: the files whose names are nearly what was typed, with a letter too many, one missing, or two
//! exchanged.

use super::path_match::last_part;
use super::place::{has_known_ending, path_query};
use super::rank::{PathTarget, Wanted, directories, find_paths};
use crate::document::LineIndex;
use crate::library::{FileId, Library};
use crate::search::request::read::Request;
use crate::stdx::{Ticket, edit_distance};

/// Names that differ from what was typed by so many letters at most, and shorter ones by one.
const MAX_EDITS: usize = 2;

/// Names that are shorter than this are all alike.
const MIN_NAME: usize = 4;

/// Shorter names than this are taken for others at once.
const LONG_NAME: usize = 7;

/// Letters of the directories that may differ, at most, where names are told apart by them.
const MAX_APART: usize = 12;

/// Similar names that are offered, at most.
const MAX_SIMILAR: usize = 20;

/// Files, or directories, whose names are nearly the last part of what was typed, the nearest first; with an extension or
/// without, as it was typed.
pub fn similar(typed: &str, wanted: Wanted, library: &Library) -> Vec<PathTarget> {
    let typed = typed.trim_end_matches('/');
    let name = last_part(typed);
    let length = name.chars().count();
    if length < MIN_NAME {
        return Vec::new();
    }
    let limit = if length < LONG_NAME { 1 } else { MAX_EDITS };
    let near = |compared: &str, path: &str| {
        let edits = edit_distance(name, compared, limit);
        (edits <= limit).then(|| (edits, edit_distance(typed, path, MAX_APART)))
    };
    let of_file = |file: FileId| {
        let (whole, path) = (library.file(file).name(), &library.file(file).path);
        let stem = whole.rsplit_once('.').map_or(whole, |(stem, _)| stem);
        Some((near(if name.contains('.') { whole } else { stem }, path)?, PathTarget::File(file)))
    };
    let of_directory = |path: &str| Some((near(last_part(path), path)?, PathTarget::Directory(path.into())));
    let mut similar: Vec<((usize, usize), PathTarget)> = match wanted {
        Wanted::Files | Wanted::AllFiles => library.file_ids().filter_map(of_file).collect(),
        Wanted::Directories => directories(library).into_iter().filter_map(of_directory).collect(),
    };
    similar.sort_by_key(|(distance, _)| *distance);
    similar.into_iter().take(MAX_SIMILAR).map(|(_, target)| target).collect()
}

/// The files whose names are nearly a name that was typed with its ending, where paths have no more than its letters
/// somewhere: a slip of the fingers is likelier than letters that few would choose.
pub fn rather_meant(typed: &str, is_loose: bool, library: &Library) -> Vec<FileId> {
    if !is_loose || typed.contains(char::is_whitespace) || !has_known_ending(typed, library) {
        return Vec::new();
    }
    let name = last_part(typed);
    if library.files().iter().any(|file| is_short_for(name, file.name())) {
        return Vec::new();
    }
    let file = |target| match target {
        PathTarget::File(file) => Some(file),
        PathTarget::Directory(_) | PathTarget::Unread(_) => None,
    };
    similar(typed, Wanted::Files, library).into_iter().filter_map(file).collect()
}

/// Whether a name is short for another of the same ending: it begins as that does, and leaves out no more of it than people
/// who abbreviate do, `accts.go` for `accounts.go`.
fn is_short_for(short: &str, name: &str) -> bool {
    let (Some((short, ending)), Some((name, other))) = (short.rsplit_once('.'), name.rsplit_once('.')) else {
        return false;
    };
    let mut letters = name.chars().map(|c| c.to_ascii_lowercase());
    let stands = |c: char| letters.any(|letter| letter == c.to_ascii_lowercase());
    ending.eq_ignore_ascii_case(other)
        && short.len() + MOST_LEFT_OUT >= name.len()
        && short.chars().next().map(|c| c.to_ascii_lowercase()) == name.chars().next().map(|c| c.to_ascii_lowercase())
        && short.chars().all(stands)
}

/// Letters of a name that are left out, at most.
const MOST_LEFT_OUT: usize = 3;

/// Whether nobody writes so but of a path: three parts of one, or a name with the ending of files.
pub(super) fn is_surely_path(path: &str, library: &Library) -> bool {
    path.matches('/').count() >= 2 || has_known_ending(path, library)
}

/// The line that was typed behind a path, and how many lines its file has, if there are fewer.
pub(in crate::search) fn past_end(request: &Request, file: FileId, library: &Library) -> Option<(u32, u32)> {
    let ([text], None) = (&request.terms[..], &request.pasted) else { return None };
    let line = path_query(text, library)?.line?;
    let count = LineIndex::new(&library.peek_text(file).ok()?).count();
    (line > count).then_some((line, count))
}

/// The path that was typed, alone, if no file has it, an end of it, or its letters in this order.
pub(in crate::search) fn no_path(request: &Request, library: &Library, ticket: &Ticket) -> Option<String> {
    let [text] = &request.terms[..] else { return None };
    if request.pasted.is_some() || !request.phrases.is_empty() || text.contains("://") {
        return None;
    }
    let path = path_query(text, library)?.path;
    let is_nowhere = || {
        let found = find_paths(&path, Wanted::Files, true, library, 1, ticket).map(|found| found.best);
        found.is_ok_and(|best| match best.first() {
            Some(best) => !rather_meant(&path, best.is_loose, library).is_empty(),
            None => true,
        })
    };
    (is_surely_path(&path, library) && is_nowhere()).then_some(path)
}
