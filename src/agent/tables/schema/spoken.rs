//! How people say the names of columns and tables: whole, without what is seldom said, in several words.

use super::catalog::{Column, Type};
use crate::library::{Stems, fold_words, is_cjk};

/// Ends of names of columns that are seldom said.
pub(super) const ENDS: &[&str] = &[
    "id",
    "at",
    "on",
    "date",
    "time",
    "ts",
    "timestamp",
    "cents",
    "cent",
    "pence",
    "usd",
    "eur",
    "ms",
    "seconds",
    "minutes",
    "bytes",
    "kb",
    "mb",
    "percent",
    "pct",
];

/// Such ends of Chinese names, which are written without a space.
const CHINESE_ENDS: &[&str] = &["编号", "日期", "时间", "ID", "id"];

/// What the numbers of a column are in: its name without that is said as well, and that alone.
const UNITS: &[&str] = &["year", "tonnes", "tons", "kg", "km", "hours", "days", "litres", "metres", "meters"];

/// What is short in names of columns, as people say it.
const SHORT: &[(&str, &str)] = &[
    ("min", "minimum"),
    ("max", "maximum"),
    ("avg", "average"),
    ("qty", "quantity"),
    ("amt", "amount"),
    ("dept", "department"),
    ("addr", "address"),
    ("tel", "telephone"),
    ("desc", "description"),
    ("cat", "category"),
    ("mfr", "manufacturer"),
    ("temp", "temperature"),
    ("pop", "population"),
];

/// Ends of names of columns whose numbers are hundredths of a unit of money.
pub(in crate::agent::tables) const HUNDREDTHS: &[&str] = &["cents", "cent", "pence"];

/// Beginnings of such names.
pub(super) const BEGINNINGS: &[&str] = &["is", "has", "was"];

/// Words that stand next to each other, as the one word that names of columns and tables often make of them: `list
/// price` is `listprice`. The stem of that word, and the stems of the words.
pub(in crate::agent::tables) type Joined = (String, Vec<String>);

/// Words that one name is made of, at most.
const JOINED_WORDS: usize = 3;

/// The words of a question that may be one name.
pub(in crate::agent::tables) fn joined(question: &str, stems: &mut Stems) -> Vec<Joined> {
    let words = fold_words(question);
    let mut joined = Vec::new();
    for count in 2..=JOINED_WORDS {
        for words in words.windows(count) {
            let whole = stems.stem(&words.concat()).to_owned();
            joined.push((whole, words.iter().map(|word| stems.stem(word).to_owned()).collect()));
        }
    }
    joined
}

/// The stems of the words of a text.
pub(in crate::agent::tables) fn stemmed(text: &str, stems: &mut Stems) -> Vec<String> {
    fold_words(text).iter().map(|word| stems.stem(word).to_owned()).collect()
}

/// The ways to say the name of a column: whole, and without what is seldom said.
pub(super) fn ways(name: &str, joined: &[Joined], stems: &mut Stems) -> Vec<Vec<String>> {
    let words = fold_words(name);
    let is = |list: &[&str], word: Option<&String>| word.is_some_and(|word| list.contains(&word.as_str()));
    let mut ways = vec![words.clone()];
    if words.len() > 1 && (is(ENDS, words.last()) || is(UNITS, words.last())) {
        ways.push(words[..words.len() - 1].to_vec());
    }
    if words.len() > 1 && is(BEGINNINGS, words.first()) {
        ways.push(words[1..].to_vec());
    }
    // Both ways to spell it are read.
    let respelled = |way: &Vec<String>| {
        let is_spelled = way.iter().any(|word| word == "color" || word == "colour");
        let other = |word: &String| match word.as_str() {
            "color" => "colour".to_owned(),
            "colour" => "color".to_owned(),
            _ => word.clone(),
        };
        is_spelled.then(|| way.iter().map(other).collect())
    };
    let others: Vec<Vec<String>> = ways.iter().filter_map(respelled).collect();
    ways.extend(others);
    let whole = |way: &Vec<String>| {
        let full = |word: &String| SHORT.iter().find(|(short, _)| short == word).map(|(_, full)| (*full).to_owned());
        let is_short = way.iter().any(|word| full(word).is_some());
        is_short.then(|| way.iter().map(|word| full(word).unwrap_or_else(|| word.clone())).collect())
    };
    let others: Vec<Vec<String>> = ways.iter().filter_map(whole).collect();
    ways.extend(others);
    ways.extend(chinese_ways(name).skip(1).map(fold_words));
    let stem = |way: &Vec<String>| way.iter().map(|word| stems.stem(word).to_owned()).collect();
    ways.iter().map(stem).map(|way| apart(way, joined)).collect()
}

/// Words that say that a column holds how many there are of something, at the end of its name and at the beginning.
const COUNTS_BEHIND: &[&str] = &["count", "counts"];
const COUNTS_BEFORE: &[&str] = &["num", "nb", "count", "number"];

impl Column {
    /// The stems of what it holds the number of: appearances of `appearance_count`, pages of `num_pages`.
    pub(in crate::agent::tables) fn counts(&self) -> Option<&[String]> {
        let is = |word: Option<&String>, list: &[&str]| word.is_some_and(|word| list.contains(&word.as_str()));
        if self.type_ != Type::Number
            || self.is_key
            || self.words.len() < 2
            || self.words.len() != self.name_words.len()
        {
            return None;
        }
        if is(self.name_words.last(), COUNTS_BEHIND) {
            return Some(&self.words[..self.words.len() - 1]);
        }
        let is_of = self.name_words[1] == "of";
        let is_counted = is(self.name_words.first(), COUNTS_BEFORE) && (is_of || self.name_words[0] != "number");
        let rest = &self.words[1 + usize::from(is_of)..];
        (is_counted && !rest.is_empty()).then_some(rest)
    }
}

/// The ways to say a Chinese name: whole, and without what is seldom said.
pub(in crate::agent::tables) fn chinese_ways(name: &str) -> impl Iterator<Item = &str> {
    let rest = CHINESE_ENDS.iter().find_map(|end| name.strip_suffix(end)).filter(|rest| rest.ends_with(is_cjk));
    std::iter::once(name).chain(rest)
}

/// The stems of a name, as the question says it: in several words, if the name is one.
pub(super) fn apart(name: Vec<String>, joined: &[Joined]) -> Vec<String> {
    let said = joined.iter().find(|(whole, _)| name.len() == 1 && name[0] == *whole);
    said.map_or(name, |(_, words)| words.clone())
}

/// "Country" is `country_name`, where nothing else of the table is called so.
pub(super) fn unname(columns: &mut [Column], table: &[String]) {
    for at in 0..columns.len() {
        let [first, last] = columns[at].name_words.as_slice() else { continue };
        let is_part = PARTS.contains(&first.as_str()) || last != "name";
        let own = vec![columns[at].words[0].clone()];
        let is_taken = own == table
            || columns
                .iter()
                .any(|other| other.said.contains(&own) || other.words[0] == own[0] && other.name != columns[at].name);
        if !is_part && !is_taken && !columns[at].is_key {
            columns[at].said.push(own);
        }
    }
}

/// Words in front of "name" that say which part or kind of a name it is.
const PARTS: &[&str] = &[
    "first", "last", "given", "family", "middle", "full", "short", "long", "user", "file", "display", "nick", "sur",
    "local",
];
