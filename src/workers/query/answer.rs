//! Questions of the explorer, answered by the engine, and what is shown beside them.

use super::progress::index_progress;
use super::research::{Asker, research};
use crate::app::{Msg, PromptReading, QueryAnswer, QueryRequest, Uses};
use crate::docql::{Diagnostic, Results};
use crate::document::NodeKey;
use crate::engine::{self, Event, PathQuestion, Question, Unanswered, UseCounts};
use crate::indexer::Indexer;
use crate::library::Library;
use crate::search::Wanted;
use crate::stdx::Ticket;
use std::time::Instant;

/// Answers a request; what is found on the way is sent before the whole. `timed` adds how long each answer took.
pub(in crate::workers) fn answer(
    indexer: &Indexer,
    request: &QueryRequest,
    asker: &mut Asker,
    timed: bool,
    send: &(dyn Fn(Msg) + Sync),
) {
    let started = Instant::now();
    let send_results = |outcome: Result<Results, Vec<Diagnostic>>, more_follows: bool| {
        if !request.ticket.is_stale() {
            let answer = Box::new(QueryAnswer { outcome, elapsed: timed.then(|| started.elapsed()), more_follows });
            send(Msg::ResultsArrived { ticket: request.ticket.number(), answer });
        }
    };
    if request.reading == PromptReading::Places {
        // The functions and tests that lines name are found where their files have a structure, what was raised where texts
        // are indexed: the places are shown meanwhile.
        let needs = engine::places_need(&indexer.library(), &request.text);
        for (at, needs) in needs.iter().enumerate() {
            if at > 0
                && !indexer.library().is_text_complete()
                && let Some(Some(results)) = at_once(&indexer.library(), request)
            {
                send_results(Ok(results), true);
            }
            if indexer.ensure(needs, &request.ticket, &|_| {}).is_err() {
                return;
            }
        }
    }
    let library = indexer.library();
    if let Some(outcome) = at_once(&library, request) {
        // The app asks again as soon as the files are listed.
        if library.is_walked() {
            outcome.into_iter().for_each(|results| send_results(Ok(results), false));
        }
        return;
    }
    if request.reading == PromptReading::Question && !request.live {
        return research(indexer, request, asker, &send_results, send);
    }
    let reading = if request.reading == PromptReading::Docql { engine::Reading::Docql } else { engine::Reading::Words };
    let question = Question::on_screen(&request.text, reading, request.live, request.limit);
    let answered = engine::answer(indexer, &question, &request.ticket, &|event| match event {
        Event::Growing(results) => send_results(Ok(*results), true),
        Event::Indexed(progress) => send(Msg::IndexProgressed(Some(index_progress(progress)))),
        Event::Notice(notice) => send(Msg::WorkerFailed(notice)),
    });
    match answered {
        Ok(mut answer) => {
            // Of a question this is what its words find: Enter asks for more.
            answer.results.is_provisional |= request.reading == PromptReading::Question;
            send_results(Ok(answer.results), false);
            if answer.has_indexed {
                send(Msg::LibraryChanged(answer.library.listing().into()));
            }
        }
        Err(Unanswered::Invalid(diagnostics) | Unanswered::Defect(diagnostics)) => {
            send_results(Err(diagnostics), false);
        }
        // The app asks again as soon as the files are listed.
        Err(Unanswered::Stale | Unanswered::Unlisted) => {}
    }
}

/// The answer to what the list of files and the texts of a few say: nothing is indexed for it. The inner `None` is that
/// of overtaken work.
fn at_once(library: &Library, request: &QueryRequest) -> Option<Option<Results>> {
    let wanted = match request.reading {
        PromptReading::Files => Wanted::Files,
        PromptReading::Directories => Wanted::Directories,
        // Lines that name no place are searched for their words.
        PromptReading::Places => return engine::places(library, &request.text).map(|(results, _)| Some(results)),
        _ => return None,
    };
    let question =
        PathQuestion { text: request.text.clone(), wanted, recent: request.recent.clone(), limit: request.limit };
    Some(engine::paths(library, &question, &request.ticket).ok())
}

/// Counts the callers of what an answer shows.
pub(in crate::workers) fn count_callers(indexer: &Indexer, results: &Results, ticket: &Ticket, send: &dyn Fn(Msg)) {
    if let Ok(callers) = engine::caller_counts(indexer, &results.hits, ticket) {
        send(Msg::CallersCounted { ticket: ticket.number(), callers });
    }
}

/// Counts what calls or uses what `query` yields, and the tests that reach it.
pub(in crate::workers) fn count_uses(
    indexer: &Indexer,
    key: NodeKey,
    query: &str,
    ticket: &Ticket,
    send: &dyn Fn(Msg),
) {
    if let Some(counts) = engine::use_counts(indexer, query, ticket) {
        let UseCounts { callers, dispatched, by_name, named, tests } = counts;
        let uses = Uses { callers, dispatched, by_name, named, tests };
        send(Msg::UsesCounted { ticket: ticket.number(), key, uses });
    }
}
