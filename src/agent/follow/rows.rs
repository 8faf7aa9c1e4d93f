//! What goes on from a question about rows: "which of them has spent the most", "and in Canada?".

use super::Before;
use super::pointers::{LEADS, Word, words_of};
use serde::{Deserialize, Serialize};

/// What a question said of rows, in its own words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct RowsAsked {
    /// What stands in front of what they are called: "how many open".
    pub asked: String,
    /// What they are called.
    pub noun: String,
    /// What is said of them behind that: "in Germany".
    pub said: String,
}

/// Words that point back at rows, the longest first.
const POINTERS: &[&[&str]] = &[
    &["of", "them"],
    &["of", "those"],
    &["of", "these"],
    &["among", "them"],
    &["among", "those"],
    &["them"],
    &["they"],
    &["those"],
    &["these"],
];

/// Words that begin what is said of rows.
const BEGINNINGS: &[&str] =
    &["in", "from", "of", "with", "without", "by", "for", "before", "after", "since", "during", "over", "under", "on"];

/// Words by which is asked, in front of what is said of rows.
const ASKING: &[&str] = &[
    "how", "many", "much", "which", "what", "list", "show", "give", "me", "all", "the", "number", "of", "count", "are",
    "there", "is", "do", "does", "did", "who", "in", "to", "by", "find", "please",
];

impl Before {
    /// The question as it is understood after one about rows; `None` if it goes on from none.
    pub(super) fn of_rows(&self, text: &str) -> Option<String> {
        let rows = self.rows.as_ref()?;
        let words = words_of(text);
        rows.pointed(text, &words).or_else(|| rows.elliptic(text, &words))
    }
}

impl RowsAsked {
    /// What points back is what they are called; what was said of them is said first.
    fn pointed(&self, text: &str, words: &[Word]) -> Option<String> {
        let (at, count) = POINTERS.iter().find_map(|pointer| {
            let is_here = |at: &usize| {
                pointer
                    .iter()
                    .enumerate()
                    .all(|(more, own)| words.get(at + more).is_some_and(|word| word.lower == *own))
            };
            (0..words.len()).find(is_here).map(|at| (at, pointer.len()))
        })?;
        let (start, end) = (words[at].at.start, words[at + count - 1].at.end);
        // "Those customers" are named.
        let is_named = words.get(at + count).is_some_and(|word| self.noun.to_lowercase().ends_with(&word.lower));
        let kept = self.asked.split_whitespace().rev();
        let kept = kept.take_while(|word| !ASKING.contains(&word.to_lowercase().as_str()));
        let mut noun: Vec<&str> = kept.collect();
        noun.reverse();
        if !is_named {
            noun.push(&self.noun);
        }
        let parts = [text[..start].trim(), &noun.join(" "), text[end..].trim()].map(str::to_owned);
        let read = parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ");
        Some(if self.said.is_empty() { read } else { format!("{}: {read}", self.said) })
    }

    /// "And in Canada?" asks the same of others: what the question before said with the same word is not said any more.
    fn elliptic(&self, text: &str, words: &[Word]) -> Option<String> {
        let is_lead = |lead: &&&[&str]| words.iter().zip(**lead).filter(|(a, b)| a.lower == **b).count() == lead.len();
        let lead = LEADS.iter().find(is_lead)?.len();
        let (first, last) = (words.get(lead)?, words.last()?);
        let beginning = first.lower.as_str();
        if !BEGINNINGS.contains(&beginning) {
            return None;
        }
        let said: Vec<&str> = self.said.split_whitespace().collect();
        let end = said.iter().rposition(|word| word.to_lowercase() == beginning).unwrap_or(said.len());
        let own = &text[first.at.start..last.at.end];
        let parts = [&self.asked, &self.noun, &said[..end].join(" "), own].map(str::to_owned);
        Some(parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_of_rows_is_said_of_them_still() {
        let rows = |asked: &str, noun: &str, said: &str| Before {
            rows: Some(RowsAsked { asked: asked.to_owned(), noun: noun.to_owned(), said: said.to_owned() }),
            ..Before::default()
        };
        let customers = rows("", "customers", "in Germany");
        let open = rows("how many open", "orders", "in Oslo since 2023");
        for (before, question, read) in [
            (&customers, "which of them spent the most", Some("in Germany: which customers spent the most")),
            (&customers, "and in Canada?", Some("customers in Canada")),
            (&customers, "how many of those customers are active", Some("in Germany: how many customers are active")),
            (&open, "what about in Bonn", Some("how many open orders in Bonn")),
            (&open, "and after 2024", Some("how many open orders in Oslo since 2023 after 2024")),
            (&open, "how many of them are paid", Some("in Oslo since 2023: how many open orders are paid")),
            (&open, "and the total", None),
            (&open, "how many orders are there", None),
        ] {
            assert_eq!(before.of_rows(question).as_deref(), read, "{question}");
        }
    }
}
