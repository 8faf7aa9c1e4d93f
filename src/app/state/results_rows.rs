//! Which rows the results consist of: headers, hits, second lines, what is left out.

use super::results::ResultsPane;
use crate::app::protocol::effect::Reading;
use crate::docql::{CALL, CALL_BY_NAME, Hit, REFERENCE, Results};
use crate::stdx::{contains_ignoring_case, display_width};

/// One row of the results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// The header of a section: of a file, or of a kind.
    Group(usize),
    /// A hit.
    Hit(usize),
    /// The second line of a hit.
    Second(usize),
    /// So many further hits of a section are not shown.
    More(usize, usize),
    /// The last session, to go on with.
    Resume,
    /// A query to try.
    Starter(usize),
    /// What a query to try yields.
    StarterNote(usize),
    /// A query that may be meant instead.
    Suggestion(usize),
    /// A line of text.
    Text(String),
    /// A line of text that heads others.
    Heading(String),
}

/// How many hits of a section are shown at first where hits are ranked.
const BEST: usize = 3;

/// Builds the rows.
pub fn rows(pane: &ResultsPane) -> Vec<Row> {
    let Some(results) = &pane.results else { return starters(pane) };
    if results.hits.is_empty() {
        return nothing(pane, results);
    }
    let needle = pane.filter.as_ref().map(|line| line.text()).filter(|text| !text.is_empty());
    let flat = pane.has_no_headers();
    let mut rows = Vec::with_capacity(results.hits.len() + results.groups.len());
    let cells = pane.width.saturating_sub(4);
    rows.extend(results.notes.iter().flat_map(|note| broken(note, cells)).map(Row::Text));
    for (group, of) in pane.sections.iter().enumerate() {
        let is_wanted = |hit: usize| needle.is_none_or(|needle| matches(&results.hits[hit], needle));
        let hits: Vec<usize> = of.hits.iter().copied().filter(|&hit| is_wanted(hit)).collect();
        if hits.is_empty() {
            continue;
        }
        if !flat {
            rows.push(Row::Group(group));
            if pane.folded.contains(&of.name) && needle.is_none() {
                continue;
            }
        }
        let best = results.ranked && pane.sections.len() > 1 && needle.is_none() && !pane.opened.contains(&of.name);
        // One row would be taken by the line that says one row is missing.
        let shown = if best && !flat && hits.len() > BEST + 1 { BEST } else { hits.len() };
        for &hit in &hits[..shown] {
            rows.push(Row::Hit(hit));
            if has_second_line(results, &results.hits[hit]) {
                rows.push(Row::Second(hit));
            }
        }
        let missing = if needle.is_some() { 0 } else { of.total.max(hits.len()) - shown };
        if missing > 0 && !flat {
            rows.push(Row::More(group, missing));
        }
    }
    if !rows.iter().any(|row| !matches!(row, Row::Text(_))) {
        rows.push(Row::Text("no loaded row contains the filter".to_owned()));
    }
    rows
}

/// A second line is worth its place where it shows why the hit is one.
pub fn has_second_line(results: &Results, hit: &Hit) -> bool {
    let relation = matches!(hit.role, CALL | CALL_BY_NAME | REFERENCE);
    (results.ranked || relation) && !hit.snippet.is_empty() && !hit.snippet_marks.is_empty() && hit.snippet != hit.name
}

pub(in crate::app) fn matches(hit: &Hit, needle: &str) -> bool {
    [&*hit.path, &hit.name, &hit.snippet, &hit.context].iter().any(|text| contains_ignoring_case(text, needle))
}

fn starters(pane: &ResultsPane) -> Vec<Row> {
    if pane.reading == Some(Reading::Question) {
        return question_help();
    }
    let mut rows = Vec::new();
    if let Some(resume) = &pane.resume {
        rows.push(Row::Heading(format!("RESUME  {}", resume.age)));
        rows.push(Row::Resume);
    }
    if !pane.starters.is_empty() {
        rows.push(Row::Heading("TRY  ↑↓ choose · Enter run".to_owned()));
        rows.extend((0..pane.starters.len()).flat_map(|at| [Row::Starter(at), Row::StarterNote(at)]));
        rows.push(Row::Text("new here? docql tutorial".to_owned()));
    }
    rows
}

fn question_help() -> Vec<Row> {
    let text = "\
ASK
A question after the ? is
searched by its words: types,
functions, headings, text.

GET AROUND
words   search everything
$       starts a DocQL query
↑ ↓     choose a result
Enter   goes to it
Esc     leaves the prompt: then
        letters are commands
?       shows all of them
/       comes back here";
    text.lines()
        .map(|line| match line {
            "ASK" | "GET AROUND" => Row::Heading(line.to_owned()),
            line => Row::Text(line.to_owned()),
        })
        .collect()
}

/// A sentence broken into lines of at most so many cells, at spaces; where the width is not known, in one.
fn broken(text: &str, cells: usize) -> Vec<String> {
    if cells < 8 || display_width(text) <= cells {
        return vec![text.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().map_or(0, |line| display_width(line));
        match lines.last_mut() {
            Some(last) if line == 0 => last.push_str(word),
            Some(last) if line + 1 + display_width(word) <= cells => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(format!("  {word}")),
        }
    }
    lines
}

fn nothing(pane: &ResultsPane, results: &Results) -> Vec<Row> {
    let mut rows =
        vec![Row::Heading(if pane.more_follows { "nothing so far, still reading" } else { "no hits" }.to_owned())];
    let cells = pane.width.saturating_sub(4);
    rows.extend(results.hints.iter().flat_map(|hint| broken(hint, cells)).map(Row::Text));
    if !results.suggestions.is_empty() {
        rows.push(Row::Heading("DID YOU MEAN".to_owned()));
        rows.extend((0..results.suggestions.len()).map(Row::Suggestion));
    }
    rows
}
