//! Pages of paginated documents: on which one a place is, and which lines one has. Slides are pages; sheets have names.

use super::value::Value;
use crate::docql::catalog::Field;
use crate::document::Kind;
use crate::library::{FileId, Library, Outline};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Where pages begin: their nodes, in order. Of a document without pages the first nodes tell that it has none.
fn starts<'l>(outline: &'l Outline<'_>) -> impl Iterator<Item = u32> + 'l {
    let is_page = |node: &u32| outline.kind(*node) == Kind::Page;
    // A heading at the very top, with the links that it is made of, stands before the first page.
    let is_paginated =
        (0..outline.len()).take_while(|node| *node < 3 || outline.span(*node).start == 0).any(|node| is_page(&node));
    (0..if is_paginated { outline.len() } else { 0 }).filter(is_page)
}

fn number(outline: &Outline<'_>, page: u32) -> Option<u32> {
    outline.name(page).parse().ok()
}

/// The page that a node begins on, from 1; `None` if its document has no pages.
pub(in crate::docql) fn page_of_node(outline: &Outline<'_>, node: u32) -> Option<u32> {
    let first = starts(outline).next()?;
    let before = (first..=node).rev().find(|at| outline.kind(*at) == Kind::Page);
    number(outline, before.unwrap_or(first))
}

/// The page that a line is on, from 1; `None` if the document has no pages.
pub(in crate::docql) fn page_of_line(outline: &Outline<'_>, line: u32) -> Option<u32> {
    let first = starts(outline).next()?;
    let before = starts(outline).take_while(|page| outline.line(*page) <= line).last();
    number(outline, before.unwrap_or(first))
}

/// The same of a file.
pub fn page_at(library: &Library, file: FileId, line: u32) -> Option<u32> {
    page_of_line(&library.outline(file)?, line)
}

/// The page, slide or sheet that a line of a file is on.
pub(in crate::docql) fn place_at(library: &Library, file: FileId, line: u32, field: Field) -> Value<'_> {
    let page = || page_at(library, file, line).map_or(Value::Nothing, Value::number);
    let entry = library.file(file);
    let is_one_of = |id: &str, endings: [&str; 2]| {
        entry.format.id == id
            || entry.format.id == "opendocument" && endings.iter().any(|ending| has_ending(&entry.path, ending))
    };
    match field {
        Field::Page => page(),
        Field::Slide if is_one_of("pptx", ["odp", "otp"]) => page(),
        Field::Sheet if is_one_of("xlsx", ["ods", "ots"]) => sheet_of_line(library, file, line),
        _ => Value::Nothing,
    }
}

fn has_ending(path: &str, ending: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, own)| own.eq_ignore_ascii_case(ending))
}

/// Sheets are the outermost sections.
fn sheet_of_line(library: &Library, file: FileId, line: u32) -> Value<'_> {
    let Some(outline) = library.outline(file) else { return Value::Nothing };
    let mut outermost = (0..outline.len()).filter(|node| outline.parent(*node).is_none());
    let sheet = outermost.find(|node| {
        outline.kind(*node) == Kind::Heading && (outline.line(*node)..=outline.end_line(*node)).contains(&line)
    });
    sheet.map_or(Value::Nothing, |node| Value::Text(Cow::Borrowed(outline.name(node))))
}

/// The lines of a page by its number; none if it has no text, `None` if there is no such page.
pub(in crate::docql) fn lines_of_page(outline: &Outline<'_>, wanted: u32) -> Option<RangeInclusive<u32>> {
    // The place where a page begins, if it is no more than that, is the blank line before its text.
    let begins = |page: u32| {
        let span = outline.span(page);
        outline.line(page) + u32::from(span.is_empty() && span.start > 0)
    };
    let mut pages = starts(outline).skip_while(|page| number(outline, *page) != Some(wanted));
    let first = begins(pages.next()?);
    let after = pages.next().map(begins);
    Some(first..=after.map_or(u32::MAX, |after| after - 1))
}
