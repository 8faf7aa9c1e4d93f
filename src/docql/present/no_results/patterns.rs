//! Patterns that were given where a text is compared as it is: `~= "^get"`, `== "*Test"`, `method("get|set")`, `grep("^def")`.

use crate::docql::nodes::hit::Results;
use crate::docql::plan::steps::{Comparison, Predicate, Term};
use crate::docql::syntax::format::quoted;
use crate::stdx::find_ignoring_case;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// What nobody writes into a text but who means a regular expression.
static SIGNS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\^.|.\$$|\.[*+]|\\[.bdswBDSW]|[\w)*]\|[\w(]|\[\^|\[[^\]]*\w-\w[^\]]*\]|\w\+$").ok());

/// The text that `.grep("…")` looks for.
static GREP: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"\.grep\(\s*("(?:[^"\\]|\\.)*")"#).ok());

/// The first argument of a step, in quotes.
static QUOTED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"\.\w+\(\s*("(?:[^"\\]|\\.)*")"#).ok());

/// What a text is meant as.
enum Meant {
    /// A regular expression.
    Pattern(String),
    /// A part of what is compared, written with stars around it.
    Part(String),
}

impl Meant {
    /// `None` for a text that is meant as it is.
    fn of(text: &str) -> Option<Meant> {
        let is_regex = SIGNS.as_ref()?.is_match(text) && Regex::new(text).is_ok();
        if is_regex {
            return Some(Meant::Pattern(text.to_owned()));
        }
        let inner = text.trim_matches('*');
        let is_plain = inner.len() == text.len() && !inner.contains('*');
        // Two stars are emphasis in Markdown.
        if is_plain || inner.contains("**") || !inner.contains(char::is_alphanumeric) {
            return None;
        }
        if !inner.contains('*') && text.starts_with('*') && text.ends_with('*') {
            return Some(Meant::Part(inner.to_owned()));
        }
        let parts: Vec<String> = inner.split('*').map(regex::escape).collect();
        let start = if text.starts_with('*') { "" } else { "^" };
        let end = if text.ends_with('*') { "" } else { "$" };
        Some(Meant::Pattern(format!("{start}{}{end}", parts.join(".*"))))
    }
}

/// A regular expression as it is written in a query; the case is ignored, as it was by what stood there.
fn literal(pattern: &str) -> String {
    format!("/{}/i", pattern.replace("\\/", "/").replace('/', "\\/"))
}

/// The text in the quotes at `place`: conditions may be in lower case, the query has the spelling of the user.
fn typed(query: &str, place: &Range<usize>) -> Option<String> {
    serde_json::from_str(query.get(place.clone())?).ok()
}

/// Says that a comparison reads a text as it is, and how the pattern is written that is meant.
pub(super) fn in_condition(wanted: &Predicate, results: &mut Results) {
    let mut query = results.query.clone();
    let mut operator = None;
    rewrite(wanted, &mut query, &mut operator);
    if let Some(operator) = operator {
        results.hints.push(format!("{operator} compares a text as it is; a regular expression stands after =~"));
        results.suggestions.push(query);
    }
}

/// Writes the texts of a condition that are meant as patterns as what they are meant.
fn rewrite(wanted: &Predicate, query: &mut String, operator: &mut Option<&'static str>) {
    let (comparison, text) = match wanted {
        Predicate::Or(parts) => return parts.iter().for_each(|part| rewrite(part, query, operator)),
        Predicate::Compare(Term::Path(_), comparison, Term::Literal(serde_json::Value::String(text))) => {
            (comparison, text)
        }
        _ => return,
    };
    let sign = match comparison {
        Comparison::Contains => "~=",
        Comparison::Equal => "==",
        Comparison::StartsWith => "startsWith",
        Comparison::EndsWith => "endsWith",
        _ => return,
    };
    let before = format!("{sign} ");
    let Some(place) = find_ignoring_case(query, &format!("{before}{}", quoted(text))) else { return };
    let Some(typed) = typed(query, &(place.start + before.len()..place.end)) else { return };
    let meant = match Meant::of(&typed) {
        Some(Meant::Pattern(pattern)) => format!("=~ {}", literal(&pattern)),
        Some(Meant::Part(part)) => format!("~= {}", quoted(&part)),
        None => return,
    };
    query.replace_range(place, &meant);
    operator.get_or_insert(sign);
}

/// Says that a name in quotes is a whole name or a glob, and how the regular expression is written that is meant: the
/// name stands at `place` of the query.
pub(super) fn in_name(place: &Range<usize>, results: &mut Results) {
    let Some(typed) = typed(&results.query, place) else { return };
    let Some(Meant::Pattern(pattern)) = Meant::of(&typed).filter(|_| !typed.contains('*') || typed.contains(".*"))
    else {
        return;
    };
    results.hints.push("a name in quotes is whole, or a glob with *; a regular expression stands in /…/".to_owned());
    let (before, after) = (&results.query[..place.start], &results.query[place.end..]);
    results.suggestions.push(format!("{before}{}{after}", literal(&pattern)));
}

/// The same for a name that was read as a glob, since it has a star: `class("Order.*|Cart")`.
pub(super) fn in_glob(results: &mut Results) {
    let query = results.query.clone();
    let Some(quoted) = QUOTED.as_ref() else { return };
    let is_regex = |place: &Range<usize>| {
        // In a path of names a dot and a star are a glob: `org.junit.*`.
        let typed = typed(&query, place).map(|typed| typed.replace(".*", "*"));
        typed.is_some_and(|typed| SIGNS.as_ref().is_some_and(|signs| signs.is_match(&typed)))
    };
    let places = quoted.captures_iter(&query).filter_map(|found| found.get(1)).map(|found| found.range());
    if let Some(place) = places.into_iter().find(is_regex) {
        in_name(&place, results);
    }
}

/// Says that grep looks for a text in quotes as it is, and how the regular expression is written that is meant.
pub(super) fn in_grep(results: &mut Results) {
    let query = results.query.clone();
    let found = GREP.as_ref().and_then(|grep| grep.captures(&query)).and_then(|found| found.get(1));
    let Some(place) = found.map(|found| found.range()) else { return };
    let Some(Meant::Pattern(pattern)) = typed(&query, &place).and_then(|typed| Meant::of(&typed)) else { return };
    results.hints.push("grep looks for a text in quotes as it is; a regular expression stands in /…/".to_owned());
    results.suggestions.push(format!("{}{}{}", &query[..place.start], literal(&pattern), &query[place.end..]));
}
