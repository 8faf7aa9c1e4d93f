//! `query`: a question in DocQL or in words → a page of hits.

use super::call::Call;
use super::cursor::Cursor;
use super::head::Head;
use super::page::{self, Page};
use super::row::{AnswerRow, Detail, Rows};
use super::within_budget::within_budget;
use crate::docql::{self, Diagnostic, Results, Severity, Shape};
use crate::engine::{self, Answer, Event, Question, Reading, Spends, Unanswered};
use crate::serve::workspaces::opened::Opened;
use crate::serve::workspaces::refusal::Refusal;
use crate::stdx::counted;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Tokens that a hit costs at least: no page has more hits than these make.
const LEAST_TOKENS: usize = 3;

/// Ranked hits of a page that are shown with less, rather than on the next one.
const RANKED: usize = 30;

/// Tokens for each of the ranked hits that are looked for: a page has as many as fit with the detail that was asked for.
const TOKENS_OF_RANKED: usize = 20;

/// A query as it was asked for.
struct Asked<'a> {
    text: &'a str,
    reading: Reading,
    max_tokens: usize,
    cursor: Option<Cursor>,
    detail: Detail,
}

/// Answers a call of `query`.
pub(super) fn answer(call: &Call<'_>) -> Result<String, Refusal> {
    let arguments = call.arguments;
    let given = arguments.text("docql").unwrap_or_default().trim_end();
    let text = given.trim_start();
    if text.is_empty() {
        return Err(Refusal::new("query", "docql is empty").or(["$.files".to_owned(), "words to look for".to_owned()]));
    }
    let asked = Asked {
        text,
        reading: reading(text),
        max_tokens: arguments.tokens()?,
        cursor: arguments.text("cursor").filter(|given| !given.is_empty()).map(Cursor::read).transpose()?,
        detail: Detail::of(arguments.word("detail")),
    };
    if asked.reading == Reading::Docql
        && let Err(diagnostics) = docql::compile(text)
    {
        // A slip in the query is told before anything is opened.
        let blanks = given.len() - text.len();
        let behind: Vec<Diagnostic> = diagnostics.into_iter().map(|diagnostic| diagnostic.behind(blanks)).collect();
        return Err(refused(given, &behind));
    }
    let opened = call.workspaces.open(arguments.text("root"), arguments.text("at"), call.ticket)?;
    opened.current(call.ticket, |changing| page_of(call, &opened, &asked, changing))
}

/// What starts with a dollar, of whatever width, is DocQL, unless that is the name of a variable.
pub(in crate::serve) fn reading(text: &str) -> Reading {
    if docql::begins_query(text) { Reading::Docql } else { Reading::Words }
}

/// What is wrong with a query, and queries that are right.
pub(in crate::serve) fn refused(text: &str, diagnostics: &[Diagnostic]) -> Refusal {
    let errors = || diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    let mut message = String::new();
    for error in errors() {
        let start = text.floor_char_boundary(error.span.start as usize);
        let from: String = text[start..].chars().take(20).collect();
        let place = if from.is_empty() { "at the end".to_owned() } else { format!("at {} `{from}`", start + 1) };
        message.push_str(&format!("{} {place}: {}", error.code, error.message));
        if !error.expected.is_empty() {
            let expected: Vec<&str> = error.expected.iter().take(8).map(String::as_str).collect();
            let more = if error.expected.len() > expected.len() { " …" } else { "" };
            message.push_str(&format!("; expected {}{more}", expected.join(" ")));
        }
        message.push('\n');
    }
    let mut fixes: Vec<String> = Vec::new();
    for fix in errors().flat_map(|error| &error.fixes) {
        if !fixes.contains(fix) {
            fixes.push(fix.clone());
        }
    }
    Refusal::new("query", message).or(fixes)
}

fn question(asked: &Asked<'_>) -> Question {
    let offset = asked.cursor.map_or(0, |cursor| cursor.offset);
    let fitting = asked.max_tokens / LEAST_TOKENS + 1;
    let page = if asked.reading == Reading::Words {
        fitting.min(RANKED.max(asked.max_tokens / TOKENS_OF_RANKED))
    } else {
        fitting
    };
    let limit = offset.saturating_add(page);
    let spends = Spends::Tokens;
    Question { spends, ..Question::in_report(asked.text, asked.reading, limit, (true, true)) }
}

/// A page, and the files that it shows.
fn page_of(
    call: &Call<'_>,
    opened: &Opened,
    asked: &Asked<'_>,
    changing: &[Arc<str>],
) -> Result<(String, BTreeSet<Arc<str>>), Refusal> {
    let on_event = |event: Event| {
        if let Event::Indexed(progress) = event {
            (call.on_progress)(progress);
        }
    };
    let answer =
        engine::answer(&opened.indexer, &question(asked), call.ticket, &on_event).map_err(|why| match why {
            Unanswered::Invalid(diagnostics) | Unanswered::Defect(diagnostics) => refused(asked.text, &diagnostics),
            why => why.into(),
        })?;
    let offset = asked.cursor.map_or(0, |cursor| cursor.offset);
    asked.cursor.map_or(Ok(()), |cursor| cursor.check(opened, asked.text, &answer))?;
    let (mut head, shown) = (head(opened, &answer.results, changing), paths_from(&answer, offset));
    if answer.results.shape == Shape::Count {
        head.counts = format!("count {}", answer.results.hits.first().map_or("0", |hit| &hit.name));
        head.fit(asked.max_tokens);
        return Ok((head.text(asked.max_tokens), shown));
    }
    let (page, text) = filled(opened, asked, &answer, &mut head, offset);
    let paths = page.paths.iter().filter(|path| !path.is_empty()).cloned().collect();
    Ok((text, paths))
}

/// Fills a page, and says in the head what is on it: a head that grows leaves less for the page.
fn filled(opened: &Opened, asked: &Asked<'_>, answer: &Answer, head: &mut Head, offset: usize) -> (Page, String) {
    let mut rows = Rows::new(&answer.library);
    let hits = answer.results.hits.iter().enumerate().skip(offset);
    let mut rows: Vec<AnswerRow> = hits.map(|(at, hit)| rows.of(hit, answer.items.get(at))).collect();
    let first = rows.first().map(|row| row.path.clone()).unwrap_or_default();
    // A page of ranked hits has so many, with as much detail as fits, or more of them that fit whole; others have all, or
    // as many as fit.
    let are_all = asked.reading == Reading::Words || answer.results.hits.len() >= answer.results.total;
    let total = answer.results.total;
    let reserve = |head: &mut Head| {
        head.next = Some(format!(
            "more_count {total}, next_cursor {total}-0000000000000; first hit cut: read {first}:{total}-{total}"
        ));
        head.counts = counts(&answer.results, offset, total, &[(Detail::Ids, 9_999), (Detail::Signature, 9_999)]);
        head.fit(asked.max_tokens);
    };
    within_budget(head, asked.max_tokens, reserve, |head, budget| {
        let most = match asked.reading {
            Reading::Words => page::fitting(&mut rows, asked.detail, budget).max(RANKED).min(rows.len()),
            _ => rows.len(),
        };
        let page = page::fill(&mut rows[..most], are_all, asked.detail, budget);
        say(opened, asked, answer, head, (offset, &page));
        let body = page.body();
        (page, body)
    })
}

/// Says what is on a page and how to go on.
fn say(opened: &Opened, asked: &Asked<'_>, answer: &Answer, head: &mut Head, (offset, page): (usize, &Page)) {
    let results = &answer.results;
    let end = offset + page.shown;
    head.counts = counts(results, offset, end, &page.lessened);
    let more = results.total.saturating_sub(end);
    let mut next = Vec::new();
    if page.shown == 0 && results.total > offset {
        next.push("max_tokens is too few for the next hit".to_owned());
    } else if more > 0 {
        let cursor = Cursor::behind(opened, asked.text, answer, end);
        let sign = if results.at_least { "+" } else { "" };
        next.push(format!("more_count {more}{sign}, next_cursor {cursor}"));
    }
    if let (Some((first, last)), Some(path)) = (page.cut, page.paths.first()) {
        next.push(format!("first hit cut: read {path}:{first}-{last}"));
    }
    head.next = Some(next.join("; ")).filter(|next| !next.is_empty());
}

/// What a page holds and what was left out.
fn counts(results: &Results, offset: usize, end: usize, lessened: &[(Detail, usize)]) -> String {
    let sign = if results.at_least { "+" } else { "" };
    let mut out = match results.total {
        0 => "no hits".to_owned(),
        // The files of ranked hits are known as far as they are shown.
        total if results.ranked && results.hits.len() < total => format!("{}{sign}", counted(total, "hit")),
        total if results.ranked && offset > 0 => format!("{}{sign}", counted(total, "hit")),
        total => format!("{}{sign} in {}", counted(total, "hit"), counted(results.files, "file")),
    };
    if offset > 0 || end < results.total {
        out.push_str(&format!(", here {}-{end}", (offset + 1).min(end)));
    }
    if let Some(whole) = results.with_identifier {
        let whole = if whole == 0 { "none".to_owned() } else { whole.to_string() };
        out.push_str(&format!(", {whole} with the whole name"));
    }
    for (detail, count) in lessened {
        out.push_str(&format!(", {count} only with {}", detail.word()));
    }
    out
}

fn head(opened: &Opened, results: &Results, changing: &[Arc<str>]) -> Head {
    let mut notes: Vec<String> = results.notes.clone();
    if results.hits.iter().any(docql::Hit::is_by_name) {
        notes.push("~ may mean another of the name".to_owned());
    }
    if results.hits.iter().any(docql::Hit::is_dispatched) {
        notes.push("~ through a type above may run another implementation".to_owned());
    }
    if let Some((read, all)) = results.partial {
        notes.push(format!("partial: {read} of {all} files read"));
    }
    if results.total == 0 {
        notes.extend(results.hints.iter().cloned());
    }
    notes.extend(results.suggestions.iter().map(|suggestion| format!("try {suggestion}")));
    Head { freshness: opened.freshness(changing), with: opened.with(), notes, ..Head::default() }
}

fn paths_from(answer: &Answer, offset: usize) -> BTreeSet<Arc<str>> {
    answer.results.hits.iter().skip(offset).map(|hit| Arc::clone(&hit.path)).filter(|path| !path.is_empty()).collect()
}
