//! The rows of the results: headers, hits, second lines, counts of hidden hits.

use super::pane::ResultsPane;
use super::row::ResultRow;
use crate::app::protocol::effect::PromptReading;
use crate::docql::{self, CALL, CALL_BY_NAME, Hit, REFERENCE, REFERENCE_BY_NAME, Results, Shape};
use crate::document::Kind;
use crate::stdx::{contains_ignoring_case, display_width};
use std::ops::Range;

/// Cells in which a query is broken into lines, at least.
const MIN_QUERY_CELLS: usize = 12;

/// The share of the rows on the screen that remarks take above the hits, at most, and the lines that they may take in any
/// case.
const SHARE: usize = 6;
const MIN_REMARKS: usize = 2;

/// Places in a remark at which a query may end, at most.
const MAX_ENDS: usize = 40;

/// What says that there are more.
const MORE_BELOW: &str = "more remarks below the rows";

/// Hits of a section that are shown at first where hits are ranked.
const BEST: usize = 3;

/// True if rows say something, and are no hits.
fn is_empty(rows: &[ResultRow]) -> bool {
    rows.iter().all(|row| matches!(row, ResultRow::Text(_) | ResultRow::Advice(..)))
}

impl ResultsPane {
    /// True if there are hits, of which none passes the filter.
    pub fn is_filtered_out(&self) -> bool {
        let has_hits = self.results.as_ref().is_some_and(|results| !results.hits.is_empty());
        let is_filtered = self.filter.as_ref().is_some_and(|filter| !filter.text().is_empty());
        has_hits && is_filtered && is_empty(&self.rows)
    }

    /// The remarks on an answer in lines: those above its rows, and those below. Above are all where everything is on the
    /// screen, else a few.
    fn remarks(&self, results: &Results, cells: usize) -> (Vec<ResultRow>, Vec<ResultRow>) {
        let height = self.window.height;
        let all: Vec<Vec<ResultRow>> = results.notes.iter().map(|note| remark(note, cells)).collect();
        let rows = 2 * results.hits.len() + results.groups.len() + all.iter().map(Vec::len).sum::<usize>();
        let room = if rows <= height || height == 0 { usize::MAX } else { (height / SHARE).max(MIN_REMARKS) };
        let (mut above, mut below): (Vec<ResultRow>, Vec<ResultRow>) = (Vec::new(), Vec::new());
        for lines in all {
            let fits = below.is_empty() && above.len() + lines.len() <= room;
            if fits { above.extend(lines) } else { below.extend(lines) }
        }
        above.extend((!below.is_empty()).then(|| ResultRow::Text(MORE_BELOW.to_owned())));
        (above, below)
    }

    /// The rows of the sections, as they are folded and filtered; where there are no hits, what stands in their place.
    pub(super) fn rows_of_sections(&self) -> Vec<ResultRow> {
        let Some(results) = &self.results else { return starters(self) };
        if results.hits.is_empty() && results.said.is_empty() && !self.is_unfinished_answer() {
            return nothing(self, results);
        }
        let narrowing = self.narrowing();
        let flat = self.has_no_headers();
        let mut rows = Vec::with_capacity(results.hits.len() + results.groups.len());
        let cells = self.width.saturating_sub(4);
        rows.extend(results.said.iter().flat_map(|sentence| broken(sentence, cells)).map(ResultRow::Said));
        if !results.said.is_empty() {
            rows.push(ResultRow::Text(String::new()));
        }
        let (above, below) = self.remarks(results, cells);
        rows.extend(above);
        if results.hits.is_empty() {
            return rows;
        }
        for (number, section) in self.sections.iter().enumerate() {
            let is_wanted = |hit: usize| narrowing.as_ref().is_none_or(|narrowing| narrowing.accepts(results, hit));
            let hits: Vec<usize> = section.hits.iter().copied().filter(|&hit| is_wanted(hit)).collect();
            if hits.is_empty() {
                continue;
            }
            if !flat {
                rows.push(ResultRow::Group(number));
                if self.folded.contains(&section.name) && narrowing.is_none() {
                    continue;
                }
            }
            let is_shortened = results.ranked
                && self.sections.len() > 1
                && narrowing.is_none()
                && !self.opened.contains(&section.name);
            // One row would be taken by the line that says one row is missing.
            let shown = if is_shortened && !flat && hits.len() > BEST + 1 { BEST } else { hits.len() };
            for &hit in &hits[..shown] {
                rows.push(ResultRow::Hit(hit));
                if has_second_line(results, &results.hits[hit]) {
                    rows.push(ResultRow::Second(hit));
                }
                if self.spread.contains(&results.hits[hit].key) {
                    let others = results.hits[hit].others.len();
                    rows.extend((0..others).map(|nth| ResultRow::Match(hit, nth)));
                }
            }
            let missing = if narrowing.is_some() { 0 } else { section.total.max(hits.len()) - shown };
            if missing > 0 && !flat {
                rows.push(ResultRow::More(number, missing));
            }
        }
        rows.extend(below);
        if is_empty(&rows) {
            let none = if self.wants_more() { "no loaded row" } else { "no row" };
            rows.push(ResultRow::Text(format!("{none} contains the filter")));
        } else {
            let by_name = results.hits.iter().any(Hit::is_by_name).then_some(BY_NAME);
            let dispatched = results.hits.iter().any(Hit::is_dispatched).then_some(DISPATCHED);
            let said = by_name.into_iter().chain(dispatched);
            rows.extend(said.flat_map(|said| broken(said, cells)).map(ResultRow::Text));
        }
        if results.shape == Shape::Answer && narrowing.is_none() && !results.suggestions.is_empty() {
            rows.push(ResultRow::Heading("STEPS  Enter asks one alone".to_owned()));
            rows.extend((0..results.suggestions.len()).map(ResultRow::Suggestion));
        }
        rows
    }
}

/// What the sign before a role means, below the rows that have it.
const BY_NAME: &str = "~ only the name is the same: another of this name may be meant";
const DISPATCHED: &str = "~dyn is called through a type above: another implementation may be run";

/// A second line is worth its place where it shows why the hit is one, and more than the first does.
pub fn has_second_line(results: &Results, hit: &Hit) -> bool {
    let relation = matches!(hit.role, CALL | CALL_BY_NAME | REFERENCE | REFERENCE_BY_NAME);
    if matches!(results.shape, Shape::Places | Shape::Answer) {
        return !hit.snippet.is_empty();
    }
    (results.ranked || relation) && !hit.snippet_marks.is_empty() && hit.snippet != hit.name && !says_the_same(hit)
}

/// True if all that matched in the second line is the name, which the first line says.
fn says_the_same(hit: &Hit) -> bool {
    let is_named = |mark: &Range<usize>| {
        let marked = hit.snippet.get(mark.clone()).unwrap_or_default();
        contains_ignoring_case(&hit.name, marked)
    };
    behind_name(hit).is_some() && hit.snippet_marks.iter().all(is_named)
}

/// What stands behind the name in the second line of a hit: the parameters of a function. Of a field whose type stands in
/// front of it the whole line says more.
pub fn behind_name(hit: &Hit) -> Option<&str> {
    // Of an image or a link what stands behind its name is how it is written.
    let is_named = !matches!(hit.kind, Kind::Image | Kind::Link) && !hit.name.is_empty();
    // The name may be a part of a longer one in front of it: `Curl_cft_query *query`.
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let is_word =
        |at: usize| !hit.snippet[..at].ends_with(is_part) && !hit.snippet[at + hit.name.len()..].starts_with(is_part);
    let mut places = hit.snippet.match_indices(&hit.name).map(|(at, _)| at).filter(|_| is_named);
    let at = places.clone().find(|at| is_word(*at)).or_else(|| places.next())?;
    let behind = hit.snippet[at + hit.name.len()..].trim_end_matches(['{', ':', ' ']);
    let has_type = hit.kind == Kind::Field && at > 0 && matches!(behind, "" | ";" | ",");
    (!has_type).then_some(behind)
}

/// The values of a row of a database, but those that name it.
pub fn other_values(hit: &Hit) -> Option<String> {
    let record = hit.record.as_ref()?;
    // What names it is told once.
    let mut name = hit.name.as_str();
    let mut is_told = |value: &str| {
        let rest =
            name.strip_prefix(value).filter(|rest| !value.is_empty() && (rest.is_empty() || rest.starts_with(' ')));
        name = rest.map_or(name, str::trim_start);
        value.is_empty() || rest.is_some()
    };
    let values = record.iter().map(|(_, value)| &**value).filter(|value| !is_told(value));
    Some(values.collect::<Vec<_>>().join(" · ").replace(['\n', '\r'], " "))
}

fn starters(pane: &ResultsPane) -> Vec<ResultRow> {
    if pane.reading == Some(PromptReading::Question) {
        return question_help();
    }
    let mut rows = Vec::new();
    if pane.running {
        // Who has asked something is not offered something else.
        return rows;
    }
    if pane.is_empty_workspace {
        rows.push(ResultRow::Heading("NOTHING HERE".to_owned()));
        let told = "this directory holds no files that docql reads; docql PATH opens another, --hidden and --no-ignore \
                    read what is left out";
        rows.extend(broken(told, pane.width.saturating_sub(4)).into_iter().map(ResultRow::Text));
    }
    if let Some(resume) = &pane.resume {
        rows.push(ResultRow::Heading(format!("RESUME  {}", resume.age)));
        rows.push(ResultRow::Resume);
    }
    if !pane.starters.is_empty() {
        rows.push(ResultRow::Heading("TRY  ↑↓ choose · Enter run".to_owned()));
        rows.extend((0..pane.starters.len()).flat_map(|at| [ResultRow::Starter(at), ResultRow::StarterNote(at)]));
        if !pane.is_lesson {
            rows.push(ResultRow::Text("new here? docql tutorial".to_owned()));
        }
    }
    rows
}

fn question_help() -> Vec<ResultRow> {
    let text = "\
ASK
A question after the ? is
searched while you type. Enter
follows what is found, and
shows the passages that answer;
1 to 9 go to one.

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
            "ASK" | "GET AROUND" => ResultRow::Heading(line.to_owned()),
            line => ResultRow::Text(line.to_owned()),
        })
        .collect()
}

/// A remark in lines; where it advises a query, the first of them is a row that Enter runs it from.
fn remark(note: &str, cells: usize) -> Vec<ResultRow> {
    let mut lines = broken(note, cells).into_iter();
    let advised = advised(note).map(str::to_owned);
    let first = lines.next().map(|line| match advised {
        Some(query) => ResultRow::Advice(line, query),
        None => ResultRow::Text(line),
    });
    first.into_iter().chain(lines.map(ResultRow::Text)).collect()
}

/// The query in a sentence: the longest text from its beginning on that is one.
fn advised(note: &str) -> Option<&str> {
    let rest = &note[note.find("$.")?..];
    let ends = rest.char_indices().filter(|(_, c)| c.is_whitespace() || matches!(c, ';' | ',' | '.' | '·'));
    let ends: Vec<usize> = ends.map(|(at, _)| at).chain([rest.len()]).collect();
    let is_query = |text: &&str| docql::check(text).iter().all(|known| known.severity != docql::Severity::Error);
    ends.into_iter().rev().take(MAX_ENDS).map(|end| &rest[..end]).filter(|text| text.len() > 2).find(is_query)
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
            // What has no place to be broken at, as a query, goes on in the next line.
            _ => lines.extend(query_lines(word, cells.saturating_sub(2)).into_iter().map(|part| format!("  {part}"))),
        }
    }
    lines
}

/// The heading of an answer without hits.
pub(super) const NO_HITS: &str = "no hits";

fn nothing(pane: &ResultsPane, results: &Results) -> Vec<ResultRow> {
    if pane.more_follows {
        // Why there is nothing, and what is called nearly so, is known when all is read.
        return vec![ResultRow::Heading("nothing so far, still reading".to_owned())];
    }
    let mut rows = vec![ResultRow::Heading(NO_HITS.to_owned())];
    let cells = pane.width.saturating_sub(4);
    let told = results.hints.iter().chain(&results.notes);
    rows.extend(told.flat_map(|told| remark(told, cells)));
    if !results.suggestions.is_empty() {
        rows.push(ResultRow::Heading("DID YOU MEAN  Enter runs it".to_owned()));
        for (at, query) in results.suggestions.iter().enumerate() {
            rows.push(ResultRow::Suggestion(at));
            rows.extend(query_lines(query, cells).into_iter().skip(1).map(ResultRow::Rest));
        }
    }
    rows
}

/// A query in lines of at most so many cells, which begin with its steps where they can: what sets it apart from another
/// is at its end.
pub fn query_lines(query: &str, cells: usize) -> Vec<String> {
    let (mut lines, mut rest) = (Vec::new(), query);
    while cells >= MIN_QUERY_CELLS && display_width(rest) > cells {
        let mut width = 0;
        let too_wide = |(_, character): &(usize, char)| {
            width += display_width(character.encode_utf8(&mut [0; 4]));
            width > cells
        };
        let fits = rest.char_indices().find(too_wide).map_or(rest.len(), |(at, _)| at);
        let step = rest[..fits].rfind(['.', '[']).filter(|&at| at > fits / 2);
        let (line, after) = rest.split_at(step.unwrap_or(fits));
        lines.push(line.to_owned());
        rest = after;
    }
    lines.push(rest.to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::NodeKey;

    #[test]
    fn what_stands_behind_a_name_is_behind_the_whole_name() {
        let hit = |kind: Kind, name: &str, snippet: &str| Hit {
            name: name.to_owned(),
            snippet: snippet.to_owned(),
            ..Hit::new("a.c".into(), kind, NodeKey::file("a.c"))
        };
        for (kind, name, snippet, behind) in [
            (Kind::Function, "run", "fn run(rerun: u8) {", Some("(rerun: u8)")),
            (Kind::Function, "query", "query_t query(int a) {", Some("(int a)")),
            (Kind::Field, "query", "Curl_cft_query *query;", None),
            (Kind::Field, "destroy", "destroy_this_t *destroy;", None),
            (Kind::Field, "Name", "Name string", Some(" string")),
            (Kind::Field, "größe", "int größe[2];", Some("[2];")),
        ] {
            assert_eq!(behind_name(&hit(kind, name, snippet)), behind, "{snippet}");
        }
    }
}
