//! The words by which a question asks for counts, sums, ranges.

/// What is asked of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::agent::tables) enum Ask {
    #[default]
    Count,
    Sum,
    Average,
    Median,
    Largest,
    Smallest,
    List,
}

/// Words → what they ask for; the longest that fit count.
pub(in crate::agent::tables) const ASKS: &[(&[&str], Ask)] = &[
    (&["how", "many"], Ask::Count),
    (&["number", "of"], Ask::Count),
    (&["count", "of"], Ask::Count),
    (&["count"], Ask::Count),
    (&["sum", "of"], Ask::Sum),
    (&["sum"], Ask::Sum),
    (&["#", "of"], Ask::Count),
    (&["how", "much"], Ask::Sum),
    (&["total"], Ask::Sum),
    (&["average"], Ask::Average),
    (&["mean"], Ask::Average),
    (&["median"], Ask::Median),
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
pub(in crate::agent::tables) const DIFFERENT: &[&str] = &["different", "distinct", "unique"];

/// How a date is compared with the days that words name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) enum When {
    In,
    Since,
    After,
    Before,
    Until,
}

/// Words → how a date is compared with what is named behind them; the longest that fit count.
pub(in crate::agent::tables) const WHENS: &[(&[&str], When)] = &[
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
    (&[">"], When::After),
    (&[">="], When::Since),
    (&["<"], When::Before),
    (&["<="], When::Until),
    (&["="], When::In),
];

/// Words in front of a value that say nothing of it.
pub(in crate::agent::tables) const LEADS: &[&str] = &[
    "from",
    "by",
    "at",
    "in",
    "into",
    "to",
    "of",
    "for",
    "with",
    "named",
    "called",
    "titled",
    "is",
    "are",
    "was",
    "were",
    "the",
    "a",
    "an",
    "as",
    "been",
    "be",
    "on",
    "during",
    "via",
    "leaving",
    "departing",
    "arriving",
    "reaching",
    "towards",
    "went",
    "=",
];

/// A word in front of a place, a person, a thing, and words of the columns that it stands for: of two that refer to the
/// same table it says which is meant.
pub(in crate::agent::tables) struct Role {
    pub before: &'static [&'static str],
    pub columns: &'static [&'static str],
}

/// The ends of a way.
pub(in crate::agent::tables) const ROLES: [Role; 2] = [
    Role {
        before: &["from", "leaving", "departing"],
        columns: &["from", "origin", "source", "src", "departure", "start", "sender", "pickup"],
    },
    Role {
        before: &["to", "into", "towards", "for", "arriving", "reaching"],
        columns: &["to", "destination", "dest", "dst", "target", "arrival", "end", "receiver", "recipient", "delivery"],
    },
];

/// Words that say where something is or comes from, as a value behind them does.
pub(in crate::agent::tables) const PLACING: &[&str] = &[
    "from", "come", "comes", "coming", "live", "lives", "living", "located", "based", "reside", "by", "at", "work",
    "works", "working",
];

/// Words that say that a column holds something.
pub(in crate::agent::tables) const HAVING: &[&str] = &["have", "has", "had", "having", "with"];

/// Words that say that a column holds nothing.
pub(in crate::agent::tables) const LACKING: &[&str] = &["no", "without"];

/// Words between "not" and what was not done.
pub(in crate::agent::tables) const DONE: &[&str] =
    &["been", "be", "yet", "have", "has", "had", "were", "was", "are", "is"];

/// Words that deny what was done.
pub(in crate::agent::tables) const UNDONE: &[&str] = &["not", "never", "non"];

/// Anybody, and nobody.
pub(in crate::agent::tables) const ANYBODY: &[&str] =
    &["anyone", "anybody", "someone", "somebody", "anything", "something"];
pub(in crate::agent::tables) const NOBODY: &[&str] = &["nobody", "none"];

/// What is done to rows that refer to something, and what stands between.
pub(in crate::agent::tables) const BELONGING: &[&str] =
    &["assigned", "belong", "belongs", "belonging", "attached", "linked", "associated", "connected"];

/// Words between the ends of a range: "from A to B".
pub(in crate::agent::tables) const TO: &[&str] = &["and", "to", "until", "till", "through"];

/// Words behind a date that make it a beginning: "from 2023 on".
pub(in crate::agent::tables) const ONWARDS: &[&str] = &["on", "onward", "onwards"];

/// Words of columns of dates that say when a row was touched last: of several columns it is not they that are meant.
pub(in crate::agent::tables) const TOUCHED: &[&str] =
    &["update", "updated", "modified", "changed", "edited", "deleted", "synced"];

/// Words of columns of dates that say how something ended, or when it is to end: when it was is another one.
pub(in crate::agent::tables) const ENDED: &[&str] = &[
    "arrived",
    "arrives",
    "arrival",
    "returned",
    "discharged",
    "closed",
    "ended",
    "ends",
    "end",
    "finished",
    "completed",
    "released",
    "delivered",
    "paid",
    "shipped",
    "cancelled",
    "resolved",
    "due",
    "expires",
    "expired",
    "until",
    "left",
];

/// Words that say what was done, and end like others.
pub(in crate::agent::tables) const PARTICIPLES: &[&str] = &[
    "paid", "sent", "sold", "held", "made", "built", "lost", "left", "kept", "done", "gone", "shut", "won", "found",
    "bought", "brought", "spent", "lent",
];

/// Words before a column by which rows are grouped.
pub(in crate::agent::tables) const GROUPS: &[&[&str]] =
    &[&["for", "each"], &["in", "each"], &["grouped", "by"], &["per"], &["each"], &["by"], &["every"]];

/// Words that deny.
pub(in crate::agent::tables) const DENIALS: &[&str] = &[
    "not",
    "no",
    "never",
    "without",
    "except",
    "excepting",
    "excluding",
    "excludes",
    "exclude",
    "excluded",
    "besides",
    "isn't",
    "aren't",
    "don't",
    "unless",
    "neither",
    "nor",
    "outside",
];

/// Words in front of a value that say that it is not meant.
pub(in crate::agent::tables) const DENYING: &[&[&str]] = &[
    &["not"],
    &["but", "not"],
    &["and", "not"],
    &["except"],
    &["except", "for"],
    &["excepting"],
    &["excluding"],
    &["exclude"],
    &["other", "than"],
    &["apart", "from"],
    &["aside", "from"],
    &["apart"],
    &["aside"],
    &["all", "but"],
    &["besides"],
    &["outside"],
    &["outside", "of"],
    &["neither"],
    &["nor"],
    &["without"],
];

/// Words between values that are denied together.
pub(in crate::agent::tables) const JOINING: &[&str] = &["and", "or", "nor"];

/// Words that are written in capitals to be said loudly.
pub(in crate::agent::tables) const LOUD: &[&str] = &["a", "all", "and", "any", "the", "where"];

/// Words that say that something is so now.
pub(in crate::agent::tables) const CURRENT: &[&[&str]] = &[
    &["at", "the", "moment"],
    &["at", "present"],
    &["right", "now"],
    &["as", "of", "now"],
    &["as", "of", "today"],
    &["nowadays"],
    &["presently"],
    &["currently"],
    &["current"],
    &["now"],
];

/// Words of columns of dates until when something is so.
pub(in crate::agent::tables) const EXPIRING: &[&str] =
    &["to", "until", "till", "thru", "through", "end", "ended", "ends", "expires", "expiry", "left", "terminated"];

/// How questions begin that ask about what is called so, and how they end.
pub(in crate::agent::tables) const NAMING: &[&str] =
    &["who is ", "who was ", "who's ", "tell me about ", "what do you know about ", "谁是"];
pub(in crate::agent::tables) const NAMING_BEHIND: &[&str] = &["是谁", "是什么人"];

/// Words in front of rows that say which of them are meant by their date, and whether those are the last.
pub(in crate::agent::tables) const ENDS_OF_TIME: &[(&[&str], bool)] = &[
    (&["most", "recent"], true),
    (&["first"], false),
    (&["last"], true),
    (&["latest"], true),
    (&["newest"], true),
    (&["earliest"], false),
];

/// Words that ask for something of a row → what is said to be done, which is no idle word then: a column has to say it.
pub(in crate::agent::tables) const ASKED_OF: &[(&[&str], &[&str])] = &[
    (
        &["when", "where", "why"],
        &["appear", "appeared", "posted", "publish", "published", "released", "write", "written", "wrote"],
    ),
    (&["who", "whom"], &["appear", "appeared", "released"]),
];

/// Words that ask for a time.
pub(in crate::agent::tables) const ASKING_WHEN: &[&str] = &["when"];

/// Words that say nothing about rows.
pub(in crate::agent::tables) const IDLE: &[&str] = &[
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
    "database",
    "dated",
    "did",
    "do",
    "does",
    "entries",
    "ever",
    "exist",
    "for",
    "get",
    "gets",
    "give",
    "got",
    "had",
    "has",
    "have",
    "here",
    "in",
    "is",
    "it",
    "me",
    "my",
    "of",
    "on",
    "ones",
    "our",
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
    "yet",
    "you",
];

/// What rows are called where their table is not named.
pub(in crate::agent::tables) const THINGS: &[&str] =
    &["article", "articles", "entry", "item", "items", "piece", "pieces", "post", "posts", "stories", "story", "texts"];
