//! Words that stand for each other, from the table in `assets/`, and the words of text written without spaces.

use crate::library::is_cjk;
use std::collections::HashMap;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../assets/synonyms.txt");

/// Words of Chinese questions that carry no meaning of their own, sorted.
#[rustfmt::skip]
const PARTICLES: &[&str] = &[
    "一下", "一个", "一些", "一個", "一种", "一種", "上", "下", "不", "不会", "不是", "不能", "与", "並", "个",
    "中", "为", "为了", "为什么", "为何", "么", "之", "也", "了", "了解", "些", "什么", "什么时候", "什麼",
    "什麼時候", "从", "以", "以及", "会", "会不会", "但", "但是", "何时", "何時", "你", "你们", "使其", "使得",
    "來", "個", "做", "做好", "像", "关于", "其", "其中", "内", "再", "几个", "到", "去", "又", "及", "只",
    "只要", "可以", "可否", "可能", "同", "向", "吗", "吧", "告诉", "呢", "和", "哦", "哪", "哪个", "哪些",
    "哪個", "哪儿", "哪裡", "哪里", "啊", "嗎", "嘛", "因为", "因為", "在", "地", "多少", "如何", "如果", "它",
    "它们", "对", "对于", "将", "將", "對", "對於", "就", "并", "并且", "应当", "应该", "当", "得", "從", "怎",
    "怎么", "怎么做", "怎么办", "怎么样", "怎样", "怎樣", "怎麼", "您", "想", "想要", "應該", "我", "我们",
    "我們", "或", "所", "所以", "才", "把", "时", "时候", "是", "是不是", "是否", "時", "時候", "會", "有",
    "有沒有", "有没有", "本", "来", "某个", "某個", "此", "每", "每个", "每個", "比", "没", "為", "為了",
    "為什麼", "為何", "甚么", "用", "由", "由于", "當", "的", "着", "知道", "种", "種", "等", "等等", "給",
    "给", "而", "而且", "能", "能不能", "能否", "能够", "能夠", "與", "被", "裡", "要", "解释", "該", "誰",
    "請", "請問", "讓", "让", "该", "请", "请问", "谁", "跟", "过", "还", "还是", "这", "这个", "这些", "这里",
    "进行", "這", "這些", "這個", "這裡", "通过", "通過", "進行", "過", "還", "還是", "那", "那个", "那些",
    "那個", "那里", "都", "里", "關於", "需要", "麼",
];

/// Particles of one character that are part of no other word worth knowing.
const ENDINGS: &[&str] = &["了", "吗", "呢", "吧", "啊", "嗎", "的"];

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

/// What stands for a word: none where the table does not know it in any of its forms.
pub(super) fn of(word: &str) -> &'static [&'static str] {
    let known = |word: &str| SYNONYMS.synonyms.get(word).map(Vec::as_slice);
    known(word).or_else(|| roots(word).iter().find_map(|root| known(root))).unwrap_or_default()
}

/// What an English word may be a form of: `retries` of `retry`, `caching` of `cache`.
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

/// A piece of a run of Chinese text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// A word of the table.
    Word,
    /// A word that carries no meaning.
    Particle,
    /// A character that belongs to no word known.
    Unknown,
}

/// The words of a run without spaces: the longest words of the table from the left, and what stands between them.
/// Particles are left out, so that there may be no word at all.
pub(super) fn cut(run: &str) -> Vec<&str> {
    let mut pieces: Vec<(Piece, std::ops::Range<usize>)> = Vec::new();
    let mut at = 0;
    while let Some(first) = run[at..].chars().next() {
        let (piece, end) = longest(run, at).unwrap_or((Piece::Unknown, at + first.len_utf8()));
        match pieces.last_mut() {
            Some((Piece::Unknown, range)) if piece == Piece::Unknown => range.end = end,
            _ => pieces.push((piece, at..end)),
        }
        at = end;
    }
    // A particle of one character beside unknown ones is more likely a part of their word.
    let unknown: Vec<bool> = pieces.iter().map(|(piece, _)| *piece == Piece::Unknown).collect();
    for (number, (piece, range)) in pieces.iter_mut().enumerate() {
        let beside = number.checked_sub(1).is_some_and(|before| unknown[before])
            || unknown.get(number + 1).copied().unwrap_or(false);
        let text = &run[range.clone()];
        if *piece == Piece::Particle && beside && text.chars().count() == 1 && !ENDINGS.contains(&text) {
            *piece = Piece::Unknown;
        }
    }
    let mut words: Vec<std::ops::Range<usize>> = Vec::new();
    let mut is_open = false;
    for (piece, range) in pieces {
        match words.last_mut() {
            Some(word) if is_open && piece == Piece::Unknown => word.end = range.end,
            _ if piece == Piece::Particle => {}
            _ => words.push(range),
        }
        is_open = piece == Piece::Unknown;
    }
    words.into_iter().map(|range| &run[range]).collect()
}

/// The longest word of the table or particle that starts at `at`.
fn longest(run: &str, at: usize) -> Option<(Piece, usize)> {
    let rest = &run[at..];
    let ends: Vec<usize> =
        rest.char_indices().skip(1).map(|(end, _)| end).chain([rest.len()]).take(SYNONYMS.longest).collect();
    ends.into_iter().rev().find_map(|end| {
        let word = &rest[..end];
        let piece = match SYNONYMS.synonyms.contains_key(word) {
            true => Piece::Word,
            false if is_particle(word) => Piece::Particle,
            false => return None,
        };
        Some((piece, at + end))
    })
}

/// Whether a Chinese word carries no meaning of its own.
pub(super) fn is_particle(word: &str) -> bool {
    PARTICLES.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
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
        assert!(PARTICLES.is_sorted());
    }

    #[test]
    fn runs_are_cut_at_the_longest_words() {
        for (run, words) in [
            ("用户认证流程", &["用户", "认证", "流程"][..]),
            ("如何配置用户的权限", &["配置", "用户", "权限"]),
            ("请问垃圾回收是什么时候开始的呢", &["垃圾回收", "开始"]),
            ("使用者認證", &["使用者", "認證"]),
            ("货位锁", &["货位", "锁"]),
            ("上海的服务器", &["上海", "服务器"]),
            ("为什么", &[]),
            ("", &[]),
        ] {
            assert_eq!(cut(run), words, "{run}");
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
