//! Words of questions about what is written in rows, and about programs beside them.

/// Words by which a question asks for what is written, and that say nothing of it.
pub(in crate::agent::tables) const ASKING: &[&str] = &[
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
    "trend",
    "trends",
    "writing",
];

/// Words that ask for an order of rows: what is left beside them is nothing to search for.
pub(in crate::agent::tables) const ORDERS: &[&str] =
    &["best", "cheapest", "dearest", "fewest", "longest", "most", "shortest", "top", "worst"];

/// Words behind which stands what is written, whatever it is.
pub(in crate::agent::tables) const ABOUT: &[&str] = &[
    "about", "concerning", "covering", "describing", "discussing", "mention", "mentioning", "mentions", "regarding", "saying",
    "titled",
];

/// Words that count or compare rows: what is left beside them is nothing to search for.
pub(in crate::agent::tables) const COUNTING: &[&str] = &[
    "average", "between", "deviation", "difference", "distinct", "each", "every", "fewer", "less", "median", "more", "per",
    "percent", "percentage", "percentile", "proportion", "ratio", "share", "than", "variance", "versus", "vs", "within", ">",
    ">=", "<", "<=", "=", "==", "!=", "<>",
];

/// What numbers are of that measure something.
pub(in crate::agent::tables) const UNITS: &[&str] = &[
    "second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year", "years",
    "km", "kilometres", "kilometers", "miles", "metres", "meters", "m", "feet", "ft", "kg", "percent", "dollars", "euros",
    "times", "people",
];

/// How questions begin that ask how a program works, where there is one beside a database.
pub(in crate::agent::tables) const OF_PROGRAMS: &[&str] =
    &["how", "where", "why", "does", "do", "is", "are", "can", "should"];

/// What programs are made of.
pub(in crate::agent::tables) const PARTS_OF_PROGRAMS: &[&str] = &[
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
