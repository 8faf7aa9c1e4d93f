//! The places that a text names → rows, each with the line of its file.

use crate::docql::{self, Excerpt, Found, Item, Results, ResultsHeader, Shape};
use crate::document::{Kind, LineIndex, Span};
use crate::library::Library;
use crate::search::{TracePlace, trace};
use crate::stdx::counted;
use std::collections::HashMap;

/// The places of a text, in its order, and the items they are; `None` if it names none, not even elsewhere. A place that
/// the text names more than once is there once.
pub fn places(library: &Library, text: &str) -> Option<(Results, Vec<Found>)> {
    let trace = trace(text, library);
    if trace.places.is_empty() && trace.elsewhere == 0 {
        return None;
    }
    let mut seen: HashMap<(u32, u32), usize> = HashMap::new();
    let mut rows: Vec<(TracePlace, u32)> = Vec::new();
    for place in trace.places {
        let at = *seen.entry((place.file.0, place.line)).or_insert(rows.len());
        match rows.get_mut(at) {
            Some((_, more)) => *more += 1,
            None => rows.push((place, 0)),
        }
    }
    let items: Vec<Found> = rows.iter().map(|(place, _)| Found::plain(item(library, place))).collect();
    let header = ResultsHeader { query: String::new(), shape: Shape::Places, ranked: false, partial: None };
    let mut results = docql::present_items(header, &items, library, items.len());
    for (hit, (place, more)) in results.hits.iter_mut().zip(&rows) {
        (hit.more, hit.role) = (*more, "");
        if place.said != hit.name {
            hit.snippet.clone_from(&place.said);
        }
    }
    results.files = rows.iter().map(|(place, _)| place.file).collect::<std::collections::HashSet<_>>().len();
    if trace.elsewhere > 0 {
        let note = format!("{} elsewhere", counted(trace.elsewhere, "place"));
        if rows.is_empty() { &mut results.hints } else { &mut results.notes }.push(note);
    }
    Some((results, items))
}

/// The line that is named, from the column on that is named; of a file that cannot be read the file.
fn item(library: &Library, place: &TracePlace) -> Item {
    let Ok(text) = library.text(place.file) else { return Item::File(place.file) };
    let lines = LineIndex::new(&text);
    let line = place.line.min(lines.count()).max(1);
    let span = lines.span(line);
    let written = lines.text(&text, line);
    // The white space in front of a line is no part of what is shown.
    let first = span.start + (written.len() - written.trim_start().len()) as u32;
    let start =
        (span.start + place.column.saturating_sub(1)).clamp(first, first.max(span.start + written.len() as u32));
    let start = if text.is_char_boundary(start as usize) { start } else { first };
    Item::Excerpt(Excerpt {
        file: place.file,
        span,
        kind: Kind::Match,
        line,
        end_line: line,
        mark: Span::new(start, start),
    })
}
