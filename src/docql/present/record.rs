//! Item → record: the fields of a result as JSON, in the documented order.

use crate::docql::catalog::Field;
use crate::docql::nodes::fields;
use crate::docql::nodes::hit::Hit;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::names::id::Ids;
use crate::document::Kind;
use crate::library::{Library, NodeRef};
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
    ("width", Field::Width),
    ("height", Field::Height),
    ("language", Field::Language),
    ("headers", Field::Headers),
    ("rows", Field::Rows),
    ("rowCount", Field::RowCount),
    ("counted", Field::Counted),
    ("columnCount", Field::ColumnCount),
    ("comment", Field::Comment),
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

/// Which fields a record has, and how much of the text.
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
    "through",
    "match_line",
    "match_column",
    "match_spans",
    "match_count",
    "match_page",
    "message",
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

/// True if one of these fields of a file is known once the file has been parsed.
pub fn tell_of_structure(fields: &[String]) -> bool {
    let field = |name: &String| crate::docql::catalog::field(name).map(|row| row.field);
    fields.iter().any(|name| matches!(field(name), Some(Field::Title | Field::Package)))
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
        record(self.library, found, hit, &mut self.ids, self.options)
    }
}

impl std::fmt::Debug for Records<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Records").field("options", self.options).finish_non_exhaustive()
    }
}

/// The members of a record that are asked for: the others are not made.
struct Members<'o> {
    made: Map<String, Value>,
    wanted: &'o [String],
}

impl Members<'_> {
    fn wants(&self, name: &str) -> bool {
        self.wanted.is_empty() || name == "type" || self.wanted.iter().any(|wanted| wanted == name)
    }

    fn set<V: Into<Value>>(&mut self, name: &str, value: impl FnOnce() -> V) {
        self.set_some(name, || Some(value()));
    }

    fn set_some<V: Into<Value>>(&mut self, name: &str, value: impl FnOnce() -> Option<V>) {
        if self.wants(name)
            && let Some(value) = value()
        {
            self.made.insert(name.into(), value.into());
        }
    }
}

fn record(
    library: &Library,
    found: &Found,
    hit: &Hit,
    ids: &mut Ids<'_>,
    options: &RecordOptions,
) -> Map<String, Value> {
    let mut out = Members { made: Map::new(), wanted: &options.fields };
    let of = |field: Field| fields::value(library, found, field).to_json();
    out.set("type", || hit.kind.id());
    match &found.item {
        Item::Data { tree, node, .. } => {
            out.set("value", || tree.to_json(*node));
            out.set("location", || tree.path(*node));
            out.set("line", || tree.node(*node).line);
        }
        Item::Value { value, line, .. } => {
            out.set("value", || value.clone());
            out.set("line", || *line);
        }
        Item::Excerpt(_) => {
            out.set("text", || match hit.kind {
                Kind::Match => hit.name.clone().into(),
                _ => of(Field::Text).unwrap_or_default(),
            });
            out.set_some("message", || non_empty(&hit.snippet).filter(|_| hit.kind == Kind::Match));
            lines(&mut out, hit);
            out.set_some("parent", || non_empty(&hit.context));
        }
        Item::Row(row) => {
            out.set("text", || hit.name.clone());
            out.set("cells", || row.to_json());
            lines(&mut out, hit);
            out.set_some("cell", || row.address());
            out.set_some("parent", || non_empty(&row.sheet.title));
        }
        Item::Node(node) => node_record(library, *node, found, hit, options, &mut out),
        Item::File(_) | Item::Directory(_) | Item::Unread(_) | Item::Repository(_) => {
            out.set("name", || hit.name.clone());
            out.set_some(if hit.kind == Kind::File { "title" } else { "path" }, || non_empty(&hit.context));
            calls(&mut out, found, hit);
        }
    }
    if !matches!(found.item, Item::Data { .. } | Item::Value { .. } | Item::Row(_)) {
        set_details(&mut out, &of, &found.item);
        if let Some(matched) = &hit.matched {
            out.set("match_line", || matched.line);
            out.set("match_column", || matched.column);
            out.set("match_spans", || serde_json::json!(matched.spans));
            out.set("match_count", || matched.count);
            out.set_some("match_page", || hit.page);
        }
    }
    out.set_some("id", || ids.of(&found.item));
    if options.fields.is_empty() { out.made } else { selected(out.made, library, found, &options.fields) }
}

fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn lines(out: &mut Members<'_>, hit: &Hit) {
    out.set("line", || hit.line);
    out.set("end_line", || hit.end_line);
    out.set_some("page", || hit.page);
}

/// Where the item calls what was asked about; a file does so outside of all that it declares.
fn calls(out: &mut Members<'_>, found: &Found, hit: &Hit) {
    if found.site.is_some() {
        out.set("call_line", || hit.line);
        out.set("call", || hit.snippet.clone());
        out.set("calls", || found.calls());
    }
    out.set_some("by_name_only", || found.by_name().then_some(true));
    out.set_some("through", || non_empty(&hit.through));
}

fn node_record(
    library: &Library,
    node: NodeRef,
    found: &Found,
    hit: &Hit,
    options: &RecordOptions,
    out: &mut Members<'_>,
) {
    let of = |field: Field| fields::value(library, found, field).to_json();
    let Some(outline) = library.outline(node.file) else { return };
    let symbol = hit.kind.is_symbol() || hit.kind == Kind::Import;
    let (name, body) = if symbol { ("name", "source") } else { ("text", "content") };
    out.set_some(name, || non_empty(outline.name(node.node)));
    out.set("line", || outline.line(node.node));
    out.set("end_line", || outline.end_line(node.node));
    out.set_some("page", || of(Field::Page));
    calls(out, found, hit);
    if !options.brief {
        out.set(body, || of(Field::Content).unwrap_or_default());
    }
}

fn set_details(out: &mut Members<'_>, of: &impl Fn(Field) -> Option<Value>, item: &Item) {
    let whole_file = matches!(item, Item::File(_) | Item::Directory(_) | Item::Unread(_) | Item::Repository(_));
    for (name, field) in DETAIL_FIELDS {
        let about_files = matches!(field, Field::Size | Field::Modified | Field::Files | Field::Lines);
        // The package of a file is known where it has been parsed, which its record does not depend on.
        let skip = if whole_file { *field == Field::Package && out.wanted.is_empty() } else { about_files };
        if !skip && !out.made.contains_key(*name) {
            out.set_some(name, || of(*field));
        }
    }
}

/// The members in the order in which they are wanted.
fn selected(mut made: Map<String, Value>, library: &Library, found: &Found, wanted: &[String]) -> Map<String, Value> {
    let mut kept = Map::new();
    if let Some(kind) = made.get("type") {
        kept.insert("type".into(), kind.clone());
    }
    for name in wanted {
        let value = made.get_mut(name).map(Value::take).or_else(|| {
            let row = crate::docql::catalog::field(name)?;
            fields::value(library, found, row.field).to_json()
        });
        kept.entry(name.as_str()).or_insert(value.unwrap_or(Value::Null));
    }
    kept
}
