//! Two texts of a file, line by line.

use crate::formats::{self, Decoded};
use crate::library::{ChangedLines, Hunk, differences};
use std::sync::Arc;

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
    let lines = |range: std::ops::Range<usize>| range.start as u32 + 1..range.end as u32 + 1;
    differences(&old, &new).into_iter().map(|(old, new)| Hunk { old: lines(old), new: lines(new) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::MAX_COMPARED;

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
        // Long files are compared as short ones are.
        let long: Vec<String> = (0..40_000).map(|line| format!("{line}")).collect();
        let mut other = long.clone();
        other[20] = "x".to_owned();
        other.insert(39_000, "y".to_owned());
        let apart = [Hunk { old: 21..22, new: 21..22 }, Hunk { old: 39_001..39_001, new: 39_001..39_002 }];
        assert_eq!(of(&long.join("\n"), &other.join("\n")), apart);
        let many = "x\n".repeat(MAX_COMPARED);
        assert_eq!(of(&many, "y\n"), [Hunk { old: 1..MAX_COMPARED as u32 + 1, new: 1..2 }]);
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
