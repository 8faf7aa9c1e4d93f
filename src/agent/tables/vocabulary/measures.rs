//! What columns measure, and how that is said: of one table by itself, and of several clause by clause.

/// What a column measures: the words of its name, those that are said for them, and the words for larger and smaller values.
pub(in crate::agent::tables) struct Measure {
    pub columns: &'static [&'static str],
    /// What is said for it before a number, or behind one.
    pub said: &'static [&'static str],
    pub more: &'static [&'static str],
    pub most: &'static [&'static str],
    pub less: &'static [&'static str],
    pub least: &'static [&'static str],
}

const NOTHING: Measure = Measure { columns: &[], said: &[], more: &[], most: &[], less: &[], least: &[] };

/// What is paid.
const MONEY: Measure = Measure {
    columns: &[],
    said: &["price", "cost", "costs", "expensive", "cheap", "dollar", "euro", "pound", "usd", "eur"],
    more: &["dearer"],
    most: &["expensive", "dearest", "priciest", "costliest", "costly"],
    less: &["cheaper"],
    least: &["cheapest"],
};

/// What columns measure. Of those that a word may be said of the first that a table has counts.
pub(in crate::agent::tables) const MEASURES: &[Measure] = &[
    Measure { columns: &["price", "cost", "fee", "fare"], ..MONEY },
    Measure { columns: &["rate"], ..MONEY },
    Measure { columns: &["amount"], said: &[], ..MONEY },
    Measure {
        columns: &[
            "length",
            "duration",
            "milliseconds",
            "seconds",
            "minutes",
            "hours",
            "runtime",
            "ms",
            "pages",
            "distance",
        ],
        said: &["length", "duration", "long", "longer", "shorter"],
        more: &["longer"],
        most: &["longest"],
        less: &["shorter"],
        least: &["shortest"],
    },
    Measure {
        columns: &["weight", "mass"],
        said: &["weight", "weigh", "weighs", "weighing", "heavier", "lighter"],
        more: &["heavier"],
        most: &["heaviest"],
        less: &["lighter"],
        least: &["lightest"],
    },
    Measure {
        columns: &["height"],
        said: &["height", "taller"],
        more: &["taller"],
        most: &["tallest"],
        less: &["shorter"],
        least: &["shortest"],
    },
    Measure { columns: &["altitude", "elevation"], more: &["taller"], most: &["tallest"], ..NOTHING },
    Measure {
        columns: &["age"],
        said: &["old", "older", "younger", "aged"],
        more: &["older"],
        most: &["oldest", "eldest"],
        less: &["younger"],
        least: &["youngest"],
    },
    Measure {
        columns: &["birth", "birthday", "born", "dob"],
        said: &["born"],
        more: &["younger"],
        most: &["youngest"],
        less: &["older"],
        least: &["oldest", "eldest"],
    },
    Measure {
        columns: &["founded", "built", "opened", "established", "construction", "year"],
        more: &["younger"],
        most: &["youngest"],
        less: &["older"],
        least: &["oldest", "eldest"],
        ..NOTHING
    },
    Measure {
        columns: &["salary", "wage", "wages", "income", "earnings", "compensation"],
        said: &["earn", "earns", "earned", "earning", "salary"],
        ..NOTHING
    },
    Measure {
        columns: &["hire", "hired", "join", "joined", "joining"],
        said: &["joined", "hired", "recruited", "employed"],
        ..NOTHING
    },
    Measure {
        columns: &["date", "time", "timestamp", "at", "on"],
        more: &["newer"],
        most: &["newest", "latest", "recent", "recently"],
        least: &["oldest", "earliest"],
        ..NOTHING
    },
    Measure {
        columns: &["year"],
        more: &["newer"],
        most: &["newest", "latest", "recent", "recently"],
        least: &["earliest"],
        ..NOTHING
    },
    Measure {
        columns: &["size", "population", "area", "capacity", "surface", "bytes"],
        said: &["size"],
        more: &["larger", "bigger"],
        most: &["largest", "biggest"],
        less: &["smaller"],
        least: &["smallest"],
    },
    Measure {
        columns: &["speed", "velocity"],
        more: &["faster", "quicker"],
        most: &["fastest", "quickest"],
        less: &["slower"],
        least: &["slowest"],
        ..NOTHING
    },
    Measure {
        columns: &["seconds", "milliseconds", "duration"],
        more: &["slower"],
        most: &["slowest"],
        less: &["faster", "quicker"],
        least: &["fastest", "quickest"],
        ..NOTHING
    },
    Measure {
        columns: &["money", "worth", "income", "wealth", "earnings", "assets"],
        more: &["richer", "wealthier"],
        most: &["richest", "wealthiest"],
        less: &["poorer"],
        least: &["poorest"],
        ..NOTHING
    },
    Measure {
        columns: &["depth"],
        more: &["deeper"],
        most: &["deepest"],
        less: &["shallower"],
        least: &["shallowest"],
        ..NOTHING
    },
    Measure {
        columns: &["rating", "score", "grade"],
        more: &["better"],
        most: &["best"],
        less: &["worse"],
        least: &["worst"],
        ..NOTHING
    },
    Measure {
        columns: &["rank", "position"],
        more: &["worse"],
        most: &["worst"],
        less: &["better"],
        least: &["best"],
        ..NOTHING
    },
];

impl Measure {
    /// Whether a word says that larger values are meant, or smaller ones; `None` if it says neither.
    pub(in crate::agent::tables) fn is_large(&self, word: &str) -> Option<bool> {
        let is = |one: &[&str], other: &[&str]| one.contains(&word) || other.contains(&word);
        match () {
            () if is(self.more, self.most) => Some(true),
            () if is(self.less, self.least) => Some(false),
            () => None,
        }
    }
}
