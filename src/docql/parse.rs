//! Tokens → query, by recursive descent that never fails, and what the end of the text was waiting for.

use super::diagnostic::Diagnostic;
use super::parser::Parser;
use super::syntax::{Expression, ExpressionKind, Literal, Name, Query, Segment, SegmentKind};
use super::token::{Dialect, Token, TokenKind};
use crate::document::Span;

/// What could stand where the text ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Context {
    /// Nothing typed.
    Start,
    /// After a complete step: another one, or nothing.
    Step(Vec<Segment>),
    /// After `.` or `..`.
    Member { before: Vec<Segment>, descendant: bool },
    /// After `[`, or after a comma in it.
    Bracket(Vec<Segment>),
    /// An argument of the call `name`.
    Argument { before: Vec<Segment>, name: Name, index: usize },
    /// After a complete argument.
    ArgumentEnd,
    /// The start of a filter's term.
    Operand(Vec<Segment>),
    /// After an operand that could be compared.
    Operator { scope: Vec<Segment>, left: Expression },
    /// The right side of an operator.
    Value { scope: Vec<Segment>, left: Expression, operator: super::syntax::Operator },
    /// After a complete term: `&&`, `||`, or an end.
    Term,
}

/// A text as the parser read it.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    /// The query, with whatever could be read.
    pub query: Query,
    /// What was wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// What could stand at the end.
    pub context: Context,
    /// The closing characters that are missing at the end.
    pub closers: String,
}

/// Reads `text`.
pub(super) fn parse(text: &str, dialect: Dialect) -> Parsed {
    let mut parser = Parser::new(text, dialect);
    let query = parser.query();
    let closers = parser.closers();
    Parsed { query, diagnostics: parser.diagnostics, context: parser.context.unwrap_or(Context::Start), closers }
}
impl Parser<'_> {
    fn query(&mut self) -> Query {
        self.expecting(|| Context::Start);
        if self.strict() && (self.text.starts_with(char::is_whitespace) || self.text.ends_with(char::is_whitespace)) {
            let span = if self.text.starts_with(char::is_whitespace) {
                Span::new(0, 1)
            } else {
                Span::new(self.text.len() as u32 - 1, self.text.len() as u32)
            };
            self.error("Q023", span, "white space around a query is not allowed", &[]).incomplete = false;
        }
        let dollar = self.eat(TokenKind::Dollar);
        if dollar.is_none() {
            let here = self.here();
            let fix = format!(
                "${}{}",
                if matches!(self.peek_kind(), Some(TokenKind::Name)) { "." } else { "" },
                self.text.trim_start()
            );
            let implied = matches!(self.peek_kind(), Some(TokenKind::Dot | TokenKind::DotDot | TokenKind::OpenBracket))
                && !self.strict();
            if !implied {
                self.error(
                    "Q002",
                    here,
                    if self.at_end() { "the query is empty" } else { "a query starts with \"$\"" },
                    &["$"],
                )
                .fixes
                .push(fix);
                if !matches!(self.peek_kind(), Some(TokenKind::Dot | TokenKind::DotDot | TokenKind::OpenBracket)) {
                    self.stop();
                }
            }
        }
        let segments = self.segments(Vec::new());
        if let Some(token) = self.peek() {
            self.trailing(token);
        }
        Query { segments }
    }

    fn trailing(&mut self, token: Token) {
        let found = clip(self.slice(token)).to_owned();
        let cut = self.text[..token.span.start as usize].trim_end().to_owned();
        let (message, fix) = match token.kind {
            TokenKind::Name | TokenKind::Number => (
                "a step starts with \".\" or \"[\"".to_owned(),
                Some(self.replaced(Span::new(token.span.start, token.span.start), ".")),
            ),
            TokenKind::CloseBracket | TokenKind::CloseParen => {
                (format!("\"{found}\" closes nothing"), Some(self.replaced(token.span, "")))
            }
            TokenKind::OpenParen => ("only a function takes arguments".to_owned(), None),
            TokenKind::Dollar => {
                ("\"$\" stands only at the start of a query".to_owned(), Some(self.replaced(token.span, "")))
            }
            _ => (format!("\"{found}\" cannot stand after a step"), None),
        };
        let diagnostic = self.error("Q013", token.span, message, &[".", "["]);
        diagnostic.incomplete = false;
        diagnostic.fixes.extend(fix);
        diagnostic.fixes.push(cut);
        self.stop();
    }

    /// Steps after a path that began with `base`.
    pub(super) fn segments(&mut self, base: Vec<Segment>) -> Vec<Segment> {
        let skip = base.len();
        let mut all = base;
        loop {
            self.expecting(|| Context::Step(all.clone()));
            let Some(token) = self.peek() else { break };
            let start = token.span.start;
            let kind = match token.kind {
                TokenKind::Dot | TokenKind::DotDot => {
                    self.bump();
                    match self.after_dot(token, &all) {
                        Some(kind) => kind,
                        None => break,
                    }
                }
                TokenKind::OpenBracket => SegmentKind::Bracket(self.bracket(&all)),
                _ => break,
            };
            all.push(Segment { kind, span: Span::new(start, self.end()) });
        }
        all.split_off(skip)
    }

    fn after_dot(&mut self, dot: Token, before: &[Segment]) -> Option<SegmentKind> {
        let descendant = dot.kind == TokenKind::DotDot;
        if self.strict() && self.space_ahead() {
            let here = self.here();
            self.error("Q023", Span::new(dot.span.end, here.start), "no white space may follow the dot", &[])
                .incomplete = false;
        }
        self.expecting(|| Context::Member { before: before.to_vec(), descendant });
        let wrap = |kind: SegmentKind| if descendant { SegmentKind::Descendant(Box::new(kind)) } else { kind };
        let Some(token) = self.peek() else {
            let here = self.here();
            let fix = self.replaced(Span::new(dot.span.start, here.end), "");
            self.error("Q007", here, "a name is missing after the dot", &["a name", "*"]).fixes.push(fix);
            return None;
        };
        match token.kind {
            TokenKind::Star => {
                self.bump();
                Some(wrap(SegmentKind::Wildcard))
            }
            TokenKind::OpenBracket if descendant => Some(wrap(SegmentKind::Bracket(self.bracket(before)))),
            TokenKind::OpenBracket => {
                let diagnostic = self.lenient("Q007", dot.span, "no dot is needed before \"[\"");
                diagnostic.expected.push("[".into());
                Some(SegmentKind::Bracket(self.bracket(before)))
            }
            TokenKind::Name => {
                self.bump();
                let name = Name { text: self.slice(token).to_owned(), span: token.span };
                if self.peek_kind() == Some(TokenKind::OpenParen) {
                    if self.strict() {
                        let here = self.here();
                        self.error("Q023", here, "RFC 9535 knows no functions outside of filters", &[".", "["]);
                    }
                    let arguments = self.arguments(&name, before);
                    return Some(wrap(SegmentKind::Call(name, arguments)));
                }
                Some(wrap(SegmentKind::Member(name)))
            }
            TokenKind::Text { .. } if !self.strict() => {
                self.bump();
                let literal = self.text_literal(token);
                let fix = self.replaced(Span::new(dot.span.start, token.span.end), &format!("[{}]", self.slice(token)));
                self.lenient("Q007", token.span, "a quoted name belongs between brackets").fixes.push(fix);
                let Literal::Text { value, .. } = literal else { return None };
                Some(wrap(SegmentKind::Member(Name { text: value, span: token.span })))
            }
            _ => {
                let found = clip(self.slice(token)).to_owned();
                let fix = self.replaced(Span::new(dot.span.start, token.span.start), "");
                let numbered = self.replaced(Span::new(dot.span.start, token.span.end), &format!("[{found}]"));
                let fix = if token.kind == TokenKind::Number { numbered } else { fix };
                let diagnostic = self.error(
                    "Q007",
                    token.span,
                    format!("expected a name after the dot, found \"{found}\""),
                    &["a name", "*"],
                );
                diagnostic.incomplete = false;
                diagnostic.fixes.push(fix);
                None
            }
        }
    }

    /// `(…)` after a function name outside of filters.
    fn arguments(&mut self, name: &Name, before: &[Segment]) -> Vec<Expression> {
        self.bump();
        let mut arguments = Vec::new();
        if !self.opened(')') {
            return arguments;
        }
        loop {
            self.expecting(|| Context::Argument {
                before: before.to_vec(),
                name: name.clone(),
                index: arguments.len(),
            });
            match self.peek_kind() {
                None | Some(TokenKind::CloseParen | TokenKind::CloseBracket) => break,
                _ => arguments.push(self.argument()),
            }
            self.expecting(|| Context::ArgumentEnd);
            if self.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        self.close(TokenKind::CloseParen, "Q006");
        arguments
    }

    /// A literal; a bare word is read as a string, because that is what people who forget quotes mean.
    fn argument(&mut self) -> Expression {
        let Some(token) = self.peek() else { return self.missing() };
        if matches!(token.kind, TokenKind::Name) && !matches!(self.slice(token), "true" | "false" | "null") {
            let mut end = token.span;
            while let Some(next) = self
                .peek()
                .filter(|next| !matches!(next.kind, TokenKind::CloseParen | TokenKind::Comma | TokenKind::CloseBracket))
            {
                if matches!(next.kind, TokenKind::Text { .. } | TokenKind::OpenParen | TokenKind::OpenBracket) {
                    break;
                }
                end = next.span;
                self.bump();
            }
            let span = Span::new(token.span.start, end.end);
            let value = span.of(self.text).to_owned();
            let fix = self.replaced(span, &super::format::quoted(&value));
            self.lenient("Q016", span, "text belongs in quotes").fixes.push(fix);
            return Expression { kind: ExpressionKind::Literal(Literal::Text { value, open: false }), span };
        }
        let literal = self.literal_expression();
        if let ExpressionKind::Literal(Literal::Number(number)) = &literal.kind
            && self.slice(token).contains('.')
            && number.to_string() != self.slice(token)
        {
            // `chapter(1.10)`: as a number it would be another chapter.
            let value = self.slice(token).to_owned();
            let fix = self.replaced(token.span, &super::format::quoted(&value));
            self.lenient("Q016", token.span, "text belongs in quotes").fixes.push(fix);
            return Expression {
                kind: ExpressionKind::Literal(Literal::Text { value, open: false }),
                span: token.span,
            };
        }
        literal
    }

    fn missing(&self) -> Expression {
        Expression { kind: ExpressionKind::Error, span: self.here() }
    }
}

/// At most a handful of characters for a message.
pub(super) fn clip(text: &str) -> &str {
    text.char_indices().nth(24).map_or(text, |(at, _)| &text[..at])
}
