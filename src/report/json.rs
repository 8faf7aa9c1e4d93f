//! The JSON of results, as `docql.md` fixes it: its own shape, not derives on the model.

use super::json_line::{json_line, json_text};
use super::outline::structure_json;
use super::output_format::WrittenAnswer;
use crate::docql::{Completions, Found, Hit, Records, Shape};
use rayon::prelude::*;
use serde_json::{Map, Value, json as value};
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// Grows when a field changes its meaning; new fields do not count.
const SCHEMA: u32 = 1;

/// Rows written as one task: neighbours are mostly in the same file, which each task looks through once.
const ROWS_PER_TASK: usize = 256;

/// Tasks whose text is kept until it is written.
const TASKS: usize = 64;

/// One document with all hits, grouped by file.
///
/// # Errors
/// If `out` cannot be written to.
pub fn json(answer: &WrittenAnswer<'_>, out: &mut dyn Write) -> io::Result<()> {
    if matches!(answer.results.shape, Shape::Count | Shape::Structure) {
        return json_line(&document(answer), out);
    }
    // The files come last and are written one after the other: as one value they would take much more than their text.
    let mut head = Vec::new();
    json_text(&header(answer), &mut head)?;
    out.write_all(head.strip_suffix(b"}").unwrap_or(&head))?;
    out.write_all(b",\"files\":{")?;
    let rows = by_file(answer);
    let are_apart = are_apart(&rows);
    let makers = Makers::new(answer);
    let text = |from: usize, rows: &[Row<'_>], before: Option<&Row<'_>>| {
        let (mut records, mut text) = (makers.take(), Vec::new());
        let mut last = before.map(|(_, hit, _)| &hit.path);
        for (number, (rank, hit, found)) in (from..).zip(rows) {
            if last == Some(&hit.path) {
                text.push(b',');
            } else {
                text.extend(if number == 0 { "" } else { "]," }.as_bytes());
                json_text(&*hit.path, &mut text)?;
                text.extend(b":[");
            }
            json_text(&ranked(records.of(found, hit), are_apart.then_some(*rank)), &mut text)?;
            last = Some(&hit.path);
        }
        makers.give_back(records);
        Ok(text)
    };
    for (number, some) in rows.chunks(ROWS_PER_TASK * TASKS).enumerate() {
        let first = number * ROWS_PER_TASK * TASKS;
        let parts = some.par_chunks(ROWS_PER_TASK).enumerate().map(|(part, some)| {
            let from = first + part * ROWS_PER_TASK;
            text(from, some, from.checked_sub(1).and_then(|before| rows.get(before)))
        });
        let parts: Vec<Vec<u8>> = parts.collect::<io::Result<_>>()?;
        parts.iter().try_for_each(|part| out.write_all(part))?;
    }
    out.write_all(if rows.is_empty() { b"}}\n" } else { b"]}}\n" })
}

/// Makers of records that tasks take and give back: what is known of a file serves the rows of it that come later.
struct Makers<'a> {
    answer: &'a WrittenAnswer<'a>,
    idle: Mutex<Vec<Records<'a>>>,
}

impl<'a> Makers<'a> {
    fn new(answer: &'a WrittenAnswer<'a>) -> Makers<'a> {
        Makers { answer, idle: Mutex::default() }
    }

    fn take(&self) -> Records<'a> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| Records::new(self.answer.library, &self.answer.options))
    }

    fn give_back(&self, records: Records<'a>) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(records);
    }
}

/// A hit with its place in the answer, from 1.
type Row<'a> = (usize, &'a Hit, &'a Found);

/// The hits, those of a file one after the other: a ranking may have several groups for one.
fn by_file<'a>(answer: &'a WrittenAnswer<'_>) -> Vec<Row<'a>> {
    let hits = answer.results.hits.iter().zip(answer.items);
    let mut rows: Vec<Row<'_>> = (1..).zip(hits).map(|(rank, (hit, found))| (rank, hit, found)).collect();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (_, hit, _) in &rows {
        let next = places.len();
        places.entry(&hit.path).or_insert(next);
    }
    rows.sort_by_key(|(_, hit, _)| places.get(&*hit.path));
    rows
}

/// True if the files as they are written do not tell the order of the hits.
fn are_apart(rows: &[Row<'_>]) -> bool {
    !rows.is_sorted_by_key(|(rank, ..)| *rank)
}

/// A record that says at which place of the answer it stands, if the files do not.
fn ranked(mut record: Map<String, Value>, rank: Option<usize>) -> Map<String, Value> {
    if let Some(rank) = rank {
        record.insert("rank".into(), rank.into());
    }
    record
}

/// The same as a value.
pub fn document(answer: &WrittenAnswer<'_>) -> Value {
    let results = answer.results;
    if results.shape == Shape::Count {
        let count: u64 = results.hits.first().and_then(|hit| hit.name.parse().ok()).unwrap_or(0);
        let mut counted = value!({"type": "docql_count", "schema": SCHEMA, "query": results.query, "count": count});
        if !results.notes.is_empty() {
            counted["notes"] = results.notes.clone().into();
        }
        return counted;
    }
    if results.shape == Shape::Structure {
        return structure_json(answer);
    }
    let mut records = Records::new(answer.library, &answer.options);
    let mut files: Map<String, Value> = Map::new();
    let rows = by_file(answer);
    let are_apart = are_apart(&rows);
    for (rank, hit, found) in rows {
        let object = Value::Object(ranked(records.of(found, hit), are_apart.then_some(rank)));
        match files.entry(hit.path.as_ref()).or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(list) => list.push(object),
            _ => continue,
        }
    }
    let mut document = header(answer);
    document.insert("files".into(), Value::Object(files));
    Value::Object(document)
}

/// What is said of an answer before its hits.
fn header(answer: &WrittenAnswer<'_>) -> Map<String, Value> {
    let results = answer.results;
    let mut members = Map::new();
    let mut set = |name: &str, value: Value| drop(members.insert(name.into(), value));
    set("type", "docql_result".into());
    set("schema", SCHEMA.into());
    set("query", results.query.clone().into());
    set("total", results.total.into());
    set("truncated", (results.hits.len() < results.total).into());
    if results.at_least {
        set("at_least", true.into());
    }
    if let Some(named) = results.with_identifier {
        set("with_name", named.into());
    }
    if let Some((read, all)) = results.partial {
        set("partial", value!([read, all]));
    }
    for (name, said) in [("notes", &results.notes), ("hints", &results.hints), ("suggestions", &results.suggestions)] {
        if !said.is_empty() {
            set(name, said.clone().into());
        }
    }
    members
}

/// One hit per line, with its path.
///
/// # Errors
/// If `out` cannot be written to.
pub fn jsonl(answer: &WrittenAnswer<'_>, out: &mut dyn Write) -> io::Result<()> {
    if answer.results.shape == Shape::Count {
        return json(answer, out);
    }
    let rows: Vec<(&Hit, &Found)> = answer.results.hits.iter().zip(answer.items).collect();
    let makers = Makers::new(answer);
    let lines = |rows: &[(&Hit, &Found)]| {
        let (mut records, mut text) = (makers.take(), Vec::new());
        rows.iter().try_for_each(|(hit, found)| json_line(&record(&mut records, hit, found), &mut text))?;
        makers.give_back(records);
        Ok(text)
    };
    for some in rows.chunks(ROWS_PER_TASK * TASKS) {
        let parts: Vec<Vec<u8>> = some.par_chunks(ROWS_PER_TASK).map(lines).collect::<io::Result<_>>()?;
        parts.iter().try_for_each(|part| out.write_all(part))?;
    }
    Ok(())
}

fn record(records: &mut Records<'_>, hit: &Hit, found: &Found) -> Value {
    let mut object = Map::new();
    object.insert("path".into(), hit.path.as_ref().into());
    object.extend(records.of(found, hit));
    Value::Object(object)
}

/// The hits one by one, in their order, each with its path.
pub fn records<'a>(answer: &'a WrittenAnswer<'a>) -> impl Iterator<Item = Value> + 'a {
    let mut records = Records::new(answer.library, &answer.options);
    answer.results.hits.iter().zip(answer.items).map(move |(hit, found)| record(&mut records, hit, found))
}

/// Completions for editors and shells.
pub fn completions_json(completions: &Completions) -> Value {
    let candidates: Vec<Value> = completions
        .candidates
        .iter()
        .map(|candidate| {
            let replace = candidate.replaced(completions.replace);
            value!({
                "label": candidate.label,
                "insert": candidate.insert,
                "caret": candidate.caret,
                "stops": candidate.stops,
                "replace": [replace.start, replace.end],
                "kind": candidate.kind.id(),
                "detail": candidate.detail,
                "count": candidate.count,
                "signature": candidate.signature,
                "doc": candidate.doc,
                "example": candidate.example,
                "hits": candidate.hits,
            })
        })
        .collect();
    value!({
        "type": "docql_completions",
        "schema": SCHEMA,
        "replace": [completions.replace.start, completions.replace.end],
        "closers": completions.closers,
        "next": completions.next,
        "candidates": candidates,
    })
}
