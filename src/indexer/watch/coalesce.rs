//! Many events about files become few changes: one after every short silence, one for a whole storm.
//!
//! A pure machine: time comes in with every call. **Invariant:** every path that was told is in a later
//! [`Change::Paths`], or a later [`Change::Everything`] covers it.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// With more paths than this, looking at all files is cheaper than looking at each.
pub(in crate::indexer) const STORM: usize = 500;

/// The silence that ends a change of up to so many paths. An editor writes a file in a few steps that are a
/// millisecond apart; a tool that writes many files pauses longer between them.
const SILENCE: [(usize, Duration); 3] =
    [(4, Duration::from_millis(40)), (32, Duration::from_millis(100)), (usize::MAX, Duration::from_millis(300))];

/// The longest time from the first event to its change, for files that are written without a pause.
const LONGEST: Duration = Duration::from_secs(1);

/// The same in a storm: switching a branch of a large repository takes seconds, and is one change.
const LONGEST_STORM: Duration = Duration::from_secs(8);

/// A part of the workspace to look at again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// These files and directories, sorted; they may be gone.
    Paths(Vec<PathBuf>),
    /// So much that all files must be compared.
    Everything,
}

impl Change {
    /// Both changes as one.
    pub fn and(self, other: Change) -> Change {
        match (self, other) {
            (Change::Paths(mut paths), Change::Paths(more)) => {
                paths.extend(more);
                paths.sort();
                paths.dedup();
                if paths.len() > STORM { Change::Everything } else { Change::Paths(paths) }
            }
            _ => Change::Everything,
        }
    }
}

/// Events that have not become a change yet.
#[derive(Debug, Default)]
pub(super) struct Coalescer {
    paths: BTreeSet<PathBuf>,
    everything: bool,
    storm: bool,
    /// When the first and the last of these events came.
    span: Option<(Instant, Instant)>,
}

impl Coalescer {
    /// Something happened to this file or directory.
    pub(in crate::indexer) fn path(&mut self, now: Instant, path: PathBuf) {
        self.event(now);
        if !self.storm {
            self.paths.insert(path);
            self.storm = self.paths.len() > STORM;
        }
        if self.storm {
            self.everything = true;
            self.paths.clear();
        }
    }

    /// Something happened after which all files must be looked at.
    pub(super) fn everything(&mut self, now: Instant) {
        self.event(now);
        self.everything = true;
    }

    /// Events were lost, so there are very many.
    pub(super) fn overflow(&mut self, now: Instant) {
        self.everything(now);
        self.storm = true;
        self.paths.clear();
    }

    fn event(&mut self, now: Instant) {
        let first = self.span.map_or(now, |(first, _)| first);
        self.span = Some((first, now));
    }

    /// When to call [`Coalescer::take`]; `None` while nothing has happened.
    pub(in crate::indexer) fn due(&self) -> Option<Instant> {
        let (first, last) = self.span?;
        let count = if self.storm { usize::MAX } else { self.paths.len() };
        let silence = SILENCE.iter().find(|(max, _)| count <= *max).map_or(LONGEST, |(_, silence)| *silence);
        let longest = if self.storm { LONGEST_STORM } else { LONGEST };
        Some((last + silence).min(first + longest))
    }

    /// The change, if it is due.
    pub(in crate::indexer) fn take(&mut self, now: Instant) -> Option<Change> {
        if self.due()? > now { None } else { self.take_all() }
    }

    /// The change so far, for one who cannot wait until it is due.
    pub(super) fn take_all(&mut self) -> Option<Change> {
        self.span?;
        let Coalescer { paths, everything, .. } = std::mem::take(self);
        Some(if everything { Change::Everything } else { Change::Paths(paths.into_iter().collect()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MILLISECOND: Duration = Duration::from_millis(1);

    /// Feeds events (milliseconds since the one before, number of the file; 1000 is an edited ignore file, 1001
    /// an overflow) to a machine that is asked whenever it wants to be. The changes, each with its time and
    /// the number of events before it.
    fn run(start: Instant, events: &[(u64, u16)]) -> Vec<(Instant, usize, Change)> {
        let (mut machine, mut now, mut changes) = (Coalescer::default(), start, Vec::new());
        for (number, (pause, file)) in events.iter().enumerate() {
            now += MILLISECOND * *pause as u32;
            while let Some(due) = machine.due().filter(|due| *due <= now) {
                changes.push((due, number, machine.take(due).expect("it is due")));
            }
            match file {
                1000 => machine.everything(now),
                1001 => machine.overflow(now),
                _ => machine.path(now, PathBuf::from(file.to_string())),
            }
        }
        while let Some(due) = machine.due() {
            assert_eq!(machine.take(due - MILLISECOND), None, "not before its time");
            changes.push((due, events.len(), machine.take(due).expect("it is due")));
        }
        changes
    }

    #[test]
    fn one_save_is_one_change_after_a_short_silence() {
        let start = Instant::now();
        // An editor: a probe file, a backup, the new text in two pieces.
        let changes = run(start, &[(0, 7), (1, 7), (1, 1), (2, 2), (3, 1), (1, 1)]);
        let paths = ["1", "2", "7"].map(PathBuf::from).to_vec();
        assert_eq!(changes, [(start + MILLISECOND * 48, 6, Change::Paths(paths))]);
    }

    #[test]
    fn ten_thousand_files_are_one_pass() {
        let start = Instant::now();
        // Three files a millisecond with a stop of a quarter of a second now and then.
        let pause = |number: u64| if number.is_multiple_of(2500) { 250 } else { u64::from(number.is_multiple_of(3)) };
        let events: Vec<(u64, u16)> = (0..10_000).map(|number| (pause(number), (number % 900) as u16)).collect();
        let changes = run(start, &events);
        assert_eq!(changes.len(), 1, "{:?}", changes.len());
        assert_eq!(changes[0].2, Change::Everything);
    }

    #[test]
    fn a_file_that_is_written_all_the_time_is_seen_all_the_same() {
        let start = Instant::now();
        let changes = run(start, &vec![(10, 3); 1000]);
        assert_eq!(changes.len(), 10);
        assert!(changes.iter().all(|(_, _, change)| *change == Change::Paths(vec![PathBuf::from("3")])));
    }

    #[test]
    fn changes_are_united() {
        let paths = |names: &[u32]| Change::Paths(names.iter().map(|name| PathBuf::from(name.to_string())).collect());
        assert_eq!(paths(&[1, 3]).and(paths(&[2, 3])), paths(&[1, 2, 3]));
        assert_eq!(paths(&[1]).and(Change::Everything), Change::Everything);
        let many: Vec<u32> = (0..=STORM as u32).collect();
        assert_eq!(paths(&many[1..]).and(paths(&many[..1])), Change::Everything);
    }

    proptest! {
        #[test]
        fn no_event_is_lost_and_none_waits_for_ever(
            events in proptest::collection::vec((prop_oneof![5 => 0u64..5, 1 => 0u64..600], 0u16..1002), 0..1500),
        ) {
            let start = Instant::now();
            let changes = run(start, &events);
            let mut at = start;
            for (number, (pause, file)) in events.iter().enumerate() {
                at += MILLISECOND * *pause as u32;
                let later = changes.iter().find(|(_, before, _)| *before > number);
                let (when, _, change) = later.expect("a later change");
                prop_assert!(*when >= at && *when <= at + LONGEST_STORM);
                match change {
                    Change::Everything => {}
                    Change::Paths(paths) => {
                        prop_assert!(*file < 1000 && paths.contains(&PathBuf::from(file.to_string())));
                        prop_assert!(paths.len() <= STORM && *when <= at + LONGEST);
                    }
                }
            }
            prop_assert!(changes.iter().all(|(_, before, _)| *before > 0), "no change without an event");
        }
    }
}
