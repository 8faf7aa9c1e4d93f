//! Places of reports in tables: a row of names, of which one is that of the file and one that of its line.

use super::json::in_value;
use crate::search::finder::reading::written::Written;
use serde_json::{Map, Value};

/// The places of the rows of CSV; none of other texts.
pub(super) fn places(text: &str) -> Vec<Written<'static>> {
    let first = text.trim_start().lines().next().unwrap_or_default();
    if !first.contains(',') || !first.to_lowercase().contains("line") {
        return Vec::new();
    }
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let Ok(names) = reader.headers().cloned() else { return Vec::new() };
    let object = |row: csv::StringRecord| {
        let cells = names.iter().zip(row.iter()).map(|(name, cell)| (name.trim().to_owned(), Value::from(cell)));
        Value::Object(cells.collect::<Map<_, _>>())
    };
    reader.records().map_while(Result::ok).flat_map(|row| in_value(&object(row), None)).collect()
}
