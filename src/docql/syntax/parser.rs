//! The parser's state: tokens, open brackets, diagnostics, and what could follow at the end of the text.

use super::diagnostic::Severity;
use super::token::{ascii_twin, tokens};
use crate::docql::syntax::diagnostic::Diagnostic;
use crate::docql::syntax::token::{Dialect, Token, TokenKind};
use crate::docql::syntax::tree::{Expression, Name, Segment};
use crate::document::Span;

/// Nested brackets and parentheses, at most. No sensible query comes near; a hostile one must not exhaust the
/// stack.
const MAX_NESTING: usize = 64;

/// Diagnostics after which parsing stops: nobody reads more, and each costs a copy of the text.
const MAX_DIAGNOSTICS: usize = 16;

/// The state of parsing one text.
pub(in crate::docql) struct Parser<'t> {
    pub text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    pub dialect: Dialect,
    pub diagnostics: Vec<Diagnostic>,
    pub context: Option<Expectation>,
    open: Vec<char>,
    /// The path from the root to the `@` of the innermost filter.
    pub scope: Vec<Segment>,
}

impl<'t> Parser<'t> {
    /// A parser at the start of `text`.
    pub(in crate::docql) fn new(text: &'t str, dialect: Dialect) -> Parser<'t> {
        Parser {
            text,
            tokens: tokens(text, dialect),
            at: 0,
            dialect,
            diagnostics: Vec::new(),
            context: None,
            open: Vec::new(),
            scope: Vec::new(),
        }
    }

    /// The next token, spaces skipped.
    pub(in crate::docql) fn peek(&self) -> Option<Token> {
        self.tokens[self.at..].iter().find(|token| token.kind != TokenKind::Space).copied()
    }

    pub(super) fn peek_kind(&self) -> Option<TokenKind> {
        self.peek().map(|token| token.kind)
    }

    /// The token after the next one, spaces skipped.
    pub(super) fn peek_second(&self) -> Option<Token> {
        self.tokens[self.at..].iter().filter(|token| token.kind != TokenKind::Space).nth(1).copied()
    }

    /// The token after that, spaces skipped.
    pub(super) fn peek_third(&self) -> Option<Token> {
        self.tokens[self.at..].iter().filter(|token| token.kind != TokenKind::Space).nth(2).copied()
    }

    /// True if the last consumed token is of `kind`.
    pub(super) fn follows(&self, kind: TokenKind) -> bool {
        self.tokens[..self.at].iter().rev().find(|token| token.kind != TokenKind::Space).is_some_and(|l| l.kind == kind)
    }

    /// Consumes the next token, spaces skipped.
    pub(super) fn bump(&mut self) -> Option<Token> {
        while let Some(&token) = self.tokens.get(self.at) {
            self.at += 1;
            if token.kind != TokenKind::Space {
                return Some(token);
            }
        }
        None
    }

    /// Consumes the next token if it is of `kind`.
    pub(super) fn eat(&mut self, kind: TokenKind) -> Option<Token> {
        if self.peek_kind() == Some(kind) { self.bump() } else { None }
    }

    /// True if the bracket that is open here is closed before the end of the text.
    pub(super) fn closes(&self) -> bool {
        let mut open = 0;
        self.tokens[self.at..].iter().any(|token| {
            match token.kind {
                TokenKind::OpenBracket => open += 1,
                TokenKind::CloseBracket => open -= 1,
                _ => {}
            }
            open < 0
        })
    }

    /// True if a space precedes the next token. RFC 9535 forbids it in a few places.
    pub(super) fn space_ahead(&self) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.kind == TokenKind::Space)
    }

    pub(in crate::docql) fn slice(&self, token: Token) -> &'t str {
        token.span.of(self.text)
    }

    /// End of the last consumed token.
    pub(in crate::docql) fn end(&self) -> u32 {
        self.tokens[..self.at]
            .iter()
            .rev()
            .find(|token| token.kind != TokenKind::Space)
            .map_or(0, |token| token.span.end)
    }

    /// The span of the next token; at the end of the text, the empty span after the last token.
    pub(in crate::docql) fn here(&self) -> Span {
        self.peek().map_or(Span::new(self.end(), self.end()), |token| token.span)
    }

    /// Stops parsing: skips all remaining tokens.
    pub(in crate::docql) fn stop(&mut self) {
        self.at = self.tokens.len();
    }

    pub(super) fn at_end(&self) -> bool {
        self.peek().is_none()
    }

    pub(in crate::docql) fn strict(&self) -> bool {
        self.dialect == Dialect::Strict
    }

    /// At the end of the text, records what is expected. The first call, which is the innermost, wins.
    pub(super) fn expecting(&mut self, context: impl FnOnce() -> Expectation) {
        if self.at_end() && self.context.is_none() {
            self.context = Some(context());
        }
    }

    pub(in crate::docql) fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        expected: &[&str],
    ) -> &mut Diagnostic {
        let incomplete = span.start as usize >= self.text.trim_end().len();
        self.push(Diagnostic {
            severity: Severity::Error,
            code,
            span,
            message: message.into(),
            expected: expected.iter().map(|text| (*text).to_owned()).collect(),
            fixes: Vec::new(),
            incomplete,
        })
    }

    /// Reports something that is read leniently: a note, or an error in the strict dialect.
    pub(super) fn lenient(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        let severity = if self.strict() { Severity::Error } else { Severity::Note };
        self.push(Diagnostic {
            severity,
            code,
            span,
            message: message.into(),
            expected: Vec::new(),
            fixes: Vec::new(),
            incomplete: false,
        })
    }

    fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        } else {
            self.stop();
        }
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    /// The whole text with `span` replaced: a fix.
    pub(in crate::docql) fn replaced(&self, span: Span, by: &str) -> String {
        super::suggest::replaced(self.text, span, by)
    }

    /// Enters a level that `closer` closes. False, with an error, if levels are nested too deep.
    pub(in crate::docql) fn enter(&mut self, closer: char) -> bool {
        self.open.push(closer);
        if self.open.len() <= MAX_NESTING {
            return true;
        }
        let here = self.here();
        if !self.diagnostics.iter().any(|known| known.code == "Q022") {
            self.error("Q022", here, format!("brackets are nested more than {MAX_NESTING} deep"), &[]).incomplete =
                false;
        }
        self.stop();
        false
    }

    /// Consumes the closing token. If it is missing, reports that and resumes where it was likely meant.
    pub(in crate::docql) fn close(&mut self, kind: TokenKind, code: &'static str) {
        let closer = if kind == TokenKind::CloseBracket { ']' } else { ')' };
        if self.eat(kind).is_some() {
            self.open.pop();
            return;
        }
        let here = self.here();
        if self.at_end() {
            let text = closer.to_string();
            self.error(code, here, format!("\"{closer}\" is missing"), &[&text]);
            return;
        }
        let found = self.slice(self.peek().unwrap_or(Token { kind, span: here })).to_owned();
        let text = closer.to_string();
        let closed = self.replaced(Span::new(here.start, here.start), &text);
        let in_filter = !self.scope.is_empty();
        let thousands = self.peek_kind() == Some(TokenKind::Comma)
            && self.follows(TokenKind::Number)
            && self.peek_second().is_some_and(|next| next.kind == TokenKind::Number && next.span.start == here.end);
        let another = match self.peek_kind() {
            _ if thousands => Some(self.replaced(here, "")),
            Some(TokenKind::At) => Some(self.replaced(Span::new(here.start, here.start), "&& ")),
            Some(TokenKind::Comma | TokenKind::Name) if in_filter => Some(self.replaced(here, " && ")),
            _ => None,
        };
        let fix_without = self.replaced(here, "");
        let message = match self.peek_kind() {
            _ if thousands => "a number is written without commas".to_owned(),
            Some(TokenKind::At) if in_filter => "\"&&\" or \"||\" is missing between two conditions".to_owned(),
            Some(TokenKind::Comma | TokenKind::Name) if in_filter => {
                format!("\"{}\" does not join conditions; use \"&&\" or \"||\"", clip(&found))
            }
            Some(TokenKind::Number | TokenKind::Unknown) if in_filter && found.starts_with(['+', '-', '%', '^']) => {
                "a query does not calculate".to_owned()
            }
            _ => format!("expected \"{closer}\", found \"{}\"", clip(&found)),
        };
        let diagnostic = self.error(code, here, message, &[&text]);
        diagnostic.fixes.extend(another);
        diagnostic.fixes.extend([closed, fix_without]);
        self.open.pop();
        // Resume after the closer if there is one further right on the same level, else here.
        let mut depth = 0_i32;
        for index in self.at..self.tokens.len() {
            match self.tokens[index].kind {
                TokenKind::OpenBracket | TokenKind::OpenParen => depth += 1,
                found if depth == 0 && found == kind => {
                    self.at = index + 1;
                    return;
                }
                TokenKind::CloseBracket | TokenKind::CloseParen => {
                    depth -= 1;
                    if depth < 0 {
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// Leaves a level that has no closing character (the operand of `!`).
    pub(super) fn leave(&mut self) {
        self.open.pop();
    }

    /// Closing characters missing at the end, including the quote of an unclosed string.
    pub(in crate::docql) fn closers(&self) -> String {
        let mut closers = String::new();
        if let Some(last) = self.tokens.last() {
            let text = last.span.of(self.text);
            match last.kind {
                TokenKind::Text { closed: false } => {
                    closers.extend(text.chars().next().map(|quote| ascii_twin(quote).unwrap_or(quote)));
                }
                TokenKind::Regex { closed: false } => closers.push('/'),
                _ => {}
            }
        }
        closers.extend(self.open.iter().rev().filter(|closer| **closer != ' '));
        closers
    }
}

/// What could follow at the end of the text.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::docql) enum Expectation {
    /// At the start of an empty text.
    Start,
    /// After a complete step.
    Step(Vec<Segment>),
    /// After `.` or `..`.
    Member { before: Vec<Segment>, descendant: bool },
    /// After `[`, or after a comma in it.
    Bracket(Vec<Segment>),
    /// An argument of the call `name`.
    Argument { before: Vec<Segment>, name: Name, index: usize },
    /// After a complete argument.
    ArgumentEnd,
    /// At the start of a condition.
    Operand(Vec<Segment>),
    /// After the left operand of a comparison.
    Operator { scope: Vec<Segment>, left: Expression },
    /// After an operator.
    Value { scope: Vec<Segment>, left: Expression, operator: crate::docql::catalog::Operator },
    /// After a complete condition: `&&`, `||`, or a closing character.
    Term,
}

/// The first 24 characters of `text`, for messages.
pub(in crate::docql) fn clip(text: &str) -> &str {
    text.char_indices().nth(24).map_or(text, |(at, _)| &text[..at])
}
