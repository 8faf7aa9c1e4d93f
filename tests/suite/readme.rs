//! The reference in `README.md` is the vocabulary, and its commands are those of the program.

use docql::docql::catalog::{FIELDS, FILTER_FUNCTIONS, OPERATORS, ROWS, RowKind};
use std::fmt::Write;
use std::path::Path;

const BEGIN: &str = "<!-- reference: generated from the vocabulary by `UPDATE=1 cargo test readme` -->\n";
const END: &str = "<!-- end of reference -->\n";

fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

fn reference() -> String {
    let mut out = String::new();
    let sections = [
        (RowKind::Root, "Roots", "root"),
        (RowKind::List, "Lists", "list"),
        (RowKind::Function, "Functions", "function"),
    ];
    for (sort, title, column) in sections {
        let _ = write!(out, "\n### {title}\n\n| {column} | yields | example |\n|---|---|---|\n");
        for row in ROWS.iter().filter(|row| row.kind == sort) {
            let name = match sort {
                RowKind::Root => format!("$.{}", row.name),
                RowKind::List => format!(".{}", row.name),
                RowKind::Function => format!(".{}()", row.name),
            };
            let _ = writeln!(out, "| `{name}` | {} | `{}` |", escaped(row.doc), escaped(row.example));
        }
    }
    out.push_str("\n### Operators\n\n| operator | holds if the left side | example |\n|---|---|---|\n");
    for row in OPERATORS {
        let aliases: String = row.aliases.iter().map(|alias| format!(" `{alias}`")).collect();
        let _ = writeln!(out, "| `{}`{aliases} | {} | `{}` |", row.name, row.doc, escaped(row.example));
    }
    for row in FILTER_FUNCTIONS {
        let _ = writeln!(out, "| `{}()` | {} | `{}` |", row.name, row.doc, escaped(row.example));
    }
    out.push_str("\n### Fields\n\n| field | type | what it is |\n|---|---|---|\n");
    for row in FIELDS {
        let _ = writeln!(out, "| `{}` | {} | {} |", row.name, row.value.label(), escaped(row.doc));
    }
    out.push('\n');
    out
}

#[test]
fn the_reference_is_the_vocabulary() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(&path).expect("README");
    let start = text.find(BEGIN).expect("begin") + BEGIN.len();
    let end = text.find(END).expect("end");
    let wanted = reference();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, format!("{}{wanted}{}", &text[..start], &text[end..])).expect("written");
        return;
    }
    assert!(text[start..end] == *wanted, "the vocabulary has changed: UPDATE=1 cargo test readme");
}
