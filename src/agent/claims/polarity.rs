//! Whether a sentence and its source say yes or no to the same.

/// Words that deny.
const NEGATIONS: &[&str] = &[
    "not",
    "no",
    "never",
    "none",
    "nothing",
    "nobody",
    "neither",
    "nor",
    "cannot",
    "can't",
    "won't",
    "don't",
    "doesn't",
    "didn't",
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
    "shouldn't",
    "mustn't",
    "couldn't",
    "wouldn't",
    "hasn't",
    "haven't",
];

/// Words that deny in other ways: beside them neither yes nor no is sure.
const SOFT: &[&str] = &[
    "without",
    "unless",
    "except",
    "stop",
    "stops",
    "stopped",
    "fail",
    "fails",
    "failed",
    "lack",
    "lacks",
    "missing",
    "absent",
    "refuse",
    "refuses",
    "refused",
    "reject",
    "rejects",
    "rejected",
    "prevent",
    "prevents",
    "avoid",
    "avoids",
    "ignore",
    "ignores",
    "ignored",
    "skip",
    "skips",
    "skipped",
    "cease",
    "ceases",
    "instead",
    "empty",
    "unset",
    "unknown",
    "invalid",
    "forbidden",
    "deny",
    "denies",
];

/// The same in Chinese, where words have no spaces between them.
const CHINESE: &[&str] = &["不", "没", "未", "无", "沒", "無", "勿", "别", "非"];

/// Words of opposite meaning, in all their forms that matter.
const OPPOSITES: &[(&[&str], &[&str])] = &[
    (&["enable", "enables", "enabled", "enabling"], &["disable", "disables", "disabled", "disabling"]),
    (
        &["allow", "allows", "allowed", "permit", "permits"],
        &["deny", "denies", "denied", "forbid", "forbids", "forbidden"],
    ),
    (&["accept", "accepts", "accepted"], &["reject", "rejects", "rejected", "refuse", "refuses", "refused"]),
    (
        &["increase", "increases", "increased", "raise", "raises"],
        &["decrease", "decreases", "decreased", "lower", "lowers"],
    ),
    (&["add", "adds", "added"], &["remove", "removes", "removed", "delete", "deletes", "deleted"]),
    (&["start", "starts", "started"], &["stop", "stops", "stopped"]),
    (&["open", "opens", "opened"], &["close", "closes", "closed"]),
    (&["before"], &["after"]),
    (&["maximum", "max", "most"], &["minimum", "min", "least"]),
    (&["true"], &["false"]),
    (&["always"], &["never"]),
    (&["required", "mandatory"], &["optional"]),
    (&["public"], &["private"]),
    (&["first"], &["last"]),
    (&["lock", "locks", "locked"], &["unlock", "unlocks", "unlocked"]),
    (&["encrypt", "encrypts", "encrypted"], &["decrypt", "decrypts", "decrypted"]),
    (&["ascending"], &["descending"]),
    (&["on"], &["off"]),
    (&["success", "succeeds", "succeeded"], &["failure", "fails", "failed"]),
    (&["启用", "开启", "打开"], &["禁用", "关闭"]),
    (&["允许"], &["禁止"]),
    (&["增加", "添加"], &["删除", "移除"]),
];

/// Words around a denial that it may concern.
const REACH: usize = 6;

/// The words of a text in lower case; a hyphen or an underscore joins them.
pub(super) fn words(text: &str) -> Vec<String> {
    let is_apart = |c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '_'));
    let words = text.split(is_apart).map(|word| word.trim_matches(['\'', '’', '-']).to_lowercase().replace('’', "'"));
    words.filter(|word| !word.is_empty()).collect()
}

/// True if a text denies something.
pub(in crate::agent) fn is_negated(text: &str) -> bool {
    let is_denied = words(text).iter().any(|word| NEGATIONS.contains(&word.as_str()));
    is_denied || CHINESE.iter().any(|word| text.contains(word))
}

/// True if a text denies something in another way, so that yes and no are not clear.
pub(super) fn is_soft(text: &str) -> bool {
    words(text).iter().any(|word| SOFT.contains(&word.as_str()))
}

/// True if a text denies something near one of the words that `is_shared`.
pub(super) fn is_negated_near(text: &str, is_shared: &mut dyn FnMut(&str) -> bool) -> bool {
    let words = words(text);
    let shared: Vec<bool> = words.iter().map(|word| is_shared(word)).collect();
    let near = |at: usize| shared.iter().skip(at.saturating_sub(REACH)).take(2 * REACH + 1).any(|shared| *shared);
    let is_denied = words.iter().enumerate().any(|(at, word)| NEGATIONS.contains(&word.as_str()) && near(at));
    is_denied || CHINESE.iter().any(|word| text.contains(word))
}

/// The pairs of opposites of which a text has one side only: the number of the pair, and which side.
pub(in crate::agent) fn opposites_in(text: &str) -> Vec<(usize, bool)> {
    let (words, lower) = (words(text), text.to_lowercase());
    let has = |side: &[&str]| {
        side.iter().any(|word| match word.is_ascii() {
            true => words.iter().any(|own| own == word),
            false => lower.contains(word),
        })
    };
    let sides = OPPOSITES.iter().map(|(one, other)| (has(one), has(other))).enumerate();
    sides.filter(|(_, (one, other))| one != other).map(|(pair, (one, _))| (pair, one)).collect()
}
