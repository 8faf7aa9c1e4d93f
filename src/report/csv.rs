//! Hits as comma separated values: a header, and a line each, quoted by RFC 4180.

use super::output_format::WrittenAnswer;
use crate::docql::{Found, Item, RecordOptions, Records, Row, Shape};
use crate::stdx::printable;
use std::io::{self, Write};

/// The columns of hits that are no rows, unless others are asked for.
const COLUMNS: &[&str] = &["path", "line", "end_line", "type", "name"];

/// Rows with their columns, values in one column, other hits with where they are.
///
/// # Errors
///
/// What `out` says.
pub fn csv(answer: &WrittenAnswer<'_>, out: &mut dyn Write) -> io::Result<()> {
    let line = |fields: &[Option<String>], out: &mut dyn Write| {
        let written: Vec<String> = fields.iter().map(|field| written(field.as_deref())).collect();
        let line = written.join(",");
        // Bytes that a terminal would obey are not shown there.
        let line = if answer.grouped { line.split('\n').map(printable).collect::<Vec<_>>().join("\n") } else { line };
        writeln!(out, "{line}")
    };
    let header = |names: &[String], out: &mut dyn Write| {
        let names: Vec<Option<String>> = names.iter().cloned().map(Some).collect();
        line(&names, out)
    };
    if let Some(columns) = rows_of(answer) {
        header(&columns, out)?;
        for found in answer.items {
            let Item::Row(row) = &found.item else { continue };
            line(&cells(row, &columns), out)?;
        }
        return Ok(());
    }
    let is_value = |found: &Found| matches!(found.item, Item::Value { .. } | Item::Data { .. });
    let all_are_values = || !answer.items.is_empty() && answer.items.iter().all(is_value);
    let names: Vec<String> = match answer.options.fields.as_slice() {
        [] if answer.results.shape == Shape::Count => vec!["count".to_owned()],
        [] if answer.results.shape == Shape::Values || all_are_values() => vec!["value".to_owned()],
        [] => COLUMNS.iter().map(|name| (*name).to_owned()).collect(),
        fields => fields.to_vec(),
    };
    header(&names, out)?;
    if answer.results.shape == Shape::Count {
        return line(&[Some(answer.results.total.to_string())], out);
    }
    // What is not asked for is not made: the rows of a table are counted for it, say.
    let options = RecordOptions { fields: names.clone(), brief: true };
    let mut records = Records::new(answer.library, &options);
    for (hit, found) in answer.results.hits.iter().zip(answer.items) {
        let record = records.of(found, hit);
        let field = |name: &String| match (name.as_str(), record.get(name)) {
            ("path", _) => Some(hit.path.to_string()),
            ("name", None | Some(serde_json::Value::Null)) => Some(hit.name.clone()),
            (_, value) => value.and_then(text),
        };
        line(&names.iter().map(field).collect::<Vec<_>>(), out)?;
    }
    Ok(())
}

/// The columns of all rows, if the hits are rows, or would be; those of several tables each once.
fn rows_of(answer: &WrittenAnswer<'_>) -> Option<Vec<String>> {
    if answer.items.is_empty() && answer.results.shape == Shape::Rows {
        return Some(answer.results.columns.clone());
    }
    let mut columns: Vec<String> = Vec::new();
    for found in answer.items {
        let Item::Row(row) = &found.item else { return None };
        match columns.is_empty() {
            true => columns.clone_from(&row.sheet.columns),
            false if columns == row.sheet.columns => {}
            false => {
                let more: Vec<String> =
                    row.sheet.columns.iter().filter(|column| !columns.contains(column)).cloned().collect();
                columns.extend(more);
            }
        }
    }
    (!columns.is_empty()).then_some(columns)
}

/// The cells of a row below these columns.
fn cells(row: &Row, columns: &[String]) -> Vec<Option<String>> {
    let own = row.cells();
    if row.sheet.columns == columns {
        return own;
    }
    let place = |column: &String| row.sheet.columns.iter().position(|own| own == column);
    columns.iter().map(|column| own.get(place(column)?).cloned().flatten()).collect()
}

fn text(value: &serde_json::Value) -> Option<String> {
    match value {
        serde_json::Value::Null => None,
        serde_json::Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

/// A field: nothing for null, quotes around a text that is empty, so that the two are told apart.
fn written(field: Option<&str>) -> String {
    match field {
        None => String::new(),
        Some("") => "\"\"".to_owned(),
        // Readers may cut blanks off what stands without quotes.
        Some(text) if text.contains([',', '"', '\n', '\r']) || text.trim() != text => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Some(text) => text.to_owned(),
    }
}
