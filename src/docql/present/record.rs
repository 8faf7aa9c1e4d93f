//! Item → record: the fields of a result as JSON, in the documented order.

use crate::docql::catalog::Field;
use crate::docql::nodes::fields;
use crate::docql::nodes::hit::Hit;
use crate::docql::nodes::item::{Found, Item};
use crate::docql::nodes::names::id::Ids;
use crate::document::Kind;
use crate::library::Library;
use serde_json::{Map, Value};

/// The fields of a record after `type`, name or text, and lines.
const DETAIL_FIELDS: &[(&str, Field)] = &[
    ("level", Field::Level),
    ("signature", Field::Signature),
    ("doc", Field::Doc),
    ("visibility", Field::Visibility),
    ("parent", Field::Parent),
    ("qualified_name", Field::QualifiedName),
    ("package", Field::Package),
    ("supertypes", Field::Supertypes),
    ("anchor", Field::Anchor),
    ("url", Field::Url),
    ("alt", Field::Alt),
    ("language", Field::Language),
    ("headers", Field::Headers),
    ("rows", Field::Rows),
    ("rowCount", Field::RowCount),
    ("counted", Field::Counted),
    ("columnCount", Field::ColumnCount),
    ("code", Field::Code),
    ("size", Field::Size),
    ("lines", Field::Lines),
    ("modified", Field::Modified),
    ("files", Field::Files),
    ("score", Field::Score),
    ("depth", Field::Depth),
    ("certainty", Field::Certainty),
    ("evidence", Field::Evidence),
];

/// Options for records.
#[derive(Clone, Debug, Default)]
pub struct RecordOptions {
    /// Fields to include besides `type`; empty for all.
    pub fields: Vec<String>,
    /// Omits `content` and `source`.
    pub brief: bool,
}

/// Keys of records that are not fields of the query language.
const KEYS: &[&str] = &[
    "type",
    "value",
    "location",
    "id",
    "call_line",
    "call",
    "by_name_only",
    "match_line",
    "match_column",
    "match_spans",
    "match_count",
    "cells",
];

/// A field that no record has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no field \"{name}\"{}", .nearest.map_or(String::new(), |near| format!("; did you mean {near}?")))]
pub struct UnknownRecordField {
    /// The name as given.
    pub name: String,
    /// The nearest known name, if one is near.
    pub nearest: Option<&'static str>,
}

/// Checks that records can have the field `name`.
///
/// # Errors
/// If neither records nor the query language know the name.
pub fn check_record_field(name: &str) -> Result<(), UnknownRecordField> {
    let details = DETAIL_FIELDS.iter().map(|(name, _)| *name);
    let fields = crate::docql::catalog::FIELDS.iter().map(|row| row.name);
    let known = || KEYS.iter().copied().chain(details.clone()).chain(fields.clone());
    if crate::docql::catalog::field(name).is_some() || known().any(|field| field == name) {
        return Ok(());
    }
    let nearest = crate::docql::syntax::suggest::nearest(name, known()).first().copied();
    Err(UnknownRecordField { name: name.to_owned(), nearest })
}

/// Makes records, one after the other: what it has looked up in a file serves the other items of the file.
pub struct Records<'l> {
    library: &'l Library,
    options: &'l RecordOptions,
    ids: Ids<'l>,
}

impl<'l> Records<'l> {
    /// Makes records of the items of `library`.
    pub fn new(library: &'l Library, options: &'l RecordOptions) -> Records<'l> {
        Records { library, options, ids: Ids::new(library) }
    }

    /// An item, which `hit` presents, as a JSON object, `type` first.
    pub fn of(&mut self, found: &Found, hit: &Hit) -> Map<String, Value> {
        record(self.library, found, hit, self.ids.of(&found.item), self.options)
    }
}

impl std::fmt::Debug for Records<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Records").field("options", self.options).finish_non_exhaustive()
    }
}

fn record(
    library: &Library,
    found: &Found,
    hit: &Hit,
    id: Option<String>,
    options: &RecordOptions,
) -> Map<String, Value> {
    let mut out = Map::new();
    let of = |field: Field| fields::value(library, found, field).to_json();
    out.insert("type".into(), hit.kind.id().into());
    match &found.item {
        Item::Data { tree, node, .. } => {
            out.insert("value".into(), tree.to_json(*node));
            out.insert("location".into(), tree.path(*node).into());
            out.insert("line".into(), tree.node(*node).line.into());
        }
        Item::Value { value, line, .. } => {
            out.insert("value".into(), value.clone());
            out.insert("line".into(), (*line).into());
        }
        Item::Excerpt(_) => {
            out.insert(
                "text".into(),
                if hit.kind == Kind::Match { hit.name.clone().into() } else { of(Field::Text).unwrap_or_default() },
            );
            lines(&mut out, hit);
            if !hit.context.is_empty() {
                out.insert("parent".into(), hit.context.clone().into());
            }
        }
        Item::Row(row) => {
            out.insert("text".into(), hit.name.clone().into());
            out.insert("cells".into(), row.to_json());
            lines(&mut out, hit);
            if !hit.context.is_empty() {
                out.insert("parent".into(), hit.context.clone().into());
            }
        }
        Item::Node(node) => node_record(library, *node, found, hit, options, &mut out),
        Item::File(_) | Item::Directory(_) | Item::Repository(_) => {
            out.insert("name".into(), hit.name.clone().into());
            if !hit.context.is_empty() {
                out.insert(if hit.kind == Kind::File { "title" } else { "path" }.into(), hit.context.clone().into());
            }
        }
    }
    if !matches!(found.item, Item::Data { .. } | Item::Value { .. } | Item::Row(_)) {
        insert_details(&mut out, &of, &found.item);
        if let Some(matched) = &hit.matched {
            out.insert("match_line".into(), matched.line.into());
            out.insert("match_column".into(), matched.column.into());
            out.insert("match_spans".into(), serde_json::json!(matched.spans));
            out.insert("match_count".into(), matched.count.into());
        }
        if let Some(id) = id {
            out.insert("id".into(), id.into());
        }
    }
    if !options.fields.is_empty() {
        select(&mut out, library, found, &options.fields);
    }
    out
}

fn lines(out: &mut Map<String, Value>, hit: &crate::docql::nodes::hit::Hit) {
    out.insert("line".into(), hit.line.into());
    out.insert("end_line".into(), hit.end_line.into());
    if let Some(page) = hit.page {
        out.insert("page".into(), page.into());
    }
}

fn node_record(
    library: &Library,
    node: crate::library::NodeRef,
    found: &Found,
    hit: &crate::docql::nodes::hit::Hit,
    options: &RecordOptions,
    out: &mut Map<String, Value>,
) {
    let of = |field: Field| fields::value(library, found, field).to_json();
    let Some(outline) = library.outline(node.file) else { return };
    let symbol = hit.kind.is_symbol() || hit.kind == Kind::Import;
    let label = outline.name(node.node);
    let (name, body) = if symbol { ("name", "source") } else { ("text", "content") };
    if !label.is_empty() {
        out.insert(name.into(), label.into());
    }
    out.insert("line".into(), outline.line(node.node).into());
    out.insert("end_line".into(), outline.end_line(node.node).into());
    if let Some(page) = of(Field::Page) {
        out.insert("page".into(), page);
    }
    if found.site.is_some() {
        out.insert("call_line".into(), hit.line.into());
        out.insert("call".into(), hit.snippet.clone().into());
        out.insert("calls".into(), found.calls().into());
    }
    if found.by_name() {
        out.insert("by_name_only".into(), true.into());
    }
    if !options.brief {
        out.insert(body.into(), of(Field::Content).unwrap_or_default());
    }
}

fn insert_details(out: &mut Map<String, Value>, of: &impl Fn(Field) -> Option<Value>, item: &Item) {
    let whole_file = matches!(item, Item::File(_) | Item::Directory(_) | Item::Repository(_));
    for (name, field) in DETAIL_FIELDS {
        let about_files = matches!(field, Field::Size | Field::Modified | Field::Files);
        let skip = !whole_file && (about_files || *field == Field::Lines);
        if !skip
            && !out.contains_key(*name)
            && let Some(value) = of(*field)
        {
            out.insert((*name).into(), value);
        }
    }
}

fn select(out: &mut Map<String, Value>, library: &Library, found: &Found, wanted: &[String]) {
    let mut kept = Map::new();
    if let Some(kind) = out.get("type") {
        kept.insert("type".into(), kind.clone());
    }
    for name in wanted {
        let value = out.get(name).cloned().or_else(|| {
            let row = crate::docql::catalog::field(name)?;
            fields::value(library, found, row.field).to_json()
        });
        kept.insert(name.clone(), value.unwrap_or(Value::Null));
    }
    *out = kept;
}
