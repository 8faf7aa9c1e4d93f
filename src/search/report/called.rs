//! Whether a name is the one that was typed, however it is spelled, with what it is in or without, whole or begun.

use crate::search::request::read::Request;
use crate::search::words::expand::{pieces, singular};
use crate::search::words::spelling::Spelling;
use crate::search::words::term_forms::Qualified;
use crate::stdx::edit_distance;
use std::ops::RangeInclusive;

/// Letters of a name that has been begun, at least.
const MIN_BEGUN: usize = 3;

/// The numbers of letters that are the initials of a name.
const INITIALS: RangeInclusive<usize> = 2..=8;

/// Letters of a name in which one may be wrong, and of one in which two may be.
const MISTYPED: [usize; 2] = [5, 8];

/// The name that is all that was typed.
#[derive(Debug)]
pub(super) struct Called {
    /// Its letters and digits, in lower case.
    compact: String,
    /// Its parts.
    parts: Vec<String>,
    /// True if it was typed with what it is in.
    is_qualified: bool,
}

impl Called {
    /// `None` where several words were typed, or what is meant to the letter.
    pub(super) fn of(request: &Request) -> Option<Called> {
        let ([term], true) = (&request.terms[..], request.phrases.is_empty() && request.fuzzy.is_empty()) else {
            return None;
        };
        // A call with its arguments is a text that was copied, where it is not read as a name.
        if request.exact_case || request.whole_words || term.contains('(') {
            return None;
        }
        let qualified = Qualified::of(term);
        let mut spelling = Spelling::default();
        let last = qualified.as_ref().map_or(term.as_str(), |written| &written.last);
        spelling.read(last.as_bytes());
        let compact = spelling.compact().to_owned();
        let called = |compact: String| Called { compact, parts: pieces(last), is_qualified: qualified.is_some() };
        (!compact.is_empty()).then_some(compact).map(called)
    }

    /// True if `name` is it.
    pub(super) fn is(&self, name: &str) -> bool {
        let mut spelling = Spelling::default();
        spelling.read(name.as_bytes());
        let letters = self.compact.chars().count();
        let compact = spelling.compact();
        let is_begun = letters >= MIN_BEGUN && compact.starts_with(&self.compact);
        if compact == self.compact || compact == singular(&self.compact) || is_begun {
            return true;
        }
        if self.is_qualified {
            return false;
        }
        let wrong = MISTYPED.iter().filter(|least| letters >= **least).count();
        if wrong > 0 && edit_distance(&self.compact, compact, wrong) <= wrong {
            return true;
        }
        spelling.mark(name.as_bytes());
        let parts: Vec<&str> = self.parts.iter().map(String::as_str).collect();
        INITIALS.contains(&letters) && spelling.initials().eq(self.compact.chars())
            || spelling.run_together(self.compact.as_bytes()).is_some()
            || spelling.in_short(&parts).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::request::read::read;

    #[test]
    fn a_name_is_told_however_it_is_spelled() {
        let is = |typed: &str, name: &str| Called::of(&read(typed)).is_some_and(|called| called.is(name));
        for (typed, name) in [
            ("workerThreads", "worker_threads"),
            ("WORKER-THREADS", "workerThreads"),
            ("Builder::workerThreads", "worker_threads"),
            ("Issue#visible?", "visible?"),
            ("workerThr", "worker_threads"),
            ("worker_treads", "worker_threads"),
            ("hcpd", "handleCanvasPointerDown"),
            ("tokens", "Token"),
            ("WorkThrds", "workerThreads"),
            ("wrkthreads", "worker_threads"),
            ("workthr", "worker_threads"),
        ] {
            assert!(is(typed, name), "{typed} {name}");
        }
        for (typed, name) in
            [("threads", "worker_threads"), ("worker threads", "worker_threads"), ("run", "ran"), ("::", "a")]
        {
            assert!(!is(typed, name), "{typed} {name}");
        }
    }
}
