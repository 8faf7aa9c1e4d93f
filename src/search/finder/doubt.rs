//! Places whose file may be another one than the text means: traces and messages come from other projects, too, and what
//! makes the message is then of more use than a file that happens to be called so.

use super::reading::beside::said;
use super::reading::written::Written;
use super::traces::{Trace, TraceMessage};

/// Lines of a text that are taken for messages, at most: where more say something, it is a log or a list.
const MAX_LINES: usize = 20;

/// The same where nothing is against the places but that they are written by their ends: tools that run in a directory of
/// the workspace write them so, and each message costs a search.
const MAX_BY_END: usize = 3;

/// Why a place may not be meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Only an end of its path is written.
    ByEnd,
    /// So many files have that end, and nothing tells which of them is meant.
    OneOf(usize),
    /// The text shows the line, and the file neither has it nor the function that it is in.
    NotShown,
}

impl Doubt {
    /// Whether the place stands behind what makes the message.
    pub fn is_strong(self) -> bool {
        self != Doubt::ByEnd
    }
}

/// Adds what the text says to the messages of a trace, where it is doubtful that its places are here: the workspace may be
/// of the program that says it.
pub(super) fn add_messages(trace: &mut Trace, text: &str, written: &[Written<'_>]) {
    let Some(first) = trace.places.iter().position(|place| place.doubt.is_some()) else { return };
    let is_strong = trace.places.iter().any(|place| place.doubt.is_some_and(Doubt::is_strong));
    let most = if is_strong { MAX_LINES } else { MAX_BY_END };
    if text.lines().filter(|line| !line.trim().is_empty()).nth(most).is_some() {
        return;
    }
    let is_shown = |line: &str| written.iter().any(|place| place.source.as_deref() == Some(line));
    let is_known = |trace: &Trace, line: &str| trace.messages.iter().any(|message| message.said == line);
    let mut lines: Vec<TraceMessage> = Vec::new();
    for line in text.lines().filter(|line| !is_shown(line.trim())) {
        let place = written.iter().find(|place| !place.upto.is_empty() && line.starts_with(place.upto));
        let behind = place.map_or(line, |place| behind_place(line, place.upto));
        if let Some(said) = said(behind).filter(|said| !is_known(trace, said)) {
            lines.push(TraceMessage { at: first, said: said.to_owned() });
        }
    }
    trace.messages.extend(lines);
    trace.messages.sort_by_key(|message| message.at);
}

/// What a line says behind the place that it begins with; all of it where it says something before.
fn behind_place<'t>(line: &'t str, upto: &str) -> &'t str {
    if upto.trim().contains(' ') {
        return line;
    }
    line[upto.len()..].trim_start_matches(|c: char| c.is_ascii_digit() || ":(), ".contains(c))
}
