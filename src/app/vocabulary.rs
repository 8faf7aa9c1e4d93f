//! The rows of help that explain DocQL, read from the language's own catalog.

use super::overlay::{Choice, PanelRow};
use crate::docql::catalog::{FIELDS, FILTER_FUNCTIONS, OPERATORS, ROWS, Sort};

/// One row per root, step, operator, function of filters and field. Choosing one runs its example.
pub fn rows() -> Vec<PanelRow> {
    let row = |text: String, doc: &str, example: &str, group: &'static str| PanelRow {
        left: String::new(),
        text,
        right: example.to_owned(),
        doc: doc.to_owned(),
        group,
        choice: if example.is_empty() { Choice::None } else { Choice::Query(example.to_owned()) },
    };
    let mut rows = Vec::new();
    for entry in ROWS.iter().filter(|entry| entry.sort == Sort::Root) {
        rows.push(row(format!("$.{}", entry.name), entry.doc, entry.example, "DOCQL ROOTS"));
    }
    for entry in ROWS.iter().filter(|entry| entry.sort != Sort::Root) {
        let brackets = if entry.sort == Sort::Function { "()" } else { "" };
        rows.push(row(format!(".{}{brackets}", entry.name), entry.doc, entry.example, "DOCQL STEPS"));
    }
    for entry in OPERATORS {
        rows.push(row(entry.name.to_owned(), entry.doc, entry.example, "DOCQL OPERATORS"));
    }
    for entry in FILTER_FUNCTIONS {
        rows.push(row(format!("{}()", entry.name), entry.doc, entry.example, "DOCQL OPERATORS"));
    }
    for entry in FIELDS {
        rows.push(row(format!("@.{}", entry.name), entry.doc, "", "DOCQL FIELDS"));
    }
    rows
}
