//! Resolution of roots, and suggestions for unknown ones.

use super::resolve::Resolver;
use super::steps::{Start, Step};
use crate::docql::catalog;
use crate::docql::catalog::{Action, ArgumentKind, CatalogKind, Root, Row, Shape};
use crate::docql::syntax::format::quoted;
use crate::docql::syntax::suggest::nearest;
use crate::docql::syntax::tree::{ExpressionKind, Name, Segment, SegmentKind, Selector, SelectorKind};
use crate::document::Span;

impl Resolver<'_> {
    /// Resolves the root after `$`; returns the number of segments used and the shape.
    pub(in crate::docql) fn resolve_root(&mut self, segments: &[Segment], steps: &mut Vec<Step>) -> (usize, Shape) {
        let first = segments.first().map(|segment| &segment.kind);
        let name = match first {
            Some(SegmentKind::Member(name) | SegmentKind::Call(name, _)) => name.clone(),
            Some(SegmentKind::Bracket(selectors)) => match selectors.as_slice() {
                [Selector { kind: SelectorKind::Name(text), span }] => Name { text: text.clone(), span: *span },
                _ => return from_workspace(steps),
            },
            Some(SegmentKind::Descendant(_)) => {
                steps.push(Step::Root(Start::AllNodes));
                return (0, Shape::Workspace);
            }
            Some(SegmentKind::Wildcard) | None => return from_workspace(steps),
        };
        let Some(row) = catalog::root(&name.text) else {
            self.unknown_root(&name);
            return (segments.len(), Shape::Nodes);
        };
        if let Some(SegmentKind::Call(_, arguments)) = first
            && row.argument == ArgumentKind::Nothing
            && let Some(argument) = arguments.first().filter(|argument| argument.kind != ExpressionKind::Error)
        {
            self.root_argument(row, Span::new(name.span.end, segments[0].span.end), argument.span);
        }
        let Action::Root(root) = row.action else { return (1, row.yields) };
        // `["name"]` is `.name`.
        let named = segments.get(1).and_then(|segment| match &segment.kind {
            SegmentKind::Bracket(selectors) => match selectors.as_slice() {
                [Selector { kind: SelectorKind::Name(text), span }] => {
                    Some(SegmentKind::Member(Name { text: text.clone(), span: *span }))
                }
                _ => None,
            },
            _ => None,
        });
        let next = named.as_ref().or(segments.get(1).map(|segment| &segment.kind));
        if let (Root::Toc, Some(SegmentKind::Wildcard)) = (root, next) {
            steps.push(Step::Root(Start::TocAll));
            return (2, row.yields);
        }
        let start = starting_point(root, row, next);
        steps.push(Step::Root(start));
        let arguments = if let Some(SegmentKind::Call(_, arguments)) = first { arguments.as_slice() } else { &[] };
        match root {
            Root::Databases | Root::Tables => steps.extend(self.named_argument(arguments.first())),
            Root::Sql => steps.extend(self.sql_argument(row, &name, arguments, &[])),
            _ => {}
        }
        let is_listed = next.is_none_or(|next| !matches!(next, SegmentKind::Call(..)));
        let shape = match start {
            Start::Declarations if is_listed => Shape::Symbols,
            Start::Written if is_listed => Shape::Nodes,
            _ => row.yields,
        };
        (1, shape)
    }

    /// Reports an argument of a root; the fix is a filter.
    fn root_argument(&mut self, row: &Row, call: Span, argument: Span) {
        let words = argument.of(self.text).trim_matches(['"', '\'']);
        let filter = match (row.action, words.strip_prefix("*.")) {
            (Action::Root(Root::Files), Some(extension)) => format!("@.extension == {}", quoted(extension)),
            (Action::Root(Root::Files), None) => format!("@.path ~= {}", quoted(words.trim_matches('*'))),
            _ => format!("@.name ~= {}", quoted(words)),
        };
        let fixes = [self.replaced(call, &format!("[?({filter})]")), self.replaced(call, "")];
        let message = format!("{} takes no argument; a filter stands in brackets: [?(…)]", row.name);
        self.error("Q016", argument, message).fixes.extend(fixes);
    }

    fn unknown_root(&mut self, name: &Name) {
        let roots = || catalog::ROWS.iter().filter(|row| row.kind == CatalogKind::Root);
        // The commonest mistake is a function of $.code or $.content without its root.
        for (shape, root) in [(Shape::Code, "code"), (Shape::Content, "content")] {
            if catalog::step(&name.text, shape, true).is_some_and(|row| !matches!(row.action, Action::ListOp(_))) {
                let fix = self.replaced(name.span, &format!("{root}.{}", name.text));
                let message = format!("\"{}\" belongs to $.{root}", name.text);
                let diagnostic = self.error("Q014", name.span, message);
                diagnostic.expected = roots().map(|row| row.name.to_owned()).collect();
                diagnostic.fixes.push(fix);
                return;
            }
        }
        let known: Vec<&str> = roots().map(|row| row.name).collect();
        let mut close = nearest(&name.text, known.iter().copied());
        let habit = catalog::habitual_root(&name.text);
        close.retain(|root| Some(*root) != habit);
        close.splice(0..0, habit);
        let fixes: Vec<String> = close.iter().map(|root| self.replaced(name.span, root)).collect();
        let hint = crate::docql::syntax::suggest::did_you_mean(close.first().copied());
        let diagnostic = self.error(
            "Q014",
            name.span,
            format!("there is no root \"{}\"{hint}", crate::docql::syntax::parser::clip(&name.text)),
        );
        diagnostic.expected = known.iter().map(|root| (*root).to_owned()).collect();
        diagnostic.fixes.extend(fixes);
    }
}

/// Starts from the files of the workspace.
fn from_workspace(steps: &mut Vec<Step>) -> (usize, Shape) {
    steps.push(Step::Root(Start::Workspace));
    (0, Shape::Files)
}

/// The starting point of a root, given the segment after it.
fn starting_point(root: Root, row: &Row, next: Option<&SegmentKind>) -> Start {
    match (root, next) {
        (Root::Toc, Some(SegmentKind::Bracket(picks)))
            if picks.iter().any(|pick| matches!(pick.kind, SelectorKind::Wildcard | SelectorKind::Filter(_))) =>
        {
            Start::TocAll
        }
        (Root::Toc, _) => Start::TocTop,
        (Root::Code | Root::Content, _) if narrows(row, next) => Start::Documents,
        (Root::Code, _) => Start::Declarations,
        (Root::Content, _) => Start::Written,
        (Root::Sql, _) => Start::Catalog(Root::Databases),
        (other, _) => Start::Catalog(other),
    }
}

/// True if the segment after `$.code` or `$.content` selects inside each document.
fn narrows(row: &Row, next: Option<&SegmentKind>) -> bool {
    match next {
        Some(SegmentKind::Member(name)) => {
            catalog::field(&name.text).is_none() || catalog::step(&name.text, row.yields, false).is_some()
        }
        Some(SegmentKind::Call(name, _)) => {
            catalog::step(&name.text, row.yields, true).is_none_or(|row| !matches!(row.action, Action::ListOp(_)))
        }
        _ => false,
    }
}
