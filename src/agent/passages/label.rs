//! What the lines of a passage are called: the declarations or the sections that hold those of them that are quoted.
//!
//! A passage is found by one hit, and shown by the lines that say most; where others were joined to it, or another
//! window of the same lines says more, those need not be the hit's. So its name is read off the lines at the end.

use super::passage::{Passage, Whole};
use crate::docql::{Ids, Item};
use crate::document::{Family, Kind, LineIndex};
use crate::library::{FileId, Library, NodeRef, Outline};
use crate::search::AskedWords;
use std::ops::RangeInclusive;

/// Declarations that a label names, at most.
const MAX_NAMED: usize = 3;

/// The line that says most of what is asked: of the quoted ones the first with most of its words.
pub(in crate::agent) fn telling<'p>(passage: &'p Passage, asked: &mut AskedWords) -> Option<(u32, &'p str)> {
    let mut lines = (passage.line..).zip(passage.text.lines());
    if let Some(related) = &passage.related {
        return lines.find(|(line, _)| *line == related.line);
    }
    let mut best: Option<(f32, (u32, &str))> = None;
    for (line, text) in lines.filter(|(line, text)| passage.quote.contains(line) && says_something(text)) {
        let held = asked.held(text);
        let worth = asked.weight(held);
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, (line, text)));
        }
    }
    best.map(|(_, line)| line)
}

/// A line of brackets and signs says nothing of what stands around it.
fn says_something(line: &str) -> bool {
    line.chars().filter(|c| c.is_alphanumeric()).count() > 3
}

/// Calls a passage what its quoted lines are; its kind and its id are those of what it is called, of several the one that
/// holds the line that says most.
pub(in crate::agent) fn name_by_lines(
    passage: &mut Passage,
    (library, file): (&Library, FileId),
    text: (&str, &LineIndex),
    asked: &mut AskedWords,
) {
    let Some(outline) = library.outline(file) else { return };
    let held = Held { outline, text };
    let Some((line, _)) = telling(passage, asked) else { return };
    let lines = match &passage.related {
        Some(_) => line..=line,
        None => passage.quote.clone(),
    };
    let Some(owner) = held.by(line) else {
        // What names a declaration, or a section, would name one that is elsewhere.
        let is_named_by_place = passage.kind.is_symbol() || passage.kind.family() == Family::Excerpt;
        if is_named_by_place || opens(passage.kind) {
            passage.label.clear();
            passage.name.clear();
        }
        return;
    };
    let (label, node) = held.label(owner, lines.filter(|line| says_something(held.line(*line))));
    let (label, node) = match held.around_member(node, passage.line..=passage.end_line) {
        Some(around) => (outline.name(around).to_owned(), around),
        None => (label, node),
    };
    passage.label = label;
    passage.name = outline.name(node).to_owned();
    passage.kind = outline.kind(node);
    if passage.source_lines.is_none() {
        let first = outline.line(node);
        let mut last = outline.end_line(node);
        while last > first && held.line(last).trim().is_empty() {
            last -= 1;
        }
        let doc = outline.doc(node);
        let described = if doc.is_empty() { first } else { first.min(held.text.1.line(doc.start)) };
        passage.whole = Some(Whole { first, described, last, head: held.line(first).to_owned() });
    }
    if let Some(id) = Ids::new(library).of(&Item::Node(NodeRef { file, node })) {
        passage.id = id;
    }
}

fn opens(kind: Kind) -> bool {
    matches!(kind, Kind::Heading | Kind::Page | Kind::Term)
}

/// The declarations and sections of a file, by the lines that they hold.
struct Held<'l> {
    outline: Outline<'l>,
    text: (&'l str, &'l LineIndex),
}

impl<'l> Held<'l> {
    fn line(&self, line: u32) -> &'l str {
        self.text.1.text(self.text.0, line)
    }

    fn is_named(&self, node: u32) -> bool {
        let kind = self.outline.kind(node);
        let is_place = kind.is_symbol() || self.outline.is_section(node) || kind == Kind::Impl || kind == Kind::Table;
        is_place && !self.outline.name(node).is_empty()
    }

    /// The innermost named node that holds a line, by its documentation too.
    fn by(&self, line: u32) -> Option<u32> {
        let text = self.line(line);
        let offset = self.text.1.start(line) + (text.len() - text.trim_start().len()) as u32;
        let next = self.outline.starting_after(offset);
        if next < self.outline.len() && self.is_named(next) && self.outline.doc(next).contains(offset) {
            return Some(next);
        }
        self.outline.innermost(offset, |node| self.is_named(node))
    }

    /// What lines are called, one of which `owner` holds, and the node that is, or says most: the smallest node that holds them all, unless that is a type
    /// or a section of which they show a part, and not its head: then the parts.
    fn label(&self, owner: u32, lines: impl Iterator<Item = u32>) -> (String, u32) {
        let lines: Vec<(u32, Option<u32>)> = lines.map(|line| (line, self.by(line))).collect();
        let is_in = |at: u32, node: u32| node <= at && at < self.outline.end(node);
        let holds_all = |node: &u32| lines.iter().all(|(_, by)| by.is_some_and(|by| is_in(by, *node)));
        let around = std::iter::once(owner).chain(self.outline.ancestors(owner));
        let whole = around.filter(|node| self.is_named(*node)).find(holds_all);
        if let Some(whole) = whole {
            let is_head = lines.iter().any(|(line, _)| *line == self.outline.line(whole));
            if is_head || !self.has_parts(whole) {
                return (self.outline.name(whole).to_owned(), whole);
            }
        }
        let mut parts: Vec<u32> = Vec::new();
        for part in lines.iter().filter_map(|(_, by)| self.part(*by.as_ref()?, whole)) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if let Some(whole) = whole.filter(|_| parts.iter().all(|part| self.is_member(*part))) {
            return (self.outline.name(whole).to_owned(), whole);
        }
        // What stands in a type that is named is no part of its own.
        let all = parts.clone();
        let is_inside =
            |part: u32, other: u32| other != part && self.outline.kind(other).is_class() && is_in(part, other);
        parts.retain(|part| !all.iter().any(|other| is_inside(*part, *other)));
        if parts.len() > MAX_NAMED {
            // The part that says most is among those that are named.
            let at = parts.iter().position(|part| is_in(owner, *part)).unwrap_or_default();
            let last = (at + 1).max(MAX_NAMED);
            parts = parts[last - MAX_NAMED..last].to_vec();
        }
        // A type and what attaches methods to it have one name.
        let mut names: Vec<&str> = parts.iter().map(|part| self.outline.name(*part)).collect();
        names.dedup();
        let several = names.len() > 1;
        let names = names.join(", ");
        let node = parts.iter().copied().find(|part| is_in(owner, *part)).or(parts.first().copied()).unwrap_or(owner);
        match whole.filter(|whole| several && !self.outline.is_section(*whole)) {
            Some(whole) => (format!("{}: {names}", self.outline.name(whole)), node),
            None => (names, node),
        }
    }

    /// The part of `whole` that holds a node; the node's outermost function, or section, or its type if there is no whole.
    fn part(&self, node: u32, whole: Option<u32>) -> Option<u32> {
        let up = std::iter::once(node).chain(self.outline.ancestors(node));
        let inside: Vec<u32> = up.take_while(|at| Some(*at) != whole).filter(|at| self.is_named(*at)).collect();
        let is_one = |at: &&u32| !self.has_parts(**at) && !self.is_member(**at);
        let is_type = |at: &&u32| self.outline.kind(**at).is_class();
        let outer = if self.outline.is_section(node) { inside.last() } else { inside.iter().rev().find(is_one) };
        outer.or(inside.iter().find(is_type)).or(inside.first()).copied().or(whole)
    }

    /// The function or type around a member, where lines show more than the member.
    fn around_member(&self, node: u32, lines: RangeInclusive<u32>) -> Option<u32> {
        let (first, doc) = (self.outline.line(node), self.outline.doc(node));
        let first = if doc.is_empty() { first } else { first.min(self.text.1.line(doc.start)) };
        let is_more =
            |line: &u32| (*line < first || *line > self.outline.end_line(node)) && says_something(self.line(*line));
        if !self.is_member(node) || !lines.clone().any(|line| is_more(&line)) {
            return None;
        }
        let is_one = |node: &u32| {
            let kind = self.outline.kind(*node);
            (kind.is_class() || kind.is_function()) && self.is_named(*node)
        };
        self.outline.ancestors(node).find(is_one)
    }

    /// True for what is made of declarations, or of sections.
    fn has_parts(&self, node: u32) -> bool {
        let kind = self.outline.kind(node);
        kind.is_class() || matches!(kind, Kind::Module | Kind::Impl) || self.outline.is_section(node)
    }

    fn is_member(&self, node: u32) -> bool {
        self.outline.kind(node).family() == Family::Member
    }
}
