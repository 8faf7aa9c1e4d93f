//! The tables that a table refers to, and those that it is linked with: their columns stand behind its own.

use super::catalog::{Column, Join, Table, Type};
use super::children::children;
use crate::databases::TableSchema;

/// References that lead to a table, at most, and tables that are reached.
const MAX_DEPTH: usize = 3;
const MAX_JOINS: usize = 24;

/// What is said of columns that say what a row is called; the first that fit.
const LABELS: &[&str] = &["name", "title", "label", "姓名", "名称", "名字", "标题"];

/// What is said of others that do where there is none such.
const DESCRIPTIONS: &[&str] = &["identifier", "description", "caption", "subject"];

/// What tells places apart that have no name of their own.
const PLACES: &[&str] = &["city", "town", "城市"];

/// Words of columns that say something else, even where every row has to have it.
const NO_NAMES: &[&str] =
    &["status", "state", "type", "kind", "category", "code", "date", "phone", "email", "currency", "country", "city"];

/// Words of columns that make up a name together.
const PARTS_OF_NAMES: &[&str] = &["first", "last", "given", "family"];

/// Columns that are such a part by themselves.
const NAMES: &[&str] = &["surname", "forename", "lastname", "firstname"];

/// Notes what the tables of a database refer to, and the columns that say what their rows are called. The first of them
/// is the `first` of all tables.
pub(in crate::agent::tables) fn refer(tables: &mut [Table], schemas: &[TableSchema], first: usize) {
    for at in 0..tables.len() {
        let references = references(&schemas[at], schemas, tables.len());
        for &(own, other, to) in &references {
            let role = role(&tables[at].columns[own], &tables[other].columns[to], &tables[other].said);
            let is_said = tables[at].columns.iter().any(|column| column.said.contains(&role));
            if !role.is_empty() && !is_said {
                tables[at].columns[own].said.push(role);
            }
        }
        let labels = labels(&tables[at]);
        let table = &mut tables[at];
        for (number, column) in table.columns.iter_mut().enumerate() {
            column.is_label = labels.contains(&number);
            column.origin = (first + at, number);
        }
        (table.labels, table.references) = (labels, Vec::new());
        table.references.extend(references.into_iter().map(|(own, other, to)| (own, first + other, to)));
    }
}

impl Table {
    /// The one column that is its primary key.
    pub(in crate::agent::tables) fn primary(&self) -> Option<usize> {
        let mut keys = self.own().filter(|(_, column)| column.key_place > 0).map(|(at, _)| at);
        keys.next().filter(|_| keys.next().is_none())
    }

    /// The table of whose rows each has one row here at most: its primary key refers to it.
    pub(in crate::agent::tables) fn is_more_of(&self) -> Option<usize> {
        let key = self.primary()?;
        self.references.iter().find(|(by, ..)| *by == key).map(|(_, to, _)| *to)
    }

    /// The references that tell whose its rows are, of those to another table. Of two the one that is called like the
    /// table says what a row is, and the other one whose it is: the `friend_id` and the `student_id` of `friends`.
    pub(in crate::agent::tables) fn whose(&self, to: usize) -> Vec<(usize, usize, usize)> {
        let all = || self.references.iter().copied().filter(|(_, referred, _)| *referred == to);
        let is_itself = |(by, ..): &(usize, usize, usize)| {
            let words = &self.columns[*by].words;
            *words == self.said || words.split_last().is_some_and(|(last, rest)| last == "id" && rest == self.said)
        };
        let others: Vec<(usize, usize, usize)> = all().filter(|reference| !is_itself(reference)).collect();
        if others.len() == 1 { others } else { all().collect() }
    }

    /// Whether its rows refer to those of another table in several ways.
    pub(in crate::agent::tables) fn refers_twice(&self, to: usize) -> bool {
        self.references.iter().filter(|(_, referred, _)| *referred == to).count() > 1
    }
}

/// What a column that refers to another table says of the way to it, in front of the name of what it refers to: the sales
/// rep of `sales_rep_employee_number`.
fn role(own: &Column, key: &Column, table: &[String]) -> Vec<String> {
    let whole: Vec<String> = table.iter().chain(&key.words).cloned().collect();
    let rest = own.words.strip_suffix(key.words.as_slice()).filter(|_| key.words.len() > 1);
    let rest = rest.or_else(|| own.words.strip_suffix(whole.as_slice()));
    rest.map_or_else(Vec::new, <[String]>::to_vec)
}

/// The columns of a table that refer to a row of another one each by itself: the parts of a key of several do not.
fn references(table: &TableSchema, all: &[TableSchema], count: usize) -> Vec<(usize, usize, usize)> {
    let found = table.columns.iter().enumerate().filter_map(|(at, column)| {
        let place = |name: &str| all.iter().position(|other| other.name.eq_ignore_ascii_case(name));
        // A reference without a column means the key.
        let whole = Some((column.references.as_str(), "")).filter(|(name, _)| place(name).is_some());
        let (name, referred) = whole.or_else(|| column.references.rsplit_once('.'))?;
        let other = place(name).filter(|other| *other < count)?;
        let columns = &all[other].columns;
        let to = columns.iter().position(|column| column.name.eq_ignore_ascii_case(referred));
        let key = || all[other].key().first().copied().filter(|_| referred.is_empty());
        Some((at, other, to.or_else(key)?))
    });
    let found: Vec<(usize, usize, usize)> = found.collect();
    let is_alone = |one: &(usize, usize, usize)| found.iter().all(|other| other.1 != one.1 || other.2 == one.2);
    found.iter().filter(|one| is_alone(one)).copied().collect()
}

/// The columns that say what a row is called.
fn labels(table: &Table) -> Vec<usize> {
    let texts = || table.columns.iter().enumerate().filter(|(_, column)| !column.is_key && column.is_text());
    let says = |column: &Column, word: &str| column.name_words.iter().any(|own| own == word);
    let parts = texts().filter(|(_, column)| {
        let is_part = says(column, "name") && PARTS_OF_NAMES.iter().any(|part| says(column, part));
        let is_whole = |word: &&str| column.name_words == [(*word).to_owned()];
        is_part && column.name_words.len() == 2 || NAMES.iter().any(is_whole)
    });
    let parts: Vec<usize> = parts.map(|(at, _)| at).collect();
    if parts.len() > 1 {
        return parts;
    }
    // The cities of `city.city`.
    // Or the `productLine` of product lines, which is their key.
    let is_same = |column: &Column| column.words == table.said || column.words.concat() == table.said.concat();
    let all = || table.columns.iter().enumerate();
    let same = all().find(|(_, column)| column.is_text() && is_same(column));
    let whole =
        |word: &&str| texts().find(|(_, column)| column.name_words == [word.to_owned()] || column.name == **word);
    // The `ward_name` of a ward.
    let of_table = |word: &&str| {
        let is_of_table = |column: &Column| column.words.split_last().is_some_and(|(_, first)| first == table.said);
        texts().find(|(_, column)| says(column, word) && is_of_table(column))
    };
    let first = table.columns.iter().enumerate().find(|(_, column)| !column.is_key);
    let is_name = |column: &Column| !column.name_words.iter().any(|word| NO_NAMES.contains(&word.as_str()));
    let required = first.filter(|(_, column)| column.is_text() && column.is_required && is_name(column));
    let called = |word: &&str| texts().find(|(_, column)| says(column, word));
    let one = same.or_else(|| LABELS.iter().find_map(whole)).or_else(|| LABELS.iter().find_map(of_table));
    let one = one.or_else(|| DESCRIPTIONS.iter().find_map(whole)).or(required);
    let one =
        one.or_else(|| LABELS.iter().chain(DESCRIPTIONS).find_map(called)).or_else(|| PLACES.iter().find_map(whole));
    one.map(|(at, _)| at).into_iter().collect()
}

/// A table with the columns of those that it refers to, and of those that a table of nothing but references links it
/// with.
pub(in crate::agent::tables) fn widened(base: usize, tables: &[Table]) -> Table {
    let mut table = Table { children: children(base, tables), ..tables[base].clone() };
    let mut due: Vec<(Option<usize>, usize, usize, Vec<usize>)> = vec![(None, base, 0, Vec::new())];
    let mut next = 0;
    while let Some((from, at, depth, path)) = due.get(next).cloned() {
        next += 1;
        for &(own, other, to) in &tables[at].references {
            if depth == MAX_DEPTH || table.joins.len() == MAX_JOINS || path.contains(&other) {
                continue;
            }
            let before = from.map_or_else(|| table.sql.clone(), |from| table.joins[from].sql.clone());
            let column = &tables[at].columns[own];
            let (name, as_name) = name_of(&tables[other], &table);
            let clause = format!(
                " LEFT JOIN {}{as_name} ON {name}.{} = {before}.{}",
                tables[other].sql, tables[other].columns[to].sql, column.sql
            );
            let mut said = column.said.clone();
            said.push(tables[other].said.clone());
            let key = format!("{name}.{}", tables[other].columns[to].sql);
            let by = from.is_none().then_some(own);
            let beside = String::new();
            let join = Join { from, by, sql: name, clause, beside, key, said, depth: depth + 1, is_link: false };
            due.push((Some(table.joins.len()), other, depth + 1, path.iter().copied().chain([other]).collect()));
            add(&mut table, join, &tables[other]);
        }
    }
    let home = table.home.clone();
    for link in tables.iter().filter(|other| other.home == home) {
        // When it was linked says nothing of what is.
        let is_key = |column: &Column| column.is_key || column.type_ == Type::Date;
        let is_link = link.columns.iter().all(is_key) && link.references.len() == 2;
        let (Some(here), Some(there)) = (
            link.references.iter().find(|(_, other, _)| *other == base),
            link.references.iter().find(|(_, other, _)| *other != base),
        ) else {
            continue;
        };
        if !is_link || table.joins.len() == MAX_JOINS {
            continue;
        }
        let other = &tables[there.1];
        let (here_sql, link_sql, other_sql) = (&table.sql, &link.sql, &other.sql);
        let (key, other_key) = (&table.columns[here.2].sql, &other.columns[there.2].sql);
        let (to_base, to_other) = (&link.columns[here.0].sql, &link.columns[there.0].sql);
        let linked = format!("JOIN {other_sql} ON {other_sql}.{other_key} = {link_sql}.{to_other}");
        let clause = format!("{here_sql}.{key} IN (SELECT {link_sql}.{to_base} FROM {link_sql} {linked} WHERE ");
        let beside = format!(" JOIN {link_sql} ON {link_sql}.{to_base} = {here_sql}.{key} {linked}");
        let key = format!("{other_sql}.{other_key}");
        let (sql, said) = (other.sql.clone(), vec![other.said.clone()]);
        let join = Join { from: None, by: None, key, sql, clause, beside, said, depth: 2, is_link: true };
        add(&mut table, join, other);
    }
    table
}

/// What a table is called where it is joined: its own name, unless that is taken.
fn name_of(other: &Table, table: &Table) -> (String, String) {
    let is_taken = |name: &str| name == table.sql || table.joins.iter().any(|join| join.sql == name);
    if !is_taken(&other.sql) {
        return (other.sql.clone(), String::new());
    }
    let numbered = (2..).map(|number| format!("other_{number}"));
    let name = numbered.into_iter().find(|name| !is_taken(name)).unwrap_or_default();
    (name.clone(), format!(" AS {name}"))
}

/// Adds the columns of a table that is reached, but its keys.
fn add(table: &mut Table, join: Join, other: &Table) {
    let number = table.joins.len();
    for column in other.columns.iter().filter(|column| !column.is_key || column.is_label) {
        let mut said: Vec<Vec<String>> = Vec::new();
        for name in &join.said {
            said.extend(column.said.iter().map(|way| name.iter().chain(way).cloned().collect()));
        }
        said.extend(column.said.iter().cloned());
        if column.is_label {
            said.extend(join.said.iter().cloned());
        }
        table.columns.push(Column { said, join: Some(number), ..column.clone() });
    }
    table.joins.push(join);
}
