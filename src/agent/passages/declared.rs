//! Whether a declaration says what its setting is where nobody has set it: by what it is set to, in what stands above it.

use super::lines::setting::numbers_fields;
use super::lines::statements::statement;
use super::lines::text_lines::lines_of;
use super::lines::value::{assigned, holds_literal, is_literal, otherwise, stated};
use super::passage::Passage;
use super::reading::{Passages, QUOTED, is_program};
use crate::agent::question::settings::defaults::NamedSetting;
use crate::docql::{Found, Hit, Item};
use crate::document::{Family, FormatFamily, Kind, LineIndex};
use crate::library::{NodeRef, Outline, fold_words, is_source};
use crate::search::AskedWords;

/// Lines below a heading that are read for what the default is, at most.
const MAX_BELOW: usize = 15;

/// Lines of a function that does nothing but give a default, at most.
const MAX_GIVING: usize = 4;

/// Bytes in front of a name, its attributes and its documentation, that are read, at most.
const MAX_ABOVE: usize = 4_000;

/// Lines that are shown in front of a declaration, at most.
const SHOWN_ABOVE: u32 = 14;

/// How a declaration says what it is by default, what tells most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::agent) enum Declares {
    /// It is a type, and a member of it says the default of what it stands for.
    Member,
    /// It is set to a value, or an attribute says one.
    Value,
    /// It is set to what a name says.
    Named,
    /// What stands above it, or below its heading, says so.
    Stated,
    /// It is set to nothing.
    Nothing,
}

/// What a declaration says of a setting.
#[derive(Clone, Copy, Debug)]
pub(in crate::agent) struct Declared {
    pub declares: Declares,
    /// True if only the last part of the name is declared: `interval` of `purge.interval`.
    pub is_part: bool,
    /// True if it is no part of the program: of an example, of a document.
    pub is_beside: bool,
    /// The words of the question that it holds with its place.
    pub held: u64,
}

/// The texts around a name that is declared.
struct Around<'t> {
    /// Documentation.
    doc: &'t str,
    /// Attributes, the type where it stands in front.
    before: &'t str,
    /// The rest of the statement.
    behind: String,
}

impl Around<'_> {
    fn declares(&self, family: FormatFamily) -> Option<Declares> {
        let value = self.set_to();
        let attributes = self.before.lines().find_map(said_before);
        if value == Some(true) && attributes.is_none() && is_nothing(&self.behind) {
            return Some(Declares::Nothing);
        }
        match (value, attributes, stated(&self.behind)) {
            (Some(true), ..) | (_, Some(true), _) | (.., Some(true)) => return Some(Declares::Value),
            (Some(false), ..) | (_, Some(false), _) | (.., Some(false)) => return Some(Declares::Named),
            _ => {}
        }
        let says = |line: &str| stated(line) == Some(true);
        (family == FormatFamily::Code && self.doc.lines().any(says)).then_some(Declares::Stated)
    }

    /// Whether it is set to something, and whether that is a value as it is.
    fn set_to(&self) -> Option<bool> {
        let behind = self.behind.trim_start();
        if let Some(value) = otherwise("", behind) {
            return Some(is_literal(value));
        }
        let value = match behind.split_once('=') {
            // A type may stand between the name and the value.
            Some((kind, value)) if is_type(kind) && !value.starts_with(['=', '>']) => value,
            _ => return assigned(behind).filter(|value| is_literal(value.trim_start())).map(|_| true),
        };
        let value = value.trim_end_matches([' ', ';', ',']).trim_start();
        (!value.is_empty()).then(|| holds_literal(value))
    }
}

/// Words for a value that is none.
const NOTHINGS: &[&str] = &["None", "nil", "null", "nullptr", "undefined", "NULL"];

/// True if what stands behind a name sets it to no value.
fn is_nothing(behind: &str) -> bool {
    let value = behind.rsplit('=').next().unwrap_or_default();
    NOTHINGS.contains(&value.trim_matches(|c: char| c.is_whitespace() || matches!(c, ';' | ',')))
}

/// True for what may stand between a name and the sign that sets it.
fn is_type(text: &str) -> bool {
    let is_sign = |c: char| " :<>[]*&?._'|!,-".contains(c);
    text.chars().all(|c| c.is_alphanumeric() || is_sign(c))
}

/// What an attribute above a declaration says: `#[arg(default_value = "5")]`, `@Value("${depth:5}")`.
fn said_before(line: &str) -> Option<bool> {
    if let Some((_, inner)) = line.split_once("${") {
        let value = inner.split_once(':').and_then(|(_, value)| Some(value.split_once('}')?.0));
        return value.map(|_| true);
    }
    let is_attribute = line.trim_start().starts_with(['#', '@', '[']) || line.contains('(');
    stated(line).filter(|_| is_attribute)
}

impl Passages<'_> {
    /// What the declaration of a hit says of a setting that the question names.
    pub(in crate::agent) fn declared_of(
        &mut self,
        name: &NamedSetting,
        found: &Found,
        hit: &Hit,
        words: &mut AskedWords,
    ) -> Option<Declared> {
        let Item::Node(at) = &found.item else { return None };
        let entry = self.library.file(at.file);
        let read = self.text(at.file).filter(|_| is_source(entry))?;
        let outline = self.library.outline(at.file)?;
        let own = name.without_default(fold_words(outline.name(at.node)));
        let is_text = outline.is_section(at.node) || outline.kind(at.node) == Kind::Term;
        let is_part = !name.is_called(&own);
        if is_part && !name.ends_in(&own) || is_text && entry.format.derived_text {
            return None;
        }
        let declares = match outline.kind(at.node).family() {
            _ if is_text => below_heading(outline, at.node, (&read.text, &read.index)),
            _ if numbers_fields(entry) => None,
            Family::Member if outline.kind(at.node) != Kind::Alias => {
                around(outline, at.node, (&read.text, &read.index))?.declares(entry.format.family)
            }
            Family::Function => given_by(outline, at.node, &read.text),
            Family::Class => given_by_member(outline, at.node, &read.text),
            _ => None,
        }?;
        let held = words.held(&format!("{} {} {}", hit.name, hit.context, hit.path));
        let line = read.index.line(outline.name_span(at.node).start);
        let is_beside = !is_program(entry) || self.only_shows(at.file, line, (&read.text, &read.index));
        Some(Declared { declares, is_part, is_beside, held })
    }

    /// The passage of a declaration with what stands above it.
    pub(in crate::agent) fn declaring(&mut self, found: &Found, hit: &Hit, words: &mut AskedWords) -> Option<Passage> {
        let mut passage = self.of(found, hit, words)?;
        let Item::Node(at) = &found.item else { return None };
        let read = self.text(at.file)?;
        let (text, index) = (&*read.text, &read.index);
        let outline = self.library.outline(at.file)?;
        if outline.is_section(at.node) || outline.kind(at.node) == Kind::Term {
            return Some(passage);
        }
        let line = index.line(outline.name_span(at.node).start);
        let first = index.line(start_above(outline, at.node)).max(line.saturating_sub(SHOWN_ABOVE));
        let end = line + lines_behind(outline, at, index).saturating_sub(1);
        passage.show(lines_of(text, index, &(first..=end)), first..=end);
        (passage.quote, passage.focus) = (said_at(&passage).unwrap_or(line).min(line)..=end, line);
        passage.held |= words.held(&passage.text);
        Some(passage)
    }
}

/// Lines from the name of a declaration to its end, those of the statement at most.
fn lines_behind(outline: Outline<'_>, at: &NodeRef, index: &LineIndex) -> u32 {
    let (name, span) = (outline.name_span(at.node), outline.span(at.node));
    let last = index.line(span.end.max(name.end) - 1);
    (last + 1 - index.line(name.start)).min(QUOTED)
}

/// The line above a declaration that says the default.
fn said_at(passage: &Passage) -> Option<u32> {
    let mut lines = (passage.line..).zip(passage.text.lines());
    lines.find(|(_, line)| stated(line).is_some()).map(|(line, _)| line).filter(|line| passage.end_line - line < 8)
}

/// Where what belongs to a declaration begins: its documentation, or its attributes.
fn start_above(outline: Outline<'_>, node: u32) -> u32 {
    let (span, doc) = (outline.span(node), outline.doc(node));
    if doc.is_empty() { span.start } else { doc.start.min(span.start) }
}

/// The texts around a name.
fn around<'t>(outline: Outline<'_>, node: u32, (text, index): (&'t str, &LineIndex)) -> Option<Around<'t>> {
    let (span, name, doc) = (outline.span(node), outline.name_span(node), outline.doc(node));
    let name_line = index.line(name.start);
    let above = start_above(outline, node).max(name.start.saturating_sub(MAX_ABOVE as u32));
    let doc = text.get(doc.start as usize..doc.end as usize).unwrap_or_default();
    let before = text.get(above.min(span.start) as usize..name.start as usize).unwrap_or_default();
    let before = before.strip_prefix(doc).unwrap_or(before);
    let lines = (name_line..=index.count()).map(|line| index.text(text, line));
    let mut lines = statement(lines).into_iter();
    let first = lines.next()?;
    let behind = first.get((name.end - index.start(name_line)) as usize..)?;
    let behind = std::iter::once(behind).chain(lines).collect::<Vec<_>>().join(" ");
    Some(Around { doc, before, behind: behind.trim_start_matches(['"', '\'']).to_owned() })
}

/// What the first lines below a heading say.
fn below_heading(outline: Outline<'_>, node: u32, (text, index): (&str, &LineIndex)) -> Option<Declares> {
    let (first, last) = (outline.line(node), outline.end_line(node));
    let is_inner = |line: u32| text.get(index.start(line) as usize..).is_some_and(|text| text.starts_with('#'));
    let below = (first..=last).take(MAX_BELOW).enumerate();
    let below = below.take_while(|(at, line)| *at == 0 || !is_inner(*line)).map(|(_, line)| index.text(text, line));
    below.into_iter().any(|line| stated(line) == Some(true)).then_some(Declares::Stated)
}

/// What a type says that stands for a setting: `class Depth(Setting)` with `default = 5`.
fn given_by_member(outline: Outline<'_>, node: u32, text: &str) -> Option<Declares> {
    let is_default = |at: &u32| {
        let words = fold_words(outline.name(*at));
        outline.kind(*at).family() == Family::Member
            && words.first().is_some_and(|word| word == "default")
            && words.len() < 3
    };
    let member = outline.children(Some(node)).find(is_default)?;
    let behind = text.get(outline.name_span(member).end as usize..outline.span(member).end as usize)?;
    behind.contains(['=', ':']).then_some(Declares::Member)
}

/// What a function gives that does nothing but give a default: `fn default_depth() -> u32 { 5 }`.
fn given_by(outline: Outline<'_>, node: u32, text: &str) -> Option<Declares> {
    let is_default = outline.lower_name(node).contains("default");
    let body = outline.body(node);
    let body = text.get(body.start as usize..body.end as usize).filter(|_| is_default)?;
    let lines: Vec<&str> = body.lines().filter(|line| line.chars().any(char::is_alphanumeric)).collect();
    let value = lines.first().filter(|_| lines.len() < MAX_GIVING)?;
    let value = value.trim_matches(['{', '}', ' ', '\t', ';']);
    let value = value.strip_prefix("return ").unwrap_or(value);
    Some(if holds_literal(value) { Declares::Value } else { Declares::Named })
}
