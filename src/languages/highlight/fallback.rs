//! Colours for languages without a grammar, line by line, by the syntaxes that come with the program.

use std::sync::LazyLock;

use syntect::parsing::{ParseState, Scope as Atom, ScopeStack, SyntaxReference, SyntaxSet};

use super::MAX_LINE_BYTES;
use super::budget::Clock;
use super::tree::emit;
use crate::document::{LineIndex, Scope, Span};

/// Lines before the window that are read for their state; a window further away starts afresh.
const LINES_BEFORE: u32 = 200;
/// Every so many lines the state is remembered, so that scrolling up need not read again.
const CHECKPOINT_LINES: u32 = 64;
/// States that are remembered, at most.
const MAX_CHECKPOINTS: usize = 256;

static SYNTAXES: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);

/// Scopes of syntaxes and their meanings, more special names first.
const MEANINGS: &[(&str, Scope)] = &[
    ("comment", Scope::Comment),
    ("constant.character.escape", Scope::Escape),
    ("constant.numeric", Scope::Number),
    ("constant.other.color", Scope::Constant),
    ("constant", Scope::Constant),
    ("string", Scope::String),
    ("keyword.operator", Scope::Operator),
    ("keyword", Scope::Keyword),
    ("storage.type.function", Scope::Keyword),
    ("storage", Scope::Keyword),
    ("entity.name.function", Scope::Function),
    ("entity.name.tag", Scope::Tag),
    ("entity.name.section", Scope::Heading),
    ("entity.name.label", Scope::Label),
    ("entity.name.namespace", Scope::Module),
    ("entity.name.constant", Scope::Constant),
    ("entity.name", Scope::Type),
    ("entity.other.attribute-name", Scope::Attribute),
    ("entity.other.inherited-class", Scope::Type),
    ("support.function", Scope::Function),
    ("support.macro", Scope::Macro),
    ("support.constant", Scope::Constant),
    ("support", Scope::Type),
    ("variable.annotation", Scope::Attribute),
    ("variable.function", Scope::Function),
    ("variable.parameter", Scope::Parameter),
    ("variable.other.member", Scope::Property),
    ("markup.heading", Scope::Heading),
    ("markup.bold", Scope::Strong),
    ("markup.italic", Scope::Emphasis),
    ("markup.inserted", Scope::Added),
    ("markup.deleted", Scope::Removed),
    ("markup.underline.link", Scope::Link),
    ("markup.raw", Scope::Code),
    ("markup.quote", Scope::Quote),
    ("punctuation.definition.list_item", Scope::ListMark),
    ("punctuation.definition.thematic-break", Scope::Rule),
    ("meta.diff.header", Scope::Heading),
    ("meta.diff.range", Scope::Label),
    ("meta.annotation", Scope::Attribute),
    ("meta.interpolation", Scope::Text),
    ("meta.embedded", Scope::Text),
    ("source", Scope::Text),
    ("text", Scope::Text),
    ("invalid.illegal", Scope::Error),
];

static ATOMS: LazyLock<Vec<(Atom, Scope)>> =
    LazyLock::new(|| MEANINGS.iter().filter_map(|(name, scope)| Some((Atom::new(name).ok()?, *scope))).collect());

/// Reads the lines of one text; remembers what it needs to go on from near by.
pub(super) struct LineHighlighter {
    syntax: &'static SyntaxReference,
    /// The state before each of these lines, sorted by line.
    checkpoints: Vec<(u32, ParseState, ScopeStack)>,
}

impl LineHighlighter {
    /// A reader for the language called `name` (an id, an extension, a name), else for what the first line says.
    pub(super) fn find(name: &str, first_line: &str) -> Option<LineHighlighter> {
        let known = |name: &str| if name.is_empty() { None } else { SYNTAXES.find_syntax_by_token(name) };
        let first_line = Span::new(0, first_line.len().min(200) as u32).of(first_line);
        let syntax = known(name).or_else(|| SYNTAXES.find_syntax_by_first_line(first_line))?;
        let plain = std::ptr::eq(syntax, SYNTAXES.find_syntax_plain_text());
        (!plain).then(|| LineHighlighter { syntax, checkpoints: Vec::new() })
    }

    /// The scopes of the lines that `range` touches, until time is over.
    pub(super) fn scopes(&mut self, text: &str, lines: &LineIndex, range: Span, clock: &Clock) -> Vec<(Span, Scope)> {
        let first = lines.line(range.start);
        let last = lines.line(range.end.saturating_sub(1).max(range.start));
        let (mut line, mut state, mut stack) = self.resume(first);
        let mut out = Vec::new();
        while line <= last && !clock.is_over() {
            if line % CHECKPOINT_LINES == 0 {
                self.remember(line, &state, &stack);
            }
            let span = lines.span(line);
            if span.len() <= MAX_LINE_BYTES {
                let wanted = (line >= first).then_some(&mut out);
                if read_line(span, text, &mut state, &mut stack, wanted).is_none() {
                    // A syntax that fails has lost its place; a fresh start loses only what was open.
                    (state, stack) = self.fresh();
                }
            }
            line += 1;
        }
        out.retain(|(span, _)| span.end > range.start && span.start < range.end);
        out
    }

    fn fresh(&self) -> (ParseState, ScopeStack) {
        (ParseState::new(self.syntax), ScopeStack::new())
    }

    /// The line to start reading at so that `first` gets its colours, and the state before that line.
    fn resume(&self, first: u32) -> (u32, ParseState, ScopeStack) {
        let after = self.checkpoints.partition_point(|(line, ..)| *line <= first);
        match after.checked_sub(1).map(|near| &self.checkpoints[near]) {
            Some((line, state, stack)) if first - line <= LINES_BEFORE => (*line, state.clone(), stack.clone()),
            _ => {
                let (state, stack) = self.fresh();
                (first.saturating_sub(LINES_BEFORE).max(1), state, stack)
            }
        }
    }

    fn remember(&mut self, line: u32, state: &ParseState, stack: &ScopeStack) {
        if self.checkpoints.len() >= MAX_CHECKPOINTS {
            self.checkpoints.clear();
        }
        if let Err(place) = self.checkpoints.binary_search_by_key(&line, |(at, ..)| *at) {
            self.checkpoints.insert(place, (line, state.clone(), stack.clone()));
        }
    }
}

/// Reads one line; `None` if the syntax fails on it.
fn read_line(
    span: Span,
    text: &str,
    state: &mut ParseState,
    stack: &mut ScopeStack,
    mut out: Option<&mut Vec<(Span, Scope)>>,
) -> Option<()> {
    let operations = state.parse_line(span.of(text), &SYNTAXES).ok()?;
    let mut at = span.start;
    for (offset, operation) in operations {
        let next = span.start + offset as u32;
        if let Some(out) = &mut out {
            emit(out, Span::new(at, next), meaning(stack));
        }
        at = next;
        stack.apply(&operation).ok()?;
    }
    if let Some(out) = &mut out {
        emit(out, Span::new(at, span.end), meaning(stack));
    }
    Some(())
}

/// The meaning of the innermost scope that has one.
fn meaning(stack: &ScopeStack) -> Scope {
    let known = |atom: &Atom| ATOMS.iter().find(|(prefix, _)| prefix.is_prefix_of(*atom)).map(|(_, scope)| *scope);
    stack.scopes.iter().rev().find_map(known).unwrap_or(Scope::Text)
}
