//! Where two lists of lines differ.

use imara_diff::{Algorithm, Diff, InternedInput};
use std::ops::Range;

/// More lines than this in both together are not compared: all that is between the lines that both begin and end with
/// counts as changed.
pub const MAX_COMPARED: usize = 2_000_000;

/// The runs of lines, from 0, that differ: those of `old` and those of `new` that stand in their place. As git does, in
/// Myers' way with its bounds on work, and of the places where a run can be said to begin the one that its indentation
/// speaks for.
pub fn differences<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(Range<usize>, Range<usize>)> {
    if old.len() + new.len() > MAX_COMPARED {
        let first = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let behind = old[first..].iter().rev().zip(new[first..].iter().rev());
        let last = behind.take_while(|(a, b)| a == b).count();
        let all = (first..old.len() - last, first..new.len() - last);
        return if all.0.is_empty() && all.1.is_empty() { Vec::new() } else { vec![all] };
    }
    let mut input: InternedInput<&str> = InternedInput::default();
    input.update_before(old.iter().copied());
    input.update_after(new.iter().copied());
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    let range = |lines: Range<u32>| lines.start as usize..lines.end as usize;
    diff.hunks().map(|hunk| (range(hunk.before), range(hunk.after))).collect()
}
