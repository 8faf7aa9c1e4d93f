//! The rows that a query finds that filters and searches; where no row that meets the conditions holds the words, those
//! rows themselves, the nearest in meaning first.

use super::answered::{Counted, Route, Tabled};
use super::filter::Filter;
use super::shown::{ShownRow, without_empty};
use super::statement::MAX_KEYS;
use crate::agent::tables::reading::respelled;
use crate::agent::tables::schema::catalog::Table;
use crate::docql::quoted;
use crate::document::Cell;
use crate::engine::{self, Question, Reading, Unanswered};
use crate::indexer::Indexer;
use crate::library::{Library, Stems};
use crate::semantic::{EmbeddingModel, Vector};
use crate::stdx::Ticket;
use std::cell::OnceCell;
use std::sync::Arc;

/// Rows that are shown of those that were searched.
const FOUND: usize = 10;

/// Rows of which it is told that they come nearest, though they hold none of the words, at most.
const FEW: usize = 3;

/// Rows that meet the conditions, at most, where none holds the words: of more it is not said which are meant.
const MAX_NEAREST: usize = 200;
const NEAREST: usize = 5;

/// How sure it is that rows are meant that do not hold all of the words.
const UNSURE: f32 = 0.5;

/// Who asks, and where.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub workspace: &'a Indexer,
    pub library: &'a Library,
    pub is_alone: bool,
    pub ticket: &'a Ticket,
    /// Keeps the first defect of docql that a query has met: that nothing was found says nothing then.
    pub defect: &'a OnceCell<Unanswered>,
}

/// The rows of a table that a filter finds, and how well the best of them fits.
pub(super) fn searched(place: Place<'_>, table: &Table, filter: &Filter, stems: &mut Stems) -> Option<(f32, Tabled)> {
    let found = found(place, table, filter, stems);
    let others = || filter.by_words.as_ref().and_then(|other| self::found(place, table, other, stems));
    found.or_else(others).or_else(|| nearest(place, table, filter))
}

/// Rows that hold the words, as far as letters tell.
pub(super) fn found(place: Place<'_>, table: &Table, filter: &Filter, stems: &mut Stems) -> Option<(f32, Tabled)> {
    if filter.words.is_empty() {
        return None;
    }
    let query = query(place, table, filter, &filter.words)?;
    let found = answer(place, &query)?;
    let score = found.items.first()?.score.unwrap_or_default();
    let rows: Vec<ShownRow> =
        found.items.iter().take(FOUND).filter_map(|row| ShownRow::of(row, &filter.stems, stems)).collect();
    let lacking = |row: &ShownRow| row.held.iter().filter(|held| !**held).count();
    let all = filter.stems.len();
    let best = rows.first().map_or(all, lacking);
    if filter.is_strict && best > 0 {
        return None;
    }
    // A name may be misspelt; other words that no row holds are not what was asked.
    let are_few = found.results.total <= FEW;
    if best == all && !filter.is_name && !are_few {
        return None;
    }
    let mut notes = filter.notes.clone();
    let (mut doubt, mut sureness, total) = (None, 1.0, found.results.total);
    let is_nowhere = |at: &usize| !rows.iter().any(|row| row.held.get(*at) == Some(&true));
    let nowhere: Vec<usize> = (0..all).filter(is_nowhere).collect();
    if best > 0 {
        let words: Vec<&str> = match nowhere.is_empty() {
            true => filter.written.iter().map(String::as_str).collect(),
            false => nowhere.iter().filter_map(|at| filter.written.get(*at)).map(String::as_str).collect(),
        };
        let what = if nowhere.is_empty() { "all of these words together" } else { "" };
        let meant = meant(filter, &nowhere, &rows);
        let which = match meant.is_empty() {
            true => "these come nearest".to_owned(),
            false => {
                let names: Vec<&str> = meant.iter().map(|(_, name)| name.as_str()).collect();
                format!("{} is meant, the nearest of all", told(&names, ""))
            }
        };
        let note = format!("no row that meets the conditions holds {}: {which}", told(&words, what));
        // A name may be misspelt; another word that no row holds is a condition that is not met.
        let is_read = |at: &usize| meant.iter().any(|(read, _)| read == at);
        let is_spelt = |at: &usize| !is_read(at) && !filter.proper.get(*at).copied().unwrap_or_default();
        match nowhere.iter().any(is_spelt) && !are_few_of_name(filter, total, &nowhere) {
            true => doubt = Some(note),
            false => notes.push(note),
        }
        sureness = UNSURE;
    }
    let (columns, rows) = without_empty(rows);
    let path = Arc::clone(&place.library.file(table.file).path);
    let counted = Counted { route: Route::Filter, query, path, columns, rows, total };
    Some((score, Tabled { counted, found: Some(found), notes, doubt, sureness, asked: None }))
}

/// Whether it is a name that few rows do not hold as it is written, with all that is said of it: "what did Doo ley write".
fn are_few_of_name(filter: &Filter, total: usize, nowhere: &[usize]) -> bool {
    total <= FEW && nowhere.len() == filter.stems.len() && filter.proper.iter().any(|is_proper| *is_proper)
}

/// The names in short fields of the first row that those of the words are nearly which no row holds.
fn meant(filter: &Filter, nowhere: &[usize], rows: &[ShownRow]) -> Vec<(usize, String)> {
    let cells = || rows.first().into_iter().flat_map(|row| row.cells.iter().map(String::as_str));
    let read = |at: &usize| Some((*at, respelled::meant(filter.written.get(*at)?, cells())?.to_owned()));
    nowhere.iter().filter_map(read).collect()
}

fn told(words: &[&str], what: &str) -> String {
    if !what.is_empty() {
        return what.to_owned();
    }
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}

/// The few rows that meet the conditions where none holds the words, the nearest in meaning first.
fn nearest(place: Place<'_>, table: &Table, filter: &Filter) -> Option<(f32, Tabled)> {
    if filter.is_strict || !filter.is_sure || !place_is_of_rows(place) {
        return None;
    }
    let query = query(place, table, filter, "")?;
    let question = Question::in_report(&query, Reading::Docql, MAX_NEAREST, (true, false));
    let mut found = answered(place, &question)?;
    let total = found.results.total;
    if total == 0 || total > MAX_NEAREST {
        return None;
    }
    let mut embedder = EmbeddingModel::built_in().embedder();
    let asked = embedder.embed(&filter.words);
    let mut order: Vec<(f32, usize)> = Vec::new();
    for (at, item) in found.items.iter().enumerate() {
        let columns = item.item.columns()?;
        let text: Vec<&str> = columns.iter().map(|(_, value)| &**value).filter(|value| value.contains(' ')).collect();
        let near = asked.as_ref().zip(embedder.embed(&text.join("\n"))).map_or(0.0, |(one, two)| cosine(one, &two));
        order.push((near, at));
    }
    order.sort_by(|one, two| two.0.total_cmp(&one.0));
    let most = if filter.words.is_empty() { FOUND } else { NEAREST };
    order.truncate(most);
    let (items, hits) = (std::mem::take(&mut found.items), std::mem::take(&mut found.results.hits));
    for (_, at) in &order {
        found.items.push(items.get(*at)?.clone());
        found.results.hits.push(hits.get(*at)?.clone());
    }
    let mut stems = Stems::new();
    let rows: Vec<ShownRow> =
        found.items.iter().filter_map(|row| ShownRow::of(row, &filter.stems, &mut stems)).collect();
    let (columns, rows) = without_empty(rows);
    let mut doubt = None;
    if !filter.words.is_empty() {
        let words: Vec<&str> = filter.written.iter().map(String::as_str).collect();
        let which =
            if total > rows.len() { ", the nearest in meaning are shown" } else { ", the nearest in meaning first" };
        let rows = crate::stdx::counted(total, "row");
        let verb = if total == 1 { "meets" } else { "meet" };
        doubt = Some(format!("none holds {}: {rows} {verb} the other conditions{which}", told(&words, "")));
    }
    let path = Arc::clone(&place.library.file(table.file).path);
    let counted = Counted { route: Route::Filter, query, path, columns, rows, total };
    let (notes, sureness) = (filter.notes.clone(), 1.0);
    Some((0.0, Tabled { counted, found: Some(found), notes, doubt, sureness, asked: None }))
}

/// Whether nothing but rows can answer: beside texts and programs rows that hold no word of a question say nothing.
fn place_is_of_rows(place: Place<'_>) -> bool {
    crate::agent::tables::schema::catalog::is_alone(place.library)
}

fn cosine(one: &Vector, two: &Vector) -> f32 {
    one.iter().zip(two).map(|(one, two)| one * two).sum()
}

fn answer(place: Place<'_>, query: &str) -> Option<engine::Answer> {
    let question = Question::in_report(query, Reading::Docql, FOUND, (true, false));
    answered(place, &question)
}

fn answered(place: Place<'_>, question: &Question) -> Option<engine::Answer> {
    match engine::answer(place.workspace, question, place.ticket, &|_| {}) {
        Ok(answer) => Some(answer),
        Err(why) => {
            if matches!(why, Unanswered::Defect(_)) {
                place.defect.get_or_init(|| why);
            }
            None
        }
    }
}

/// The query; `None` if what other tables tell is too much, or nothing.
fn query(place: Place<'_>, table: &Table, filter: &Filter, words: &str) -> Option<String> {
    let mut lists = Vec::new();
    for (column, sql) in &filter.keys {
        let database = table.home.open(place.library).ok()?;
        let rows = database.sql(sql, &|| place.ticket.check().is_ok()).ok()?.rows;
        if rows.is_empty() || rows.len() > MAX_KEYS {
            return None;
        }
        let values = rows.iter().map(|row| match row.first()? {
            Cell::Integer(number) => Some(number.to_string()),
            Cell::Text(text) => Some(quoted(text)),
            _ => None,
        });
        let values = values.collect::<Option<Vec<String>>>()?;
        lists.push(match values.as_slice() {
            [only] => format!("@[{}] == {only}", quoted(column)),
            several => format!("@[{}] in [{}]", quoted(column), several.join(", ")),
        });
    }
    let path = quoted(&place.library.file(table.file).path);
    let database = if place.is_alone { String::new() } else { format!(".database({path})") };
    Some(format!("${database}.table({}){}", quoted(&table.name), filter.steps(&lists, words)))
}
