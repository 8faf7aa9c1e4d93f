//! Pages whose program stands between elements, as in Vue, Svelte and Astro: the parts of a text that are code.

use super::lexeme::{Lexeme, LexemeKind};
use super::markup::name_at;
use super::reader::Reader;
use crate::document::{Lexis, PageRules, Span};
use memchr::memmem;
use std::collections::VecDeque;
use std::ops::Range;

/// The sort of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartKind {
    /// The inside of a script.
    Script,
    /// An expression among the elements, or in an attribute.
    Expression,
    /// The name of an element that is a component.
    Component,
    Comment,
}

/// A part of a page that says something of its program.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    kind: PartKind,
    range: Range<usize>,
}

/// Code among the elements of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodePart {
    /// The word that says what is done with it; empty if there is none.
    pub directive: Span,
    /// The rest of it.
    pub code: Span,
}

/// The parts of a page, in order and in linear time: what is never closed reaches to the end, once.
struct Parts<'t> {
    bytes: &'t [u8],
    rules: &'static PageRules,
    at: usize,
    /// The name of the tag that is being read.
    tag: Option<&'t [u8]>,
    /// True if an expression was opened that nothing closes.
    is_open: bool,
    found: VecDeque<Part>,
}

impl<'t> Parts<'t> {
    fn new(text: &'t str, rules: &'static PageRules) -> Parts<'t> {
        let bytes = text.as_bytes();
        let mut parts = Parts { bytes, rules, at: 0, tag: None, is_open: false, found: VecDeque::new() };
        let blank = bytes.len() - bytes.trim_ascii_start().len();
        if rules.fence
            && let Some(rest) = bytes[blank..].strip_prefix(b"---")
        {
            let start = blank + 3;
            let end = memmem::find(rest, b"\n---").map_or(bytes.len(), |at| start + at + 1);
            parts.add(PartKind::Script, start..end);
            parts.at = (end + 3).min(bytes.len());
        }
        parts
    }

    fn add(&mut self, kind: PartKind, range: Range<usize>) {
        if !range.is_empty() {
            self.found.push_back(Part { kind, range });
        }
    }

    /// Reads on from a place between tags.
    fn outside(&mut self) {
        let rest = &self.bytes[self.at..];
        let (open, _) = self.rules.expression;
        let Some(next) = memchr::memchr2(b'<', open.as_bytes()[0], rest) else {
            self.at = self.bytes.len();
            return;
        };
        self.at += next;
        let rest = &rest[next..];
        if rest.starts_with(b"<!--") {
            let end = memmem::find(rest, b"-->").map_or(rest.len(), |at| at + 3);
            self.add(PartKind::Comment, self.at..self.at + end);
            self.at += end;
        } else if rest[0] == b'<' && rest.get(1).is_some_and(u8::is_ascii_alphabetic) {
            let name = name_at(self.bytes, self.at + 1);
            let inside = self.at + 1..self.at + 1 + name.len();
            self.at = inside.end;
            self.tag = Some(name);
            if name[0].is_ascii_uppercase() && !has_text(name) {
                self.add(PartKind::Component, inside);
            }
        } else if rest.starts_with(open.as_bytes()) && !self.is_open {
            self.expression();
        } else {
            self.at += 1;
        }
    }

    /// Reads the expression that opens here.
    fn expression(&mut self) {
        let (open, close) = self.rules.expression;
        let start = self.at + open.len();
        match expression_end(&self.bytes[start..], close) {
            Some(length) => {
                self.add(PartKind::Expression, start..start + length);
                self.at = start + length + close.len();
            }
            None => (self.is_open, self.at) = (true, start),
        }
    }

    /// Reads on within the tag of an element: an attribute, or the end of the tag.
    fn inside(&mut self, name: &[u8]) {
        let (open, _) = self.rules.expression;
        let is_braced = open == "{" && !self.is_open;
        match self.bytes[self.at] {
            b'>' => {
                let is_alone = self.bytes[self.at - 1] == b'/';
                self.at += 1;
                self.tag = None;
                if !is_alone {
                    self.content(name);
                }
            }
            b'{' if is_braced => self.expression(),
            byte if byte.is_ascii_whitespace() || matches!(byte, b'/' | b'=' | b'"' | b'\'' | b'{' | b'}') => {
                self.at += 1
            }
            _ => self.attribute(is_braced),
        }
    }

    fn attribute(&mut self, is_braced: bool) {
        let start = self.at;
        let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'>' | b'{');
        let length = self.bytes[start..].iter().position(ends).unwrap_or(self.bytes.len() - start);
        self.at = start + length.max(1);
        let name = &self.bytes[start..start + length];
        let is_code = self.rules.attributes.iter().any(|prefix| name.starts_with(prefix.as_bytes()));
        let Some(&[b'=', quote @ (b'"' | b'\'')]) = self.bytes.get(self.at..self.at + 2) else { return };
        let value = self.at + 2;
        let end = memchr::memchr(quote, &self.bytes[value..]).map_or(self.bytes.len(), |length| value + length);
        self.at = (end + 1).min(self.bytes.len());
        if is_code {
            return self.add(PartKind::Expression, value..end);
        }
        let mut at = value;
        while is_braced && let Some(next) = memchr::memchr(b'{', &self.bytes[at..end]) {
            let start = at + next + 1;
            let Some(length) = expression_end(&self.bytes[start..end], "}") else { break };
            self.add(PartKind::Expression, start..start + length);
            at = start + length + 1;
        }
    }

    /// Reads what an element holds whose content is no markup.
    fn content(&mut self, name: &[u8]) {
        if !has_text(name) {
            return;
        }
        let start = self.at;
        let closes = |at: &usize| {
            let behind = &self.bytes[start + at + 2..];
            behind.len() >= name.len() && behind[..name.len()].eq_ignore_ascii_case(name)
        };
        let rest = &self.bytes[start..];
        self.at = memmem::find_iter(rest, b"</").find(closes).map_or(self.bytes.len(), |at| start + at);
        if name.eq_ignore_ascii_case(b"script") {
            self.add(PartKind::Script, start..self.at);
        }
    }
}

impl Iterator for Parts<'_> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        while self.found.is_empty() && self.at < self.bytes.len() {
            match self.tag {
                Some(name) => self.inside(name),
                None => self.outside(),
            }
        }
        self.found.pop_front()
    }
}

/// True if the content of an element is no markup.
fn has_text(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"script") || name.eq_ignore_ascii_case(b"style")
}

/// The length of an expression up to what closes it; braces within it are of it, and those in quotes none.
fn expression_end(bytes: &[u8], close: &str) -> Option<usize> {
    if close.len() > 1 {
        return memmem::find(bytes, close.as_bytes());
    }
    let (mut depth, mut quote, mut at) = (0_usize, None, 0);
    while let Some(&byte) = bytes.get(at) {
        match (byte, quote) {
            (b'\\', Some(_)) => at += 1,
            (_, Some(open)) if byte == open || byte == b'\n' && open != b'`' => quote = None,
            (_, Some(_)) => {}
            // An apostrophe in the text of an element.
            (b'\'', None) if at > 0 && bytes[at - 1].is_ascii_alphanumeric() => {}
            (b'"' | b'\'' | b'`', None) => quote = Some(byte),
            (b'{', None) => depth += 1,
            (b'}', None) if depth == 0 => return Some(at),
            (b'}', None) => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// What of a page stands beside its scripts, in order: no parser of programs may see it.
pub fn beside_scripts(text: &str, rules: &'static PageRules) -> Vec<Range<usize>> {
    let mut beside = Vec::new();
    let mut from = 0;
    for part in Parts::new(text, rules).filter(|part| part.kind == PartKind::Script) {
        beside.push(from..part.range.start);
        from = part.range.end;
    }
    beside.push(from..text.len());
    beside.retain(|range| !range.is_empty());
    beside
}

/// The code of a page that stands in no element for scripts: expressions, and what is fenced above all; with the word before
/// an expression that says what is done with it, as in `{#if late}`.
pub fn code_among_elements(text: &str, rules: &'static PageRules) -> Vec<CodePart> {
    let is_fenced = |part: &Part| text[..part.range.start].trim_start() == "---";
    let parts = Parts::new(text, rules)
        .filter(|part| part.kind == PartKind::Expression || part.kind == PartKind::Script && is_fenced(part));
    let of = |part: Part| {
        let code = text.get(part.range.clone()).unwrap_or_default();
        let is_directive = part.kind == PartKind::Expression && code.starts_with(['#', ':', '/', '@']);
        let word = code.char_indices().skip(1).find(|(_, c)| !c.is_alphabetic()).map_or(code.len(), |(at, _)| at);
        let at = part.range.start + if is_directive { word } else { 0 };
        let span = |range: Range<usize>| Span::new(range.start as u32, range.end as u32);
        CodePart { directive: span(part.range.start..at), code: span(at..part.range.end) }
    };
    parts.map(of).collect()
}

/// Lexes a page: its scripts, the expressions among its elements, and its components, which are called.
pub(super) fn lexemes<'t>(
    text: &'t str,
    lexis: &'t Lexis,
    rules: &'static PageRules,
) -> impl Iterator<Item = Lexeme> + 't {
    Parts::new(text, rules).flat_map(move |part| {
        let span = Span::new(part.range.start as u32, part.range.end as u32);
        let whole = match part.kind {
            PartKind::Component => Some(LexemeKind::Call),
            PartKind::Comment => Some(LexemeKind::Comment),
            PartKind::Script | PartKind::Expression => None,
        };
        let code = text.get(part.range).filter(|_| whole.is_none()).map(|code| Reader::new(code, lexis));
        let shifted = move |lexeme: Lexeme| Lexeme {
            span: Span::new(lexeme.span.start + span.start, lexeme.span.end + span.start),
            ..lexeme
        };
        let whole = whole.map(|kind| Lexeme { kind, span });
        whole.into_iter().chain(code.into_iter().flatten().map(shifted))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    static VUE: PageRules = PageRules { fence: false, expression: ("{{", "}}"), attributes: &[":", "@", "v-"] };
    static ASTRO: PageRules = PageRules { fence: true, expression: ("{", "}"), attributes: &[] };

    fn parts(text: &'static str, rules: &'static PageRules) -> Vec<(PartKind, &'static str)> {
        Parts::new(text, rules).map(|part| (part.kind, &text[part.range])).collect()
    }

    #[test]
    fn scripts_expressions_components_and_comments_are_the_parts_of_a_page() {
        use PartKind::*;
        let text = "<script setup lang=\"ts\">\nlet a = '<p>'\n</script>\n<template>\n  <!-- no -->\n\
  <UserCard :of=\"a > b\" title=\"{{ no }} don't\" @click='save(a)' v-if=\"ok\"/> it's {{ shown(a) }} a < b\n\
</template>\n<STYLE>\n.a > b { c: d }\n</STYLE>\n<Script>b</SCRIPT>";
        assert_eq!(
            parts(text, &VUE),
            [
                (Script, "\nlet a = '<p>'\n"),
                (Comment, "<!-- no -->"),
                (Component, "UserCard"),
                (Expression, "a > b"),
                (Expression, "save(a)"),
                (Expression, "ok"),
                (Expression, " shown(a) "),
                (Script, "b"),
            ]
        );
        let text = "---\nlet a = 1\n---\n<p on:click={() => go({ a })} class=\"x {y} z\" {...rest}>{#if b('}')}{c}</p>";
        assert_eq!(
            parts(text, &ASTRO),
            [
                (Script, "\nlet a = 1\n"),
                (Expression, "() => go({ a })"),
                (Expression, "y"),
                (Expression, "...rest"),
                (Expression, "#if b('}')"),
                (Expression, "c"),
            ]
        );
        assert_eq!(beside_scripts("<script>a</script>", &VUE), [0..8, 9..18]);
    }

    #[test]
    fn what_nothing_closes_ends_with_the_text_and_is_read_once() {
        for text in ["<script>let a", "<!-- a", "<p :a=\"b", "{{ a", "<a", "<", "<p {", "---\na", "<script", "<p a={"] {
            for rules in [&VUE, &ASTRO] {
                assert!(parts(text, rules).iter().all(|(_, part)| text.ends_with(part)), "{text}");
            }
        }
        for open in ["{", "<p {", "<p :a=\"{", "<script>", "<!--", "<p a='{"] {
            let text: &'static str = open.repeat(200_000).leak();
            assert!(parts(text, &VUE).len() + parts(text, &ASTRO).len() < 1_000_000);
        }
    }
}
