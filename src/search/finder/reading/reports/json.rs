//! Places of objects: an object that has a line, and a path in itself or around it.

use super::coverage::Runs;
use crate::search::finder::reading::lines::of_lines;
use crate::search::finder::reading::place_forms::normal;
use crate::search::finder::reading::written::Written;
use serde_json::{Map, Value};

/// Keys, in small letters and without what stands between their words. Of several the first counts.
const PATHS: &[&str] = &["path", "file", "filename", "filepath", "pathname", "uri", "relativepath"];
const LINES: &[&str] = &["line", "lineno", "linenumber", "startline", "linestart", "beginline", "row"];
const COLUMNS: &[&str] =
    &["column", "col", "colno", "columnnumber", "startcolumn", "columnstart", "begincolumn", "character"];
const MESSAGES: &[&str] = &["message", "msg", "text", "issuetext", "reason", "description", "title", "label", "lines"];

/// Keys of objects that are a part of the place.
const PARTS: &[&str] =
    &["artifactlocation", "region", "range", "start", "begin", "location", "loc", "position", "pos", "sourcelocation"];

/// What would be changed there is no place of its own.
const CHANGES: &[&str] = &["fix", "fixes", "edits", "suggestion", "suggestions"];

/// Objects within each other in which a place is looked for.
const MAX_PARTS: usize = 3;

/// The places of one value, or of several one behind the other, as logs have them; `None` if the text is anything else.
/// What is written in the strings of a value without such a place is read by its lines.
pub(super) fn places(text: &str) -> Option<Vec<Written<'static>>> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let (mut out, mut from, mut is_report) = (Vec::new(), 0, false);
    while let Some(value) = values.next() {
        let value = value.ok()?;
        let before = out.len();
        walk(&value, &Around::default(), &mut out);
        is_report |= out.len() > before;
        if out.len() == before {
            out.extend(of_lines(&text[from..values.byte_offset()]));
        }
        from = values.byte_offset();
    }
    is_report.then_some(out)
}

/// The places of a value, which is about the file of `path` where it does not say another.
pub(super) fn in_value(value: &Value, path: Option<&str>) -> Vec<Written<'static>> {
    let mut out = Vec::new();
    walk(value, &Around { path: path.map(str::to_owned), said: String::new() }, &mut out);
    out
}

/// What the objects around a value say.
#[derive(Clone, Default)]
struct Around {
    path: Option<String>,
    said: String,
}

fn walk(value: &Value, around: &Around, out: &mut Vec<Written<'static>>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| walk(value, around, out)),
        Value::Object(map) => {
            let own = Around {
                path: path(map, MAX_PARTS).or_else(|| around.path.clone()),
                said: message(map).unwrap_or_else(|| around.said.clone()),
            };
            // Of a file; what follows says the same of its functions.
            if let Some(Value::Array(lines)) = map.get("missing_lines") {
                return not_run(lines, &own, out);
            }
            let at = line(map, "", MAX_PARTS);
            if let (Some(path), Some((line, column))) = (&own.path, at) {
                out.push(Written::at(normal(path), line, column, own.said.clone()));
            }
            for (key, child) in map.iter().filter(|(key, _)| !CHANGES.contains(&key.as_str())) {
                match child {
                    // A part of the place.
                    Value::Object(_) if at.is_some() => {}
                    Value::Object(_) if is_path(key) => {
                        walk(child, &Around { path: Some(key.clone()), said: own.said.clone() }, out);
                    }
                    _ => walk(child, &own, out),
                }
            }
        }
        _ => {}
    }
}

/// Lines that coverage.py has not seen run.
fn not_run(lines: &[Value], around: &Around, out: &mut Vec<Written<'static>>) {
    let mut runs = Runs::default();
    runs.begin(around.path.as_deref().unwrap_or_default());
    let mut before = None;
    for line in lines.iter().filter_map(number) {
        if before.is_some_and(|before: u32| before + 1 < line) {
            runs.tell(line - 1, true);
        }
        runs.tell(line, false);
        before = Some(line);
    }
    out.extend(runs.into_places());
}

/// The value of the first of `keys` that an object has.
fn value<'m>(map: &'m Map<String, Value>, keys: &[&str]) -> Option<(&'m str, &'m Value)> {
    keys.iter().find_map(|key| {
        let is_it = |written: &str| {
            let mut letters = written.chars().filter(|c| !"_-@".contains(*c)).map(|c| c.to_ascii_lowercase());
            key.chars().all(|c| letters.next() == Some(c)) && letters.next().is_none()
        };
        map.iter().find(|(written, value)| is_it(written) && !value.is_null()).map(|(key, value)| (key.as_str(), value))
    })
}

/// The objects that are parts of the place an object is about.
fn parts(map: &Map<String, Value>) -> impl Iterator<Item = (&'static str, &Map<String, Value>)> {
    PARTS.iter().filter_map(|part| Some((*part, value(map, &[part])?.1.as_object()?)))
}

fn path(map: &Map<String, Value>, depth: usize) -> Option<String> {
    let own = value(map, PATHS).and_then(|(_, value)| match value {
        Value::String(path) => Some(path.as_str()),
        // ripgrep says `{"text": "a.c"}`.
        Value::Object(inner) => inner.get("text").or(inner.get("uri")).or(inner.get("path"))?.as_str(),
        _ => None,
    });
    own.filter(|path| is_path(path)).map(str::to_owned).or_else(|| {
        let depth = depth.checked_sub(1)?;
        parts(map).find_map(|(_, part)| path(part, depth))
    })
}

/// The line and the column, from 1; the column is 0 where none is told.
fn line(map: &Map<String, Value>, within: &str, depth: usize) -> Option<(u32, u32)> {
    let own = value(map, LINES).and_then(|(_, line)| number(line));
    if let Some(line) = own {
        let (key, column) = value(map, COLUMNS).map_or(("", 0), |(key, column)| (key, number(column).unwrap_or(0)));
        // Editors count lines and characters of a range from 0.
        let base = u32::from(within == "start" && key == "character");
        return (line + base > 0).then_some((line + base, column + base));
    }
    let depth = depth.checked_sub(1)?;
    parts(map).find_map(|(key, part)| line(part, key, depth))
}

fn number(value: &Value) -> Option<u32> {
    match value {
        Value::String(digits) => digits.parse().ok(),
        value => value.as_u64()?.try_into().ok(),
    }
}

fn message(map: &Map<String, Value>) -> Option<String> {
    let said = match value(map, MESSAGES)?.1 {
        Value::String(said) => said.as_str(),
        Value::Object(inner) => inner.get("text").or(inner.get("markdown"))?.as_str()?,
        _ => return None,
    };
    let first = said.trim().lines().next()?;
    (!first.is_empty()).then(|| first.to_owned())
}

fn is_path(text: &str) -> bool {
    let name = text.rsplit(['/', '\\']).next().unwrap_or(text);
    !text.contains('\n') && (name.len() < text.len() || name.contains('.')) && !name.is_empty()
}
