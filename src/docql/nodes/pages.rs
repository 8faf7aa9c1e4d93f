//! Pages of paginated documents: on which one a place is, and which lines one has.

use crate::document::Kind;
use crate::library::{FileId, Library, Outline};
use std::ops::RangeInclusive;

/// Where pages begin: their nodes, in order. Of a document without pages the first nodes tell that it has none.
fn starts<'l>(outline: &'l Outline<'_>) -> impl Iterator<Item = u32> + 'l {
    let is_page = |node: &u32| outline.kind(*node) == Kind::Page;
    // A heading at the very top stands before the first page.
    let is_paginated = (0..outline.len().min(3)).any(|node| is_page(&node));
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
