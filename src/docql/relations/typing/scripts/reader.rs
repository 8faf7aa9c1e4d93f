//! Tokens → scopes, in one pass. Blocks, functions, loops and `catch` open a scope each; what a bracket stands for is told by
//! what is beside it.

use super::ends::{behind_angles, expression_end, last_before, past_lines, type_end};
use super::scopes::{Bound, Scopes, Taken};
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens, is_assignment};
use std::collections::HashSet;

/// Words with a bracket behind them that are no name of a method.
const NO_METHODS: &[&str] =
    &["if", "for", "while", "switch", "catch", "with", "return", "function", "await", "typeof", "new", "super"];

/// Words before the name of a method.
const METHOD_WORDS: &[&str] =
    &["get", "set", "static", "async", "public", "private", "protected", "override", "readonly", "abstract", "declare"];

/// Scopes in each other, at most.
const MAX_OPEN: usize = 500;

/// A scope that is open.
struct Open {
    span: (usize, usize),
    is_function: bool,
}

pub(super) struct Reader<'t> {
    pub(super) tokens: &'t Tokens,
    out: Scopes,
    open: Vec<Open>,
    /// Brackets that were read where a word before them told what they are.
    told: HashSet<usize>,
    /// Arrows behind which a function goes on whose parameters stand in brackets.
    arrows: HashSet<usize>,
}

impl Scopes {
    pub(in crate::docql::relations::typing) fn read(tokens: &Tokens) -> Scopes {
        Reader::new(tokens).read()
    }
}

impl<'t> Reader<'t> {
    fn new(tokens: &'t Tokens) -> Reader<'t> {
        let end = tokens.len() + 1;
        let (all, out) = (Open { span: (0, end), is_function: true }, Scopes { end, ..Scopes::default() });
        Reader { tokens, out, open: vec![all], told: HashSet::new(), arrows: HashSet::new() }
    }

    fn read(mut self) -> Scopes {
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            while self.open.len() > 1 && self.open.last().is_some_and(|open| open.span.1 <= at) {
                self.open.pop();
            }
            match token.kind {
                TokenKind::Word => self.word(at),
                TokenKind::Sign(b'(') if !self.told.contains(&at) => self.bracket(at),
                TokenKind::Sign(b'{') => {
                    let end = self.tokens.closing(at).map_or(self.tokens.len(), |close| close + 1);
                    self.enter((at, end), false);
                }
                _ => {}
            }
            at += 1;
        }
        self.out
    }

    fn enter(&mut self, span: (usize, usize), is_function: bool) {
        if self.open.len() > MAX_OPEN {
            return;
        }
        // What a broken text closes too late ends with what is around it.
        let limit = self.open.last().map_or(usize::MAX, |open| open.span.1);
        let span = (span.0, span.1.min(limit));
        if is_function {
            self.out.functions.push(span);
        }
        self.open.push(Open { span, is_function });
    }

    fn here(&self) -> (usize, usize) {
        self.open.last().map_or((0, usize::MAX), |open| open.span)
    }

    fn function_here(&self) -> (usize, usize) {
        self.open.iter().rev().find(|open| open.is_function).map_or((0, usize::MAX), |open| open.span)
    }

    pub(super) fn bind(&mut self, at: usize, binding: Binding, scope: (usize, usize)) {
        let name = self.tokens.word(at).to_owned();
        self.out.names.entry(name).or_default().push(Bound { at, binding, scope });
    }

    pub(super) fn bind_part(&mut self, at: usize, taken: Taken, scope: (usize, usize)) {
        self.out.taken.push(taken);
        self.bind(at, Binding::Taken(self.out.taken.len() - 1), scope);
    }

    fn word(&mut self, at: usize) {
        let tokens = self.tokens;
        let is_member = at > 0 && tokens.is(at - 1, b'.') && !(at > 1 && tokens.is(at - 2, b'.'));
        if is_member || tokens.is(at + 1, b':') {
            return;
        }
        if is_assignment(tokens, at + 1) {
            self.out.assigned.push(at);
        }
        match tokens.word(at) {
            "function" => self.function(at),
            "class" => self.class(at),
            "const" | "let" if tokens.word(at + 1) != "enum" => self.declarators(at + 1, self.here()),
            "var" => self.declarators(at + 1, self.function_here()),
            "using" if !tokens.word(at + 1).is_empty() && tokens.is(at + 2, b'=') => {
                self.declarators(at + 1, self.here())
            }
            "for" | "catch" => self.head(at),
            _ if tokens.are(at + 1, "=>") && !self.arrows.contains(&(at + 1)) => {
                let scope = (at, self.body_end(at + 3));
                self.enter(scope, true);
                self.bind(at, Binding::Parameter(at, 0), self.here());
            }
            _ => {}
        }
    }

    /// `function name(…) { … }`
    fn function(&mut self, at: usize) {
        let tokens = self.tokens;
        let name = past_lines(tokens, if tokens.is(at + 1, b'*') { at + 2 } else { at + 1 });
        let has_name = !tokens.word(name).is_empty();
        let behind = if has_name { name + 1 } else { name };
        let open = if tokens.is(behind, b'<') { behind_angles(tokens, behind).unwrap_or(behind) } else { behind };
        let Some(close) = tokens.closing(open).filter(|_| tokens.is(open, b'(')) else { return };
        let is_declared = has_name && self.begins_statement(at);
        if is_declared {
            self.bind(name, Binding::Opaque, self.here());
        }
        let result = if tokens.is(close + 1, b':') { type_end(tokens, close + 2) } else { close + 1 };
        let body = past_lines(tokens, result);
        let end = match tokens.is(body, b'{') {
            true => tokens.closing(body).map_or(tokens.len(), |close| close + 1),
            false => close + 1,
        };
        self.enter((at, end), true);
        if has_name && !is_declared {
            self.bind(name, Binding::Opaque, self.here());
        }
        self.told.insert(open);
        self.parameters((open, close), !is_declared, self.here());
    }

    fn class(&mut self, at: usize) {
        let name = at + 1;
        if self.tokens.word(name).is_empty() || self.tokens.word(name) == "extends" {
            return;
        }
        if !self.begins_statement(at) {
            let open = (name..self.tokens.len()).take(MAX_HERITAGE).find(|&at| self.tokens.is(at, b'{'));
            let Some(close) = open.and_then(|open| self.tokens.closing(open)) else { return };
            self.enter((at, close + 1), false);
        }
        self.bind(name, Binding::Opaque, self.here());
    }

    /// `for (…) …`, `catch (…) { … }`
    fn head(&mut self, at: usize) {
        let tokens = self.tokens;
        let open = if tokens.word(at + 1) == "await" { at + 2 } else { at + 1 };
        let Some(close) = tokens.closing(open).filter(|_| tokens.is(open, b'(')) else { return };
        let end = self.body_end(close + 1);
        self.told.insert(open);
        self.enter((open, end), false);
        if tokens.word(at) == "catch" {
            self.parameters((open, close), false, self.here());
        }
    }

    /// The parameters of an arrow function or a method.
    fn bracket(&mut self, open: usize) {
        let tokens = self.tokens;
        let Some(close) = tokens.closing(open) else { return };
        let is_chosen = last_before(tokens, open).is_some_and(|at| tokens.is(at, b'?'));
        let has_result = tokens.is(close + 1, b':') && !is_chosen;
        let behind = if has_result { type_end(tokens, close + 2) } else { close + 1 };
        if tokens.are(behind, "=>") {
            self.arrows.insert(behind);
            let end = if self.is_of_type(open) { type_end(tokens, behind + 2) } else { self.body_end(behind + 2) };
            self.enter((open, end), true);
            self.parameters((open, close), true, self.here());
        } else if tokens.is(behind, b'{') && self.is_method(open) {
            let end = tokens.closing(behind).map_or(tokens.len(), |close| close + 1);
            self.enter((open, end), true);
            self.parameters((open, close), false, self.here());
        }
    }

    /// True if the type of a variable or parameter begins at `open`: `f: (a: A) => B`.
    fn is_of_type(&self, open: usize) -> bool {
        let tokens = self.tokens;
        let Some(colon) = last_before(tokens, open).filter(|&at| tokens.is(at, b':')) else { return false };
        let mark = colon.saturating_sub(1);
        let name = if tokens.is(mark, b'?') || tokens.is(mark, b'!') { mark.saturating_sub(1) } else { mark };
        let before = name.checked_sub(1).map_or("", |at| tokens.word(at));
        let is_listed = || tokens.opener(name).is_some_and(|open| tokens.is(open, b'('));
        matches!(before, "const" | "let" | "var" | "readonly" | "private" | "public" | "protected") || is_listed()
    }

    /// True if a name that begins an entry of an object or class stands before the bracket.
    fn is_method(&self, open: usize) -> bool {
        let tokens = self.tokens;
        let Some(mut name) = open.checked_sub(1) else { return false };
        if tokens.is(name, b'>') {
            let is_open = |&at: &usize| tokens.is(at, b'<') && behind_angles(tokens, at) == Some(name + 1);
            let Some(angle) = (0..name).rev().take(MAX_HERITAGE).find(is_open) else { return false };
            name = angle.saturating_sub(1);
        }
        if tokens.is(name, b']') {
            name = tokens.opening(name).unwrap_or(name);
        } else if tokens.word(name).is_empty()
            && tokens.get(name).is_none_or(|it| matches!(it.kind, TokenKind::Sign(_)))
            || NO_METHODS.contains(&tokens.word(name))
        {
            return false;
        }
        let mut first = name;
        while let Some(before) = first
            .checked_sub(1)
            .filter(|&at| METHOD_WORDS.contains(&tokens.word(at)) || tokens.is(at, b'*') || tokens.is(at, b'#'))
        {
            first = before;
        }
        first.checked_sub(1).is_none_or(|at| tokens.is_line(at) || b"{},;)".iter().any(|sign| tokens.is(at, *sign)))
    }

    /// True if the word at `at` begins a statement, and no expression.
    fn begins_statement(&self, at: usize) -> bool {
        let tokens = self.tokens;
        let Some(before) = last_before(tokens, at) else { return true };
        match tokens.word(before) {
            "export" | "default" | "declare" | "abstract" | "else" => true,
            "async" => self.begins_statement(before),
            "" if b"{};".iter().any(|sign| tokens.is(before, *sign)) => true,
            word => before + 1 < at && !goes_on_with(tokens, before, word),
        }
    }

    /// The token behind the body of a function or loop that begins at `at`.
    fn body_end(&self, at: usize) -> usize {
        let body = past_lines(self.tokens, at);
        match self.tokens.is(body, b'{') {
            true => self.tokens.closing(body).map_or(self.tokens.len(), |close| close + 1),
            false => expression_end(self.tokens, body),
        }
    }
}

/// Tokens between the name of a class and its body that are looked at, at most.
const MAX_HERITAGE: usize = 60;

/// True if what stands at `before` is not complete.
fn goes_on_with(tokens: &Tokens, before: usize, word: &str) -> bool {
    let is_arrow = before > 0 && tokens.are(before - 1, "=>");
    is_arrow
        || matches!(word, "return" | "new" | "typeof" | "await" | "in" | "of" | "case")
        || b"=(,:?&|+-*/%<[!~".iter().any(|sign| tokens.is(before, *sign))
}
