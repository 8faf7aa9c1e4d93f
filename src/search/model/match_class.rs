//! Classes of name matches: one table says which is better, for the cut of each channel and for the score.

/// The way in which a name matches the words, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::search) enum MatchClass {
    /// As written, and all around it too: `strings.Builder`.
    Addressed,
    /// As written, letter for letter, or word for word: `create order from checkout` for `create_order_from_checkout`.
    Verbatim,
    /// The words are the name.
    Exact,
    /// The name is exactly some of the words, and the others are in the types or headings around it.
    Qualified,
    /// The name begins with the words.
    Prefix,
    /// The words are the initials of the name's parts.
    Initials,
    /// Every word starts a part of the name.
    Part,
    /// The whole name with one or two typos.
    Typo,
    /// Every word is somewhere in the name.
    Substring,
    /// Some words are in the name, the others around it or in the path.
    Context,
    /// The letters in this order, with others between them.
    Fuzzy,
}

/// The share of a score that a match of each class brings, in the order of [`MatchClass`]: a channel that keeps the
/// best by their class keeps those with the best scores.
const WORTH: [(MatchClass, f32); 11] = [
    (MatchClass::Addressed, 1.6),
    (MatchClass::Verbatim, 1.0),
    (MatchClass::Exact, 0.9),
    (MatchClass::Qualified, 0.8),
    (MatchClass::Prefix, 0.75),
    (MatchClass::Initials, 0.7),
    (MatchClass::Part, 0.6),
    (MatchClass::Typo, 0.55),
    (MatchClass::Substring, 0.4),
    (MatchClass::Context, 0.1),
    (MatchClass::Fuzzy, 0.1),
];

impl MatchClass {
    /// The share of a score that a match of this class brings.
    pub(in crate::search) fn worth(self) -> f32 {
        WORTH[self as usize].1
    }

    /// True if the name holds the words as words.
    pub(in crate::search) fn is_sure(self) -> bool {
        self < MatchClass::Substring
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_better_class_is_worth_more() {
        assert!(WORTH.iter().enumerate().all(|(place, (class, _))| *class as usize == place));
        assert!(WORTH.is_sorted_by(|(_, better), (_, worse)| better >= worse));
    }
}
