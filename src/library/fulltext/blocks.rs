//! Blocks of lines: what the passages of a long section are made of.

use std::ops::Range;

/// Two neighbouring blocks of lines are a passage; a block has so many bytes.
const BLOCK_BYTES: usize = 600;

/// A run of lines of a section.
#[derive(Clone)]
pub(super) struct Block {
    pub range: Range<usize>,
    /// How often each word of the query is in it.
    pub counts: Vec<f32>,
    /// How many words of any kind are.
    pub length: f32,
}

impl Block {
    /// The passage that two blocks are together.
    pub(super) fn joined(mut self, next: &Block) -> Block {
        add(&mut self.counts, &next.counts);
        Block { range: self.range.start..next.range.end, length: self.length + next.length, ..self }
    }
}

/// Adds counts to counts.
pub(super) fn add(counts: &mut [f32], more: &[f32]) {
    counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
}

/// Cuts a text into blocks of whole lines; a line that is too long is cut.
pub(super) fn blocks(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= text.len() {
            return None;
        }
        let least = text.floor_char_boundary((start + BLOCK_BYTES).min(text.len()));
        let most = text.floor_char_boundary((start + 2 * BLOCK_BYTES).min(text.len()));
        let line = memchr::memchr(b'\n', &text.as_bytes()[least..most]);
        let end = line.map_or(if least == text.len() { least } else { most }, |at| least + at + 1);
        let block = start..end;
        start = end;
        Some(block)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_end_with_lines_and_hold_every_byte() {
        let lines = format!("{}\n", "a line of some words ".repeat(5)).repeat(40);
        for text in [lines.as_str(), &"锁".repeat(3_000), "short", ""] {
            let mut end = 0;
            for block in blocks(text) {
                assert!(block.start == end && block.end > end && block.len() <= 2 * BLOCK_BYTES);
                assert!(text.is_char_boundary(block.end));
                end = block.end;
            }
            assert_eq!(end, text.len());
        }
        assert!(blocks(&lines).all(|block| lines[block].ends_with('\n')));
    }
}
