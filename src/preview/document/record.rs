//! Tables in other shapes: a row as a record, the whole as Markdown or comma separated values.

use crate::document::Scope;
use crate::preview::canvas::rendering::{RenderedRow, RenderedTable};
use crate::preview::line::breaks::Breaks;
use crate::preview::line::flow::{Flow, FlowLine, Piece};
use crate::preview::line::spans::{MIN_WIDTH, PreviewLine, cells};

/// Names of columns take at most this part of the width.
const NAME_SHARE: usize = 3;
/// Cells of a value that are shown.
const MAX_VALUE_CELLS: usize = 20_000;

/// A row of a table, a line or more for each of its cells: name and value.
pub fn record_lines(headers: &[String], row: &RenderedRow, width: u16) -> Vec<PreviewLine> {
    let width = (width as usize).max(MIN_WIDTH);
    let names: Vec<String> = (0..row.cells.len().max(headers.len()))
        .map(|column| headers.get(column).filter(|name| !name.is_empty()).cloned())
        .enumerate()
        .map(|(column, name)| name.unwrap_or_else(|| (column + 1).to_string()))
        .collect();
    let widest = names.iter().map(|name| cells(name)).max().unwrap_or(1).clamp(1, width / NAME_SHARE);
    let mut lines = Vec::new();
    for (column, name) in names.iter().enumerate() {
        let value = row.cells.get(column).map_or("", String::as_str);
        let room = width.saturating_sub(widest + 3).max(1);
        let mut rows = Flow::new(&[Piece::decoration(value, Scope::Text)], MAX_VALUE_CELLS).wrap(room, Breaks::Words);
        if rows.is_empty() {
            rows.push(FlowLine::default());
        }
        for (at, value) in rows.into_iter().enumerate() {
            let mut line = FlowLine::default();
            if at == 0 {
                line = Flow::new(&[Piece::decoration(name.as_str(), Scope::Property)], MAX_VALUE_CELLS).cut(widest);
            }
            line.append_decoration(" ".repeat(widest.saturating_sub(line.width)), Scope::Property);
            line.append_decoration(" │ ", Scope::Rule);
            line.append(value);
            lines.push(PreviewLine {
                number: None,
                source_line: row.source_line,
                spans: line.spans,
                links: Vec::new(),
            });
        }
    }
    lines
}

/// A table as Markdown writes it.
pub fn table_as_markdown(table: &RenderedTable) -> String {
    let columns = columns(table);
    let line = |cells: &[String]| {
        let cells = (0..columns).map(|at| cells.get(at).map_or_else(String::new, |cell| cell.replace('|', "\\|")));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let mut out = line(&table.headers);
    out.push_str(&format!("|{}\n", " --- |".repeat(columns)));
    table.rows.iter().for_each(|row| out.push_str(&line(&row.cells)));
    out
}

/// A table as comma separated values, its headers first.
pub fn table_as_csv(table: &RenderedTable) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let headers = Some(&table.headers).filter(|headers| !headers.is_empty());
    for cells in headers.into_iter().chain(table.rows.iter().map(|row| &row.cells)) {
        // Writing to memory does not fail.
        let _ = writer.write_record(cells);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn columns(table: &RenderedTable) -> usize {
    table.rows.iter().map(|row| row.cells.len()).chain([table.headers.len()]).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> RenderedTable {
        let row = |cells: &[&str]| RenderedRow {
            cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
            source_line: 3,
            at: 0,
        };
        let headers = vec!["Name".to_owned(), String::new()];
        RenderedTable {
            headers, rows: vec![row(&["a|b", "one, \"two\""]), row(&["中文"])], ..RenderedTable::default()
        }
    }

    #[test]
    fn tables_are_copied_in_both_forms() {
        assert_eq!(table_as_markdown(&table()), "| Name |  |\n| --- | --- |\n| a\\|b | one, \"two\" |\n| 中文 |  |\n");
        assert_eq!(table_as_csv(&table()), "Name,\na|b,\"one, \"\"two\"\"\"\n中文\n");
    }

    #[test]
    fn a_record_has_a_line_for_each_cell() {
        let table = table();
        let lines = record_lines(&table.headers, &table.rows[0], 20);
        let texts: Vec<String> = lines.iter().map(PreviewLine::text).collect();
        assert_eq!(texts, ["Name │ a|b", "2    │ one, \"two\""]);
    }
}
