//! Copies of the selected or marked rows.

use crate::app::lists::selection::acted_on::targets;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::{Effect, PromptReading};
use crate::app::state::model::Model;
use crate::app::state::subject::Subject;
use crate::app::update::follow::notices::{COPIED, notify};
use crate::docql::Hit;
use crate::preview::{PreviewLine, RenderedRow, RenderedTable, table_as_csv, table_as_markdown};
use crate::stdx::clip;

/// Copies what the command names; a notice says what was copied.
pub(in crate::app) fn copy(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let text = match command {
        Command::CopyTable | Command::CopyCsv => return copy_table(model, command, effects),
        Command::CopyQuery => Some(model.prompt.line.text().to_owned()),
        Command::CopyCommand => command_line(model),
        Command::CopyTrail => Some(trail(model)),
        _ => rows(model, command),
    };
    match text.filter(|text| !text.is_empty()) {
        None => notify(model, "nothing to copy", effects),
        Some(text) => {
            let lines = text.lines().count();
            let marked = if model.results_lead() { model.results.marks.len() } else { 0 };
            let hidden = model.results.marks_elsewhere();
            let what = match (marked, command) {
                (1.., Command::CopyQuery | Command::CopyCommand | Command::CopyTrail) | (0, _) if lines > 1 => {
                    format!("{lines} lines")
                }
                (1.., Command::CopyQuery | Command::CopyCommand | Command::CopyTrail) | (0, _) => clip(&text, 60),
                (1, _) => format!("the marked row{hidden}"),
                (marked, _) => format!("{marked} marked rows{hidden}"),
            };
            notify(model, format!("{COPIED}{what}"), effects);
            effects.push(Effect::Copy(text));
        }
    }
}

/// The command that asks the query of the prompt again, from any directory: paths in it are those of this workspace.
fn command_line(model: &Model) -> Option<String> {
    let query = match model.prompt.reading() {
        PromptReading::Empty | PromptReading::Places => return None,
        PromptReading::Files | PromptReading::Directories => model.results.results.as_ref()?.query.clone(),
        PromptReading::Docql => model.prompt.line.text().to_owned(),
        PromptReading::Words | PromptReading::Question => model.prompt.words().to_owned(),
    };
    let root = match model.listing.roots.as_slice() {
        [root] if root.prefix.is_empty() => root.origin.path().and_then(|path| path.to_str()),
        _ => None,
    };
    let root = root.map_or(String::new(), |root| format!(" --root {}", shell_quoted(root)));
    Some(format!("docql query{root} {}", shell_quoted(&query)))
}

/// A word as every shell reads it.
fn shell_quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '_' | '-');
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Copies the table in the preview, or the rows of a database that are listed, as Markdown or as comma separated values.
fn copy_table(model: &mut Model, command: Command, effects: &mut Vec<Effect>) {
    let listed = listed_rows(model);
    let Some(table) = model.preview.table().or(listed.as_ref()) else {
        return notify(model, "there is no table on the screen", effects);
    };
    let text = match command {
        Command::CopyCsv => table_as_csv(table),
        _ => table_as_markdown(table),
    };
    let (rows, form) = (table.rows.len(), if command == Command::CopyCsv { "CSV" } else { "Markdown" });
    let total = model.results.results.as_ref().map_or(0, |results| results.total);
    let is_part = listed.is_some() && model.results.marks.is_empty() && total > rows;
    let of = if is_part { format!(", of {total}") } else { String::new() };
    let noun = if rows == 1 { "row" } else { "rows" };
    notify(model, format!("{COPIED}a table of {rows} {noun} as {form}{of}"), effects);
    effects.push(Effect::Copy(text));
}

/// The rows of a database among the results as a table: the marked ones, else those that are loaded and have the columns
/// of the selected one.
fn listed_rows(model: &Model) -> Option<RenderedTable> {
    let results = model.results.results.as_ref()?;
    let columns = |hit: &Hit| {
        hit.record.as_ref().map(|record| record.iter().map(|(column, _)| column.to_string()).collect::<Vec<_>>())
    };
    let marked = model.results.marked();
    let of = if marked.is_empty() { results.hits.iter().collect() } else { marked };
    let headers = columns(model.results.selected()?)?;
    let row = |hit: &Hit| RenderedRow {
        cells: hit.record.iter().flat_map(|record| record.iter()).map(|(_, value)| value.to_string()).collect(),
        source_line: hit.line,
        at: 0,
    };
    let rows = of.into_iter().filter(|hit| columns(hit).as_ref() == Some(&headers)).map(row).collect();
    Some(RenderedTable { headers, rows, ..RenderedTable::default() })
}

fn rows(model: &Model, command: Command) -> Option<String> {
    let subjects = targets(model);
    if subjects.is_empty() {
        return None;
    }
    let texts: Vec<String> = subjects.iter().map(|subject| row(model, command, subject)).collect();
    Some(texts.join("\n"))
}

fn row(model: &Model, command: Command, subject: &Subject) -> String {
    match command {
        Command::CopyPath => subject.path.to_string(),
        Command::CopySnippet => snippet(model, subject),
        Command::CopyRowQuery => subject.query.clone(),
        Command::CopyMarkdown => {
            let anchor = if subject.line > 0 { format!("#L{}", subject.line) } else { String::new() };
            format!("[{}]({}{anchor})", subject.name.replace(['[', ']'], ""), subject.path)
        }
        _ => subject.location(),
    }
}

/// The source of the row, where the preview shows it; else what the row itself shows.
fn snippet(model: &Model, subject: &Subject) -> String {
    let page = model.preview.page.as_ref().filter(|page| page.path == subject.path && !page.rendered);
    if let (Some(page), true) = (page, subject.line > 0) {
        let wanted = subject.line..=subject.end_line.max(subject.line);
        let lines = page.lines.iter().filter(|line| wanted.contains(&line.source_line));
        let text: Vec<String> = lines.map(PreviewLine::text).collect();
        if !text.is_empty() {
            return text.join("\n");
        }
    }
    if subject.snippet.is_empty() { subject.name.clone() } else { subject.snippet.clone() }
}

/// The way here as a Markdown list: each query, where its row is, and what that lies in.
fn trail(model: &Model) -> String {
    let trail = model.history.trail();
    let lines = trail.iter().enumerate().filter(|(_, place)| !place.text.is_empty()).map(|(at, place)| {
        let mut line = format!("- {}", code(&place.text));
        if !place.location.is_empty() {
            line.push_str(&format!(" → {}", place.location));
        }
        // The present place has not been left yet.
        let crumbs = if at + 1 == trail.len() { &model.crumbs } else { &place.crumbs };
        let inside: Vec<&str> =
            crumbs.iter().filter(|crumb| crumb.line > 0).map(|crumb| crumb.label.as_str()).collect();
        if !place.location.is_empty() && !inside.is_empty() {
            line.push_str(&format!(" ({})", inside.join(" › ")));
        }
        line
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Text as Markdown code, fenced with more backticks than it has in a row.
fn code(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}
