//! YAML by its events: several documents as an array, anchors and aliases within limits. No recursion.

use super::tree::{
    DEEPEST, MAX_VALUES, ValuePlace, add, empty, extend_to_children, too_deep, too_many, unique_members,
};
use crate::document::{DataKey, DataTree, Problem, Scalar};
use saphyr_parser::{Event, Parser, ScalarStyle, Span, Tag};
use std::collections::HashMap;

/// Values that aliases may add; a few lines of nested aliases could ask for billions.
const MAX_COPIES: usize = 100_000;

/// Closing brackets that are indented to please the parser, at most.
const MAX_REPAIRS: usize = 20;

/// The tree of `text`; several documents become an array.
///
/// Many files close a flow collection at the column of its key, which every other reader accepts and this
/// parser calls invalid. Such a bracket is moved to the right, which changes neither values nor lines.
pub(super) fn parse(text: &str) -> Result<DataTree, Problem> {
    let mut repaired = std::borrow::Cow::Borrowed(text);
    for _ in 0..MAX_REPAIRS {
        match parse_once(&repaired) {
            Err(problem) if problem.message.contains("indentation") => {
                let lines = crate::document::LineIndex::new(&repaired);
                let line = lines.text(&repaired, problem.line).trim_start();
                if !line.starts_with([']', '}']) {
                    return Err(problem);
                }
                let at = lines.start(problem.line) as usize;
                repaired.to_mut().insert_str(at, "        ");
            }
            other => return other,
        }
    }
    parse_once(&repaired)
}

fn parse_once(text: &str) -> Result<DataTree, Problem> {
    let documents = documents(text)?;
    let mut reader = Yaml {
        tree: if documents.len() > 1 { DataTree::new(Scalar::Array, 1, 1) } else { empty() },
        open: Vec::new(),
        anchors: HashMap::new(),
        copies: 0,
        skipping: None,
        documents,
        number: 0,
        open_line: if text.ends_with('\n') { 0 } else { text.lines().count() as u32 },
    };
    for next in Parser::new_from_str(text) {
        let (event, span) = next.map_err(|error| scan_problem(&error))?;
        reader.event(event, span)?;
    }
    extend_to_children(&mut reader.tree);
    Ok(reader.tree)
}

/// The numbers of the documents that have content; if none has, of the first.
fn documents(text: &str) -> Result<Vec<usize>, Problem> {
    if !text.lines().any(|line| line.starts_with("---")) {
        return Ok(vec![0]);
    }
    let (mut found, mut number) = (Vec::new(), 0);
    for next in Parser::new_from_str(text) {
        match next.map_err(|error| scan_problem(&error))?.0 {
            Event::DocumentEnd => number += 1,
            Event::Scalar(value, ScalarStyle::Plain, 0, None) if value.is_empty() || *value == *"~" => {}
            Event::Scalar(..) | Event::SequenceStart(..) | Event::MappingStart(..) if found.last() != Some(&number) => {
                found.push(number);
            }
            _ => {}
        }
    }
    if found.is_empty() {
        found.push(0);
    }
    Ok(found)
}

fn scan_problem(error: &saphyr_parser::ScanError) -> Problem {
    Problem { line: error.marker().line() as u32, message: error.info().to_owned() }
}

struct Yaml {
    tree: DataTree,
    open: Vec<Open>,
    /// The node of each anchor; entered when its value is complete.
    anchors: HashMap<usize, u32>,
    copies: usize,
    /// A key that is no scalar: how deep we are in it, and its scalars so far.
    skipping: Option<(usize, String, u32)>,
    documents: Vec<usize>,
    number: usize,
    /// The last line of the file, if no line break ends it.
    open_line: u32,
}

struct Open {
    index: u32,
    anchor: usize,
    is_object: bool,
    count: u32,
    key: Option<(Box<str>, u32)>,
}

impl Yaml {
    fn event(&mut self, event: Event, span: Span) -> Result<(), Problem> {
        let line = span.start.line() as u32;
        if let Event::DocumentEnd = event {
            self.number += 1;
            self.open.clear();
            return Ok(());
        }
        if self.documents.binary_search(&self.number).is_err() {
            return Ok(());
        }
        if self.skipping.is_some() {
            self.skip(&event);
            return Ok(());
        }
        match event {
            Event::Scalar(value, style, anchor, tag) => {
                let end = last_line(span, style, self.open_line);
                if self.expects_key() {
                    self.set_key(value.into(), line);
                    return Ok(());
                }
                let scalar = resolve(&value, style, tag.as_deref());
                let index = self.put(scalar, line, end)?;
                self.name(anchor, index);
            }
            Event::Alias(anchor) => self.alias(anchor, line)?,
            Event::SequenceStart(anchor, _) => self.start(Scalar::Array, anchor, line)?,
            Event::MappingStart(anchor, _) => self.start(Scalar::Object, anchor, line)?,
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            _ => {}
        }
        Ok(())
    }

    fn expects_key(&self) -> bool {
        self.open.last().is_some_and(|top| top.is_object && top.key.is_none())
    }

    fn set_key(&mut self, name: Box<str>, line: u32) {
        if let Some(top) = self.open.last_mut() {
            top.key = Some((name, line));
        }
    }

    /// The place of the next value.
    fn place(&mut self) -> ValuePlace {
        let Some(top) = self.open.last_mut() else {
            if self.documents.len() < 2 {
                return ValuePlace::root();
            }
            let index = self.documents.binary_search(&self.number).unwrap_or(0);
            return ValuePlace { parent: 0, key: DataKey::Index(index as u32), key_line: None };
        };
        match top.key.take() {
            Some((name, line)) => ValuePlace { parent: top.index, key: DataKey::Name(name), key_line: Some(line) },
            None => {
                top.count += 1;
                ValuePlace { parent: top.index, key: DataKey::Index(top.count - 1), key_line: None }
            }
        }
    }

    fn put(&mut self, scalar: Scalar, line: u32, end: u32) -> Result<u32, Problem> {
        if self.tree.len() > MAX_VALUES {
            return Err(too_many(line));
        }
        let place = self.place();
        Ok(add(&mut self.tree, place, scalar, line, end))
    }

    fn start(&mut self, scalar: Scalar, anchor: usize, line: u32) -> Result<(), Problem> {
        if self.expects_key() {
            self.skipping = Some((1, String::new(), line));
            return Ok(());
        }
        if self.open.len() >= DEEPEST {
            return Err(too_deep(line));
        }
        let is_object = scalar == Scalar::Object;
        let index = self.put(scalar, line, line)?;
        self.open.push(Open { index, anchor, is_object, count: 0, key: None });
        Ok(())
    }

    fn end(&mut self) {
        if let Some(done) = self.open.pop() {
            if done.is_object {
                unique_members(&mut self.tree, done.index);
            }
            self.name(done.anchor, done.index);
        }
    }

    /// Lets aliases find the value at `index`, if it has an anchor.
    fn name(&mut self, anchor: usize, index: u32) {
        if anchor > 0 {
            self.anchors.insert(anchor, index);
        }
    }

    /// Reads on in a key that is a mapping or sequence; its scalars joined are the name.
    fn skip(&mut self, event: &Event) {
        let Some((depth, name, line)) = &mut self.skipping else { return };
        match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => *depth += 1,
            Event::SequenceEnd | Event::MappingEnd => *depth -= 1,
            Event::Scalar(value, ..) => {
                if !name.is_empty() {
                    name.push(',');
                }
                name.push_str(value);
            }
            _ => {}
        }
        if *depth == 0 {
            let (name, line) = (std::mem::take(name).into(), *line);
            self.skipping = None;
            self.set_key(name, line);
        }
    }

    fn alias(&mut self, anchor: usize, line: u32) -> Result<(), Problem> {
        let source = self.anchors.get(&anchor).copied();
        if self.expects_key() {
            let name = match source.map(|at| &self.tree.node(at).scalar) {
                Some(Scalar::String(name)) => name.clone(),
                Some(Scalar::Number(number)) => number.to_string().into(),
                _ => "*".into(),
            };
            self.set_key(name, line);
            return Ok(());
        }
        let Some(source) = source else {
            return Err(Problem { line, message: "an alias that stands inside its own anchor".into() });
        };
        let place = self.place();
        let mut todo = vec![(source, place)];
        while let Some((from, place)) = todo.pop() {
            self.copies += 1;
            if self.copies > MAX_COPIES {
                return Err(Problem { line, message: format!("aliases stand for more than {MAX_COPIES} values") });
            }
            let node = self.tree.node(from);
            let (scalar, children, first, last) =
                (node.scalar.clone(), node.children.clone(), node.line, node.end_line);
            // The copy itself stands where the alias is written; what is in it, where it was written.
            let (first, last) = if from == source { (line, line) } else { (first, last) };
            let copy = add(&mut self.tree, place, scalar, first, last);
            for child in children.into_iter().rev() {
                let node = self.tree.node(child);
                let place = ValuePlace { parent: copy, key: node.key.clone(), key_line: Some(node.line) };
                todo.push((child, place));
            }
        }
        Ok(())
    }
}

/// The last line a scalar is on; the span of a block scalar reaches to where the next line's text begins.
fn last_line(span: Span, style: ScalarStyle, open_line: u32) -> u32 {
    let (start, end) = (span.start.line() as u32, span.end.line() as u32);
    let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
    if end > start && (span.end.col() == 0 || (is_block && end != open_line)) { end - 1 } else { end }
}

/// The value of a scalar by the core schema of YAML 1.2.
fn resolve(text: &str, style: ScalarStyle, tag: Option<&Tag>) -> Scalar {
    let core = tag.filter(|tag| tag.is_yaml_core_schema()).map(|tag| tag.suffix.as_str());
    let plain = style == ScalarStyle::Plain;
    match (core, tag) {
        (Some("str"), _) => Scalar::String(text.into()),
        (Some(_), _) => resolve_plain(text),
        (None, Some(_)) => Scalar::String(text.into()),
        (None, None) if plain => resolve_plain(text),
        (None, None) => Scalar::String(text.into()),
    }
}

fn resolve_plain(text: &str) -> Scalar {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Scalar::Null,
        "true" | "True" | "TRUE" => return Scalar::Bool(true),
        "false" | "False" | "FALSE" => return Scalar::Bool(false),
        _ => {}
    }
    number(text).map_or_else(|| Scalar::String(text.into()), Scalar::Number)
}

fn number(text: &str) -> Option<serde_json::Number> {
    let first = *text.as_bytes().first()?;
    if !first.is_ascii_digit() && !matches!(first, b'-' | b'+' | b'.') {
        return None;
    }
    let radix = |digits: &str, radix| {
        let valid = !digits.is_empty() && !digits.starts_with(['+', '-']);
        valid.then(|| u64::from_str_radix(digits, radix).ok()).flatten().map(Into::into)
    };
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    let unsigned = text.trim_start_matches(['+', '-']);
    if unsigned.len() + 1 < text.len() || !unsigned.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let body = if text.starts_with('+') { unsigned } else { text };
    if unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        if let Ok(whole) = body.parse::<i64>() {
            return Some(whole.into());
        }
        if let Ok(whole) = body.parse::<u64>() {
            return Some(whole.into());
        }
    }
    // Rust reads `1_000` and `inf` differently; YAML's floats are digits, point and exponent only.
    let allowed = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-');
    if !body.bytes().all(allowed) {
        return None;
    }
    serde_json::Number::from_f64(body.parse().ok()?)
}
