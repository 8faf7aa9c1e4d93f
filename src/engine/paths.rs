//! Files and directories by what is typed of their paths → rows.

use super::left_out::left_out;
use super::places::item;
use crate::docql::{self, Found, Hit, Item, Results, ResultsHeader, Shape, quoted};
use crate::document::{Kind, LineIndex};
use crate::library::{FileId, Library};
use crate::search::{
    FoundPaths, PathQuery, PathTarget, TracePlace, Wanted, find_paths, path_conditions, path_marks, rather_meant,
    similar,
};
use crate::stdx::{Stale, Ticket, contains_ignoring_case, counted, edit_distance};
use std::cmp::Reverse;
use std::sync::Arc;

/// Directories that stand before the files under them, at most.
const MAX_DIRECTORIES: usize = 20;

/// Changed files that stand before all others, at most.
const MAX_CHANGED: usize = 20;

/// Rows of which is told what is around a line, at most.
const MAX_AROUND: usize = 10;

/// Seconds after most of the files by which a file counts as changed: a checkout writes all of them at about one time.
const LATER: i64 = 60;

/// How many in ten files are most of them where they were written at many times.
const MOST: usize = 9;

/// A question for files or directories.
#[derive(Clone, Debug)]
pub struct PathQuestion {
    /// What was typed: a path or some of it, a line and a column behind it.
    pub text: String,
    /// What is looked for. A path that ends in `/` finds directories too.
    pub wanted: Wanted,
    /// Files that were looked at lately, the last one first: they come first while nothing is typed.
    pub recent: Vec<Arc<str>>,
    /// Rows to present.
    pub limit: usize,
}

/// What is to be shown of a path, and why it stands where it does.
struct PathRow {
    target: PathTarget,
    note: &'static str,
}

/// What was found of a question.
struct PathRows {
    rows: Vec<PathRow>,
    /// How many there are in all.
    total: usize,
    /// True if none of them has what was typed: their names are nearly that.
    is_similar: bool,
}

/// Answers a question for paths; nothing is read for it but the list of files.
///
/// # Errors
/// [`Stale`] if the ticket is.
pub fn paths(library: &Library, question: &PathQuestion, ticket: &Ticket) -> Result<Results, Stale> {
    let query = PathQuery::read(&question.text, library);
    let find = |path: &str, wanted, limit| find_paths(path, wanted, true, library, limit, ticket);
    let (rows, total) = match question.wanted {
        Wanted::Files | Wanted::AllFiles if query.path.is_empty() => (usual(library, question), library.files().len()),
        Wanted::Files | Wanted::AllFiles => {
            let directories = match query.path.strip_suffix('/') {
                Some(directory) => find(directory, Wanted::Directories, MAX_DIRECTORIES)?,
                None => FoundPaths::default(),
            };
            let files = find(&query.path, Wanted::AllFiles, question.limit)?;
            let is_loose = directories.best.is_empty() && files.best.first().is_some_and(|best| best.is_loose);
            // Who types a line knows what the file is called; parts of a path are looked for by their letters as ever.
            let is_name = query.line.is_some() && !query.path.contains('/');
            let is_mistyped = is_name && is_slip(&query.path, is_loose, library);
            let total = directories.best.len() + files.total;
            match is_mistyped {
                true => (Vec::new(), 0),
                false => (directories.best.into_iter().chain(files.best).map(|path| row(path.target)).collect(), total),
            }
        }
        Wanted::Directories => {
            let found = find(query.path.trim_end_matches('/'), Wanted::Directories, question.limit)?;
            (found.best.into_iter().map(|path| row(path.target)).collect(), found.total)
        }
    };
    let is_similar = rows.is_empty();
    let found = match is_similar {
        true => {
            ticket.check()?;
            let rows: Vec<PathRow> = similar(&query.path, question.wanted, library).into_iter().map(row).collect();
            PathRows { total: rows.len(), rows, is_similar }
        }
        false => PathRows { rows, total, is_similar },
    };
    let mut results = present(library, question, &query, &found);
    if is_similar && found.total > 0 {
        results.notes.push(format!("no {} matches; similar:", question.wanted.noun()));
    }
    if let Some(why) = left_out(&question.text, library) {
        *if results.total == 0 { &mut results.hints } else { &mut results.notes } = vec![why];
    }
    Ok(results)
}

/// Whether the name of a file was typed with one letter wrong, or two exchanged.
fn is_slip(name: &str, is_loose: bool, library: &Library) -> bool {
    let near = rather_meant(name, is_loose, library);
    near.first().is_some_and(|file| edit_distance(name, library.file(*file).name(), 1) <= 1)
}

fn row(target: PathTarget) -> PathRow {
    PathRow { target, note: "" }
}

/// All files: those that were looked at lately, those that were changed since most were written, then the rest.
fn usual(library: &Library, question: &PathQuestion) -> Vec<PathRow> {
    let mut placed = vec![false; library.files().len()];
    let mut rows: Vec<PathRow> = Vec::new();
    let mut place = |file: FileId, note| {
        let is_new = !std::mem::replace(&mut placed[file.0 as usize], true);
        if is_new {
            rows.push(PathRow { target: PathTarget::File(file), note });
        }
    };
    question.recent.iter().filter_map(|path| library.find(path)).for_each(|file| place(file, "viewed"));
    changed(library).into_iter().for_each(|file| place(file, "changed"));
    library.file_ids().take(question.limit).for_each(|file| place(file, ""));
    rows
}

/// Files that were changed after most of the workspace was written, the last one first.
fn changed(library: &Library) -> Vec<FileId> {
    let time = |file: &FileId| library.file(*file).modified;
    let mut times: Vec<i64> = library.files().iter().map(|file| file.modified).collect();
    if times.is_empty() {
        return Vec::new();
    }
    times.sort_unstable();
    let usual = written_until(&times);
    let mut files: Vec<FileId> = library.file_ids().filter(|file| time(file) > usual + LATER).collect();
    files.sort_by_key(|file| (Reverse(time(file)), *file));
    files.truncate(MAX_CHANGED);
    files
}

/// When most files had been written, of times in their order: the end of a checkout, if more than half are of one, however
/// many were changed since.
fn written_until(times: &[i64]) -> i64 {
    let is_one = |(before, behind): (&i64, &i64)| behind - before <= LATER;
    let middle = times.len() / 2;
    let pairs = |from: usize, to: usize| times[from..to].iter().zip(&times[from + 1..]);
    let behind = middle + pairs(middle, times.len() - 1).take_while(|pair| is_one(*pair)).count();
    let before = pairs(0, middle).rev().take_while(|pair| is_one(*pair)).count();
    let is_checkout = (behind - middle + before + 1) * 2 > times.len();
    times[if is_checkout { behind } else { (times.len() - 1) * MOST / 10 }]
}

fn present(library: &Library, question: &PathQuestion, query: &PathQuery, found: &PathRows) -> Results {
    let (rows, total) = (&found.rows, found.total);
    let item = |row: &PathRow| match &row.target {
        PathTarget::File(file) => Item::File(*file),
        PathTarget::Directory(path) => Item::Directory(Arc::clone(path)),
        PathTarget::Unread(at) => Item::Unread(library.skipped()[*at].path.as_str().into()),
    };
    let items: Vec<Found> = rows.iter().map(|row| Found::plain(item(row))).collect();
    let header = ResultsHeader {
        query: as_query(query, question.wanted, found, library),
        shape: Shape::Files,
        ranked: false,
        partial: None,
    };
    let mut results = docql::present_items(header, &items, library, question.limit);
    for (hit, row) in results.hits.iter_mut().zip(rows) {
        if !row.note.is_empty() {
            row.note.clone_into(&mut hit.snippet);
        }
        show_path(hit, query);
    }
    show_around(&mut results, rows, query, library);
    (results.total, results.files) = (total, total);
    if total == 0 && !query.path.is_empty() {
        results.hints.push("no path has these letters in this order".to_owned());
    }
    results
}

/// Where a line was typed, the first rows are about what is around it, as the crumbs above the file say.
fn show_around(results: &mut Results, rows: &[PathRow], query: &PathQuery, library: &Library) {
    let Some(line) = query.line else { return };
    let mut has_line = false;
    for (hit, row) in results.hits.iter_mut().zip(rows).take(MAX_AROUND) {
        let PathTarget::File(file) = row.target else { continue };
        if let Some(count) = library.peek_text(file).ok().map(|text| LineIndex::new(&text).count())
            && count < line
            && results.notes.is_empty()
            && !has_line
        {
            let lines = counted(count as usize, "line");
            results.notes.push(format!("{} has {lines}, and no line {line}", library.file(file).path));
        }
        // A file that has the line may be meant: what others lack says nothing of it.
        has_line = true;
        let place = TracePlace::at(file, line, String::new());
        let header = ResultsHeader { query: String::new(), shape: Shape::Places, ranked: false, partial: None };
        let around = docql::present_items(header, &[Found::plain(item(library, &place))], library, 1).hits.pop();
        if let Some(around) = around.filter(|around| !around.query.is_empty()) {
            hit.query = around.query;
        }
    }
}

/// The row of a path says all of it, with what was typed marked; what is inside of a file is not gone into, it is looked
/// at.
fn show_path(hit: &mut Hit, query: &PathQuery) {
    let is_directory = hit.kind == Kind::Directory;
    hit.name = hit.key.path().to_owned();
    hit.name_marks = path_marks(query.path.trim_end_matches('/'), &hit.name);
    if is_directory {
        hit.name.push('/');
        return;
    }
    hit.drillable = false;
    if let Some(line) = query.line {
        (hit.line, hit.end_line) = (line, line);
    }
}

/// The query that finds as much: paths with the text where all rows have it, else with its letters in this order; those
/// themselves that are only similar.
fn as_query(query: &PathQuery, wanted: Wanted, found: &PathRows, library: &Library) -> String {
    let path = query.path.trim_end_matches('/');
    let of = |row: &PathRow| match &row.target {
        PathTarget::File(file) => Arc::clone(&library.file(*file).path),
        PathTarget::Directory(path) => Arc::clone(path),
        PathTarget::Unread(at) => library.skipped()[*at].path.as_str().into(),
    };
    // Not all of what was found has a row.
    let holding = |path: &str| library.files().iter().filter(|file| contains_ignoring_case(&file.path, path)).count();
    let signs = path_conditions(path).filter(|_| !found.is_similar);
    let condition = if let Some(conditions) = signs {
        conditions.join(" && ")
    } else if found.rows.iter().all(|row| contains_ignoring_case(&of(row), path))
        && (wanted == Wanted::Directories || found.rows.len() == found.total || holding(path) >= found.total)
    {
        format!("@.path ~= {}", quoted(path))
    } else if found.is_similar {
        let paths: Vec<String> = found.rows.iter().map(|row| quoted(&of(row))).collect();
        format!("@.path in [{}]", paths.join(", "))
    } else {
        format!("@.path =~ /{}/i", letters_in_order(path))
    };
    match wanted {
        Wanted::Files | Wanted::AllFiles if path.is_empty() => "$.files".to_owned(),
        Wanted::Files | Wanted::AllFiles => format!("$.files[?({condition})]"),
        Wanted::Directories if path.is_empty() => "$.structure[?(@.kind == \"directory\")]".to_owned(),
        Wanted::Directories => format!("$.structure[?(@.kind == \"directory\" && {condition})]"),
    }
}

/// The regular expression of the letters of a text in their order, whatever is between them.
fn letters_in_order(text: &str) -> String {
    let letter = |letter: char| match letter {
        '_' | '<' | '>' => letter.to_string(),
        letter if letter.is_ascii_punctuation() => format!("\\{letter}"),
        letter => letter.to_string(),
    };
    let letters: Vec<String> = text.chars().filter(|c| !c.is_whitespace()).map(letter).collect();
    letters.join(".*")
}
