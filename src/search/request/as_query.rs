//! Search words as a DocQL query with the same words: filters become conditions.

use super::filter::{AUTO, EVERY};
use super::read::{Facets, Request};
use crate::docql::quoted;
use crate::document::{KINDS, Kind};
use crate::stdx::{Moment, timestamp};
use std::time::{SystemTime, UNIX_EPOCH};

impl Request {
    /// The query with the same words and filters. What has no counterpart in DocQL is left out: words that may be
    /// spelled differently are looked for as they stand, and in which repositories to look is not left to docql.
    pub fn as_query(&self) -> String {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
        let mut conditions = conditions(&self.facets, now);
        conditions.extend(conditions_of_each(&self.without, now).map(negated));
        let is_listed = |conditions: &[String]| match conditions {
            [] => String::new(),
            all => format!("[?({})]", all.join(" && ")),
        };
        if self.lists() {
            let all = if self.facets.kind.is_empty() { "$.files" } else { "$.." };
            return format!("{all}{}", is_listed(&conditions));
        }
        let sought = match (self.exact_case, self.whole_words) {
            (false, false) => {
                let phrases = self.phrases.iter().map(|phrase| format!("\"{phrase}\""));
                let excluded = self.excluded.iter().map(|word| match word.contains(char::is_whitespace) {
                    true => format!("-\"{word}\""),
                    false => format!("-{word}"),
                });
                let words = self.terms.iter().chain(&self.fuzzy).cloned().chain(phrases).chain(excluded);
                format!("search({})", quoted(&words.collect::<Vec<_>>().join(" ")))
            }
            (case, word) => {
                conditions.extend(self.excluded.iter().map(|word| negated(format!("@.content ~= {}", quoted(word)))));
                let ways = [(case, "case"), (word, "word")].into_iter().filter(|(is_meant, _)| *is_meant);
                let ways: Vec<&str> = ways.map(|(_, way)| way).collect();
                format!("grep({}, {})", quoted(&self.text()), quoted(&ways.join(" ")))
            }
        };
        format!("$.content.{sought}{}", is_listed(&conditions))
    }
}

fn negated(condition: String) -> String {
    match condition.starts_with('(') {
        true => format!("!{condition}"),
        false => format!("!({condition})"),
    }
}

/// A condition for each facet: one of its values is enough.
fn conditions(facets: &Facets, now: i64) -> Vec<String> {
    let any = |values: Vec<String>| match values.len() {
        0 | 1 => values.into_iter().next(),
        _ => Some(format!("({})", values.join(" || "))),
    };
    by_facet(facets, now).into_iter().filter_map(any).collect()
}

/// A condition for each value of each facet.
fn conditions_of_each(facets: &Facets, now: i64) -> impl Iterator<Item = String> + use<> {
    by_facet(facets, now).into_iter().flatten()
}

fn by_facet(facets: &Facets, now: i64) -> [Vec<String>; 7] {
    let all = |values: &[String], condition: &dyn Fn(&String) -> Option<String>| -> Vec<String> {
        values.iter().filter_map(condition).collect()
    };
    let moment = |moment: &Option<Moment>, operator: &str| {
        let time = |moment: &Moment| timestamp(moment.seconds(now));
        moment.iter().map(|moment| format!("@.modified {operator} {}", quoted(&time(moment)))).collect()
    };
    [
        all(&facets.path, &|value| Some(path(value))),
        all(&facets.ext, &|value| Some(format!("@.ext == {}", quoted(value)))),
        all(&facets.lang, &|value| Some(format!("@.lang == {}", quoted(value)))),
        facets.kind.iter().map(|kind| of_kind(*kind)).collect(),
        all(&facets.repo, &|value| {
            (![AUTO, EVERY].contains(&&**value)).then(|| format!("@.repo ~= {}", quoted(value)))
        }),
        moment(&facets.after, ">="),
        moment(&facets.before, "<"),
    ]
}

/// A part of a path, or a glob that matches a part that ends it.
fn path(value: &str) -> String {
    if !value.contains(['*', '?']) {
        return format!("@.path ~= {}", quoted(value));
    }
    let mut pattern = String::from("(?i)(^|/)");
    for character in value.chars() {
        match character {
            '*' => pattern.push_str(".*"),
            '?' => pattern.push('.'),
            _ => pattern.push_str(&regex::escape(character.encode_utf8(&mut [0; 4]))),
        }
    }
    pattern.push('$');
    format!("@.path =~ {}", quoted(&pattern))
}

/// `class` and `function` are the wide families, as among words.
fn of_kind(kind: Kind) -> String {
    let family: Vec<String> = match kind {
        Kind::Class => KINDS.iter().filter(|row| row.kind.is_class()).map(|row| quoted(row.id)).collect(),
        Kind::Function => KINDS.iter().filter(|row| row.kind.is_function()).map(|row| quoted(row.id)).collect(),
        _ => return format!("@.kind == {}", quoted(kind.id())),
    };
    format!("@.kind in [{}]", family.join(", "))
}

#[cfg(test)]
mod tests {
    use crate::search::read;

    #[test]
    fn filters_become_conditions() {
        let query = |words: &str| read(words).as_query();
        assert_eq!(query(r#"token "a b" -old"#), r#"$.content.search("token \"a b\" -old")"#);
        assert_eq!(
            query("token kind:method path:src/ -path:test"),
            r#"$.content.search("token")[?(@.path ~= "src/" && @.kind == "method" && !(@.path ~= "test"))]"#
        );
        assert_eq!(query("token ext:go ext:rs"), r#"$.content.search("token")[?((@.ext == "go" || @.ext == "rs"))]"#);
        assert_eq!(query("lang:go kind:constant"), r#"$..[?(@.lang == "go" && @.kind == "constant")]"#);
        assert_eq!(query("path:*.rs"), r#"$.files[?(@.path =~ "(?i)(^|/).*\\.rs$")]"#);
        assert_eq!(
            query("Token case:exact word:whole -old"),
            r#"$.content.grep("Token", "case word")[?(!(@.content ~= "old"))]"#
        );
        assert_eq!(
            query("token before:2026-01-01"),
            r#"$.content.search("token")[?(@.modified < "2026-01-01T00:00:00Z")]"#
        );
        assert!(query("kind:function").starts_with(r#"$..[?(@.kind in ["function""#));
    }

    #[test]
    fn what_words_become_is_a_query() {
        for words in
            ["a \"b c\" -d kind:class", "path:a?b/*.x", "~tokn~ repo:auto", "-lang:go x after:7d", "\\d+ \"q\\\""]
        {
            let query = read(words).as_query();
            let faults = crate::docql::check(&query);
            assert!(faults.is_empty(), "{query}: {faults:?}");
        }
    }
}
