//! The right side of a comparison: lists, and unquoted values.

use super::parser::Parser;
use super::token::{Token, TokenKind};
use super::tree::{Expression, ExpressionKind, Literal};
use crate::docql::catalog::{Operator, habitual_operator};
use crate::docql::syntax::parser::{Expectation, clip};
use crate::document::Span;

impl Parser<'_> {
    /// An unquoted value, read as a whole: `Auth*`, `src/main.rs`, `1.2.3`, `0x10`.
    pub(super) fn bare_value(&mut self, operator: Operator, sign: Span) -> Option<Expression> {
        let token = self.peek().filter(|_| !self.strict())?;
        let end = self.bare_value_end(token);
        let span = Span::new(token.span.start, end);
        let text = span.of(self.text);
        let plain_word = token.kind == TokenKind::Name && end == token.span.end;
        if end == token.span.end && token.kind != TokenKind::Star || plain_word || text.contains('(') {
            return None;
        }
        let core = text.trim_matches('*');
        let glob = match (text.starts_with('*'), text.ends_with('*')) {
            (true, true) => Some("~="),
            (true, false) => Some("endsWith"),
            (false, true) => Some("startsWith"),
            (false, false) => None,
        };
        let glob = glob.filter(|_| operator == Operator::Equal && !core.is_empty());
        let place = Span::new(sign.start, span.end);
        let fixes = [
            glob.map(|word| self.replaced(place, &format!("{word} {}", super::format::quoted(core)))),
            Some(self.replaced(span, &super::format::quoted(text))),
        ];
        let message = match text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            true => format!("\"{}\" is not a number; text belongs in quotes", clip(text)),
            false => format!("\"{}\" is not a value; text belongs in quotes", clip(text)),
        };
        let diagnostic = self.error("Q010", span, message, &["\"text\"", "number"]);
        diagnostic.incomplete = false;
        diagnostic.fixes.extend(fixes.into_iter().flatten());
        while self.peek().is_some_and(|next| next.span.start < end) {
            self.bump();
        }
        Some(Expression { kind: ExpressionKind::Error, span })
    }

    /// End of the run of adjacent tokens that starts with `token`, if it looks like an unquoted value; else the end
    /// of `token`.
    fn bare_value_end(&self, token: Token) -> u32 {
        let starts = match token.kind {
            TokenKind::Name | TokenKind::Number | TokenKind::Star => true,
            TokenKind::Unknown => matches!(self.slice(token), "-" | "+" | "#" | "%" | "^"),
            _ => false,
        };
        if !starts {
            return token.span.end;
        }
        let rest = &self.text[token.span.start as usize..];
        let ends = |c: char| {
            c.is_whitespace()
                || matches!(super::token::ascii_twin(c).unwrap_or(c), ')' | ']' | ',' | '&' | '|' | '"' | '\'' | '=')
        };
        token.span.start + rest.find(ends).unwrap_or(rest.len()) as u32
    }

    /// `like "%x%"`: SQL wildcards in the text after a word that stands for `~=`. Improves the diagnostic of that word.
    pub(super) fn sql_wildcards(&mut self, sign: Span, right: &Expression) {
        let ExpressionKind::Literal(Literal::Text { value, open: false }) = &right.kind else { return };
        let core = value.trim_matches(['%', '*']);
        let word = sign.of(self.text);
        if core.len() == value.len() || core.is_empty() || habitual_operator(word) != Some("~=") || word == "~" {
            return;
        }
        let is_wild = |c: Option<char>| matches!(c, Some('%' | '*'));
        let meant = match (is_wild(value.chars().next()), is_wild(value.chars().next_back())) {
            (true, false) => "endsWith",
            (false, true) => "startsWith",
            _ => "~=",
        };
        let fix =
            self.replaced(Span::new(sign.start, right.span.end), &format!("{meant} {}", super::format::quoted(core)));
        if let Some(known) = self.diagnostics.iter_mut().rev().find(|known| known.span == sign) {
            known.message = format!("\"{word}\" is not an operator; did you mean \"{meant}\"?");
            known.fixes.insert(0, fix);
        }
    }

    /// The right side of `in`.
    pub(in crate::docql) fn list(&mut self, left: &Expression) -> Expression {
        let start = self.here().start;
        let sql = self.peek_kind() == Some(TokenKind::OpenParen) && !self.strict();
        if self.peek_kind() != Some(TokenKind::OpenBracket) && !sql {
            let value = self.operand();
            let Expression { kind: ExpressionKind::Literal(literal), span } = value else { return value };
            let fix = self.replaced(span, &format!("[{}]", span.of(self.text)));
            self.lenient("Q011", span, "\"in\" takes a list in brackets").fixes.push(fix);
            return Expression { kind: ExpressionKind::Literal(Literal::List(vec![literal])), span };
        }
        if sql {
            let here = self.here();
            self.lenient("Q011", here, "a list stands in brackets: [1, 2]");
        }
        self.bump();
        let mut items = Vec::new();
        if self.enter(if sql { ')' } else { ']' }) {
            loop {
                let scope = self.scope.clone();
                self.expecting(|| Expectation::Value { scope, left: left.clone(), operator: Operator::In });
                if matches!(self.peek_kind(), None | Some(TokenKind::CloseBracket | TokenKind::CloseParen)) {
                    break;
                }
                if let ExpressionKind::Literal(literal) = self.literal_expression().kind {
                    items.push(literal);
                }
                self.expecting(|| Expectation::ArgumentEnd);
                if self.eat(TokenKind::Comma).is_none() {
                    break;
                }
            }
            let closer = if sql { (TokenKind::CloseParen, "Q006") } else { (TokenKind::CloseBracket, "Q005") };
            self.close(closer.0, closer.1);
        }
        Expression { kind: ExpressionKind::Literal(Literal::List(items)), span: Span::new(start, self.end()) }
    }
}
