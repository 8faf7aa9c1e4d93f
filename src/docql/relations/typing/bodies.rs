//! Java, Kotlin: bodies of types without a name: of the constants of an enumeration, behind `new T(…)` and `object : T {`. What
//! is declared there is seen in there, and from outside only as what it overrides.

use super::expressions::angles;
use super::expressions::tokens::Tokens;
use super::written::Written;
use crate::document::{Kind, Span};
use crate::library::{FileId, Library, NodeRef, Outline};
use std::collections::HashMap;

/// A body of a type without a name.
#[derive(Clone, Debug)]
pub(in crate::docql::relations) struct Body {
    /// From brace to brace.
    pub span: Span,
    /// The methods and fields that stand directly in it.
    pub members: Vec<u32>,
    pub(super) above: Above,
}

/// The bodies in one file.
#[derive(Default)]
pub(in crate::docql::relations) struct Bodies {
    pub all: Vec<Body>,
    /// The body that a member stands directly in.
    of: HashMap<u32, usize>,
}

/// Bodies of each sort that are told apart in one file, at most: every member is compared with all of them.
const MAX_BODIES: usize = 2_000;

/// The type that the one without a name is below.
#[derive(Clone, Debug)]
pub(super) enum Above {
    Enumeration(NodeRef),
    Written(Written),
    /// Kotlin: what stands in the head of an object.
    Several(Vec<Written>),
}

impl Bodies {
    /// The bodies in a file of Java or Kotlin, outer ones first.
    pub(super) fn read(library: &Library, file: FileId) -> Option<Bodies> {
        let (outline, text) = (library.outline(file)?, library.text(file).ok()?);
        let tokens = Tokens::read(&text, 0, library.file(file).format.lexis?);
        let is_kotlin = library.language(file) == "kotlin";
        let word = if is_kotlin { "object" } else { "new" };
        let made = (0..tokens.len()).filter(|&at| tokens.word(at) == word);
        let body_at = |at| if is_kotlin { object_at(&tokens, at, file) } else { made_at(&tokens, at, file) };
        let mut all: Vec<Body> = made.filter_map(body_at).take(MAX_BODIES).collect();
        let is_constant = |&at: &u32| !is_kotlin && outline.kind(at) == Kind::Variant;
        for node in (0..outline.len()).filter(is_constant).take(MAX_BODIES) {
            let (span, around) = (outline.body(node), outline.parent(node));
            if let (false, Some(node)) = (span.is_empty(), around) {
                all.push(Body { span, members: Vec::new(), above: Above::Enumeration(NodeRef { file, node }) });
            }
        }
        all.sort_by_key(|body| body.span.start);
        let is_member = |&at: &u32| match outline.kind(at) {
            Kind::Method | Kind::Field | Kind::Constant | Kind::Test => true,
            Kind::Function => is_kotlin,
            _ => false,
        };
        // Kotlin: a function in a method of the body is no member of it.
        let is_direct = |member: u32, body: &Body| {
            let around = outline.ancestors(member).find(|&at| outline.kind(at).is_function());
            !is_kotlin || around.is_none_or(|around| outline.span(around).start < body.span.start)
        };
        let mut of = HashMap::new();
        let count = if all.is_empty() { 0 } else { outline.len() };
        for member in (0..count).filter(is_member) {
            let start = outline.span(member).start;
            if let Some(&at) = within(&all, &outline, start, Some(member)).first()
                && is_direct(member, &all[at])
            {
                all[at].members.push(member);
                of.insert(member, at);
            }
        }
        Some(Bodies { all, of })
    }

    /// The bodies around a place, innermost first, up to the type with a name that is around them.
    pub(super) fn around(&self, outline: &Outline<'_>, offset: u32) -> Vec<Body> {
        within(&self.all, outline, offset, None).into_iter().map(|at| self.all[at].clone()).collect()
    }

    /// The body that a declaration stands directly in.
    pub(super) fn of(&self, member: u32) -> Option<Span> {
        self.of.get(&member).map(|&at| self.all[at].span)
    }
}

/// The bodies around `offset`, by index, innermost first, that are in the innermost type with a name around it; of those
/// around a `member` that is none of a type inside of one.
fn within(all: &[Body], outline: &Outline<'_>, offset: u32, member: Option<u32>) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for (at, body) in all.iter().enumerate().take_while(|(_, body)| body.span.start < offset) {
        if offset < body.span.end {
            found.push(at);
        }
    }
    if found.is_empty() {
        return found;
    }
    let is_class = |kind: Kind| kind.is_class();
    let around = match member {
        Some(member) => outline.ancestors(member).find(|&at| outline.kind(at).is_class()),
        None => outline.enclosing(offset, is_class),
    };
    let start = around.map_or(0, |at| outline.span(at).start);
    found.retain(|&at| all[at].span.start >= start);
    found.reverse();
    found
}

/// The body behind `new T(…)`, if one follows.
fn made_at(tokens: &Tokens, new: usize, file: FileId) -> Option<Body> {
    let over_lines = |mut at: usize| {
        while at < tokens.len() && tokens.is_line(at) {
            at += 1;
        }
        at
    };
    let first = over_lines(new + 1);
    let mut end = first + usize::from(!tokens.word(first).is_empty());
    while end > first && tokens.is(end, b'.') && !tokens.word(end + 1).is_empty() {
        end += 2;
    }
    if tokens.is(end, b'<') {
        end = angles::closing_types(tokens, end)? + 1;
    }
    let list = over_lines(end);
    let open = over_lines(tokens.closing(list).filter(|_| end > first && tokens.is(list, b'('))? + 1);
    let close = tokens.closing(open).filter(|_| tokens.is(open, b'{'))?;
    let span = Span::new(tokens.get(open)?.start, tokens.get(close)?.end);
    let written = Written::new(tokens.slice(first, end).to_owned(), file, tokens.get(first)?.start);
    Some(Body { span, members: Vec::new(), above: Above::Written(written) })
}

/// Kotlin: the body of the object without a name that begins at a token: `object : Base(x), Other<T> by y { … }`.
fn object_at(tokens: &Tokens, object: usize, file: FileId) -> Option<Body> {
    let over_lines = |mut at: usize| {
        while at < tokens.len() && tokens.is_line(at) {
            at += 1;
        }
        at
    };
    let colon = over_lines(object + 1);
    let is_companion = object > 0 && tokens.word(object - 1) == "companion";
    let mut at = over_lines(Some(colon).filter(|&at| !is_companion && tokens.is(at, b':'))? + 1);
    let mut above = Vec::new();
    loop {
        let first = at;
        let mut end = at + usize::from(!tokens.word(at).is_empty());
        while end > first && tokens.is(end, b'.') && !tokens.word(end + 1).is_empty() {
            end += 2;
        }
        if end > first && tokens.is(end, b'<') {
            end = angles::closing_types(tokens, end)? + 1;
        }
        let start = tokens.get(first).filter(|_| end > first)?.start;
        above.push(Written::new(tokens.slice(first, end).to_owned(), file, start));
        at = over_lines(end);
        if tokens.is(at, b'(') {
            at = over_lines(tokens.closing(at)? + 1);
        }
        if tokens.word(at) == "by" {
            while !tokens.is(at, b'{') && !tokens.is(at, b',') && at < tokens.len() {
                at = if tokens.is(at, b'(') { tokens.closing(at)? } else { at } + 1;
            }
        }
        if !tokens.is(at, b',') {
            break;
        }
        at = over_lines(at + 1);
    }
    let close = tokens.closing(at).filter(|_| tokens.is(at, b'{'))?;
    let span = Span::new(tokens.get(at)?.start, tokens.get(close)?.end);
    Some(Body { span, members: Vec::new(), above: Above::Several(above) })
}
