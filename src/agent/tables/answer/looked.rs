//! What rows hold the words of a question that no index of words has: those of tables without long text.

use super::answered::Tabled;
use super::filter::Filter;
use super::searched::{Place, found};
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::schema::catalog::{Table, is_alone, tables};
use crate::agent::tables::schema::files::Filed;
use crate::agent::tables::vocabulary::called::CALLED;
use crate::agent::tables::vocabulary::chinese::asks_in_chinese;
use crate::agent::tables::vocabulary::matter_words::ASKING;
use crate::agent::tables::vocabulary::words::ASKS;
use crate::databases::Holding;
use crate::docql::quoted;
use crate::engine::Unanswered;
use crate::indexer::Indexer;
use crate::library::{FileId, Library, Origin, Stems, fold_words, is_cjk};
use crate::search::is_stop_word;
use crate::stdx::{Ticket, counted as plural};
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// How long rows are looked through for a question.
const TIME: Duration = Duration::from_millis(1_500);

/// How sure it is that rows are meant that hold all of its words.
const SURENESS: f32 = 0.8;

/// Tables that are told, at most.
const TOLD: usize = 3;

/// What was found in rows that are in no index.
#[derive(Default)]
pub(in crate::agent) struct Looked {
    /// The rows that hold the words, where nothing but rows can answer.
    pub tabled: Option<Tabled>,
    /// The words that rows hold.
    pub held: BTreeSet<String>,
    /// Where the words are, and what was not looked through.
    pub notes: Vec<String>,
    /// Words that no row that was looked at holds, though some were not: nothing is known of them.
    pub unseen: BTreeSet<String>,
}

/// A table of a database that holds words.
struct Here {
    file: FileId,
    table: String,
    holding: Holding,
}

/// A question, and the tables whose rows are looked through for it.
struct Looking<'a> {
    asked: &'a Asked,
    tables: &'a [Table],
    /// Words that tables and columns are called, which are looked for in no row, and the others.
    kind: Vec<String>,
    words: Vec<String>,
}

/// Looks through the rows of databases for the words of a question. `is_asked` says which databases may be.
///
/// # Errors
/// [`Unanswered::Defect`] if the query for the rows has met one.
pub(in crate::agent) fn looked(
    (question, nowhere): (&str, &[String]),
    (workspace, library): (&Indexer, &Library),
    is_asked: &dyn Fn(FileId) -> bool,
    ticket: &Ticket,
) -> Result<Looked, Unanswered> {
    let mut stems = Stems::new();
    let files: Vec<FileId> =
        library.file_ids().filter(|file| library.file(*file).is_database() && is_asked(*file)).collect();
    if files.is_empty() {
        return Ok(Looked::default());
    }
    let all = tables(library, is_asked, Filed::default(), &[], &mut stems).tables;
    let asked = Asked::new(question, &mut stems);
    let looking = Looking::of((question, nowhere), &asked, &all);
    let until = Instant::now() + TIME;
    let goes_on = || ticket.check().is_ok() && Instant::now() < until;
    let (mut here, mut left, mut is_out_of_time) = (Vec::new(), 0, false);
    for file in files {
        let Ok(database) = library.database(file) else { continue };
        let holdings = database.holding(&looking.words, &goes_on);
        left += holdings.left;
        is_out_of_time |= holdings.is_out_of_time;
        here.extend(holdings.tables.into_iter().filter_map(|holding| {
            let table = database.tables().get(holding.table)?.name.clone();
            Some(Here { file, table, holding })
        }));
    }
    looking.sort(&mut here);
    let is_one = is_one(library);
    let mut looked = Looked::default();
    looked.held.extend(here.iter().flat_map(|here| looking.words(&here.holding.any, true)).cloned());
    looked.notes.extend(told(&here, &looking, is_one, library));
    if left > 0 {
        let tables = plural(left, "table");
        let query = format!("$.table(\"…\").rows.search({})", quoted(&looking.words.join(" ")));
        let why = if is_out_of_time { ", for time ran out" } else { "" };
        looked.notes.push(format!("not looked through: {tables}{why}; {query} does that for one"));
        looked.unseen.extend(looking.words.iter().filter(|word| !looked.held.contains(*word)).cloned());
    }
    let is_of_rows = is_alone(library) && !asked.asks_of_all() && !asks_in_chinese(question);
    let defect = OnceCell::new();
    let place = Place { workspace, library, is_alone: is_one, ticket, defect: &defect };
    looked.tabled =
        here.first().filter(|_| is_of_rows).and_then(|best| looking.rows(best, place, &goes_on, &mut stems));
    defect.into_inner().map_or(Ok(looked), Err)
}

impl Looking<'_> {
    fn of<'a>((question, nowhere): (&str, &[String]), asked: &'a Asked, tables: &'a [Table]) -> Looking<'a> {
        let kinds: BTreeSet<&str> = tables.iter().flat_map(Table::stems).collect();
        let looking = Looking { asked, tables, kind: Vec::new(), words: Vec::new() };
        let is_kind = |word: &String| !looking.is_proper(word) && kinds.contains(stem_of(word).as_str());
        let (kind, words) = content((question, nowhere), asked).into_iter().partition(is_kind);
        Looking { kind, words, ..looking }
    }

    /// Whether a word is written like a name.
    fn is_proper(&self, word: &str) -> bool {
        self.asked.words.iter().any(|own| own.lower == word && (own.is_proper || own.is_quoted))
    }

    /// The words that are held, or that are not.
    fn words<'w>(&'w self, held: &'w [bool], is_held: bool) -> impl Iterator<Item = &'w String> {
        self.words.iter().zip(held).filter(move |(_, held)| **held == is_held).map(|(word, _)| word)
    }

    fn table(&self, here: &Here) -> Option<&Table> {
        self.tables.iter().find(|table| table.file == here.file && table.name == here.table)
    }

    /// How many words of the question the columns of a table are called.
    fn called(&self, table: Option<&Table>) -> usize {
        let stems: BTreeSet<&str> = table.into_iter().flat_map(Table::stems).collect();
        self.kind.iter().filter(|word| stems.contains(stem_of(word).as_str())).count()
    }

    /// Whether the rows of a table are what people call so: tweets are statuses.
    fn is_called(&self, table: &Table) -> bool {
        let is_said = |words: &[&str]| self.asked.words.iter().any(|own| words.contains(&own.lower.as_str()));
        let is_it = |name: &&str| table.said == [stem_of(name)];
        CALLED.iter().any(|(words, names)| is_said(words) && names.iter().any(is_it))
    }

    /// Puts those tables first whose rows hold most; of equal ones those that the question names, with their columns.
    fn sort(&self, here: &mut [Here]) {
        here.sort_by_cached_key(|here| {
            let table = self.table(here);
            let is_named = table.is_some_and(|table| self.asked.names(table) || self.is_called(table));
            let share = (here.holding.share * 1_000.0) as u32;
            std::cmp::Reverse((here.holding.count(), is_named, self.called(table), share))
        });
    }

    /// The rows of the table that hold most of the words, and what they leave open. Rows that hold any of the words are
    /// shown; that none holds one is said of what was looked for in all of them.
    fn rows(&self, best: &Here, place: Place<'_>, goes_on: &dyn Fn() -> bool, stems: &mut Stems) -> Option<Tabled> {
        let table = self.table(best)?;
        // Who is not there is nobody else.
        if self.words(&best.holding.any, false).any(|word| self.is_proper(word)) {
            return None;
        }
        let searched: Vec<String> = self.words(&best.holding.any, true).cloned().collect();
        let (_, tabled) = found(place, table, &of_words(&searched, stems), stems)?;
        let doubt = self.left_open(best, table, place.library, goes_on);
        Some(Tabled { asked: self.asked.rows_asked(table), doubt, sureness: SURENESS, ..tabled })
    }

    /// What rows of a table leave open that hold some of the words; none if one of them holds all.
    fn left_open(
        &self,
        Here { file, holding, .. }: &Here,
        table: &Table,
        library: &Library,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<String> {
        let database = library.database(*file).ok()?;
        let own: BTreeSet<&str> = table.stems().collect();
        let uncalled: Vec<String> =
            self.kind.iter().filter(|word| !own.contains(stem_of(word).as_str())).map(told_word).collect();
        let (lacking, unsure): (Vec<&String>, Vec<&String>) = self
            .words(&holding.any, false)
            .partition(|word| database.lacks(holding.table, word, goes_on) == Some(true));
        let name = &table.name;
        let mut open = Vec::new();
        if !lacking.is_empty() {
            open.push(format!("no row of {name} says {}", list(lacking)));
        }
        if !unsure.is_empty() {
            open.push(format!("{} was not found in the rows of {name} that were looked at", list(unsure)));
        }
        if !uncalled.is_empty() {
            open.push(format!("no column of {name} is called {}", uncalled.join(", ")));
        }
        let apart: Vec<&String> = self
            .words
            .iter()
            .zip(holding.any.iter().zip(&holding.best))
            .filter(|(_, (any, best))| **any && !**best)
            .map(|(word, _)| word)
            .collect();
        let rest = match apart.is_empty() {
            true => "these rows hold the rest".to_owned(),
            false => format!("other rows than the first hold {}", list(apart)),
        };
        let is_open = !open.is_empty() || holding.any != holding.best;
        open.push(rest);
        is_open.then(|| open.join("; "))
    }
}

/// Words in quotes.
fn list<'w>(words: impl IntoIterator<Item = &'w String>) -> String {
    words.into_iter().map(told_word).collect::<Vec<_>>().join(", ")
}

fn told_word(word: &String) -> String {
    format!("\"{word}\"")
}

/// Whether there is one database, so that a query need not name it.
fn is_one(library: &Library) -> bool {
    library.file_ids().filter(|file| library.file(*file).is_database()).count() == 1
}

/// The words of a question that say what it is about, in small letters; of one without spaces those that are `nowhere`.
fn content((question, nowhere): (&str, &[String]), asked: &Asked) -> Vec<String> {
    if question.contains(is_cjk) {
        return nowhere.iter().filter(|word| word.chars().nth(1).is_some()).cloned().collect();
    }
    let says = |word: &String| {
        let lower = word.as_str();
        let is_asking = ASKING.contains(&lower) || ASKS.iter().any(|(phrase, _)| phrase.contains(&lower));
        !is_stop_word(lower) && !is_asking && !asked.is_idle(lower)
    };
    let mut words: Vec<String> = fold_words(question).into_iter().filter(says).collect();
    let mut seen = BTreeSet::new();
    words.retain(|word| seen.insert(word.clone()));
    words
}

fn stem_of(word: &str) -> String {
    Stems::new().stem(word).to_owned()
}

/// Where words are, and the query that shows the rows.
fn told(here: &[Here], looking: &Looking<'_>, is_one: bool, library: &Library) -> Option<String> {
    let best = here.first()?;
    let held: Vec<&str> = looking.words(&best.holding.best, true).map(String::as_str).collect();
    let names: Vec<&str> = here
        .iter()
        .take_while(|other| other.holding.best == best.holding.best)
        .map(|here| here.table.as_str())
        .take(TOLD)
        .collect();
    let entry = library.file(best.file);
    let database = match is_one && !matches!(entry.origin, Origin::Server(_)) {
        true => String::new(),
        false => format!(".database({})", quoted(&entry.path)),
    };
    let quoted_words: Vec<String> = held.iter().map(|word| format!("\"{word}\"")).collect();
    Some(format!(
        "rows of {} in {} hold {}: ${database}.table({}).rows.search({})",
        names.join(", "),
        entry.path,
        quoted_words.join(", "),
        quoted(&best.table),
        quoted(&held.join(" "))
    ))
}

/// A filter without conditions that searches for words.
fn of_words(words: &[String], stems: &mut Stems) -> Filter {
    Filter {
        conditions: Vec::new(),
        keys: Vec::new(),
        words: words.join(" "),
        stems: words.iter().map(|word| stems.stem(word).to_owned()).collect(),
        written: words.to_vec(),
        proper: vec![true; words.len()],
        is_name: true,
        is_strict: false,
        is_sure: true,
        notes: Vec::new(),
        by_words: None,
    }
}
