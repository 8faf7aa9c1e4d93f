//! Ways to narrow the results: what is counted in them, each a condition that is put into the query or taken out. A
//! ranked list is narrowed as it is, by its filter: ranked anew among fewer it would be another list.

use crate::app::protocol::effect::PromptReading;
use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::app::state::results::{FACETS, Facet, FacetRow, facet_of};
use crate::docql::{Results, quoted};
use crate::stdx::grouped;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Values that are listed of each facet.
const MOST: usize = 12;

impl FacetRow {
    fn condition(&self, reading: PromptReading, value: &str) -> String {
        match reading {
            PromptReading::Docql => format!("[?({} {})]", self.field, quoted(value)),
            _ if value.contains(char::is_whitespace) => format!("{}:\"{value}\"", self.word),
            _ => format!("{}:{value}", self.word),
        }
    }
}

/// The facets of the hits on the screen as a list to choose from. What narrows them already is marked; choosing it
/// takes it out again, wherever in the query or the filter it stands.
pub(in crate::app) fn panel(model: &Model) -> Option<Panel> {
    let results = model.results.results.as_ref()?;
    let reading = model.results.reading.filter(|reading| !reading.is_path() && *reading != PromptReading::Places)?;
    let in_place = model.results.narrows_in_place();
    let filter = model.results.filter.as_ref().map_or("", |line| line.text());
    let query = (&*model.results.text, reading);
    let place = if in_place { (filter, PromptReading::Words) } else { query };
    let narrowing = model.results.narrowing().unwrap_or_default();
    let hits: Vec<usize> = (0..results.hits.len()).filter(|&hit| narrowing.accepts(results, hit)).collect();
    let mut rows = Vec::new();
    for facet in &FACETS {
        // A ranked list may have been asked for under a condition already.
        let holds = |(text, reading): (&str, PromptReading), value: &str| {
            find(text, &facet.condition(reading, value), reading).is_some()
        };
        let is_set = |value: &str| holds(query, value) || holds(place, value);
        let counts = match facet.facet {
            Facet::Directory => directories(results, &hits, is_set),
            _ => count(hits.iter().filter_map(|&hit| facet_of(facet.facet, results, hit))),
        };
        // What all hits have narrows nothing; what narrows them already can be taken out.
        let tells = counts.len() > 1;
        for (value, count) in counts.into_iter().filter(|(value, _)| tells || is_set(value)).take(MOST) {
            let is_set = is_set(&value);
            let is_asked = holds(query, &value);
            let (text, reading) = if is_asked { query } else { place };
            let condition = facet.condition(reading, &value);
            let changed = toggled(text, &condition, reading);
            rows.push(PanelRow {
                left: grouped(count),
                text: value,
                right: if is_set { format!("✓  {condition}") } else { condition },
                doc: if is_set { "Enter takes this condition away." } else { "" }.to_owned(),
                group: facet.title,
                choice: if in_place && !is_asked { Choice::Filter(changed) } else { Choice::Narrow(changed) },
            });
        }
    }
    let loaded = results.hits.len();
    let title = match loaded < results.total {
        true => format!(
            "NARROW THE RESULTS ─ counted in the {} of {} that are loaded",
            grouped(loaded),
            grouped(results.total)
        ),
        false => "NARROW THE RESULTS".to_owned(),
    };
    Some(Panel::new(PanelKind::Facets, title, rows))
}

/// The directory that holds all hits, with its trailing `/`; empty at the top.
fn common_directory(results: &Results, hits: &[usize]) -> String {
    let mut common: Option<&str> = None;
    for &hit in hits {
        let path = &results.hits[hit].path;
        let directory = path.rfind('/').map_or("", |slash| &path[..=slash]);
        common = Some(match common {
            None => directory,
            Some(mut shared) => {
                while !directory.starts_with(shared) {
                    shared = shared[..shared.len() - 1].rfind('/').map_or("", |slash| &shared[..=slash]);
                }
                shared
            }
        });
    }
    common.unwrap_or_default().to_owned()
}

/// The directories below the one that holds all hits, on every level, with their counts: the fullest of them, in the
/// order of the tree. One that holds nothing but another is left out. Those that narrow already come first.
fn directories(results: &Results, hits: &[usize], is_set: impl Fn(&str) -> bool) -> Vec<(String, usize)> {
    let common = common_directory(results, hits);
    let around = common.len();
    let above = common.match_indices('/').map(|(at, _)| &common[..=at]);
    let set: Vec<(&str, usize)> = above.filter(|path| is_set(path)).map(|path| (path, hits.len())).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for &hit in hits {
        let path = &results.hits[hit].path;
        let inside = path.get(around..).unwrap_or_default();
        for (at, _) in inside.match_indices('/') {
            *counts.entry(&path[..around + at + 1]).or_default() += 1;
        }
    }
    let holds_one_other = |path: &str, count: usize| {
        let below = counts.range(path..).nth(1);
        below.is_some_and(|(other, same)| other.starts_with(path) && *same == count)
    };
    let mut shown: Vec<(&str, usize)> = counts.iter().map(|(path, count)| (*path, *count)).collect();
    shown.retain(|(path, count)| !holds_one_other(path, *count));
    shown.sort_by_key(|(_, count)| Reverse(*count));
    shown.truncate(MOST);
    shown.sort_unstable();
    set.into_iter().chain(shown).map(|(path, count)| (path.to_owned(), count)).collect()
}

/// Values with their counts, the most frequent first.
fn count(values: impl Iterator<Item = Arc<str>>) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<Arc<str>, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> =
        counts.into_iter().map(|(value, count)| (value.to_string(), count)).collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts
}

/// The bytes of a condition in a query.
fn find(text: &str, condition: &str, reading: PromptReading) -> Option<std::ops::Range<usize>> {
    if reading == PromptReading::Docql {
        return text.rfind(condition).map(|at| at..at + condition.len());
    }
    let is_whole = |at: usize| {
        let before = text[..at].chars().next_back().is_none_or(char::is_whitespace);
        before && text[at + condition.len()..].chars().next().is_none_or(char::is_whitespace)
    };
    text.match_indices(condition).map(|(at, _)| at).find(|at| is_whole(*at)).map(|at| at..at + condition.len())
}

/// The query with a condition more, or without it if it holds it.
pub(in crate::app) fn toggled(text: &str, condition: &str, reading: PromptReading) -> String {
    let separator = if reading == PromptReading::Docql { "" } else { " " };
    match find(text, condition, reading) {
        Some(place) if reading == PromptReading::Docql => format!("{}{}", &text[..place.start], &text[place.end..]),
        Some(place) => {
            let (before, after) = (text[..place.start].trim_end(), text[place.end..].trim_start());
            let between = if before.is_empty() || after.is_empty() { "" } else { " " };
            format!("{before}{between}{after}")
        }
        None if text.is_empty() => condition.to_owned(),
        None => format!("{text}{separator}{condition}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_taken_out_wherever_it_stands() {
        assert_eq!(toggled("token", "kind:class", PromptReading::Words), "token kind:class");
        assert_eq!(toggled("token kind:class lang:rust", "kind:class", PromptReading::Words), "token lang:rust");
        assert_eq!(toggled("kind:class token", "kind:class", PromptReading::Words), "token");
        assert_eq!(toggled("token kind:classes", "kind:class", PromptReading::Words), "token kind:classes kind:class");
        let condition = FACETS[0].condition(PromptReading::Docql, "class");
        let query = format!("$.toc{condition}[?(@.lang == \"rust\")]");
        assert_eq!(toggled(&query, &condition, PromptReading::Docql), "$.toc[?(@.lang == \"rust\")]");
    }
}
