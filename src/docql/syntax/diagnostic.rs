//! What is wrong with a query: where, why, what was expected, and fixes that parse.

use crate::document::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The query cannot be run.
    Error,
    /// The query runs, read leniently.
    Note,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A stable code, `Q` and three digits.
    pub code: &'static str,
    /// Where, in bytes of the query; empty at the end of the text where something is missing.
    pub span: Span,
    /// A plain sentence without the place.
    pub message: String,
    /// What would be right here, as one would type it.
    pub expected: Vec<String>,
    /// Whole queries that mend it, best first.
    pub fixes: Vec<String>,
    /// Whether the text simply is not finished: while typing this is a hint, not an error.
    pub incomplete: bool,
}
