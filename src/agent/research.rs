//! The answer to a question: of databases, or of what the walk of the machine has found.

use super::claims::{CitedText, Verdict, check};
use super::course::inquiry::{Inquiry, With};
use super::course::machine::Machine;
use super::course::moves::ResearchLimits;
use super::course::scope::without_repositories;
use super::found::{Citation, NOT_READ, Research};
use super::passages::asked::asked_words;
use super::passages::label::name_by_lines;
use super::passages::lines::text_lines::{lines, text_of};
use super::passages::passage::{Passage, Step};
use super::passages::reading::Passages;
use super::passages::shown::Chosen;
use super::question::courtesy::without_courtesy;
use super::question::settings::defaults::is_asking;
use super::question::settings::keys;
use super::tabled::{of_rows, with_rows};
use super::tables::{Asking, Tabled, counted, pages_asked};
use super::walk::{Ground, HITS, ResearchEvent, Walk, answer};
use super::writing::Consultant;
use crate::docql::page_at;
use crate::engine::{Spends, Unanswered};
use crate::indexer::Indexer;
use crate::library::{FileId, Library, NOT_SHARED, Origin, fold_words};
use crate::search::{AskedWord, AskedWords};
use crate::stdx::{Stale, Ticket};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Looks for what answers `text` in `workspace`. `on_event` is called from several threads.
///
/// # Errors
/// If the ticket goes stale, or the files have not been listed.
pub fn research(
    workspace: &Indexer,
    text: &str,
    limits: ResearchLimits,
    ticket: &Ticket,
    on_event: &(dyn Fn(ResearchEvent) + Sync),
) -> Result<Research, Unanswered> {
    research_with(workspace, &Inquiry { limits, ..Inquiry::of(text) }, ticket, on_event)
}

/// The same for a question with all that it is asked with.
///
/// # Errors
/// If the ticket goes stale, or the files have not been listed.
pub fn research_with(
    workspace: &Indexer,
    inquiry: &Inquiry<'_>,
    ticket: &Ticket,
    on_event: &(dyn Fn(ResearchEvent) + Sync),
) -> Result<Research, Unanswered> {
    let read = inquiry.read();
    let text = &*without_courtesy(&read);
    let mut consultant = match inquiry.with {
        With::Rules => None,
        With::Models(models) => Some(Consultant::new(models, inquiry.before, false)),
        With::DryRun(models) => Some(Consultant::new(models, inquiry.before, true)),
    };
    // A database that answers says it all: nothing is searched beside it.
    let has_model = consultant.is_some();
    let is_walked = workspace.library().is_walked();
    let mut asking = is_walked.then(|| of_tables(text, workspace, has_model, ticket)).transpose()?;
    ticket.check()?;
    if let Some(tabled) = asking.as_mut().and_then(|asking| asking.tabled.take()) {
        let unread = asking.map(|asking| asking.unread).unwrap_or_default();
        return tabled_research(inquiry, (tabled, unread), workspace, consultant, ticket, on_event);
    }
    let mut walk = Walk::begin(text, inquiry, Ground { workspace, ticket, on_event }, consultant.as_mut())?;
    walk.go(&mut consultant)?;
    let (is_report, kept_back) = (walk.machine.is_report(), std::mem::take(&mut walk.kept_back));
    let mut research = concluded(text, walk, workspace.library());
    research.typed = inquiry.typed();
    research.notes.extend(inquiry.lacking());
    // What could not be read at first may have been listed meanwhile.
    let asking = match asking.filter(|asking| asking.unread.is_empty()) {
        Some(asking) => asking,
        None => of_tables(text, workspace, has_model, ticket)?,
    };
    ticket.check()?;
    let is_of_all_rows = asking.is_of_all_rows;
    note_rows(&mut research, asking);
    research.services = services(workspace);
    if !research.is_answered && !is_report {
        let library = Arc::clone(&research.library);
        let is_shared = |file: FileId| !has_model || workspace.is_shared_with_agents(library.file(file));
        let most = (is_of_all_rows, inquiry.limits.passages);
        research = with_rows(research, (workspace, &is_shared), most, ticket, on_event)?;
        ticket.check()?;
    }
    research.notes.extend(kept_back.iter().map(|path| format!("not sent: {path}, {NOT_SHARED}")));
    if let Some(consultant) = consultant {
        write(&mut research, consultant, ticket, on_event)?;
    }
    Ok(research)
}

/// What databases leave open of a question that texts were searched for.
fn note_rows(research: &mut Research, asking: Asking) {
    if asking.is_of_all_rows && asking.not_understood.is_none() && is_of_databases(research) {
        research.is_answered = false;
        research.notes.push(NOT_OF_ALL.to_owned());
    }
    if let Some(why) = asking.not_understood {
        research.is_answered = false;
        research.notes.push(why);
    } else if asking.is_of_unread {
        // What its schema or a file says of the words is no answer to a question about its rows.
        research.is_answered = false;
    }
    research.notes.extend(asking.unread.iter().map(|why| format!("{NOT_READ}{why}")));
}

/// What databases say; where a model takes part, those that may be shared with it.
fn of_tables(text: &str, workspace: &Indexer, has_model: bool, ticket: &Ticket) -> Result<Asking, Unanswered> {
    let asked = without_repositories(text);
    // A page that cannot be parsed has no tables.
    let pages = pages_asked(&asked, &workspace.library());
    let _ = workspace.ensure_files(&pages, ticket);
    let library = workspace.library();
    let is_shared = |file: FileId| !has_model || workspace.is_shared_with_agents(library.file(file));
    counted(&asked, (workspace, &library), &is_shared, ticket)
}

/// What is said where passages of a database hold the words of a question that asks something of all rows.
const NOT_OF_ALL: &str =
    "not counted: that is asked of all rows, and not understood whole; what is shown only has words of it";

/// Whether all that is cited stands in databases: their schema, and rows.
fn is_of_databases(research: &Research) -> bool {
    let library = &research.library;
    let is_of_one = |path: &str| {
        library.find(path).is_some_and(|file| {
            let entry = library.file(file);
            entry.is_database() || matches!(entry.origin, Origin::Server(_))
        })
    };
    !research.citations.is_empty() && research.citations.iter().all(|citation| is_of_one(&citation.passage.path))
}

/// The answer of a database. A model is asked to write from rows that were searched; a number needs nothing more.
fn tabled_research(
    inquiry: &Inquiry<'_>,
    (tabled, unread): (Tabled, Vec<String>),
    workspace: &Indexer,
    consultant: Option<Consultant<'_>>,
    ticket: &Ticket,
    on_event: &(dyn Fn(ResearchEvent) + Sync),
) -> Result<Research, Unanswered> {
    let is_searched = tabled.found.is_some();
    let mut research = of_rows(&inquiry.read(), tabled, inquiry.limits.passages, workspace.library(), on_event);
    research.typed = inquiry.typed();
    research.notes.extend(unread.iter().map(|why| format!("{NOT_READ}{why}")));
    if is_searched {
        research.services = services(workspace);
    }
    match consultant {
        Some(consultant) if is_searched => write(&mut research, consultant, ticket, on_event)?,
        consultant => research.model = consultant.map(Consultant::finish),
    }
    Ok(research)
}

/// Has the answer written from the citations, and keeps it if any sentence of it holds.
fn write(
    research: &mut Research,
    mut consultant: Consultant<'_>,
    ticket: &Ticket,
    on_event: &(dyn Fn(ResearchEvent) + Sync),
) -> Result<(), Stale> {
    let titles: Vec<String> = research.citations.iter().map(Citation::title).collect();
    let passages: Vec<&Passage> = research.citations.iter().map(|citation| &citation.passage).collect();
    let sources = |library: &Library| -> Vec<CitedText<'_>> {
        let all = passages.iter().zip(&titles);
        all.map(|(passage, title)| CitedText { text: &passage.text, title, is_current: is_there(library, passage) })
            .collect()
    };
    let before = sources(&research.library);
    let written = consultant.write(&research.question, &passages, &before, ticket, &mut |claim| {
        on_event(ResearchEvent::Claim(claim.clone()));
    })?;
    let mut claims = written.unwrap_or_default();
    // A model takes its time: what has changed meanwhile is no source any more.
    let after = sources(&research.library);
    if after.iter().zip(&before).any(|(after, before)| after.is_current != before.is_current) {
        claims = claims.iter().map(|claim| check(&claim.text, &after)).collect();
    }
    let holds = claims.iter().any(|claim| claim.verdict == Verdict::Holds);
    let is_not_found = !claims.is_empty() && claims.iter().all(|claim| claim.verdict == Verdict::NotFound);
    if holds || is_not_found {
        research.is_answered = holds;
        research.claims = claims;
    } else if !claims.is_empty() {
        research.notes.push("no sentence of the model's answer stands in the files; it is left out".to_owned());
    }
    research.model = Some(consultant.finish());
    Ok(())
}

/// True if the file of a passage is as it was when its lines were read.
fn is_there(library: &Library, passage: &Passage) -> bool {
    library.find(&passage.path).is_some_and(|file| library.is_current(file))
}

/// The addresses that a search of the workspace sends words to.
fn services(workspace: &Indexer) -> Vec<String> {
    let embedder = workspace.embeddings().and_then(|embeddings| Some(embeddings.endpoint()?.address().to_owned()));
    // A language model is told of with what it has cost.
    let endpoint = workspace.reranker().filter(|reranker| reranker.model().is_none());
    let reranker = endpoint.map(|reranker| reranker.address().to_owned());
    embedder.into_iter().chain(reranker).collect()
}

/// The passages of one search for `text`, best first: what research has to be better than.
///
/// # Errors
/// If the ticket goes stale, or the files have not been listed.
pub fn searched(workspace: &Indexer, text: &str, limit: usize, ticket: &Ticket) -> Result<Vec<Passage>, Unanswered> {
    let answered = answer(workspace, &Step::Words(text.to_owned()), (HITS, Spends::Nothing), ticket, &|_| {})?;
    let mut words = asked_words(text, &answered.library);
    let mut passages = Passages::new(&answered.library);
    let both = answered.items.iter().zip(&answered.results.hits).take(limit);
    Ok(both.filter_map(|(found, hit)| passages.of(found, hit, &mut words)).collect())
}

/// The answer: the best passages, each compared with its file once more.
fn concluded(text: &str, mut walk: Walk<'_>, library: Arc<Library>) -> Research {
    let machine = &walk.machine;
    let best = machine.shown();
    let said = machine.sentences(&best);
    let citations = cited(best, &library, &mut walk.words);
    let (mut missing, nowhere) = lacking(machine);
    // What is shown may hold more than what was judged: lines that were joined, names and paths.
    // A name that is only mentioned is no answer, and stays missing.
    let unheld = machine.unheld();
    missing.retain(|word| unheld.contains(word) || !citations.iter().any(|citation| citation.passage.says(word)));
    let mut notes = machine.remarks();
    notes.extend(walk.scope.told().cloned());
    notes.extend(walk.moved);
    Research {
        question: text.to_owned(),
        typed: None,
        is_answered: (!citations.is_empty() || machine.is_structural()) && machine.is_answered(),
        nowhere,
        missing,
        judgement: machine.judgement(),
        citations,
        steps: walk.steps,
        library,
        counted: None,
        repositories: walk.scope.names().to_vec(),
        services: Vec::new(),
        model: None,
        claims: Vec::new(),
        said,
        doubt: None,
        rows_asked: None,
        notes,
        asked_before: None,
        answered_at: None,
    }
}

/// Passages as they are cited: as their files are now, with what belongs to their lines.
fn cited(best: Vec<Chosen>, library: &Library, asked: &mut AskedWords) -> Vec<Citation> {
    let places: Vec<(Arc<str>, RangeInclusive<u32>)> = best.iter().map(|chosen| chosen.passage.lines()).collect();
    let mut citations = Vec::new();
    for (at, Chosen { mut passage, step, is_joined, .. }) in best.into_iter().enumerate() {
        let file = library.find(&passage.path);
        passage.is_stale = file.is_none_or(|file| !library.is_current(file));
        if let Some(file) = file
            && let Some(read) = text_of(library, file)
        {
            passage.source_lines = read.source_lines(passage.line..=passage.end_line);
            name_by_lines(&mut passage, (library, file), (&read.text, &read.index), asked);
            let others = places.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, place)| place);
            passage.page = page_at(library, file, *passage.quote.start());
            if passage.complete((&read.text, &read.index), others) || is_joined {
                passage.text = lines(&read.text, &read.index, passage.line..=passage.end_line);
            }
        }
        citations.push(Citation { passage, step });
    }
    citations
}

/// The words of the question that no passage holds, and those that stand nowhere.
fn lacking(machine: &Machine) -> (Vec<String>, Vec<String>) {
    let (words, judgement) = (machine.words(), machine.judgement());
    // Who is told the value misses no word for it.
    let is_said = |word: &AskedWord| {
        machine.is_structural()
            || machine.tells_setting() && machine.is_answered()
            || machine.tells_defaults() && is_asking(&word.written)
            || machine.tells_key() && keys::is_asking(&word.written)
    };
    let is_missing =
        |at: usize, word: &AskedWord| judgement.missing >> at & 1 == 1 && !word.is_nowhere && !is_said(word);
    let missing = words.iter().enumerate().filter(|(at, word)| is_missing(*at, word));
    // Of a name that no passage holds whole the parts are no other words.
    let unheld = machine.unheld();
    let parts: Vec<String> = unheld.iter().flat_map(|name| fold_words(name)).collect();
    let missing = missing.map(|(_, word)| word.written.clone()).filter(|word| !parts.contains(word));
    let missing: Vec<String> = missing.chain(unheld).collect();
    let mut nowhere = if machine.is_structural() { Vec::new() } else { machine.absent() };
    let is_named = |word: &String| nowhere.iter().any(|name| name == word || fold_words(name).contains(word));
    let others = words
        .iter()
        .filter(|word| word.is_nowhere && !is_named(&word.written) && !is_said(word))
        .filter(|word| !parts.contains(&word.written));
    let others: Vec<String> = others.map(|word| word.written.clone()).collect();
    nowhere.extend(others);
    (missing, nowhere)
}
