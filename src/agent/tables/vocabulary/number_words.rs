//! Words of questions that compare numbers.

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
    (&["older", "than"], ">"),
    (&["younger", "than"], "<"),
    (&["under"], "<"),
    (&["below"], "<"),
    (&["after"], ">"),
    (&["since"], ">="),
    (&["before"], "<"),
    (&["until"], "<="),
    (&["from"], ">="),
    (&[">="], ">="),
    (&["<="], "<="),
    (&[">"], ">"),
    (&["<"], "<"),
    (&["="], "="),
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
    (&["feet", "ft", "foot"], &["altitude", "elevation"]),
    (&["metres", "meters", "m"], &["altitude", "elevation"]),
    (&["people", "inhabitants", "residents"], &["population", "inhabitants", "residents"]),
];

/// Units of length and weight, each by its names.
pub(in crate::agent::tables) const LENGTHS: &[&[&str]] = &[
    &["km", "kilometre", "kilometres", "kilometer", "kilometers"],
    &["mile", "miles", "mi"],
    &["metre", "metres", "meter", "meters", "m"],
    &["cm", "centimetres", "centimeters"],
    &["mm", "millimetres", "millimeters"],
    &["foot", "feet", "ft"],
    &["kg", "kilo", "kilos", "kilograms"],
    &["lb", "lbs", "pounds"],
];

/// Units of time, each by its names and in milliseconds.
pub(in crate::agent::tables) const TIMES: &[(&[&str], u64)] = &[
    (&["millisecond", "milliseconds", "ms"], 1),
    (&["second", "seconds", "sec", "secs"], 1_000),
    (&["minute", "minutes", "min", "mins"], 60_000),
    (&["hour", "hours"], 3_600_000),
    (&["day", "days"], 86_400_000),
];

/// Words of columns each of which may be the price of something.
pub(in crate::agent::tables) const PRICES: &[&str] = &["price", "cost", "msrp", "rrp", "fee", "fare"];

/// Words in front of a time → how the date of a row is compared with that time ago, and whether they say by themselves that
/// an age is meant.
pub(in crate::agent::tables) const AGES: &[(&[&str], &str, bool)] = &[
    (&["older", "than"], "<", true),
    (&["newer", "than"], ">=", true),
    (&["younger", "than"], ">=", true),
    (&["more", "than"], "<", false),
    (&["over"], "<", false),
    (&["at", "least"], "<", false),
    (&["less", "than"], ">=", false),
    (&["under"], ">=", false),
];

/// What is said of money, behind a number.
pub(in crate::agent::tables) const CURRENCIES: &[&str] =
    &["dollar", "dollars", "euro", "euros", "pounds", "usd", "eur", "gbp"];

/// What columns of money are called.
pub(in crate::agent::tables) const MONEY: &[&str] =
    &["price", "cost", "fee", "fare", "total", "amount", "salary", "revenue"];

/// Words of other columns of money.
pub(in crate::agent::tables) const MONEY_TOO: &[&str] =
    &["sum", "balance", "budget", "tax", "discount", "net", "gross", "paid", "value", "金额", "总额", "价格", "总价"];

/// Words of columns that say in which currency the money of a row is.
pub(in crate::agent::tables) const CURRENCY: &[&str] = &["currency", "货币", "币种"];

/// Numbers that are written as words.
pub(in crate::agent::tables) const NUMBERS: &[&str] =
    &["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// The places behind the first, as words.
pub(in crate::agent::tables) const PLACES: &[&str] =
    &["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// Signs that compare, and the characters that they are made of.
pub(in crate::agent::tables) const OPERATORS: &[&str] = &[">", ">=", "<", "<=", "=", "==", "!=", "<>"];
pub(in crate::agent::tables) const TRIMMED_OPERATORS: &[char] = &['<', '>', '='];

/// Words in front of a number that is less than nothing.
pub(in crate::agent::tables) const MINUS: &[&str] = &["minus", "negative"];

/// Words behind a number that make more of it, and by how many zeros.
pub(in crate::agent::tables) const SCALES: &[(&[&str], usize)] = &[
    (&["thousand"], 3),
    (&["million", "millions", "mio", "mn"], 6),
    (&["billion", "billions", "bn"], 9),
    (&["trillion"], 12),
    (&["千"], 3),
    (&["万"], 4),
    (&["百万"], 6),
    (&["千万"], 7),
    (&["亿"], 8),
];

/// A number with its point moved by so many places.
pub(in crate::agent::tables) fn scaled(number: &str, zeros: usize) -> String {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let (moved, rest) = fraction.split_at(fraction.len().min(zeros));
    let rest = if rest.is_empty() { String::new() } else { format!(".{rest}") };
    let (sign, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("-", whole));
    let digits = format!("{whole}{moved:0<zeros$}");
    let digits = digits.trim_start_matches('0');
    format!("{sign}{}{rest}", if digits.is_empty() { "0" } else { digits })
}
