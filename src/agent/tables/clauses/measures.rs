//! Adjectives of rows, and the columns that measure what they say.

use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::vocabulary::measures::{MEASURES, Measure};

/// An adjective that was said, and whether most of it is meant: what "oldest" says of an age, and not of a day of birth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measured {
    pub word: &'static str,
    pub is_most: bool,
}

/// The superlative that a word is.
pub(super) fn superlative(word: &str) -> Option<Measured> {
    measured(word, |measure| [measure.most, measure.least])
}

/// The comparative that a word is.
pub(super) fn comparative(word: &str) -> Option<Measured> {
    measured(word, |measure| [measure.more, measure.less])
}

/// The adjective that a word is, by the first measure that it is said of.
fn measured(word: &str, lists: fn(&Measure) -> [&'static [&'static str]; 2]) -> Option<Measured> {
    MEASURES.iter().find_map(|measure| {
        let word = lists(measure).into_iter().flatten().find(|own| **own == word)?;
        Some(Measured { word, is_most: measure.is_large(word)? })
    })
}

impl Measured {
    /// What "the highest" is of rows.
    pub(super) fn high(is_most: bool) -> Measured {
        Measured { word: "tallest", is_most }
    }

    /// The column of a table that holds what it says, and whether the largest values are meant; `None` if no column does,
    /// or several do.
    pub(super) fn column(self, table: &Table) -> Option<(usize, bool)> {
        let holds = |column: &Column, words: &[&str]| {
            let is_time = words.contains(&"date") && column.type_ == Type::Date;
            !column.is_key && (is_time || column.name_words.iter().any(|word| words.contains(&word.as_str())))
        };
        let first = MEASURES.iter().find_map(|measure| measure.is_large(self.word))?;
        for measure in MEASURES {
            let Some(is_large) = measure.is_large(self.word) else { continue };
            let mut found = table.own().filter(|(_, column)| holds(column, measure.columns));
            match (found.next(), found.next()) {
                (Some((at, _)), None) => return Some((at, (is_large == first) == self.is_most)),
                (Some(_), Some(_)) => return None,
                (None, _) => {}
            }
        }
        None
    }

    /// Whether a word only says that much or little of what stands behind it is meant: "the largest capacity".
    pub(super) fn is_of_numbers(self) -> bool {
        [
            "larger", "bigger", "largest", "biggest", "smaller", "smallest", "longest", "shortest", "earliest",
            "latest", "best", "worst", "newest",
        ]
        .contains(&self.word)
    }
}
