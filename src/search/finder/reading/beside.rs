//! What a trace says was raised: it stands above its frames, in Python below them, and where the string of it stands in the
//! program is a place like the frames.

use super::written::Written;
use regex::Regex;
use std::sync::LazyLock;

/// Lines above the first frame that may say what was raised: an error, and what has caused it.
const ABOVE: usize = 3;

/// Lines below the last.
const BELOW: usize = 2;

/// Words of such a line, and their letters: fewer are a heading, or a name alone.
const MIN_WORDS: usize = 3;
const MIN_LETTERS: usize = 12;

/// How lines begin that lead to frames, whatever was raised.
const HEADINGS: [&str; 8] = [
    "Traceback (",
    "During handling of the above",
    "The above exception was",
    "goroutine ",
    "note: run with ",
    "note: Some details ",
    "Stack trace",
    "stack backtrace",
];

/// The lines beside frames that may say what was raised.
#[derive(Default)]
pub(in crate::search::finder) struct Beside<'t> {
    above: Vec<&'t str>,
    /// Lines that are still beside the last frame.
    below: usize,
}

impl<'t> Beside<'t> {
    /// Takes a line that names no place and is no frame; one below a frame is told at once.
    pub(in crate::search::finder) fn line(&mut self, line: &'t str) -> Option<Written<'t>> {
        let line = said(line)?;
        if self.below > 0 {
            self.below -= 1;
            return Some(Written::message(line));
        }
        if self.above.len() == ABOVE {
            self.above.remove(0);
        }
        self.above.push(line);
        None
    }

    /// What the lines above a frame say.
    pub(in crate::search::finder) fn frame(&mut self) -> impl Iterator<Item = Written<'t>> + use<'t> {
        self.below = BELOW;
        std::mem::take(&mut self.above).into_iter().map(Written::message)
    }

    /// Takes a line with a place that is no frame.
    pub(in crate::search::finder) fn no_frame(&mut self) {
        *self = Beside::default();
    }
}

/// Whether a line says that something was raised at the place which it names: `panicked at src/main.rs:10:5:`, and
/// `tests/test_cart.py:12: KeyError` below a report of pytest.
pub(in crate::search::finder) fn is_raised_at(line: &str) -> bool {
    static ONLY_NAME: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\S+:\d+: [A-Z][\w.]+$").ok());
    line.contains("panicked at ") || ONLY_NAME.as_ref().is_some_and(|form| form.is_match(line))
}

/// What a line says, if it may say what was raised.
pub(in crate::search::finder) fn said(line: &str) -> Option<&str> {
    // pytest marks the lines of an exception.
    let line = line.strip_prefix("E  ").unwrap_or(line).trim();
    let words = line.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let is_heading = HEADINGS.iter().any(|heading| line.starts_with(heading));
    (words >= MIN_WORDS && letters >= MIN_LETTERS && !is_heading).then_some(line)
}
