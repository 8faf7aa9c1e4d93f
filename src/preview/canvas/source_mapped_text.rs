//! Text copied together from a document that still knows where each byte came from.

use crate::document::{Scope, Span};
use crate::preview::line::flow::Piece;

/// Text put together from several places of a document.
#[derive(Default)]
pub(in crate::preview) struct Gathered {
    pub text: String,
    /// The start of each part in `text` and, if it was copied, in the document.
    parts: Vec<(u32, Option<u32>)>,
}

impl Gathered {
    /// Adds `text`, copied from `source`.
    pub fn push(&mut self, text: &str, source: Option<Span>) {
        let copied = source.filter(|source| source.len() as usize == text.len()).map(|source| source.start);
        self.parts.push((self.text.len() as u32, copied));
        self.text.push_str(text);
    }

    /// The place that the byte at `offset` comes from.
    pub fn source(&self, offset: u32) -> Option<u32> {
        let part = self.parts.partition_point(|(start, _)| *start <= offset).checked_sub(1)?;
        let (start, source) = self.parts[part];
        Some(source? + offset - start)
    }

    /// Pieces for the bytes at `span`, coloured by `scopes`, which begin no earlier than there.
    pub fn pieces(&self, span: Span, scopes: &[(Span, Scope)], plain: Scope) -> Vec<Piece<'_>> {
        split_by_scope(span, scopes, plain).into_iter().map(|(part, scope)| self.piece(part, scope)).collect()
    }

    /// One piece for the bytes at `span`.
    pub fn piece(&self, span: Span, scope: Scope) -> Piece<'_> {
        let source = self.source(span.start).map(|start| Span::new(start, start + span.len()));
        Piece::new(span.of(&self.text), scope, source)
    }
}

/// Cuts `span` where scopes begin and end; between them it is `plain`.
pub(in crate::preview) fn split_by_scope(span: Span, scopes: &[(Span, Scope)], plain: Scope) -> Vec<(Span, Scope)> {
    let mut parts = Vec::new();
    let mut at = span.start;
    for (scoped, scope) in scopes {
        if scoped.start >= span.end {
            break;
        }
        let (start, end) = (scoped.start.max(at), scoped.end.min(span.end));
        if end <= start {
            continue;
        }
        parts.push((Span::new(at, start), plain));
        parts.push((Span::new(start, end), *scope));
        at = end;
    }
    parts.push((Span::new(at, span.end), plain));
    parts.retain(|(part, _)| !part.is_empty());
    parts
}
