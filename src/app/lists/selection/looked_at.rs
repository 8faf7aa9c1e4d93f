//! The preview of a selection: a file and its lines, the README of a directory, or a list of its files.

use crate::app::protocol::effect::PromptReading;
use crate::app::protocol::page::{Page, PreviewTarget};
use crate::app::state::model::Model;
use crate::app::state::subject::Subject;
use crate::document::{Kind, Scope};
use crate::library::{FileEntry, is_cjk};
use crate::preview::{PreviewLine, PreviewSpan, wrap_lines};
use crate::stdx::{clip, contains_ignoring_case, display_width, printable};
use std::ops::Range;
use std::sync::Arc;

/// Cells of the widest name of a column, at most.
const MAX_COLUMN_WIDTH: usize = 24;

/// The content of the preview.
pub(in crate::app) enum LookedAt {
    /// A file or nothing, and the texts that are marked in it.
    File(Option<PreviewTarget>, Vec<String>),
    /// What is known without reading a file: the files of a directory, the values of a row.
    Page(Arc<Page>),
}

/// The preview of the selected row; while nothing is asked, of the workspace.
pub(in crate::app) fn looked_at(model: &Model, subject: Option<&Subject>) -> LookedAt {
    let asked = model.results.results.is_some();
    let target = match subject {
        Some(subject) => target(model, subject),
        None if asked => None,
        None => front_page(model),
    };
    let directory = match subject {
        Some(subject) => (subject.kind == Kind::Directory && target.is_none()).then(|| Arc::clone(&subject.path)),
        // Without a README the workspace is presented by its files.
        None if !asked && target.is_none() && model.opened => Some(front_directory(model)),
        None => None,
    };
    match (record(model, subject), directory) {
        (Some(page), _) => LookedAt::Page(page),
        (None, Some(directory)) => LookedAt::Page(directory_page(model, &directory)),
        (None, None) => LookedAt::File(target, if model.results_lead() { terms(model) } else { Vec::new() }),
    }
}

/// The preview of a row: the lines of its file, or the README of a directory.
fn target(model: &Model, subject: &Subject) -> Option<PreviewTarget> {
    if subject.kind == Kind::Directory {
        return readme(model, &subject.path);
    }
    if model.listing.find(&subject.path).is_none() && model.listing.problem_of(&subject.path).is_empty() {
        return None;
    }
    Some(PreviewTarget {
        path: Arc::clone(&subject.path),
        line: subject.line,
        end_line: subject.end_line,
        column: subject.column,
        // What matches in a section is looked at with the lines around it, as anywhere else.
        heading: subject.kind == Kind::Heading && !subject.inside,
    })
}

/// The preview while nothing is selected: the file that docql was opened with, or the README of the workspace.
fn front_page(model: &Model) -> Option<PreviewTarget> {
    let directory = front_directory(model);
    let file = Some(directory.trim_end_matches('/')).filter(|path| !path.is_empty());
    file.and_then(|path| beginning(model, path)).or_else(|| readme(model, &directory))
}

/// A file from its beginning, if there is one at this path.
fn beginning(model: &Model, path: &str) -> Option<PreviewTarget> {
    let path = Arc::clone(&model.listing.files[model.listing.find(path)?].path);
    Some(PreviewTarget { path, line: 0, end_line: 0, column: 0, heading: false })
}

/// The directory that presents the workspace, with its trailing `/` if it has a name.
fn front_directory(model: &Model) -> Arc<str> {
    model.listing.roots.first().map(|root| root.prefix.as_str().into()).unwrap_or_default()
}

/// The README of a directory, which is given with its trailing `/`.
fn readme(model: &Model, directory: &str) -> Option<PreviewTarget> {
    ["README.md", "readme.md", "Readme.md", "README", "README.rst", "README.txt", "index.md"]
        .iter()
        .find_map(|name| beginning(model, &format!("{directory}{name}")))
}

/// The page of a row of a database: its columns and values.
fn record(model: &Model, subject: Option<&Subject>) -> Option<Arc<Page>> {
    let hit = model.results.selected().filter(|hit| subject.is_some_and(|subject| subject.key == hit.key))?;
    let record = hit.record.as_ref()?;
    let widest = record.iter().map(|(column, _)| display_width(column)).max().unwrap_or(0).min(MAX_COLUMN_WIDTH);
    let row = |column: &str, text: &str, scope| PreviewLine {
        spans: vec![
            PreviewSpan::decoration(format!("{}  ", column_cell(column, widest)), Scope::Attribute),
            PreviewSpan::decoration(printable(text), scope),
        ],
        ..PreviewLine::default()
    };
    let mut lines = Vec::new();
    for (column, value) in record.iter() {
        let mut texts = value.lines();
        match texts.next() {
            Some(text) => lines.push(row(column, text, Scope::Text)),
            None => lines.push(row(column, "–", Scope::Comment)),
        }
        lines.extend(texts.map(|text| row("", text, Scope::Text)));
    }
    let lines = wrap_lines(lines, model.preview.width);
    Some(Arc::new(Page {
        path: Arc::clone(&hit.path),
        label: hit.name.clone(),
        lines,
        coloured: true,
        ..Page::default()
    }))
}

/// The name of a column in so many cells.
fn column_cell(column: &str, width: usize) -> String {
    let name = clip(&printable(column), width);
    let pad = width.saturating_sub(display_width(&name));
    name + &" ".repeat(pad)
}

/// Files that are listed of a directory, at most.
const MAX_LISTED: usize = 200;

/// The page of a directory without a README: its files.
fn directory_page(model: &Model, directory: &str) -> Arc<Page> {
    let files = &model.listing.files;
    let start = files.partition_point(|file| *file.path < *directory);
    let inside: Vec<&FileEntry> = files[start..].iter().take_while(|file| file.path.starts_with(directory)).collect();
    let noun = if inside.len() == 1 { "file" } else { "files" };
    let line = |text: String, scope| PreviewLine {
        spans: vec![PreviewSpan::decoration(printable(&text), scope)],
        ..PreviewLine::default()
    };
    let counted = if inside.is_empty() { "no files here".to_owned() } else { format!("{} {noun}", inside.len()) };
    let mut lines = vec![line(counted, Scope::Comment), PreviewLine::default()];
    lines.extend(inside.iter().take(MAX_LISTED).map(|file| line(file.path[directory.len()..].to_owned(), Scope::Text)));
    if inside.len() > MAX_LISTED {
        lines.push(line(format!("… {} more", inside.len() - MAX_LISTED), Scope::Comment));
    }
    let path = if directory.is_empty() { format!("{}/", model.workspace()).into() } else { directory.into() };
    Arc::new(Page { path, label: "directory".to_owned(), lines, coloured: true, ..Page::default() })
}

/// Words side by side that are a message, or a part of one, at least.
const MESSAGE_WORDS: usize = 4;

/// The message that was typed, or the part of one, that a text has: words elsewhere are not what is looked for then.
fn message<'t>(typed: &str, text: &'t str, marks: &[Range<usize>]) -> Option<&'t str> {
    let marked = |range: &Range<usize>| text.get(range.clone());
    let is_long = |said: &&str| said.split_whitespace().nth(MESSAGE_WORDS - 1).is_some();
    if let Some(whole) = marks.iter().filter_map(marked).find(is_long) {
        return Some(whole);
    }
    let is_beside =
        |a: &Range<usize>, b: &Range<usize>| text.get(a.end..b.start).is_some_and(|between| between.trim().is_empty());
    let long = marks.chunk_by(is_beside).filter(|run| run.len() >= MESSAGE_WORDS);
    let mut said = long.filter_map(|run| text.get(run.first()?.start..run.last()?.end));
    said.find(|said| contains_ignoring_case(typed, said))
}

/// The texts that made the selected hit a hit; they are marked in the preview wherever they occur.
fn terms(model: &Model) -> Vec<String> {
    // What was typed of a path says nothing about what is in the file.
    if model.results.reading.is_some_and(PromptReading::is_path) {
        return Vec::new();
    }
    let Some(hit) = model.results.selected() else { return Vec::new() };
    let typed = model.results.results.as_ref().map_or("", |results| &*results.query);
    if let Some(message) = message(typed, &hit.snippet, &hit.snippet_marks) {
        return vec![message.to_owned()];
    }
    let mut terms: Vec<String> = Vec::new();
    for (text, marks) in [(&hit.name, &hit.name_marks), (&hit.snippet, &hit.snippet_marks)] {
        for term in marks.iter().filter_map(|mark| text.get(mark.clone())) {
            let is_word = term.chars().count() >= 2 || term.starts_with(is_cjk);
            if is_word && !terms.iter().any(|known| known.eq_ignore_ascii_case(term)) {
                terms.push(term.to_owned());
            }
        }
    }
    // Where a text holds what was typed, word after word, its words elsewhere are not what is looked for.
    let is_phrase = |term: &String| term.contains(char::is_whitespace);
    let phrases: Vec<String> = terms.iter().filter(|term| is_phrase(term)).cloned().collect();
    let is_part = |term: &String| {
        let mut longer = phrases.iter().filter(|phrase| phrase.len() > term.len());
        longer.any(|phrase| contains_ignoring_case(phrase, term))
    };
    terms.retain(|term| !is_part(term));
    terms
}
