//! Resolution of roots, and suggestions for unknown ones.

use super::resolve::Resolver;
use super::steps::{Start, Step};
use crate::docql::catalog;
use crate::docql::catalog::{Action, Root, RowKind, Shape};
use crate::docql::syntax::format::quoted;
use crate::docql::syntax::suggest::nearest;
use crate::docql::syntax::tree::{ExpressionKind, Name, Segment, SegmentKind, Selector, SelectorKind};
use crate::document::Span;

impl Resolver<'_> {
    /// Resolves the root after `$`; returns the number of segments used and the shape.
    pub(in crate::docql) fn resolve_root(&mut self, segments: &[Segment], steps: &mut Vec<Step>) -> (usize, Shape) {
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
            let call = Span::new(name.span.end, first.span.end);
            let words = argument.span.of(self.text).trim_matches(['"', '\'']);
            let filter = match (row.action, words.strip_prefix("*.")) {
                (Action::Root(Root::Files), Some(extension)) => format!("@.extension == {}", quoted(extension)),
                (Action::Root(Root::Files), None) => format!("@.path ~= {}", quoted(words.trim_matches('*'))),
                _ => format!("@.name ~= {}", quoted(words)),
            };
            let fixes = [self.replaced(call, &format!("[?({filter})]")), self.replaced(call, "")];
            if !matches!(argument.kind, ExpressionKind::Error) {
                let message = format!("{} takes no argument; a filter stands in brackets: [?(…)]", row.name);
                self.error("Q016", argument.span, message).fixes.extend(fixes);
            }
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
                        .is_none_or(|row| !matches!(row.action, Action::ListOp(_))),
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
        let roots = || catalog::ROWS.iter().filter(|row| row.kind == RowKind::Root);
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
