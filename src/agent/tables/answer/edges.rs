//! What rows are to each other where a table has a row for each relation and a column for its kind: packages that suggest
//! `python3` are those of whose dependencies one is of the kind "suggests".

use super::answered::Tabled;
use super::by_sql::of_sql;
use super::searched::Place;
use super::statement::{LIMIT, Statement};
use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::reading::values::{Text, Values};
use crate::agent::tables::schema::catalog::Table;
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::schema::spoken::stemmed;
use crate::agent::tables::vocabulary::words::{ASKS, Ask};
use crate::document::Cell;
use crate::library::Stems;

/// Tables whose kinds are looked at, at most.
const MAX_TABLES: usize = 24;

/// Words of what a row is related to, at most.
const MAX_WORDS: usize = 7;

/// Words in front of the rows that are asked for.
const LEADS: &[&str] =
    &["what", "which", "list", "show", "find", "me", "all", "the", "of", "are", "other", "different"];

/// Words between those rows and what they do.
const LINKS: &[&str] = &[
    "that", "which", "who", "do", "does", "did", "also", "directly", "are", "is", "were", "was", "there", "it", "and",
];

/// Words by which what follows did it: "are recommended by".
const BY: &[&str] = &["by"];

/// Words between what is done and what it is done to.
const PREPOSITIONS: &[&str] = &["on", "upon", "with", "to", "from", "for", "of", "in", "the", "a", "an"];

/// Words by which something is done to what stands before them: "are recommended".
const PASSIVE: &[&str] = &["are", "is", "were", "was"];

/// Words behind a participle after which it does not do anything: "packages suggested for".
const NO_OBJECTS: &[&str] = &["to", "from", "for", "of", "in"];

/// Words in the name of a column that refers to what does something, and to what it is done to.
const DOING: &[&str] = &["source", "src", "from", "subject", "citing", "dependent"];
const DONE_TO: &[&str] = &["target", "dst", "dest", "destination", "to", "on", "object", "cited", "dependency"];

/// Words that stand for rows that are not named.
const UNNAMED: &[&str] = &["what", "who", "which"];

/// A question of this kind: who does what to what.
#[derive(Debug, PartialEq, Eq)]
struct Relation {
    /// Whether rows are counted.
    is_count: bool,
    /// Whether those are asked for to which it is done.
    is_inverse: bool,
    /// Where the words of the other row stand, and how many they are.
    value: (usize, usize),
}

/// A table of relations, its column for their kind, and the reference to the rows that do something.
struct Edges<'t> {
    table: &'t Table,
    kind: usize,
    named: String,
    by: usize,
    doer: &'t Table,
    key: usize,
}

/// What the one table of relations says that has a kind for what the question says is done.
pub(super) fn by_kind(place: Place<'_>, asked: &Asked, tables: &[Table], stems: &mut Stems) -> Option<Tabled> {
    if asked.denials() > 0 {
        return None;
    }
    let mut values = Values::default();
    let mut found: Vec<(&Table, Statement)> = Vec::new();
    let related = tables.iter().filter(|table| !table.references.is_empty() && table.columns.len() > 2);
    for table in related.take(MAX_TABLES) {
        let is_near = asked.words.first().is_some_and(|word| UNNAMED.contains(&word.lower.as_str()))
            || table.references.iter().any(|(_, other, _)| tables.get(*other).is_some_and(|other| asked.names(other)));
        if !is_near {
            continue;
        }
        let kinds = values.of(table, tables, asked, (place.library, place.ticket));
        let statements = kinds.iter().filter(|kind| kind.is_choice).filter_map(|kind| {
            let way = stemmed(&kind.text, stems);
            of_kind(place, asked, (table, tables), kind, &way)
        });
        found.extend(statements);
    }
    let [(table, statement)] = found.as_slice() else { return None };
    of_sql(table, statement, place.is_alone, place.library, place.ticket).ok()
}

/// The statement for one kind of a table of relations, and the table whose rows it gives.
fn of_kind<'t>(
    place: Place<'_>,
    asked: &Asked,
    (table, tables): (&'t Table, &'t [Table]),
    kind: &Text,
    way: &[String],
) -> Option<(&'t Table, Statement)> {
    let done = asked.place(way)?;
    let (by, other, key) = doing(table)?;
    let doer = tables.get(other)?;
    let edges = Edges { table, kind: kind.column, named: kind.text.clone(), by, doer, key };
    let relation = relation(asked, doer, (done, way.len()))?;
    let (at, count) = relation.value;
    let name = asked.written(at, count);
    match relation.is_inverse {
        false => edges.doers(place, name, relation.is_count, tables),
        true => edges.objects(place, name, relation.is_count, tables),
    }
}

/// The reference of a table of relations to what does something; `None` where no name says which of several it is: columns
/// stand in any order.
fn doing(table: &Table) -> Option<(usize, usize, usize)> {
    let is_called = |(at, ..): &&(usize, usize, usize), words: &[&str]| {
        table.columns[*at].name_words.iter().any(|word| words.contains(&word.as_str()))
    };
    let mut doing = table.references.iter().filter(|reference| is_called(reference, DOING));
    if let Some(first) = doing.next() {
        return doing.next().is_none().then_some(*first);
    }
    let mut others = table.references.iter().filter(|reference| !is_called(reference, DONE_TO));
    let only = others.next().filter(|_| others.next().is_none());
    // What belongs to one row does what it says to what else it names.
    only.copied()
}

/// The parts of such a question; `None` if any word of it is none of them, or nothing says who does it to whom.
fn relation(asked: &Asked, doer: &Table, (done, count): (usize, usize)) -> Option<Relation> {
    let is = |at: usize, words: &[&str]| asked.is_word(at, words);
    let counting = ASKS
        .iter()
        .filter(|(_, ask)| *ask == Ask::Count)
        .filter_map(|(phrase, _)| asked.phrases(phrase).contains(&0).then_some(phrase.len()));
    let counted = counting.max();
    let mut at = counted.unwrap_or(0);
    let noun = asked.place(&doer.said).filter(|noun| *noun < done);
    let first = noun.unwrap_or(at);
    // "What depends on it" names no rows.
    let is_unnamed = noun.is_none() && is(at, UNNAMED);
    if noun.is_none() && !is_unnamed || !(at..first).all(|at| is(at, LEADS)) {
        return None;
    }
    at = first + if is_unnamed { 1 } else { doer.said.len() };
    let skip = |mut at: usize, words: &[&str]| {
        while is(at, words) {
            at += 1;
        }
        at
    };
    let end = asked.words.len();
    let behind = done + count;
    let value = |start: usize, end: usize| {
        let len = end.checked_sub(start)?;
        (1..=MAX_WORDS).contains(&len).then_some((start, len))
    };
    let start = skip(at, LINKS);
    let is_count = counted.is_some();
    if start == done {
        let is_inverse = is(behind, BY);
        // "Are recommended for it" and "suggested to it" do not say whether it does that.
        let is_participle = count == 1 && asked.words[done].lower.ends_with("ed");
        let is_passive = (at..done).any(|at| is(at, PASSIVE)) || is(behind, NO_OBJECTS);
        if is_participle && is_passive && !is_inverse {
            return None;
        }
        let start = skip(if is_inverse { behind + 1 } else { behind }, PREPOSITIONS);
        return Some(Relation { is_count, is_inverse, value: value(start, end)? });
    }
    // "Which packages does dbus recommend".
    let asks = is(at, &["do", "does", "did"]);
    let start = skip(start, PREPOSITIONS);
    let is_end = skip(behind, PREPOSITIONS) == end;
    if !asks || !is_end || start >= done {
        return None;
    }
    Some(Relation { is_count, is_inverse: true, value: value(start, done)? })
}

impl Edges<'_> {
    /// The condition that a relation is of the kind.
    fn is_kind(&self) -> String {
        format!("{} = {}", self.table.columns[self.kind].sql, Condition::text(&self.named))
    }
}

impl<'t> Edges<'t> {
    /// The rows that do it to what is called so.
    fn doers(&self, place: Place<'_>, name: &str, is_count: bool, tables: &[Table]) -> Option<(&'t Table, Statement)> {
        let mut ways: Vec<String> = Vec::new();
        for (_, column) in self
            .table
            .own()
            .filter(|(at, column)| *at != self.kind && *at != self.by && column.is_text() && !column.is_key)
        {
            ways.extend(called(self.table, &column.sql, name, place).map(|is| format!("{} {is}", column.sql)));
        }
        for &(by, other, key) in self.table.references.iter().filter(|(by, ..)| *by != self.by) {
            let Some(other) = tables.get(other) else { continue };
            let &[label] = other.labels.as_slice() else { continue };
            let label = &other.columns[label].sql;
            let is = called(other, label, name, place);
            ways.extend(is.map(|is| {
                let (by, key) = (&self.table.columns[by].sql, &other.columns[key].sql);
                format!("{by} IN (SELECT {key} FROM {} WHERE {label} {is})", other.sql)
            }));
        }
        let [is_other] = ways.as_slice() else { return None };
        let (by, from) = (&self.table.columns[self.by].sql, &self.table.sql);
        let wheres = format!("{} AND {is_other}", self.is_kind());
        if is_count {
            let sql = format!("SELECT count(DISTINCT {by}) AS count FROM {from} WHERE {wheres}");
            return Some((self.doer, Statement { sql, ..Statement::default() }));
        }
        let key = &self.doer.columns[self.key].sql;
        let rows = format!("FROM {} WHERE {key} IN (SELECT {by} FROM {from} WHERE {wheres})", self.doer.sql);
        Some((self.doer, list(&rows)))
    }

    /// What is called so does it to these.
    fn objects(
        &self,
        place: Place<'_>,
        name: &str,
        is_count: bool,
        tables: &'t [Table],
    ) -> Option<(&'t Table, Statement)>
    where
        Self: 't,
    {
        let &[label] = self.doer.labels.as_slice() else { return None };
        let label = &self.doer.columns[label].sql;
        let is = called(self.doer, label, name, place)?;
        let (by, from) = (&self.table.columns[self.by].sql, &self.table.sql);
        let key = &self.doer.columns[self.key].sql;
        let wheres = format!("{} AND {by} IN (SELECT {key} FROM {} WHERE {label} {is})", self.is_kind(), self.doer.sql);
        let others: Vec<&(usize, usize, usize)> =
            self.table.references.iter().filter(|(by, ..)| *by != self.by).collect();
        let texts: Vec<usize> = self
            .table
            .own()
            .filter(|(at, column)| *at != self.kind && *at != self.by && column.is_text() && !column.is_key)
            .map(|(at, _)| at)
            .collect();
        match (others.as_slice(), texts.as_slice()) {
            ([(to, other, key)], _) => {
                let other = tables.get(*other)?;
                let (to, key) = (&self.table.columns[*to].sql, &other.columns[*key].sql);
                if is_count {
                    let sql = format!("SELECT count(DISTINCT {to}) AS count FROM {from} WHERE {wheres}");
                    return Some((other, Statement { sql, ..Statement::default() }));
                }
                let rows = format!("FROM {} WHERE {key} IN (SELECT {to} FROM {from} WHERE {wheres})", other.sql);
                Some((other, list(&rows)))
            }
            ([], [to]) => {
                let to = &self.table.columns[*to].sql;
                let count = format!("SELECT count(DISTINCT {to}) AS count FROM {from} WHERE {wheres}");
                let sql = format!("SELECT DISTINCT {to} FROM {from} WHERE {wheres} ORDER BY {to} LIMIT {LIMIT}");
                let statement = match is_count {
                    true => Statement { sql: count, ..Statement::default() },
                    false => Statement { sql, count: Some(count), ..Statement::default() },
                };
                Some((self.doer, statement))
            }
            _ => None,
        }
    }
}

/// The first rows, and how many there are.
fn list(rows: &str) -> Statement {
    Statement {
        sql: format!("SELECT * {rows} LIMIT {LIMIT}"),
        count: Some(format!("SELECT count(*) AS count {rows}")),
        ..Statement::default()
    }
}

/// The condition that a column has this value as its rows write it: `= 'python3'`; `None` if no row has it.
fn called(table: &Table, column: &str, name: &str, place: Place<'_>) -> Option<String> {
    let database = table.home.open(place.library).ok()?;
    let spelled = [name.to_lowercase(), name.to_ascii_lowercase()].map(|text| Condition::text(&text));
    let (one, other) = (&spelled[0], &spelled[1]);
    let written = Condition::text(name);
    let sql = format!(
        "SELECT DISTINCT {column} FROM {} WHERE {column} = {written} OR lower({column}) IN ({one}, {other}) LIMIT 20",
        table.sql
    );
    let rows = database.sql(&sql, &|| place.ticket.check().is_ok()).ok()?.rows;
    let texts: Vec<&str> = rows
        .iter()
        .filter_map(|row| match row.first() {
            Some(Cell::Text(text)) => Some(&**text),
            _ => None,
        })
        .collect();
    let exact = texts.iter().copied().find(|text| *text == name);
    match (exact, texts.as_slice()) {
        (Some(text), _) | (None, &[text]) => Some(format!("= {}", Condition::text(text))),
        _ => None,
    }
}
