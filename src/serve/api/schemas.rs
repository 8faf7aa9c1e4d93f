//! What answers are, as JSON Schema: a row each. Members that are not named may come; those that are named stay.

use super::endpoints::MODE_IDS;
use serde_json::{Map, Value, json};

/// The schemas by name.
pub(super) fn schemas() -> Map<String, Value> {
    let rows: [(&str, Value); 17] = [
        ("Result", result()),
        (
            "Count",
            with(document("docql_count", json!({"query": text(), "count": whole()})), json!({"notes": list(text())})),
        ),
        ("Structure", structure()),
        ("Hits", hits()),
        ("Record", record()),
        ("Expansion", expansion()),
        ("Plan", plan()),
        ("Text", excerpt()),
        ("Status", status()),
        ("Vectors", vectors()),
        ("Answer", answer()),
        ("Citation", citation()),
        ("Step", step()),
        ("Freshness", freshness()),
        ("Error", error()),
        ("Message", message()),
        ("Description", json!({"type": "object", "required": ["openapi", "info", "paths"]})),
    ];
    rows.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect()
}

/// Where a schema stands in the description.
pub(super) fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn text() -> Value {
    json!({"type": "string"})
}

fn text_or_null() -> Value {
    json!({"type": ["string", "null"]})
}

fn whole() -> Value {
    json!({"type": "integer", "minimum": 0})
}

fn flag() -> Value {
    json!({"type": "boolean"})
}

fn list(of: Value) -> Value {
    json!({"type": "array", "items": of})
}

/// An object that has all of `properties`.
fn object(properties: Value) -> Value {
    let required: Vec<String> = properties.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
    json!({"type": "object", "required": required, "properties": properties})
}

/// A document of this type that has all of `properties`.
fn document(kind: &str, properties: Value) -> Value {
    let mut whole = object(properties);
    if let Some(list) = whole["required"].as_array_mut() {
        list.splice(0..0, ["type".into(), "schema".into()]);
    }
    whole["properties"]["type"] = json!({"const": kind});
    whole["properties"]["schema"] = json!({"const": 1});
    whole
}

/// The same with members that may be left out.
fn with(mut schema: Value, optional: Value) -> Value {
    if let (Some(all), Value::Object(optional)) = (schema["properties"].as_object_mut(), optional) {
        all.extend(optional);
    }
    schema
}

/// What the pages of an answer say besides their hits.
fn paged(kind: &str, properties: Value) -> Value {
    let schema = document(kind, properties);
    let common = object(json!({
        "query": text(), "total": whole(), "truncated": flag(), "at_least": flag(),
        "more_count": whole(), "freshness": reference("Freshness"),
    }));
    let optional = json!({
        "next_cursor": text(), "with_name": whole(), "partial": list(whole()), "notes": list(text()), "hints": list(text()),
        "suggestions": list(text()),
    });
    let mut schema = with(with(schema, common["properties"].clone()), optional);
    if let (Some(all), Some(more)) = (schema["required"].as_array_mut(), common["required"].as_array()) {
        all.extend(more.iter().cloned());
    }
    schema
}

fn result() -> Value {
    let files = json!({"type": "object", "additionalProperties": list(reference("Record"))});
    paged("docql_result", json!({"files": files}))
}

fn hits() -> Value {
    let hit = json!({"allOf": [reference("Record"), object(json!({"path": text()}))]});
    let mode = json!({"enum": MODE_IDS});
    paged("docql_hits", json!({"mode": mode, "words_alone": text_or_null(), "hits": list(hit)}))
}

/// A hit. Which members it has depends on what it is; `docql help fields` lists them.
fn record() -> Value {
    let span = json!({"type": "array", "items": whole(), "minItems": 3, "maxItems": 3,
        "description": "line from 1, column in bytes from 1, length in bytes"});
    with(
        object(json!({"type": text()})),
        json!({
            "id": text(), "name": text_or_null(), "line": whole(), "end_line": whole(),
            "withheld": text(), "match_line": whole(), "match_column": whole(), "match_count": whole(), "match_page": whole(), "match_spans": list(span),
        }),
    )
}

fn structure() -> Value {
    document(
        "docql_structure",
        json!({"query": text(), "tree": text(), "paths": list(text()), "directories": whole(), "files": whole()}),
    )
}

fn expansion() -> Value {
    let word = object(json!({"word": text(), "forms": list(text())}));
    document(
        "docql_expansion",
        json!({
            "query": text(), "words": list(word), "phrases": list(text()), "fuzzy": list(text()),
            "excluded": list(text()), "is_question": flag(), "lines": list(text()),
        }),
    )
}

fn plan() -> Value {
    document(
        "docql_plan",
        json!({"canonical": text(), "steps": list(text()), "counts": list(whole()), "needs": text()}),
    )
}

fn excerpt() -> Value {
    document(
        "docql_text",
        json!({
            "path": text(), "line": whole(), "end_line": whole(), "lines": whole(), "kind": text_or_null(),
            "name": text_or_null(), "text": text(), "truncated": flag(), "next": text_or_null(),
            "freshness": reference("Freshness"),
        }),
    )
}

fn status() -> Value {
    document(
        "docql_status",
        json!({
            "version": text(), "root": text(), "roots": list(text()), "files": whole(), "indexed": whole(),
            "symbols": whole(), "sections": whole(), "skipped": whole(), "text_indexed": flag(),
            "changed": {"type": ["integer", "null"], "minimum": 0}, "index": text(),
            "vectors": {"anyOf": [{"type": "null"}, reference("Vectors")]},
            "pictures": {"anyOf": [{"type": "null"}, reference("Vectors")]}, "notices": list(text()),
            "freshness": reference("Freshness"),
        }),
    )
}

fn vectors() -> Value {
    with(
        object(json!({"source": {"enum": ["built-in", "endpoint"]}, "files": whole()})),
        json!({
            "address": text(), "model": text(), "is_local": flag(), "has_answered": flag(), "has_given_up": flag(),
        }),
    )
}

fn answer() -> Value {
    document(
        "docql_answer",
        json!({
            "question": text(), "answered": flag(), "said": list(text()), "confidence": {"type": "number"},
            "citations": list(reference("Citation")), "nowhere": list(text()), "missing": list(text()),
            "steps": list(reference("Step")), "repositories": list(text()), "counted": {"type": ["object", "null"]}, "freshness": reference("Freshness"),
            "read_as": text_or_null(), "held": object(json!({"best": {"type": "number"}, "together": {"type": "number"}})),
            "notes": list(text()), "asked_before": text_or_null(), "answered_at": {"type": ["integer", "null"]},
            "model": text_or_null(), "address": text_or_null(), "usage": {"type": ["object", "null"]},
            "turns": list(json!({"type": "object"})), "answer": text_or_null(), "claims": list(json!({"type": "object"})),
        }),
    )
}

fn citation() -> Value {
    object(json!({
        "n": whole(), "path": text(), "line": whole(), "end_line": whole(), "type": text(), "name": text(),
        "is": text_or_null(), "at": {"type": ["integer", "null"]}, "page": {"type": ["integer", "null"]}, "text": text(), "changed_since": flag(),
        "id": text_or_null(), "quote": json!({"type": "array", "items": whole(), "minItems": 2, "maxItems": 2}), "step": whole(),
    }))
}

fn step() -> Value {
    object(
        json!({"query": text(), "language": {"enum": ["words", "docql"]}, "reason": text(), "hits": whole(), "new": whole()}),
    )
}

fn freshness() -> Value {
    object(json!({
        "revision": text_or_null(), "head": text_or_null(), "index": text(), "files": whole(), "indexed": whole(),
        "changing": list(text()),
    }))
}

fn error() -> Value {
    let span =
        json!({"type": "array", "items": whole(), "minItems": 2, "maxItems": 2, "description": "bytes of the query"});
    with(
        document("docql_error", json!({"code": text(), "message": text(), "fixes": list(text())})),
        json!({"span": span, "expected": list(text())}),
    )
}

fn message() -> Value {
    with(
        object(json!({"jsonrpc": {"const": "2.0"}})),
        json!({"id": {"type": ["string", "integer", "null"]}, "method": text(), "params": {"type": "object"},
            "result": {"type": "object"}, "error": {"type": "object"}}),
    )
}
