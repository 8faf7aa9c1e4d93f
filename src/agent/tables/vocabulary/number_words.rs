//! Words of questions that compare numbers, and say what is measured.

/// Words → a comparison with the number behind them.
pub(in crate::agent::tables) const COMPARISONS: &[(&[&str], &str)] = &[
    (&["greater", "than", "or", "equal", "to"], ">="),
    (&["less", "than", "or", "equal", "to"], "<="),
    (&["not", "more", "than"], "<="),
    (&["no", "more", "than"], "<="),
    (&["more", "than"], ">"),
    (&["greater", "than"], ">"),
    (&["larger", "than"], ">"),
    (&["higher", "than"], ">"),
    (&["less", "than"], "<"),
    (&["fewer", "than"], "<"),
    (&["smaller", "than"], "<"),
    (&["lower", "than"], "<"),
    (&["at", "least"], ">="),
    (&["at", "most"], "<="),
    (&["up", "to"], "<="),
    (&["over"], ">"),
    (&["above"], ">"),
    (&["exceeding"], ">"),
    (&["longer", "than"], ">"),
    (&["shorter", "than"], "<"),
    (&["heavier", "than"], ">"),
    (&["lighter", "than"], "<"),
    (&["taller", "than"], ">"),
    (&["cheaper", "than"], "<"),
    (&["under"], "<"),
    (&["below"], "<"),
    (&["after"], ">"),
    (&["since"], ">="),
    (&["before"], "<"),
    (&["until"], "<="),
    (&["from"], ">="),
    (&["is"], "="),
    (&["equals"], "="),
];

/// Words behind a number, or behind what it counts, that make a comparison of it: "300 pages or more", "3 or fewer beds".
pub(in crate::agent::tables) const BEHIND: &[(&[&str], &str)] = &[
    (&["or", "more"], ">="),
    (&["or", "greater"], ">="),
    (&["or", "higher"], ">="),
    (&["or", "longer"], ">="),
    (&["or", "better"], ">="),
    (&["or", "above"], ">="),
    (&["or", "over"], ">="),
    (&["and", "more"], ">="),
    (&["and", "above"], ">="),
    (&["and", "over"], ">="),
    (&["upwards"], ">="),
    (&["or", "less"], "<="),
    (&["or", "fewer"], "<="),
    (&["or", "lower"], "<="),
    (&["or", "shorter"], "<="),
    (&["or", "below"], "<="),
    (&["or", "under"], "<="),
];

/// Words in front of a number that say that it is no other.
pub(in crate::agent::tables) const EXACTLY: &[&str] = &["exactly", "only", "just", "precisely"];

/// What is said of a number → words of columns that hold it.
pub(in crate::agent::tables) const COUNTED_IN: &[(&[&str], &[&str])] = &[
    (&["star", "stars"], &["rating", "stars", "score", "grade"]),
    (&["point", "points"], &["score", "points", "rating"]),
];

/// What a column measures: the words of its name, those that are said for them, and the superlatives of most and least.
pub(in crate::agent::tables) struct Measure {
    pub columns: &'static [&'static str],
    pub said: &'static [&'static str],
    pub most: &'static [&'static str],
    pub least: &'static [&'static str],
}

/// What columns measure.
pub(in crate::agent::tables) const MEASURES: &[Measure] = &[
    Measure {
        columns: &["price", "cost", "fee", "fare", "rate"],
        said: &["price", "cost", "expensive", "cheap", "dollar", "euro", "pound", "usd", "eur"],
        most: &["expensive", "dearest", "priciest", "costliest"],
        least: &["cheapest"],
    },
    Measure {
        columns: &["length", "duration", "milliseconds", "seconds", "minutes", "hours", "runtime", "ms", "pages"],
        said: &["length", "duration", "long", "longer", "shorter"],
        most: &["longest"],
        least: &["shortest"],
    },
    Measure {
        columns: &["weight", "mass"],
        said: &["weight", "weigh", "weighs", "weighing", "heavier", "lighter"],
        most: &["heaviest"],
        least: &["lightest"],
    },
    Measure { columns: &["height"], said: &["height", "taller"], most: &["tallest"], least: &[] },
    Measure {
        columns: &["birth", "birthday", "born", "dob"],
        said: &["born"],
        most: &["youngest"],
        least: &["oldest"],
    },
    Measure {
        columns: &["date", "time", "at", "on"],
        said: &[],
        most: &["newest", "latest"],
        least: &["oldest", "earliest"],
    },
    Measure {
        columns: &["size", "bytes", "area", "population"],
        said: &["size"],
        most: &["largest", "biggest"],
        least: &["smallest"],
    },
];

/// What is said of money, behind a number.
pub(in crate::agent::tables) const CURRENCIES: &[&str] =
    &["dollar", "dollars", "euro", "euros", "pounds", "usd", "eur", "gbp"];

/// What columns of money are called.
pub(in crate::agent::tables) const MONEY: &[&str] =
    &["price", "cost", "fee", "fare", "total", "amount", "salary", "revenue"];

/// Numbers that are written as words.
pub(in crate::agent::tables) const NUMBERS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The places behind the first, as words.
pub(in crate::agent::tables) const PLACES: &[&str] =
    &["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
