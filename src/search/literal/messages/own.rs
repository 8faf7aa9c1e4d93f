//! What a string has of the links of a chain of errors that its words stand in.

use super::made::{weight, weight_in};
use super::walk::Walk;
use std::ops::Range;

/// Words of a value that a string may begin with behind a colon.
const MAX_VALUE_WORDS: usize = 2;

/// What a string has of the parts of a message that its words stand in.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search::literal) struct Own {
    /// Those parts, a bit each.
    pub(in crate::search::literal) parts: u32,
    /// The share of their letters that is the string's own.
    pub(in crate::search::literal) share: f32,
    /// True if the string is one part, or several, and no value is beside it.
    pub(in crate::search::literal) is_all: bool,
    /// True if one value stands in the first of them before the string's first word.
    pub(in crate::search::literal) begins_with_value: bool,
    /// True if a value of the string would be parts of the message.
    pub(in crate::search::literal) has_parts_between: bool,
}

impl Own {
    /// Of `parts` of a message, at most 32, the first of which begins with it.
    pub(in crate::search::literal) fn of(message: &str, parts: &[Range<usize>], walk: &Walk) -> Own {
        let part_of = |at: usize| parts.partition_point(|part| part.start <= at).saturating_sub(1);
        let is_letter = |range: &Range<usize>| message[range.clone()].contains(char::is_alphanumeric);
        let mut own = Own::default();
        for range in walk.ranges.iter().filter(|range| is_letter(range)) {
            let last = message[..range.end].trim_end_matches([' ', ':']).len().saturating_sub(1);
            for part in part_of(range.start)..=part_of(last.max(range.start)) {
                own.parts |= 1 << part;
            }
        }
        let between = walk.ranges.windows(2).map(|pair| pair[0].end..pair[1].start);
        own.has_parts_between = between.into_iter().any(|range| message[range].contains(": "));
        if own.parts == 0 {
            return own;
        }
        let (first, last) = (own.parts.trailing_zeros() as usize, 31 - own.parts.leading_zeros() as usize);
        let (start, end) = (parts[first].start, parts[last].end);
        own.share = weight_in(message, &walk.ranges).0 as f32 / weight(&message[start..end]).max(1) as f32;
        own.is_all = walk.ranges.len() == 1 && walk.ranges[0] == (start..end);
        let value = message.get(start..walk.words_start).unwrap_or_default();
        own.begins_with_value = first > 0 && value.split_whitespace().count() <= MAX_VALUE_WORDS;
        own
    }
}
