//! Questions that need not have all rows of a table: how many there are, and which of very many hold words. Those are
//! found by the index of the rows that are documents, and asked of the database by their keys.
//!
//! Rows that a condition leaves are found among their own entries of the index, however many others there are. Only
//! where it leaves too many for that are the best entries of the whole table taken first.

use super::asked::Asking;
use super::conditions::{self, condition};
use super::written::sheets;
use crate::databases::{Condition, Order, RowQuery, ValueClass, row_number_of};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::rows::places::{RowPlaces, row_number};
use crate::docql::plan::steps::{Pick, Predicate};
use crate::document::{Cell, Kind};
use crate::library::{FileId, Library, NodeRef, Origin, TextHit, TextQuery, fold_words};
use crate::stdx::{Stale, grouped};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Rows that are looked through one by one, at most.
const FEW_ROWS: usize = 1_000;

/// Rows whose keys are asked for, at most: those that the index finds are taken from among them.
const MANY_ROWS: usize = 20_000;

/// Entries of the index that are read where there are more rows.
const MAX_ENTRIES: usize = 5_000;

/// Rows that are asked at once whether a condition holds.
const ROWS_AT_ONCE: usize = 2_000;

/// The same, where their keys have to be read in their texts.
const TEXTS_AT_ONCE: usize = 500;

/// Rows that are asked for, the best of those that hold the words.
const ENOUGH_ROWS: usize = 200;

/// Letters of a word that may be misspelt, at least.
const MISSPELT: usize = 4;

/// The one predicate of picks that select by nothing else; `None` if they select otherwise.
fn only_predicate(picks: &[Pick]) -> Option<Option<&Predicate>> {
    match picks {
        [] | [Pick::Wildcard] => Some(None),
        [Pick::Filter(predicate)] => Some(Some(predicate)),
        _ => None,
    }
}

/// The number of rows that `picks` select of the tables in `list`; `None` if they have to be listed for that.
pub(in crate::docql::eval) fn counted(
    list: &[Found],
    picks: &[Pick],
    context: Context<'_>,
) -> Result<Option<usize>, Stale> {
    let Some(predicate) = only_predicate(picks) else { return Ok(None) };
    let sheets: Vec<_> = list.iter().flat_map(|found| sheets(found, context)).map(Arc::new).collect();
    let mut seen = HashSet::new();
    if sheets.is_empty() || !sheets.iter().all(|sheet| sheet.is_asked() && seen.insert((sheet.file, sheet.node))) {
        return Ok(None);
    }
    let mut count = 0;
    for sheet in &sheets {
        context.check()?;
        if let Some(seen) = context.seen {
            seen.add(sheet);
        }
        let Some(asking) = Asking::open(sheet, context)? else { continue };
        count += asking.count(predicate)?;
    }
    Ok(Some(count))
}

/// The rows that `picks` select of the only table in `list` and that hold the words, best first; `None` if they are to
/// be looked through.
pub(in crate::docql::eval) fn searched(
    list: &[Found],
    picks: &[Pick],
    words: &str,
    context: Context<'_>,
) -> Result<Option<List>, Stale> {
    let (Some(predicate), [found]) = (only_predicate(picks), list) else { return Ok(None) };
    let library = context.library;
    let mut sheets = sheets(found, context);
    let (Some(sheet), true) = (sheets.pop().map(Arc::new), sheets.is_empty()) else { return Ok(None) };
    let is_on_a_server = |file: &FileId| matches!(library.file(*file).origin, Origin::Server(_));
    // What is in a file is looked through; a table of a document is no database that could be asked.
    if !sheet.file.as_ref().is_some_and(is_on_a_server) {
        return Ok(None);
    }
    let Some(asking) = Asking::open(&sheet, context)? else { return Ok(None) };
    let places = RowPlaces::of(library, &sheet);
    let Some(table) = IndexedTable::of(&asking, predicate, &places) else { return Ok(None) };
    let keys = match table.among()? {
        Some(among) if among.len() <= FEW_ROWS => return Ok(None),
        Some(among) => table.best_among(words, &among)?,
        None => table.best_of_all(words)?,
    };
    if let Some(seen) = context.seen {
        seen.add(&sheet);
    }
    super::search(words, table.rows(&keys)?, context).map(Some)
}

/// A table whose rows are in the index, with a key of one column.
struct IndexedTable<'a> {
    asking: &'a Asking<'a>,
    predicate: Option<&'a Predicate>,
    condition: Option<Condition>,
    places: &'a RowPlaces,
    /// The column of its key.
    key: usize,
}

impl<'a> IndexedTable<'a> {
    /// `None` if it is not all in the index, or cannot be asked by keys.
    fn of(asking: &'a Asking<'a>, predicate: Option<&'a Predicate>, places: &'a RowPlaces) -> Option<Self> {
        let library = asking.context.library;
        let &[key] = asking.table.key().as_slice() else { return None };
        let column = &asking.table.columns[key];
        let can_be_asked = matches!(column.class, ValueClass::Integer | ValueClass::Text) || column.declared == "uuid";
        let is_indexed = library.is_text_complete() && places.files().all(|piece| library.outline(piece).is_some());
        if places.files().next().is_none() || !is_indexed || !can_be_asked {
            return None;
        }
        let condition = predicate.map(|predicate| condition(predicate, asking.sheet));
        Some(IndexedTable { asking, predicate, condition, places, key })
    }

    fn library(&self) -> &'a Library {
        self.asking.context.library
    }

    fn note(&self, sentence: impl FnOnce() -> String) {
        if let Some(seen) = self.asking.context.seen {
            seen.note(sentence());
        }
    }

    /// The rows with these keys, all if none are given, that meet the condition; of their cells the columns given.
    fn ask(
        &self,
        keys: Option<&[Cell]>,
        columns: Option<Vec<usize>>,
        work: &mut dyn FnMut(Found) -> ControlFlow<()>,
    ) -> Result<(), Stale> {
        let is_one = |key: &Cell| Condition::Compare(self.key, Order::Equal, key.clone());
        let among = keys.map(|keys| Condition::Or(keys.iter().map(is_one).collect()));
        let condition = Condition::And(self.condition.iter().cloned().chain(among).collect());
        let query = RowQuery { condition: Some(condition), columns, in_any_order: true, ..RowQuery::default() };
        self.asking.each(&query, self.predicate, work)
    }

    /// The columns that say whether a row meets the condition.
    fn deciding(&self) -> Option<Vec<usize>> {
        self.predicate.map_or(Some(Vec::new()), |predicate| conditions::columns(predicate, self.asking.sheet))
    }

    /// The rows that meet the condition, by their numbers, with their keys; `None` if they are too many.
    fn among(&self) -> Result<Option<HashMap<i64, Cell>>, Stale> {
        let query = RowQuery { condition: self.condition.clone(), in_any_order: true, ..RowQuery::default() };
        let expected = self.asking.database.expected(&self.asking.table, &query).ok().flatten();
        if expected.is_some_and(|rows| rows > 2 * MANY_ROWS as u64) {
            return Ok(None);
        }
        let mut among = HashMap::new();
        self.ask(None, self.deciding(), &mut |found| {
            if let Some((number, key)) = numbered(&found) {
                among.insert(number, key);
            }
            if among.len() > MANY_ROWS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(Some(among).filter(|among| among.len() <= MANY_ROWS))
    }

    /// The keys of those of the rows that hold one of the words, or one that is spelled much like it where none of them
    /// holds it; those first that hold most.
    fn best_among(&self, words: &str, among: &HashMap<i64, Cell>) -> Result<Vec<Cell>, Stale> {
        let (library, context) = (self.library(), self.asking.context);
        let rows = self.places.spans(library, among);
        let spans = rows.iter().map(|(file, rows)| (*file, rows.iter().map(|(span, _)| *span).collect()));
        let spans = Arc::new(spans.collect());
        let mut scores: HashMap<i64, f32> = HashMap::new();
        for word in written_ways(words, library) {
            let any = |terms, fuzzy| TextQuery { terms, fuzzy, any: true, ..TextQuery::default() };
            let found = |query| library.search_text_within(&query, &spans, usize::MAX, context.ticket);
            let mut hits = found(any(vec![word.clone()], Vec::new()));
            if hits.total == 0 && word.chars().count() >= MISSPELT {
                hits = found(any(Vec::new(), vec![word]));
            }
            context.check()?;
            let number = |hit: &TextHit| {
                let rows = rows.get(&hit.file)?;
                let after = rows.partition_point(|(span, _)| span.start <= hit.span.start);
                Some(rows.get(after.checked_sub(1)?)?.1)
            };
            // Of the entries that a row has, the best counts, and comes first.
            let mut seen = HashSet::new();
            for (number, hit) in hits.hits.iter().filter_map(|hit| Some((number(hit)?, hit))) {
                if seen.insert(number) {
                    *scores.entry(number).or_default() += hit.score;
                }
            }
        }
        let mut best: Vec<(i64, f32)> = scores.into_iter().collect();
        best.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        if best.len() > ENOUGH_ROWS {
            self.note(|| {
                let (all, shown) = (grouped(best.len()), grouped(ENOUGH_ROWS));
                format!("of {all} rows that hold one of the words the best {shown} were looked at")
            });
        }
        Ok(best.iter().take(ENOUGH_ROWS).filter_map(|(number, _)| among.get(number).cloned()).collect())
    }

    /// The keys of the rows of the table with the best entries, those that meet the condition.
    fn best_of_all(&self, words: &str) -> Result<Vec<Cell>, Stale> {
        let sections = self.best_sections(words)?;
        let is_text = self.asking.table.columns[self.key].class != ValueClass::Integer;
        let mut best = Vec::new();
        for sections in sections.chunks(if is_text { TEXTS_AT_ONCE } else { ROWS_AT_ONCE }) {
            self.asking.context.check()?;
            let keys = sections.iter().filter_map(|(number, section)| self.key_of(*number, *section));
            let keys: Vec<(i64, Cell)> = keys.collect();
            let asked: Vec<Cell> = keys.iter().map(|(_, key)| key.clone()).collect();
            let mut held = HashSet::new();
            self.ask(Some(&asked), self.deciding(), &mut |found| {
                held.extend(numbered(&found).map(|(number, _)| number));
                ControlFlow::Continue(())
            })?;
            best.extend(keys.into_iter().filter(|(number, _)| held.contains(number)).map(|(_, key)| key));
            if best.len() >= ENOUGH_ROWS {
                break;
            }
        }
        best.truncate(ENOUGH_ROWS);
        Ok(best)
    }

    /// The rows with the best entries, by their numbers, and the sections that they are.
    fn best_sections(&self, words: &str) -> Result<Vec<(i64, NodeRef)>, Stale> {
        let (library, context) = (self.library(), self.asking.context);
        let words = written_ways(words, library);
        let is_long = |word: &String| word.chars().count() >= MISSPELT;
        let (fuzzy, terms) = words.into_iter().partition(|word| library.is_nowhere(word) && is_long(word));
        let query = TextQuery { terms, fuzzy, any: true, ..TextQuery::default() };
        let pieces: HashSet<FileId> = self.places.files().collect();
        let hits = library.search_text(&query, &|file| pieces.contains(&file), MAX_ENTRIES, context.ticket);
        context.check()?;
        if hits.total > ENOUGH_ROWS {
            self.note(|| {
                let (all, shown) = (grouped(hits.total), grouped(ENOUGH_ROWS));
                format!(
                    "of {all} places that hold one of the words the best {shown} or so were looked at; a narrower \
                     condition looks at all rows"
                )
            });
        }
        let mut seen = HashSet::new();
        let rows = hits.hits.iter().filter_map(|hit| row_at(library, hit.file, hit.span.start));
        Ok(rows.filter(|(number, _)| seen.insert(*number)).collect())
    }

    /// The key of a row: its number, or what its text says it is.
    fn key_of(&self, number: i64, section: NodeRef) -> Option<(i64, Cell)> {
        let column = &self.asking.table.columns[self.key];
        if column.class == ValueClass::Integer {
            return Some((number, Cell::Integer(number)));
        }
        let library = self.library();
        let outline = library.outline(section.file)?;
        let text = library.node_text(section.file).ok()?;
        let start = format!("{}: ", column.name);
        let mut said = outline.span(section.node).of(&text).lines().filter_map(|line| line.strip_prefix(&start));
        let is_key = |key: &Cell| row_number_of(std::slice::from_ref(key)) == Some(number);
        let keys = said.next().into_iter().chain([outline.name(section.node)]);
        Some((number, keys.map(|key| Cell::Text(key.into())).find(is_key)?))
    }

    /// The rows with these keys.
    fn rows(&self, keys: &[Cell]) -> Result<List, Stale> {
        let mut rows = List::new();
        if !keys.is_empty() {
            self.ask(Some(keys), None, &mut |found| {
                rows.push(found);
                ControlFlow::Continue(())
            })?;
        }
        Ok(rows)
    }
}

/// The number and the key of a row, which is of one column.
fn numbered(found: &Found) -> Option<(i64, Cell)> {
    let Item::Row(row) = &found.item else { return None };
    Some((row.number, row.key()?.pop()?))
}

/// The words of a question, and each two of them that may be one in a row.
fn written_ways(words: &str, library: &Library) -> Vec<String> {
    let mut words = fold_words(words);
    words.dedup();
    let may_be_one =
        |pair: &&[String]| pair.iter().any(|word| library.is_nowhere(word)) || !library.is_nowhere(&pair.concat());
    let joined: Vec<String> = words.windows(2).filter(may_be_one).map(<[String]>::concat).collect();
    words.extend(joined);
    words
}

/// The row at a place of a file with rows: its number, and the section.
fn row_at(library: &Library, file: FileId, offset: u32) -> Option<(i64, NodeRef)> {
    let outline = library.outline(file)?;
    let node = outline.enclosing(offset, |kind| kind == Kind::Heading)?;
    Some((row_number(outline.detail(node))?, NodeRef { file, node }))
}
