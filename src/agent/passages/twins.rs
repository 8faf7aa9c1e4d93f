//! Pages that are there in several languages, or of several versions: of these only one is cited.

use crate::library::{Library, is_cjk};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Codes of languages that directories of translations are called by, and ends of names of files.
#[rustfmt::skip]
const CODES: &[&str] = &[
    "ar", "az", "bg", "bn", "ca", "cs", "da", "de", "el", "em", "en", "es", "et", "eu", "fa", "fi", "fr", "gl", "he", "hi", "hr",
    "hu", "hy", "id", "it", "ja", "ka", "kk", "km", "ko", "lo", "lt", "lv", "mk", "mn", "ms", "my", "nb", "ne", "nl", "no", "pl",
    "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "ta", "te", "th", "tr", "uk", "ur", "uz", "vi", "yo", "zh",
];

/// What some call the language of a country by.
const OTHER_CODES: &[(&str, &str)] = &[("cn", "zh"), ("jp", "ja"), ("kr", "ko"), ("br", "pt")];

/// What directories of the newest version are called, the newest first.
const NEWEST: &[&str] = &["latest", "current", "stable", "dev", "next", "main", "master", "nightly", "unreleased"];

/// Frequent words of languages that are written in Latin letters.
#[rustfmt::skip]
const FREQUENT: &[(&str, &[&str])] = &[
    ("de", &["wie", "ich", "der", "die", "das", "ist", "wo", "wird", "eine", "einen", "und", "welche", "kann"]),
    ("fr", &["comment", "est", "le", "la", "les", "une", "où", "des", "quelle", "je", "pour"]),
    ("es", &["cómo", "como", "el", "los", "una", "dónde", "qué", "puedo", "para", "se"]),
    ("pt", &["como", "o", "os", "uma", "onde", "qual", "posso", "para", "são", "eu"]),
];

/// Frequent words of a language that a question in it has, at least.
const ENOUGH: usize = 2;

/// Which of several pages is cited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::agent) struct Twins {
    /// The code of the language of the question; empty if that is English.
    language: &'static str,
    /// Numbers in the question: it may name a version.
    numbers: Vec<String>,
}

/// A page among those that say the same in other languages or of other versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent) struct Twin {
    /// What all of them are called.
    pub page: String,
    /// Which one is cited: the lowest.
    pub rank: (u8, u8, Reverse<Vec<u32>>),
}

impl Twins {
    /// What a question says of it.
    pub(in crate::agent) fn of(question: &str) -> Twins {
        let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
        let numbers = question.split(|c| !is_of_number(c)).map(|number| number.trim_matches('.'));
        Twins {
            language: language(question),
            numbers: numbers.filter(|it| !it.is_empty()).map(str::to_owned).collect(),
        }
    }

    /// What a page is among its twins.
    pub(in crate::agent) fn place(&self, path: &str) -> Twin {
        let (mut code, mut version) = (None, None);
        let mut parts: Vec<String> = Vec::new();
        let last = path.matches('/').count();
        for (at, part) in path.split('/').enumerate() {
            if at == last {
                match coded_name(part).filter(|_| code.is_none()) {
                    Some((own, rest)) => {
                        code = Some(own);
                        parts.push(rest);
                    }
                    None => parts.push(part.to_owned()),
                }
            } else if let Some(own) = code_of(part).filter(|_| code.is_none()) {
                code = Some(own);
            } else if let Some(own) = version_of(part).filter(|_| version.is_none()) {
                version = Some((part, own));
                parts.push("*".to_owned());
            } else {
                parts.push(part.to_owned());
            }
        }
        let of_language = match code {
            Some(code) if code == self.language => 0,
            Some("en") => 1,
            None => 2,
            Some(_) => 3,
        };
        let is_named = |part: &str| self.numbers.iter().any(|number| number == part.trim_start_matches('v'));
        let of_version = match &version {
            Some((part, _)) if is_named(part) => 0,
            Some((_, numbers)) if numbers.is_empty() => 1,
            _ => 2,
        };
        let numbers = version.map(|(_, numbers)| numbers).unwrap_or_default();
        Twin { page: parts.join("/"), rank: (of_language, of_version, Reverse(numbers)) }
    }

    /// The documents of which another translation, or another version, is meant that is among them.
    pub(in crate::agent) fn beside<'p>(&self, documents: impl Iterator<Item = &'p Arc<str>>) -> Vec<Arc<str>> {
        let mut seen: HashSet<&Arc<str>> = HashSet::new();
        let placed: Vec<(Twin, &Arc<str>)> =
            documents.filter(|path| seen.insert(*path)).map(|path| (self.place(path), path)).collect();
        let mut best: HashMap<&str, &Twin> = HashMap::new();
        for (twin, _) in &placed {
            let known = best.entry(&twin.page).or_insert(twin);
            if twin.rank < known.rank {
                *known = twin;
            }
        }
        let is_worse = |twin: &Twin| best.get(&*twin.page).is_some_and(|best| best.rank < twin.rank);
        placed.iter().filter(|(twin, _)| is_worse(twin)).map(|(_, path)| Arc::clone(path)).collect()
    }

    /// True for a page in a language that nobody asks in, where there is one in the language of the question, in English,
    /// or in the language that has no directory.
    pub(in crate::agent) fn is_foreign(&self, path: &str, library: &Library) -> bool {
        let place = self.place(path);
        if place.rank.0 != 3 {
            return false;
        }
        let parts: Vec<&str> = path.split('/').collect();
        let coded = parts.iter().take(parts.len() - 1).position(|part| code_of(part).is_some());
        let instead = |code: &str| match coded {
            Some(at) => {
                let others = parts.iter().enumerate().filter(|(own, _)| *own != at || !code.is_empty());
                others.map(|(own, part)| if own == at { code } else { part }).collect::<Vec<_>>().join("/")
            }
            None => {
                let (_, plain) = coded_name(parts[parts.len() - 1]).unwrap_or_default();
                let name = if code.is_empty() { plain } else { plain.replacen('.', &format!(".{code}."), 1) };
                parts[..parts.len() - 1].iter().copied().chain([name.as_str()]).collect::<Vec<_>>().join("/")
            }
        };
        [self.language, "en", ""].iter().any(|code| {
            let other = instead(code);
            other != path && library.find(&other).is_some()
        })
    }
}

/// The code of the language that a text is written in; empty for English.
fn language(text: &str) -> &'static str {
    let has = |from: char, to: char| text.chars().any(|c| (from..=to).contains(&c));
    if has('\u{3040}', '\u{30ff}') {
        return "ja";
    }
    if has('\u{ac00}', '\u{d7af}') {
        return "ko";
    }
    if text.chars().any(is_cjk) {
        return "zh";
    }
    if has('\u{400}', '\u{4ff}') {
        return if text.contains(['і', 'ї', 'є', 'ґ']) { "uk" } else { "ru" };
    }
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphabetic()).collect();
    let count = |frequent: &[&str]| words.iter().filter(|word| frequent.contains(word)).count();
    let best = FREQUENT.iter().map(|(code, frequent)| (count(frequent), *code)).max_by_key(|(count, _)| *count);
    best.filter(|(count, _)| *count >= ENOUGH).map_or("", |(_, code)| code)
}

/// The language that a directory is called by: `zh`, `zh-CN`, `pt_BR`.
fn code_of(part: &str) -> Option<&'static str> {
    let (code, country) = part.split_once(['-', '_']).unwrap_or((part, ""));
    let is_country = country.len() <= 4 && country.bytes().all(|byte| byte.is_ascii_alphabetic());
    let known = CODES.iter().find(|known| known.eq_ignore_ascii_case(code)).copied();
    // `EN-us` is one, `Id` and `IT` are names.
    known.filter(|_| is_country && code.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// The language in the name of a file, and the name without it: `README.zh-CN.md`, `README_CN.md`.
fn coded_name(name: &str) -> Option<(&'static str, String)> {
    let (stem, ending) = name.rsplit_once('.')?;
    let at = stem.rfind(['.', '_']).or_else(|| stem.rfind('-'))?;
    // The country of a code may stand behind a sign of its own.
    let starts = [stem[..at].rfind(['.', '_', '-']), Some(at)];
    starts.into_iter().flatten().find_map(|start| {
        let own = &stem[start + 1..];
        let lower = own.to_ascii_lowercase();
        let other = OTHER_CODES.iter().find(|(other, _)| *other == lower).map(|(_, code)| *code);
        let code = code_of(own).or(other)?;
        (start > 0).then(|| (code, format!("{}.{ending}", &stem[..start])))
    })
}

/// The numbers of the version that a directory is called by; none of the newest one.
fn version_of(part: &str) -> Option<Vec<u32>> {
    if NEWEST.contains(&part) {
        return Some(Vec::new());
    }
    let numbers = part.strip_prefix(['v', 'V']).unwrap_or(part).trim_end_matches(".x");
    let is_long = numbers.contains('.') || part.starts_with('v');
    let numbers: Option<Vec<u32>> = numbers.split('.').map(|number| number.parse().ok()).collect();
    numbers.filter(|_| is_long)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translations_and_versions_of_a_page_are_told_from_other_pages() {
        let english = Twins::of("how do I upload a file");
        let page = |path: &str| english.place(path).page;
        for path in ["docs/en/guide/files.md", "docs/zh-CN/guide/files.md", "docs/guide/files.md"] {
            assert_eq!(page(path), "docs/guide/files.md", "{path}");
        }
        for path in ["README.md", "README.zh-CN.md", "README_CN.md", "README.ja.md", "README-zh.md"] {
            assert_eq!(page(path), "README.md", "{path}");
        }
        assert_eq!(page("manual/v1.7/manual.yml"), page("manual/dev/manual.yml"));
        for path in ["docs/how-to/files.md", "docs/2024/files.md", "docs/release-notes.md", "set_up.md", "docs/Id/a.md"]
        {
            assert_eq!(page(path), path);
        }
    }

    #[test]
    fn the_language_of_the_question_comes_first_then_english_then_the_newest_version() {
        let rank = |question: &str, path: &str| Twins::of(question).place(path).rank;
        let (asked, chinese) = ("how do I upload a file", "如何上传文件");
        assert!(rank(asked, "docs/en/a.md") < rank(asked, "docs/em/a.md"));
        assert!(rank(asked, "README.md") < rank(asked, "README.zh.md"));
        assert!(rank(chinese, "docs/zh/a.md") < rank(chinese, "docs/en/a.md"));
        assert!(rank(chinese, "docs/en/a.md") < rank(chinese, "docs/ru/a.md"));
        assert!(
            rank("wie lade ich eine Datei hoch", "docs/de/a.md") < rank("wie lade ich eine Datei hoch", "docs/en/a.md")
        );
        assert!(rank(asked, "manual/dev/a.yml") < rank(asked, "manual/v1.8/a.yml"));
        assert!(rank(asked, "manual/v1.10/a.yml") < rank(asked, "manual/v1.8/a.yml"));
        let of_old = "how do I upload a file in 1.6";
        assert!(rank(of_old, "manual/v1.6/a.yml") < rank(of_old, "manual/dev/a.yml"));
    }
}
