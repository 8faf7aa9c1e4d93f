//! Resolution of arguments: names, texts, numbers, fields, regular expressions.

use super::line_pattern::ToTheLetter;
use super::name_pattern::{NamePattern, TextPattern};
use super::patterns::{compile, compile_flags};
use super::resolve::Resolver;
use super::steps::{Argument, Comparison, FilterPath, Pick, Predicate, Step, Term};
use crate::docql::catalog;
use crate::docql::catalog::{ArgumentKind, Field, ListOp, Row, Shape};
use crate::docql::syntax::diagnostic::Diagnostic;
use crate::docql::syntax::suggest::nearest;
use crate::docql::syntax::tree::{Expression, ExpressionKind, Literal, Name};
use crate::document::Span;

impl Resolver<'_> {
    pub(super) fn name_argument(&mut self, argument: Option<&Expression>, part: bool) -> NamePattern {
        match argument.map(|argument| (&argument.kind, argument.span)) {
            None | Some((ExpressionKind::Error, _)) => NamePattern::All,
            Some((ExpressionKind::Literal(Literal::Text { value, open }), _)) => {
                self.names.push(value.clone());
                NamePattern::parse(value, *open, part)
            }
            Some((ExpressionKind::Literal(Literal::Regex { pattern, flags }), span)) => {
                self.regex(pattern, flags, span).map_or(NamePattern::All, NamePattern::Regex)
            }
            Some((_, span)) => {
                self.wrong_argument(span, "a name in quotes, a glob or /regex/", &["\"Name\"", "\"Na*\"", "/regex/"]);
                NamePattern::All
            }
        }
    }

    /// The condition on paths that an argument stands for; none for all files.
    pub(super) fn path_argument(&mut self, argument: Option<&Expression>) -> Option<Step> {
        let (comparison, value) = match self.text_argument(argument) {
            TextPattern::All => return None,
            TextPattern::Contains(text) => (Comparison::Contains, text.into()),
            TextPattern::Regex(regex) => (Comparison::Matches(regex), serde_json::Value::Null),
        };
        let steps = vec![Step::Field(Field::Path)];
        let path = Term::Path(FilterPath { absolute: false, field: Some(Field::Path), steps });
        Some(Step::Refine(vec![Pick::Filter(Predicate::Compare(path, comparison, Term::Literal(value)))]))
    }

    pub(super) fn text_argument(&mut self, argument: Option<&Expression>) -> TextPattern {
        match argument.map(|argument| (&argument.kind, argument.span)) {
            None | Some((ExpressionKind::Error, _)) => TextPattern::All,
            Some((ExpressionKind::Literal(Literal::Text { value, .. }), _)) => TextPattern::parse(value),
            Some((ExpressionKind::Literal(Literal::Number(number)), _)) => TextPattern::parse(&number.to_string()),
            Some((ExpressionKind::Literal(Literal::Long(digits)), _)) => TextPattern::parse(digits),
            Some((ExpressionKind::Literal(Literal::Regex { pattern, flags }), span)) => {
                self.regex(pattern, flags, span).map_or(TextPattern::All, TextPattern::Regex)
            }
            Some((_, span)) => {
                self.wrong_argument(span, "text in quotes or /regex/", &["\"text\"", "/regex/"]);
                TextPattern::All
            }
        }
    }

    pub(super) fn content_argument(&mut self, row: &Row, name: &Name, arguments: &[Expression]) -> Argument {
        let argument = arguments.first();
        if argument.is_none() && matches!(row.argument, ArgumentKind::Pattern | ArgumentKind::Words) {
            let unfinished = self.unfinished;
            let diagnostic = self.error("Q016", name.span, format!("{}() needs what to look for", row.name));
            diagnostic.expected.push(format!("{}(\"text\")", row.name));
            diagnostic.incomplete |= unfinished;
            return Argument::None;
        }
        match row.argument {
            ArgumentKind::Nothing => Argument::None,
            ArgumentKind::Words => match argument.map(|argument| &argument.kind) {
                Some(ExpressionKind::Literal(Literal::Text { value, .. })) => Argument::Words(value.clone()),
                Some(ExpressionKind::Literal(Literal::Number(number))) => Argument::Words(number.to_string()),
                Some(ExpressionKind::Literal(Literal::Long(digits))) => Argument::Words(digits.clone()),
                Some(ExpressionKind::Error) | None => Argument::Words(String::new()),
                Some(_) => {
                    let span = argument.map_or(name.span, |argument| argument.span);
                    self.wrong_argument(span, "text in quotes", &["\"text\""]);
                    Argument::None
                }
            },
            ArgumentKind::Pattern => match self.text_argument(argument).line_pattern(self.letter(arguments.get(1))) {
                Some(regex) => Argument::Lines(regex),
                None => Argument::None,
            },
            _ => Argument::Text(self.text_argument(argument)),
        }
    }

    /// How literally a pattern is meant: `"case"`, `"word"`, or both.
    fn letter(&mut self, argument: Option<&Expression>) -> ToTheLetter {
        let mut letter = ToTheLetter::default();
        let Some(argument) = argument else { return letter };
        match &argument.kind {
            ExpressionKind::Error => {}
            ExpressionKind::Literal(Literal::Text { value, open }) => {
                for word in value.split_whitespace() {
                    match word {
                        "case" => letter.case = true,
                        "word" => letter.word = true,
                        _ if *open && ["case", "word"].iter().any(|known| known.starts_with(word)) => {}
                        _ => self.wrong_letter(argument.span),
                    }
                }
            }
            _ => self.wrong_letter(argument.span),
        }
        letter
    }

    fn wrong_letter(&mut self, span: Span) {
        let fix = self.replaced(span, "\"word\"");
        let message = "expected \"case\" (capitals count), \"word\" (whole words only) or \"case word\"";
        self.error("Q016", span, message).fixes.push(fix);
    }

    pub(super) fn list_op_argument(
        &mut self,
        row: &Row,
        name: &Name,
        op: ListOp,
        argument: Option<&Expression>,
        shape: Shape,
    ) -> Argument {
        let is_required = matches!(row.argument, ArgumentKind::Number | ArgumentKind::FieldName);
        match (row.argument, argument.map(|argument| (&argument.kind, argument.span))) {
            (_, None) if is_required => self.missing_argument(row, name),
            (ArgumentKind::Number, Some((ExpressionKind::Literal(Literal::Number(number)), span))) => {
                self.whole_number(row, op, number, span)
            }
            (ArgumentKind::FieldName, Some((ExpressionKind::Literal(Literal::Text { value, open }), span))) => {
                self.sort_field(value, *open, span, shape)
            }
            (ArgumentKind::Nothing, _) | (_, None | Some((ExpressionKind::Error, _))) => Argument::None,
            (kind, Some((_, span))) => {
                let (what, example, fix) = match kind {
                    ArgumentKind::Number => ("a whole number", "3", "10"),
                    _ => ("the name of a field in quotes", "\"name\"", "\"name\""),
                };
                let fix = self.replaced(span, fix);
                self.wrong_argument(span, what, &[example]).fixes.push(fix);
                Argument::None
            }
        }
    }

    /// Reports a missing argument; the fix is an example.
    fn missing_argument(&mut self, row: &Row, name: &Name) -> Argument {
        let (what, example) = match row.argument {
            ArgumentKind::Number => ("a number", "10"),
            _ => ("the name of a field in quotes", "\"name\""),
        };
        let unfinished = self.unfinished;
        let has_parentheses = self.text.get(name.span.end as usize..).is_some_and(|rest| rest.starts_with("()"));
        let parentheses = Span::new(name.span.end, name.span.end + if has_parentheses { 2 } else { 0 });
        let fix = self.replaced(parentheses, &format!("({example})"));
        let diagnostic = self.error("Q016", name.span, format!("{}() needs {what}", row.name));
        diagnostic.expected.push(format!("{}({example})", row.name));
        diagnostic.fixes.push(fix);
        diagnostic.incomplete |= unfinished;
        Argument::None
    }

    /// A whole number; not negative for `limit`.
    fn whole_number(&mut self, row: &Row, op: ListOp, number: &serde_json::Number, span: Span) -> Argument {
        let value = number.as_i64().filter(|value| op != ListOp::Limit || *value >= 0);
        if value.is_none() {
            let whole_part = number.as_f64().map_or(1, |value| value.abs() as i64);
            let fix = self.replaced(span, &whole_part.to_string());
            let limit = if op == ListOp::Limit { ", not negative" } else { "" };
            self.error("Q016", span, format!("{}() needs a whole number{limit}", row.name)).fixes.push(fix);
        }
        Argument::Number(value.unwrap_or(0))
    }

    /// The field to sort by; `-` before it means descending.
    fn sort_field(&mut self, value: &str, open: bool, span: Span, shape: Shape) -> Argument {
        if let Some(fix) = self.order_in_words(value, span) {
            self.error("Q016", span, "descending is a minus before the field: \"-name\"").fixes.push(fix);
            return Argument::None;
        }
        let (descending, field) = match value.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, value),
        };
        if shape == Shape::Rows {
            let column =
                self.column(field, Span::new(span.start + 1 + u32::from(descending), span.end.saturating_sub(1)));
            return Argument::Column(column, descending);
        }
        match catalog::field(field) {
            Some(row) => Argument::Field(row.field, descending),
            None => {
                let inner = Span::new(
                    span.start + 1 + u32::from(descending),
                    span.end - u32::from(!open && span.end > span.start + 1),
                );
                self.unknown_field(field, inner, "");
                Argument::None
            }
        }
    }

    /// The fix for an order in words: `sort("name desc")`.
    fn order_in_words(&self, value: &str, span: Span) -> Option<String> {
        let (field, order) = value.trim().split_once([' ', ':'])?;
        let row = catalog::field(field)?;
        let minus = match order.trim().to_ascii_lowercase().as_str() {
            "desc" | "descending" | "down" | "reverse" => "-",
            "asc" | "ascending" | "up" => "",
            _ => return None,
        };
        Some(self.replaced(span, &format!("\"{minus}{}\"", row.name)))
    }

    /// Reports an unknown field with the nearest known ones as fixes; `prefix` precedes their names.
    pub(super) fn unknown_field(&mut self, name: &str, span: Span, prefix: &str) {
        let mut close = nearest(name, catalog::FIELDS.iter().map(|row| row.name));
        let habit = catalog::habitual_field(name);
        close.retain(|field| Some(*field) != habit);
        // What another language calls so is what is meant, and nothing that is only spelled alike.
        if habit.is_some() {
            close = habit.into_iter().collect();
        }
        let fixes: Vec<String> = close.iter().map(|field| self.replaced(span, &format!("{prefix}{field}"))).collect();
        let hint = crate::docql::syntax::suggest::did_you_mean(close.first().copied());
        // `[(@.length-1)]`, the last item in JSONPath before RFC 9535.
        let from_end = name.strip_prefix("length-").filter(|count| count.bytes().all(|byte| byte.is_ascii_digit()));
        let indexed = from_end.map(|count| self.replaced(self.segment, &format!("[-{count}]")));
        let message = match from_end {
            Some(count) => format!("a place from the end is a negative number: [-{count}]"),
            None => format!("there is no field \"{}\"{hint}", crate::docql::syntax::parser::clip(name)),
        };
        let diagnostic = self.error("Q017", span, message);
        diagnostic.fixes.extend(indexed);
        diagnostic.expected = catalog::FIELDS.iter().map(|row| row.name.to_owned()).collect();
        diagnostic.fixes.extend(fixes);
    }

    pub(in crate::docql) fn depth_argument(&mut self, argument: Option<&Expression>, default: u32) -> u32 {
        match argument.map(|argument| (&argument.kind, argument.span)) {
            None | Some((ExpressionKind::Error, _)) => default,
            Some((ExpressionKind::Literal(Literal::Number(number)), span)) => {
                match number.as_i64().filter(|depth| (1..=i64::from(catalog::MAX_CALL_DEPTH)).contains(depth)) {
                    Some(depth) => depth as u32,
                    None => {
                        let nearest =
                            number.as_f64().unwrap_or(1.0).clamp(1.0, f64::from(catalog::MAX_CALL_DEPTH)) as u32;
                        let fix = self.replaced(span, &nearest.to_string());
                        self.error(
                            "Q016",
                            span,
                            format!("the depth is a whole number from 1 to {}", catalog::MAX_CALL_DEPTH),
                        )
                        .fixes
                        .push(fix);
                        default
                    }
                }
            }
            Some((_, span)) => {
                let fix = self.replaced(span, "1");
                self.wrong_argument(span, "a number of steps", &["1", "2"]).fixes.push(fix);
                default
            }
        }
    }

    pub(super) fn wrong_argument(&mut self, span: Span, what: &str, expected: &[&str]) -> &mut Diagnostic {
        // The argument may have been meant as text.
        let quoted = self.replaced(span, &crate::docql::syntax::format::quoted(span.of(self.text).trim_matches('/')));
        let diagnostic = self.error("Q016", span, format!("expected {what}"));
        diagnostic.expected = expected.iter().map(|text| (*text).to_owned()).collect();
        diagnostic.fixes.push(quoted);
        diagnostic
    }

    /// Compiles a regular expression literal; an error is reported at its position in the literal.
    pub(in crate::docql) fn regex(&mut self, pattern: &str, flags: &str, span: Span) -> Option<regex::Regex> {
        match compile_flags(pattern, flags) {
            Ok(regex) => Some(regex),
            Err(problem) => {
                let start = span.start + 1 + problem.offset as u32;
                let place = Span::new(start.min(span.end), (start + problem.length as u32).min(span.end));
                self.report_bad_regex(pattern, problem.message, span, place)
            }
        }
    }

    /// Compiles a regular expression written as a string; an error is reported for the whole string.
    pub(super) fn regex_text(&mut self, pattern: &str, span: Span) -> Option<regex::Regex> {
        match compile(pattern) {
            Ok(regex) => Some(regex),
            Err(problem) => self.report_bad_regex(pattern, problem.message, span, span),
        }
    }

    /// Reports an invalid regular expression. Fixes: the literal text, and for a glob the equivalent regular
    /// expression.
    fn report_bad_regex(
        &mut self,
        pattern: &str,
        why: impl std::fmt::Display,
        span: Span,
        place: Span,
    ) -> Option<regex::Regex> {
        let literal = |text: &str| format!("/{}/", text.replace('/', "\\/"));
        let glob = pattern.starts_with('*').then(|| {
            let parts: Vec<String> = pattern.split('*').map(regex::escape).collect();
            self.replaced(span, &literal(&parts.join(".*")))
        });
        let escaped = self.replaced(span, &literal(&regex::escape(pattern)));
        let diagnostic = self.error("Q018", place, format!("the regular expression cannot be read: {why}"));
        diagnostic.incomplete = false;
        diagnostic.fixes.extend(glob);
        diagnostic.fixes.push(escaped);
        None
    }
}
