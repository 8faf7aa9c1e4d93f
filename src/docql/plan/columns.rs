//! Columns of tables in queries: named when the query is read, known when its tables are.

use super::resolve::Resolver;
use super::steps::{Argument, Column, Plan, SqlText, Step};
use crate::docql::catalog;
use crate::docql::catalog::{Action, CatalogKind, Row, Shape};
use crate::docql::syntax::diagnostic::{Diagnostic, Severity};
use crate::docql::syntax::format::quoted;
use crate::docql::syntax::parser::clip;
use crate::docql::syntax::suggest::{did_you_mean, nearest, replaced};
use crate::docql::syntax::token::{Dialect, TokenKind, tokens};
use crate::docql::syntax::tree::{Expression, ExpressionKind, Literal, Name, Segment, SegmentKind, SelectorKind};
use crate::document::{Kind, Span};

/// Names of columns that a message lists, at most.
const MAX_LISTED: usize = 24;

impl Resolver<'_> {
    /// A column, and the field that is read where a table has none of the name.
    pub(super) fn column(&mut self, name: &str, span: Span) -> Column {
        let field = catalog::field(name).map(|row| row.field);
        let column = Column { name: name.to_owned(), field, span };
        self.columns.push(column.clone());
        column
    }

    /// Reads `.name` behind rows as a column, unless it is a step: `.count` is the step, `["count"]` the column.
    pub(super) fn names_column(&mut self, name: &Name, steps: &mut Vec<Step>) -> bool {
        let in_brackets = self.segment.of(self.text).starts_with('[');
        let step = catalog::step(&name.text, Shape::Rows, false);
        let is_field = catalog::field(&name.text).is_some();
        // What leads elsewhere is called: `.references()`.
        let leads = |row: &Row| matches!(row.action, Action::Relation(_) | Action::Axis(_));
        if !in_brackets && step.is_some_and(|row| !leads(row) && (row.kind == CatalogKind::List || !is_field)) {
            return false;
        }
        let column = self.column(&name.text, name.span);
        steps.push(Step::Column(column));
        true
    }

    /// Whether `.rows` is the list of the cells of a table: at the end of a path, behind tables. Of what stands around
    /// tables they are the rows in it, as `.rows.count()` counts them.
    pub(super) fn lists_cells(&self, row: &Row, shape: Shape, steps: &[Step]) -> bool {
        let selects = steps.iter().rev().find(|step| !matches!(step, Step::Refine(_) | Step::ListOp(..)));
        let is_table = matches!(selects, Some(Step::Content(catalog::Content::Block(Kind::Table), _)));
        row.action == Action::Rows && self.is_last && is_table && matches!(shape, Shape::Sections | Shape::Nodes)
    }

    /// Reads the path of a condition on rows as a column, if it is a single name: whatever else has that name.
    pub(super) fn column_path(&mut self, segments: &[Segment], steps: &mut Vec<Step>) -> bool {
        let (name, span) = match segments {
            [Segment { kind: SegmentKind::Member(name), .. }] => (&name.text, name.span),
            [Segment { kind: SegmentKind::Bracket(selectors), .. }] => match selectors.as_slice() {
                [selector] => match &selector.kind {
                    SelectorKind::Name(name) => (name, selector.span),
                    _ => return false,
                },
                _ => return false,
            },
            _ => return false,
        };
        let column = self.column(name, span);
        steps.push(Step::Column(column));
        true
    }
}

impl Resolver<'_> {
    /// The name of a database or table, if one is asked for.
    pub(super) fn named_argument(&mut self, argument: Option<&Expression>) -> Option<Step> {
        let argument = argument?;
        match &argument.kind {
            ExpressionKind::Literal(Literal::Text { value, .. }) => Some(Step::Named(value.clone())),
            ExpressionKind::Error => None,
            _ => {
                self.wrong_argument(argument.span, "a name in quotes", &["\"name\""]);
                None
            }
        }
    }

    /// SQL to ask a database, behind the steps `before`.
    pub(super) fn sql_argument(
        &mut self,
        row: &Row,
        name: &Name,
        arguments: &[Expression],
        before: &[Step],
    ) -> Option<Step> {
        let database = match before.last() {
            Some(Step::Named(name)) => Some(name.clone()),
            _ => None,
        };
        let span = arguments.first().map_or(name.span, |argument| argument.span);
        match self.content_argument(row, name, arguments) {
            Argument::Words(text) => Some(Step::Sql(SqlText { text, span, database })),
            _ => None,
        }
    }
}

/// What is wrong with the columns that `plan` names, if none of the tables it has looked at has them: those tables
/// have the columns `known`.
pub(in crate::docql) fn unknown(plan: &Plan, known: &[String]) -> Vec<Diagnostic> {
    if known.is_empty() {
        return Vec::new();
    }
    let is_known = |column: &&Column| {
        let lower = column.name.to_lowercase();
        column.field.is_some() || known.iter().any(|name| *name == column.name || name.to_lowercase() == lower)
    };
    plan.columns.iter().filter(|column| !is_known(column)).map(|column| diagnostic(plan, column, known)).collect()
}

fn diagnostic(plan: &Plan, column: &Column, known: &[String]) -> Diagnostic {
    let close = nearest(&column.name, known.iter().map(String::as_str));
    let listed = known.iter().take(MAX_LISTED).map(|name| clip(name)).collect::<Vec<_>>().join(", ");
    let more = if known.len() > MAX_LISTED { " …" } else { "" };
    let hint = match close.first() {
        Some(near) => did_you_mean(Some(near)),
        None => format!("; there are: {listed}{more}"),
    };
    Diagnostic {
        severity: Severity::Error,
        code: "Q024",
        span: column.span,
        message: format!("no table here has a column \"{}\"{hint}", clip(&column.name)),
        expected: known.iter().take(MAX_LISTED).cloned().collect(),
        fixes: close.iter().map(|name| fix(&plan.written, column.span, name)).collect(),
        incomplete: false,
    }
}

/// The query with another column: one that is no name stands in brackets.
fn fix(text: &str, span: Span, name: &str) -> String {
    let place = span.of(text);
    if place.starts_with(['"', '\'']) {
        return replaced(text, span, &quoted(name));
    }
    let is_name = matches!(tokens(name, Dialect::Lenient).as_slice(), [token] if token.kind == TokenKind::Name);
    let dotted = text.get(..span.start as usize).is_some_and(|before| before.ends_with('.'));
    match (is_name, dotted) {
        (false, true) => replaced(text, Span::new(span.start - 1, span.end), &format!("[{}]", quoted(name))),
        _ => replaced(text, span, name),
    }
}
