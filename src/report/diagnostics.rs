//! Diagnostics with a caret under the place, and as JSON.

use crate::docql::{Diagnostic, Severity};
use crate::stdx::{display_width, printable};
use serde_json::json;

/// Most things that are listed as expected.
const EXPECTED: usize = 12;

/// Each diagnostic as a code and a sentence, the query, a caret below the place, and fixes.
pub fn diagnostics_text(query: &str, diagnostics: &[Diagnostic]) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics {
        let label = if diagnostic.severity == Severity::Error { "error" } else { "note" };
        out.push_str(&format!("{label}[{}]: {}\n", diagnostic.code, printable(&diagnostic.message)));
        let start = (diagnostic.span.start as usize).min(query.len());
        let end = (diagnostic.span.end as usize).min(query.len());
        let (line, offset) = line_around(query, start);
        let before = printable(&line[..start - offset]);
        let marked = printable(&line[start - offset..(end - offset).min(line.len())]);
        let carets = display_width(&marked).max(1);
        out.push_str(&format!("  {}\n  {}{}", printable(line), " ".repeat(display_width(&before)), "^".repeat(carets)));
        if !diagnostic.expected.is_empty() {
            let more = if diagnostic.expected.len() > EXPECTED { " …" } else { "" };
            let listed = diagnostic.expected[..diagnostic.expected.len().min(EXPECTED)].join(" ");
            out.push_str(&format!(" expected {}{more}", printable(&listed)));
        }
        out.push('\n');
        for fix in &diagnostic.fixes {
            out.push_str(&format!("  fix: {}\n", printable(fix)));
        }
    }
    out
}

/// The line of `text` around the byte `at`, and where it starts.
fn line_around(text: &str, at: usize) -> (&str, usize) {
    let start = text[..at].rfind('\n').map_or(0, |found| found + 1);
    let end = text[at..].find('\n').map_or(text.len(), |found| at + found);
    (&text[start..end], start)
}

/// The first error as the JSON document of the contract, with its span in bytes.
pub fn diagnostics_json(diagnostics: &[Diagnostic]) -> serde_json::Value {
    let first = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error).or(diagnostics.first());
    match first {
        Some(diagnostic) => json!({
            "type": "docql_error",
            "schema": 1,
            "code": diagnostic.code,
            "message": diagnostic.message,
            "span": [diagnostic.span.start, diagnostic.span.end],
            "expected": diagnostic.expected,
            "fixes": diagnostic.fixes,
        }),
        None => {
            json!({"type": "docql_error", "schema": 1, "code": "Q000", "message": "unknown", "span": [0, 0], "expected": [], "fixes": []})
        }
    }
}
