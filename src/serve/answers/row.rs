//! A hit as lines of an answer, with more or less detail.

use super::meter::cost;
use super::withheld::WITHHELD;
use crate::docql::{Found, Hit, Ids, Item};
use crate::document::{Kind, LineIndex};
use crate::indexer::is_key_file;
use crate::library::{FileId, Library};
use crate::stdx::printing::harmless;
use std::sync::Arc;

/// What stands behind the id of a guess.
pub(super) const UNSURE: &str = " ~";

/// How much is told of a hit. A hit has all that the details before have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Detail {
    /// Lines and id.
    Ids,
    /// Kind, name, signature.
    Signature,
    /// The line that matched, or the first one of its text.
    Snippet,
    /// All of its text.
    Body,
}

impl Detail {
    /// From the least to the most.
    pub(super) const ALL: [Detail; 4] = [Detail::Ids, Detail::Signature, Detail::Snippet, Detail::Body];

    /// How much a row shows, as callers write it in `detail`.
    pub(super) fn word(self) -> &'static str {
        match self {
            Detail::Ids => "ids",
            Detail::Signature => "signature",
            Detail::Snippet => "snippet",
            Detail::Body => "body",
        }
    }

    /// The detail that a word means; the usual one if it means none.
    pub(super) fn of(word: &str) -> Detail {
        Detail::ALL.into_iter().find(|detail| detail.word() == word).unwrap_or(Detail::Snippet)
    }
}

/// A hit as lines.
pub(super) struct AnswerRow {
    /// The path that stands above it; empty where its own line says all.
    pub path: Arc<str>,
    ids: String,
    signature: String,
    snippet: String,
    /// What stands above the body.
    title: String,
    body: Option<String>,
    /// Where the body is, until it is asked for.
    source: Option<(Arc<str>, u32, u32)>,
    costs: [Option<u64>; 4],
}

/// Makes rows, one after the other; hits of a file stand together, and its text is read once.
pub(super) struct Rows<'l> {
    library: &'l Library,
    ids: Ids<'l>,
    held: Option<(FileId, Option<Arc<str>>)>,
}

impl<'l> Rows<'l> {
    pub(super) fn new(library: &'l Library) -> Rows<'l> {
        Rows { library, ids: Ids::new(library), held: None }
    }

    /// The row of a hit and its item.
    pub(super) fn of(&mut self, hit: &Hit, found: Option<&Found>) -> AnswerRow {
        if is_key_file(&hit.path) && !names_itself(hit.kind) {
            return AnswerRow::withheld(hit);
        }
        let (lines, second) = (line_numbers(hit), second_line(hit));
        let mut row = AnswerRow {
            path: if names_itself(hit.kind) { "".into() } else { Arc::clone(&hit.path) },
            ids: self.line_of_id(hit, found, &lines),
            signature: format!("{lines}{}", title(hit, true)),
            snippet: String::new(),
            title: format!("{lines}{}", title(hit, false)),
            body: None,
            source: None,
            costs: [None; 4],
        };
        row.snippet = if second.is_empty() { row.signature.clone() } else { format!("{}\n  {second}", row.signature) };
        let file = found.and_then(|found| found.item.file()).filter(|_| hit.line > 0);
        // A value, and a line that is shown, have said all.
        let has_body = !matches!(hit.kind, Kind::Match | Kind::Value);
        if let Some(text) = file.filter(|_| has_body).and_then(|file| self.text(file)) {
            row.source = Some((text, hit.line, hit.end_line.max(hit.line)));
            if hit.shows_site()
                && let Some((first, last)) = found.and_then(|found| self.declared(found))
            {
                row.source = row.source.map(|(text, ..)| (text, first, last));
            }
        }
        row
    }

    /// Lines and id; of what has no name the place, as it can be read.
    fn line_of_id(&mut self, hit: &Hit, found: Option<&Found>, lines: &str) -> String {
        let id = self.own_id(hit, found);
        let is_place = id.strip_prefix("#L").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        // What is a guess is one in any detail.
        let doubt = if hit.is_unsure() { UNSURE } else { "" };
        match is_place && !lines.is_empty() {
            true => format!("{}:{}{doubt}", hit.path, lines.trim_end()),
            false => format!("{}{doubt}", format!("{lines}{id}").trim_end()),
        }
    }

    /// What stands behind the path in its id; of what is its path, that.
    fn own_id(&mut self, hit: &Hit, found: Option<&Found>) -> String {
        if names_itself(hit.kind) {
            return title(hit, false);
        }
        let has_name = !matches!(hit.kind, Kind::Match | Kind::Value);
        let id = found.filter(|_| has_name).and_then(|found| self.ids.of(&found.item)).unwrap_or_default();
        id.strip_prefix(hit.path.as_ref()).map_or(id.clone(), str::to_owned)
    }

    fn text(&mut self, file: FileId) -> Option<Arc<str>> {
        if self.held.as_ref().is_none_or(|(held, _)| *held != file) {
            self.held = Some((file, self.library.text(file).ok()));
        }
        self.held.as_ref().and_then(|(_, text)| text.clone())
    }

    /// The lines of the declaration around a call.
    fn declared(&self, found: &Found) -> Option<(u32, u32)> {
        let Item::Node(node) = &found.item else { return None };
        let outline = self.library.outline(node.file)?;
        (node.node < outline.len()).then(|| (outline.line(node.node), outline.end_line(node.node)))
    }
}

impl AnswerRow {
    /// The row of a hit in a file that looks like keys: where it is, and nothing that it says.
    fn withheld(hit: &Hit) -> AnswerRow {
        let told = format!("{}{WITHHELD}", line_numbers(hit));
        AnswerRow {
            path: Arc::clone(&hit.path),
            ids: told.clone(),
            signature: told.clone(),
            snippet: told.clone(),
            title: told,
            body: None,
            source: None,
            costs: [None; 4],
        }
    }

    /// Its lines.
    pub(super) fn text(&mut self, level: Detail) -> &str {
        if level == Detail::Body && self.body.is_none() {
            let body = match &self.source {
                Some((text, first, last)) => format!("{}\n{}", self.title, numbered(text, *first, *last)),
                None => self.snippet.clone(),
            };
            self.body = Some(body);
        }
        match level {
            Detail::Ids => &self.ids,
            Detail::Signature => &self.signature,
            Detail::Snippet => &self.snippet,
            Detail::Body => self.body.as_deref().unwrap_or(&self.snippet),
        }
    }

    /// What its lines cost.
    pub(super) fn cost(&mut self, level: Detail) -> u64 {
        let at = level as usize;
        if let Some(known) = self.costs[at] {
            return known;
        }
        let new = cost(self.text(level));
        self.costs[at] = Some(new);
        new
    }

    /// Cuts the body to what `free` pays for; the lines that are left out, if it is worth it.
    pub(super) fn cut_body(&mut self, free: u64, min_tokens: u64) -> Option<(u32, u32)> {
        let (text, first, last) = self.source.clone()?;
        let (part, next) = lines_within(&text, first, last, free.saturating_sub(cost(&self.title)));
        if next <= first || cost(&part) < min_tokens * crate::stdx::tokens::UNIT {
            return None;
        }
        self.body = Some(format!("{}\n{part}", self.title));
        self.costs[Detail::Body as usize] = None;
        Some((next, last))
    }
}

/// The lines `first..=last` of a text.
pub(super) fn numbered(text: &str, first: u32, last: u32) -> String {
    let lines = LineIndex::new(text);
    let last = last.min(lines.count());
    (first.max(1)..=last).map(|line| harmless(lines.text(text, line))).collect::<Vec<_>>().join("\n")
}

/// The lines from `first` on that `free` pays for, and the first line that it does not.
pub(super) fn lines_within(text: &str, first: u32, last: u32, free: u64) -> (String, u32) {
    let lines = LineIndex::new(text);
    let (mut out, mut spent) = (Vec::new(), 0);
    for line in first.max(1)..=last.min(lines.count()) {
        let text = harmless(lines.text(text, line));
        spent += cost(&text);
        if spent > free {
            return (out.join("\n"), line);
        }
        out.push(text);
    }
    (out.join("\n"), last + 1)
}

/// Whether the line of a hit says its path.
fn names_itself(kind: Kind) -> bool {
    matches!(kind, Kind::File | Kind::Directory | Kind::Repository)
}

/// `12-40 `, as it can be read with the path in front.
fn line_numbers(hit: &Hit) -> String {
    match (hit.line, hit.end_line) {
        (0, _) => String::new(),
        (first, last) if last > first => format!("{first}-{last} "),
        (first, _) => format!("{first} "),
    }
}

/// Kind and name; how it is declared, if `is_whole`.
fn title(hit: &Hit, is_whole: bool) -> String {
    let doubt = if hit.is_unsure() { "~" } else { "" };
    let around = if hit.context.is_empty() { String::new() } else { format!(" in {}", hit.context) };
    let inside = if hit.through.is_empty() { around } else { format!("{around} through {}", hit.through) };
    match hit.kind {
        Kind::File => hit.path.to_string(),
        Kind::Directory => format!("{}/", hit.key.path()),
        Kind::Repository => format!("{} {}", hit.name, hit.context),
        Kind::Match if hit.context.is_empty() => hit.name.clone(),
        Kind::Match => format!("({}) {}", hit.context, hit.name),
        Kind::Value | Kind::DataObject | Kind::DataArray if hit.snippet.is_empty() => hit.name.clone(),
        Kind::Value | Kind::DataObject | Kind::DataArray => format!("{} = {}", hit.name, hit.snippet),
        Kind::Heading => format!("{} {}{inside}", hit.role, hit.name),
        // What is declared in so many words says its kind and name.
        _ if is_whole && is_signature(hit) => format!("{doubt}{}{inside}", hit.snippet),
        kind => format!("{doubt}{} {}{inside}", kind.id(), hit.name),
    }
}

/// Whether the second line of a hit is how it is declared.
fn is_signature(hit: &Hit) -> bool {
    hit.kind.is_symbol() && hit.matched.is_none() && !hit.shows_site() && hit.snippet.contains(&hit.name)
}

/// The line that matched, or what is written first.
fn second_line(hit: &Hit) -> String {
    let says_more = !hit.snippet.is_empty() && hit.snippet != hit.name && !is_signature(hit);
    let is_data = matches!(hit.kind, Kind::Value | Kind::DataObject | Kind::DataArray);
    let line = match &hit.matched {
        Some(matched) if matched.line != hit.line => format!("{}: ", matched.line),
        _ => String::new(),
    };
    match hit.further() {
        _ if !says_more || is_data => String::new(),
        0 => format!("{line}{}", hit.snippet),
        more => format!("{line}{} (+{more})", hit.snippet),
    }
}
