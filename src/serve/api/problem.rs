//! Why there is no answer: a status of HTTP, and a document that says what, where and what next.

use crate::docql::Diagnostic;
use crate::report;
use crate::serve::workspaces::refusal::Refusal;
use serde_json::{Value, json};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The status of HTTP.
    pub status: u16,
    /// A `docql_error`.
    pub document: Value,
}

/// The status of a refusal, by its code; a mistake of the client where none is named.
const STATUS: [(&str, u16); 8] = [
    ("root", 404),
    ("revision", 404),
    ("id", 404),
    ("file", 404),
    ("stale_cursor", 409),
    ("too_large", 413),
    ("files", 503),
    ("cancelled", 503),
];

impl Problem {
    /// A problem with this status.
    pub(in crate::serve) fn new(
        status: u16,
        code: &str,
        message: impl Into<String>,
        fixes: impl IntoIterator<Item = String>,
    ) -> Problem {
        let fixes: Vec<String> = fixes.into_iter().collect();
        let document =
            json!({"type": "docql_error", "schema": 1, "code": code, "message": message.into(), "fixes": fixes});
        Problem { status, document }
    }

    /// A query that cannot be read.
    pub(super) fn of_query(diagnostics: &[Diagnostic]) -> Problem {
        Problem { status: 400, document: report::diagnostics_json(diagnostics) }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let known = STATUS.iter().find(|(code, _)| *code == refusal.code);
        let status = known.map_or(400, |(_, status)| *status);
        Problem::new(status, refusal.code, refusal.message.trim_end(), refusal.fixes)
    }
}
