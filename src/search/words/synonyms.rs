//! Words that stand for each other, from the table in `assets/`.

use crate::library::is_cjk;
use std::collections::HashMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../../assets/synonyms.txt");

/// The words of the table, and what stands for each.
struct Table {
    synonyms: HashMap<&'static str, Vec<&'static str>>,
    /// Characters of the longest word that is not English.
    longest: usize,
}

static SYNONYMS: LazyLock<Table> = LazyLock::new(|| {
    let mut synonyms: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut longest = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let group: Vec<&str> = line.split_whitespace().collect();
        let is_dictionary = group.first().is_some_and(|word| is_chinese(word));
        for word in &group {
            let stands_for =
                |other: &&&str| *other != word && (!is_dictionary || is_chinese(word) || is_chinese(other));
            let known = synonyms.entry(word).or_default();
            for other in group.iter().filter(stands_for) {
                if !known.contains(other) {
                    known.push(other);
                }
            }
            if is_chinese(word) {
                longest = longest.max(word.chars().count());
            }
        }
    }
    Table { synonyms, longest }
});

fn is_chinese(word: &str) -> bool {
    word.starts_with(is_cjk)
}

/// The synonyms of a word: none where the table does not know it in any of its forms.
pub fn of(word: &str) -> &'static [&'static str] {
    let known = |word: &str| SYNONYMS.synonyms.get(word).map(Vec::as_slice);
    known(word).or_else(|| roots(word).iter().find_map(|root| known(root))).unwrap_or_default()
}

/// The words that an English word may be a form of: `retries` of `retry`, `caching` of `cache`.
fn roots(word: &str) -> Vec<String> {
    const ENDINGS: &[(&str, &[&str])] =
        &[("ies", &["y"]), ("es", &["", "e"]), ("s", &[""]), ("ing", &["", "e"]), ("ed", &["", "e"])];
    let mut roots = Vec::new();
    if !word.is_ascii() {
        return roots;
    }
    for (ending, instead) in ENDINGS {
        let Some(root) = word.strip_suffix(ending).filter(|root| root.len() > 2) else { continue };
        roots.extend(instead.iter().map(|instead| format!("{root}{instead}")));
        // stopped, running
        let mut last = root.bytes().rev();
        if matches!(*ending, "ing" | "ed") && last.next() == last.next() {
            roots.push(root[..root.len() - 1].to_owned());
        }
    }
    roots
}

/// True if the table knows a word as it is written.
pub(super) fn is_known(word: &str) -> bool {
    SYNONYMS.synonyms.contains_key(word)
}

/// Characters of the longest word of the table that is not English.
pub(super) fn longest() -> usize {
    SYNONYMS.longest
}

#[cfg(test)]
mod tests {
    use super::super::segment_cjk::is_particle;
    use super::*;

    #[test]
    fn the_table_is_well_formed() {
        let lines: Vec<&str> = TABLE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect();
        assert!(lines.len() >= 450, "{} groups", lines.len());
        for line in lines {
            let group: Vec<&str> = line.split_whitespace().collect();
            assert!((2..=12).contains(&group.len()), "{line}: 2 to 12 words");
            assert_eq!(group.join(" "), line, "single spaces");
            for (number, word) in group.iter().enumerate() {
                assert!(!group[..number].contains(word), "{line}: {word} is there twice");
                let is_english = word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
                assert!(is_english || word.chars().all(is_cjk), "{line}: {word} is no word in lower case");
                assert!(!is_particle(word), "{line}: {word} carries no meaning");
            }
            let (chinese, english): (Vec<&str>, Vec<&str>) = group.iter().copied().partition(|word| is_chinese(word));
            assert!(chinese.is_empty() || !english.is_empty(), "{line}: no English word");
            assert!(chinese.is_empty() || is_chinese(group[0]), "{line}: Chinese words stand first");
        }
    }

    #[test]
    fn words_stand_for_each_other_in_all_their_forms() {
        for (word, other) in [
            ("cfg", "configuration"),
            ("configuration", "cfg"),
            ("认证", "authentication"),
            ("認證", "authentication"),
            ("authentication", "认证"),
            ("retrying", "backoff"),
            ("libraries", "lib"),
            ("stopped", "halt"),
        ] {
            assert!(of(word).contains(&other), "{word}: {:?}", of(word));
        }
        assert!(!of("authenticate").contains(&"access"), "an entry of the dictionary makes no English synonyms");
        assert!(of("zebra").is_empty() && of("斑马").is_empty());
    }
}
