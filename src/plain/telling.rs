//! The model in sentences: rows, places, text, errors. One line each, without drawing.

use crate::app::{Folding, Model, PanelRow, Row, Sort, TocRow};
use crate::docql::{Diagnostic, Hit, NAMESAKE, Results, Shape};
use crate::document::Kind;
use crate::stdx::printable;

/// `1 hit`, `2 hits`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

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

/// A row of the results; `None` where there is nothing to say.
pub fn row(model: &Model, row: &Row) -> Option<String> {
    let pane = &model.results;
    let said = match row {
        Row::Group(at) => {
            let section = pane.section(*at)?;
            let what = if pane.names_files() { "Kind" } else { "File" };
            format!("{what} {}, {}.", section.title(), counted(section.total, "hit"))
        }
        Row::Hit(at) => {
            let found = pane.results.as_ref()?.hits.get(*at)?;
            let mut said = format!("{}. {}", pane.number_of(*at), hit(found));
            if pane.names_files() {
                said.push_str(&format!(". File {}", found.path));
            }
            if let Some(callers) = pane.callers_of(found).filter(|_| pane.sort == Sort::Callers) {
                said.push_str(&format!(". {}", counted(callers as usize, "caller")));
            }
            if pane.marks.contains_key(&found.key) {
                said.push_str(". Marked");
            }
            said
        }
        Row::Starter(at) => {
            let starter = pane.starters.get(*at)?;
            format!("{}. {} finds {}", at + 1, starter.query, starter.note)
        }
        Row::Suggestion(at) => format!("{}. {}", at + 1, pane.results.as_ref()?.suggestions.get(*at)?),
        // Said already by the summary.
        Row::Text(text) | Row::Heading(text) if text.trim() == "no hits" => return None,
        Row::Heading(_) if pane.results.is_none() => return None,
        Row::Text(text) | Row::Heading(text) if !text.trim().is_empty() => text.trim().to_owned(),
        _ => return None,
    };
    Some(printable(&said).into_owned())
}

/// A notice as a sentence.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let said = format!("{first}{}", letters.as_str());
    let said = printable(&said);
    if said.ends_with(['.', '!', '?']) { said.into_owned() } else { format!("{said}.") }
}

/// A hit: what it is, where, and the line that shows it.
pub fn hit(hit: &Hit) -> String {
    let mut said = name(hit);
    let snippet = hit.snippet.trim();
    if !snippet.is_empty() && snippet != hit.name.trim() {
        said.push_str(&format!(": {}", printable(snippet)));
    }
    if hit.more > 0 {
        said.push_str(&format!(", and {} more", hit.more));
    }
    said
}

/// A hit: what it is and where.
pub fn name(hit: &Hit) -> String {
    let mut said = match hit.kind {
        Kind::Match => String::new(),
        kind => format!("{} ", kind.id()),
    };
    said.push_str(hit.name.trim());
    if !hit.context.is_empty() {
        said.push_str(&format!(" in {}", hit.context));
    }
    if hit.line > 0 {
        said.push_str(&format!(", line {}", hit.line));
    }
    match hit.role {
        "def" => said.push_str(", definition"),
        "call" => said.push_str(", call"),
        "~call" => said.push_str(", perhaps a call: only the name is the same"),
        NAMESAKE => said.push_str(", perhaps what is called: only the name is the same"),
        "ref" => said.push_str(", reference"),
        role if role.starts_with('H') && role.len() == 2 => said.push_str(&format!(", level {}", &role[1..])),
        _ => {}
    }
    printable(&said).into_owned()
}

/// A row of the tree.
pub fn tree_row(number: usize, row: &TocRow) -> String {
    let mut said = format!("{number}. {} {}", row.kind.id(), row.name);
    if row.line > 0 {
        said.push_str(&format!(", line {}", row.line));
    }
    if row.count > 0 {
        said.push_str(&format!(", {} inside", row.count));
    }
    if row.depth > 0 {
        said.push_str(&format!(", level {}", row.depth + 1));
    }
    if row.folding == Folding::Unfolded {
        said.push_str(", unfolded");
    }
    if !row.problem.is_empty() {
        said.push_str(&format!(", no outline: {}", row.problem));
    }
    printable(&said).into_owned()
}

/// A row of a panel: help, commands, facets, links.
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
