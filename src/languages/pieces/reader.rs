//! One reading of a program from its start to its end, bracket by bracket.

use super::Piece;
use super::begun::{Before, Level, Open, Shape};
use super::bytes::{IN_BRACES, directive_end, is_line_start, line_end, string_end, word_end};
use super::conditions::{Conditions, Directive, directive};
use std::ops::Range;

/// Words that begin a declaration, or stand before its name.
const WORDS: &[&str] = &[
    "typedef",
    "struct",
    "union",
    "enum",
    "static",
    "extern",
    "const",
    "inline",
    "volatile",
    "register",
    "void",
    "int",
    "char",
    "long",
    "short",
    "unsigned",
    "signed",
    "float",
    "double",
    "bool",
    "_Bool",
    "__inline",
    "__inline__",
    "__extension__",
    "__attribute__",
    "__declspec",
    "_Static_assert",
];
const PREFIXES: &[&str] = &["static", "extern", "inline"];
const TYPES: &[&str] = &["typedef", "struct", "union", "enum"];

pub(super) enum Step {
    More,
    Found(Piece),
    End,
}

#[derive(Clone)]
pub(super) struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    level: Level,
    /// The end of what stands before the comments above the next declaration.
    lead: usize,
    open: Option<Open>,
    conditions: Conditions,
    definitions: Vec<Range<usize>>,
    /// True once braces did not close.
    resync: bool,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str) -> Reader<'t> {
        Reader {
            bytes: text.as_bytes(),
            at: 0,
            level: Level::default(),
            lead: 0,
            open: None,
            conditions: Conditions::default(),
            definitions: Vec::new(),
            resync: false,
        }
    }

    /// True if a declaration has begun.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// True if brackets are open that might be closed by a brace at the start of a line.
    pub(super) fn is_unclosed(&self) -> bool {
        !self.level.is_closed() && !self.resync
    }

    /// The same, but that a brace at the start of a line closes all.
    pub(super) fn with_resync(self) -> Reader<'t> {
        Reader { resync: true, ..self }
    }

    /// Reads on by a token.
    pub(super) fn step(&mut self) -> Step {
        if self.level.braces > 0 && !self.resync {
            let rest = &self.bytes[self.at..];
            self.at += rest.iter().position(|byte| IN_BRACES[*byte as usize]).unwrap_or(rest.len());
        }
        let Some(&byte) = self.bytes.get(self.at) else { return Step::End };
        let at = self.at;
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b'\\' | 0x0c => self.at += 1,
            b'/' if self.bytes.get(at + 1) == Some(&b'/') => self.at = line_end(self.bytes, at),
            b'/' if self.bytes.get(at + 1) == Some(&b'*') => {
                self.at =
                    memchr::memmem::find(&self.bytes[at + 2..], b"*/").map_or(self.bytes.len(), |end| at + end + 4);
            }
            b'#' if is_line_start(self.bytes, at) => return self.directive(),
            b'"' | b'\'' => {
                self.at = string_end(self.bytes, at);
                self.token(at, Before::Other);
            }
            b'_' | b'$' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => return self.word(),
            b'0'..=b'9' => {
                self.at = word_end(self.bytes, at);
                self.token(at, Before::Other);
            }
            _ => {
                self.at += 1;
                return self.mark(byte, at);
            }
        }
        Step::More
    }

    fn token(&mut self, at: usize, before: Before) {
        let end = self.at;
        let level = self.level;
        let open = self.open.get_or_insert_with(|| Open::at(at, end, before));
        open.before = before;
        open.last_end = end;
        if level.is_closed() && before == Before::Other {
            open.shape = Shape::Other;
        }
        self.level.open = true;
    }

    fn word(&mut self) -> Step {
        let at = self.at;
        self.at = word_end(self.bytes, at);
        let word = &self.bytes[at..self.at];
        let is = |words: &[&str]| words.iter().any(|known| known.as_bytes() == word);
        let outermost = self.level.is_closed();
        let Some(open) = &self.open else {
            self.token(at, Before::Word);
            if let Some(open) = &mut self.open {
                open.shape = match is(WORDS) {
                    true if is(PREFIXES) => Shape::Prefix,
                    true => Shape::Other,
                    false => Shape::Word,
                };
                open.is_type = is(TYPES);
            }
            return Step::More;
        };
        if !outermost {
            // In braces that nothing closes, what is not set in and begins like a declaration is one.
            if self.resync
                && is(WORDS)
                && is_line_start(self.bytes, at)
                && at.checked_sub(1).and_then(|at| self.bytes.get(at)) == Some(&b'\n')
            {
                let piece = self.close(open.last_end);
                self.at = at;
                return piece.map_or(Step::More, Step::Found);
            }
            self.token(at, Before::Word);
            return Step::More;
        }
        let begins = is(WORDS);
        if self.bytes[open.last_end..at].contains(&b'\n') {
            let is_macro = match open.shape {
                Shape::Word => {
                    let name = &self.bytes[open.head..open.last_end];
                    name.len() > 2 && !name.iter().any(u8::is_ascii_lowercase)
                }
                Shape::Call => true,
                Shape::Prefix | Shape::Prefixed | Shape::Other => false,
            };
            let is_apart = is_macro && (begins || self.is_declaration_behind())
                || begins && open.before == Before::Brace && !open.has_value;
            if is_apart {
                let piece = self.close(open.last_end);
                self.at = at;
                return piece.map_or(Step::More, Step::Found);
            }
        }
        let is_prefix = is(PREFIXES);
        self.token(at, Before::Word);
        if let Some(open) = &mut self.open {
            open.shape = match open.shape {
                Shape::Prefix if is_prefix => Shape::Prefix,
                Shape::Prefix if !begins => Shape::Prefixed,
                _ => Shape::Other,
            };
            open.is_type |= is(TYPES) && !open.has_parameters;
        }
        Step::More
    }

    /// True if what follows the word that has just been read makes it a type.
    fn is_declaration_behind(&self) -> bool {
        let rest = self.bytes[self.at..].iter();
        let next = rest.copied().find(|byte| !matches!(byte, b' ' | b'\t' | b'*'));
        next.is_some_and(|byte| byte == b'_' || byte.is_ascii_alphabetic())
    }

    /// Reads a bracket or another sign.
    fn mark(&mut self, byte: u8, at: usize) -> Step {
        let Some(open) = &self.open else {
            if matches!(byte, b';' | b'}' | b')') {
                self.lead = self.at;
                return Step::More;
            }
            self.token(at, Before::Other);
            self.bracket(byte, at, Before::Other);
            return Step::More;
        };
        let (before, shape, head) = (open.before, open.shape, open.head);
        if byte == b'{' && self.level.braces == 0 && self.is_linkage(head, at) {
            self.open = None;
            self.level = Level::default();
            self.lead = self.at;
            return Step::More;
        }
        self.token(at, if byte == b')' { Before::Parenthesis } else { Before::Other });
        if matches!(byte, b'(' | b')') {
            self.parenthesis(byte, shape);
        } else if self.bracket(byte, at, before) {
            return self.close(self.at).map_or(Step::More, Step::Found);
        }
        Step::More
    }

    fn parenthesis(&mut self, byte: u8, shape: Shape) {
        let level = &mut self.level;
        let Some(open) = &mut self.open else { return };
        if byte == b'(' {
            level.parentheses += 1;
            if matches!(shape, Shape::Word | Shape::Prefixed) {
                open.shape = Shape::Word;
            }
            return;
        }
        level.parentheses = level.parentheses.saturating_sub(1);
        if level.is_closed() {
            open.has_parameters = true;
            open.shape = if shape == Shape::Word { Shape::Call } else { Shape::Other };
        }
    }

    /// Whether the declaration ends here.
    fn bracket(&mut self, byte: u8, at: usize, before: Before) -> bool {
        let level = &mut self.level;
        let Some(open) = &mut self.open else { return false };
        match byte {
            b'(' => level.parentheses += 1,
            b'=' if level.is_closed() => open.has_value = true,
            b'{' => {
                if level.is_closed() {
                    let is_behind = match before {
                        Before::Parenthesis => true,
                        Before::Word => open.has_parameters && !open.is_type,
                        Before::Brace | Before::Other => false,
                    };
                    open.is_body = is_behind && !open.has_value;
                }
                level.braces += 1;
            }
            b'}' => {
                level.braces = level.braces.saturating_sub(1);
                if self.resync && (at == 0 || self.bytes.get(at - 1) == Some(&b'\n')) {
                    *level = Level { open: true, ..Level::default() };
                }
                if level.is_closed() {
                    open.before = Before::Brace;
                    return open.is_body;
                }
            }
            b';' => return level.braces == 0,
            _ => {}
        }
        false
    }

    /// True if what stands between `head` and `brace` is `extern "C"`: what follows is on the outermost level too.
    fn is_linkage(&self, head: usize, brace: usize) -> bool {
        let rest = self.bytes[head..brace].strip_prefix(b"extern").map(<[u8]>::trim_ascii);
        rest.is_some_and(|rest| rest.len() < 8 && rest.starts_with(b"\"C"))
    }

    fn directive(&mut self) -> Step {
        let start = self.at;
        let end = directive_end(self.bytes, start);
        let kind = directive(&self.bytes[start..end]);
        self.at = end;
        if kind == Directive::Other {
            return self.define(start, end);
        }
        let skipped = self.conditions.read(kind, start..end, self.level, self.bytes);
        self.at = skipped.end;
        // The state of the first branch holds behind all of them.
        if self.open.is_none() {
            self.lead = self.at;
        }
        Step::More
    }

    /// A definition is no part of a declaration around it, unless that has brackets open.
    fn define(&mut self, start: usize, end: usize) -> Step {
        // The line's ending belongs to it.
        let end = (end + 1).min(self.bytes.len());
        self.at = end;
        if !self.level.is_closed() {
            self.definitions.push(start..end);
            return Step::More;
        }
        if let Some(open) = &self.open {
            let piece = self.close(open.last_end);
            self.at = start;
            return piece.map_or(Step::More, Step::Found);
        }
        self.lead = end;
        let (losing, optional, definitions) = (Vec::new(), Vec::new(), Vec::new());
        Step::Found(Piece { start, head: start, end, losing, optional, definitions, is_unclosed: false })
    }

    /// The declaration that ends at `end`.
    fn close(&mut self, end: usize) -> Option<Piece> {
        let open = self.open.take()?;
        let is_unclosed = self.level.braces > 0;
        self.level = Level::default();
        let start = std::mem::replace(&mut self.lead, end);
        let definitions = std::mem::take(&mut self.definitions);
        let (losing, optional) = self.conditions.within(open.head..end, &definitions);
        Some(Piece { start, head: open.head, end, losing, optional, definitions, is_unclosed })
    }

    pub(super) fn finish(&mut self) -> Option<Piece> {
        let end = self.open.as_ref()?.last_end;
        self.close(end)
    }
}
