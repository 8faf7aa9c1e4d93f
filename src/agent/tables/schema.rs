//! The tables of the databases of a workspace, and the values of their columns.

use crate::databases::{ColumnSchema, Database, ValueClass};
use crate::document::{Cell, Kind};
use crate::library::{FileId, Library, NOT_SHARED, Origin, Stems, fold_words};
use crate::stdx::Ticket;

/// Tables that are looked at, at most.
const MAX_TABLES: usize = 500;

/// Rows in which values are looked for; those by which it is seen first that there are too many.
const ROWS: usize = 100_000;
const FIRST_ROWS: usize = 1_000;

/// Values of a column with more of which it is no choice of a few.
const VALUES: usize = 200;

/// Characters of a value, at most.
const LONGEST: usize = 80;

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
    /// The same as SQL.
    pub sql: String,
    /// The stems of the words of its name.
    pub said: Vec<String>,
    pub columns: Vec<Column>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    pub name: String,
    /// The same as SQL.
    pub sql: String,
    /// The ways to say its name, each as stems, the longest first.
    pub said: Vec<Vec<String>>,
    pub type_: Type,
    /// Whether it is declared as yes or no, so that it is a condition by itself.
    pub is_bool: bool,
    /// Whether it is declared as a day, without a time.
    pub is_day: bool,
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
            () if has(&["BOOL", "TINYINT(1)"]) || BEGINNINGS.contains(&first) => Type::Flag,
            () if has(&["DATE", "TIME"]) || name.ends_with("_at") || name.ends_with("_on") => Type::Date,
            () if has(&["INT", "REAL", "FLOA", "DOUB", "NUM", "DEC"]) => Type::Number,
            () if words.last().is_some_and(|last| last == "date" || last == "day") => Type::Date,
            () => Type::Text,
        }
    }
}

/// Words that stand next to each other, as the one word that names of columns and tables often make of them: `list
/// price` is `listprice`. The stem of that word, and the stems of the words.
type Joined = (String, Vec<String>);

/// Words that one name is made of, at most.
const JOINED_WORDS: usize = 3;

/// The words of a question that may be one name.
pub(super) fn joined(question: &str, stems: &mut Stems) -> Vec<Joined> {
    let words = fold_words(question);
    let mut joined = Vec::new();
    for count in 2..=JOINED_WORDS {
        for words in words.windows(count) {
            let whole = stems.stem(&words.concat()).to_owned();
            joined.push((whole, words.iter().map(|word| stems.stem(word).to_owned()).collect()));
        }
    }
    joined
}

/// The tables of databases that a question may be about, and the databases that cannot be read.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub tables: Vec<Table>,
    /// Why each of them cannot be read, with the stems of the names of those tables that are known of it.
    pub unread: Vec<(String, Vec<Vec<String>>)>,
}

/// All tables of databases; `joined` are words of the question.
pub(super) fn tables(
    library: &Library,
    is_asked: &dyn Fn(FileId) -> bool,
    joined: &[Joined],
    stems: &mut Stems,
) -> Tables {
    let (mut tables, mut unread) = (Vec::new(), Vec::new());
    for file in library.file_ids().filter(|file| library.file(*file).is_database() && is_asked(*file)) {
        let database = match library.database(file) {
            Ok(database) => database,
            Err(problem) => {
                let named = table_names(library, file).map(|name| apart(stemmed(bare(name), stems), joined)).collect();
                unread.push((format!("{}: {problem}", library.file(file).path), named));
                continue;
            }
        };
        let is_server = matches!(library.file(file).origin, Origin::Server(_));
        for table in database.tables().iter().take(MAX_TABLES - tables.len().min(MAX_TABLES)) {
            let column = |own: &ColumnSchema| column(own, &database, is_server, joined, stems);
            let columns = table.columns.iter().map(column).collect();
            let sql = if is_server { database.quoted_table(table) } else { identifier(&table.name, &database) };
            tables.push(Table {
                file,
                sql,
                said: apart(stemmed(table.bare_name(), stems), joined),
                name: table.name.clone(),
                columns,
            });
        }
    }
    // Of those that could never be reached there is no file.
    let is_known = |path: &str| {
        let below = |file: FileId| library.file(file).path.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        library.file_ids().any(|file| library.file(file).is_database() && below(file))
    };
    for skipped in library.unreached().filter(|skipped| skipped.reason != NOT_SHARED && !is_known(&skipped.path)) {
        unread.push((format!("{}: {}", skipped.path, skipped.reason), Vec::new()));
    }
    Tables { tables, unread }
}

/// The names of the tables of a database as they stand in its document.
fn table_names(library: &Library, file: FileId) -> impl Iterator<Item = &str> {
    let outline = library.outline(file);
    outline.into_iter().flat_map(|outline| {
        (0..outline.len()).filter(move |node| outline.kind(*node) == Kind::Table).map(move |node| outline.name(node))
    })
}

/// A name without its schema.
fn bare(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(_, bare)| bare)
}

fn column(own: &ColumnSchema, database: &Database, is_server: bool, joined: &[Joined], stems: &mut Stems) -> Column {
    let declared = own.declared.to_ascii_uppercase();
    Column {
        said: ways(&own.name, joined, stems),
        type_: Type::of(&own.name, &own.declared),
        sql: if is_server { database.quoted(&own.name) } else { identifier(&own.name, database) },
        name: own.name.clone(),
        is_bool: declared.contains("BOOL") || own.class == ValueClass::Flag,
        is_day: declared == "DATE" || own.class == ValueClass::Date,
    }
}

/// True if there is nothing but databases, so that a question need not say that it is about one.
pub(super) fn is_alone(library: &Library) -> bool {
    let is_of_database = |file: FileId| {
        let entry = library.file(file);
        entry.is_database() || matches!(entry.origin, Origin::Server(_))
    };
    library.file_ids().all(is_of_database)
}

/// The stems of the words of a text.
pub(super) fn stemmed(text: &str, stems: &mut Stems) -> Vec<String> {
    fold_words(text).iter().map(|word| stems.stem(word).to_owned()).collect()
}

/// The ways to say the name of a column: whole, and without what is seldom said.
fn ways(name: &str, joined: &[Joined], stems: &mut Stems) -> Vec<Vec<String>> {
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
    ways.iter().map(stem).map(|way| apart(way, joined)).collect()
}

/// The stems of a name, as the question says it: in several words, if the name is one.
fn apart(name: Vec<String>, joined: &[Joined]) -> Vec<String> {
    let said = joined.iter().find(|(whole, _)| name.len() == 1 && name[0] == *whole);
    said.map_or(name, |(_, words)| words.clone())
}

/// The values of the columns of a table that hold texts of a few kinds, each with its column and its stems.
pub(super) fn values(table: &Table, library: &Library, ticket: &Ticket) -> Vec<(usize, String)> {
    let Ok(database) = library.database(table.file) else { return Vec::new() };
    let of_text = table.columns.iter().enumerate().filter(|(_, column)| column.type_ == Type::Text);
    let mut found = Vec::new();
    for (at, column) in of_text.take(MAX_COLUMNS) {
        let (name, table) = (&column.sql, &table.sql);
        let within = |rows: usize| {
            let sql = format!(
                "SELECT DISTINCT {name} FROM (SELECT {name} FROM {table} LIMIT {rows}) AS sample WHERE {name} IS NOT NULL LIMIT {}",
                VALUES + 1
            );
            let answer = database.sql(&sql, &|| ticket.check().is_ok()).ok()?;
            (answer.rows.len() <= VALUES).then_some(answer.rows)
        };
        // A server reads all rows before it tells the first value.
        let Some(rows) = within(FIRST_ROWS).and_then(|_| within(ROWS)) else { continue };
        let text = |row: &Vec<Cell>| match row.first() {
            // What a backslash is in a text differs among servers; a long text is said by nobody.
            Some(Cell::Text(text)) if !text.contains('\\') && text.chars().nth(LONGEST).is_none() => {
                Some(text.to_string())
            }
            _ => None,
        };
        found.extend(rows.iter().filter_map(text).map(|value| (at, value)));
    }
    found
}

/// A name as the SQL of SQLite, in quotes only where it needs them.
fn identifier(name: &str, database: &Database) -> String {
    match name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') {
        true if !RESERVED.contains(&name) => name.to_owned(),
        _ => database.quoted(name),
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
