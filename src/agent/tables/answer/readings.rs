//! Other ways to read a question that no table answers as it is written: in English, with values as they are spelled in rows,
//! with the names of tables for what people call their rows.

use crate::agent::tables::reading::asked::{Asked, Word};
use crate::agent::tables::reading::marked::says_nothing;
use crate::agent::tables::reading::respelled::{doubtful, respelled};
use crate::agent::tables::reading::values::spellings;
use crate::agent::tables::schema::catalog::Table;
use crate::agent::tables::vocabulary::called::CALLED;
use crate::library::{Library, Stems, fold_words};
use crate::stdx::Ticket;
use std::collections::HashSet;

/// Tables whose values are looked at for one that is nearly written in a question, at most.
const MAX_TABLES: usize = 12;

/// Letters of the end of a name by which rows are called, at least.
const SHORTEST_END: usize = 4;

/// A question as it may be read, and what is told of that.
pub(super) struct Reading {
    pub question: String,
    pub notes: Vec<String>,
}

/// The question with a value in the place of what is nearly that.
pub(super) fn spelled_right(
    question: &str,
    tables: &[Table],
    (library, ticket): (&Library, &Ticket),
    stems: &mut Stems,
) -> Option<Reading> {
    let asked = Asked::new(question, stems);
    let known: HashSet<&str> = tables.iter().flat_map(Table::stems).collect();
    let is_known = |word: &Word| known.contains(word.stem.as_str()) || says_nothing(&word.lower);
    // The values of all tables are read for what may be one of them alone.
    if doubtful(&asked, &is_known).is_empty() {
        return None;
    }
    let mut near: Vec<&Table> = tables.iter().filter(|table| asked.names(table)).collect();
    if near.len() > MAX_TABLES {
        return None;
    }
    // Names are those of what rows refer to, too; of few tables all may be meant.
    let referred: Vec<&Table> =
        near.iter().flat_map(|table| &table.references).filter_map(|(_, other, _)| tables.get(*other)).collect();
    near.extend(referred);
    if tables.len() <= MAX_TABLES {
        near = tables.iter().collect();
    }
    near.truncate(MAX_TABLES);
    let values = spellings(&near, &asked, (library, ticket));
    let found = respelled(&asked, &values, &is_known)?;
    Some(Reading { question: found.question, notes: vec![found.note] })
}

/// The question with the rows of a table for "who" in front of what they do to each other: "who reports to Ann" are the
/// employees who do, and not the one to whom Ann does.
pub(super) fn who_does(asked: &Asked, tables: &[Table]) -> Option<String> {
    let [who, does, ..] = asked.words.as_slice() else { return None };
    let after = asked.words.get(2).map(|word| &word.stem);
    let is_done = |table: &Table, by: usize| match table.columns[by].words.as_slice() {
        [first, second, ..] => *first == does.stem && Some(second) == after,
        _ => false,
    };
    let is_itself = |table: &Table, other: usize| tables.get(other).is_some_and(|other| std::ptr::eq(other, table));
    let does_it =
        |table: &&Table| table.references.iter().any(|&(by, other, _)| is_itself(table, other) && is_done(table, by));
    let mut found = tables.iter().filter(does_it);
    let table = found.next().filter(|_| who.lower == "who" && found.next().is_none())?;
    let rows = spaced(&table.name);
    Some(asked.with(0, 1, &format!("{}s who", rows.rsplit(' ').next().unwrap_or(&rows))))
}

/// The question with the name of a table for what people call its rows: songs are tracks.
pub(super) fn called_otherwise(question: &str, tables: &[Table], stems: &mut Stems) -> Option<Reading> {
    let asked = Asked::new(question, stems);
    let known: HashSet<&str> = tables.iter().flat_map(Table::stems).collect();
    let said = |word: &&str| tables.iter().find(|table| table.said == [Stems::new().stem(word).to_owned()]);
    for (at, word) in asked.words.iter().enumerate() {
        if word.is_quoted || word.is_proper {
            continue;
        }
        if known.contains(word.stem.as_str()) {
            if let Some(table) = part_of(tables, word) {
                let note = format!("\"{}\" is read as rows of {}", word.lower, table.name);
                return Some(Reading { question: asked.with(at, 1, &spaced(&table.name)), notes: vec![note] });
            }
            continue;
        }
        let row = CALLED.iter().find(|(words, _)| words.contains(&word.lower.as_str()));
        let found: Vec<(&str, &Table)> = match row {
            Some((_, names)) => names.iter().filter_map(|name| Some((*name, said(name)?))).collect(),
            None => tables.iter().filter_map(|table| Some((ends_with(table, word)?, table))).collect(),
        };
        let &[(name, table)] = found.as_slice() else { continue };
        let plural = if word.lower.ends_with('s') { format!("{name}s") } else { name.to_owned() };
        let note = format!("\"{}\" is read as rows of {}", word.lower, table.name);
        return Some(Reading { question: asked.with(at, 1, &plural), notes: vec![note] });
    }
    None
}

/// The name of a table that ends with a word for several things: heroes are rows of `superheroes`.
fn ends_with<'t>(table: &'t Table, word: &Word) -> Option<&'t str> {
    let [said] = table.said.as_slice() else { return None };
    let is_end = word.lower.ends_with('s')
        && word.stem.chars().count() >= SHORTEST_END
        && said.len() > word.stem.len()
        && said.ends_with(&word.stem);
    is_end.then_some(said.as_str())
}

/// The one table of whose name a word for several things is the beginning or the end, where nothing has it as a whole name:
/// crimes are rows of `crime_scene_report`.
fn part_of<'t>(tables: &'t [Table], word: &Word) -> Option<&'t Table> {
    let is_whole = |way: &Vec<String>| way.as_slice() == std::slice::from_ref(&word.stem);
    let names = |table: &&Table| {
        let is_part = table.said.first() == Some(&word.stem) || table.said.last() == Some(&word.stem);
        table.said.len() > 1 && is_part
    };
    let has_name =
        |table: &Table| is_whole(&table.said) || table.own().any(|(_, column)| column.said.iter().any(is_whole));
    let mut found = tables.iter().filter(names);
    let only = found.next().filter(|_| word.lower.ends_with('s') && !tables.iter().any(has_name))?;
    found.next().is_none().then_some(only)
}

/// The words of a name.
fn spaced(name: &str) -> String {
    fold_words(name).join(" ")
}
