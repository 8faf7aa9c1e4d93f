//! Answers queries: at once with what is indexed, then with what the query needs.

use super::words;
use crate::app::{Answer, IndexProgress, Msg, QueryRequest, Reading, Uses};
use crate::docql::{self, Diagnostic, Outcome, Plan, Results};
use crate::document::NodeKey;
use crate::indexer::{Indexer, Progress, Stage};
use crate::library::{Library, Needs};
use crate::search::{self, Asking, Judge, Meant};
use crate::stdx::{Stale, Ticket};
use std::cell::Cell;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often an answer that is not complete is brought up to date.
const REFRESH: Duration = Duration::from_millis(300);

/// When the first rows of a long answer are shown, if it is still being looked for.
const FIRST_BATCH: Duration = Duration::from_millis(30);

/// Answers a request; an answer that is not complete is sent first where the index is not far enough.
/// `timed` says whether answers tell how long they took.
pub(in crate::workers) fn answer(indexer: &Indexer, request: &QueryRequest, timed: bool, say: &(dyn Fn(Msg) + Sync)) {
    let started = Instant::now();
    let elapsed = || timed.then(|| started.elapsed());
    let send = |outcome: Result<Results, Vec<Diagnostic>>, more_follows: bool| {
        if !request.ticket.is_stale() {
            let answer = Box::new(Answer { outcome, elapsed: elapsed(), more_follows });
            say(Msg::ResultsArrived { ticket: request.ticket.number(), answer });
        }
    };
    let mut question = match Question::read(indexer, request) {
        Ok(question) => question,
        Err(diagnostics) => return send(Err(diagnostics), false),
    };
    let needs = question.needs();
    let before = indexer.library();
    if !before.is_walked() {
        // The app asks again as soon as there is a list of files; until then there is what was saved.
        if before.indexed() > 0
            && let Some(mut results) = question.run(&before, request, None)
        {
            results.partial.get_or_insert((before.indexed() as u32, before.files().len() as u32));
            send(Ok(results), true);
        }
        return;
    }
    if question.mean(indexer, Asking::Remembered, request).is_err() {
        return;
    }
    if !is_enough(&before, &needs) {
        if let Some(mut results) = question.run(&before, request, None) {
            results.partial.get_or_insert((before.indexed() as u32, before.files().len() as u32));
            send(Ok(results), true);
        }
        let last = Mutex::new(Instant::now());
        let ensured = indexer.ensure(&needs, &request.ticket, &|progress| {
            // One thread brings the answer up to date; the others go on indexing.
            let Ok(mut last) = last.try_lock() else { return };
            if last.elapsed() < REFRESH {
                return;
            }
            say(Msg::IndexProgressed(Some(index_progress(progress))));
            if let Some(mut results) = question.run(&indexer.library(), request, None) {
                results.partial = Some((progress.done, progress.total));
                send(Ok(results), true);
            }
            *last = Instant::now();
        });
        if ensured.is_err() || question.refine(indexer, request).is_err() {
            return;
        }
    }
    if !request.live && question.lacks_meaning() {
        // Words answer at once; the endpoint is asked meanwhile.
        if let Some(results) = question.run(&indexer.library(), request, None) {
            send(Ok(results), true);
        }
        let meant = question.mean(indexer, Asking::Now, request);
        indexer.take_notices().into_iter().for_each(|notice| say(Msg::WorkerFailed(notice)));
        if meant.is_err() {
            return;
        }
    }
    let mut library = indexer.library();
    let batch = |results| send(Ok(results), true);
    let mut answered = question.run(&library, request, Some(&batch));
    if indexer.mend() && indexer.ensure(&needs, &request.ticket, &|_| {}).is_ok() {
        library = indexer.library();
        answered = question.run(&library, request, Some(&batch));
    }
    if !request.live
        && answered.as_ref().is_some_and(|results| results.is_provisional)
        && let Question::Words(_, _, judge) = &mut question
    {
        // What was found is shown; who puts it in order is asked meanwhile.
        answered.iter().for_each(|results| send(Ok(results.clone()), true));
        judge.asking = Asking::Now;
        answered = question.run(&library, request, Some(&batch));
        indexer.take_notices().into_iter().for_each(|notice| say(Msg::WorkerFailed(notice)));
    }
    if let Some(mut results) = answered {
        results.partial = None;
        send(Ok(results), false);
    }
    if library.revision() != before.revision() {
        say(Msg::LibraryChanged(library.listing().into()));
    }
}

/// Counts the callers of what an answer shows.
pub(in crate::workers) fn count_callers(indexer: &Indexer, results: &Results, ticket: &Ticket, say: &dyn Fn(Msg)) {
    if indexer.ensure(&Needs::Structure, ticket, &|_| {}).is_ok()
        && let Ok(callers) = docql::caller_counts(&results.hits, &indexer.library(), ticket)
    {
        say(Msg::CallersCounted { ticket: ticket.number(), callers });
    }
}

/// Counts what calls or uses what `query` yields, and the tests that reach it.
pub(in crate::workers) fn count_uses(indexer: &Indexer, key: NodeKey, query: &str, ticket: &Ticket, say: &dyn Fn(Msg)) {
    let library = indexer.library();
    let count = |relation: &str| {
        let plan = docql::compile(&format!("{query}.{relation}()")).ok()?;
        let items = docql::run(&plan, &library, ticket).ok()?.items;
        Some((items.len(), items.iter().filter(|found| found.by_name).count()))
    };
    // Nothing is read for a few words on the card.
    if library.is_complete()
        && let (Some((callers, by_name)), Some((tests, _))) = (count("callers"), count("tests"))
    {
        let uses = Uses { callers: callers - by_name, by_name, tests };
        say(Msg::UsesCounted { ticket: ticket.number(), key, uses });
    }
}

/// A request that has been read.
enum Question {
    Docql(Box<Plan>),
    Words(Box<search::Request>, search::Options, Judge),
}

impl Question {
    fn read(indexer: &Indexer, request: &QueryRequest) -> Result<Question, Vec<Diagnostic>> {
        if request.reading != Reading::Docql {
            let judge = Judge { reranker: indexer.reranker().cloned(), asking: Asking::Remembered };
            let options = search::Options { enough: words::counted(request.limit), ..search::Options::default() };
            return Ok(Question::Words(Box::new(search::read(&request.text)), options, judge));
        }
        let compiled = if request.live { docql::compile_live(&request.text) } else { docql::compile(&request.text) };
        compiled.map(|plan| Question::Docql(Box::new(plan)))
    }

    fn needs(&self) -> Needs {
        match self {
            Question::Docql(plan) => plan.needs().clone(),
            Question::Words(words, ..) => search::needs(words),
        }
    }

    /// Finds what stands for the words among vectors.
    fn mean(&mut self, indexer: &Indexer, asking: Asking, request: &QueryRequest) -> Result<(), Stale> {
        let Question::Words(words, options, _) = self else { return Ok(()) };
        let embeddings = indexer.embeddings();
        options.meant = search::meant(words, options, &indexer.library(), embeddings, asking, &request.ticket)?;
        Ok(())
    }

    /// Whether an endpoint is to be asked for what stands for the words.
    fn lacks_meaning(&self) -> bool {
        matches!(self, Question::Words(_, search::Options { meant: Meant::Later, .. }, _))
    }

    /// Brings the structure of the files that matter into the library.
    fn refine(&self, indexer: &Indexer, request: &QueryRequest) -> Result<(), Stale> {
        let Question::Words(words, options, _) = self else { return Ok(()) };
        let library = indexer.library();
        let ranked = search::run(words, &library, options, request.limit, &request.ticket);
        match search::wish(&ranked, &library) {
            None => Ok(()),
            Some(search::Wish::Files(paths)) => indexer.ensure_files(&paths, &request.ticket),
            Some(search::Wish::Structure) => indexer.ensure(&Needs::Structure, &request.ticket, &|_| {}),
        }
    }

    /// `None` if newer work has been asked for. A long answer is told to `batch` as it grows; without it what is sent is
    /// not the last word, and need not be counted.
    fn run(&self, library: &Library, request: &QueryRequest, batch: Option<&dyn Fn(Results)>) -> Option<Results> {
        let plan = match self {
            Question::Docql(plan) => plan,
            Question::Words(words, options, judge) => {
                return words::results(words, (options, judge), library, request, batch);
            }
        };
        let ticket = &request.ticket;
        let present = |outcome: &Outcome| docql::present_while(plan, outcome, library, request.limit, ticket).ok();
        let (last, pause) = (Cell::new(Instant::now()), Cell::new(FIRST_BATCH));
        let outcome = docql::run_watched(plan, library, ticket, &|outcome, done, all| {
            let Some(batch) = batch.filter(|_| !outcome.items.is_empty() && last.get().elapsed() >= pause.get()) else {
                return;
            };
            if let Some(mut results) = present(outcome) {
                results.partial = Some((done as u32, all as u32));
                batch(results);
            }
            last.set(Instant::now());
            pause.set(REFRESH);
        });
        present(&outcome.ok()?)
    }
}

/// Whether the library holds what a query needs.
fn is_enough(library: &Library, needs: &Needs) -> bool {
    match needs {
        Needs::Files => true,
        Needs::Named(_) | Needs::Structure => library.is_complete(),
        Needs::Text(_) | Needs::FullText | Needs::Vectors => library.is_complete() && library.is_text_complete(),
    }
}

/// Progress in the app's words.
pub(in crate::workers) fn index_progress(progress: Progress) -> IndexProgress {
    let stage = match progress.stage {
        Stage::Walk => "finding files",
        Stage::Structure => "reading",
        Stage::Text => "indexing text",
        Stage::Vectors => "making vectors",
    };
    IndexProgress { done: progress.done, total: progress.total, stage }
}
