//! Python: whether a call may be one of a function, by its arguments.

use super::signature::{Signature, part_end};
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::FileTypes;
use crate::document::Kind;
use crate::library::NodeRef;
use std::sync::Arc;

/// Decorators that leave the parameters of a function as they are.
const PLAIN: &[&str] = &["abstractmethod", "classmethod", "final", "override", "staticmethod"];

impl FileTypes<'_, '_> {
    /// False if a function cannot take the arguments of the call of the name at `offset`. A type that it is called on may
    /// be given the value as the first of them.
    pub(in crate::docql::relations) fn may_take(&self, offset: u32, function: NodeRef, is_on_type: bool) -> bool {
        let Some(signature) = self.signature(function) else { return true };
        let Some((region, spans)) = self.argument_spans(offset) else { return true };
        let tokens = &region.tokens;
        let (mut given, mut names) = (0usize, Vec::new());
        for (start, end) in spans {
            let Some(first) = (start..end).find(|&at| !tokens.is_line(at)) else { continue };
            if tokens.is(first, b'*') || (first..end).any(|at| tokens.word(at) == "lambda") {
                return true;
            }
            let name = tokens.word(first);
            let is_named = !name.is_empty() && tokens.is(first + 1, b'=') && !tokens.are(first + 1, "==");
            if is_named {
                names.push(name);
            } else {
                given += 1;
            }
        }
        let bound = usize::from(signature.is_bound);
        signature.allows(given + bound, &names) || is_on_type && signature.allows(given, &names)
    }

    /// What a function takes; `None` where decorators may change that.
    fn signature(&self, function: NodeRef) -> Option<Arc<Signature>> {
        self.table.signatures.get(function, |function| self.read_signature(*function).map(Arc::new))
    }

    fn read_signature(&self, function: NodeRef) -> Option<Signature> {
        let library = self.table.library;
        let outline = library.outline(function.file)?;
        let (text, lexis) = (library.text(function.file).ok()?, library.file(function.file).format.lexis?);
        let (span, name, body) =
            (outline.span(function.node), outline.name_span(function.node), outline.body(function.node));
        let before = text.get(span.start as usize..name.start as usize)?;
        let decorators: Vec<&str> = before.lines().filter_map(|line| line.trim().strip_prefix('@')).collect();
        let called = |decorator: &str| {
            let path = decorator.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').next();
            path.and_then(|path| path.rsplit('.').next()).unwrap_or_default().to_owned()
        };
        let decorators: Vec<String> = decorators.into_iter().map(called).collect();
        if !decorators.iter().all(|name| PLAIN.contains(&name.as_str())) {
            return None;
        }
        let is_method = matches!(outline.kind(function.node), Kind::Method | Kind::Constructor);
        let is_bound = is_method && !decorators.iter().any(|name| name == "staticmethod");
        let end = if body.is_empty() { span.end } else { body.start.max(name.end) };
        let tokens = Tokens::read(text.get(name.end as usize..end as usize)?, name.end, lexis);
        // `def first[T](all: list[T])`
        let open = if tokens.is(0, b'[') { tokens.closing(0)? + 1 } else { 0 };
        let close = tokens.closing(open).filter(|_| tokens.is(open, b'('))?;
        let mut out = Signature::new(is_bound);
        let mut at = open + 1;
        while at < close {
            let end = part_end(&tokens, at, close)?;
            out.add(&tokens, at, end)?;
            at = end + 1;
        }
        Some(out)
    }
}
