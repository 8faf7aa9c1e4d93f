//! Query → plan: resolves each name by the shape it follows, and reports errors.

use super::steps::{Argument, Column, Pick, Start, Step};
use crate::docql::catalog;
use crate::docql::catalog::{Action, ArgumentKind, CatalogKind, Field, ListOp, Root, Row, Shape, SymbolFilter};
use crate::docql::syntax::diagnostic::{Diagnostic, Severity};
use crate::docql::syntax::tree::{Expression, Name, Segment, SegmentKind, Selector, SelectorKind};
use crate::document::{Kind, Span};

/// Diagnostics of names that are kept.
const MAX_DIAGNOSTICS: usize = 15;

/// Resolves names and collects diagnostics.
pub(in crate::docql) struct Resolver<'t> {
    pub text: &'t str,
    pub strict: bool,
    /// Set if a bracket or string is open at the end of the text, so that missing parts may still be typed.
    pub unfinished: bool,
    /// The span of the current step.
    pub segment: Span,
    /// The bytes of the current comparison.
    pub compared: std::ops::Range<u32>,
    pub diagnostics: Vec<Diagnostic>,
    /// The columns of tables that are named.
    pub columns: Vec<Column>,
    /// The names of declarations that are asked for, as they are written.
    pub names: Vec<String>,
    /// Set if nothing follows the current step.
    pub is_last: bool,
}

impl<'t> Resolver<'t> {
    /// A resolver for the query `text`; `unfinished` if a bracket or string is open at its end.
    pub(in crate::docql) fn new(text: &'t str, strict: bool, unfinished: bool) -> Resolver<'t> {
        Resolver {
            text,
            strict,
            unfinished,
            segment: Span::default(),
            compared: 0..0,
            diagnostics: Vec::new(),
            columns: Vec::new(),
            names: Vec::new(),
            is_last: false,
        }
    }
}

impl Resolver<'_> {
    pub(in crate::docql) fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        // Nobody reads more, and each holds copies of the text: beyond that the last one stands for the rest.
        self.diagnostics.truncate(MAX_DIAGNOSTICS);
        self.diagnostics.push(Diagnostic {
            severity: Severity::Error,
            code,
            span,
            message: message.into(),
            expected: Vec::new(),
            fixes: Vec::new(),
            incomplete: span.end as usize >= self.text.trim_end().len(),
        });
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    pub(in crate::docql) fn replaced(&self, span: Span, by: &str) -> String {
        crate::docql::syntax::suggest::replaced(self.text, span, by)
    }

    /// Resolves a query from `$`; returns its steps and shape.
    pub(in crate::docql) fn resolve_query(&mut self, segments: &[Segment]) -> (Vec<Step>, Shape) {
        let mut steps = Vec::new();
        let (used, shape) = self.resolve_root(segments, &mut steps);
        let shape = self.resolve_steps(&segments[used..], shape, &mut steps);
        (steps, shape)
    }

    /// Resolves the steps that follow `shape`; returns the shape of the result.
    pub(in crate::docql) fn resolve_steps(
        &mut self,
        segments: &[Segment],
        mut shape: Shape,
        steps: &mut Vec<Step>,
    ) -> Shape {
        for (at, segment) in segments.iter().enumerate() {
            self.segment = segment.span;
            self.is_last = at + 1 == segments.len();
            if shape == Shape::Count {
                let last = segments.last().map_or(segment.span.end, |last| last.span.end);
                let counts = segments[..at].last().map_or(segment.span, |count| count.span);
                let behind = Span::new(segment.span.start, last).of(self.text);
                let fix = self.replaced(Span::new(counts.start, last), &format!("{behind}{}", counts.of(self.text)));
                self.error("Q015", segment.span, "nothing can follow count()").fixes.push(fix);
                return shape;
            }
            shape = match &segment.kind {
                SegmentKind::Member(name) => self.resolve_name(name, None, shape, steps),
                SegmentKind::Call(name, arguments) => self.resolve_name(name, Some(arguments), shape, steps),
                SegmentKind::Wildcard => self.wildcard(shape, steps),
                SegmentKind::Bracket(selectors) => self.bracket(selectors, shape, steps),
                SegmentKind::Descendant(inner) => self.descendant(inner, segment, shape, steps),
            };
        }
        shape
    }

    fn is_data(shape: Shape) -> bool {
        matches!(shape, Shape::Data)
    }

    fn wildcard(&mut self, shape: Shape, steps: &mut Vec<Step>) -> Shape {
        if Self::is_data(shape) {
            steps.push(Step::Data(vec![Pick::Wildcard]));
            return shape;
        }
        steps.push(Step::Axis(catalog::Axis::Children));
        if shape == Shape::Structure { shape } else { Shape::Nodes }
    }

    fn bracket(&mut self, selectors: &[Selector], shape: Shape, steps: &mut Vec<Step>) -> Shape {
        if !Self::is_data(shape)
            && let [Selector { kind: SelectorKind::Name(text), span }] = selectors
        {
            let name = Name { text: text.clone(), span: *span };
            return self.resolve_name(&name, None, shape, steps);
        }
        let mut picks: Vec<Pick> = Vec::new();
        for selector in selectors {
            picks.extend(self.pick(selector, shape));
        }
        let after_front_matter =
            matches!(steps.last(), Some(Step::Root(Start::Catalog(Root::FrontMatter)) | Step::Held(Root::FrontMatter)));
        let filters_list = after_front_matter
            && picks
                .iter()
                .all(|pick| matches!(pick, Pick::Filter(_) | Pick::Wildcard | Pick::Index(_) | Pick::Slice(..)));
        if picks.is_empty() {
            // An empty bracket was reported as an error, or marks a filter that is being typed.
            return shape;
        }
        if shape == Shape::Rows
            && let Some(Step::Rows(rows)) =
                steps.last_mut().filter(|step| matches!(step, Step::Rows(rows) if rows.is_empty()))
        {
            *rows = picks;
            return shape;
        }
        steps.push(if Self::is_data(shape) && !filters_list { Step::Data(picks) } else { Step::Refine(picks) });
        shape
    }

    fn descendant(&mut self, inner: &SegmentKind, segment: &Segment, shape: Shape, steps: &mut Vec<Step>) -> Shape {
        if Self::is_data(shape) {
            steps.push(Step::DataDescend);
            let inner = Segment { kind: inner.clone(), span: segment.span };
            return self.resolve_steps(std::slice::from_ref(&inner), shape, steps);
        }
        if matches!(shape, Shape::Values | Shape::Count) {
            self.error("Q015", segment.span, "values have nothing inside");
            return shape;
        }
        let from_root = shape == Shape::Workspace;
        // What a root lists is its members, as the elements of an array are: `$.code..[?…]` leaves none of them out.
        let inside = if matches!(steps.as_slice(), [Step::Root(_)]) { Step::Descend } else { Step::Inside };
        match inner {
            SegmentKind::Wildcard => {
                if !from_root {
                    steps.push(inside);
                }
                Shape::Nodes
            }
            SegmentKind::Bracket(selectors) => {
                let by_place = |selector: &Selector| {
                    matches!(selector.kind, SelectorKind::Index(_) | SelectorKind::Slice(..) | SelectorKind::Name(_))
                };
                match from_root {
                    true => {}
                    // Positions count among the children of each node, as in JSONPath.
                    false if selectors.iter().any(by_place) => {
                        steps.extend([Step::Descend, Step::Axis(catalog::Axis::Children)]);
                    }
                    false => steps.push(inside),
                }
                self.bracket(selectors, Shape::Nodes, steps)
            }
            SegmentKind::Member(name) => self.inside(name, None, from_root, steps),
            SegmentKind::Call(name, arguments) => self.inside(name, Some(arguments), from_root, steps),
            SegmentKind::Descendant(_) => shape,
        }
    }

    /// `..name`.
    fn inside(
        &mut self,
        name: &Name,
        arguments: Option<&Vec<Expression>>,
        from_root: bool,
        steps: &mut Vec<Step>,
    ) -> Shape {
        if !from_root {
            steps.push(Step::Descend);
        }
        let shape = self.resolve_name(name, arguments, Shape::Nodes, steps);
        inside_of_files(steps);
        shape
    }

    fn pick(&mut self, selector: &Selector, shape: Shape) -> Option<Pick> {
        Some(match &selector.kind {
            SelectorKind::Name(name) if Self::is_data(shape) => Pick::Name(name.clone()),
            SelectorKind::Name(name) => {
                self.error(
                    "Q008",
                    selector.span,
                    format!("a list of nodes has no member \"{}\"", crate::docql::syntax::parser::clip(name)),
                );
                return None;
            }
            SelectorKind::Wildcard => Pick::Wildcard,
            SelectorKind::Index(index) => Pick::Index(*index),
            SelectorKind::Slice(start, end, step) => Pick::Slice(*start, *end, *step),
            SelectorKind::Filter(expression) => Pick::Filter(self.predicate(expression, shape)),
        })
    }

    /// `.name` or `.name(…)` after `shape`.
    fn resolve_name(
        &mut self,
        name: &Name,
        arguments: Option<&Vec<Expression>>,
        shape: Shape,
        steps: &mut Vec<Step>,
    ) -> Shape {
        if Self::is_data(shape) {
            let whole = catalog::step(&name.text, shape, true).filter(|_| arguments.is_some() && !self.strict);
            return match (whole, arguments) {
                (Some(row), Some(arguments)) => self.push_row(row, name, arguments, shape, steps),
                (None, Some(_)) => {
                    let call = Span::new(name.span.end, self.segment.end);
                    let index = call.of(self.text).trim_matches(['(', ')']).to_owned();
                    let fixes = [self.replaced(call, &format!("[{index}]")), self.replaced(call, "")];
                    let message =
                        format!("data has no function \"{}\"", crate::docql::syntax::parser::clip(&name.text));
                    self.error("Q014", name.span, message).fixes.extend(fixes);
                    shape
                }
                (_, None) => {
                    steps.push(Step::Data(vec![Pick::Name(name.text.clone())]));
                    shape
                }
            };
        }
        let called = arguments.is_some();
        // The answer of SQL is its rows; at the end of a path it may have a column of that name.
        let is_of_sql = matches!(steps.last(), Some(Step::Sql(_))) && !called && !self.is_last;
        if is_of_sql && name.text == "rows" {
            return shape;
        }
        if shape == Shape::Rows && !called && self.names_column(name, steps) {
            return Shape::Values;
        }
        let row = catalog::step(&name.text, shape, called);
        let field = catalog::field(&name.text);
        // A bare name that is both a field and a function (`.code`, `.parent`, `.file`) is the field.
        let reads_field = !called
            && field.is_some()
            && row.is_none_or(|row| row.kind == CatalogKind::Function || self.lists_cells(row, shape, steps))
            && !matches!(shape, Shape::Code | Shape::Content);
        if let Some(field) = field.filter(|_| reads_field) {
            if matches!(shape, Shape::Values) {
                self.error("Q015", name.span, "a value has no fields");
                return shape;
            }
            steps.push(Step::Field(field.field));
            return Shape::Values;
        }
        match row {
            Some(row) => self.push_row(row, name, arguments.map(Vec::as_slice).unwrap_or_default(), shape, steps),
            None => {
                self.unknown_step(name, shape, called);
                Shape::Nodes
            }
        }
    }

    fn push_row(
        &mut self,
        row: &'static Row,
        name: &Name,
        arguments: &[Expression],
        shape: Shape,
        steps: &mut Vec<Step>,
    ) -> Shape {
        let (most, allowed) = match row.argument {
            ArgumentKind::Nothing => (0, "no argument"),
            ArgumentKind::Pattern => (2, "a pattern, and \"case\", \"word\" or \"case word\""),
            _ => (1, "one argument"),
        };
        if let Some(extra) = arguments.get(most) {
            let span = Span::new(extra.span.start, arguments[arguments.len() - 1].span.end);
            let kept = most.checked_sub(1).map_or(name.span.end + 1, |last| arguments[last].span.end);
            let fix = self.replaced(Span::new(kept, span.end), "");
            self.error("Q016", span, format!("{}() takes {allowed}", row.name)).fixes.push(fix);
        }
        let argument = arguments.first();
        match row.action {
            Action::Symbols(SymbolFilter::Comment) => {
                let text = self.text_argument(argument);
                steps
                    .push(Step::Content(catalog::Content::Block(crate::document::Kind::Comment), Argument::Text(text)));
            }
            Action::Symbols(select) => {
                let pattern = self.name_argument(argument, select == SymbolFilter::Any);
                let is_import = select == SymbolFilter::Kind(Kind::Import);
                let pattern = if is_import { pattern.for_import() } else { pattern };
                steps.push(Step::Symbols(select, pattern));
            }
            Action::Content(content) => {
                let argument = self.content_argument(row, name, arguments);
                steps.push(Step::Content(content, argument));
            }
            Action::Axis(step) => steps.push(Step::Axis(step)),
            Action::FilesNamed => steps.extend(self.path_argument(argument)),
            Action::Rows => steps.push(Step::Rows(Vec::new())),
            Action::Columns => steps.push(Step::Columns),
            Action::Held(root) => steps.push(Step::Held(root)),
            Action::Tables => {
                let tables = catalog::Content::Block(Kind::Table);
                steps.push(Step::Content(tables, Argument::Text(super::name_pattern::TextPattern::All)));
                steps.extend(self.named_argument(argument));
            }
            Action::Sql => {
                let sql = self.sql_argument(row, name, arguments, steps);
                steps.extend(sql);
            }
            Action::Relation(relation) => {
                let default = if relation == catalog::Relation::Tests { catalog::DEFAULT_TEST_DEPTH } else { 1 };
                let depth = self.depth_argument(argument, default);
                steps.push(Step::Relation(relation, depth));
            }
            Action::ListOp(whole) => {
                let argument = self.list_op_argument(row, name, whole, argument, shape);
                steps.push(Step::ListOp(whole, argument));
                return if whole == ListOp::Count { Shape::Count } else { shape };
            }
            Action::Root(_) => {}
        }
        // Rows that hold words are rows, with their columns.
        let is_search = row.action == Action::Content(catalog::Content::Search);
        if is_search && shape == Shape::Rows { shape } else { row.yields }
    }

    /// The field, if the path is a single field.
    pub(super) fn only_field(steps: &[Step]) -> Option<Field> {
        match steps {
            [Step::Field(field)] => Some(*field),
            _ => None,
        }
    }
}

/// What stands inside of all there is stands inside of files: inside of all nodes those that stand in no other would be
/// missing.
fn inside_of_files(steps: &mut Vec<Step>) {
    if let [Step::Root(start @ Start::AllNodes), Step::Symbols(..) | Step::Content(..)] = &mut steps[..] {
        *start = Start::Catalog(Root::Files);
        steps.insert(1, Step::Descend);
    }
}
