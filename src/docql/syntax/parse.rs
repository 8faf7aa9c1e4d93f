//! Tokens → query, by recursive descent that never fails; also reports what could follow at the end of the text.

use super::diagnostic::Diagnostic;
use super::parser::Parser;
use super::token::{Dialect, Token, TokenKind};
use super::tree::{Literal, Name, Query, Segment, SegmentKind};
use crate::docql::syntax::parser::{Expectation, clip};
use crate::document::Span;

/// The parser's output.
#[derive(Clone, Debug)]
pub(in crate::docql) struct Parsed {
    /// The query, as far as it could be parsed.
    pub query: Query,
    pub diagnostics: Vec<Diagnostic>,
    /// What could follow at the end of the text.
    pub context: Expectation,
    /// Closing characters missing at the end.
    pub closers: String,
}

/// Parses `text`.
pub(in crate::docql) fn parse(text: &str, dialect: Dialect) -> Parsed {
    let mut parser = Parser::new(text, dialect);
    let query = parser.query();
    let closers = parser.closers();
    Parsed { query, diagnostics: parser.diagnostics, context: parser.context.unwrap_or(Expectation::Start), closers }
}
impl Parser<'_> {
    fn query(&mut self) -> Query {
        self.expecting(|| Expectation::Start);
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
            let implied = matches!(self.peek_kind(), Some(TokenKind::Dot | TokenKind::DotDot | TokenKind::OpenBracket))
                && !self.strict();
            if !implied {
                self.missing_dollar();
                if !matches!(self.peek_kind(), Some(TokenKind::Dot | TokenKind::DotDot | TokenKind::OpenBracket)) {
                    self.stop();
                }
            }
        }
        let segments = self.segments(Vec::new());
        if let Some(token) = self.peek() {
            self.trailing_token(token);
        }
        Query { segments }
    }

    /// Parses the steps that follow the path `base`.
    pub(in crate::docql) fn segments(&mut self, base: Vec<Segment>) -> Vec<Segment> {
        let skip = base.len();
        let mut all = base;
        loop {
            let after_at = all.len() == skip && self.follows(TokenKind::At);
            self.expecting(|| Expectation::Step(all.clone()));
            let Some(token) = self.peek() else { break };
            let start = token.span.start;
            let kind = match token.kind {
                TokenKind::Name if after_at && !self.strict() && !self.space_ahead() => self.undotted(token, &all),
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

    /// `@name`, as attributes are written in XPath, without a dot.
    fn undotted(&mut self, name: Token, before: &[Segment]) -> SegmentKind {
        let place = Span::new(name.span.start, name.span.start);
        let fix = self.replaced(place, ".");
        let message = format!("a dot is missing between \"@\" and \"{}\"", clip(self.slice(name)));
        let diagnostic = self.error("Q013", name.span, message, &["."]);
        diagnostic.incomplete = false;
        diagnostic.fixes.push(fix);
        self.member_or_call(name, before)
    }

    fn after_dot(&mut self, dot: Token, before: &[Segment]) -> Option<SegmentKind> {
        let descendant = dot.kind == TokenKind::DotDot;
        if self.strict() && self.space_ahead() {
            let here = self.here();
            self.error("Q023", Span::new(dot.span.end, here.start), "no white space may follow the dot", &[])
                .incomplete = false;
        }
        self.expecting(|| Expectation::Member { before: before.to_vec(), descendant });
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
            TokenKind::Name => Some(wrap(self.member_or_call(token, before))),
            TokenKind::Text { .. } if !self.strict() => {
                self.bump();
                let literal = self.text_literal(token);
                let fix = self.replaced(Span::new(dot.span.start, token.span.end), &format!("[{}]", self.slice(token)));
                self.lenient("Q007", token.span, "a quoted name belongs between brackets").fixes.push(fix);
                let Literal::Text { value, .. } = literal else { return None };
                Some(wrap(SegmentKind::Member(Name { text: value, span: token.span })))
            }
            _ => {
                self.wrong_name(dot, token);
                None
            }
        }
    }

    fn member_or_call(&mut self, token: Token, before: &[Segment]) -> SegmentKind {
        self.bump();
        let name = Name { text: self.slice(token).to_owned(), span: token.span };
        if self.peek_kind() != Some(TokenKind::OpenParen) {
            return SegmentKind::Member(name);
        }
        if self.strict() {
            let here = self.here();
            self.error("Q023", here, "RFC 9535 knows no functions outside of filters", &[".", "["]);
        }
        let arguments = self.arguments(&name, before);
        SegmentKind::Call(name, arguments)
    }

    /// Reports a token after a dot that is not a name.
    fn wrong_name(&mut self, dot: Token, token: Token) {
        let found = clip(self.slice(token)).to_owned();
        let fix = match token.kind {
            TokenKind::Number => self.replaced(Span::new(dot.span.start, token.span.end), &format!("[{found}]")),
            // In `.@name` the `@` is superfluous, otherwise the dot.
            TokenKind::At => self.replaced(token.span, ""),
            _ => self.replaced(Span::new(dot.span.start, token.span.start), ""),
        };
        let message = format!("expected a name after the dot, found \"{found}\"");
        let diagnostic = self.error("Q007", token.span, message, &["a name", "*"]);
        diagnostic.incomplete = false;
        diagnostic.fixes.push(fix);
    }
}
