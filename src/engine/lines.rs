//! The match of each hit: the line that shows why it is one, and the words in it.

use crate::docql::{Found, Hit, Item, Matched};
use crate::document::{FormatFamily, Kind, LineIndex, ShownAs, Span};
use crate::library::{FileId, Library};
use crate::search::{Seeker, Seen};
use crate::stdx::{Stale, Ticket};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::ops::{Range, RangeInclusive};

/// Hits whose match is looked up: more than a screen shows, and as many as reports usually have.
const MAX_LOOKED_UP: usize = 200;

/// The same where sections are meant: what is searched for may stand pages behind their titles, far down in a sheet.
const MAX_IN_DOCUMENTS: usize = 1_000;

/// Bytes of a hit's text that are searched.
const MAX_SEARCHED: usize = 256 << 10;

/// Gives the first of `items` their matches.
pub(super) fn look_up(
    items: &mut [Found],
    seeker: &Seeker,
    library: &Library,
    limit: usize,
    ticket: &Ticket,
) -> Result<(), Stale> {
    let count = items.len().min(limit).min(MAX_IN_DOCUMENTS);
    items[..count].par_iter_mut().enumerate().for_each(|(place, found)| {
        if !ticket.is_stale() && (place < MAX_LOOKED_UP || is_in_document(found, library)) {
            found.matched = matched(found, seeker, library).map(Box::new);
            settle(found, library);
        }
    });
    say_once(&mut items[..count], library);
    ticket.check()
}

fn is_in_document(found: &Found, library: &Library) -> bool {
    let file = match &found.item {
        Item::Node(at) => at.file,
        Item::Excerpt(excerpt) => excerpt.file,
        _ => return false,
    };
    library.file(file).format.family == FormatFamily::Prose
}

/// Leaves a line to the first hit that shows it: a function and the one around it are two hits, and may have one place. The
/// outer one begins at a line of its own, if it has any; what has none that is left is shown at the line that declares it.
fn say_once(items: &mut [Found], library: &Library) {
    let mut inside: HashMap<FileId, Vec<RangeInclusive<u32>>> = HashMap::new();
    for found in items.iter() {
        let Some((file, lines)) = lines_of(found, library) else { continue };
        inside.entry(file).or_default().push(lines);
    }
    let mut shown: HashSet<(FileId, u32)> = HashSet::new();
    for found in items {
        let Some((file, own)) = lines_of(found, library) else { continue };
        let Some(matched) = found.matched.as_mut() else { continue };
        let is_inner = |of: &&RangeInclusive<u32>| own.contains(of.start()) && own.contains(of.end()) && **of != own;
        let inner: Vec<_> = inside.get(&file).into_iter().flatten().filter(is_inner).collect();
        let is_told = |line: u32| shown.contains(&(file, line));
        let has_own = matched.begin_outside(|line| is_told(line) || inner.iter().any(|of| of.contains(&line)));
        if has_own || matched.begin_outside(is_told) {
            shown.insert((file, matched.line));
        } else {
            found.matched = None;
        }
    }
}

/// The lines of a declaration or a section.
fn lines_of(found: &Found, library: &Library) -> Option<(FileId, RangeInclusive<u32>)> {
    let Item::Node(at) = &found.item else { return None };
    let outline = library.outline(at.file).filter(|outline| at.node < outline.len())?;
    Some((at.file, outline.line(at.node)..=outline.end_line(at.node)))
}

/// Gives a part of a text its last line. Of a table the row that matches is meant, not those around it.
fn settle(found: &mut Found, library: &Library) {
    let Item::Excerpt(excerpt) = &mut found.item else { return };
    let format = library.file(excerpt.file).format;
    let Ok(text) = library.node_text(excerpt.file) else { return };
    if excerpt.kind != Kind::Chunk || format.derived_text {
        return;
    }
    let breaks =
        |span: Span| memchr::memchr_iter(b'\n', span.of(&text).trim_end_matches('\n').as_bytes()).count() as u32;
    if let Some(matched) = found.matched.as_ref().filter(|_| format.shown_as == ShownAs::Table) {
        let lines = LineIndex::new(&text);
        let start = lines.start(matched.line);
        excerpt.span = Span::new(start, start + lines.text(&text, matched.line).len() as u32);
        excerpt.mark = Span::new(start, start);
        excerpt.line = matched.line;
    }
    excerpt.end_line = excerpt.line + breaks(excerpt.span);
}

/// Marks the words in names and second lines.
pub(super) fn mark(hits: &mut [Hit], seeker: &Seeker, ticket: &Ticket) -> Result<(), Stale> {
    for hit in hits {
        ticket.check()?;
        if hit.name_marks.is_empty() {
            hit.name_marks = seeker.words_in(&hit.name);
        }
        if hit.snippet_marks.is_empty() {
            hit.snippet_marks = seeker.words_in(&hit.snippet);
        }
    }
    Ok(())
}

/// The places of an item: where its text is searched, and where its name is.
struct SearchedText {
    file: FileId,
    span: Span,
    name: Option<Span>,
    /// Set for what has a text of its own, and no line that declares it.
    is_text: bool,
}

impl SearchedText {
    fn of(found: &Found, library: &Library) -> Option<SearchedText> {
        match &found.item {
            Item::Node(at) => {
                let outline = library.outline(at.file).filter(|outline| at.node < outline.len())?;
                let (whole, doc) = (outline.span(at.node), outline.doc(at.node));
                let start = if doc.is_empty() { whole.start } else { whole.start.min(doc.start) };
                let is_text = outline.kind(at.node) == Kind::Paragraph;
                let name = Some(outline.name_span(at.node)).filter(|name| !name.is_empty() && !is_text);
                Some(SearchedText { file: at.file, span: Span::new(start, whole.end.max(doc.end)), name, is_text })
            }
            Item::File(file) => {
                Some(SearchedText { file: *file, span: Span::new(0, u32::MAX), name: None, is_text: false })
            }
            Item::Excerpt(excerpt) if excerpt.kind == Kind::Chunk => {
                Some(SearchedText { file: excerpt.file, span: excerpt.span, name: None, is_text: true })
            }
            _ => None,
        }
    }
}

fn matched(found: &Found, seeker: &Seeker, library: &Library) -> Option<Matched> {
    let place = SearchedText::of(found, library)?;
    let text = library.node_text(place.file).ok()?;
    let start = text.floor_char_boundary((place.span.start as usize).min(text.len()));
    let end = (place.span.end as usize).min(text.len()).min(start + MAX_SEARCHED);
    let searched = &text[start..text.floor_char_boundary(end).max(start)];
    let named = || {
        let name = place.name?;
        let marks = seeker.in_name(name.of(&text))?.into_iter();
        let from = (name.start as usize).checked_sub(start)?;
        Some(Seen { marks: marks.map(|mark| from + mark.start..from + mark.end).collect(), count: 1 })
    };
    // A file is found by its path; a line of it is the match only if what was typed stands there.
    let is_file = matches!(found.item, Item::File(_));
    let by_words = || (!is_file).then(|| seeker.lines_with_most_words(searched)).flatten();
    let by_meaning = || (!is_file).then(|| seeker.nearest_line(searched)).flatten();
    // What was typed is looked for in all of it: it may stand anywhere in a section of a thousand pages.
    let whole = &text[start..text.floor_char_boundary((place.span.end as usize).min(text.len())).max(start)];
    let typed =
        seeker.typed_in(searched).or_else(|| if whole.len() > searched.len() { seeker.typed_in(whole) } else { None });
    let (is_typed, is_prose) = (typed.is_some(), library.file(place.file).format.family == FormatFamily::Prose);
    let of_words = || {
        let mut seen = typed.or_else(by_words)?;
        if !is_prose || is_file {
            return Some(seen);
        }
        // A chapter whose title says it is read from there.
        match place.name.filter(|_| is_typed).and_then(|name| mark_in(name, start, &seen)) {
            Some(at) => seen.marks[..=at].rotate_right(1),
            None => seeker.begin_with_best_passage(searched, &mut seen, is_typed),
        }
        Some(seen)
    };
    // What is called as was typed is declared there, whatever else says it in other words.
    let is_called = || place.name.is_some_and(|name| seeker.is_called(name.of(&text)));
    let named = if is_typed && !is_called() { None } else { named() };
    let shows_typed = is_typed && named.is_none();
    let (seen, has_words) = match named.or_else(of_words) {
        Some(seen) => (seen, !is_typed),
        None => (by_meaning()?, false),
    };
    let in_file = |mark: &Range<usize>| Span::new((start + mark.start) as u32, (start + mark.end) as u32);
    let marks: Vec<Span> = seen.marks.iter().map(in_file).collect();
    let lines = source_lines(place.file, library);
    let mut matched = Matched::new(&text, &marks, seen.count as u32, lines.as_deref())?;
    matched.names_hit = place.is_text;
    matched.is_typed = shows_typed;
    if has_words {
        matched.marks = seeker.words_in(&matched.text);
        for other in &mut matched.others {
            other.marks = seeker.words_in(&other.text);
        }
    }
    Some(matched)
}

/// Which of the places in a text that begins at `start` stands in a name.
fn mark_in(name: Span, start: usize, seen: &Seen) -> Option<usize> {
    let is_in = |mark: &Range<usize>| (name.start as usize..name.end as usize).contains(&(start + mark.start));
    seen.marks.iter().position(is_in)
}

/// The file's line for each line of the text, where the text is not the file's.
fn source_lines(file: FileId, library: &Library) -> Option<Vec<u32>> {
    let is_derived = library.file(file).format.derived_text;
    is_derived.then(|| library.document(file).ok()?.source_lines.clone()).flatten()
}
