//! Two texts of a file, line by line.

use crate::formats::{self, Decoded};
use crate::library::{ChangedLines, Hunk};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::sync::Arc;

/// Between the lines that both begin and end with, more lines than this in both together count as changed.
const MAX_LINES: usize = 10_000;

/// Where `new` differs from `old`; ends of lines do not count.
pub(super) fn compared(old: Vec<u8>, new: Vec<u8>) -> ChangedLines {
    if old == new {
        return ChangedLines::default();
    }
    let (Decoded::Text { text: old, .. }, Decoded::Text { text: new, .. }) =
        (formats::decode(old), formats::decode(new))
    else {
        return ChangedLines { old: Arc::default(), hunks: vec![Hunk { old: 1..u32::MAX, new: 1..u32::MAX }] };
    };
    ChangedLines { hunks: hunks(&old, &new), old: old.into() }
}

fn hunks(old: &str, new: &str) -> Vec<Hunk> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let same = |(a, b): &(&&str, &&str)| a == b;
    let first = old.iter().zip(&new).take_while(same).count();
    let (old, new) = (&old[first..], &new[first..]);
    let last = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let (old, new) = (&old[..old.len() - last], &new[..new.len() - last]);
    let line = |at: usize| (first + at + 1) as u32;
    let hunk = |from: std::ops::Range<usize>, to: std::ops::Range<usize>| Hunk {
        old: line(from.start)..line(from.end),
        new: line(to.start)..line(to.end),
    };
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    if old.len() + new.len() > MAX_LINES {
        return vec![hunk(0..old.len(), 0..new.len())];
    }
    let mut hunks: Vec<Hunk> = Vec::new();
    for step in capture_diff_slices(Algorithm::Myers, old, new) {
        if matches!(step, DiffOp::Equal { .. }) {
            continue;
        }
        let next = hunk(step.old_range(), step.new_range());
        match hunks.last_mut().filter(|last| last.old.end == next.old.start && last.new.end == next.new.start) {
            Some(last) => (last.old.end, last.new.end) = (next.old.end, next.new.end),
            None => hunks.push(next),
        }
    }
    hunks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(old: &str, new: &str) -> Vec<Hunk> {
        compared(old.as_bytes().to_vec(), new.as_bytes().to_vec()).hunks
    }

    #[test]
    fn lines_are_told_by_their_numbers_in_both_texts() {
        assert_eq!(of("a\nb\nc\n", "a\nb\nc\n"), []);
        assert_eq!(of("a\nb\nc\n", "a\r\nb\r\nc"), [], "ends of lines do not count");
        assert_eq!(of("a\nb\nc\n", "a\nX\nY\nc\n"), [Hunk { old: 2..3, new: 2..4 }]);
        assert_eq!(of("a\nb\nc\n", "a\nc\n"), [Hunk { old: 2..3, new: 2..2 }]);
        assert_eq!(of("", "a\n"), [Hunk { old: 1..1, new: 1..2 }]);
        let apart = [Hunk { old: 1..1, new: 1..2 }, Hunk { old: 2..3, new: 3..4 }];
        assert_eq!(of("a\nb\nc\n", "0\na\nB\nc\n"), apart);
        let long: String = (0..MAX_LINES).map(|line| format!("{line}\n")).collect();
        assert_eq!(of(&long, "x\n"), [Hunk { old: 1..MAX_LINES as u32 + 1, new: 1..2 }]);
    }

    #[test]
    fn a_node_is_touched_by_its_lines_and_by_those_gone_from_inside() {
        let changed = |old: &str, new: &str| compared(old.as_bytes().to_vec(), new.as_bytes().to_vec());
        let lines = changed("a\nb\nc\nd\n", "a\nB\nc\nd\n");
        assert!(lines.touch(2, 2) && lines.touch(1, 2) && lines.touch(2, 9));
        assert!(!lines.touch(1, 1) && !lines.touch(3, 4));
        let gone = changed("a\nb\nc\nd\n", "a\nc\nd\n");
        assert!(gone.touch(1, 2), "between its first and its last line");
        assert!(!gone.touch(1, 1) && !gone.touch(2, 3), "before and behind it");
    }
}
