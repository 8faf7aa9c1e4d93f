//! The answer of a database to a question: of SQL where all of it is understood, else of a query that filters and searches.

use super::answered::{Asking, Route, Tabled};
use super::by_clauses::{apart, by_clauses};
use super::by_sql::of_sql;
use super::compose::{Unclear, compose};
use super::edges::by_kind;
use super::filter::filter;
use super::meant::{counts_page, keep_meant};
use super::names::named;
use super::read::Of;
use super::readings::{Reading, called_otherwise, spelled_right, who_does};
use super::searched::{Place, searched};
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::reading::values::Values;
use crate::agent::tables::schema::catalog::{Table, Tables, is_alone, tables};
use crate::agent::tables::schema::clocks::read_clocks;
use crate::agent::tables::schema::files::{Said, filed, page_paths, pages};
use crate::agent::tables::schema::related::widened;
use crate::agent::tables::schema::spoken::{chinese_ways, joined, stemmed};
use crate::agent::tables::vocabulary::called::CALLED;
use crate::agent::tables::vocabulary::chinese::{Names, translated};
use crate::agent::tables::vocabulary::periods::is_of_period;
use crate::agent::tables::vocabulary::words::{ASKING_WHEN, ENDS_OF_TIME};
use crate::databases::DatabaseProblem;
use crate::engine::Unanswered;
use crate::indexer::Indexer;
use crate::library::{FileId, Library, Stems, is_cjk};
use crate::stdx::Ticket;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// Words that are told as not understood, at most.
const MAX_TOLD: usize = 4;

/// Columns of a table whose Chinese values are looked for, at most.
const MAX_CHINESE: usize = 60;

/// How sure an answer is to a question that was read otherwise than it is written.
const READ_OTHERWISE: f32 = 0.8;

/// Tables that are looked at where a question names none, at most.
const MAX_UNNAMED: usize = 12;

/// Asks the one table that a question is about. `is_asked` says which databases may be.
///
/// # Errors
/// [`Unanswered::Defect`] if a query on the way has met one.
pub(in crate::agent) fn counted(
    question: &str,
    place: (&Indexer, &Library),
    is_asked: &dyn Fn(FileId) -> bool,
    ticket: &Ticket,
) -> Result<Asking, Unanswered> {
    let defect = OnceCell::new();
    let mut asking = ask_tables(question, place, is_asked, (ticket, &defect));
    asking.tabled = asking.tabled.filter(|tabled| !counts_page(&tabled.counted, place.1));
    defect.into_inner().map_or(Ok(asking), Err)
}

fn ask_tables(
    question: &str,
    (workspace, library): (&Indexer, &Library),
    is_asked: &dyn Fn(FileId) -> bool,
    (ticket, defect): (&Ticket, &OnceCell<Unanswered>),
) -> Asking {
    let mut stems = Stems::new();
    let joined = joined(question, &mut stems);
    let asked = Asked::new(question, &mut stems);
    let is_alone = is_alone(library);
    // Files are opened for what people call their rows as well.
    let names = |name: &[String]| asked.place(name).is_some() || is_called(&asked, name);
    let is_of_rows = asked.is_of_rows();
    let said = Said { names: &names, text: question, joined: &joined, is_of_rows, is_alone };
    let mut filed = filed(&said, library, is_asked, &mut stems);
    filed.homes.extend(pages(&said, library, is_asked, &mut stems));
    let Tables { mut tables, unread } = tables(library, is_asked, filed, &joined, &mut stems);
    let is_named = unread.iter().flat_map(|(_, names)| names).any(|name| asked.place(name).is_some());
    let mut asking = Asking {
        tabled: None,
        not_understood: None,
        is_unclear: false,
        is_of_all_rows: false,
        is_of_unread: !unread.is_empty() && (is_named || asked.is_of_rows() && tables.is_empty()),
        unread: unread.into_iter().map(|(why, _)| why).collect(),
    };
    let need_not_be_named = is_alone && tables.len() <= MAX_UNNAMED;
    let mut readings = vec![who_does(&asked, &tables).unwrap_or_else(|| question.to_owned())];
    readings.extend(in_english(question, &asked, &tables, (library, ticket)));
    // What has a digit in it may be a time, and what is called so.
    for reading in &readings {
        let asked = Asked::new(reading, &mut stems);
        let is_end = |word: &str| ENDS_OF_TIME.iter().any(|(phrase, _)| phrase.contains(&word));
        let is_time = |word: &str| {
            word.contains(|c: char| c.is_ascii_digit())
                || is_of_period(word)
                || is_end(word)
                || ASKING_WHEN.contains(&word)
        };
        asking.is_of_all_rows |= asked.is_of_all_rows(&tables);
        if asked.words.iter().any(|word| is_time(&word.lower)) {
            read_clocks(&mut tables, &|table| need_not_be_named || asked.names(table), (library, ticket));
        }
    }
    let asker = Asker { tables: &tables, workspace, library, ticket, is_alone, defect };
    // What rows do to each other is no name of a table, though it may be written alike: "depend" and `dependencies`.
    if is_alone || asked.is_of_rows() {
        asking.tabled = readings
            .iter()
            .find_map(|reading| by_kind(asker.place(), &Asked::new(reading, &mut stems), &tables, &mut stems));
    }
    if asking.tabled.is_some() {
        return asking;
    }
    for (number, reading) in readings.iter().enumerate() {
        let found = asker.ask((reading, number > 0), &mut stems, &mut asking);
        // Where some words are searched for, all of them may say something of the rows.
        let is_whole = found.as_ref().is_some_and(|tabled| tabled.counted.route == Route::Sql);
        let columns = found.as_ref().map_or(0, |tabled| tabled.counted.columns.len());
        // What shows more columns leaves less of the question out.
        let is_more = |tabled: &Tabled| !is_whole || columns > 0 && tabled.counted.columns.len() > columns;
        if !asking.is_unclear
            && let Some(tabled) = asker.ask_by_clauses(reading, &mut stems).filter(is_more)
        {
            asking.tabled = Some(tabled);
            return asking;
        }
        if found.as_ref().is_some_and(|tabled| tabled.doubt.is_none()) {
            asking.tabled = found;
            return asking;
        }
        asking.tabled = asking.tabled.or(found);
    }
    if asking.tabled.is_none()
        && is_alone
        && let Some(told) = apart(question, &tables, asker.place(), &mut stems)
    {
        asking.not_understood = Some(told);
        return asking;
    }
    // Rows that leave something open are shown where no other reading leaves less.
    let mut otherwise = || asker.ask_otherwise(&readings, &mut stems);
    let named = || named(asker.place(), question, &tables);
    asking.tabled = match asking.tabled {
        Some(open) => otherwise().or(Some(open)),
        None => named().or_else(otherwise),
    };
    asking
}

/// Whether a question calls the rows of a table otherwise than the table is called.
fn is_called(asked: &Asked, name: &[String]) -> bool {
    let [name] = name else { return false };
    let is_said = |words: &[&str]| (0..asked.words.len()).any(|at| asked.is_word(at, words));
    CALLED.iter().any(|(words, names)| names.iter().any(|one| Stems::new().stem(one) == name) && is_said(words))
}

impl Asker<'_> {
    /// The answer to the question as it may be read otherwise, which is told with it. Only what is understood whole counts.
    fn ask_otherwise(&self, readings: &[String], stems: &mut Stems) -> Option<Tabled> {
        let Asker { tables, library, ticket, is_alone, .. } = *self;
        let last = readings.last().filter(|_| is_alone)?;
        let renamed = called_otherwise(last, tables, stems);
        let base = renamed.as_ref().map_or(last.as_str(), |reading| &reading.question);
        let spelled = spelled_right(base, tables, (library, ticket), stems);
        let both = spelled.map(|reading| {
            let before = renamed.iter().flat_map(|reading| reading.notes.clone());
            Reading { notes: before.chain(reading.notes).collect(), ..reading }
        });
        for Reading { question, notes } in renamed.into_iter().chain(both) {
            let found = self.ask((&question, readings.len() > 1), stems, &mut Asking::default());
            if let Some(tabled) = found.filter(|tabled| tabled.doubt.is_none()) {
                let notes = notes.into_iter().chain(tabled.notes).collect();
                return Some(Tabled { notes, sureness: READ_OTHERWISE, ..tabled });
            }
        }
        None
    }
}

/// The pages whose tables a question may be about, which are to be parsed before it is asked: none, unless it asks for a
/// number.
pub(in crate::agent) fn pages_asked(question: &str, library: &Library) -> Vec<Arc<str>> {
    let is_of_rows = Asked::new(question, &mut Stems::new()).is_of_rows();
    if is_of_rows { page_paths(library) } else { Vec::new() }
}

/// A Chinese question in English words, names of the databases as they are.
fn in_english(
    question: &str,
    asked: &Asked,
    tables: &[Table],
    (library, ticket): (&Library, &Ticket),
) -> Option<String> {
    if !question.contains(is_cjk) {
        return None;
    }
    let known: HashSet<&str> = tables.iter().flat_map(Table::stems).collect();
    let is_known = |word: &str| known.contains(Stems::new().stem(word));
    let names = chinese_names(question, asked, tables, (library, ticket));
    let is_table = |word: &str| {
        let said = stemmed(word, &mut Stems::new());
        tables.iter().any(|table| table.said == said)
    };
    translated(question, &Names { is_known: &is_known, own: &names, is_table: &is_table })
}

/// The Chinese names and values of databases that a question may say.
fn chinese_names(
    question: &str,
    asked: &Asked,
    tables: &[Table],
    (library, ticket): (&Library, &Ticket),
) -> HashSet<String> {
    let (mut names, mut values) = (HashSet::new(), Values::default());
    let mut add = |name: &str| {
        if name.contains(is_cjk) && question.contains(name) {
            names.insert(name.to_owned());
        }
    };
    let is_chinese = |table: &&Table| table.columns.len() <= MAX_CHINESE && tables.len() <= MAX_UNNAMED;
    for table in tables {
        add(&table.name);
        table.columns.iter().flat_map(|column| chinese_ways(&column.name)).for_each(&mut add);
    }
    for table in tables.iter().filter(is_chinese) {
        let texts = values.of(table, tables, asked, (library, ticket));
        texts.iter().for_each(|text| add(&text.text));
    }
    names
}

/// Who asks the tables, and what there is beside them.
struct Asker<'a> {
    tables: &'a [Table],
    workspace: &'a Indexer,
    library: &'a Library,
    ticket: &'a Ticket,
    is_alone: bool,
    defect: &'a OnceCell<Unanswered>,
}

impl Asker<'_> {
    /// Where is asked.
    fn place(&self) -> Place<'_> {
        let Asker { tables, workspace, library, ticket, defect, .. } = *self;
        let is_alone = tables.iter().all(|other| tables.first().is_some_and(|first| first.home == other.home));
        Place { workspace, library, is_alone, ticket, defect }
    }

    /// The answer of several tables together. Beside texts a question has to name one of them, and ask for a number.
    fn ask_by_clauses(&self, question: &str, stems: &mut Stems) -> Option<Tabled> {
        let asked = Asked::new(question, stems);
        let is_about_rows = self.is_alone || asked.is_of_rows() && self.tables.iter().any(|table| asked.names(table));
        if !is_about_rows { None } else { by_clauses(question, self.tables, self.place(), stems) }
    }

    /// The answer of the one of the tables that a question is about; what could not be read, or is not understood, is
    /// told.
    fn ask(&self, (question, is_translated): (&str, bool), stems: &mut Stems, asking: &mut Asking) -> Option<Tabled> {
        let Asker { tables, library, ticket, is_alone, .. } = *self;
        let place = self.place();
        let is_database_alone = place.is_alone;
        let mut question = Asked::new(question, stems);
        question.is_translated = is_translated;
        let is_of_rows = question.is_of_rows();
        let names: Vec<Vec<String>> = tables.iter().map(|table| table.said.clone()).collect();
        let need_not_be_named = is_alone && tables.len() <= MAX_UNNAMED;
        let mut values = Values::default();
        let (mut composed, mut filters, mut unclear) = (Vec::new(), Vec::new(), Vec::new());
        for (at, table) in tables.iter().enumerate() {
            let is_named = question.names(table);
            if !is_named && !need_not_be_named {
                continue;
            }
            let table = widened(at, tables);
            let values = values.of(&table, tables, &question, (library, ticket));
            let filter = filter(question.clone(), &table, &values, is_alone, stems);
            let filter = filter.filter(|_| table.home.is_database());
            filters.extend(filter.map(|filter| (is_named, &tables[at], filter)));
            let of = Of { table: &table, names: &names, values: &values, is_alone };
            match compose(question.clone(), of, stems) {
                Ok(statement) => composed.push((is_named, &tables[at], statement)),
                Err(why) if is_named => unclear.push((&tables[at], why)),
                Err(_) => {}
            }
        }
        asking.is_unclear |= unclear.iter().any(|(_, unclear): &(&Table, Unclear)| unclear.why.is_some());
        // The rows that are named first are asked for; what is named behind them says which.
        let first = |table: &Table| question.place(&table.said);
        if let Some(place) = filters.iter().filter_map(|(_, table, _)| first(table)).min() {
            filters.retain(|(_, table, _)| first(table) == Some(place));
        }
        keep_meant(&mut composed, &question, library);
        // Where two tables would answer it is not clear which is meant.
        match composed.as_slice() {
            [(_, table, statement)] => match of_sql(table, statement, is_database_alone, library, ticket) {
                Ok(tabled) => return Some(Tabled { asked: question.rows_asked(table), ..tabled }),
                // SQL that is not understood is no answer, and no reason to say more.
                Err(DatabaseProblem::Wrong(_) | DatabaseProblem::Stopped) => {}
                Err(problem) => {
                    asking.unread.push(format!("{}: {problem}", library.file(table.file).path));
                    asking.is_of_unread = true;
                }
            },
            [] => {
                let found = filters.iter().filter_map(|(_, table, filter)| {
                    let (score, tabled) = searched(place, table, filter, stems)?;
                    Some((score, Tabled { asked: question.rows_asked(table), ..tabled }))
                });
                let mut found: Vec<(f32, Tabled)> = found.collect();
                found.sort_by(|a, b| b.0.total_cmp(&a.0));
                let is_clear = found.get(1).is_none_or(|second| second.0 < found[0].0);
                if let Some((_, tabled)) = found.into_iter().next().filter(|_| is_clear) {
                    return Some(tabled);
                }
                unclear.sort_by_key(|(_, unclear)| (unclear.why.is_none(), unclear.left.len()));
                if let Some((table, unclear)) = unclear.first().filter(|_| is_of_rows && is_alone) {
                    asking.not_understood = Some(told(table, unclear, library));
                }
            }
            several => {
                asking.not_understood =
                    Some(several_told(several.iter().map(|(_, table, _)| *table), library)).filter(|_| is_of_rows);
            }
        }
        None
    }
}

/// That a question may be about several tables, with their databases where these are several.
fn several_told<'t>(tables: impl Iterator<Item = &'t Table> + Clone, library: &Library) -> String {
    let path = |table: &Table| Arc::clone(&library.file(table.file).path);
    let paths: BTreeSet<Arc<str>> = tables.clone().map(path).collect();
    let name = |table: &Table| match paths.len() {
        1 => table.name.clone(),
        _ => format!("{} in {}", table.name, path(table)),
    };
    let names: Vec<String> = tables.map(name).collect();
    let which = if paths.len() > 1 { "; ask one of these databases alone, by its path" } else { "" };
    format!("not counted: the question may be about {}{which}", names.join(" or "))
}

/// Why nothing was asked of a table.
fn told(table: &Table, unclear: &Unclear, library: &Library) -> String {
    let path = &library.file(table.file).path;
    if let Some(doubt) = &unclear.doubt {
        return format!("not counted: {doubt}");
    }
    if let Some(why) = &unclear.why {
        return format!("not counted: {why} in {path}; name the column");
    }
    if unclear.left.is_empty() || unclear.left.len() > MAX_TOLD {
        return format!("not counted: it is not clear what is asked of {} in {path}", table.name);
    }
    let words: Vec<String> = unclear.left.iter().map(|word| format!("\"{word}\"")).collect();
    let are = if words.len() == 1 { "is" } else { "are" };
    format!(
        "not counted: {} {are} not understood; no column of {} in {path}, and no value of one, is called so",
        words.join(", "),
        table.name
    )
}
