//! References to places → items: ids, lines, names and anchors in a file, as people and agents write them.
//!
//! Read in this order: a path alone; `path:12`, `path:12-20`, `path:12:3`, the page of `path:p12`; and behind a `#` an id, lines (`L12`,
//! `L12-L20`), a page (`page=12`), a cell of a sheet (`Limits!B7`), the end of a qualified name (`Server.close`), the anchor of a section.

use super::id::{Namesakes, id, names};
use crate::docql::nodes::fields::document;
use crate::docql::nodes::links::labelled;
use crate::docql::nodes::lists::item::{Excerpt, Found, Item};
use crate::docql::nodes::pages::lines_of_page;
use crate::document::{Family, Kind, LineIndex, Span, cell_place, slug};
use crate::library::{FileId, Library, NodeRef, Origin};
use std::ops::RangeInclusive;
use std::path::Path;

/// A reference to a place in a file of a workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<'a> {
    /// The file.
    pub file: FileId,
    /// Where in it.
    pub place: Place<'a>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// All of it.
    File,
    /// What encloses this line, counted from 1.
    Line(u32),
    /// These lines.
    Lines(RangeInclusive<u32>),
    /// This page, counted from 1.
    Page(u32),
    /// The row of this sheet that has the cell.
    Cell(&'a str, &'a str),
    /// What an id, a name or an anchor names.
    Named(&'a str),
}

impl<'a> Reference<'a> {
    /// Reads `text`. `None` if no part of it is the path of a file, or the end of the path of a single one.
    pub fn read(text: &'a str, library: &Library) -> Option<Reference<'a>> {
        let text = text.trim();
        let text = text.strip_prefix("./").unwrap_or(text);
        Reference::of(text, |path| library.find(path))
            .or_else(|| Reference::of(text, |path| whole(library, path)))
            .or_else(|| Reference::of(text, |path| ending(library, path)))
    }

    fn of(text: &'a str, find: impl Fn(&str) -> Option<FileId>) -> Option<Reference<'a>> {
        if let Some(file) = find(text) {
            return Some(Reference { file, place: Place::File });
        }
        // A path may have a `#` of its own: the longest that is a file counts.
        let named = text.rmatch_indices('#').find_map(|(at, _)| {
            let file = find(&text[..at])?;
            Some(Reference { file, place: place_named(&text[at + 1..]) })
        });
        named.or_else(|| {
            text.rmatch_indices(':').find_map(|(at, _)| {
                let written = text[at + 1..].split(':').next().unwrap_or_default();
                let place = lines(written).or_else(|| page(written))?;
                Some(Reference { file: find(&text[..at])?, place })
            })
        })
    }

    /// The items it names, in order; several where a name is not unique. Empty if the file has nothing of the kind.
    pub fn find(&self, library: &Library) -> Vec<Found> {
        let file = self.file;
        match &self.place {
            Place::File => vec![Found::plain(Item::File(file))],
            Place::Line(line) => enclosing(library, file, *line).into_iter().collect(),
            Place::Lines(lines) => excerpt(library, file, lines.clone()).into_iter().collect(),
            Place::Page(page) => on_page(library, file, *page).into_iter().collect(),
            Place::Cell(sheet, cell) => with_cell(library, file, sheet, cell).into_iter().collect(),
            Place::Named(name) => {
                let nodes = named(library, file, name);
                nodes.into_iter().map(|node| Found::plain(Item::Node(NodeRef { file, node }))).collect()
            }
        }
    }
}

/// The file at a whole path, as editors and programs write it.
fn whole(library: &Library, path: &str) -> Option<FileId> {
    let path = Path::new(path);
    if !path.is_absolute() {
        return None;
    }
    library.roots().iter().find_map(|root| {
        let Origin::Disk(directory) = &root.origin else { return None };
        let inside = path.strip_prefix(std::path::absolute(directory).ok()?).ok()?;
        // A root that is a file itself has nothing inside.
        let inside = inside.to_str().filter(|inside| !inside.is_empty());
        let inside = inside.map(|inside| inside.replace(std::path::MAIN_SEPARATOR, "/"));
        match inside {
            Some(inside) => library.find(&format!("{}{inside}", root.prefix)),
            None => library.find(root.prefix.trim_end_matches('/')),
        }
    })
}

/// The only file whose path ends in these parts.
fn ending(library: &Library, path: &str) -> Option<FileId> {
    let ends = |file: &FileId| {
        let own = &library.file(*file).path;
        own.strip_suffix(path).is_some_and(|before| before.ends_with('/'))
    };
    let mut found = library.file_ids().filter(ends);
    let only = found.next().filter(|_| !path.is_empty());
    only.filter(|_| found.next().is_none())
}

fn place_named(rest: &str) -> Place<'_> {
    if rest.is_empty() {
        return Place::File;
    }
    if let Some(page) = rest.strip_prefix("page=").and_then(|page| page.parse().ok()) {
        return Place::Page(page);
    }
    if let Some((sheet, cell)) = rest.rsplit_once('!').filter(|(_, cell)| cell_place(cell).is_some()) {
        return Place::Cell(sheet, cell);
    }
    let is_line = rest.strip_prefix('L').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let line = || lines(rest.split(':').next().unwrap_or_default());
    is_line.then(line).flatten().unwrap_or(Place::Named(rest))
}

/// `p12`, `p.12`, `page12`, `page=12`.
fn page(text: &str) -> Option<Place<'static>> {
    let number = text.strip_prefix("page").or_else(|| text.strip_prefix('p'))?;
    number.trim_start_matches(['=', '.']).parse().ok().filter(|page| *page > 0).map(Place::Page)
}

/// `12`, `12-20`, `L12`, `L12-L20`.
fn lines(text: &str) -> Option<Place<'static>> {
    let number = |text: &str| text.strip_prefix('L').unwrap_or(text).parse().ok().filter(|line| *line > 0);
    match text.split_once('-') {
        Some((from, to)) => {
            let (from, to): (u32, u32) = (number(from)?, number(to)?);
            Some(Place::Lines(from.min(to)..=from.max(to)))
        }
        None => number(text).map(Place::Line),
    }
}

/// Lines of a file up to which it is shown whole for a line that is in nothing of it.
const SHORT_FILE: u32 = 60;

/// The innermost symbol, term or section around a line; without one what stands between those before and behind it; the
/// file, if there is nothing in it, or it is short.
fn enclosing(library: &Library, file: FileId, line: u32) -> Option<Found> {
    let outline = library.outline(file);
    let bounds: Vec<(u32, u32, u32)> = outline
        .iter()
        .flat_map(|outline| {
            let is_bound = |at: &u32| {
                let kind = outline.kind(*at);
                (kind.is_symbol() || matches!(kind, Kind::Heading | Kind::Term)) && kind != Kind::Import
            };
            (0..outline.len()).filter(is_bound).map(|at| (at, outline.line(at), outline.end_line(at)))
        })
        .collect();
    let holds = |(_, first, last): &&(u32, u32, u32)| *first <= line && *last >= line;
    if let Some((node, ..)) = bounds.iter().filter(holds).max_by_key(|(_, first, _)| *first) {
        return Some(Found::plain(Item::Node(NodeRef { file, node: *node })));
    }
    let count = library.text(file).map_or(u32::MAX, |text| LineIndex::new(&text).count());
    if line > count {
        return None;
    }
    let before = bounds.iter().map(|(.., last)| *last).filter(|last| *last < line).max().unwrap_or(0);
    let behind = bounds.iter().map(|(_, first, _)| *first).filter(|first| *first > line).min();
    let last = behind.map_or(count, |first| first - 1);
    let is_whole = before == 0 && behind.is_none() || count <= SHORT_FILE;
    let between = if is_whole { None } else { excerpt(library, file, before + 1..=last) };
    Some(between.unwrap_or(Found::plain(Item::File(file))))
}

/// The lines of a file as one piece, as far as the file has them.
fn excerpt(library: &Library, file: FileId, lines: RangeInclusive<u32>) -> Option<Found> {
    if let Some(written) = written_anew(library, file, &lines) {
        return written;
    }
    let text = library.text(file).ok()?;
    let index = LineIndex::new(&text);
    let last = (*lines.end()).min(index.count());
    let first = *lines.start();
    if first > last {
        return None;
    }
    let span = Span::new(index.span(first).start, index.span(last).end);
    let mark = Span::new(span.start, span.start);
    Some(Found::plain(Item::Excerpt(Excerpt { file, span, kind: Kind::Chunk, line: first, end_line: last, mark })))
}

/// The same of a file whose text is written anew, which knows the lines of the file; `None` if it is none.
fn written_anew(library: &Library, file: FileId, lines: &RangeInclusive<u32>) -> Option<Option<Found>> {
    let document = library.file(file).format.derived_text.then(|| document(library, file)).flatten()?;
    let of_file = document.source_lines.as_ref()?;
    let last = of_file.last().copied().filter(|last| lines.start() <= last);
    let Some(last) = last else { return Some(None) };
    // The lines of the text that stand for these; lines without a text go with the one before them.
    let (from, to) =
        (of_file.partition_point(|at| at < lines.start()), of_file.partition_point(|at| at <= lines.end()));
    let from = from.saturating_sub(usize::from(from >= to)).min(of_file.len() - 1);
    let index = &document.lines;
    let span = Span::new(index.span(from as u32 + 1).start, index.span(to.max(from + 1) as u32).end);
    let mark = Span::new(span.start, span.start);
    let (line, end_line) = (*lines.start(), *lines.end().min(&last));
    Some(Some(Found::plain(Item::Excerpt(Excerpt { file, span, kind: Kind::Chunk, line, end_line, mark }))))
}

/// The lines of a page as one piece; of a page without text the file.
fn on_page(library: &Library, file: FileId, page: u32) -> Option<Found> {
    let lines = lines_of_page(&library.outline(file)?, page)?;
    let piece = if lines.is_empty() { None } else { excerpt(library, file, lines) };
    Some(piece.unwrap_or(Found::plain(Item::File(file))))
}

/// The row of a sheet that has a cell, as one piece.
fn with_cell(library: &Library, file: FileId, sheet: &str, cell: &str) -> Option<Found> {
    let quoted = sheet.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    let name = quoted.map_or_else(|| sheet.to_owned(), |name| name.replace("''", "'"));
    let document = library.document(file).ok()?;
    let line = document.tables.iter().find_map(|table| {
        let at = table.sheet.as_ref()?.row(cell)?;
        let of_sheet = document.nodes.iter().take(table.node as usize).rev().find(|node| node.kind == Kind::Heading)?;
        (of_sheet.name.eq_ignore_ascii_case(&name)).then(|| table.line(&document.text, &document.lines, at))
    })?;
    excerpt(library, file, line..=line)
}

/// The nodes of a file that `name` names: by id, by the end of the qualified name, by anchor.
fn named(library: &Library, file: FileId, name: &str) -> Vec<u32> {
    let Some(outline) = library.outline(file) else { return Vec::new() };
    let (kind, stem) = match name.split_once(':').and_then(|(kind, rest)| Some((Kind::parse(kind)?, rest))) {
        Some((kind, rest)) => (Some(kind), rest),
        None => (None, name),
    };
    let is_kind = |at: &u32| kind.is_none_or(|kind| outline.kind(*at) == kind);
    if kind.is_some() {
        let whole = format!("{}#{name}", library.file(file).path);
        // The names must be those of the id: only nodes that have them are asked for theirs.
        let mut namesakes = Namesakes::default();
        let same = |at: &u32| stem.starts_with(names(&outline, *at).as_str());
        let mut likely = (0..outline.len()).filter(is_kind).filter(same);
        if let Some(at) = likely.find(|&node| id(library, NodeRef { file, node }, &mut namesakes) == whole) {
            return vec![at];
        }
    }
    // The mark of a twin that is no longer one, and parameters that have changed, are passed over.
    let bare = stem.split(['~', '(']).next().unwrap_or(stem).replace("::", ".");
    let ends = |at: &u32| {
        let own = names(&outline, *at);
        let own = own.replace("::", ".");
        own.strip_suffix(bare.as_str()).is_some_and(|before| before.is_empty() || before.ends_with(['.', '/']))
    };
    let found: Vec<u32> =
        (0..outline.len()).filter(is_kind).filter(|at| !outline.name(*at).is_empty()).filter(ends).collect();
    if !found.is_empty() || bare.is_empty() {
        return prefer_definitions(&outline, found);
    }
    let is_section = |at: &u32| outline.kind(*at).family() == Family::Section;
    // Names with blanks and signs of their own, as those of endpoints.
    let same = |at: &u32| !is_section(at) && outline.name(*at) == stem;
    let found: Vec<u32> = (0..outline.len()).filter(is_kind).filter(same).collect();
    if !found.is_empty() {
        return found;
    }
    let anchor = slug(stem);
    let is_anchor = |at: &u32| {
        let own = outline.detail(*at);
        outline.kind(*at) == Kind::Heading && (own == stem || own == anchor || slug(outline.name(*at)) == anchor)
    };
    let section = (0..outline.len()).filter(is_section).find(is_anchor);
    section.or_else(|| labelled(library, file, &outline, name)).into_iter().collect()
}

/// Of names that are not unique those that people mean: nothing that only leads there, where there is something else.
fn prefer_definitions(outline: &crate::library::Outline<'_>, found: Vec<u32>) -> Vec<u32> {
    let leads = |at: &u32| matches!(outline.kind(*at), Kind::Import | Kind::Impl | Kind::Link);
    if found.iter().all(leads) { found } else { found.into_iter().filter(|at| !leads(at)).collect() }
}
