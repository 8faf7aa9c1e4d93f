//! Operators of filters, as they are written and as they are meant.

use super::parse::{Context, clip};
use super::parser::Parser;
use super::syntax::{Expression, ExpressionKind, Operator};
use super::token::{Token, TokenKind, ascii_twin};
use crate::document::Span;

impl Parser<'_> {
    /// The token's text with characters of input methods replaced.
    pub(super) fn plain(&self, token: Token) -> String {
        let text = self.slice(token);
        if self.strict() || text.is_ascii() {
            return text.to_owned();
        }
        text.chars().map(|c| ascii_twin(c).unwrap_or(c)).collect()
    }

    /// A comparison or text operator, if one is next.
    pub(super) fn operator(&mut self, left: &Expression) -> Option<(Operator, Span)> {
        let scope = self.scope.clone();
        self.expecting(|| Context::Operator { scope, left: left.clone() });
        let token = self.peek()?;
        if token.kind == TokenKind::Name {
            return self.word_operator(token);
        }
        if token.kind != TokenKind::Operator {
            return None;
        }
        let mut text = self.plain(token);
        if matches!(text.as_str(), "&&" | "||" | "&" | "|") {
            return None;
        }
        self.bump();
        let mut span = token.span;
        // `~ =` as people paste it: two operator characters with a gap.
        while let Some(next) = self.peek().filter(|next| next.kind == TokenKind::Operator && self.plain(*next) != "!") {
            let gap = self.space_ahead();
            text.push_str(&self.plain(next));
            span = Span::new(span.start, next.span.end);
            self.bump();
            if gap && self.strict() {
                self.error("Q012", span, "an operator is written without a gap", &[]).incomplete = false;
            }
        }
        Some((self.symbol_operator(&text, span, left)?, span))
    }

    fn symbol_operator(&mut self, text: &str, span: Span, left: &Expression) -> Option<Operator> {
        use Operator::*;
        let operator = match text {
            "==" => Equal,
            "!=" => NotEqual,
            "<" => Less,
            "<=" => LessOrEqual,
            ">" => Greater,
            ">=" => GreaterOrEqual,
            "~=" => Contains,
            "=~" => Matches,
            "=" => {
                let fix = self.replaced(span, "==");
                self.lenient("Q012", span, "\"=\" is not an operator; it is read as \"==\"").fixes.push(fix);
                Equal
            }
            "!" => {
                let fix = self.replaced(span, "!=");
                let unfinished = self.at_end();
                let diagnostic = self.error("Q012", span, "\"!\" is not an operator between two values", &["!=", "=="]);
                diagnostic.incomplete = unfinished;
                diagnostic.fixes.push(fix);
                NotEqual
            }
            other => {
                let (operator, meant) = match other {
                    "===" | "=>=" => (Equal, "=="),
                    "!==" | "<>" | "=!" | "!~" => (NotEqual, "!="),
                    "=<" => (LessOrEqual, "<="),
                    "=>" => (GreaterOrEqual, ">="),
                    "~" | "~~" => (Contains, "~="),
                    "==~" | "~=~" => (Matches, "=~"),
                    _ => (Equal, "=="),
                };
                let unfinished = self.at_end();
                let fix = self.replaced(span, meant);
                let expected =
                    ["==", "!=", "<", "<=", ">", ">=", "~=", "=~", "contains", "startsWith", "endsWith", "in"];
                let diagnostic = self.error(
                    "Q012",
                    span,
                    format!("\"{}\" is not an operator; did you mean \"{meant}\"?", clip(other)),
                    &expected,
                );
                diagnostic.incomplete = unfinished;
                diagnostic.fixes.push(fix);
                operator
            }
        };
        if self.strict() && matches!(operator, Contains | Matches) {
            let what =
                if matches!(left.kind, ExpressionKind::Path { .. }) { "match() or search()" } else { "a comparison" };
            self.error("Q023", span, format!("RFC 9535 has no such operator; use {what}"), &["=="]).incomplete = false;
        }
        Some(operator)
    }

    fn word_operator(&mut self, token: Token) -> Option<(Operator, Span)> {
        let text = self.slice(token).to_lowercase();
        let mut span = token.span;
        let operator = match text.as_str() {
            "contains" => Operator::Contains,
            "startswith" => Operator::StartsWith,
            "endswith" => Operator::EndsWith,
            "in" => Operator::In,
            "starts" | "ends" => {
                let with = self.peek_second().filter(|next| self.slice(*next).eq_ignore_ascii_case("with"));
                match with {
                    Some(with) => {
                        self.bump();
                        span = Span::new(span.start, with.span.end);
                    }
                    None => {
                        let unfinished = self.peek_second().is_none();
                        let fix = self.replaced(span, &format!("{text}With"));
                        let diagnostic = self.error("Q012", span, format!("\"{text}\" needs \"with\""), &["with"]);
                        diagnostic.incomplete = unfinished;
                        diagnostic.fixes.push(fix);
                    }
                }
                if text == "starts" { Operator::StartsWith } else { Operator::EndsWith }
            }
            "and" | "or" => return None,
            _ => {
                // Not an operator: a word such as `like`, `is`, `equals`. One operand must follow to be sure.
                let meant = match text.as_str() {
                    "is" | "eq" | "equals" => "==",
                    "like" | "has" | "includes" | "include" => "~=",
                    "matches" | "match" | "regex" => "=~",
                    "isnot" | "ne" | "neq" => "!=",
                    "lt" => "<",
                    "gt" => ">",
                    "lte" | "le" => "<=",
                    "gte" | "ge" => ">=",
                    "begins" | "startwith" | "starts_with" | "beginswith" => "startsWith",
                    "endwith" | "ends_with" => "endsWith",
                    _ => "==",
                };
                let unfinished = self.peek_second().is_none();
                let fix = self.replaced(token.span, meant);
                let expected = ["==", "!=", "~=", "=~", "contains", "startsWith", "endsWith", "in", "&&", "||"];
                let diagnostic = self.error(
                    "Q012",
                    token.span,
                    format!("\"{}\" is not an operator; did you mean \"{meant}\"?", clip(&text)),
                    &expected,
                );
                diagnostic.incomplete = unfinished;
                diagnostic.fixes.push(fix);
                Operator::Equal
            }
        };
        self.bump();
        if self.strict() {
            self.error("Q023", span, "RFC 9535 has no such operator", &["==", "!="]).incomplete = false;
        }
        Some((operator, span))
    }
}
