//! The answer of a database to a question: of SQL where all of it is understood, else of a query that filters and searches.

use super::asides::Aside;
use super::compose::{Unclear, compose};
use super::filter::filter;
use super::names::named;
use super::read::Of;
use super::searched::{Place, searched};
use super::shown::cell_shown;
use super::statement::Statement;
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::reading::values::Values;
use crate::agent::tables::schema::catalog::{Table, Tables, is_alone, tables};
use crate::agent::tables::schema::clocks::read_clocks;
use crate::agent::tables::schema::files::{Said, filed, is_page, page_paths, pages};
use crate::agent::tables::schema::related::widened;
use crate::agent::tables::schema::spoken::{chinese_ways, joined, stemmed};
use crate::agent::tables::vocabulary::chinese::{Names, translated};
use crate::agent::tables::vocabulary::periods::is_of_period;
use crate::databases::DatabaseProblem;
use crate::document::Cell;
use crate::engine;
use crate::indexer::Indexer;
use crate::library::{FileId, Library, Stems, is_cjk};
use crate::stdx::{Ticket, counted as plural};
use std::collections::HashSet;
use std::sync::Arc;

/// Rows of SQL that are shown to people, at most.
const ROWS: usize = 20;

/// Rows that are kept of it: the days of a year.
const KEPT: usize = 366;

/// Words that are told as not understood, at most.
const MAX_TOLD: usize = 4;

/// Columns of a table whose Chinese values are looked for, at most.
const MAX_CHINESE: usize = 60;

/// Tables that are looked at where a question names none, at most.
const MAX_UNNAMED: usize = 12;

/// The way by which a question comes to its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// SQL: every word was understood.
    Sql,
    /// A filter, and a search of what it leaves.
    Filter,
}

impl Route {
    /// The word by which `docql eval --ask` knows the route.
    pub fn name(self) -> &'static str {
        match self {
            Route::Sql => "sql",
            Route::Filter => "filter",
        }
    }
}

/// What a database says to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// How it was asked.
    pub route: Route,
    /// The query that anybody could enter.
    pub query: String,
    /// The database.
    pub path: Arc<str>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, as far as they are shown.
    pub rows: Vec<Vec<String>>,
    /// How many there are.
    pub total: usize,
}

impl Counted {
    /// Its lines: one value alone, else a row a line below the names of the columns.
    pub fn lines(&self) -> Vec<String> {
        if let ([column], [row]) = (&self.columns[..], &self.rows[..]) {
            return vec![format!("{column}: {}", row.join(""))];
        }
        let mut lines = vec![self.columns.join(" | ")];
        let shown = self.rows.len().min(ROWS);
        lines.extend(self.rows.iter().take(ROWS).map(|row| row.join(" | ")));
        if self.total > shown {
            lines.push(format!("{} more", self.total - shown));
        }
        lines
    }

    /// A line for each row that is known, behind the names of the columns where there are several.
    pub fn row_lines(&self) -> Vec<String> {
        if let ([column], [row]) = (&self.columns[..], &self.rows[..]) {
            return vec![format!("{column}: {}", row.join(""))];
        }
        std::iter::once(&self.columns).chain(&self.rows).map(|row| row.join(" | ")).collect()
    }
}

/// What a database says, and the rows that were found where they were searched.
pub(in crate::agent) struct Tabled {
    pub counted: Counted,
    pub found: Option<engine::Answer>,
    /// What is said of rows in which what is denied is null.
    pub notes: Vec<String>,
}

/// What came of asking databases.
#[derive(Default)]
pub(in crate::agent) struct Asking {
    /// The answer of the one table that the question is about.
    pub tabled: Option<Tabled>,
    /// Databases that could not be read, and why: the question may be about one of them.
    pub unread: Vec<String>,
    /// Set if the question is about rows that could not be read.
    pub is_of_unread: bool,
    /// Why no rows were counted, where nothing but databases could answer.
    pub not_understood: Option<String>,
}

/// Asks the one table that a question is about. `is_asked` says which databases may be.
pub(in crate::agent) fn counted(
    question: &str,
    (workspace, library): (&Indexer, &Library),
    is_asked: &dyn Fn(FileId) -> bool,
    ticket: &Ticket,
) -> Asking {
    let mut stems = Stems::new();
    let joined = joined(question, &mut stems);
    let asked = Asked::new(question, &mut stems);
    let is_alone = is_alone(library);
    let names = |name: &[String]| asked.place(name).is_some();
    let is_of_rows = asked.is_of_rows();
    let said = Said { names: &names, text: question, joined: &joined, is_of_rows, is_alone };
    let mut filed = filed(&said, library, is_asked, &mut stems);
    filed.homes.extend(pages(&said, library, is_asked, &mut stems));
    let Tables { mut tables, unread } = tables(library, is_asked, filed, &joined, &mut stems);
    let is_named = unread.iter().flat_map(|(_, names)| names).any(|name| asked.place(name).is_some());
    let mut asking = Asking {
        tabled: None,
        not_understood: None,
        is_of_unread: !unread.is_empty() && (is_named || asked.is_of_rows() && tables.is_empty()),
        unread: unread.into_iter().map(|(why, _)| why).collect(),
    };
    let need_not_be_named = is_alone && tables.len() <= MAX_UNNAMED;
    let mut readings = vec![question.to_owned()];
    readings.extend(in_english(question, &asked, &tables, (library, ticket)));
    // What has a digit in it may be a time, and what is called so.
    for reading in &readings {
        let asked = Asked::new(reading, &mut stems);
        let is_time = |word: &str| word.contains(|c: char| c.is_ascii_digit()) || is_of_period(word);
        if asked.words.iter().any(|word| is_time(&word.lower)) {
            read_clocks(&mut tables, &|table| need_not_be_named || asked.names(table), (library, ticket));
        }
    }
    let asker = Asker { tables: &tables, workspace, library, ticket, is_alone };
    for reading in &readings {
        asking.tabled = asker.ask(reading, &mut stems, &mut asking);
        if asking.tabled.is_some() {
            return asking;
        }
    }
    asking.tabled = named(asker.place(), question, &tables);
    asking
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
}

impl Asker<'_> {
    /// Where is asked.
    fn place(&self) -> Place<'_> {
        let Asker { tables, workspace, library, ticket, .. } = *self;
        let is_alone = tables.iter().all(|other| tables.first().is_some_and(|first| first.home == other.home));
        Place { workspace, library, is_alone, ticket }
    }

    /// The answer of the one of the tables that a question is about; what could not be read, or is not understood, is
    /// told.
    fn ask(&self, question: &str, stems: &mut Stems, asking: &mut Asking) -> Option<Tabled> {
        let Asker { tables, library, ticket, is_alone, .. } = *self;
        let place = self.place();
        let is_database_alone = place.is_alone;
        let question = Asked::new(question, stems);
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
        // The rows that are named first are asked for; what is named behind them says which.
        let first = |table: &Table| question.place(&table.said);
        if let Some(place) = filters.iter().filter_map(|(_, table, _)| first(table)).min() {
            filters.retain(|(_, table, _)| first(table) == Some(place));
        }
        if composed.iter().any(|(is_named, ..)| *is_named) {
            composed.retain(|(is_named, ..)| *is_named);
        }
        if composed.iter().any(|(.., statement)| !statement.is_ranked) {
            composed.retain(|(.., statement)| !statement.is_ranked);
        }
        // A page is asked where no other table answers; of several pages none says more than a text.
        if composed.iter().any(|(_, table, _)| !is_page(library, &table.home, table.file)) {
            composed.retain(|(_, table, _)| !is_page(library, &table.home, table.file));
        } else if composed.len() > 1 {
            composed.clear();
        }
        // Where two tables would answer it is not clear which is meant.
        match composed.as_slice() {
            [(_, table, statement)] => match of_sql(table, statement, is_database_alone, library, ticket) {
                Ok(tabled) => return Some(tabled),
                // SQL that is not understood is no answer, and no reason to say more.
                Err(DatabaseProblem::Wrong(_) | DatabaseProblem::Stopped) => {}
                Err(problem) => {
                    asking.unread.push(format!("{}: {problem}", library.file(table.file).path));
                    asking.is_of_unread = true;
                }
            },
            [] => {
                let found = filters.iter().filter_map(|(_, table, filter)| searched(place, table, filter, stems));
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
                let names: Vec<&str> = several.iter().map(|(_, table, _)| table.name.as_str()).collect();
                asking.not_understood = Some(format!("not counted: the question may be about {}", names.join(" or ")))
                    .filter(|_| is_of_rows);
            }
        }
        None
    }
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

/// What SQL says.
pub(super) fn of_sql(
    table: &Table,
    Statement { sql, count, asides, notes, beyond, .. }: &Statement,
    is_alone: bool,
    library: &Library,
    ticket: &Ticket,
) -> Result<Tabled, DatabaseProblem> {
    let database = table.home.open(library)?;
    let ask = |sql: &str| database.sql(sql, &|| ticket.check().is_ok());
    let answer = ask(sql)?;
    let number = |sql: &String| match ask(sql).ok()?.rows.first()?.first()? {
        Cell::Integer(count) => usize::try_from(*count).ok(),
        _ => None,
    };
    // Of a long list the first rows are read.
    let all = count.as_ref().and_then(number);
    let noted = |aside: &Aside| {
        let rows = number(&aside.sql).filter(|rows| *rows > 0)?;
        Some(format!("{} {}", plural(rows, "row"), aside.told))
    };
    // Which of several equal ones are the last that are shown is chance.
    let more = beyond.as_ref().and_then(|sql| ask(sql).ok()).map(|more| more.rows).unwrap_or_default();
    let is_tie = more.len() > answer.rows.len()
        && more.last().zip(answer.rows.last()).is_some_and(|(next, last)| next.last() == last.last());
    let tie = is_tie.then(|| "more rows are equal to the last of these".to_owned());
    let notes = notes.iter().cloned().chain(asides.iter().filter_map(noted)).chain(tie).collect();
    let path = Arc::clone(&library.file(table.file).path);
    let row = |row: &Vec<Cell>| row.iter().map(cell_shown).collect();
    let counted = Counted {
        route: Route::Sql,
        query: table.home.query(sql, is_alone, library),
        path,
        columns: answer.columns,
        rows: answer.rows.iter().take(KEPT).map(row).collect(),
        total: all.unwrap_or(0).max(answer.rows.len()),
    };
    Ok(Tabled { counted, found: None, notes })
}
