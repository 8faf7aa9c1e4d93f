//! The words by which a question asks for counts, sums, ranges.

/// What is asked of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ask {
    #[default]
    Count,
    Sum,
    Average,
    Largest,
    Smallest,
    List,
}

/// Words → what they ask for; the longest that fit count.
pub(super) const ASKS: &[(&[&str], Ask)] = &[
    (&["how", "many"], Ask::Count),
    (&["number", "of"], Ask::Count),
    (&["count", "of"], Ask::Count),
    (&["count"], Ask::Count),
    (&["sum", "of"], Ask::Sum),
    (&["sum"], Ask::Sum),
    (&["how", "much"], Ask::Sum),
    (&["total"], Ask::Sum),
    (&["average"], Ask::Average),
    (&["mean"], Ask::Average),
    (&["highest"], Ask::Largest),
    (&["largest"], Ask::Largest),
    (&["biggest"], Ask::Largest),
    (&["greatest"], Ask::Largest),
    (&["maximum"], Ask::Largest),
    (&["max"], Ask::Largest),
    (&["latest"], Ask::Largest),
    (&["newest"], Ask::Largest),
    (&["lowest"], Ask::Smallest),
    (&["smallest"], Ask::Smallest),
    (&["least"], Ask::Smallest),
    (&["minimum"], Ask::Smallest),
    (&["min"], Ask::Smallest),
    (&["earliest"], Ask::Smallest),
    (&["oldest"], Ask::Smallest),
    (&["which"], Ask::List),
    (&["what"], Ask::List),
    (&["list"], Ask::List),
    (&["show"], Ask::List),
];

/// Words by which the different values of a column are counted.
pub(super) const DIFFERENT: &[&str] = &["different", "distinct", "unique"];

/// Words → a comparison with the number behind them.
pub(super) const COMPARISONS: &[(&[&str], &str)] = &[
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

/// How a date is compared with the days that words name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    In,
    Since,
    After,
    Before,
    Until,
}

/// Words → how a date is compared with what is named behind them; the longest that fit count.
pub(super) const WHENS: &[(&[&str], When)] = &[
    (&["later", "than"], When::After),
    (&["earlier", "than"], When::Before),
    (&["up", "to"], When::Until),
    (&["since"], When::Since),
    (&["after"], When::After),
    (&["before"], When::Before),
    (&["until"], When::Until),
    (&["till"], When::Until),
    (&["in"], When::In),
    (&["on"], When::In),
    (&["of"], When::In),
    (&["from"], When::In),
    (&["during"], When::In),
    (&["throughout"], When::In),
    (&["within"], When::In),
    (&["for"], When::In),
    (&["dated"], When::In),
];

/// What a column measures: the words of its name, those that are said for them, and the superlatives of most and least.
pub(super) struct Measure {
    pub columns: &'static [&'static str],
    pub said: &'static [&'static str],
    pub most: &'static [&'static str],
    pub least: &'static [&'static str],
}

/// What columns measure.
pub(super) const MEASURES: &[Measure] = &[
    Measure {
        columns: &["price", "cost", "fee", "fare", "rate"],
        said: &["price", "cost", "expensive", "cheap", "dollar", "euro", "pound", "usd", "eur"],
        most: &["expensive", "dearest", "priciest", "costliest"],
        least: &["cheapest"],
    },
    Measure {
        columns: &["length", "duration", "milliseconds", "seconds", "minutes", "hours", "runtime", "ms"],
        said: &["length", "duration", "long", "longer", "shorter"],
        most: &["longest"],
        least: &["shortest"],
    },
    Measure { columns: &["weight", "mass"], said: &["weight"], most: &["heaviest"], least: &["lightest"] },
    Measure { columns: &["height"], said: &["height"], most: &["tallest"], least: &[] },
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
pub(super) const CURRENCIES: &[&str] = &["dollar", "dollars", "euro", "euros", "pounds", "usd", "eur", "gbp"];

/// What columns of money are called.
pub(super) const MONEY: &[&str] = &["price", "cost", "fee", "fare", "total", "amount", "salary", "revenue"];

/// Numbers that are written as words.
pub(super) const NUMBERS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Words in front of a value that say nothing of it.
pub(super) const LEADS: &[&str] = &[
    "from", "by", "at", "in", "into", "to", "of", "for", "with", "named", "called", "titled", "is", "are", "was",
    "were", "the", "a", "an", "as", "been", "be", "on",
];

/// Words that say where something is or comes from, as a value behind them does.
pub(super) const PLACING: &[&str] =
    &["from", "come", "comes", "coming", "live", "lives", "living", "located", "based", "reside", "by", "at"];

/// Words that say that a column holds something.
pub(super) const HAVING: &[&str] = &["have", "has", "had", "having", "with"];

/// Words that say that a column holds nothing.
pub(super) const LACKING: &[&str] = &["no", "without"];

/// Words between the ends of a range: "from A to B".
pub(super) const TO: &[&str] = &["and", "to", "until", "till", "through"];

/// Words behind a date that make it a beginning: "from 2023 on".
pub(super) const ONWARDS: &[&str] = &["on", "onward", "onwards"];

/// The months, as they are written out.
pub(super) const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Words of columns of dates that say when a row was touched last: of several columns it is not they that are meant.
pub(super) const TOUCHED: &[&str] = &["update", "updated", "modified", "changed", "edited", "deleted", "synced"];

/// Words before a column by which rows are grouped.
pub(super) const GROUPS: &[&[&str]] =
    &[&["for", "each"], &["in", "each"], &["grouped", "by"], &["per"], &["each"], &["by"], &["every"]];

/// Words that deny.
pub(super) const DENIALS: &[&str] = &["not", "no", "never", "without", "except", "isn't", "aren't", "don't", "unless"];

/// Words that say nothing about rows.
pub(super) const IDLE: &[&str] = &[
    "a",
    "all",
    "an",
    "and",
    "any",
    "appear",
    "appeared",
    "are",
    "be",
    "been",
    "column",
    "currently",
    "database",
    "dated",
    "did",
    "do",
    "does",
    "entries",
    "exist",
    "for",
    "give",
    "got",
    "had",
    "has",
    "have",
    "in",
    "is",
    "it",
    "me",
    "now",
    "of",
    "on",
    "please",
    "posted",
    "publish",
    "published",
    "records",
    "released",
    "rows",
    "so",
    "table",
    "tell",
    "that",
    "the",
    "their",
    "there",
    "these",
    "they",
    "those",
    "to",
    "value",
    "values",
    "was",
    "we",
    "were",
    "where",
    "who",
    "whose",
    "with",
    "write",
    "written",
    "wrote",
    "year",
    "you",
];

/// What rows are called where their table is not named.
pub(super) const THINGS: &[&str] =
    &["article", "articles", "entry", "item", "items", "piece", "pieces", "post", "posts", "stories", "story", "texts"];

/// Words by which a question asks for what is written, and that say nothing of it.
pub(super) const ASKING: &[&str] = &[
    "anybody",
    "anyone",
    "anything",
    "came",
    "concerning",
    "contain",
    "contains",
    "cover",
    "covered",
    "covering",
    "covers",
    "deal",
    "dealing",
    "deals",
    "describe",
    "described",
    "describes",
    "describing",
    "discuss",
    "discussed",
    "discusses",
    "discussing",
    "everything",
    "explain",
    "explained",
    "explains",
    "find",
    "found",
    "like",
    "look",
    "looking",
    "matter",
    "mention",
    "mentioned",
    "mentioning",
    "mentions",
    "named",
    "out",
    "regarding",
    "report",
    "reported",
    "reports",
    "said",
    "say",
    "says",
    "some",
    "something",
    "speak",
    "speaks",
    "talk",
    "talked",
    "talking",
    "talks",
    "tells",
    "title",
    "told",
    "topic",
    "topics",
    "writing",
];

/// Words that ask for an order of rows: what is left beside them is nothing to search for.
pub(super) const ORDERS: &[&str] =
    &["best", "cheapest", "dearest", "fewest", "longest", "most", "shortest", "top", "worst"];

/// How questions begin that ask how a program works, where there is one beside a database.
pub(super) const OF_PROGRAMS: &[&str] = &["how", "where", "why", "does", "do", "is", "are", "can", "should"];

/// What programs are made of.
pub(super) const PARTS_OF_PROGRAMS: &[&str] = &[
    "api",
    "call",
    "called",
    "caller",
    "class",
    "code",
    "command",
    "config",
    "constant",
    "endpoint",
    "enum",
    "file",
    "function",
    "handler",
    "implement",
    "implemented",
    "interface",
    "method",
    "migration",
    "module",
    "package",
    "parser",
    "query",
    "route",
    "schema",
    "script",
    "struct",
    "test",
    "trait",
    "type",
    "variable",
];
