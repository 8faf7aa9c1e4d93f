//! Filters: logic, comparisons, literals; the part of the parser between `?` and `]`.

use super::parser::Parser;
use super::token::{Token, TokenKind};
use super::tree::{Expression, ExpressionKind, Literal, Name, Segment, SegmentKind};
use crate::docql::catalog;
use crate::docql::catalog::Operator;
use crate::docql::syntax::parser::{Expectation, clip};
use crate::document::Span;

impl Parser<'_> {
    /// The expression of a filter on the items that `before` yields.
    pub(in crate::docql) fn filter(&mut self, before: &[Segment]) -> Expression {
        let at = Segment { kind: SegmentKind::Bracket(Vec::new()), span: self.here() };
        // The path is for who asks what could follow at the end of the text: no use in a filter that ends before it.
        let path = if self.closes() { &[] } else { before };
        let scope: Vec<Segment> = path.iter().cloned().chain([at]).collect();
        let outer = std::mem::replace(&mut self.scope, scope);
        let expression = self.or();
        self.scope = outer;
        expression
    }

    fn or(&mut self) -> Expression {
        self.chain(Self::and, "||", "or", ExpressionKind::Or)
    }

    fn and(&mut self) -> Expression {
        self.chain(Self::not, "&&", "and", ExpressionKind::And)
    }

    fn chain(
        &mut self,
        part: fn(&mut Self) -> Expression,
        symbol: &str,
        word: &str,
        join: fn(Vec<Expression>) -> ExpressionKind,
    ) -> Expression {
        let first = part(self);
        let start = first.span.start;
        let mut parts = vec![first];
        loop {
            let before = self.here().start;
            if !self.eat_connective(symbol, word) {
                break;
            }
            self.second_connective(symbol);
            let nothing = matches!(self.peek_kind(), Some(TokenKind::CloseParen | TokenKind::CloseBracket));
            if nothing {
                let here = self.here();
                let fix = self.replaced(Span::new(before, here.start), "");
                let diagnostic = self.error(
                    "Q010",
                    here,
                    format!("a condition is missing after \"{symbol}\""),
                    &["@.field", "!", "("],
                );
                diagnostic.incomplete = false;
                diagnostic.fixes.push(fix);
                break;
            }
            parts.push(part(self));
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Expression { kind: join(parts), span: Span::new(start, self.end()) },
        }
    }

    /// `&&` or `||`, also as a word, or with a space between the two characters.
    fn eat_connective(&mut self, symbol: &str, word: &str) -> bool {
        let Some(token) = self.peek() else { return false };
        let text = self.plain(token);
        if token.kind == TokenKind::Operator && text == symbol {
            self.bump();
            return true;
        }
        if token.kind == TokenKind::Name && text.eq_ignore_ascii_case(word) {
            let fix = self.replaced(token.span, symbol);
            self.bump();
            if self.strict() {
                self.error("Q012", token.span, format!("write \"{symbol}\""), &[symbol]).fixes.push(fix);
            }
            return true;
        }
        if token.kind == TokenKind::Operator && text == symbol[..1] {
            self.bump();
            let doubled =
                self.peek().is_some_and(|next| next.kind == TokenKind::Operator && self.plain(next) == symbol[..1]);
            let span = if doubled { Span::new(token.span.start, self.here().end) } else { token.span };
            if doubled {
                self.bump();
            }
            let fix = self.replaced(span, symbol);
            self.lenient("Q012", span, format!("\"{symbol}\" is written without a gap and doubled")).fixes.push(fix);
            return true;
        }
        false
    }

    /// `&&&`, `&& ||`: a connective right after another.
    fn second_connective(&mut self, symbol: &str) {
        let again = |token: &Token| token.kind == TokenKind::Operator && !self.strict();
        let Some(token) = self.peek().filter(again) else { return };
        let text = self.plain(token);
        if !matches!(text.as_str(), "&" | "|" | "&&" | "||") {
            return;
        }
        let fix = self.replaced(token.span, "");
        let message = format!("\"{text}\" follows \"{symbol}\": one of them is too many");
        let diagnostic = self.error("Q010", token.span, message, &["@.field", "!", "("]);
        diagnostic.incomplete = false;
        diagnostic.fixes.push(fix);
        self.bump();
    }

    fn not(&mut self) -> Expression {
        let scope = self.scope.clone();
        self.expecting(|| Expectation::Operand(scope));
        let Some(token) = self.peek() else { return self.no_operand() };
        let text = self.plain(token);
        let is_not = (token.kind == TokenKind::Operator && text == "!")
            || (token.kind == TokenKind::Name && text.eq_ignore_ascii_case("not") && !self.strict());
        if !is_not {
            return self.comparison();
        }
        self.bump();
        if !self.enter(' ') {
            return Expression { kind: ExpressionKind::Error, span: token.span };
        }
        let inner = self.not();
        self.leave();
        if matches!(inner.kind, ExpressionKind::Compare(..)) && self.strict() {
            self.error("Q020", inner.span, "a comparison after \"!\" needs parentheses", &["("]).incomplete = false;
        }
        Expression { span: Span::new(token.span.start, inner.span.end), kind: ExpressionKind::Not(Box::new(inner)) }
    }

    fn no_operand(&mut self) -> Expression {
        let here = self.here();
        self.error("Q010", here, "a condition is missing", &["@.field", "!", "("]);
        Expression { kind: ExpressionKind::Error, span: here }
    }

    fn comparison(&mut self) -> Expression {
        let left = self.operand();
        if matches!(left.kind, ExpressionKind::Error) {
            return left;
        }
        let Some((operator, span)) = self.operator(&left) else { return left };
        let scope = self.scope.clone();
        self.expecting(|| Expectation::Value { scope, left: left.clone(), operator });
        let right =
            if self.at_end() || matches!(self.peek_kind(), Some(TokenKind::CloseParen | TokenKind::CloseBracket)) {
                let here = self.here();
                let incomplete = self.at_end();
                let diagnostic = self.error(
                    "Q011",
                    here,
                    format!("a value is missing after \"{}\"", span.of(self.text)),
                    &["\"text\"", "number", "true", "/regex/"],
                );
                diagnostic.incomplete = incomplete;
                Expression { kind: ExpressionKind::Error, span: here }
            } else if operator == Operator::In {
                self.list(&left)
            } else if let Some(bare) = self.bare_value(operator, span) {
                bare
            } else {
                self.operand()
            };
        self.sql_wildcards(span, &right);
        self.expecting(|| Expectation::Term);
        let compared = Span::new(left.span.start, right.span.end.max(span.end));
        let result =
            Expression { kind: ExpressionKind::Compare(Box::new(left), operator, Box::new(right)), span: compared };
        if let Some(again) = self.peek().filter(|token| {
            token.kind == TokenKind::Operator && !matches!(self.plain(*token).as_str(), "&&" | "||" | "&" | "|")
        }) {
            let middle = format!("&& {} ", Span::new(span.end, again.span.start).of(self.text).trim());
            let fix = self.replaced(Span::new(again.span.start, again.span.start), &middle);
            let diagnostic =
                self.error("Q012", again.span, "comparisons cannot be chained; join two with \"&&\"", &["&&", "||"]);
            diagnostic.incomplete = false;
            diagnostic.fixes.push(fix);
            self.bump();
            if !self.at_end() {
                self.operand();
            }
        }
        result
    }

    pub(super) fn operand(&mut self) -> Expression {
        let Some(token) = self.peek() else { return self.no_operand() };
        let start = token.span.start;
        match token.kind {
            TokenKind::OpenParen => {
                self.bump();
                if !self.enter(')') {
                    return Expression { kind: ExpressionKind::Error, span: token.span };
                }
                let inner = self.or();
                self.close(TokenKind::CloseParen, "Q006");
                self.expecting(|| Expectation::Term);
                Expression { kind: ExpressionKind::Group(Box::new(inner)), span: Span::new(start, self.end()) }
            }
            TokenKind::At | TokenKind::Dollar => {
                self.bump();
                let absolute = token.kind == TokenKind::Dollar;
                let base = if absolute { Vec::new() } else { self.scope.clone() };
                let segments = self.segments(base);
                Expression { kind: ExpressionKind::Path { absolute, segments }, span: Span::new(start, self.end()) }
            }
            TokenKind::Name => self.name_operand(token),
            TokenKind::Dot if !self.strict() => {
                let fix = self.replaced(Span::new(start, start), "@");
                self.lenient("Q010", token.span, "a path in a filter starts with \"@\"").fixes.push(fix);
                let segments = self.segments(self.scope.clone());
                Expression {
                    kind: ExpressionKind::Path { absolute: false, segments },
                    span: Span::new(start, self.end()),
                }
            }
            _ => self.literal_expression(),
        }
    }

    fn name_operand(&mut self, token: Token) -> Expression {
        let is_value = self.follows(TokenKind::Operator);
        let text = self.slice(token).to_owned();
        let literal = match text.as_str() {
            "true" => Some(Literal::Bool(true)),
            "false" => Some(Literal::Bool(false)),
            "null" => Some(Literal::Null),
            _ => None,
        };
        if let Some(literal) = literal {
            self.bump();
            return Expression { kind: ExpressionKind::Literal(literal), span: token.span };
        }
        self.bump();
        if self.peek_kind() == Some(TokenKind::OpenParen) {
            if self.strict() && self.space_ahead() {
                let here = self.here();
                self.error("Q023", here, "no white space may stand before the parenthesis", &[]).incomplete = false;
            }
            return self.function(token, text);
        }
        let bare_literal = ["true", "false", "null"].into_iter().find(|word| text.eq_ignore_ascii_case(word));
        if let Some(word) = bare_literal.filter(|_| !self.strict()) {
            let literal = if word == "null" { Literal::Null } else { Literal::Bool(word == "true") };
            let fix = self.replaced(token.span, word);
            self.lenient("Q010", token.span, format!("\"{word}\" is written in lower case")).fixes.push(fix);
            return Expression { kind: ExpressionKind::Literal(literal), span: token.span };
        }
        let fixes = [
            self.replaced(Span::new(token.span.start, token.span.start), "@."),
            self.replaced(token.span, &super::format::quoted(&text)),
        ];
        let word = clip(&text);
        let message = match catalog::field(&text) {
            Some(_) => format!("a field is written with \"@.\": @.{word}"),
            None => format!("\"{word}\" is neither a field nor a text: write @.{word} or quote it"),
        };
        let diagnostic = self.error("Q010", token.span, message, &["@.field", "\"text\""]);
        diagnostic.incomplete = false;
        diagnostic.fixes.extend(fixes);
        if is_value && catalog::field(&text).is_none() {
            diagnostic.fixes.reverse();
        }
        Expression { kind: ExpressionKind::Error, span: token.span }
    }

    fn function(&mut self, token: Token, text: String) -> Expression {
        self.bump();
        let name = Name { text, span: token.span };
        let mut arguments = Vec::new();
        if !self.enter(')') {
            return Expression { kind: ExpressionKind::Error, span: token.span };
        }
        while !matches!(self.peek_kind(), None | Some(TokenKind::CloseParen)) {
            arguments.push(self.operand());
            self.expecting(|| Expectation::ArgumentEnd);
            if self.eat(TokenKind::Comma).is_none() {
                break;
            }
        }
        if self.at_end() {
            let scope = self.scope.clone();
            self.expecting(|| Expectation::Operand(scope));
        }
        self.close(TokenKind::CloseParen, "Q006");
        Expression { kind: ExpressionKind::Function(name, arguments), span: Span::new(token.span.start, self.end()) }
    }

    /// A string, number, regular expression or word literal.
    pub(super) fn literal_expression(&mut self) -> Expression {
        let Some(token) = self.peek() else { return self.no_operand() };
        let literal = match token.kind {
            TokenKind::Text { .. } => {
                self.bump();
                self.text_literal(token)
            }
            TokenKind::Number => {
                self.bump();
                match self.number_literal(token) {
                    Some(number) => number,
                    None => return Expression { kind: ExpressionKind::Error, span: token.span },
                }
            }
            TokenKind::Regex { .. } => {
                self.bump();
                self.regex_literal(token)
            }
            TokenKind::Name if matches!(self.slice(token), "true" | "false" | "null") => {
                self.bump();
                match self.slice(token) {
                    "true" => Literal::Bool(true),
                    "false" => Literal::Bool(false),
                    _ => Literal::Null,
                }
            }
            _ => {
                let found = clip(self.slice(token)).to_owned();
                let diagnostic = self.error(
                    "Q010",
                    token.span,
                    format!("expected a value, found \"{found}\""),
                    &["@.field", "\"text\"", "number", "true", "/regex/"],
                );
                diagnostic.incomplete = false;
                if !matches!(token.kind, TokenKind::CloseParen | TokenKind::CloseBracket) {
                    self.bump();
                }
                return Expression { kind: ExpressionKind::Error, span: token.span };
            }
        };
        Expression { kind: ExpressionKind::Literal(literal), span: token.span }
    }
}
