//! Comparisons that nobody means: lists with numbers, numbers with words, times with what is none.

use super::resolve::Resolver;
use super::steps::{FilterPath, Step, Term};
use crate::docql::catalog;
use crate::docql::catalog::{FilterFunction, Operator, Shape};
use crate::docql::syntax::tree::{Expression, ExpressionKind, Literal};
use crate::document::Span;
use crate::stdx::{Moment, timestamp};
use regex_syntax::hir::{Hir, HirKind};
use std::time::{SystemTime, UNIX_EPOCH};

impl Resolver<'_> {
    /// Says that a list of nodes is no number: whoever compares the two wants to count.
    pub(super) fn check_counted(&mut self, (side, term): (&Expression, &Term), other: &Term) {
        let Term::Path(path) = term else { return };
        let is_list = matches!(path.steps.last(), Some(Step::Relation(..) | Step::Symbols(..) | Step::Axis(_)));
        if self.strict || !is_list || !matches!(other, Term::Literal(serde_json::Value::Number(_))) {
            return;
        }
        let fix = self.replaced(side.span, &format!("{}.count()", side.span.of(self.text)));
        let diagnostic =
            self.error("Q020", side.span, "this is a list, not a number; .count() says how many there are");
        diagnostic.incomplete = false;
        diagnostic.fixes.push(fix);
        diagnostic.expected.push(".count()".to_owned());
    }

    /// Says that a field that is a list of texts is no number, nor several nodes: its length is meant.
    pub(super) fn check_list(&mut self, (side, term): (&Expression, &Term), other: &Term, shape: Shape) {
        let path = match term {
            Term::Path(path) => path,
            Term::Function(FilterFunction::Count, inner) => match &**inner {
                Term::Path(path) => path,
                _ => return,
            },
            _ => return,
        };
        let FilterPath { absolute: false, field: Some(field), steps, .. } = path else { return };
        let row = catalog::FIELDS.iter().find(|row| row.field == *field && row.value == catalog::ValueType::List);
        let is_number = matches!(other, Term::Literal(serde_json::Value::Number(_)));
        let Some(row) = row.filter(|_| is_number && steps.len() <= 1 && !self.strict && is_of_nodes(shape)) else {
            return;
        };
        let meant = format!("length(@.{})", row.name);
        let fix = self.replaced(side.span, &meant);
        let message = format!("{} is a list of texts; {meant} says how many there are", row.name);
        let diagnostic = self.error("Q020", side.span, message);
        diagnostic.incomplete = false;
        diagnostic.fixes.push(fix);
        diagnostic.expected.push(meant);
    }

    /// Says that a field that is a number is never equal to a text, nor less or greater.
    pub(super) fn check_number(
        &mut self,
        field: &Term,
        (side, other): (&Expression, &Term),
        (operator, shape): (Operator, Shape),
    ) {
        let (Term::Path(FilterPath { absolute: false, field: Some(field), .. }), Term::Literal(value)) = (field, other)
        else {
            return;
        };
        let row = catalog::FIELDS.iter().find(|row| row.field == *field);
        let Some(row) = row.filter(|row| row.value == catalog::ValueType::Number && is_of_nodes(shape)) else { return };
        let is_number = match value {
            serde_json::Value::String(text) => crate::document::compare_decimals(text, "0").is_some(),
            serde_json::Value::Bool(_) => false,
            _ => true,
        };
        let is_typed = matches!(side.kind, ExpressionKind::Literal(Literal::Text { open: true, .. }));
        if self.strict || is_number || is_typed {
            return;
        }
        let written = side.span.of(self.text);
        let whole = Span::new(self.compared.start, self.compared.end);
        let names_called = (row.field == catalog::Field::Calls).then(|| {
            let operator = if operator == Operator::Contains { "~=" } else { "==" };
            self.replaced(whole, &format!("@.callees {operator} {written}"))
        });
        let fixes = match &names_called {
            Some(named) => vec![named.clone()],
            None => vec![self.replaced(side.span, "1"), self.replaced(whole, &format!("@.name ~= {written}"))],
        };
        let message = match names_called {
            Some(_) => format!("calls is a number: how many names are called; {written} is looked for among @.callees"),
            None => format!("{} is a number; it is never equal to {written}, nor less or greater", row.name),
        };
        let diagnostic = self.error("Q020", side.span, message);
        diagnostic.incomplete = false;
        diagnostic.fixes.extend(fixes);
        diagnostic.expected.push("a number".to_owned());
    }

    /// Says that the name of a file has no folder in it: the path is meant.
    pub(super) fn check_file_name(&mut self, (side, field): (&Expression, &Term), other: &Term, shape: Shape) {
        let is_file =
            matches!(field, Term::Path(FilterPath { absolute: false, field: Some(catalog::Field::File), .. }));
        let Term::Literal(serde_json::Value::String(text)) = other else { return };
        if !self.strict && is_file && is_of_nodes(shape) && text.trim_start_matches('/').contains('/') {
            self.names_folder(side.span, false);
        }
    }

    /// The same of a regular expression that matches nothing without one.
    pub(super) fn check_file_pattern(
        &mut self,
        (side, field): (&Expression, &Term),
        pattern: &regex::Regex,
        shape: Shape,
    ) {
        let is_file =
            matches!(field, Term::Path(FilterPath { absolute: false, field: Some(catalog::Field::File), .. }));
        let needs = || regex_syntax::parse(pattern.as_str()).is_ok_and(|parsed| needs_slash(&parsed));
        if !self.strict && is_file && is_of_nodes(shape) && needs() {
            self.names_folder(side.span, true);
        }
    }

    fn names_folder(&mut self, field: Span, is_pattern: bool) {
        let fix = self.replaced(field, "@.path");
        let what = if is_pattern { "what the pattern needs" } else { "so it is never that" };
        let message =
            format!("file is the name of a file, without its folders: it has no \"/\", {what}; path has them");
        let diagnostic = self.error("Q020", field, message);
        diagnostic.incomplete = false;
        diagnostic.fixes.push(fix);
        diagnostic.expected.push("@.path".to_owned());
    }

    /// Says that a time is compared as the text in which it is written: `30 days` is none.
    pub(super) fn check_time(&mut self, field: &Term, (side, other): (&Expression, &Term), shape: Shape) {
        let is_modified =
            matches!(field, Term::Path(FilterPath { absolute: false, field: Some(catalog::Field::Modified), .. }));
        let is_time = is_modified && is_of_nodes(shape);
        let Term::Literal(value @ (serde_json::Value::String(_) | serde_json::Value::Number(_))) = other else {
            return;
        };
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let is_open = matches!(side.kind, ExpressionKind::Literal(Literal::Text { open: true, .. }));
        if self.strict || !is_time || is_open || value.is_string() && begins_as_time(&text) {
            return;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
        let meant = Moment::read(&text).map_or(now, |moment| moment.seconds(now));
        let meant = crate::docql::syntax::format::quoted(&timestamp(meant)[..10]);
        let fix = self.replaced(side.span, &meant);
        let written = side.span.of(self.text);
        let message = format!("{written} is no time; modified is one, such as {meant}");
        let diagnostic = self.error("Q020", side.span, message);
        diagnostic.incomplete = false;
        diagnostic.fixes.push(fix);
        diagnostic.expected.push(meant);
    }
}

/// True if whatever an expression matches has a slash in it.
fn needs_slash(expression: &Hir) -> bool {
    match expression.kind() {
        HirKind::Literal(literal) => literal.0.contains(&b'/'),
        HirKind::Concat(parts) => parts.iter().any(needs_slash),
        HirKind::Alternation(parts) => parts.iter().all(needs_slash),
        HirKind::Capture(capture) => needs_slash(&capture.sub),
        HirKind::Repetition(repeated) => repeated.min > 0 && needs_slash(&repeated.sub),
        HirKind::Empty | HirKind::Class(_) | HirKind::Look(_) => false,
    }
}

/// True if the fields are those of nodes and files: what a column of the same name holds is not known.
fn is_of_nodes(shape: Shape) -> bool {
    !matches!(shape, Shape::Rows | Shape::Tables | Shape::Data | Shape::Values)
}

/// True if a text is the beginning of a time: a year, at least, and what may follow one.
fn begins_as_time(text: &str) -> bool {
    let (year, rest) = text.split_at_checked(4).unwrap_or((text, ""));
    // A prefix of a year orders as it reads, and nobody means it otherwise.
    !year.is_empty() && year.bytes().all(|byte| byte.is_ascii_digit()) && (rest.is_empty() || rest.starts_with('-'))
}
