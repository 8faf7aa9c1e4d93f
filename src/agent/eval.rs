//! Measuring research: questions with the places that answer them, and how much of them the citations show.
//!
//! A case needs one or more facts; for each it names the places (`path:first-last`) any of which shows it. A fact is
//! found if a citation shares a line with one of its places. A question that nothing answers needs none.
//!
//! A case about rows of a database names the way that it is to be answered, and what the answer has to say.

use super::found::Research;
use super::passages::passage::Passage;
use super::tables::{Counted, Route};
use serde::Deserialize;

/// A file of cases.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskCases {
    /// The cases, in the order of the file.
    #[serde(rename = "case")]
    pub cases: Vec<AskCase>,
}

/// One question.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskCase {
    /// The name of what it is asked about.
    pub corpus: String,
    /// What sort of question it is; scores are told per sort.
    pub kind: String,
    /// The question.
    pub question: String,
    /// For each fact the places that show it; none for a question that nothing answers.
    #[serde(default)]
    pub needs: Vec<Vec<NeededPlace>>,
    /// The way: `sql`, `filter`, or `search` where no database is to be asked for rows.
    #[serde(default)]
    pub route: Option<CaseRoute>,
    /// Texts that must be in what is said or cited.
    #[serde(default)]
    pub says: Vec<String>,
    /// How many rows a database must give; more or fewer are one text that is not said.
    #[serde(default)]
    pub rows: Option<usize>,
    /// A name of the case, for readers.
    #[serde(default)]
    pub id: String,
    /// What a good answer says, for readers.
    #[serde(default)]
    pub answer: String,
    /// `tune` or `held`.
    #[serde(default)]
    pub set: String,
}

/// The way that a question is to be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaseRoute {
    /// SQL alone.
    Sql,
    /// Rows are filtered, then searched.
    Filter,
    /// A search of all there is.
    Search,
}

impl CaseRoute {
    /// The way that research has gone.
    fn of(research: &Research) -> CaseRoute {
        match research.counted.as_ref().map(|counted| counted.route) {
            Some(Route::Sql) => CaseRoute::Sql,
            Some(Route::Filter) => CaseRoute::Filter,
            None => CaseRoute::Search,
        }
    }
}

/// Lines of a file, written `path:first-last`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct NeededPlace {
    /// The file.
    pub path: String,
    /// Its first line, from 1.
    pub first: u32,
    /// Its last line.
    pub last: u32,
}

/// A text that is no place of a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no place; write path:12 or path:12-20")]
pub struct NoNeededPlace(pub String);

impl TryFrom<String> for NeededPlace {
    type Error = NoNeededPlace;

    fn try_from(text: String) -> Result<NeededPlace, NoNeededPlace> {
        let wrong = || NoNeededPlace(text.clone());
        let (path, lines) = text.rsplit_once(':').ok_or_else(wrong)?;
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        let (first, last) = (first.parse().map_err(|_| wrong())?, last.parse().map_err(|_| wrong())?);
        if path.is_empty() || first == 0 || last < first {
            return Err(wrong());
        }
        Ok(NeededPlace { path: path.to_owned(), first, last })
    }
}

impl NeededPlace {
    fn is_in(&self, passage: &Passage) -> bool {
        let (line, end_line) = passage.place();
        *passage.path == *self.path && self.first <= end_line && line <= self.last
    }
}

/// What came of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AskScore {
    /// The facts that the citations show, as a share; none for a question that nothing answers.
    pub recall: Option<f32>,
    /// The citations that show one of the facts, as a share.
    pub precision: Option<f32>,
    /// Whether it went the right way, if the case names one.
    pub is_route: Option<bool>,
    /// The texts that it has to say and does, as a share; none if there are none.
    pub said: Option<f32>,
    /// True if it was said that nothing answers it.
    pub declined: bool,
}

/// Whether a text stands in what is told, and no letter or digit beside it: `count: 4` is not said by `count: 42`.
fn is_said(told: &str, text: &str) -> bool {
    told.match_indices(text).any(|(at, _)| {
        let before = told[..at].chars().next_back();
        let after = told[at + text.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    })
}

impl AskCases {
    /// Reads cases from TOML.
    ///
    /// # Errors
    /// What is wrong, with its line.
    pub fn read(text: &str) -> Result<AskCases, toml::de::Error> {
        toml::from_str(text)
    }
}

impl AskCase {
    /// Scores what research found.
    pub fn score(&self, research: &Research) -> AskScore {
        let passages: Vec<&Passage> = research.citations.iter().map(|citation| &citation.passage).collect();
        let (recall, precision) = self.found(&passages);
        let is_route = self.route.map(|route| route == CaseRoute::of(research));
        AskScore { recall, precision, is_route, said: self.said(research), declined: !research.is_answered }
    }

    /// The share of the texts that stand in what is said or cited.
    fn said(&self, research: &Research) -> Option<f32> {
        if self.says.is_empty() {
            return None;
        }
        let mut told: Vec<String> = research.counted.iter().flat_map(Counted::lines).collect();
        for citation in research.shown() {
            told.extend([citation.passage.name.clone(), citation.passage.text.clone()]);
        }
        let said = self.says.iter().map(|text| told.iter().any(|told| is_said(told, text)));
        let counted = self.rows.map(|rows| research.counted.as_ref().is_some_and(|counted| counted.total == rows));
        let due: Vec<bool> = said.chain(counted).collect();
        Some(due.iter().filter(|is_right| **is_right).count() as f32 / due.len() as f32)
    }

    /// True if something answers it.
    pub fn is_answerable(&self) -> bool {
        !self.needs.is_empty() || !self.says.is_empty()
    }

    /// Recall and precision of passages.
    pub fn found(&self, passages: &[&Passage]) -> (Option<f32>, Option<f32>) {
        if self.needs.is_empty() {
            return (None, None);
        }
        let shows = |places: &Vec<NeededPlace>, passage: &Passage| places.iter().any(|place| place.is_in(passage));
        let found = self.needs.iter().filter(|places| passages.iter().any(|passage| shows(places, passage))).count();
        let right = passages.iter().filter(|passage| self.needs.iter().any(|places| shows(places, passage))).count();
        let precision = if passages.is_empty() { 0.0 } else { right as f32 / passages.len() as f32 };
        (Some(found as f32 / self.needs.len() as f32), Some(precision))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_not_said_by_a_longer_one() {
        assert!(is_said("count: 42", "count: 42") && is_said("a | Dooley, 7 |", "Dooley"));
        assert!(!is_said("count: 42", "count: 4") && !is_said("Dooleys", "Dooley"));
    }
}
