//! What a database says to a question, as research: one step, and what it says.

use super::carry::ResearchEvent;
use super::found::{Citation, Research, StepTaken};
use super::passages::asked::asked_words;
use super::passages::judge::Judgement;
use super::passages::passage::Step;
use super::passages::reading::Passages;
use super::tables::{Route, Tabled};
use crate::docql::{self, Found, Hit, Item, RowSections};
use crate::library::Library;
use std::sync::Arc;

/// Why a database is asked.
const COUNTED: &str = "a question about rows";
const FILTERED: &str = "rows that meet the conditions, searched";

/// What a database says. Rows that were searched are cited, at most so many.
pub(super) fn of_rows(
    text: &str,
    Tabled { counted, found, notes }: Tabled,
    most: usize,
    library: Arc<Library>,
    on_event: &(dyn Fn(ResearchEvent) + Sync),
) -> Research {
    let reason = if counted.route == Route::Sql { COUNTED } else { FILTERED };
    let mut citations = Vec::new();
    if let Some(found) = found {
        let mut words = asked_words(text, &found.library);
        let (mut passages, mut sections) = (Passages::new(&found.library), RowSections::new(&found.library));
        let mut passage = |(item, hit): (&Found, &Hit)| match hit.record {
            None => passages.of(item, hit, &mut words),
            // A row that has no place in a text is told by its columns alone.
            Some(_) => {
                let section = Found::plain(Item::Node(sections.of(&item.item)?));
                passages.of(&section, &docql::hit(&found.library, &section), &mut words)
            }
        };
        let cited = found.items.iter().zip(&found.results.hits).filter_map(&mut passage).take(most);
        citations = cited.map(|passage| Citation { passage, step: 0 }).collect();
    }
    let step = Step::Docql(counted.query.clone());
    let taken = StepTaken { step, reason: reason.to_owned(), hits: counted.total, new: citations.len() };
    on_event(ResearchEvent::Step(taken.clone()));
    Research {
        question: text.to_owned(),
        typed: None,
        is_answered: true,
        judgement: Judgement { best: 1.0, together: 1.0, missing: 0 },
        citations,
        nowhere: Vec::new(),
        missing: Vec::new(),
        steps: vec![taken],
        library,
        counted: Some(counted),
        repositories: Vec::new(),
        services: Vec::new(),
        model: None,
        claims: Vec::new(),
        said: Vec::new(),
        notes,
        asked_before: None,
        answered_at: None,
    }
}
