//! Reads scripts of commands: where one may begin, its first word is called; other words are its arguments.

use super::scopes::{Mode, Scope, ScopeKind};
use super::words::{empty_brackets_end, is_name, name_end};
use crate::document::lexemes::heredocs;
use crate::document::lexemes::lexeme::{Lexeme, LexemeKind};
use crate::document::lexemes::templates::{Close, Opened, Template, substitution};
use crate::document::{Escapes, ExpressionMark, Lexis, Span};
use std::collections::VecDeque;

/// The lexemes of a script, one after another.
pub(in crate::document::lexemes) struct ShellReader<'t> {
    text: &'t str,
    lexis: &'t Lexis,
    at: usize,
    mode: Mode,
    scopes: Vec<Scope<'t>>,
    /// Strings of lines that begin with the next line.
    heredocs: VecDeque<Template<'t>>,
}

/// What a step has led to: a lexeme that ends where the reader stands, or nothing to tell of.
type Step = Option<Lexeme>;

impl<'t> ShellReader<'t> {
    pub(in crate::document::lexemes) fn new(text: &'t str, lexis: &'t Lexis) -> ShellReader<'t> {
        let (mode, heredocs) = (Mode::Command, VecDeque::new());
        ShellReader { text, lexis, at: 0, mode, scopes: Vec::new(), heredocs }
    }

    fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    fn lexeme(&self, kind: LexemeKind, start: usize) -> Step {
        (self.at > start).then(|| Lexeme { kind, span: Span::of_range(start..self.at) })
    }

    fn kind(&self) -> Option<ScopeKind> {
        self.scopes.last().map(|scope| scope.kind)
    }

    fn push(&mut self, kind: ScopeKind, literal: Option<Template<'t>>) {
        let mode = if self.mode == Mode::Value { Mode::Value } else { Mode::Argument };
        self.scopes.push(Scope { kind, mode, literal });
        self.begin_command();
    }

    /// Leaves the innermost scope, which ends before `end`: its literal goes on from there.
    fn pop(&mut self, end: usize) -> Step {
        let start = self.at;
        self.at = end;
        let scope = self.scopes.pop()?;
        self.mode = scope.mode;
        self.literal(scope.literal?, start)
    }

    /// A command may begin here, if there are commands.
    fn begin_command(&mut self) {
        self.mode = match self.kind() {
            None | Some(ScopeKind::Commands | ScopeKind::Backquote | ScopeKind::CaseBody) => Mode::Command,
            Some(_) => Mode::Argument,
        };
    }

    /// What stands here is no name, so what follows it is not called.
    fn leave_command(&mut self) {
        if self.mode != Mode::Value {
            self.mode = Mode::Argument;
        }
    }

    /// Reads a literal from inside of it on, up to its end or the next code in it. It began, or goes on, at `start`.
    fn literal(&mut self, mut template: Template<'t>, start: usize) -> Step {
        let (end, opened) = template.read(self.bytes(), self.at);
        self.at = end;
        let lexeme = self.lexeme(LexemeKind::Text, start);
        if let Some(opened) = opened {
            self.open(opened, Some(template));
        }
        lexeme
    }

    fn open(&mut self, opened: Opened, literal: Option<Template<'t>>) {
        let kind = match opened {
            Opened::Commands => ScopeKind::Commands,
            Opened::Backquote => ScopeKind::Backquote,
            Opened::Arithmetic => ScopeKind::Arithmetic(0),
            Opened::Parameter | Opened::Expression => ScopeKind::Parameter,
            Opened::Variable => ScopeKind::Variable(false),
        };
        self.push(kind, literal);
    }

    /// Reads a string that starts with a quote behind `prefix` bytes.
    fn string(&mut self, prefix: usize, escapes: Escapes, mark: Option<ExpressionMark>) -> Step {
        let (bytes, start) = (self.bytes(), self.at);
        self.leave_command();
        self.at = start + prefix + 1;
        let close = Close::Mark(&bytes[start + prefix..self.at]);
        self.literal(Template { close, escapes, multiline: true, mark, flags: false }, start)
    }

    fn step(&mut self) -> Step {
        let (bytes, at) = (self.bytes(), self.at);
        if let Some(ScopeKind::Variable(is_read)) = self.kind() {
            if is_read {
                return self.pop(at);
            }
            self.scopes.last_mut()?.kind = ScopeKind::Variable(true);
            self.at = name_end(bytes, at);
            return self.lexeme(LexemeKind::Word, at);
        }
        match bytes[at] {
            b'\n' => return self.line_break(),
            b'"' => return self.string(0, Escapes::Backslash, Some(ExpressionMark::Shell)),
            b'\'' if self.opens_quote() => return self.string(0, Escapes::None, None),
            b'`' if self.kind() == Some(ScopeKind::Backquote) => return self.pop(at + 1),
            b'`' => {
                self.at += 1;
                self.open(Opened::Backquote, None);
            }
            b'$' => return self.dollar(),
            b'\\' => {
                // What is escaped is text, and a line that goes on.
                self.at += 1 + usize::from(bytes.get(at + 1).is_some_and(u8::is_ascii));
                if bytes.get(at + 1) != Some(&b'\n') {
                    self.leave_command();
                }
            }
            b' ' | b'\t' | b'\r' => {
                self.at += 1;
                if self.mode == Mode::Value {
                    self.mode = Mode::Command;
                }
            }
            b'}' if self.kind() == Some(ScopeKind::Parameter) => return self.pop(at + 1),
            byte => {
                return match self.kind() {
                    Some(ScopeKind::Parameter) => self.piece(),
                    Some(ScopeKind::Words(depth)) => self.bracketed(depth, ScopeKind::Words, 1),
                    Some(ScopeKind::Arithmetic(depth)) => self.bracketed(depth, ScopeKind::Arithmetic, 2),
                    _ => self.sign(byte),
                };
            }
        }
        None
    }

    fn line_break(&mut self) -> Step {
        self.at += 1;
        self.begin_command();
        let template = self.heredocs.pop_front()?;
        self.literal(template, self.at)
    }

    /// False for an apostrophe: in `"${x:-it's}"` nothing ends it.
    fn opens_quote(&self) -> bool {
        let rest = &self.bytes()[self.at + 1..];
        let is_within = self.scopes.last().is_some_and(|it| it.kind == ScopeKind::Parameter && it.literal.is_some());
        let closes = || rest.iter().find(|byte| matches!(byte, b'\'' | b'}' | b'\n')) == Some(&b'\'');
        !is_within && !matches!(self.kind(), Some(ScopeKind::Arithmetic(_))) || closes()
    }

    /// A `$`: what it opens, the name behind it, or a sign.
    fn dollar(&mut self) -> Step {
        let (bytes, at) = (self.bytes(), self.at);
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        self.leave_command();
        match substitution(bytes, at, next) {
            Some((start, Opened::Variable)) => {
                self.at = name_end(bytes, start);
                return self.lexeme(LexemeKind::Word, start);
            }
            Some((start, opened)) => {
                self.at = start;
                self.open(opened, None);
            }
            None if next == b'\'' => return self.string(1, Escapes::Backslash, None),
            None => self.at += 1 + usize::from(b"@*#?-$!".contains(&next) || next.is_ascii_digit()),
        }
        None
    }

    /// A byte between brackets in which there are no commands, with those that are open and how many close it.
    fn bracketed(&mut self, depth: usize, kind: fn(usize) -> ScopeKind, closing: usize) -> Step {
        let (bytes, at) = (self.bytes(), self.at);
        let depth = match bytes[at] {
            b'(' => depth + 1,
            b')' if depth > 0 => depth - 1,
            b')' if bytes[at..].starts_with(&b"))"[..closing]) => return self.pop(at + closing),
            // `$((a); b)` has turned out to hold commands.
            b')' => return self.pop(at + 1),
            b'#' if closing == 1 && self.begins_word() => return self.comment(),
            _ => return self.piece(),
        };
        self.scopes.last_mut()?.kind = kind(depth);
        self.at += 1;
        None
    }

    /// A sign, or the start of a word, where there are commands, or in a test or the head of a case.
    fn sign(&mut self, byte: u8) -> Step {
        let (bytes, at) = (self.bytes(), self.at);
        let next = bytes.get(at + 1).copied();
        match byte {
            b'#' if self.begins_word() => return self.comment(),
            b'(' => self.bracket(next),
            b')' => return self.closing_bracket(),
            b'<' | b'>' if self.kind() != Some(ScopeKind::Test) => return self.redirection(next),
            b'&' if next == Some(b'>') => {
                self.at += 1;
                self.leave_command();
            }
            b';' | b'&' | b'|' => {
                let signs = bytes[at..].iter().take_while(|byte| b";&|".contains(byte)).count();
                if byte == b';' && signs > 1 && self.kind() == Some(ScopeKind::CaseBody) {
                    self.scopes.last_mut()?.kind = ScopeKind::CasePattern;
                }
                self.at += signs;
                self.begin_command();
            }
            b'{' | b'}' | b'!' if matches!(self.mode, Mode::Command | Mode::Name) => {
                let is_alone = next.is_none_or(|next| next.is_ascii_whitespace());
                self.at += 1;
                self.mode = if is_alone && byte != b'}' { Mode::Command } else { Mode::Argument };
            }
            _ => return self.word(),
        }
        None
    }

    fn begins_word(&self) -> bool {
        let before = self.bytes()[..self.at].last();
        before.is_none_or(|byte| byte.is_ascii_whitespace() || b";&|()`".contains(byte))
    }

    fn comment(&mut self) -> Step {
        let (bytes, start) = (self.bytes(), self.at);
        self.at = memchr::memchr(b'\n', &bytes[start..]).map_or(bytes.len(), |offset| start + offset);
        self.lexeme(LexemeKind::Comment, start)
    }

    fn bracket(&mut self, next: Option<u8>) {
        let (bytes, at) = (self.bytes(), self.at);
        let before = bytes[..at].last().copied().unwrap_or(b' ');
        let is_loop = || bytes[..at].trim_ascii_end().ends_with(b"for");
        self.at += 1;
        match self.kind() {
            Some(ScopeKind::Test | ScopeKind::CaseHead | ScopeKind::CasePattern) => {}
            _ if next == Some(b'(') && (self.mode == Mode::Command || is_loop()) => {
                self.at += 1;
                self.push(ScopeKind::Arithmetic(0), None);
            }
            // A list of values, and a pattern.
            _ if before == b'=' || self.mode == Mode::Argument && b"@!?*+".contains(&before) => {
                self.push(ScopeKind::Words(0), None);
            }
            _ => self.push(ScopeKind::Commands, None),
        }
    }

    fn closing_bracket(&mut self) -> Step {
        match self.kind() {
            Some(ScopeKind::Commands) => return self.pop(self.at + 1),
            Some(ScopeKind::CasePattern) => {
                self.scopes.last_mut()?.kind = ScopeKind::CaseBody;
                self.begin_command();
            }
            _ => {}
        }
        self.at += 1;
        None
    }

    fn redirection(&mut self, next: Option<u8>) -> Step {
        let (bytes, start) = (self.bytes(), self.at);
        self.leave_command();
        if next == Some(b'(') {
            self.at += 2;
            self.push(ScopeKind::Commands, None);
            return None;
        }
        if !bytes[start..].starts_with(b"<<<")
            && let Some(rule) = self.lexis.forms.heredocs
            && let Some((template, end)) = heredocs::opening(bytes, start, rule)
        {
            self.at = end;
            self.heredocs.push_back(template);
            return self.lexeme(LexemeKind::Text, start);
        }
        self.at += bytes[start..].iter().take_while(|byte| b"<>&|".contains(byte)).count();
        None
    }

    /// Some of a word that is not called: a name in it, or a sign.
    fn piece(&mut self) -> Step {
        let start = self.at;
        self.at = name_end(self.bytes(), start);
        if self.at == start {
            self.at += 1;
            return None;
        }
        self.lexeme(LexemeKind::Word, start)
    }

    /// A word that no sign begins, or some of it.
    fn word(&mut self) -> Step {
        let (bytes, start) = (self.bytes(), self.at);
        if !self.begins_word() {
            return self.piece();
        }
        let end = start + bytes[start..].iter().take_while(|byte| !heredocs::is_sign_of_shells(**byte)).count();
        match (self.kind(), &bytes[start..end]) {
            (_, []) => return self.piece(),
            (Some(ScopeKind::Test), b"]]") => return self.pop(end),
            (Some(ScopeKind::CasePattern), b"esac") => return self.pop(end),
            (Some(ScopeKind::CaseHead), b"in") => {
                self.scopes.last_mut()?.kind = ScopeKind::CasePattern;
                self.at = end;
                return self.lexeme(LexemeKind::Word, start);
            }
            _ => {}
        }
        match self.mode {
            Mode::Argument | Mode::Value => self.piece(),
            Mode::Name => self.declared(end),
            Mode::Command => self.command(end),
        }
    }

    /// The name of a function that is declared, up to `end`.
    fn declared(&mut self, end: usize) -> Step {
        let start = self.at;
        self.at = end;
        let lexeme = self.lexeme(LexemeKind::Word, start);
        self.at = empty_brackets_end(self.bytes(), end).unwrap_or(end);
        self.mode = Mode::Command;
        lexeme
    }

    /// The first word of a command, up to `end`.
    fn command(&mut self, end: usize) -> Step {
        let (bytes, start) = (self.bytes(), self.at);
        let word = &bytes[start..end];
        let name = name_end(bytes, start).min(end);
        if name > start && matches!(bytes[name..], [b'=' | b'[', ..] | [b'+', b'=', ..]) {
            self.at = name;
            self.mode = Mode::Value;
            return self.lexeme(LexemeKind::Word, start);
        }
        let ends = |byte: &u8| !b"\"'`$\\".contains(byte) || *byte == b'`' && self.kind() == Some(ScopeKind::Backquote);
        let is_whole = bytes.get(end).is_none_or(ends);
        if !is_whole || !(is_name(word) || word == b"[[") {
            self.mode = Mode::Argument;
            return self.piece();
        }
        if empty_brackets_end(bytes, end).is_some() {
            return self.declared(end);
        }
        self.at = end;
        self.mode = Mode::Argument;
        let is_keyword = std::str::from_utf8(word).is_ok_and(|word| self.lexis.keywords.contains(&word));
        let lexeme = self.lexeme(if is_keyword { LexemeKind::Word } else { LexemeKind::Call }, start);
        match word {
            b"then" | b"do" | b"else" | b"elif" | b"if" | b"while" | b"until" | b"time" | b"coproc" => {
                self.mode = Mode::Command;
            }
            b"function" => self.mode = Mode::Name,
            b"case" => self.push(ScopeKind::CaseHead, None),
            b"[[" => {
                self.push(ScopeKind::Test, None);
                return None;
            }
            b"esac" if self.kind() == Some(ScopeKind::CaseBody) => drop(self.scopes.pop()),
            _ => {}
        }
        lexeme
    }
}

impl Iterator for ShellReader<'_> {
    type Item = Lexeme;

    fn next(&mut self) -> Option<Lexeme> {
        while self.at < self.text.len() {
            if let Some(lexeme) = self.step() {
                return Some(lexeme);
            }
        }
        None
    }
}
