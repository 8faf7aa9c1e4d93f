//! Query → plan: what each name means where it stands, and what is wrong with it.

use super::catalog::{self, Action, Field, Root, Row, Select, Sort, Takes, Whole};
use super::diagnostic::{Diagnostic, Severity};
use super::hit::Shape;
use super::names::{NamePattern, TextPattern};
use super::patterns::{compile, compile_flags};
use super::plan::{Argument, Pick, Start, Step};
use super::suggest::nearest;
use super::syntax::{Expression, ExpressionKind, Literal, Name, Segment, SegmentKind, Selector, SelectorKind};
use crate::document::Span;

/// Resolves names and collects findings.
pub(super) struct Resolver<'t> {
    pub(super) text: &'t str,
    pub(super) strict: bool,
    /// Whether something is still open at the end of the text: what is missing may yet come.
    pub(super) unfinished: bool,
    /// The step that is being resolved.
    pub(super) segment: Span,
    /// The comparison that is being resolved.
    pub(super) compared: std::ops::Range<u32>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'t> Resolver<'t> {
    /// A resolver for the query `text`; `unfinished` if something is open at its end.
    pub(super) fn new(text: &'t str, strict: bool, unfinished: bool) -> Resolver<'t> {
        Resolver { text, strict, unfinished, segment: Span::default(), compared: 0..0, diagnostics: Vec::new() }
    }
}

impl Resolver<'_> {
    pub(super) fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
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

    pub(super) fn replaced(&self, span: Span, by: &str) -> String {
        super::suggest::replaced(self.text, span, by)
    }

    /// The whole query, from `$`.
    pub(super) fn absolute(&mut self, segments: &[Segment]) -> (Vec<Step>, Shape) {
        let mut steps = Vec::new();
        let (used, shape) = self.root(segments, &mut steps);
        let shape = self.steps(&segments[used..], shape, &mut steps);
        (steps, shape)
    }

    /// Resolves what follows `$`; returns how many segments it used.
    fn root(&mut self, segments: &[Segment], steps: &mut Vec<Step>) -> (usize, Shape) {
        let Some(first) = segments.first() else {
            steps.push(Step::Root(Start::Workspace));
            return (0, Shape::Files);
        };
        let name = match &first.kind {
            SegmentKind::Member(name) | SegmentKind::Call(name, _) => name.clone(),
            SegmentKind::Bracket(selectors)
                if matches!(selectors.as_slice(), [Selector { kind: SelectorKind::Name(_), .. }]) =>
            {
                let SelectorKind::Name(text) = &selectors[0].kind else { return (0, Shape::Files) };
                Name { text: text.clone(), span: selectors[0].span }
            }
            SegmentKind::Descendant(_) => {
                steps.push(Step::Root(Start::AllNodes));
                return (0, Shape::Workspace);
            }
            _ => {
                steps.push(Step::Root(Start::Workspace));
                return (0, Shape::Files);
            }
        };
        let Some(row) = catalog::root(&name.text) else {
            self.unknown_root(&name);
            return (segments.len(), Shape::Nodes);
        };
        if let SegmentKind::Call(_, arguments) = &first.kind
            && let Some(argument) = arguments.first()
        {
            let fix = self.replaced(Span::new(name.span.end, first.span.end), "");
            self.error("Q016", argument.span, format!("{} takes no argument", row.name)).fixes.push(fix);
        }
        let Action::Root(root) = row.action else { return (1, row.yields) };
        let next = segments.get(1).map(|segment| &segment.kind);
        let start = match root {
            Root::Toc => match next {
                Some(SegmentKind::Bracket(picks))
                    if picks
                        .iter()
                        .any(|pick| matches!(pick.kind, SelectorKind::Wildcard | SelectorKind::Filter(_))) =>
                {
                    Start::TocAll
                }
                Some(SegmentKind::Wildcard) => {
                    steps.push(Step::Root(Start::TocAll));
                    return (2, row.yields);
                }
                _ => Start::TocTop,
            },
            Root::Code | Root::Content => {
                let narrowed = match next {
                    Some(SegmentKind::Member(name)) => {
                        catalog::field(&name.text).is_none() || catalog::step(&name.text, row.yields, false).is_some()
                    }
                    Some(SegmentKind::Call(name, _)) => catalog::step(&name.text, row.yields, true)
                        .is_none_or(|row| !matches!(row.action, Action::Whole(_))),
                    _ => false,
                };
                match (narrowed, root) {
                    (true, _) => Start::Documents,
                    (false, Root::Code) => Start::Declarations,
                    (false, _) => Start::Written,
                }
            }
            other => Start::Catalog(other),
        };
        steps.push(Step::Root(start));
        let shape = match start {
            Start::Declarations if next.is_none_or(|next| !matches!(next, SegmentKind::Call(..))) => Shape::Symbols,
            Start::Written if next.is_none_or(|next| !matches!(next, SegmentKind::Call(..))) => Shape::Nodes,
            _ => row.yields,
        };
        (1, shape)
    }

    fn unknown_root(&mut self, name: &Name) {
        let roots = || catalog::ROWS.iter().filter(|row| row.sort == Sort::Root);
        // A function of $.code or $.content without its root is the commonest slip.
        for (shape, root) in [(Shape::Code, "code"), (Shape::Content, "content")] {
            if catalog::step(&name.text, shape, true).is_some_and(|row| !matches!(row.action, Action::Whole(_))) {
                let fix = self.replaced(name.span, &format!("{root}.{}", name.text));
                let message = format!("\"{}\" belongs to $.{root}", name.text);
                let diagnostic = self.error("Q014", name.span, message);
                diagnostic.expected = roots().map(|row| row.name.to_owned()).collect();
                diagnostic.fixes.push(fix);
                return;
            }
        }
        let known: Vec<&str> = roots().map(|row| row.name).collect();
        let close = nearest(&name.text, known.iter().copied());
        let fixes: Vec<String> = close.iter().map(|root| self.replaced(name.span, root)).collect();
        let hint = close.first().map_or(String::new(), |root| format!("; did you mean \"{root}\"?"));
        let diagnostic =
            self.error("Q014", name.span, format!("there is no root \"{}\"{hint}", super::parse::clip(&name.text)));
        diagnostic.expected = known.iter().map(|root| (*root).to_owned()).collect();
        diagnostic.fixes.extend(fixes);
    }

    /// Resolves steps after something of `shape`; returns the shape of the result.
    pub(super) fn steps(&mut self, segments: &[Segment], mut shape: Shape, steps: &mut Vec<Step>) -> Shape {
        for segment in segments {
            self.segment = segment.span;
            if shape == Shape::Count {
                let fix = self.text[..segment.span.start as usize].to_owned();
                self.error("Q015", segment.span, "nothing can follow count()").fixes.push(fix);
                return shape;
            }
            shape = match &segment.kind {
                SegmentKind::Member(name) => self.named(name, None, shape, steps),
                SegmentKind::Call(name, arguments) => self.named(name, Some(arguments), shape, steps),
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
        steps.push(Step::Move(catalog::Move::Children));
        if shape == Shape::Structure { shape } else { Shape::Nodes }
    }

    fn bracket(&mut self, selectors: &[Selector], shape: Shape, steps: &mut Vec<Step>) -> Shape {
        if !Self::is_data(shape)
            && let [Selector { kind: SelectorKind::Name(text), span }] = selectors
        {
            let name = Name { text: text.clone(), span: *span };
            return self.named(&name, None, shape, steps);
        }
        let mut picks = Vec::new();
        for selector in selectors {
            picks.extend(self.pick(selector, shape));
        }
        let after_front_matter = matches!(steps.last(), Some(Step::Root(Start::Catalog(Root::FrontMatter))));
        let filters_list = after_front_matter
            && picks
                .iter()
                .all(|pick| matches!(pick, Pick::Filter(_) | Pick::Wildcard | Pick::Index(_) | Pick::Slice(..)));
        if picks.is_empty() {
            // An empty bracket is an error that is reported, or the mark of a filter that is being typed.
            return shape;
        }
        steps.push(if Self::is_data(shape) && !filters_list { Step::Data(picks) } else { Step::Refine(picks) });
        shape
    }

    fn descendant(&mut self, inner: &SegmentKind, segment: &Segment, shape: Shape, steps: &mut Vec<Step>) -> Shape {
        if Self::is_data(shape) {
            steps.push(Step::DataDescend);
            let inner = Segment { kind: inner.clone(), span: segment.span };
            return self.steps(std::slice::from_ref(&inner), shape, steps);
        }
        if matches!(shape, Shape::Values | Shape::Count) {
            self.error("Q015", segment.span, "values have nothing inside");
            return shape;
        }
        let from_root = shape == Shape::Workspace;
        match inner {
            SegmentKind::Wildcard => {
                if !from_root {
                    steps.push(Step::Inside);
                }
                Shape::Nodes
            }
            SegmentKind::Bracket(selectors) => {
                let by_place = |selector: &Selector| {
                    matches!(selector.kind, SelectorKind::Index(_) | SelectorKind::Slice(..) | SelectorKind::Name(_))
                };
                match from_root {
                    true => {}
                    // A place counts among the children of each node, as in JSONPath.
                    false if selectors.iter().any(by_place) => {
                        steps.extend([Step::Descend, Step::Move(catalog::Move::Children)]);
                    }
                    false => steps.push(Step::Inside),
                }
                self.bracket(selectors, Shape::Nodes, steps)
            }
            SegmentKind::Member(name) => {
                if !from_root {
                    steps.push(Step::Descend);
                }
                self.named(name, None, Shape::Nodes, steps)
            }
            SegmentKind::Call(name, arguments) => {
                if !from_root {
                    steps.push(Step::Descend);
                }
                self.named(name, Some(arguments), Shape::Nodes, steps)
            }
            SegmentKind::Descendant(_) => shape,
        }
    }

    fn pick(&mut self, selector: &Selector, shape: Shape) -> Option<Pick> {
        Some(match &selector.kind {
            SelectorKind::Name(name) if Self::is_data(shape) => Pick::Name(name.clone()),
            SelectorKind::Name(name) => {
                self.error(
                    "Q008",
                    selector.span,
                    format!("a list of nodes has no member \"{}\"", super::parse::clip(name)),
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
    fn named(
        &mut self,
        name: &Name,
        arguments: Option<&Vec<Expression>>,
        shape: Shape,
        steps: &mut Vec<Step>,
    ) -> Shape {
        if Self::is_data(shape) {
            let whole = catalog::step(&name.text, shape, true).filter(|_| arguments.is_some() && !self.strict);
            return match (whole, arguments) {
                (Some(row), Some(arguments)) => self.apply(row, name, arguments, shape, steps),
                (None, Some(_)) => {
                    self.error(
                        "Q014",
                        name.span,
                        format!("data has no function \"{}\"", super::parse::clip(&name.text)),
                    );
                    shape
                }
                (_, None) => {
                    steps.push(Step::Data(vec![Pick::Name(name.text.clone())]));
                    shape
                }
            };
        }
        let called = arguments.is_some();
        let row = catalog::step(&name.text, shape, called);
        let field = catalog::field(&name.text);
        // A bare name that is both (`.code`, `.parent`, `.file`) is the field; the list only where there is no field.
        let reads_field = !called
            && field.is_some()
            && row.is_none_or(|row| row.sort == Sort::Function)
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
            Some(row) => self.apply(row, name, arguments.map(Vec::as_slice).unwrap_or_default(), shape, steps),
            None => {
                self.unknown_step(name, shape, called);
                Shape::Nodes
            }
        }
    }

    fn unknown_step(&mut self, name: &Name, shape: Shape, called: bool) {
        let roots_first = if matches!(shape, Shape::Code | Shape::Content) {
            [Shape::Code, Shape::Content]
        } else {
            [Shape::Symbols; 2]
        };
        let elsewhere = roots_first
            .into_iter()
            .chain([Shape::Symbols, Shape::Sections, Shape::Files, Shape::Code, Shape::Content, Shape::Structure])
            .find_map(|other| catalog::step(&name.text, other, called).map(|row| (row, other)));
        let label = super::suggest::shape_label(shape);
        let mut known: Vec<&str> = catalog::steps_for(shape).map(|row| row.name).collect();
        if !matches!(shape, Shape::Code | Shape::Content | Shape::Values) {
            known.extend(catalog::FIELDS.iter().map(|row| row.name));
        }
        known.dedup();
        let close = nearest(&name.text, known.iter().copied());
        let fixes: Vec<String> = close.iter().map(|step| self.replaced(name.span, step)).collect();
        let without = self.replaced(self.segment, "");
        let (code, message) = match elsewhere {
            Some((row, other)) => {
                ("Q015", format!("\"{}\" is for {}, and this is {label}", row.name, super::suggest::shape_label(other)))
            }
            None => {
                let hint = close.first().map_or(String::new(), |step| format!("; did you mean \"{step}\"?"));
                ("Q014", format!("{label} have no \"{}\"{hint}", super::parse::clip(&name.text)))
            }
        };
        let diagnostic = self.error(code, name.span, message);
        diagnostic.expected = known.iter().take(24).map(|step| (*step).to_owned()).collect();
        diagnostic.fixes.extend(fixes);
        diagnostic.fixes.push(without);
    }

    fn apply(
        &mut self,
        row: &'static Row,
        name: &Name,
        arguments: &[Expression],
        shape: Shape,
        steps: &mut Vec<Step>,
    ) -> Shape {
        if let Some(extra) = arguments.get(usize::from(row.takes != Takes::Nothing)) {
            let allowed = if row.takes == Takes::Nothing { "no argument" } else { "one argument" };
            let span = Span::new(extra.span.start, arguments[arguments.len() - 1].span.end);
            let kept = arguments
                .first()
                .filter(|_| row.takes != Takes::Nothing)
                .map_or(name.span.end + 1, |first| first.span.end);
            let fix = self.replaced(Span::new(kept, span.end), "");
            self.error("Q016", span, format!("{}() takes {allowed}", row.name)).fixes.push(fix);
        }
        let argument = arguments.first();
        match row.action {
            Action::Symbols(Select::Comment) => {
                let text = self.text_argument(argument);
                steps
                    .push(Step::Content(catalog::Content::Block(crate::document::Kind::Comment), Argument::Text(text)));
            }
            Action::Symbols(select) => {
                let pattern = self.name_argument(argument, select == Select::Any);
                steps.push(Step::Symbols(select, pattern));
            }
            Action::Content(content) => {
                let argument = self.content_argument(row, name, argument);
                steps.push(Step::Content(content, argument));
            }
            Action::Move(step) => steps.push(Step::Move(step)),
            Action::Relation(relation) => {
                let default = if relation == catalog::Relation::Tests { 3 } else { 1 };
                let depth = self.depth(argument, default);
                steps.push(Step::Relation(relation, depth));
            }
            Action::Whole(whole) => {
                let argument = self.whole_argument(row, name, whole, argument);
                steps.push(Step::Whole(whole, argument));
                return if whole == Whole::Count { Shape::Count } else { shape };
            }
            Action::Root(_) => {}
        }
        row.yields
    }

    fn name_argument(&mut self, argument: Option<&Expression>, part: bool) -> NamePattern {
        match argument.map(|argument| (&argument.kind, argument.span)) {
            None | Some((ExpressionKind::Error, _)) => NamePattern::All,
            Some((ExpressionKind::Literal(Literal::Text { value, open }), _)) => {
                NamePattern::of_text(value, *open, part)
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

    fn text_argument(&mut self, argument: Option<&Expression>) -> TextPattern {
        match argument.map(|argument| (&argument.kind, argument.span)) {
            None | Some((ExpressionKind::Error, _)) => TextPattern::All,
            Some((ExpressionKind::Literal(Literal::Text { value, .. }), _)) => TextPattern::of_text(value),
            Some((ExpressionKind::Literal(Literal::Number(number)), _)) => TextPattern::of_text(&number.to_string()),
            Some((ExpressionKind::Literal(Literal::Regex { pattern, flags }), span)) => {
                self.regex(pattern, flags, span).map_or(TextPattern::All, TextPattern::Regex)
            }
            Some((_, span)) => {
                self.wrong_argument(span, "text in quotes or /regex/", &["\"text\"", "/regex/"]);
                TextPattern::All
            }
        }
    }

    fn content_argument(&mut self, row: &Row, name: &Name, argument: Option<&Expression>) -> Argument {
        if argument.is_none() && matches!(row.takes, Takes::Pattern | Takes::Words) {
            let unfinished = self.unfinished;
            let diagnostic = self.error("Q016", name.span, format!("{}() needs what to look for", row.name));
            diagnostic.expected.push(format!("{}(\"text\")", row.name));
            diagnostic.incomplete |= unfinished;
            return Argument::None;
        }
        match row.takes {
            Takes::Nothing => Argument::None,
            Takes::Words => match argument.map(|argument| &argument.kind) {
                Some(ExpressionKind::Literal(Literal::Text { value, .. })) => Argument::Words(value.clone()),
                Some(ExpressionKind::Literal(Literal::Number(number))) => Argument::Words(number.to_string()),
                Some(ExpressionKind::Error) | None => Argument::Words(String::new()),
                Some(_) => {
                    let span = argument.map_or(name.span, |argument| argument.span);
                    self.wrong_argument(span, "text in quotes", &["\"text\""]);
                    Argument::None
                }
            },
            Takes::Pattern => match self.text_argument(argument).lines() {
                Some(regex) => Argument::Lines(regex),
                None => Argument::None,
            },
            _ => Argument::Text(self.text_argument(argument)),
        }
    }

    fn whole_argument(&mut self, row: &Row, name: &Name, whole: Whole, argument: Option<&Expression>) -> Argument {
        let missing = matches!(row.takes, Takes::Number | Takes::FieldName) && argument.is_none();
        if missing {
            let (what, example) = if row.takes == Takes::Number {
                ("a number", "10")
            } else {
                ("the name of a field in quotes", "\"name\"")
            };
            let unfinished = self.unfinished;
            let parentheses = Span::new(
                name.span.end,
                name.span.end
                    + if self.text.get(name.span.end as usize..).is_some_and(|rest| rest.starts_with("()")) {
                        2
                    } else {
                        0
                    },
            );
            let fix = self.replaced(parentheses, &format!("({example})"));
            let diagnostic = self.error("Q016", name.span, format!("{}() needs {what}", row.name));
            diagnostic.expected.push(format!("{}({example})", row.name));
            diagnostic.fixes.push(fix);
            diagnostic.incomplete |= unfinished;
            return Argument::None;
        }
        match (row.takes, argument.map(|argument| (&argument.kind, argument.span))) {
            (Takes::Number, Some((ExpressionKind::Literal(Literal::Number(number)), span))) => {
                let value = number.as_i64().filter(|value| whole != Whole::Limit || *value >= 0);
                if value.is_none() {
                    self.error(
                        "Q016",
                        span,
                        format!(
                            "{}() needs a whole number{}",
                            row.name,
                            if whole == Whole::Limit { ", not negative" } else { "" }
                        ),
                    );
                }
                Argument::Number(value.unwrap_or(0))
            }
            (Takes::FieldName, Some((ExpressionKind::Literal(Literal::Text { value, open }), span))) => {
                let (descending, field) = match value.strip_prefix('-') {
                    Some(rest) => (true, rest),
                    None => (false, value.as_str()),
                };
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
            (Takes::Nothing, _) | (_, None | Some((ExpressionKind::Error, _))) => Argument::None,
            (takes, Some((_, span))) => {
                let (what, example) = if takes == Takes::Number {
                    ("a whole number", "3")
                } else {
                    ("the name of a field in quotes", "\"name\"")
                };
                self.wrong_argument(span, what, &[example]);
                Argument::None
            }
        }
    }

    /// An unknown field with the nearest known ones as fixes; `prefix` is what stands before its name.
    pub(super) fn unknown_field(&mut self, name: &str, span: Span, prefix: &str) {
        let close = nearest(name, catalog::FIELDS.iter().map(|row| row.name));
        let fixes: Vec<String> = close.iter().map(|field| self.replaced(span, &format!("{prefix}{field}"))).collect();
        let hint = close.first().map_or(String::new(), |field| format!("; did you mean \"{field}\"?"));
        let diagnostic = self.error("Q017", span, format!("there is no field \"{}\"{hint}", super::parse::clip(name)));
        diagnostic.expected = catalog::FIELDS.iter().map(|row| row.name.to_owned()).collect();
        diagnostic.fixes.extend(fixes);
    }

    fn depth(&mut self, argument: Option<&Expression>, default: u32) -> u32 {
        const DEEPEST: i64 = 20;
        match argument.map(|argument| (&argument.kind, argument.span)) {
            None | Some((ExpressionKind::Error, _)) => default,
            Some((ExpressionKind::Literal(Literal::Number(number)), span)) => {
                match number.as_i64().filter(|depth| (1..=DEEPEST).contains(depth)) {
                    Some(depth) => depth as u32,
                    None => {
                        self.error("Q016", span, format!("the depth is a whole number from 1 to {DEEPEST}"));
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

    fn wrong_argument(&mut self, span: Span, what: &str, expected: &[&str]) -> &mut Diagnostic {
        // Whatever was written may have been meant as text.
        let quoted = self.replaced(span, &super::format::quoted(span.of(self.text).trim_matches('/')));
        let diagnostic = self.error("Q016", span, format!("expected {what}"));
        diagnostic.expected = expected.iter().map(|text| (*text).to_owned()).collect();
        diagnostic.fixes.push(quoted);
        diagnostic
    }

    /// Compiles a regular expression literal; an invalid one is reported at its own position.
    pub(super) fn regex(&mut self, pattern: &str, flags: &str, span: Span) -> Option<regex::Regex> {
        match compile_flags(pattern, flags) {
            Ok(regex) => Some(regex),
            Err(problem) => {
                let start = span.start + 1 + problem.offset as u32;
                let place = Span::new(start.min(span.end), (start + problem.length as u32).min(span.end));
                let fix = self.replaced(span, &super::format::quoted(&regex::escape(pattern)));
                let diagnostic =
                    self.error("Q018", place, format!("the regular expression cannot be read: {}", problem.message));
                diagnostic.incomplete = false;
                diagnostic.fixes.push(fix);
                None
            }
        }
    }

    /// The same for a regular expression written as a string.
    pub(super) fn regex_text(&mut self, pattern: &str, span: Span) -> Option<regex::Regex> {
        match compile(pattern) {
            Ok(regex) => Some(regex),
            Err(problem) => {
                let fix = self.replaced(span, &super::format::quoted(&regex::escape(pattern)));
                let diagnostic =
                    self.error("Q018", span, format!("the regular expression cannot be read: {}", problem.message));
                diagnostic.incomplete = false;
                diagnostic.fixes.push(fix);
                None
            }
        }
    }

    /// The field a path consists of, if it is just one.
    pub(super) fn only_field(steps: &[Step]) -> Option<Field> {
        match steps {
            [Step::Field(field)] => Some(*field),
            _ => None,
        }
    }
}
