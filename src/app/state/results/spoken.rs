//! Rows of the results in sentences, for a screen reader.

use super::order::Sort;
use super::pane::ResultsPane;
use super::row::ResultRow;
use super::rows::NO_HITS;
use crate::docql::{CALL, CALL_BY_NAME, DEFINITION, Hit, NAMESAKE, REFERENCE, REFERENCE_BY_NAME};
use crate::document::Kind;
use crate::stdx::{counted, printable};

impl ResultsPane {
    /// A row; `None` where there is nothing to say.
    pub(super) fn spoken_row(&self, row: &ResultRow) -> Option<String> {
        let sentence = match row {
            ResultRow::Group(at) => {
                let section = self.section(*at)?;
                let what = if self.names_files() { "Kind" } else { "File" };
                format!("{what} {}, {}.", section.title(), counted(section.total, "hit"))
            }
            ResultRow::Hit(at) => {
                let hit = self.results.as_ref()?.hits.get(*at)?;
                let mut sentence = format!("{}. {}", self.number_of(*at), with_snippet(hit));
                if self.names_files() {
                    sentence.push_str(&format!(". File {}", hit.path));
                }
                if let Some(callers) = self.callers_of(hit).filter(|_| self.sort == Sort::Callers) {
                    sentence.push_str(&format!(". {}", counted(callers as usize, "caller")));
                }
                if self.marks.contains_key(&hit.key) {
                    sentence.push_str(". Marked");
                }
                sentence
            }
            ResultRow::Match(at, nth) => {
                let other = self.results.as_ref()?.hits.get(*at)?.others.get(*nth)?;
                format!("line {}: {}", other.line, other.text)
            }
            ResultRow::Starter(at) => {
                let starter = self.starters.get(*at)?;
                format!("{}. {} finds {}", at + 1, starter.query, starter.note)
            }
            ResultRow::Suggestion(at) => format!("{}. {}", at + 1, self.results.as_ref()?.suggestions.get(*at)?),
            // Said already by the summary.
            ResultRow::Heading(text) if text == NO_HITS => return None,
            ResultRow::Heading(_) if self.results.is_none() => return None,
            ResultRow::Text(text) | ResultRow::Advice(text, _) | ResultRow::Said(text) | ResultRow::Heading(text)
                if !text.trim().is_empty() =>
            {
                text.trim().to_owned()
            }
            _ => return None,
        };
        Some(printable(&sentence).into_owned())
    }
}

/// A hit: what it is, where, and the line that shows it.
fn with_snippet(hit: &Hit) -> String {
    let mut sentence = spoken_hit(hit);
    let snippet = hit.snippet.trim();
    if !snippet.is_empty() && snippet != hit.name.trim() {
        sentence.push_str(&format!(": {}", printable(snippet)));
    }
    if hit.further() > 0 {
        sentence.push_str(&format!(", and {} more", hit.further()));
    }
    sentence
}

/// A hit in a sentence: what it is and where.
pub fn spoken_hit(hit: &Hit) -> String {
    let mut sentence = match hit.kind {
        Kind::Match => String::new(),
        kind => format!("{} ", kind.id()),
    };
    sentence.push_str(hit.name.trim());
    if !hit.context.is_empty() {
        sentence.push_str(&format!(" in {}", hit.context));
    }
    if hit.shown_line() > 0 {
        sentence.push_str(&format!(", line {}", hit.shown_line()));
    }
    match hit.shown_role() {
        DEFINITION => sentence.push_str(", definition"),
        CALL => sentence.push_str(", call"),
        CALL_BY_NAME => sentence.push_str(", perhaps a call: only the name is the same"),
        NAMESAKE => sentence.push_str(", perhaps what is called: only the name is the same"),
        REFERENCE => sentence.push_str(", reference"),
        REFERENCE_BY_NAME => sentence.push_str(", perhaps a reference: only the name is the same"),
        role if role.starts_with('H') && role.len() == 2 => sentence.push_str(&format!(", level {}", &role[1..])),
        _ => {}
    }
    printable(&sentence).into_owned()
}
