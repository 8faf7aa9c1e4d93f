//! Questions that need not have all rows of a table: how many there are, and which of very many hold words. Those are
//! found by the index of the rows that are documents, and asked of the database by their keys.

use super::asked::Asking;
use super::conditions::condition;
use super::tables;
use super::written::sheets;
use crate::databases::{Condition, Order, RowQuery, ValueClass};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::item::{Found, Item};
use crate::docql::nodes::list::List;
use crate::docql::plan::steps::{Pick, Predicate};
use crate::document::{Cell, Kind};
use crate::library::{FileId, Library, Origin, TextQuery, fold_words};
use crate::stdx::{Stale, grouped};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Rows that are looked through one by one, at most.
const FEW_ROWS: usize = 1_000;

/// Rows whose keys are asked for, at most: those that the index finds are taken from among them.
const MANY_ROWS: u64 = 20_000;

/// Entries of the index that are read.
const MAX_ENTRIES: usize = 5_000;

/// Rows that are asked for at once.
const ROWS_AT_ONCE: usize = 500;

/// Rows after which no more are asked for.
const ENOUGH_ROWS: usize = 200;

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
    let sheets: Vec<_> = list.iter().flat_map(|found| sheets(context.library, found)).map(Arc::new).collect();
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
    let mut sheets = sheets(library, found);
    let (Some(sheet), true) = (sheets.pop().map(Arc::new), sheets.is_empty()) else { return Ok(None) };
    let Some(file) = sheet.file.filter(|file| matches!(library.file(*file).origin, Origin::Server(_))) else {
        return Ok(None);
    };
    let Some(asking) = Asking::open(&sheet, context)? else { return Ok(None) };
    let key = asking.table.key();
    let [key] = *key.as_slice() else { return Ok(None) };
    let pieces = tables::pieces(library, file, &asking.table.name);
    let is_indexed = library.is_text_complete() && pieces.iter().all(|piece| library.outline(*piece).is_some());
    if pieces.is_empty() || !is_indexed || asking.table.columns[key].class != ValueClass::Integer {
        return Ok(None);
    }
    let condition = predicate.map(|predicate| condition(predicate, &sheet));
    let (among, are_all) = keys(&asking, condition.as_ref())?;
    if are_all && among.len() <= FEW_ROWS {
        return Ok(None);
    }
    if let Some(seen) = context.seen {
        seen.add(&sheet);
    }
    let mut numbers = holding(words, &pieces, context)?;
    if are_all {
        numbers.retain(|number| among.contains(number));
    }
    let mut rows = List::new();
    for numbers in numbers.chunks(ROWS_AT_ONCE) {
        let is_one = |number: &i64| Condition::Compare(key, Order::Equal, Cell::Integer(*number));
        let among = Condition::Or(numbers.iter().map(is_one).collect());
        let both = condition.iter().cloned().chain([among]).collect();
        let query = RowQuery { condition: Some(Condition::And(both)), ..RowQuery::default() };
        asking.each(&query, predicate, &mut |found| {
            rows.push(found);
            ControlFlow::Continue(())
        })?;
        if rows.len() >= ENOUGH_ROWS {
            break;
        }
    }
    super::search(words, rows, context).map(Some)
}

/// The numbers of the rows of a condition, and whether these are all of them.
fn keys(asking: &Asking<'_>, condition: Option<&Condition>) -> Result<(HashSet<i64>, bool), Stale> {
    let (limit, columns) = (Some(MANY_ROWS + 1), Some(Vec::new()));
    let query = RowQuery { condition: condition.cloned(), limit, columns, ..RowQuery::default() };
    let mut numbers = HashSet::new();
    asking.each(&query, None, &mut |found| {
        if let Item::Row(row) = &found.item {
            numbers.insert(row.number);
        }
        ControlFlow::Continue(())
    })?;
    let are_all = numbers.len() as u64 <= MANY_ROWS;
    Ok((numbers, are_all))
}

/// The numbers of the rows in these files that hold one of the words, or one that is spelled much like it where none
/// holds it; those first that hold most.
fn holding(words: &str, pieces: &[FileId], context: Context<'_>) -> Result<Vec<i64>, Stale> {
    let library = context.library;
    let mut words = fold_words(words);
    words.dedup();
    let (mut terms, mut fuzzy) = (Vec::new(), Vec::new());
    let mut add = |word: &str| match library.is_nowhere(word) {
        true => fuzzy.push(word.to_owned()),
        false => terms.push(word.to_owned()),
    };
    words.iter().for_each(|word| add(word));
    for pair in words.windows(2) {
        // Two words that may be one in the row.
        let joined = pair.concat();
        if pair.iter().any(|word| library.is_nowhere(word)) || !library.is_nowhere(&joined) {
            add(&joined);
        }
    }
    let query = TextQuery { terms, fuzzy, any: true, ..TextQuery::default() };
    let wanted: HashSet<FileId> = pieces.iter().copied().collect();
    let hits = library.search_text(&query, &|file| wanted.contains(&file), MAX_ENTRIES, context.ticket);
    context.check()?;
    if let (true, Some(seen)) = (hits.total > hits.hits.len(), context.seen) {
        seen.note(format!(
            "of {} places that hold one of the words the best {} were looked at; a narrower condition looks at all rows",
            grouped(hits.total),
            grouped(hits.hits.len())
        ));
    }
    let mut seen = HashSet::new();
    let number = |hit: &crate::library::TextHit| row_at(library, hit.file, hit.span.start);
    Ok(hits.hits.iter().filter_map(number).filter(|number| seen.insert(*number)).collect())
}

/// The number of the row at a place of a file with rows: the anchor of its section ends in it.
fn row_at(library: &Library, file: FileId, offset: u32) -> Option<i64> {
    let outline = library.outline(file)?;
    let section = outline.enclosing(offset, |kind| kind == Kind::Heading)?;
    tables::row_number(outline.detail(section))
}
