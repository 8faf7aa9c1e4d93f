//! Filter expressions → predicates: fields resolved, expressions compiled, RFC 9535 types checked.

use super::patterns::compile_iregexp;
use super::resolve::Resolver;
use super::steps::{Comparison, FilterPath, Predicate, Start, Step, Term};
use crate::docql::catalog;
use crate::docql::catalog::{FilterFunction, Operator, Shape};
use crate::docql::syntax::tree::{Expression, ExpressionKind, Literal, Name, Segment, SegmentKind, SelectorKind};
use crate::document::Span;

impl Resolver<'_> {
    /// Compiles a filter expression over items of `shape`.
    pub(in crate::docql) fn predicate(&mut self, expression: &Expression, shape: Shape) -> Predicate {
        match &expression.kind {
            ExpressionKind::Or(parts) => Predicate::Or(parts.iter().map(|part| self.predicate(part, shape)).collect()),
            ExpressionKind::And(parts) => {
                Predicate::And(parts.iter().map(|part| self.predicate(part, shape)).collect())
            }
            ExpressionKind::Not(inner) => Predicate::Not(Box::new(self.predicate(inner, shape))),
            ExpressionKind::Group(inner) => self.predicate(inner, shape),
            ExpressionKind::Compare(left, operator, right) => self.compare(left, *operator, right, shape),
            ExpressionKind::Path { absolute, segments } => Predicate::Exists(self.path(*absolute, segments, shape)),
            ExpressionKind::Function(name, arguments) => self.test_function(name, arguments, expression, shape),
            ExpressionKind::Literal(literal) => {
                if self.strict || !matches!(literal, Literal::Bool(_)) {
                    let meant = match literal {
                        Literal::Text { .. } => format!("@.name ~= {}", expression.span.of(self.text)),
                        _ => format!("@.level == {}", expression.span.of(self.text)),
                    };
                    let fix = self.replaced(expression.span, &meant);
                    let diagnostic =
                        self.error("Q020", expression.span, "a value alone is no condition; compare it with something");
                    diagnostic.incomplete = false;
                    diagnostic.fixes.push(fix);
                    diagnostic.expected = ["==", "~="].map(str::to_owned).into();
                }
                Predicate::Constant(matches!(literal, Literal::Bool(true)))
            }
            ExpressionKind::Error => Predicate::Constant(true),
        }
    }

    fn compare(&mut self, left: &Expression, operator: Operator, right: &Expression, shape: Shape) -> Predicate {
        if operator == Operator::Matches {
            return self.matches(left, right, shape);
        }
        self.compared = left.span.start.min(right.span.start)..left.span.end.max(right.span.end);
        let left_term = self.term(left, shape);
        let right_term = self.term(right, shape);
        self.check_counted((left, &left_term), &right_term);
        self.check_counted((right, &right_term), &left_term);
        self.check_list((left, &left_term), &right_term, shape);
        self.check_list((right, &right_term), &left_term, shape);
        if matches!(operator, Operator::Contains | Operator::StartsWith | Operator::EndsWith | Operator::Equal) {
            self.check_file_name((left, &left_term), &right_term, shape);
            self.check_file_name((right, &right_term), &left_term, shape);
            self.check_number(&left_term, (right, &right_term), (operator, shape));
            self.check_number(&right_term, (left, &left_term), (operator, shape));
        }
        if matches!(
            operator,
            Operator::Equal | Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual
        ) {
            if operator != Operator::Equal {
                self.check_number(&left_term, (right, &right_term), (operator, shape));
                self.check_number(&right_term, (left, &left_term), (operator, shape));
            }
            self.check_time(&left_term, (right, &right_term), shape);
            self.check_time(&right_term, (left, &left_term), shape);
        }
        let comparison = match operator {
            Operator::Equal => Comparison::Equal,
            Operator::NotEqual => Comparison::NotEqual,
            Operator::Less => Comparison::Less,
            Operator::LessOrEqual => Comparison::LessOrEqual,
            Operator::Greater => Comparison::Greater,
            Operator::GreaterOrEqual => Comparison::GreaterOrEqual,
            Operator::Contains => Comparison::Contains,
            Operator::StartsWith => Comparison::StartsWith,
            Operator::EndsWith => Comparison::EndsWith,
            Operator::In | Operator::Matches => Comparison::In,
        };
        Predicate::Compare(left_term, comparison, right_term)
    }

    fn matches(&mut self, left: &Expression, right: &Expression, shape: Shape) -> Predicate {
        let field = left;
        let left = self.term(left, shape);
        let regex = match &right.kind {
            ExpressionKind::Literal(Literal::Regex { pattern, flags }) => self.regex(pattern, flags, right.span),
            ExpressionKind::Literal(Literal::Text { value, .. }) => self.regex_text(value, right.span),
            ExpressionKind::Error => None,
            _ => {
                let fix = self.replaced(right.span, &crate::docql::syntax::format::quoted(right.span.of(self.text)));
                let diagnostic = self.error("Q011", right.span, "\"=~\" takes a regular expression");
                diagnostic.fixes.push(fix);
                diagnostic.expected = ["/regex/", "\"regex\""].map(str::to_owned).into();
                None
            }
        };
        if let Some(regex) = &regex {
            self.check_file_pattern((field, &left), regex, shape);
        }
        match regex {
            Some(regex) => Predicate::Compare(left, Comparison::Matches(regex), Term::Literal(serde_json::Value::Null)),
            None => Predicate::Constant(false),
        }
    }

    /// One side of a comparison.
    fn term(&mut self, expression: &Expression, shape: Shape) -> Term {
        match &expression.kind {
            ExpressionKind::Literal(literal) => self.literal_term(literal, expression),
            ExpressionKind::Path { absolute, segments } => {
                if self.strict && !is_singular(segments) {
                    self.error("Q020", expression.span, "only a path to a single value can be compared").incomplete =
                        false;
                }
                Term::Path(self.path(*absolute, segments, shape))
            }
            ExpressionKind::Function(name, arguments) => match self.function(name, arguments, shape) {
                Some((function @ (FilterFunction::Match | FilterFunction::Search), ..)) => {
                    let word = if function == FilterFunction::Match { "match" } else { "search" };
                    let whole = Span::new(self.compared.start, self.compared.end);
                    let fix = self.replaced(whole, expression.span.of(self.text));
                    let diagnostic = self.error(
                        "Q020",
                        expression.span,
                        format!("{word}() is a condition of its own; it cannot be compared"),
                    );
                    diagnostic.incomplete = false;
                    diagnostic.fixes.push(fix);
                    Term::Literal(serde_json::Value::Null)
                }
                Some((function, mut terms)) if !terms.is_empty() => Term::Function(function, Box::new(terms.remove(0))),
                _ => Term::Literal(serde_json::Value::Null),
            },
            ExpressionKind::Group(inner) if !self.strict => self.term(inner, shape),
            ExpressionKind::Error => Term::Literal(serde_json::Value::Null),
            _ => {
                let diagnostic = self.error("Q020", expression.span, "a condition cannot be compared with something");
                diagnostic.incomplete = false;
                Term::Literal(serde_json::Value::Null)
            }
        }
    }

    fn literal_term(&mut self, literal: &Literal, expression: &Expression) -> Term {
        match literal {
            Literal::Long(digits) => Term::Long(digits.clone()),
            Literal::List(items) if items.iter().any(|item| matches!(item, Literal::Long(_))) => {
                Term::OneOf(items.iter().map(|item| self.literal_term(item, expression)).collect())
            }
            _ => Term::Literal(self.literal(literal, expression)),
        }
    }

    fn literal(&mut self, literal: &Literal, expression: &Expression) -> serde_json::Value {
        match literal {
            Literal::Text { value, .. } => serde_json::Value::String(value.clone()),
            Literal::Number(number) => serde_json::Value::Number(number.clone()),
            Literal::Long(digits) => serde_json::Value::String(digits.clone()),
            Literal::Bool(value) => serde_json::Value::Bool(*value),
            Literal::Null => serde_json::Value::Null,
            Literal::List(items) => items.iter().map(|item| self.literal(item, expression)).collect(),
            Literal::Regex { pattern, .. } => {
                let after =
                    self.text[..expression.span.start as usize].trim_end_matches([' ', '=', '~', '!']).len() as u32;
                let fix = self.replaced(Span::new(after, expression.span.start), " =~ ");
                let diagnostic = self.error("Q011", expression.span, "a regular expression stands after \"=~\"");
                diagnostic.incomplete = false;
                diagnostic.fixes.push(fix);
                diagnostic.expected.push("=~".to_owned());
                serde_json::Value::String(pattern.clone())
            }
        }
    }

    fn path(&mut self, absolute: bool, segments: &[Segment], shape: Shape) -> FilterPath {
        let mut steps = Vec::new();
        if absolute && self.strict {
            steps.push(Step::Root(Start::Value));
            self.resolve_steps(segments, Shape::Data, &mut steps);
        } else if absolute {
            let (inner, _) = self.resolve_query(segments);
            steps = inner;
        } else {
            if shape == Shape::Rows && self.column_path(segments, &mut steps) {
                return FilterPath { absolute, field: None, steps };
            }
            // `@.rows` alone is the list of cells.
            if let [Segment { kind: SegmentKind::Member(name), .. }] = segments
                && name.text == "rows"
                && shape != Shape::Data
            {
                let field = Some(catalog::Field::Rows);
                return FilterPath { absolute, field, steps: vec![Step::Field(catalog::Field::Rows)] };
            }
            if let ([Segment { kind: SegmentKind::Member(name), .. }], false) = (segments, shape == Shape::Data)
                && catalog::field(&name.text).is_none()
                && catalog::step(&name.text, shape, false).is_none()
            {
                self.unknown_field(&name.text.clone(), name.span, "");
                return FilterPath { absolute, field: None, steps };
            }
            // In a filter on $.code or $.content, paths start at the single nodes, which have functions of their own.
            let inner = match shape {
                Shape::Code => Shape::Symbols,
                Shape::Content | Shape::Workspace => Shape::Nodes,
                other => other,
            };
            self.resolve_steps(segments, inner, &mut steps);
            // The calls are counted already.
            if let [Step::Field(catalog::Field::Calls), Step::ListOp(catalog::ListOp::Count, _)] = steps.as_slice() {
                steps.pop();
            }
        }
        let field = if absolute { None } else { Resolver::only_field(&steps) };
        FilterPath { absolute, field, steps }
    }

    fn test_function(
        &mut self,
        name: &Name,
        arguments: &[Expression],
        expression: &Expression,
        shape: Shape,
    ) -> Predicate {
        match self.function(name, arguments, shape) {
            Some((function @ (FilterFunction::Match | FilterFunction::Search), mut terms)) if terms.len() == 2 => {
                let pattern = terms.pop().unwrap_or(Term::Pattern(None));
                let subject = terms.pop().unwrap_or(Term::Pattern(None));
                let whole = function == FilterFunction::Match;
                let pattern = match pattern {
                    Term::Literal(serde_json::Value::String(text)) => {
                        let regex = compile_iregexp(&text, whole);
                        if let (None, false, Some(argument)) = (&regex, self.strict, arguments.get(1)) {
                            self.regex_text(&text, argument.span);
                        }
                        Term::Pattern(regex)
                    }
                    other => other,
                };
                Predicate::Matches(subject, pattern, function)
            }
            Some((FilterFunction::Match | FilterFunction::Search, _)) | None => Predicate::Constant(true),
            Some(_) => {
                let unfinished = self.unfinished;
                let fix = self.replaced(expression.span, &format!("{} > 0", expression.span.of(self.text)));
                let diagnostic = self.error(
                    "Q020",
                    expression.span,
                    format!("{}() yields a value; compare it with something", name.text),
                );
                diagnostic.incomplete = unfinished;
                diagnostic.fixes.push(fix);
                diagnostic.expected = ["==", ">", "<"].map(str::to_owned).into();
                Predicate::Constant(true)
            }
        }
    }

    /// Resolves a function call in a filter and checks the number and types of its arguments.
    fn function(&mut self, name: &Name, arguments: &[Expression], shape: Shape) -> Option<(FilterFunction, Vec<Term>)> {
        let Some(row) = catalog::filter_function(&name.text) else {
            self.unknown_function(name, arguments);
            return None;
        };
        if arguments.len() != row.arguments {
            let plural = if row.arguments == 1 { "" } else { "s" };
            let example = match row.function {
                FilterFunction::Match | FilterFunction::Search => "(@.name, \"x.*\")",
                _ => "(@.name)",
            };
            let call = Span::new(name.span.end, self.call_end(name, arguments));
            let fix = self.replaced(call, example);
            let unfinished = self.unfinished && arguments.len() < row.arguments;
            let diagnostic =
                self.error("Q016", name.span, format!("{}() takes {} argument{plural}", row.name, row.arguments));
            diagnostic.fixes.push(fix);
            diagnostic.incomplete = unfinished;
            return Some((row.function, Vec::new()));
        }
        let mut terms = Vec::new();
        for argument in arguments {
            let takes_nodes = matches!(row.function, FilterFunction::Count | FilterFunction::Value);
            match &argument.kind {
                ExpressionKind::Path { absolute, segments } => {
                    if self.strict && !takes_nodes && !is_singular(segments) {
                        self.error("Q020", argument.span, format!("{}() needs a path to a single value", row.name))
                            .incomplete = false;
                    }
                    terms.push(Term::Path(self.path(*absolute, segments, shape)));
                }
                _ if takes_nodes => {
                    self.error("Q020", argument.span, format!("{}() needs a path", row.name)).incomplete = false;
                }
                ExpressionKind::Literal(Literal::Regex { pattern, flags }) if terms.len() == 1 => {
                    let anchored = if row.function == FilterFunction::Match {
                        format!("^(?:{pattern})$")
                    } else {
                        pattern.clone()
                    };
                    terms.push(Term::Pattern(self.regex(&anchored, flags, argument.span)));
                }
                _ => terms.push(self.term(argument, shape)),
            }
        }
        Some((row.function, terms))
    }
}

/// RFC 9535 `singular-query`: names and indices only.
fn is_singular(segments: &[Segment]) -> bool {
    segments.iter().all(|segment| match &segment.kind {
        SegmentKind::Member(_) => true,
        SegmentKind::Bracket(selectors) => {
            matches!(selectors.as_slice(), [only] if matches!(only.kind, SelectorKind::Name(_) | SelectorKind::Index(_)))
        }
        _ => false,
    })
}
