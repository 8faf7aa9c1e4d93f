//! What tables are called in a question: by their names, by parts of these, by what refers to them, by what is done.

use super::fillers::{is_deed, is_idle};
use crate::agent::tables::reading::asked::Word;
use crate::agent::tables::schema::catalog::Table;
use crate::agent::tables::vocabulary::called::CALLED;

/// Stems of last words of names of tables that say no more than that it is one.
const OF_ROWS: &[&str] = &["data", "info", "inform", "detail", "list", "tabl", "record", "table", "name"];

/// Letters of the stem of a verb by which a table is meant, at least.
const SHORTEST_VERB: usize = 4;

/// What makes the name of a table of a verb: "treated" says that there is a row of `treatments`.
const OF_VERBS: &[&str] = &["", "e", "s", "ing", "ment", "ion", "ation", "al"];

/// The tables that are called so by their names, or by a part of one.
pub(super) fn named(here: &[Word], tables: &[Table], is_column: bool) -> Vec<usize> {
    let is_verb = matches!(here, [word] if word.lower.ends_with("ed"));
    let is_clear = |table: &Table| !is_verb || is_of_one_way(table);
    let whole: Vec<usize> =
        (0..tables.len()).filter(|at| is_table(&tables[*at], here) && is_clear(&tables[*at])).collect();
    if !whole.is_empty() || is_column {
        return of_one_thing(whole, tables);
    }
    let part = (0..tables.len()).filter(|at| is_part_of_table(&tables[*at], here)).collect();
    let part = of_one_thing(part, tables);
    if part.len() == 1 { part } else { Vec::new() }
}

/// The one table whose rows people call so, whatever its name is, and how that is told.
pub(super) fn called_otherwise(here: &[Word], tables: &[Table]) -> Option<(usize, String)> {
    let [word] = here else { return None };
    if word.is_proper || is_idle(&word.lower) || is_deed(&word.lower) {
        return None;
    }
    let names = CALLED.iter().filter(|(said, _)| said.contains(&word.lower.as_str())).flat_map(|(_, names)| *names);
    let names: Vec<&str> = names.copied().collect();
    let is_called = |table: &Table| matches!(table.said.as_slice(), [only] if names.iter().any(|name| name.starts_with(only.as_str())));
    let found: Vec<usize> = (0..tables.len()).filter(|at| is_called(&tables[*at])).collect();
    let found = if found.is_empty() { by_references(word, tables) } else { found };
    let [table] = found[..] else { return None };
    Some((table, format!("\"{}\" is read as rows of {}", word.lower, tables[table].name)))
}

/// The table that columns of this name refer to, all of them: the makers of `model.maker` are rows of `car_makers`.
pub(super) fn referred(here: &[Word], columns: &[(usize, usize)], tables: &[Table]) -> Option<(usize, Option<String>)> {
    let [word] = here else { return None };
    let to =
        |(table, at): &(usize, usize)| tables[*table].references.iter().find(|(by, ..)| by == at).map(|(_, to, _)| *to);
    let all: Option<Vec<usize>> = columns.iter().map(to).collect();
    let all = all?;
    let table = *all.first()?;
    let is_named = tables[table].said.contains(&word.stem);
    let is_so = all.iter().all(|other| *other == table) && (is_named || by_references(word, tables) == [table]);
    let note = || format!("\"{}\" is read as rows of {}", word.lower, tables[table].name);
    is_so.then(|| (table, (!is_named).then(note)))
}

/// The table that several others call so where they refer to it: students, by the `student_id` of each of them.
fn by_references(word: &Word, tables: &[Table]) -> Vec<usize> {
    let calls = |table: &Table, to: usize| {
        table.references.iter().any(|(by, referred, _)| {
            let words = &table.columns[*by].words;
            *referred == to && matches!(words.as_slice(), [role, last] if *role == word.stem && last == "id")
        })
    };
    let is_so = |to: &usize| tables.iter().filter(|table| calls(table, *to)).count() > 1;
    (0..tables.len()).filter(is_so).collect()
}

/// The one table of which there is a row where something is done.
pub(super) fn done(word: &Word, tables: &[Table]) -> Option<usize> {
    let is_verb = ["ed", "ing"].iter().any(|end| word.lower.ends_with(end));
    if !is_verb || word.is_proper || is_idle(&word.lower) || word.stem.len() < SHORTEST_VERB {
        return None;
    }
    let is = |table: &Table| {
        table
            .said
            .last()
            .and_then(|last| last.strip_prefix(word.stem.as_str()))
            .is_some_and(|end| OF_VERBS.contains(&end))
    };
    let mut found = (0..tables.len()).filter(|at| is(&tables[*at]) && is_of_one_way(&tables[*at]));
    found.next().filter(|_| found.next().is_none())
}

/// Whether a table refers to each other one once. Who "is liked" is another one than who likes: of two references to one
/// table it is not clear which.
fn is_of_one_way(table: &Table) -> bool {
    let refers = &table.references;
    (1..refers.len()).all(|at| refers[..at].iter().all(|(_, to, _)| *to != refers[at].1))
}

/// Of two tables of which one says more of the rows of the other the one that does: from there both are reached.
fn of_one_thing(found: Vec<usize>, tables: &[Table]) -> Vec<usize> {
    match found[..] {
        [one, other] if tables[one].is_more_of() == Some(other) => vec![one],
        [one, other] if tables[other].is_more_of() == Some(one) => vec![other],
        _ => found,
    }
}

/// Whether a table is called so.
fn is_table(table: &Table, here: &[Word]) -> bool {
    let is = |name: &[String]| {
        name.len() == here.len() && name.iter().zip(here).all(|(own, word)| *own == word.stem || *own == word.lower)
    };
    is(&table.said) || table.said.split_last().is_some_and(|(last, rest)| OF_ROWS.contains(&last.as_str()) && is(rest))
}

/// Whether a part of the name of a table is called so, at its beginning or its end.
fn is_part_of_table(table: &Table, here: &[Word]) -> bool {
    let is = |name: &[String]| name.iter().zip(here).all(|(own, word)| *own == word.stem || *own == word.lower);
    let (own, count) = (&table.said, here.len());
    own.len() > count
        && here.iter().all(|word| word.lower.len() > 3 && !is_idle(&word.lower) && !is_deed(&word.lower))
        && (is(&own[..count]) || is(&own[own.len() - count..]))
}
