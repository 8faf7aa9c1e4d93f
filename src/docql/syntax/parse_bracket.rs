//! Brackets: selectors, indices, slices.

use super::parser::Parser;
use super::token::{Token, TokenKind};
use super::tree::{Literal, Segment, Selector, SelectorKind};
use crate::docql::syntax::parser::{Expectation, clip};
use crate::document::Span;

impl Parser<'_> {
    /// `[…]`; the opening bracket is the next token.
    pub(in crate::docql) fn bracket(&mut self, before: &[Segment]) -> Vec<Selector> {
        let open = self.bump().map_or(self.here(), |token| token.span);
        let mut selectors = Vec::new();
        if !self.enter(']') {
            return selectors;
        }
        loop {
            self.expecting(|| Expectation::Bracket(before.to_vec()));
            match self.peek_kind() {
                None => break,
                Some(TokenKind::CloseBracket) => {
                    let here = self.here();
                    let span = if selectors.is_empty() { Span::new(open.start, here.end) } else { here };
                    let fix = self.replaced(here, "*]");
                    let diagnostic = self.error(
                        "Q008",
                        span,
                        "a selector is missing between the brackets",
                        &["*", "0", "1:3", "?(…)", "\"name\""],
                    );
                    diagnostic.incomplete = false;
                    diagnostic.fixes.push(fix);
                    break;
                }
                _ => {}
            }
            match self.selector(before) {
                Some(selector) => selectors.push(selector),
                None => break,
            }
            if self.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if selectors.is_empty() && self.at_end() {
            let here = self.here();
            self.error("Q008", here, "a selector is missing", &["*", "0", "1:3", "?(…)", "\"name\""]);
        }
        self.close(TokenKind::CloseBracket, "Q005");
        selectors
    }

    fn selector(&mut self, before: &[Segment]) -> Option<Selector> {
        let token = self.peek()?;
        let start = token.span.start;
        let kind = match token.kind {
            TokenKind::Star => {
                self.bump();
                SelectorKind::Wildcard
            }
            TokenKind::Text { .. } => {
                self.bump();
                match self.text_literal(token) {
                    Literal::Text { value, .. } => SelectorKind::Name(value),
                    _ => return None,
                }
            }
            TokenKind::Question => {
                self.bump();
                SelectorKind::Filter(self.filter(before))
            }
            TokenKind::Number | TokenKind::Colon => self.index_or_slice(),
            TokenKind::At | TokenKind::OpenParen | TokenKind::Operator if !self.strict() => {
                let fix = self.replaced(Span::new(start, start), "?");
                self.lenient("Q008", token.span, "a filter starts with \"?\"").fixes.push(fix);
                SelectorKind::Filter(self.filter(before))
            }
            TokenKind::Name
                if !self.strict() && self.peek_second().is_some_and(|next| self.starts_comparison(next)) =>
            {
                let fix = self.replaced(Span::new(start, start), "?@.");
                let message = "a filter starts with \"?\", its fields with \"@.\"";
                let diagnostic = self.error("Q008", token.span, message, &["?(…)"]);
                diagnostic.incomplete = false;
                diagnostic.fixes.push(fix);
                while self.peek().is_some_and(|next| next.kind != TokenKind::CloseBracket) {
                    self.bump();
                }
                return None;
            }
            TokenKind::Name if !self.strict() => {
                self.bump();
                let value = self.slice(token).to_owned();
                let fix = self.replaced(token.span, &super::format::quoted(&value));
                self.lenient("Q008", token.span, "a name between brackets belongs in quotes").fixes.push(fix);
                SelectorKind::Name(value)
            }
            _ => {
                let found = clip(self.slice(token)).to_owned();
                let fix = self.replaced(token.span, if token.kind == TokenKind::Comma { "" } else { "*" });
                let diagnostic = self.error(
                    "Q008",
                    token.span,
                    format!("expected a selector, found \"{found}\""),
                    &["*", "0", "1:3", "?(…)", "\"name\""],
                );
                diagnostic.incomplete = false;
                diagnostic.fixes.push(fix);
                return None;
            }
        };
        Some(Selector { kind, span: Span::new(start, self.end()) })
    }

    /// True if `token`, after a name in brackets, starts a comparison as in CSS and XPath.
    fn starts_comparison(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Operator => !matches!(self.plain(token).as_str(), "&&" | "||" | "&" | "|"),
            TokenKind::Star | TokenKind::Dollar | TokenKind::Unknown => {
                let after = self.text.get(token.span.end as usize..).unwrap_or("");
                after.starts_with('=')
            }
            TokenKind::Colon => true,
            _ => false,
        }
    }

    /// `0..3`, `0-3`: a range in the notation of another language, reported with the fix `[0:3]`.
    fn foreign_range(&mut self, first: Token) {
        let Some(next) = self.peek().filter(|_| !self.strict()) else { return };
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let (place, last) = match next.kind {
            TokenKind::DotDot => {
                let Some(last) = self.peek_second().filter(|last| last.kind == TokenKind::Number) else { return };
                (Span::new(first.span.start, last.span.end), self.slice(last).to_owned())
            }
            TokenKind::Number if digits(self.slice(next).trim_start_matches('-')) => {
                (Span::new(first.span.start, next.span.end), self.slice(next).trim_start_matches('-').to_owned())
            }
            _ => return,
        };
        let fix = self.replaced(place, &format!("{}:{last}", self.slice(first)));
        let diagnostic = self.error("Q008", next.span, "a range is written with a colon: [0:3]", &[":"]);
        diagnostic.incomplete = false;
        diagnostic.fixes.push(fix);
        while self.peek().is_some_and(|next| next.span.start < place.end) {
            self.bump();
        }
    }

    fn index_or_slice(&mut self) -> SelectorKind {
        let first = self.peek();
        let mut parts = [None; 3];
        let mut part = 0;
        let mut colons = 0;
        loop {
            match self.peek() {
                Some(token) if token.kind == TokenKind::Number && parts[part].is_none() => {
                    self.bump();
                    parts[part] = self.integer(token);
                }
                Some(token) if token.kind == TokenKind::Colon && colons < 2 => {
                    self.bump();
                    colons += 1;
                    part += 1;
                }
                _ => break,
            }
        }
        let first = first.filter(|token| token.kind == TokenKind::Number && colons == 0);
        if let Some(first) = first {
            self.foreign_range(first);
        }
        if colons == 0 {
            return SelectorKind::Index(parts[0].unwrap_or(0));
        }
        SelectorKind::Slice(parts[0], parts[1], parts[2])
    }

    /// RFC 9535 `int`: no leading zero, no `-0`, no fraction, within ±(2^53 − 1).
    fn integer(&mut self, token: Token) -> Option<i64> {
        const MAX_INTEGER: i64 = (1 << 53) - 1;
        let text = self.slice(token);
        let value = text.trim_start_matches('+').parse::<i64>().ok().filter(|value| value.abs() <= MAX_INTEGER);
        let digits = text.trim_start_matches(['-', '+']);
        if value.is_some() && (text.starts_with('+') || text == "-0" || (digits.len() > 1 && digits.starts_with('0'))) {
            let fix = self.replaced(token.span, &value.unwrap_or(0).to_string());
            self.lenient("Q009", token.span, "this is an unusual way to write the number").fixes.push(fix);
        } else if value.is_none() {
            let fix = self.replaced(token.span, text.split(['.', 'e', 'E']).next().unwrap_or("0"));
            let diagnostic = self.error(
                "Q009",
                token.span,
                format!("\"{}\" is not a whole number that can count items", clip(text)),
                &["0", "-1"],
            );
            diagnostic.incomplete = false;
            diagnostic.fixes.push(fix);
        }
        value
    }
}
