//! How people say the names of columns and tables: whole, without what is seldom said, in several words.

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
];

/// Such ends of Chinese names, which are written without a space.
const CHINESE_ENDS: &[&str] = &["编号", "日期", "时间", "ID", "id"];

/// What the numbers of a column are in: its name without that is said as well, and that alone.
const UNITS: &[&str] = &["year", "tonnes", "tons", "kg", "km", "hours", "days", "litres", "metres", "meters"];

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
    ways.extend(chinese_ways(name).skip(1).map(fold_words));
    let stem = |way: &Vec<String>| way.iter().map(|word| stems.stem(word).to_owned()).collect();
    ways.iter().map(stem).map(|way| apart(way, joined)).collect()
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
