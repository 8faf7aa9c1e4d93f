//! The tables of the databases of a workspace, and the values of their columns.

use crate::document::Cell;
use crate::library::{FileId, Library, Stems, fold_words};
use crate::stdx::Ticket;

/// Tables that are looked at, at most.
const MAX_TABLES: usize = 500;

/// Rows in which values are looked for, and values of a column with more of which it is no choice of a few.
const ROWS: usize = 100_000;
const VALUES: usize = 200;

/// Columns whose values are looked at.
const MAX_COLUMNS: usize = 20;

/// Ends of names of columns that are seldom said, and beginnings.
const ENDS: &[&str] = &[
    "id", "at", "on", "date", "time", "cents", "usd", "eur", "ms", "seconds", "minutes", "bytes", "kb", "mb", "percent",
];
const BEGINNINGS: &[&str] = &["is", "has", "was"];

/// A table that a question may be about.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Table {
    pub file: FileId,
    pub name: String,
    /// The stems of the words of its name.
    pub said: Vec<String>,
    pub columns: Vec<Column>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    pub name: String,
    /// The ways to say its name, each as stems, the longest first.
    pub said: Vec<Vec<String>>,
    pub type_: Type,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Number,
    Text,
    Date,
    Flag,
}

impl Type {
    fn of(name: &str, declared: &str) -> Type {
        let declared = declared.to_ascii_uppercase();
        let has = |words: &[&str]| words.iter().any(|word| declared.contains(word));
        let words = fold_words(name);
        let first = words.first().map_or("", String::as_str);
        match () {
            () if has(&["BOOL"]) || BEGINNINGS.contains(&first) => Type::Flag,
            () if has(&["DATE", "TIME"]) || name.ends_with("_at") || name.ends_with("_on") => Type::Date,
            () if has(&["INT", "REAL", "FLOA", "DOUB", "NUM", "DEC"]) => Type::Number,
            () if words.last().is_some_and(|last| last == "date") => Type::Date,
            () => Type::Text,
        }
    }
}

/// All tables of databases.
pub(super) fn tables(library: &Library, is_asked: &dyn Fn(FileId) -> bool, stems: &mut Stems) -> Vec<Table> {
    let mut tables = Vec::new();
    let files = library.file_ids().filter(|file| library.file(*file).format.id == "sqlite" && is_asked(*file));
    for file in files {
        let Ok(database) = library.database(file) else { continue };
        for table in database.tables().iter().take(MAX_TABLES - tables.len().min(MAX_TABLES)) {
            let column = |name: &String, declared: &str, stems: &mut Stems| Column {
                said: ways(name, stems),
                type_: Type::of(name, declared),
                name: name.clone(),
            };
            let columns = table.columns.iter().map(|own| column(&own.name, &own.declared, stems)).collect();
            tables.push(Table { file, said: stemmed(&table.name, stems), name: table.name.clone(), columns });
        }
    }
    tables
}

/// The stems of the words of a text.
pub(super) fn stemmed(text: &str, stems: &mut Stems) -> Vec<String> {
    fold_words(text).iter().map(|word| stems.stem(word).to_owned()).collect()
}

/// The ways to say the name of a column: whole, and without what is seldom said.
fn ways(name: &str, stems: &mut Stems) -> Vec<Vec<String>> {
    let words = fold_words(name);
    let is = |list: &[&str], word: Option<&String>| word.is_some_and(|word| list.contains(&word.as_str()));
    let mut ways = vec![words.clone()];
    if words.len() > 1 && is(ENDS, words.last()) {
        ways.push(words[..words.len() - 1].to_vec());
    }
    if words.len() > 1 && is(BEGINNINGS, words.first()) {
        ways.push(words[1..].to_vec());
    }
    let stem = |way: &Vec<String>| way.iter().map(|word| stems.stem(word).to_owned()).collect();
    ways.iter().map(stem).collect()
}

/// The values of the columns of a table that hold texts of a few kinds, each with its column and its stems.
pub(super) fn values(table: &Table, library: &Library, ticket: &Ticket) -> Vec<(usize, String)> {
    let Ok(database) = library.database(table.file) else { return Vec::new() };
    let of_text = table.columns.iter().enumerate().filter(|(_, column)| column.type_ == Type::Text);
    let mut found = Vec::new();
    for (at, column) in of_text.take(MAX_COLUMNS) {
        let (name, table) = (identifier(&column.name), identifier(&table.name));
        let sql = format!(
            "SELECT DISTINCT {name} FROM (SELECT {name} FROM {table} LIMIT {ROWS}) WHERE {name} IS NOT NULL LIMIT {}",
            VALUES + 1
        );
        let answer = database.sql(&sql, &|| ticket.check().is_ok()).unwrap_or_default();
        if answer.rows.len() <= VALUES {
            let text =
                |row: &Vec<Cell>| if let Some(Cell::Text(text)) = row.first() { Some(text.to_string()) } else { None };
            found.extend(answer.rows.iter().filter_map(text).map(|value| (at, value)));
        }
    }
    found
}

/// A name as SQL.
pub(super) fn identifier(name: &str) -> String {
    match name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
        true if !RESERVED.contains(&name) => name.to_owned(),
        _ => format!("\"{}\"", name.replace('"', "\"\"")),
    }
}

/// Names that SQL would read otherwise.
const RESERVED: &[&str] = &[
    "add",
    "all",
    "and",
    "as",
    "between",
    "by",
    "case",
    "check",
    "default",
    "desc",
    "distinct",
    "else",
    "end",
    "from",
    "group",
    "having",
    "in",
    "index",
    "into",
    "is",
    "join",
    "key",
    "limit",
    "not",
    "null",
    "on",
    "or",
    "order",
    "primary",
    "references",
    "select",
    "set",
    "table",
    "then",
    "to",
    "transaction",
    "union",
    "unique",
    "update",
    "using",
    "values",
    "when",
    "where",
    "with",
];
