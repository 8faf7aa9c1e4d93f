//! Diagnostics of a query: position, message, expected tokens, and fixes that parse.

use crate::document::Span;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The query cannot be run.
    Error,
    /// The query runs; it was read leniently.
    Note,
}

/// One error or note about a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// An error or a note.
    pub severity: Severity,
    /// A stable code, `Q` and three digits.
    pub code: &'static str,
    /// Bytes of the query concerned; empty, at the end of the text, if something is missing.
    pub span: Span,
    /// A sentence that does not repeat the position.
    pub message: String,
    /// Tokens that would be valid here, as typed.
    pub expected: Vec<String>,
    /// Complete queries that fix it, best first.
    pub fixes: Vec<String>,
    /// Set if the text is merely unfinished: while the user types, this is a hint, not an error.
    pub incomplete: bool,
}

impl Diagnostic {
    /// The same of a text with so many bytes of blanks before it.
    pub fn behind(mut self, blanks: usize) -> Diagnostic {
        let blanks = u32::try_from(blanks).unwrap_or(u32::MAX);
        self.span = Span::new(self.span.start.saturating_add(blanks), self.span.end.saturating_add(blanks));
        self
    }
}
