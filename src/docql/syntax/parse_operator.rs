//! Filter operators: DocQL's own, and those of other languages with the operator they stand for.

use super::parser::Parser;
use super::token::{Token, TokenKind, ascii_twin};
use super::tree::{Expression, ExpressionKind};
use crate::docql::catalog;
use crate::docql::catalog::{Operator, habitual_operator};
use crate::docql::syntax::parser::{Expectation, clip};
use crate::document::Span;

impl Parser<'_> {
    /// The token's text, with characters of input methods replaced by their ASCII equivalents.
    pub(in crate::docql) fn plain(&self, token: Token) -> String {
        let text = self.slice(token);
        if self.strict() || text.is_ascii() {
            return text.to_owned();
        }
        text.chars().map(|c| ascii_twin(c).unwrap_or(c)).collect()
    }

    /// A comparison or text operator, if one is next.
    pub(in crate::docql) fn operator(&mut self, left: &Expression) -> Option<(Operator, Span)> {
        let scope = self.scope.clone();
        self.expecting(|| Expectation::Operator { scope, left: left.clone() });
        let token = self.peek()?;
        if token.kind == TokenKind::Name {
            return self.word_operator(token, left);
        }
        let foreign = (!self.strict()).then(|| self.foreign_sign(token)).flatten();
        if token.kind != TokenKind::Operator && foreign.is_none() {
            return None;
        }
        let mut text = self.plain(token);
        if matches!(text.as_str(), "&&" | "||" | "&" | "|") {
            return None;
        }
        self.bump();
        let mut span = token.span;
        if let Some(sign) = foreign {
            while self.peek().is_some_and(|next| next.span.start < sign.end) {
                self.bump();
            }
            return Some((self.unknown_operator(sign.of(self.text), sign), sign));
        }
        // `~ =`, as pasted: two operator characters with a space between them.
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
            "≥" | "≤" | "≠" => {
                let (operator, ours) = match text {
                    "≥" => (GreaterOrEqual, ">="),
                    "≤" => (LessOrEqual, "<="),
                    _ => (NotEqual, "!="),
                };
                let fix = self.replaced(span, ours);
                self.lenient("Q012", span, format!("\"{text}\" is read as \"{ours}\"")).fixes.push(fix);
                operator
            }
            "!~" | "!=~" | "!~=" => {
                self.negated_operator(span, left, if text == "!~=" { "~=" } else { "=~" });
                Matches
            }
            other => self.unknown_operator(other, span),
        };
        if self.strict() && matches!(operator, Contains | Matches) {
            let what =
                if matches!(left.kind, ExpressionKind::Path { .. }) { "match() or search()" } else { "a comparison" };
            self.error("Q023", span, format!("RFC 9535 has no such operator; use {what}"), &["=="]).incomplete = false;
        }
        Some(operator)
    }

    fn word_operator(&mut self, token: Token, left: &Expression) -> Option<(Operator, Span)> {
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
            "xor" | "nor" | "then" | "where" => return None,
            "not" => return self.not_operator(token, left),
            "glob" | "globs" | "matchesglob" | "fnmatch" => self.glob(token),
            "between" => {
                self.between(token, left);
                Operator::Equal
            }
            _ => {
                // Two words: `is not`, `greater than`, `equal to`.
                let second = self.peek_second().filter(|next| {
                    matches!(self.slice(*next).to_ascii_lowercase().as_str(), "than" | "to" | "not" | "like")
                });
                let mut meant = text.clone();
                if let Some(second) = second {
                    self.bump();
                    span = Span::new(span.start, second.span.end);
                    meant =
                        if self.slice(second).eq_ignore_ascii_case("not") { "isnot".to_owned() } else { text.clone() };
                }
                let written = span.of(self.text).to_owned();
                self.guess_operator(&written, &meant, span)
            }
        };
        self.bump();
        if self.strict() {
            self.error("Q023", span, "RFC 9535 has no such operator", &["==", "!="]).incomplete = false;
        }
        Some((operator, span))
    }
    /// The span of a foreign operator: `^=`, `*=`, `$=`, `:=`, `:`, `=!`, `/=`, `-gt`.
    fn foreign_sign(&self, token: Token) -> Option<Span> {
        let sign = self.plain(token);
        let joined = self.peek_second().filter(|next| next.span.start == token.span.end).and_then(|next| {
            let is_one = match sign.as_str() {
                "^" | "*" | "$" | ":" | "/" => self.plain(next) == "=",
                "-" => next.kind == TokenKind::Name,
                "=" => self.plain(next) == "!",
                _ => false,
            };
            is_one.then(|| Span::new(token.span.start, next.span.end))
        });
        joined.or((sign == ":").then_some(token.span))
    }

    /// Reports an unknown operator and returns the likeliest known one.
    fn unknown_operator(&mut self, text: &str, span: Span) -> Operator {
        self.guess_operator(text, text, span)
    }

    fn guess_operator(&mut self, written: &str, word: &str, span: Span) -> Operator {
        let meant = habitual_operator(word).unwrap_or_else(|| {
            let known = catalog::OPERATORS.iter().map(|row| row.name);
            super::suggest::nearest(word, known).first().copied().unwrap_or("==")
        });
        let last = self.peek().is_none_or(|next| span.end >= next.span.end);
        let unfinished = self.at_end() || (last && self.peek_second().is_none());
        let fix = self.replaced(span, meant);
        let expected =
            ["==", "!=", "<", "<=", ">", ">=", "~=", "=~", "contains", "startsWith", "endsWith", "in", "&&", "||"];
        let message = format!("\"{}\" is not an operator; did you mean \"{meant}\"?", clip(written));
        let diagnostic = self.error("Q012", span, message, &expected);
        diagnostic.incomplete = unfinished;
        diagnostic.fixes.push(fix);
        catalog::OPERATORS.iter().find(|row| row.name == meant).map_or(Operator::Equal, |row| row.operator)
    }

    /// `@.a not in […]`, `@.a not like "x"`: the operator after `not`. In DocQL, `!` precedes the whole comparison.
    fn not_operator(&mut self, token: Token, left: &Expression) -> Option<(Operator, Span)> {
        let next = self.peek_second().filter(|next| matches!(next.kind, TokenKind::Name | TokenKind::Operator))?;
        let word = self.slice(next).to_lowercase();
        let meant = match word.as_str() {
            "in" => "in",
            "null" => return None,
            other => habitual_operator(other).unwrap_or("=="),
        };
        self.bump();
        let span = Span::new(token.span.start, next.span.end);
        self.negated_operator(span, left, meant);
        self.bump();
        let operator = catalog::OPERATORS.iter().find(|row| row.name == meant).map(|row| row.operator);
        Some((operator.unwrap_or(Operator::Equal), span))
    }

    /// Reports a negated operator; the fix is `!(…)` around the comparison.
    fn negated_operator(&mut self, span: Span, left: &Expression, meant: &str) {
        let rest = &self.text[span.end as usize..];
        let end = span.end as usize + end_of_value(rest);
        let value = self.text[span.end as usize..end].trim();
        let fix = self.replaced(
            Span::new(left.span.start, end as u32),
            &format!("!({} {meant} {value})", left.span.of(self.text)),
        );
        let message =
            format!("\"{}\" is not an operator; \"!\" stands before a comparison: !(…)", clip(span.of(self.text)));
        let diagnostic = self.error("Q012", span, message, &["!="]);
        diagnostic.incomplete = value.is_empty();
        diagnostic.fixes.push(fix);
    }

    /// Reports `@.a between 1 and 3`; the fix is two comparisons.
    fn between(&mut self, token: Token, left: &Expression) {
        let rest = &self.text[token.span.end as usize..];
        let until = end_of_between(rest);
        let and = rest[..until].to_ascii_lowercase().find(" and ");
        let low_and_high = and.map(|at| (rest[..at].trim(), rest[at + 5..until].trim()));
        let unfinished = low_and_high.is_none() && until == rest.len();
        let field = left.span.of(self.text);
        let fix = low_and_high.map(|(low, high)| {
            let whole = Span::new(left.span.start, token.span.end + until as u32);
            self.replaced(whole, &format!("{field} >= {low} && {field} <= {high}"))
        });
        let message = "\"between\" is not an operator; compare twice, with \">=\" and \"<=\"";
        let diagnostic = self.error("Q012", token.span, message, &[">=", "<=", "&&"]);
        diagnostic.incomplete = unfinished;
        diagnostic.fixes.extend(fix);
        // What is compared with is the upper end: the lower one and the word before the upper one are no conditions.
        let last = and.map(|at| token.span.end + at as u32);
        while let Some(last) = last
            && self.peek_second().is_some_and(|next| next.span.start <= last + 1)
        {
            self.bump();
        }
    }

    /// Reports `@.path glob "src/*"`; the fix is a comparison that means the same.
    fn glob(&mut self, token: Token) -> Operator {
        let written = self.peek_second().map(|next| (next, self.slice(next)));
        let pattern = written.filter(|(next, _)| matches!(next.kind, TokenKind::Text { .. }));
        let pattern = pattern.map(|(next, text)| (next.span, text.trim_matches(['"', '\'', '“', '”']).to_owned()));
        let (meant, fix) = match &pattern {
            Some((span, pattern)) => {
                let meant = of_glob(pattern);
                let whole = Span::new(token.span.start, span.end);
                (meant.clone(), self.replaced(whole, &meant))
            }
            None => ("=~".to_owned(), self.replaced(token.span, "=~")),
        };
        let message = format!("\"{}\" is not an operator; write {meant}", clip(self.slice(token)));
        let expected = ["startsWith", "endsWith", "~=", "=~"];
        let unfinished = self.peek_second().is_none();
        let diagnostic = self.error("Q012", token.span, message, &expected);
        diagnostic.incomplete = unfinished;
        diagnostic.fixes.push(fix);
        Operator::Contains
    }
}

/// The comparison that a glob stands for: with the text before or behind its one star, with what stands between two, else
/// with a regular expression.
fn of_glob(pattern: &str) -> String {
    let is_plain = |text: &str| !text.is_empty() && !text.contains(['*', '?', '[', '{']);
    let stars = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte == b'*');
    let first = pattern.find('*').unwrap_or(pattern.len());
    let (before, behind) = pattern.split_at(first);
    let inner = pattern.trim_matches('*');
    let quoted = super::format::quoted;
    if is_plain(before) && stars(behind) {
        return format!("startsWith {}", quoted(before));
    }
    if is_plain(inner) && pattern.ends_with(inner) && pattern.starts_with('*') {
        // What stands in any folder is named without them.
        return format!("endsWith {}", quoted(inner));
    }
    if is_plain(inner) && pattern.starts_with('*') {
        return format!("~= {}", quoted(inner));
    }
    if is_plain(pattern) {
        return format!("== {}", quoted(pattern));
    }
    let mut regex = String::from("^");
    let mut letters = pattern.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '*' if letters.next_if_eq(&'*').is_some() => regex.push_str(".*"),
            '*' => regex.push_str("[^/]*"),
            '?' => regex.push_str("[^/]"),
            '{' => regex.push('('),
            '}' => regex.push(')'),
            ',' => regex.push('|'),
            '[' | ']' => regex.push(letter),
            letter if letter.is_alphanumeric() || "_-/ ".contains(letter) => regex.push(letter),
            '^' | '\\' => regex.extend(['\\', letter]),
            letter => regex.extend(['[', letter, ']']),
        }
    }
    regex.push('$');
    format!("=~ {}", quoted(&regex))
}

/// Length of the two values that a `between` is followed by: up to a connective behind the second, or a bracket that
/// closes what is around.
fn end_of_between(text: &str) -> usize {
    let and = text.to_ascii_lowercase().find(" and ").map_or(0, |at| at + 5);
    let value = text.get(and..).unwrap_or_default();
    and + value[..end_of_value(value)].trim_end().len()
}

/// Length of the value that `text` starts with. It ends at a connective, a comma or an unmatched closing bracket.
fn end_of_value(text: &str) -> usize {
    let (mut open, mut quote) = (0_usize, None);
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(open_by), c) if c == open_by => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '[') => open += 1,
            (None, ')' | ']') if open == 0 => return at,
            (None, ')' | ']') => open -= 1,
            (None, '&' | '|' | ',') if open == 0 => return at,
            (None, ' ') if text[at..].starts_with(" and ") || text[at..].starts_with(" or ") => return at,
            _ => {}
        }
    }
    text.len()
}
