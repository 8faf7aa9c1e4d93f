//! Arguments of steps: literals, unquoted words, and notations of other languages.

use super::format::quoted;
use super::parser::Parser;
use super::token::{Token, TokenKind};
use super::tree::{Expression, ExpressionKind, Literal, Name, Segment};
use crate::docql::syntax::parser::Expectation;
use crate::document::Span;

impl Parser<'_> {
    /// `(…)` after a function name outside a filter.
    pub(in crate::docql) fn arguments(&mut self, name: &Name, before: &[Segment]) -> Vec<Expression> {
        self.bump();
        let mut arguments = Vec::new();
        if !self.enter(')') {
            return arguments;
        }
        loop {
            self.expecting(|| Expectation::Argument {
                before: before.to_vec(),
                name: name.clone(),
                index: arguments.len(),
            });
            match self.peek_kind() {
                None | Some(TokenKind::CloseParen | TokenKind::CloseBracket) => break,
                _ => arguments.push(self.argument()),
            }
            self.expecting(|| Expectation::ArgumentEnd);
            let Some(comma) = self.eat(TokenKind::Comma) else { break };
            if self.peek_kind() == Some(TokenKind::CloseParen) {
                let fix = self.replaced(comma.span, "");
                self.lenient("Q016", comma.span, "nothing follows the comma").fixes.push(fix);
            }
        }
        self.close(TokenKind::CloseParen, "Q006");
        arguments
    }

    /// A literal. A bare word is read as a string: the quotes were forgotten.
    fn argument(&mut self) -> Expression {
        let Some(token) = self.peek() else { return self.missing_argument() };
        if let Some(expression) = self.foreign_argument(token) {
            return expression;
        }
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
        let is_as_written = match &literal.kind {
            ExpressionKind::Literal(Literal::Number(number)) => number.to_string() == self.slice(token),
            ExpressionKind::Literal(Literal::Long(_)) => false,
            _ => true,
        };
        if !is_as_written && self.slice(token).contains('.') {
            // `chapter(1.10)`: as a number, 1.10 would be chapter 1.1.
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

    /// `name="x"`, `["x"]`, `\"x\"`, `` `x` ``, `@.name`: an argument in the notation of another language.
    fn foreign_argument(&mut self, token: Token) -> Option<Expression> {
        if self.strict() {
            return None;
        }
        let second = self.peek_second();
        let third = self.peek_third();
        let closing = closing_paren(&self.text[token.span.start as usize..]).map(|at| token.span.start + at as u32);
        let whole = Span::new(token.span.start, closing.unwrap_or(self.text.len() as u32));
        let written = whole.of(self.text).trim_end();
        if matches!(token.kind, TokenKind::At | TokenKind::Question) && written.contains(['=', '<', '>', '~', '?']) {
            return Some(self.filter_in_parentheses(token, whole, written));
        }
        let (message, value) = match token.kind {
            TokenKind::Name
                if second.is_some_and(|next| matches!(self.plain(next).as_str(), "=" | ":" | "=="))
                    && matches!(third.map(|next| next.kind), Some(TokenKind::Text { .. } | TokenKind::Number)) =>
            {
                let value = third.map_or(whole, |next| Span::new(next.span.start, whole.end));
                ("arguments have no names here".to_owned(), value.of(self.text).trim_end().to_owned())
            }
            TokenKind::OpenBracket => {
                let inner = written.trim_matches(['[', ']', '【', '】', ' ']);
                let is_word = inner.chars().all(char::is_alphanumeric);
                let is_list = is_word || (inner.starts_with(['"', '\'']) && written.ends_with(']'));
                let message = if is_list {
                    "one argument, not a list, stands here"
                } else {
                    "text and regular expressions are quoted here"
                };
                (
                    message.to_owned(),
                    if is_word {
                        quoted(inner)
                    } else if is_list {
                        inner.to_owned()
                    } else {
                        format!("/{}/", written.replace('/', "\\/"))
                    },
                )
            }
            TokenKind::At | TokenKind::Dot => {
                ("the name of a field is quoted here".to_owned(), quoted(written.trim_start_matches(['@', '.'])))
            }
            TokenKind::Unknown if self.slice(token) == "\\" => (
                "the backslash before a quote belongs to the shell".to_owned(),
                written.replace("\\\"", "\"").replace("\\'", "'"),
            ),
            TokenKind::Unknown if self.slice(token) == "`" => {
                ("text belongs in \" or ' quotes".to_owned(), quoted(written.trim_matches('`')))
            }
            _ => return None,
        };
        let unfinished = closing.is_none();
        let fix = self.replaced(Span::new(whole.start, whole.start + written.len() as u32), &value);
        let diagnostic = self.error("Q016", token.span, message, &["\"text\""]);
        diagnostic.incomplete = unfinished;
        diagnostic.fixes.push(fix);
        while self.peek().is_some_and(|next| next.span.start < whole.end) {
            self.bump();
        }
        Some(Expression { kind: ExpressionKind::Error, span: whole })
    }

    fn missing_argument(&self) -> Expression {
        Expression { kind: ExpressionKind::Error, span: self.here() }
    }
    /// `$.toc(@.level == 1)`: a condition between parentheses.
    fn filter_in_parentheses(&mut self, token: Token, whole: Span, written: &str) -> Expression {
        let condition = written.trim_start_matches('?').trim();
        let inner = condition.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(condition);
        let open = self.text[..whole.start as usize].trim_end().len().saturating_sub(1) as u32;
        let end = (whole.end + 1).min(self.text.len() as u32);
        let fix = self.replaced(Span::new(open, end), &format!("[?({inner})]"));
        let diagnostic = self.error("Q016", token.span, "a filter stands in brackets: [?(…)]", &["[?(…)]"]);
        diagnostic.fixes.push(fix);
        while self.peek().is_some_and(|next| next.span.start < whole.end) {
            self.bump();
        }
        Expression { kind: ExpressionKind::Error, span: whole }
    }
}

/// Offset of the parenthesis that closes the one `text` starts in.
fn closing_paren(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (at, character) in text.char_indices() {
        match super::token::ascii_twin(character).unwrap_or(character) {
            '(' => open += 1,
            ')' if open == 0 => return Some(at),
            ')' => open -= 1,
            _ => {}
        }
    }
    None
}
