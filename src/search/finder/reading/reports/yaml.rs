//! Places of reports in YAML, and of the blocks of YAML that the Test Anything Protocol tells of a failure in.

use super::json::in_value;
use crate::search::finder::reading::written::Written;
use regex::Regex;
use saphyr_parser::{Event, Parser};
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// Values within each other: reports have few.
const DEEPEST: usize = 64;

/// The places of a linter's report in either; none of other texts. A report of tests has traces in its text, which are read
/// by their lines.
pub(super) fn places(text: &str) -> Vec<Written<'static>> {
    static KEYS: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?m)^(?:- )?\s*(?:line|line_number|lineno|row)\s*:\s*\d+\s*$").ok());
    if !KEYS.as_ref().is_some_and(|keys| keys.is_match(text)) {
        return Vec::new();
    }
    if text.trim_start().starts_with("TAP version") {
        return of_tests(text);
    }
    value(text).map(|value| in_value(&value, None)).unwrap_or_default()
}

/// What is told of files in place of tests: `not ok 1 - /srv/a.js`, and a block below it.
fn of_tests(text: &str) -> Vec<Written<'static>> {
    let mut out = Vec::new();
    let mut path = None;
    let mut block: Option<String> = None;
    for line in text.lines() {
        match (&mut block, line.trim()) {
            (Some(_), "...") => {
                let read = block.take().and_then(|block| value(&block));
                out.extend(read.into_iter().flat_map(|value| in_value(&value, path)));
            }
            (Some(block), _) => block.extend([line, "\n"]),
            (None, "---") if path.is_some() => block = Some(String::new()),
            (None, said) => {
                let name = said.strip_prefix("not ok ").and_then(|rest| rest.split_once(" - ")).map(|(_, name)| name);
                path = name.filter(|name| name.contains(['/', '\\', '.']) && !name.contains(char::is_whitespace));
            }
        }
    }
    out
}

/// The value of a text; `None` if it is no YAML.
fn value(text: &str) -> Option<Value> {
    // Collections that are open, each with the key that its next value has.
    let mut open: Vec<(Value, Option<String>)> = Vec::new();
    let mut whole = None;
    for event in Parser::new_from_str(text) {
        let closed = match event.ok()?.0 {
            Event::SequenceStart(..) => {
                open.push((Value::Array(Vec::new()), None));
                None
            }
            Event::MappingStart(..) => {
                open.push((Value::Object(Map::new()), None));
                None
            }
            Event::SequenceEnd | Event::MappingEnd => Some(open.pop()?.0),
            Event::Scalar(said, ..) => Some(Value::String(said.into_owned())),
            // What has been said before is a list of lines at most.
            Event::Alias(_) => Some(Value::Null),
            _ => None,
        };
        if open.len() > DEEPEST {
            return None;
        }
        let Some(closed) = closed else { continue };
        match open.last_mut() {
            Some((Value::Array(values), _)) => values.push(closed),
            Some((Value::Object(map), key)) => match key.take() {
                Some(key) => drop(map.insert(key, closed)),
                None => *key = Some(closed.as_str()?.to_owned()),
            },
            _ => whole = Some(closed),
        }
    }
    whole
}
