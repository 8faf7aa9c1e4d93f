//! What narrows the rows of the results as they are shown: a text that they contain, and facets.

use crate::docql::{Hit, Results};
use crate::stdx::contains_ignoring_case;
use std::sync::Arc;

/// A sort of condition on a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Facet {
    /// Its kind.
    Kind,
    /// The language of its file.
    Language,
    /// The directory of its file, or another part of its path.
    Directory,
    /// The extension of its file.
    Extension,
}

/// One row of the table of facets.
pub(in crate::app) struct FacetRow {
    /// The facet.
    pub facet: Facet,
    /// Its title in the list.
    pub title: &'static str,
    /// The word before the colon, in search words and in the filter of the rows.
    pub word: &'static str,
    /// The condition before the value, in DocQL.
    pub field: &'static str,
}

/// Every facet, in the order of the list.
pub(in crate::app) const FACETS: [FacetRow; 4] = [
    FacetRow { facet: Facet::Kind, title: "KIND", word: "kind", field: "@.kind ==" },
    FacetRow { facet: Facet::Language, title: "LANGUAGE", word: "lang", field: "@.lang ==" },
    FacetRow { facet: Facet::Directory, title: "DIRECTORY", word: "path", field: "@.path startsWith" },
    FacetRow { facet: Facet::Extension, title: "TYPE OF FILE", word: "ext", field: "@.extension ==" },
];

/// A filter of the rows, read: `kind:method path:src/ text`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct Narrowing {
    conditions: Vec<(Facet, String)>,
    text: String,
}

impl Narrowing {
    /// Reads what stands in the filter.
    pub(in crate::app) fn read(filter: &str) -> Narrowing {
        let mut narrowing = Narrowing::default();
        let mut rest = filter;
        let mut text = String::new();
        while let Some(first) = rest.chars().next() {
            let begins = text.chars().next_back().is_none_or(char::is_whitespace);
            match condition(rest).filter(|_| begins) {
                Some((facet, value, after)) => {
                    narrowing.conditions.push((facet, value.to_owned()));
                    rest = after.trim_start();
                }
                None => {
                    text.push(first);
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        narrowing.text = if narrowing.conditions.is_empty() { text } else { text.trim().to_owned() };
        narrowing
    }

    /// True if every row passes.
    pub(in crate::app) fn is_empty(&self) -> bool {
        self.conditions.is_empty() && self.text.is_empty()
    }

    /// True if facets are among the conditions.
    pub(super) fn has_facets(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// True if a hit passes.
    pub(in crate::app) fn accepts(&self, results: &Results, hit: usize) -> bool {
        let holds = |(facet, value): &(Facet, String)| {
            facet_of(*facet, results, hit).is_some_and(|own| match facet {
                Facet::Directory if value.ends_with('/') => own.starts_with(value.as_str()),
                Facet::Directory => contains_ignoring_case(&own, value),
                _ => own.eq_ignore_ascii_case(value),
            })
        };
        let Some(found) = results.hits.get(hit) else { return false };
        self.conditions.iter().all(holds) && (self.text.is_empty() || contains(found, &self.text))
    }
}

/// The value that a hit has of a facet; of the directory its whole path.
pub(in crate::app) fn facet_of(facet: Facet, results: &Results, hit: usize) -> Option<Arc<str>> {
    let found = results.hits.get(hit)?;
    match facet {
        Facet::Kind => Some(found.kind.id().into()),
        Facet::Directory => Some(Arc::clone(&found.path)),
        Facet::Language => {
            // The groups stand in the order of their hits.
            let group = results.groups.get(results.groups.partition_point(|group| group.hits.end <= hit))?;
            Some(group.language.into()).filter(|language: &Arc<str>| !language.is_empty())
        }
        Facet::Extension => {
            let name = found.path.rsplit('/').next().unwrap_or_default();
            name.rfind('.').filter(|&dot| dot > 0).map(|dot| name[dot + 1..].to_lowercase().into())
        }
    }
}

/// True if a text of a hit contains another.
fn contains(hit: &Hit, needle: &str) -> bool {
    [&*hit.path, &hit.name, &hit.snippet, &hit.context].iter().any(|text| contains_ignoring_case(text, needle))
}

/// The condition that a text begins with, and what stands behind it. A value with blanks stands in quotes.
fn condition(text: &str) -> Option<(Facet, &str, &str)> {
    let (word, behind) = text.split_once(':')?;
    let row = FACETS.iter().find(|row| row.word == word)?;
    let (value, after) = match behind.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"')?,
        None => behind.split_at(behind.find(char::is_whitespace).unwrap_or(behind.len())),
    };
    (!value.is_empty()).then_some((row.facet, value, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_stand_beside_text_in_any_order() {
        let read = |text: &str| {
            let Narrowing { conditions, text } = Narrowing::read(text);
            (conditions.into_iter().map(|(_, value)| value).collect::<Vec<_>>(), text)
        };
        assert_eq!(read("open file "), (vec![], "open file ".to_owned()), "blanks count in a text");
        assert_eq!(read("kind:method open"), (vec!["method".to_owned()], "open".to_owned()));
        assert_eq!(
            read("open path:\"my files/\" kind:class"),
            (vec!["my files/".to_owned(), "class".to_owned()], "open".to_owned())
        );
        assert_eq!(read("kind: x std::kind:y"), (vec![], "kind: x std::kind:y".to_owned()));
    }
}
