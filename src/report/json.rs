//! The JSON of results, as `docql.md` fixes it: its own shape, not derives on the model.

use super::answer::Answer;
use super::json_line::json_line;
use super::outline::structure_json;
use crate::docql::{Completions, Found, Hit, Records, Shape};
use rayon::prelude::*;
use serde_json::{Map, Value, json as value};
use std::io::{self, Write};

/// Grows when a field changes its meaning; new fields do not count.
const SCHEMA: u32 = 1;

/// Rows written as one task: neighbours are mostly in the same file, which each task looks through once.
const ROWS_PER_TASK: usize = 256;

/// Tasks whose text is kept until it is written.
const TASKS: usize = 64;

/// One document with all hits, grouped by file.
pub fn json(answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
    json_line(&document(answer), out)
}

/// The same as a value.
pub fn document(answer: &Answer<'_>) -> Value {
    let results = answer.results;
    if results.shape == Shape::Count {
        let count: u64 = results.hits.first().and_then(|hit| hit.name.parse().ok()).unwrap_or(0);
        return value!({"type": "docql_count", "schema": SCHEMA, "query": results.query, "count": count});
    }
    if results.shape == Shape::Structure {
        return structure_json(answer);
    }
    let mut records = Records::new(answer.library, &answer.options);
    let mut files: Map<String, Value> = Map::new();
    for (hit, found) in results.hits.iter().zip(answer.items) {
        let object = Value::Object(records.of(found, hit));
        match files.entry(hit.path.as_ref()).or_insert_with(|| Value::Array(Vec::new())) {
            Value::Array(list) => list.push(object),
            _ => continue,
        }
    }
    let mut document = value!({
        "type": "docql_result",
        "schema": SCHEMA,
        "query": results.query,
        "total": results.total,
        "truncated": results.hits.len() < results.total,
    });
    if let Value::Object(members) = &mut document {
        if let Some((read, all)) = results.partial {
            members.insert("partial".into(), value!([read, all]));
        }
        if !results.notes.is_empty() {
            members.insert("notes".into(), results.notes.clone().into());
        }
        if !results.hints.is_empty() {
            members.insert("hints".into(), results.hints.clone().into());
        }
        if !results.suggestions.is_empty() {
            members.insert("suggestions".into(), results.suggestions.clone().into());
        }
        members.insert("files".into(), Value::Object(files));
    }
    document
}

/// One hit per line, with its path.
pub fn jsonl(answer: &Answer<'_>, out: &mut dyn Write) -> io::Result<()> {
    if answer.results.shape == Shape::Count {
        return json(answer, out);
    }
    let rows: Vec<(&Hit, &Found)> = answer.results.hits.iter().zip(answer.items).collect();
    let lines = |rows: &[(&Hit, &Found)]| {
        let (mut records, mut text) = (Records::new(answer.library, &answer.options), Vec::new());
        rows.iter().try_for_each(|(hit, found)| json_line(&record(&mut records, hit, found), &mut text))?;
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
pub fn records<'a>(answer: &'a Answer<'a>) -> impl Iterator<Item = Value> + 'a {
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
