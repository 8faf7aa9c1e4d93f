//! The places that a text names → rows, each with the line of its file.

use super::declared::{Beside, MAX_NAMES, MOVED_AWAY, declared, has_body, nodes, own_name};
use crate::docql::{self, Excerpt, Found, Item, Results, ResultsHeader, Shape};
use crate::document::{Kind, LineIndex, Span};
use crate::library::{Library, NeededName, Needs, NodeRef};
use crate::search::{Doubt, Trace, TracePlace, moved_line, raising, standing, trace};
use crate::stdx::{Ticket, counted, is_folded_trace};
use std::collections::{BTreeSet, HashMap};

/// How a row ends whose line is not in the function that the text names.
const NOT_IN_IT: &str = " is not in it)";

/// How a row ends whose line shows what the text shows of it, and has another number.
const MOVED: &str = " in the text)";

/// How a row ends whose file has fewer lines than the text says.
const PAST_THE_END: &str = " is past the end)";

/// Places of which is said why they may not be meant, at most.
const MAX_DOUBTED: usize = 3;

/// Lines beside a place in which the string of a message is that place: a call goes over several.
const NEAR: u32 = 4;

/// What must be indexed for [`places`], one after the other: the files that declare the functions and tests which the text
/// names, and where it says what was raised the texts that the string of it stands in.
pub fn places_need(library: &Library, text: &str) -> Vec<Needs> {
    let trace = trace(text, library);
    let of_places = trace.places.iter().filter_map(|place| place.function.as_deref());
    let names = trace.named.iter().map(|named| named.called.name.as_str()).chain(of_places).map(own_name);
    let names: BTreeSet<&str> = names.take(MAX_NAMES).collect();
    let needed = |name: &str| NeededName { text: name.to_owned(), is_whole: true, declared: None };
    let names: Vec<NeededName> = names.into_iter().map(needed).collect();
    let texts = (!trace.messages.is_empty()).then(|| Needs::Text(names.clone()));
    let first = if names.is_empty() { Needs::Files } else { Needs::Named(names) };
    std::iter::once(first).chain(texts).collect()
}

/// The places of a text, in its order, and the items they are; `None` if it names none, not even elsewhere. A place that
/// the text names more than once is there once. A function or a test that it names without a place is the place of its
/// declaration, and so is a function that does not hold the line which the text names: that is of another version.
pub fn places(library: &Library, text: &str) -> Option<(Results, Vec<Found>)> {
    let trace = trace(text, library);
    let beside = Beside::of(library, &trace);
    let named = trace.named.iter().take(MAX_NAMES);
    let mut lost = 0;
    let mut found: Vec<(usize, TracePlace)> = Vec::new();
    for named in named {
        let place = declared(library, named, &beside);
        lost += usize::from(named.files.is_some() && place.is_none());
        found.extend(place.map(|place| (named.at, place)));
    }
    let mut named = found.into_iter();
    let mut next = named.next();
    let mut raised = raised(library, &trace).into_iter().peekable();
    // Each with whether it is the string of a message.
    let mut all: Vec<(TracePlace, bool)> = Vec::new();
    let mut ends: HashMap<u32, u32> = HashMap::new();
    for at in 0..=trace.places.len() {
        while let Some((_, place)) = next.take_if(|(before, _)| *before <= at) {
            all.push((place, false));
            next = named.next();
        }
        let mut guessed = Vec::new();
        while let Some((_, places)) = raised.next_if(|(before, _)| *before <= at) {
            let places = places.into_iter().map(|place| (place, true));
            // Of several that may have made a message none stands before the place that is named.
            if places.len() > 1 { &mut guessed } else { &mut all }.extend(places);
        }
        let place = trace.places.get(at).map(|place| match place.doubt {
            Some(Doubt::NotShown) => place.clone(),
            _ => at_source(library, place),
        });
        all.extend(place.map(|place| (in_file(library, place, &mut ends), false)));
        all.extend(guessed);
    }
    // What may be of another project stands behind all else, as far as anything makes the message.
    all.sort_by_key(|(place, _)| place.doubt.is_some_and(Doubt::is_strong));
    let elsewhere = trace.elsewhere + lost;
    // Of a line of a log that says more than its trace, the rest is looked for.
    if all.iter().all(|(_, is_string)| *is_string) && (elsewhere == 0 && all.is_empty() || is_folded_trace(text)) {
        return None;
    }
    let rows = distinct(without_frames(all));
    let items: Vec<Found> = rows.iter().map(|(place, _)| Found::plain(item(library, place))).collect();
    let header = ResultsHeader { query: String::new(), shape: Shape::Places, ranked: false, partial: None };
    let mut results = docql::present_items(header, &items, library, items.len());
    for (hit, (place, more)) in results.hits.iter_mut().zip(&rows) {
        (hit.more, hit.role) = (*more, "");
        if place.said != hit.name && !place.said.is_empty() {
            hit.snippet.clone_from(&place.said);
        }
    }
    results.files = rows.iter().map(|(place, _)| place.file).collect::<std::collections::HashSet<_>>().len();
    let remarks = [
        (NOT_IN_IT, "not in the function that is named with it"),
        (MOVED, "found by what the text shows of it"),
        (PAST_THE_END, "past the end of the file"),
        (MOVED_AWAY, "in another file than the text says"),
    ];
    for (end, remark) in remarks {
        let many = rows.iter().filter(|(place, _)| place.said.ends_with(end)).count();
        if many > 0 {
            results.notes.push(format!("{} {remark}: of another version", counted(many, "line")));
        }
    }
    results.notes.extend(rows.iter().filter_map(|(place, _)| doubted(library, place)).take(MAX_DOUBTED));
    if elsewhere > 0 {
        let note = format!("{} elsewhere", counted(elsewhere, "place"));
        if rows.is_empty() { &mut results.hints } else { &mut results.notes }.push(note);
    }
    Some((results, items))
}

/// Why a place may not be meant.
fn doubted(library: &Library, place: &TracePlace) -> Option<String> {
    let path = &library.file(place.file).path;
    match place.doubt? {
        Doubt::OneOf(count) => Some(format!("{path} is one of {count} files of that name: another may be meant")),
        Doubt::NotShown => Some(format!("{path} has no line as the text shows it: another project may be meant")),
        Doubt::ByEnd => None,
    }
}

/// Where the strings stand that the messages of a trace were made from, each with the places that are before it.
fn raised(library: &Library, trace: &Trace) -> Vec<(usize, Vec<TracePlace>)> {
    let places = trace.told().map(|message| {
        let places = raising(&message.said, library, &Ticket::forever()).into_iter();
        let places = places.map(|(file, line)| TracePlace::at(file, line, message.said.clone()));
        (message.at, places.collect())
    });
    places.collect()
}

/// Places without the strings of messages that a frame leads to as well.
fn without_frames(all: Vec<(TracePlace, bool)>) -> Vec<TracePlace> {
    let frames = || all.iter().filter(|(_, is_string)| !is_string).map(|(place, _)| place);
    // A frame whose line is another now was found by its message.
    let is_found_by = |frame: &TracePlace, said: &str| {
        frame.said.ends_with(MOVED) && (frame.said.starts_with(said) || frame.raised.as_deref() == Some(said))
    };
    let is_frame = |place: &TracePlace| {
        let mut own = frames().filter(|frame| frame.file == place.file);
        own.any(|frame| frame.line.abs_diff(place.line) <= NEAR || is_found_by(frame, &place.said))
    };
    let is_own: Vec<bool> = all.iter().map(|(place, is_string)| !is_string || !is_frame(place)).collect();
    all.into_iter().zip(is_own).filter(|(_, is_own)| *is_own).map(|((place, _), _)| place).collect()
}

/// Places as rows, each with how often the text names it again: one without a column is any of its line.
fn distinct(all: Vec<TracePlace>) -> Vec<(TracePlace, u32)> {
    let mut of_line: HashMap<(u32, u32), Vec<usize>> = HashMap::new();
    let mut rows: Vec<(TracePlace, u32)> = Vec::new();
    for place in all {
        let known = of_line.entry((place.file.0, place.line)).or_default();
        let is_same = |at: &&usize| {
            let columns = [rows[**at].0.column, place.column];
            columns[0] == columns[1] || columns.contains(&0)
        };
        match known.iter().find(is_same).copied() {
            Some(at) => rows[at].1 += 1,
            None => {
                known.push(rows.len());
                rows.push((place, 0));
            }
        }
    }
    rows
}

/// A place, or where the line of the program stands now that the text shows, or that writes its message: in the function
/// that is named, else the nearest.
fn at_source(library: &Library, place: &TracePlace) -> TracePlace {
    let moved = || {
        let source = place.source.as_deref()?;
        let text = library.text(place.file).ok()?;
        let own: Vec<(u32, u32)> = of_function(library, place).unwrap_or_default();
        let is_outside =
            |line: u32| !own.is_empty() && !own.iter().any(|(first, last)| (*first..=*last).contains(&line));
        let lines = standing(source, &text);
        if !is_outside(place.line) && lines.contains(&place.line) {
            return Some(place.clone());
        }
        let line = lines.into_iter().min_by_key(|line| (is_outside(*line), line.abs_diff(place.line)))?;
        if place.line == 0 {
            return Some(TracePlace { line, ..place.clone() });
        }
        let said = format!("{} (line {}{MOVED}", place.said, place.line);
        Some(TracePlace { line, column: 0, said, ..place.clone() })
    };
    let by_message = || {
        let line = moved_line(place, &of_function(library, place).unwrap_or_default(), library)?;
        let said = format!("{} (line {}{MOVED}", place.said, place.line);
        Some(TracePlace { line, column: 0, said, ..place.clone() })
    };
    moved().or_else(by_message).unwrap_or_else(|| in_function(library, place))
}

/// The first and last lines of the functions of a place's file that have the name which is said with it, those with a body
/// before prototypes.
fn of_function(library: &Library, place: &TracePlace) -> Option<Vec<(u32, u32)>> {
    let (name, outline) = (place.function.as_deref()?, library.outline(place.file)?);
    let mut own: Vec<NodeRef> = nodes(library, name).into_iter().filter(|node| node.file == place.file).collect();
    own.sort_by_key(|node| !has_body(library, *node));
    Some(own.into_iter().map(|node| (outline.line(node.node), outline.end_line(node.node))).collect())
}

/// A place, or the function that it is said to be in, where that has other lines.
fn in_function(library: &Library, place: &TracePlace) -> TracePlace {
    let moved = || {
        let own = of_function(library, place)?;
        if place.line == 0 {
            return own.first().map(|(line, _)| TracePlace { line: *line, ..place.clone() });
        }
        let holds = |(first, last): &(u32, u32)| (*first..=*last).contains(&place.line);
        let (line, _) = *own.first().filter(|_| !own.iter().any(holds))?;
        let said = format!("{} (line {}{NOT_IN_IT}", place.said, place.line);
        Some(TracePlace { line, column: 0, said, ..place.clone() })
    };
    moved().unwrap_or_else(|| place.clone())
}

/// A place, or the last line of its file where the file has fewer lines than the text says; `ends` keeps how many a file
/// has.
fn in_file(library: &Library, place: TracePlace, ends: &mut HashMap<u32, u32>) -> TracePlace {
    let count = || library.text(place.file).map_or(u32::MAX, |text| LineIndex::new(&text).count());
    let lines = *ends.entry(place.file.0).or_insert_with(count);
    if place.line <= lines {
        return place;
    }
    let said = format!("{} (line {}{PAST_THE_END}", place.said, place.line);
    TracePlace { line: lines.max(1), column: 0, said, ..place }
}

/// The line that is named, from the column on that is named; of a file that cannot be read the file.
pub(super) fn item(library: &Library, place: &TracePlace) -> Item {
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
