//! The rows of help that explain DocQL, read from the language's own catalog.

use crate::app::protocol::message::ExampleNames;
use crate::app::state::overlay::{Choice, PanelRow};
use crate::docql::catalog::{CatalogKind, FIELDS, FILTER_FUNCTIONS, OPERATORS, ROWS};
use crate::docql::quoted;

/// Picks one of the names of a workspace.
type Named = fn(&ExampleNames) -> &Option<String>;

/// The names that the examples of the catalog are written with, and what of a workspace stands in for each.
const WRITTEN: [(&str, Named); 4] = [
    ("AuthService", |names| &names.class),
    ("validateToken", |names| &names.method),
    ("deploy", |names| &names.function),
    ("Deployment", |names| &names.heading),
];

/// An example with names of this workspace, as far as there are any.
fn here(example: &str, names: &ExampleNames) -> String {
    WRITTEN.iter().fold(example.to_owned(), |example, (written, name)| match name(names) {
        Some(name) => example.replace(&format!("\"{written}\""), &quoted(name)),
        None => example,
    })
}

/// One row per root, step, operator, function of filters and field. Choosing one runs its example, which is written
/// with names of this workspace.
pub(in crate::app) fn rows(names: &ExampleNames) -> Vec<PanelRow> {
    let row = |text: String, doc: &str, example: &str, group: &'static str| PanelRow {
        left: String::new(),
        text,
        right: here(example, names),
        doc: doc.to_owned(),
        group,
        choice: if example.is_empty() { Choice::None } else { Choice::Query(here(example, names)) },
    };
    let mut rows = Vec::new();
    for entry in ROWS.iter().filter(|entry| entry.kind == CatalogKind::Root) {
        rows.push(row(format!("$.{}", entry.name), entry.doc, entry.example, "DOCQL ROOTS"));
    }
    for entry in ROWS.iter().filter(|entry| entry.kind != CatalogKind::Root) {
        let brackets = if entry.kind == CatalogKind::Function { "()" } else { "" };
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
