//! Rows of tables, made when they are asked for: a table of a million rows is one node.

use crate::docql::nodes::value::Value;
use crate::docql::syntax::format::quoted;
use crate::document::{Cell, Document, Table, is_decimal};
use crate::library::FileId;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

/// Columns that say what a row is called.
const NAMES: &[&str] = &["name", "title", "label", "subject"];

/// Bytes of a cell that the name of a row shows, at most.
const MAX_LABEL_BYTES: usize = 120;

/// Bytes of a cell that a screen shows, at most.
const MAX_SHOWN_BYTES: usize = 32 << 10;

/// A table with the names of its columns.
#[derive(Debug)]
pub struct Sheet {
    /// The file it is in; `None` for the answer of a database.
    pub file: Option<FileId>,
    /// The node it is.
    pub node: u32,
    /// Its first line.
    pub line: u32,
    /// Its name, or the section it stands in; may be empty.
    pub title: String,
    /// The names of its columns, each once.
    pub columns: Vec<String>,
    /// The document it is in and its place among the tables there; `None` where rows bring their cells along.
    written: Option<(Arc<Document>, usize)>,
    /// First and last lines of the sections that rows are, by the numbers of the rows.
    sections: HashMap<i64, (u32, u32)>,
    /// The places of the columns of its key.
    key: Vec<usize>,
    /// Whether the numbers of its rows are in their order.
    is_in_order: bool,
}

impl Sheet {
    /// The table at place `at` of a document.
    pub(in crate::docql) fn written(file: FileId, title: String, document: &Arc<Document>, at: usize) -> Option<Sheet> {
        let table = document.tables.get(at)?;
        let line = document.nodes.get(table.node as usize).map_or(1, |node| node.line);
        let (node, columns) = (table.node, table.columns(&document.text));
        Some(Sheet {
            file: Some(file),
            node,
            line,
            title,
            columns,
            written: Some((Arc::clone(document), at)),
            sections: HashMap::new(),
            key: Vec::new(),
            is_in_order: true,
        })
    }

    /// A table whose rows bring their cells along.
    pub(in crate::docql) fn asked(file: FileId, node: u32, line: u32, title: String, columns: Vec<String>) -> Sheet {
        let (sections, key) = Default::default();
        Sheet { file: Some(file), node, line, title, columns, written: None, sections, key, is_in_order: true }
    }

    /// The table, some rows of which are sections of their document.
    pub(in crate::docql) fn with_sections(self, sections: HashMap<i64, (u32, u32)>) -> Sheet {
        Sheet { sections, ..self }
    }

    /// The table, whose key has these columns; without one the numbers of rows may be in no order.
    pub(in crate::docql) fn with_key(self, key: Vec<usize>, has_rowid: bool) -> Sheet {
        Sheet { key, is_in_order: has_rowid, ..self }
    }

    /// First and last line of a row that has no place among those of its document.
    fn section(&self, number: i64) -> (u32, u32) {
        self.sections.get(&number).copied().unwrap_or((self.line, self.line))
    }

    /// Whether its rows must be asked of a database.
    pub(in crate::docql) fn is_asked(&self) -> bool {
        self.written.is_none()
    }

    fn table(&self) -> Option<(&Document, &Table)> {
        let (document, at) = self.written.as_ref()?;
        Some((document, document.tables.get(*at)?))
    }

    /// The number of rows that its document holds.
    pub(in crate::docql) fn row_count(&self) -> usize {
        self.table().map_or(0, |(_, table)| table.row_count())
    }

    /// The place of the column that is called `name`: as it is written, else whatever the case.
    pub(in crate::docql) fn column(&self, name: &str) -> Option<usize> {
        let exact = self.columns.iter().position(|column| column == name);
        exact.or_else(|| {
            let lower = name.to_lowercase();
            self.columns.iter().position(|column| column.eq_ignore_ascii_case(name) || column.to_lowercase() == lower)
        })
    }
}

/// Columns with their values as a person reads them, from the left.
pub type ColumnValues = Arc<[(Arc<str>, Arc<str>)]>;

/// A row of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The table.
    pub sheet: Arc<Sheet>,
    /// What tells it from the other rows of the table: its place from 0, or the key that a database gives it.
    pub number: i64,
    /// Its cells, where they do not stand in the document.
    cells: Option<Arc<[Cell]>>,
}

impl Row {
    /// The row at a place of a table in a document.
    pub(in crate::docql) fn written(sheet: &Arc<Sheet>, number: usize) -> Row {
        Row { sheet: Arc::clone(sheet), number: number as i64, cells: None }
    }

    /// A row with its cells.
    pub(in crate::docql) fn asked(sheet: &Arc<Sheet>, number: i64, cells: Vec<Cell>) -> Row {
        Row { sheet: Arc::clone(sheet), number, cells: Some(cells.into()) }
    }

    /// Its first line.
    pub fn line(&self) -> u32 {
        self.sheet.table().map_or(self.sheet.section(self.number).0, |(document, table)| {
            table.line(&document.text, &document.lines, self.number as usize)
        })
    }

    /// The address of its first cell, where it is from a sheet: `Limits!A7`, `'Max values'!A7`.
    pub fn address(&self) -> Option<String> {
        let (_, table) = self.sheet.table()?;
        let cell = table.sheet.as_ref()?.address(self.number as usize, 0)?;
        let title = &self.sheet.title;
        let is_word = title.chars().all(|c| c.is_alphanumeric() || c == '_');
        Some(if is_word { format!("{title}!{cell}") } else { format!("'{}'!{cell}", title.replace('\'', "''")) })
    }

    /// Its last line.
    pub fn end_line(&self) -> u32 {
        self.sheet.table().map_or(self.sheet.section(self.number).1, |(document, table)| {
            table.end_line(&document.text, &document.lines, self.number as usize)
        })
    }

    /// The value in a column; null where the row ends before it, `None` if there is no such column.
    pub(in crate::docql) fn value(&self, name: &str) -> Option<Value<'_>> {
        self.sheet.column(name).map(|at| self.at(at))
    }

    fn at(&self, at: usize) -> Value<'_> {
        match (&self.cells, self.sheet.table()) {
            (Some(cells), _) => cells.get(at).map_or(Value::Null, cell_value),
            (None, Some((document, table))) => {
                table.cells(&document.text, self.number as usize).nth(at).map_or(Value::Null, Value::Text)
            }
            (None, None) => Value::Null,
        }
    }

    /// The cell at a place, where a database gave it.
    pub(in crate::docql) fn cell(&self, at: usize) -> Option<&Cell> {
        self.cells.as_ref()?.get(at)
    }

    /// Its number, where numbers are in the order of rows: that of a key of several columns, or of text, is in none.
    pub(in crate::docql) fn place(&self) -> Option<i64> {
        let is_place = self.sheet.key.is_empty() && self.sheet.is_in_order;
        is_place.then_some(self.number)
    }

    /// The condition that it alone meets, by its key: `@.id == 7`; `None` if it has none, or if that holds what no
    /// condition compares.
    pub(in crate::docql) fn condition(&self) -> Option<String> {
        let one = |(at, cell): (&usize, Cell)| {
            let value = match cell {
                Cell::Integer(number) => number.to_string(),
                Cell::Text(text) => quoted(&text),
                Cell::Decimal(number) => number.to_string(),
                Cell::Null | Cell::Real(_) | Cell::Bytes(_) => return None,
            };
            let name = self.sheet.columns.get(*at)?;
            let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            Some(if is_word { format!("@.{name} == {value}") } else { format!("@[{}] == {value}", quoted(name)) })
        };
        let parts: Option<Vec<String>> = self.sheet.key.iter().zip(self.key()?).map(one).collect();
        parts.map(|parts| parts.join(" && "))
    }

    /// The cells of its key; `None` if it has none.
    pub(in crate::docql) fn key(&self) -> Option<Vec<Cell>> {
        let key: Option<Vec<Cell>> = self.sheet.key.iter().map(|at| self.cell(*at).cloned()).collect();
        key.filter(|key| !key.is_empty())
    }

    /// The order of this row and another of the same table by their keys; those without a key are in none.
    pub(in crate::docql) fn compare_keys(&self, other: &Row) -> Ordering {
        let cells = |at: &usize| Some(self.cell(*at)?.compare(other.cell(*at)?));
        self.sheet.key.iter().filter_map(cells).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// The memory that its cells take, about.
    pub(in crate::docql) fn size(&self) -> usize {
        let text = |cell: &Cell| if let Cell::Text(text) | Cell::Decimal(text) = cell { text.len() } else { 0 };
        self.cells.iter().flat_map(|cells| cells.iter()).map(|cell| size_of::<Cell>() + text(cell)).sum()
    }

    /// The values of all columns, from the left.
    pub(in crate::docql) fn values(&self) -> Vec<Value<'_>> {
        let mut values: Vec<Value<'_>> = match (&self.cells, self.sheet.table()) {
            (Some(cells), _) => cells.iter().map(cell_value).collect(),
            (None, Some((document, table))) => {
                table.cells(&document.text, self.number as usize).map(Value::Text).collect()
            }
            (None, None) => Vec::new(),
        };
        values.resize(self.sheet.columns.len(), Value::Null);
        values
    }

    /// The cells from the left, whole and as they are written; `None` for null.
    pub fn cells(&self) -> Vec<Option<String>> {
        let written = |value: &Value<'_>| match value {
            Value::Nothing | Value::Null => None,
            value => Some(shown(value).into_owned()),
        };
        self.values().iter().map(written).collect()
    }

    /// Columns and values as an object, in the order of the table.
    pub(in crate::docql) fn to_json(&self) -> serde_json::Value {
        let values = self.values().into_iter().map(|value| value.to_json().unwrap_or_default());
        serde_json::Value::Object(self.sheet.columns.iter().cloned().zip(values).collect())
    }

    /// Its name: the first cell that holds something; after a number the first that is none, too.
    pub(in crate::docql) fn label(&self) -> String {
        let values = self.values();
        let texts: Vec<Cow<'_, str>> = values.iter().map(shown).filter(|text| !text.is_empty()).collect();
        let Some(first) = texts.first() else { return String::new() };
        let first_line = |text: &str| {
            let line = text.trim().lines().next().unwrap_or_default();
            line[..line.floor_char_boundary(MAX_LABEL_BYTES)].to_owned()
        };
        // What a row is called tells more than the first of its codes.
        let named =
            self.sheet.columns.iter().zip(&values).filter(|(column, _)| NAMES.contains(&&*column.to_lowercase()));
        let name = named.map(|(_, value)| shown(value)).find(|text| !text.is_empty() && !is_decimal(text));
        let word = name.as_ref().or_else(|| texts.iter().find(|text| !is_decimal(text))).filter(|_| is_decimal(first));
        match word {
            Some(word) => format!("{} {}", first_line(first), first_line(word)),
            None => first_line(first),
        }
    }

    /// Columns and values, if it stands nowhere in the text of its file.
    pub(in crate::docql) fn record(&self) -> Option<ColumnValues> {
        if !self.sheet.is_asked() || self.sheet.sections.contains_key(&self.number) {
            return None;
        }
        Some(self.columns())
    }

    /// Columns and values.
    pub(in crate::docql) fn columns(&self) -> ColumnValues {
        let values = self.values();
        let clipped = |text: &str| text[..text.floor_char_boundary(MAX_SHOWN_BYTES)].into();
        let pairs = self.sheet.columns.iter().zip(&values);
        pairs.map(|(column, value)| (column.as_str().into(), clipped(&shown(value)))).collect()
    }

    /// Its cells as lines `column: value`, without those that hold nothing.
    pub(in crate::docql) fn text(&self) -> String {
        self.told("\n")
    }

    /// The same in one line.
    pub(in crate::docql) fn line_text(&self) -> String {
        self.told(" · ").replace(['\n', '\r'], " ")
    }

    fn told(&self, between: &str) -> String {
        let values = self.values();
        let table = self.sheet.table().map(|(_, table)| table);
        let is_repeated = |at: usize| table.is_some_and(|table| table.is_repeated(Some(self.number as usize), at));
        // A cell over several columns is said once: their names, and what it says.
        let mut parts: Vec<(usize, String, Cow<'_, str>)> = Vec::new();
        for (at, (column, value)) in self.sheet.columns.iter().zip(&values).enumerate() {
            let text = shown(value);
            match parts.last_mut() {
                Some((last, names, said)) if *last + 1 == at && is_repeated(at) && *said == text => {
                    *last = at;
                    names.push_str(", ");
                    names.push_str(column);
                }
                _ if text.is_empty() => {}
                _ => parts.push((at, column.clone(), text)),
            }
        }
        parts.iter().map(|(_, names, said)| format!("{names}: {said}")).collect::<Vec<_>>().join(between)
    }
}

/// A value as a person reads it.
pub(in crate::docql) fn shown<'v>(value: &'v Value<'_>) -> Cow<'v, str> {
    match value {
        Value::Text(text) | Value::Word(text) | Value::Language(text) | Value::Decimal(text) => Cow::Borrowed(text),
        Value::Nothing | Value::Null => Cow::Borrowed(""),
        Value::Json(json) => match (json.get("bytes"), json.get("number").and_then(serde_json::Value::as_str)) {
            (Some(count), _) => Cow::Owned(format!("({count} bytes)")),
            (None, Some(number)) => Cow::Borrowed(number),
            (None, None) => Cow::Owned(json.to_string()),
        },
        other => other.to_json().map_or(Cow::Borrowed(""), |json| Cow::Owned(json.to_string())),
    }
}

fn cell_value(cell: &Cell) -> Value<'_> {
    match cell {
        Cell::Null => Value::Null,
        Cell::Integer(number) => Value::Number((*number).into()),
        // What is not finite has no place among numbers, and is not nothing either.
        Cell::Real(number) => match serde_json::Number::from_f64(*number) {
            Some(number) => Value::Number(number),
            None => Value::Json(Cow::Owned(serde_json::json!({ "number": number.to_string() }))),
        },
        Cell::Decimal(digits) => Value::Decimal(Cow::Borrowed(digits)),
        Cell::Text(text) => Value::Text(Cow::Borrowed(text)),
        Cell::Bytes(count) => Value::Json(Cow::Owned(serde_json::json!({ "bytes": count }))),
    }
}
