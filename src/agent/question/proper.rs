//! Proper names in a question, which may be a part of other names: `Raft` of `KRaft`.

use super::Analysis;
use crate::library::Library;
use crate::search::AskedWord;

/// A name that is used in more entries is there.
const MANY: u64 = 100;

/// Letters of such a name, at least.
const MIN: usize = 4;

/// Names that are looked for, at most.
const MAX_NAMES: usize = 2;

/// The names of a question that few texts hold, so that it can be told whether they hold it as a name of its own.
pub(in crate::agent) fn rare(analysis: &Analysis, words: &[AskedWord], library: &Library) -> Vec<String> {
    if analysis.report.is_some() || !analysis.names.is_empty() {
        return Vec::new();
    }
    let is_name = |word: &&str| {
        let lower = word.to_lowercase();
        let is_capitalised = word.starts_with(|c: char| c.is_ascii_uppercase())
            && word[1..].bytes().all(|byte| byte.is_ascii_lowercase());
        word.len() >= MIN
            && is_capitalised
            && analysis.subjects.contains(&lower)
            && words.iter().any(|known| known.written == lower && !known.is_nowhere)
            && !library.is_nowhere(&lower)
            && library.entries_with(&lower) <= MANY
    };
    let names = analysis.text.split(|c: char| !c.is_ascii_alphanumeric()).filter(is_name);
    names.take(MAX_NAMES).map(str::to_owned).collect()
}

/// The letters that all forms of a name begin with.
fn root(name: &str) -> &str {
    let root = name.trim_end_matches('s');
    if root.len() > MIN + 2 { &root[..root.len() - 2] } else { root }
}

/// The query for the lines in which a single letter before a name makes another name of it.
pub(in crate::agent) fn part_query(name: &str) -> String {
    format!("$.content.grep(/(^|[^A-Za-z])[A-Z]{}/)", root(name))
}

/// The query for the lines that hold a name as one of its own, or as a word of longer names.
pub(in crate::agent) fn query(name: &str) -> String {
    let root = root(name);
    let (first, rest) = root.split_at(1);
    let (lower, shouted) = (first.to_lowercase(), root.to_uppercase());
    format!(
        "$.content.grep(/(^|[^A-Za-z])[{first}{lower}]{rest}|[a-z0-9]{root}|[A-Z][A-Z]{root}|(^|[^A-Za-z]){shouted}/)"
    )
}
