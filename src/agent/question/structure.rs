//! Questions for what a declaration is made of: how many methods it has, which fields there are in it.

use super::analysis::{is_identifier, is_name};
use super::clause::bare;
use super::relations::{AskedOf, Relation};
use crate::search::is_stop_word;

/// What a declaration may be made of, by the words for it.
#[rustfmt::skip]
const PARTS: &[(&[&str], Relation)] = &[
    (&["methods", "方法"], part("methods", "method of", "methods", "{} declares no method in this workspace")),
    (&["functions", "函数"], part("functions", "function of", "functions", "{} declares no function in this workspace")),
    (&["fields", "members", "properties", "attributes", "字段", "属性"],
        part("fields", "field of", "fields", "{} declares no field in this workspace")),
    (&["variants", "cases", "枚举值"], part("variants", "variant of", "variants", "{} declares no variant in this workspace")),
    (&["constants", "常量"], part("constants", "constant of", "constants", "{} declares no constant in this workspace")),
    (&["constructors", "构造函数"],
        part("constructors", "constructor of", "constructors", "{} declares no constructor in this workspace")),
];

/// What such a question says beside: any other word makes another question of it.
const SAID: &[&str] = &[
    "a",
    "all",
    "and",
    "any",
    "are",
    "class",
    "count",
    "declare",
    "declared",
    "declares",
    "define",
    "defined",
    "defines",
    "do",
    "does",
    "enum",
    "enumerate",
    "every",
    "give",
    "has",
    "have",
    "how",
    "in",
    "inside",
    "interface",
    "is",
    "list",
    "many",
    "me",
    "name",
    "number",
    "object",
    "of",
    "on",
    "please",
    "record",
    "show",
    "struct",
    "that",
    "the",
    "there",
    "trait",
    "type",
    "what",
    "which",
];

/// Words that say who sees what is asked for.
const VISIBILITIES: &[(&str, &str)] = &[
    ("public", "public"),
    ("private", "private"),
    ("protected", "protected"),
    ("internal", "internal"),
    ("公有", "public"),
    ("公共", "public"),
    ("公开", "public"),
    ("私有", "private"),
];

/// The same in Chinese.
const CHINESE_SAID: &[&str] = &[
    "列出",
    "所有",
    "有",
    "多少",
    "个",
    "哪些",
    "的",
    "里",
    "中",
    "类",
    "接口",
    "结构体",
    "枚举",
    "是",
    "全部",
    "几",
    "什么",
    "请",
    "了",
];

const fn part(step: &'static str, one: &'static str, many: &'static str, none: &'static str) -> Relation {
    Relation { step, one, many, none, words: &[], chinese: &[] }
}

/// What a question asks the parts of, if it asks nothing else.
pub(super) fn parts_of(text: &str) -> Option<AskedOf> {
    let is_apart = |c: char| c.is_whitespace() || ",;?!？，。".contains(c);
    let words: Vec<&str> = text.split(is_apart).map(bare).filter(|word| !word.is_empty()).collect();
    match text.is_ascii() {
        true => of_words(&words),
        false => of_chinese(text),
    }
}

fn of_words(words: &[&str]) -> Option<AskedOf> {
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let has_enum = lower.iter().any(|word| matches!(word.as_str(), "enum" | "enumeration"));
    // Values are many things, those of an enumeration are its variants.
    let is_part = |word: &str| {
        let word = if has_enum && matches!(word, "values" | "members" | "constants") { "variants" } else { word };
        PARTS.iter().position(|(names, _)| names.contains(&word))
    };
    let relation = lower.iter().find_map(|word| is_part(word))?;
    let visibility = lower.iter().find_map(|word| seen(|known| word == known));
    let is_seen = |word: &str| VISIBILITIES.iter().any(|(known, _)| *known == word);
    let is_said =
        |at: &usize| is_part(&lower[*at]).is_some() || is_seen(&lower[*at]) || SAID.contains(&lower[*at].as_str());
    let mut others = (0..words.len()).filter(|at| !is_said(at));
    let name = words[others.next().filter(|_| others.next().is_none())?];
    if !is_identifier(name) || is_stop_word(&name.to_lowercase()) {
        return None;
    }
    let words = lower.into_iter().filter(|word| *word != name.to_lowercase()).collect();
    Some(asked(relation, name, words, visibility))
}

/// Who sees what is asked for, by a word that is said.
fn seen(is_said: impl Fn(&str) -> bool) -> Option<&'static str> {
    VISIBILITIES.iter().find(|(word, _)| is_said(word)).map(|(_, seen)| *seen)
}

fn of_chinese(text: &str) -> Option<AskedOf> {
    let relation =
        PARTS.iter().position(|(names, _)| names.iter().any(|name| !name.is_ascii() && text.contains(name)))?;
    let mut names = text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':')));
    let name = names.find(|name| is_identifier(name))?;
    let seen_words = VISIBILITIES.iter().map(|(word, _)| word).filter(|word| !word.is_ascii());
    let own = PARTS[relation].0.iter().filter(|name| !name.is_ascii()).chain(seen_words).chain(CHINESE_SAID);
    let said: String = text.replace(name, "").chars().filter(|c| c.is_alphanumeric()).collect();
    let rest = own.fold(said.clone(), |rest, word| rest.replace(word, ""));
    let visibility = seen(|word| !word.is_ascii() && text.contains(word));
    rest.is_empty().then(|| asked(relation, name, vec![said], visibility))
}

fn asked(relation: usize, name: &str, words: Vec<String>, visibility: Option<&'static str>) -> AskedOf {
    let is_word = !is_name(name);
    AskedOf { relation: &PARTS[relation].1, name: name.to_owned(), words, is_word, visibility, meant: None }
}

/// True if a step yields what a declaration is made of.
pub(super) fn is_of_parts(step: &str) -> bool {
    PARTS.iter().any(|(_, part)| part.step == step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_declaration_is_made_of_is_asked_and_nothing_else() {
        for (text, expected) in [
            ("how many methods does LockPool have", Some(("LockPool", "methods"))),
            ("list the methods of Locks", Some(("Locks", "methods"))),
            ("List all variants of the enum `LockMode`.", Some(("LockMode", "variants"))),
            ("which fields are there in the LockMode struct?", Some(("LockMode", "fields"))),
            ("list the values of the enum LockMode", Some(("LockMode", "variants"))),
            ("LockPool 有多少个方法", Some(("LockPool", "methods"))),
            ("how many public methods does LockPool have", Some(("LockPool", "methods"))),
            ("which methods of LockPool take a lock", None),
            ("which methods are slow and old", None),
            ("how many methods are there", None),
            ("LockPool 的哪些方法会加锁", None),
        ] {
            let asked = parts_of(text).map(|asked| (asked.name, asked.relation.step));
            let asked = asked.as_ref().map(|(name, step)| (name.as_str(), *step));
            assert_eq!(asked, expected, "{text}");
        }
    }
}
