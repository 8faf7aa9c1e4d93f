//! The tables of the databases of a workspace, and the values of their columns.

use super::children::Child;
use super::clocks::Clock;
use super::files::Filed;
use super::homes::Home;
use super::identifiers::identifier;
use super::inferred::with_references;
use super::related::refer;
use super::spoken::{BEGINNINGS, ENDS, HUNDREDTHS, Joined, apart, stemmed, unname, ways};
use crate::databases::{ColumnSchema, Database, ValueClass};
use crate::docql::holds_tables;
use crate::document::Kind;
use crate::library::{FileId, Library, NOT_SHARED, Origin, Stems, fold_words};

/// Tables that are looked at, at most.
const MAX_TABLES: usize = 500;

/// A table that a question may be about.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::agent::tables) struct Table {
    pub file: FileId,
    pub home: Home,
    pub name: String,
    /// The same as SQL.
    pub sql: String,
    /// The stems of the words of its name.
    pub said: Vec<String>,
    pub columns: Vec<Column>,
    /// The places of the columns that say what a row is called: `name`, or `first_name` and `last_name`.
    pub labels: Vec<usize>,
    /// Columns that refer to another table: the place of each, the place of the table, the place of its column.
    pub references: Vec<(usize, usize, usize)>,
    /// The tables whose columns stand behind its own, each reached by a reference.
    pub joins: Vec<Join>,
    /// What belongs to its rows.
    pub children: Vec<Child>,
    /// Whether it is on a server.
    pub is_server: bool,
    /// Whether it is computed from tables each time that it is asked.
    pub is_computed: bool,
}

/// What a question can say of one column: its names, its type, and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::agent::tables) struct Column {
    pub name: String,
    /// The same as SQL.
    pub sql: String,
    /// The ways to say its name, each as stems, the longest first.
    pub said: Vec<Vec<String>>,
    pub type_: Type,
    /// The values that it may hold, as the database declares it.
    pub class: ValueClass,
    /// How it holds points of time, if it does.
    pub clock: Clock,
    /// Whether its values are written in several zones.
    pub is_of_zones: bool,
    /// Whether its numbers are hundredths of what people say, as its name tells.
    pub is_hundredths: bool,
    /// Whether it is declared as yes or no, so that it is a condition by itself.
    pub is_bool: bool,
    /// Whether it is declared as a day, without a time.
    pub is_day: bool,
    /// Why its values are compared with nothing, though they look as if they could be; empty if they can be.
    pub doubt: String,
    /// The values that its type names, of which a row has one.
    pub choices: Vec<String>,
    /// Whether a row may have several values of its type in one text.
    pub is_set: bool,
    /// The stems of the words of its name.
    pub words: Vec<String>,
    /// The words themselves.
    pub name_words: Vec<String>,
    /// Whether it is a key, or refers to one: its number says nothing of a row.
    pub is_key: bool,
    /// Its place in the primary key, from 1; 0 if it is not in it.
    pub key_place: u32,
    /// Whether every row has a value of it.
    pub is_required: bool,
    /// Whether it says what a row is called.
    pub is_label: bool,
    /// The way to its table, a place in `joins`; none if it is a column of the table itself.
    pub join: Option<usize>,
    /// The places of its table and of itself, among all tables.
    pub origin: (usize, usize),
}

/// The way to a table that another one refers to.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::agent::tables) struct Join {
    /// The table that refers to it: another join, or none for the table itself.
    pub from: Option<usize>,
    /// The column of the table itself that refers to it.
    pub by: Option<usize>,
    /// What its columns stand behind, as SQL.
    pub sql: String,
    /// `LEFT JOIN … ON …`; of a link what stands before a condition: `id IN (SELECT … WHERE `.
    pub clause: String,
    /// Of a link: how its rows stand beside those of the table, each as often as it is linked.
    pub beside: String,
    /// The column that is referred to, as SQL.
    pub key: String,
    /// The ways to say it, as stems: the name of the table, of the column that refers to it.
    pub said: Vec<Vec<String>>,
    /// How many references lead to it.
    pub depth: usize,
    /// Whether rows are linked with several of its rows, by a table between.
    pub is_link: bool,
}

impl Table {
    /// Whether the rows of a link can stand beside those of the table: nothing else is called like it.
    pub(in crate::agent::tables) fn is_beside(&self, join: usize) -> bool {
        let sql = &self.joins[join].sql;
        *sql != self.sql && self.joins.iter().enumerate().all(|(at, other)| at == join || other.sql != *sql)
    }

    /// The columns of the table itself.
    pub(in crate::agent::tables) fn own(&self) -> impl Iterator<Item = (usize, &Column)> {
        self.columns.iter().enumerate().filter(|(_, column)| column.join.is_none())
    }

    /// The stems by which it and its columns are named.
    pub(in crate::agent::tables) fn stems(&self) -> impl Iterator<Item = &str> {
        self.said.iter().chain(self.columns.iter().flat_map(|column| &column.words)).map(String::as_str)
    }

    /// How many references lead to a column.
    pub(in crate::agent::tables) fn depth(&self, column: usize) -> usize {
        self.columns[column].join.map_or(0, |join| self.joins[join].depth)
    }

    /// The column of the table itself by which another one is reached, or that column itself.
    pub(in crate::agent::tables) fn way_to(&self, column: usize) -> Option<usize> {
        let Some(mut join) = self.columns[column].join else { return Some(column) };
        while let Some(from) = self.joins[join].from {
            join = from;
        }
        self.joins[join].by
    }

    /// What a column is called where it is told from others; of two of one table the reference to it tells more.
    pub(in crate::agent::tables) fn full_name(&self, column: usize, beside: &[usize]) -> String {
        let own = &self.columns[column];
        let is_twice = beside.iter().any(|other| *other != column && self.columns[*other].origin == own.origin);
        match (own.join, self.way_to(column).filter(|_| is_twice)) {
            (None, _) => format!("{}.{}", self.name, own.name),
            (Some(_), Some(way)) => format!("{}.{}", self.name, self.columns[way].name),
            (Some(join), None) => format!("{}.{}", self.joins[join].sql.trim_matches('"'), own.name),
        }
    }

    /// A column as SQL, behind its table where several are read.
    pub(in crate::agent::tables) fn column_sql(&self, at: usize, is_joined: bool) -> String {
        let column = &self.columns[at];
        match column.join {
            Some(join) => format!("{}.{}", self.joins[join].sql, column.sql),
            None if is_joined => format!("{}.{}", self.sql, column.sql),
            None => column.sql.clone(),
        }
    }
}

/// How types begin that name their values.
const CHOICES: &[&str] = &["ENUM(", "SET("];

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) enum Type {
    Number,
    Text,
    Date,
    Flag,
}

impl Type {
    fn of(name: &str, declared: &str) -> Type {
        let declared = declared.to_ascii_uppercase();
        // What can be chosen stands behind it, and may be any word.
        if CHOICES.iter().any(|start| declared.starts_with(start)) {
            return Type::Text;
        }
        let has = |words: &[&str]| words.iter().any(|word| declared.contains(word));
        let words = fold_words(name);
        let first = words.first().map_or("", String::as_str);
        match () {
            () if has(&["BOOL", "TINYINT(1)"]) => Type::Flag,
            // Texts say yes and no in words of their own.
            () if BEGINNINGS.contains(&first) && !has(&["CHAR", "TEXT", "CLOB"]) => Type::Flag,
            () if has(&["DATE", "TIME"]) || name.ends_with("_at") || name.ends_with("_on") => Type::Date,
            () if has(&["INT", "REAL", "FLOA", "DOUB", "NUM", "DEC"]) => Type::Number,
            () if words.last().is_some_and(|last| last == "date" || last == "day") => Type::Date,
            () => Type::Text,
        }
    }
}

/// The tables of databases that a question may be about, and the databases that cannot be read.
#[derive(Debug, Default)]
pub(in crate::agent::tables) struct Tables {
    pub tables: Vec<Table>,
    /// Why each of them cannot be read, with the stems of the names of those tables that are known of it.
    pub unread: Vec<(String, Vec<Vec<String>>)>,
}

/// All tables of databases, and those of files; `joined` are words of the question.
pub(in crate::agent::tables) fn tables(
    library: &Library,
    is_asked: &dyn Fn(FileId) -> bool,
    filed: Filed,
    joined: &[Joined],
    stems: &mut Stems,
) -> Tables {
    let (mut tables, mut unread) = (Vec::new(), filed.unread);
    for file in library.file_ids().filter(|file| library.file(*file).is_database() && is_asked(*file)) {
        match library.database(file) {
            Ok(database) => add(&mut tables, &database, (&Home::Database(file), library), joined, stems),
            Err(problem) => {
                let named = table_names(library, file).map(|name| apart(stemmed(bare(name), stems), joined)).collect();
                unread.push((format!("{}: {problem}", library.file(file).path), named));
            }
        }
    }
    for home in filed.homes {
        if let Ok(database) = home.open(library) {
            add(&mut tables, &database, (&home, library), joined, stems);
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

/// Adds the tables of a database.
fn add(
    tables: &mut Vec<Table>,
    database: &Database,
    (home, library): (&Home, &Library),
    joined: &[Joined],
    stems: &mut Stems,
) {
    let file_of = |at: usize| match home {
        Home::Database(file) => Some(*file),
        Home::Files(of) => of.files.get(at).copied(),
    };
    let first = tables.len();
    let schemas = with_references(database);
    for (at, table) in schemas.iter().enumerate().take(MAX_TABLES - first.min(MAX_TABLES)) {
        let Some(file) = file_of(at) else { continue };
        let is_server = home.is_database() && matches!(library.file(file).origin, Origin::Server(_));
        let mut columns: Vec<Column> =
            table.columns.iter().map(|own| column(own, database, is_server, joined, stems)).collect();
        shorten(&mut columns);
        unname(&mut columns, &stemmed(table.bare_name(), stems));
        give_way(&mut columns);
        let sql = if is_server { database.quoted_table(table) } else { identifier(&table.name, database) };
        tables.push(Table {
            file,
            home: home.clone(),
            sql,
            said: apart(stemmed(table.bare_name(), stems), joined),
            name: table.name.clone(),
            labels: Vec::new(),
            references: Vec::new(),
            joins: Vec::new(),
            children: Vec::new(),
            is_server,
            is_computed: table.is_computed,
            columns,
        });
    }
    drop_prefix(&mut tables[first..], joined);
    refer(&mut tables[first..], &schemas, first);
}

/// Tables with the same first word, at least, for it to be said by nobody: `moz_` of `moz_bookmarks`.
const SAME_PREFIX: usize = 5;

/// Leaves out the first word of the names of most tables, unless the question says it.
fn drop_prefix(tables: &mut [Table], joined: &[Joined]) {
    let firsts: Vec<String> = tables.iter().filter_map(|table| table.said.first().cloned()).collect();
    let count = |word: &String| firsts.iter().filter(|first| *first == word).count();
    let Some(prefix) = firsts.iter().find(|word| count(word) >= SAME_PREFIX && count(word) * 2 > tables.len()) else {
        return;
    };
    let shorts: Vec<Vec<String>> = tables
        .iter()
        .map(|table| if table.said.first() == Some(prefix) { table.said[1..].to_vec() } else { table.said.clone() })
        .collect();
    for (at, table) in tables.iter_mut().enumerate() {
        let is_said = joined.iter().any(|(_, words)| *words == table.said);
        let is_only = shorts.iter().filter(|other| **other == shorts[at]).count() == 1;
        if is_only && !is_said && !shorts[at].is_empty() {
            table.said.clone_from(&shorts[at]);
        }
    }
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
        class: own.class,
        clock: Clock::default(),
        is_of_zones: false,
        is_hundredths: fold_words(&own.name).last().is_some_and(|word| HUNDREDTHS.contains(&word.as_str())),
        is_bool: declared.contains("BOOL") || own.class == ValueClass::Flag,
        is_day: declared == "DATE" || own.class == ValueClass::Date,
        doubt: own.doubt.clone(),
        choices: choices(&own.declared),
        is_set: declared.starts_with("SET("),
        words: stemmed(&own.name, stems),
        name_words: fold_words(&own.name),
        is_key: own.key > 0 || !own.references.is_empty(),
        key_place: own.key,
        is_required: own.required,
        is_label: false,
        join: None,
        origin: (0, 0),
    }
}

/// The values of `enum('open','closed')`; none of another type.
fn choices(declared: &str) -> Vec<String> {
    let is_enum = declared.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("enum("));
    let listed = declared.get(5..).and_then(|rest| rest.rsplit_once(')')).filter(|_| is_enum);
    let inner = listed.and_then(|(all, _)| all.strip_prefix('\'')?.strip_suffix('\''));
    inner.map_or_else(Vec::new, |all| all.split("','").map(|value| value.replace("''", "'")).collect())
}

/// Of a name of two or three words the last alone will do where no other column has it: "price" for a unit price. What costs
/// something has a price.
fn shorten(columns: &mut [Column]) {
    let has = |columns: &[Column], word: &str| {
        columns.iter().filter(|column| column.words.iter().any(|own| own == word)).count()
    };
    for at in 0..columns.len() {
        let column = &columns[at];
        let last = column.words.last().cloned().unwrap_or_default();
        let is_short = (2..=3).contains(&column.words.len()) && !column.is_key && has(columns, &last) == 1;
        let is_end = column.name_words.last().is_some_and(|word| ENDS.contains(&word.as_str()));
        let costs = last == "price" && has(columns, "cost") == 0 && has(columns, "price") == 1;
        if is_short && !is_end {
            columns[at].said.push(vec![last]);
        }
        if costs {
            columns[at].said.push(vec!["cost".to_owned()]);
        }
    }
}

/// What is the whole name of a column is no short way to say another one: `price` beside `price_cents`.
fn give_way(columns: &mut [Column]) {
    let whole: Vec<Vec<String>> = columns.iter().filter_map(|column| column.said.first().cloned()).collect();
    for (at, column) in columns.iter_mut().enumerate() {
        let is_of_another = |way: &Vec<String>| whole.iter().enumerate().any(|(of, name)| of != at && name == way);
        let mut number = 0;
        column.said.retain(|way| {
            number += 1;
            number == 1 || !is_of_another(way)
        });
    }
}

/// True if there is nothing but databases and files of tables, so that a question need not say that it is about one.
pub(in crate::agent::tables) fn is_alone(library: &Library) -> bool {
    let is_of_database = |file: FileId| {
        let entry = library.file(file);
        entry.is_database() || matches!(entry.origin, Origin::Server(_)) || holds_tables(library, file)
    };
    library.file_ids().all(is_of_database)
}
