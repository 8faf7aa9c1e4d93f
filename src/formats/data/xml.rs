//! XML as data: an element is an object of its attributes (`@name`), its elements and its text (`#text`); one that
//! holds text alone is that text, an empty one null; elements of one name are a list. Names keep their prefixes.
//! Nothing that a document type declares is read.

use super::grown::{self, Content, Grown};
use super::tree::DEEPEST;
use crate::document::{DataTree, LineIndex, Problem};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// An element that is open.
struct Element {
    name: String,
    grown: Grown,
    text: String,
}

/// The tree of `text`.
pub(super) fn parse(text: &str) -> Result<DataTree, Problem> {
    let lines = LineIndex::new(text);
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut root = Grown::object(1);
    loop {
        let at = reader.buffer_position() as usize;
        let start = lines.line(at.min(text.len()) as u32);
        let event = reader.read_event();
        let end = lines.line((reader.buffer_position() as usize).saturating_sub(1).min(text.len()) as u32);
        match event {
            Ok(Event::Start(tag)) => {
                if open.len() >= DEEPEST {
                    return Err(Problem { line: start, message: "elements are nested too deep".to_owned() });
                }
                open.push(element(&tag, start));
            }
            Ok(Event::Empty(tag)) => close(element(&tag, start), end, &mut open, &mut root),
            Ok(Event::End(_)) => {
                if let Some(element) = open.pop() {
                    close(element, end, &mut open, &mut root);
                }
            }
            Ok(Event::Text(written)) => say(&mut open, &written),
            Ok(Event::CData(written)) => say(&mut open, &written),
            Ok(Event::GeneralRef(entity)) => {
                let written = format!("&{};", &*entity);
                say(
                    &mut open,
                    &quick_xml::escape::unescape(&written).map_or(written.clone(), |text| text.into_owned()),
                );
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => {
                let at = (reader.error_position() as usize).min(text.len());
                return Err(Problem { line: lines.line(at as u32), message: error.to_string() });
            }
        }
    }
    match (open.pop(), &root.content) {
        (Some(element), _) => {
            let message = format!("<{}> is never closed", element.name);
            Err(Problem { line: element.grown.line, message })
        }
        (None, Content::Members(members)) if members.is_empty() => {
            Err(Problem { line: 1, message: "no element".to_owned() })
        }
        (None, _) => grown::tree(root),
    }
}

fn element(tag: &BytesStart<'_>, line: u32) -> Element {
    let mut grown = Grown::object(line);
    for attribute in tag.attributes().with_checks(false).flatten() {
        let value = quick_xml::escape::unescape(&attribute.value);
        let value = value.map_or_else(|_| attribute.value.to_string(), |text| text.into_owned());
        grown.push(format!("@{}", attribute.key.as_ref()), Grown::text(&value, line, line));
    }
    Element { name: tag.name().as_ref().to_owned(), grown, text: String::new() }
}

fn say(open: &mut [Element], text: &str) {
    if let Some(element) = open.last_mut() {
        element.text.push_str(text);
    }
}

fn close(element: Element, end: u32, open: &mut [Element], root: &mut Grown) {
    let Element { name, mut grown, text } = element;
    let (line, text) = (grown.line, text.trim());
    let is_bare = matches!(&grown.content, Content::Members(members) if members.is_empty());
    grown = match (is_bare, text.is_empty()) {
        (true, true) => Grown::null(line),
        (true, false) => Grown::text(text, line, end),
        (false, is_silent) => {
            if !is_silent {
                grown.push("#text", Grown::text(text, line, end));
            }
            grown
        }
    };
    grown.end_line = end;
    open.last_mut().map_or(root, |parent| &mut parent.grown).push(name, grown);
}
