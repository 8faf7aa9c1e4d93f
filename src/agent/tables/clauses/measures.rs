//! Adjectives of rows, and the columns that measure what they say.

use crate::agent::tables::schema::catalog::{Column, Table, Type};

/// What adjectives say: the words for more, most, less and least of it, and words of columns that hold it, with whether
/// more of it is a larger value. The first columns that a table has count.
struct Adjective {
    more: &'static [&'static str],
    most: &'static [&'static str],
    less: &'static [&'static str],
    least: &'static [&'static str],
    columns: &'static [(&'static [&'static str], bool)],
}

const ADJECTIVES: &[Adjective] = &[
    Adjective {
        more: &["older"],
        most: &["oldest", "eldest"],
        less: &["younger"],
        least: &["youngest"],
        columns: &[
            (&["age"], true),
            (&["birth", "birthday", "born", "dob"], false),
            (&["founded", "built", "opened", "established", "construction", "year"], false),
        ],
    },
    Adjective {
        more: &["taller"],
        most: &["tallest"],
        less: &["shorter"],
        least: &["shortest"],
        columns: &[
            (&["height", "altitude", "elevation"], true),
            (&["length", "duration", "runtime", "milliseconds", "minutes"], true),
        ],
    },
    Adjective {
        more: &["longer"],
        most: &["longest"],
        less: &["shorter"],
        least: &["shortest"],
        columns: &[(&["length", "duration", "runtime", "milliseconds", "minutes", "seconds", "distance"], true)],
    },
    Adjective {
        more: &["heavier"],
        most: &["heaviest"],
        less: &["lighter"],
        least: &["lightest"],
        columns: &[(&["weight", "mass"], true)],
    },
    Adjective {
        more: &["larger", "bigger"],
        most: &["largest", "biggest"],
        less: &["smaller"],
        least: &["smallest"],
        columns: &[(&["size", "population", "area", "capacity", "surface", "bytes"], true)],
    },
    Adjective {
        more: &["dearer"],
        most: &["expensive", "dearest", "costliest", "priciest", "costly"],
        less: &["cheaper"],
        least: &["cheapest"],
        columns: &[(&["price", "cost", "fee", "fare"], true), (&["rate", "amount"], true)],
    },
    Adjective {
        more: &["faster", "quicker"],
        most: &["fastest", "quickest"],
        less: &["slower"],
        least: &["slowest"],
        columns: &[(&["speed", "velocity"], true), (&["seconds", "milliseconds", "duration"], false)],
    },
    Adjective {
        more: &["newer"],
        most: &["newest", "latest", "recent", "recently"],
        less: &[],
        least: &["earliest"],
        columns: &[(&["date", "time", "timestamp", "at", "on"], true), (&["year"], true)],
    },
    Adjective {
        more: &["richer", "wealthier"],
        most: &["richest", "wealthiest"],
        less: &["poorer"],
        least: &["poorest"],
        columns: &[(&["money", "worth", "income", "wealth", "earnings", "assets"], true)],
    },
    Adjective {
        more: &["deeper"],
        most: &["deepest"],
        less: &["shallower"],
        least: &["shallowest"],
        columns: &[(&["depth"], true)],
    },
    Adjective {
        more: &["better"],
        most: &["best"],
        less: &["worse"],
        least: &["worst"],
        columns: &[(&["rating", "score", "grade"], true), (&["rank", "position"], false)],
    },
];

/// An adjective that was said: the place of what it says, and whether most of it is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measured {
    /// The word for most of it: that is what it is called.
    pub word: &'static str,
    pub is_most: bool,
}

/// The superlative that a word is.
pub(super) fn superlative(word: &str) -> Option<Measured> {
    let found = |is_most: bool, of: fn(&Adjective) -> &'static [&'static str]| {
        ADJECTIVES
            .iter()
            .find_map(|one| of(one).iter().find(|own| **own == word))
            .map(|word| Measured { word, is_most })
    };
    found(true, |one| one.most).or_else(|| found(false, |one| one.least))
}

/// The comparative that a word is.
pub(super) fn comparative(word: &str) -> Option<Measured> {
    let found = |is_most: bool, of: fn(&Adjective) -> &'static [&'static str]| {
        ADJECTIVES
            .iter()
            .find_map(|one| of(one).iter().find(|own| **own == word))
            .map(|word| Measured { word, is_most })
    };
    found(true, |one| one.more).or_else(|| found(false, |one| one.less))
}

impl Measured {
    /// What "the highest" is of rows.
    pub(super) fn high(is_most: bool) -> Measured {
        Measured { word: "tallest", is_most }
    }

    /// The column of a table that holds what it says, and whether the largest values are meant; `None` if no column does,
    /// or several do.
    pub(super) fn column(self, table: &Table) -> Option<(usize, bool)> {
        let lists =
            |one: &&Adjective| [one.more, one.most, one.less, one.least].iter().any(|list| list.contains(&self.word));
        let holds = |column: &Column, words: &[&str]| {
            let is_time = words.contains(&"date") && column.type_ == Type::Date;
            !column.is_key && (is_time || column.name_words.iter().any(|word| words.contains(&word.as_str())))
        };
        for one in ADJECTIVES.iter().filter(lists) {
            for (words, grows) in one.columns {
                let mut found = table.own().filter(|(_, column)| holds(column, words));
                match (found.next(), found.next()) {
                    (Some((at, _)), None) => return Some((at, *grows == self.is_most)),
                    (Some(_), Some(_)) => return None,
                    (None, _) => {}
                }
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
