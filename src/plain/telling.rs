//! Answers, places, lists and errors in sentences. One line each, without drawing.

use crate::app::{Model, PanelRow};
use crate::docql::{Diagnostic, Results, Shape};
use crate::stdx::{counted, printable};

/// A summary of results, as a sentence.
pub fn summary(results: &Results) -> String {
    let mut said = match results.shape {
        Shape::Count => format!("Count: {}.", results.hits.first().map_or("0", |hit| &hit.name)),
        _ if results.total == 0 => "No hits.".to_owned(),
        Shape::Files | Shape::Structure | Shape::Repositories => format!("{}.", counted(results.total, "row")),
        _ => format!("{} in {}.", counted(results.total, "hit"), counted(results.files, "file")),
    };
    if let Some((read, all)) = results.partial {
        said.push_str(&format!(" Partial: {read} of {all} files are read."));
    }
    said
}

/// A short notice as a sentence.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let said = format!("{first}{}", letters.as_str());
    let said = printable(&said);
    if said.ends_with(['.', '!', '?']) { said.into_owned() } else { format!("{said}.") }
}

/// A row of a list: help, commands, facets, links.
pub fn panel_row(number: usize, row: &PanelRow) -> String {
    let mut said = format!("{number}. {}", row.text);
    if !row.left.is_empty() {
        said.push_str(&format!(", {}", row.left));
    }
    if !row.right.is_empty() {
        let right: Vec<&str> = row.right.split_whitespace().collect();
        said.push_str(&format!(", {}", right.join(" ")));
    }
    if !row.doc.is_empty() {
        said.push_str(&format!(". {}", sentence(&row.doc)));
    }
    printable(&said).into_owned()
}

/// A diagnostic of a query, with its first fix.
pub fn error(diagnostic: &Diagnostic) -> String {
    let mut said = format!("Error at column {}: {}", diagnostic.span.start + 1, diagnostic.message);
    if !said.ends_with(['.', '?']) {
        said.push('.');
    }
    if !diagnostic.expected.is_empty() {
        said.push_str(&format!(" Expected: {}.", diagnostic.expected.join(" ")));
    }
    if let Some(fix) = diagnostic.fixes.first() {
        said.push_str(&format!(" Perhaps: {fix}"));
    }
    printable(&said).into_owned()
}

/// The path to the selected row.
pub fn place(model: &Model) -> String {
    let labels: Vec<&str> = model.crumbs.iter().map(|crumb| crumb.label.as_str()).collect();
    printable(&labels.join(", ")).into_owned()
}
