//! What a database says to a question, as research: one step, and what it says; and what its rows hold that are in no index
//! of words, where nothing else answers.

use super::found::{Citation, Research, StepTaken};
use super::passages::asked::asked_words;
use super::passages::judge::Judgement;
use super::passages::passage::Step;
use super::passages::reading::Passages;
use super::tables::{Route, Tabled, looked};
use super::walk::ResearchEvent;
use crate::docql::{self, Found, Hit, Item, RowSections};
use crate::engine::Unanswered;
use crate::indexer::Indexer;
use crate::library::{FileId, Library};
use crate::stdx::Ticket;
use std::sync::Arc;

/// Why a database is asked.
const COUNTED: &str = "a question about rows";
const FILTERED: &str = "rows that meet the conditions, searched";

/// What a database says. Rows that were searched are cited, at most so many.
pub(super) fn of_rows(
    text: &str,
    Tabled { counted, found, notes, doubt, sureness, asked }: Tabled,
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
        is_answered: doubt.is_none(),
        judgement: Judgement { best: sureness, together: sureness, missing: 0 },
        doubt,
        rows_asked: asked,
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

/// The answer with what rows hold that are in no index of words. `is_of_all_rows` is set if it asks something of all rows,
/// which some of them do not answer.
///
/// # Errors
/// [`Unanswered::Defect`] if docql itself went wrong on the way.
pub(super) fn with_rows(
    research: Research,
    (workspace, is_asked): (&Indexer, &dyn Fn(FileId) -> bool),
    (is_of_all_rows, most): (bool, usize),
    ticket: &Ticket,
    on_event: &(dyn Fn(ResearchEvent) + Sync),
) -> Result<Research, Unanswered> {
    let library = research.library.clone();
    let found = looked((&research.question, &research.nowhere), (workspace, &library), is_asked, ticket)?;
    let mut research = research;
    // What was not looked through may hold what nothing else does.
    research.nowhere.retain(|word| !found.held.contains(word) && !found.unseen.contains(word));
    let rows = found.tabled.filter(|_| !is_of_all_rows);
    let Some(tabled) = rows else {
        research.notes.extend(found.notes);
        return Ok(research);
    };
    let mut tabled = of_rows(&research.question, tabled, most, library, on_event);
    let steps = std::mem::take(&mut research.steps);
    tabled.steps = steps.into_iter().chain(tabled.steps).collect();
    tabled.notes.extend(research.notes);
    // The query that shows the rows is told already.
    tabled.notes.extend(found.notes.into_iter().filter(|note| note.starts_with("not looked through")));
    Ok(Research { typed: research.typed, repositories: research.repositories, services: research.services, ..tabled })
}
