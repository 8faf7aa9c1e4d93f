//! Questions that are followed: by rules alone, or with the models that the user has configured.

use super::progress::index_progress;
use crate::agent::{self, Answers, AskedOf, Claim, Limits, Models, Recalled, Research, StepTaken, With};
use crate::app::{Msg, QueryRequest};
use crate::docql::{Diagnostic, Results};
use crate::engine::{Event, Unanswered};
use crate::indexer::Indexer;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Finds the models of the settings as they are now.
#[derive(Clone)]
pub struct ModelSource(Arc<FindModels>);

/// The models; `None` if there are to be none, else why they cannot be asked.
type FindModels = dyn Fn() -> Result<Option<Arc<Models>>, String> + Send + Sync;

impl ModelSource {
    /// Finds them by `find`, which is called for every question.
    pub fn new(find: impl Fn() -> Result<Option<Arc<Models>>, String> + Send + Sync + 'static) -> ModelSource {
        ModelSource(Arc::new(find))
    }
}

impl std::fmt::Debug for ModelSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ModelSource").finish_non_exhaustive()
    }
}

/// The steps that were taken, and the sentences that were said.
type SoFar = (Vec<StepTaken>, Vec<Claim>);

/// What the explorer asks is about all files of the workspace.
const SCOPE: &str = "explorer";

/// Follows a question. Without models the rows of its words stay until the answer is there; what a model says is shown
/// as it comes, with the steps.
pub(super) fn research(
    indexer: &Indexer,
    request: &QueryRequest,
    models: Option<&ModelSource>,
    send_results: &(dyn Fn(Result<Results, Vec<Diagnostic>>, bool) + Sync),
    send: &(dyn Fn(Msg) + Sync),
) {
    let before = indexer.library().revision();
    let (models, problem) = match models.map_or(Ok(None), |models| models.0()) {
        Ok(models) => (models, None),
        Err(problem) => (None, Some(problem)),
    };
    let found = match &models {
        Some(models) => remembered(indexer, request, models, send_results, send),
        None => agent::research(indexer, &request.text, Limits::default(), &request.ticket, &|event| tell(event, send)),
    };
    match found {
        Ok(mut research) => {
            research.notes.extend(problem.map(|problem| format!("no model was asked: {problem}")));
            send_results(Ok(research.rows()), false);
            if research.library.revision() != before {
                send(Msg::LibraryChanged(research.library.listing().into()));
            }
        }
        Err(Unanswered::Invalid(diagnostics)) => send_results(Err(diagnostics), false),
        Err(Unanswered::Stale | Unanswered::Unlisted) => {}
    }
}

/// The answer that the models have given before, as long as it holds, else a new one, which is kept.
fn remembered(
    indexer: &Indexer,
    request: &QueryRequest,
    models: &Models,
    send_results: &(dyn Fn(Result<Results, Vec<Diagnostic>>, bool) + Sync),
    send: &(dyn Fn(Msg) + Sync),
) -> Result<Research, Unanswered> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let kept = indexer.index_place().map(|place| Answers::of(place, now));
    let asked = AskedOf { question: request.text.clone(), scope: SCOPE.to_owned(), models: models.told() };
    let recalled = kept.as_ref().map(|answers| answers.recall(&asked, &indexer.library()));
    if let Some(Recalled::Same(research)) = recalled {
        return Ok(*research);
    }
    let mut research = asking(indexer, request, models, send_results, send)?;
    if let Some(Err(error)) = kept.map(|answers| answers.keep(&asked, &research)) {
        research.notes.push(format!("the answer is not kept: {error}"));
    }
    if let Some(Recalled::Similar(question)) = recalled {
        research.notes.push(format!("asked before: {question}"));
    }
    Ok(research)
}

/// Asks models; steps and sentences are shown as they come.
fn asking(
    indexer: &Indexer,
    request: &QueryRequest,
    models: &Models,
    send_results: &(dyn Fn(Result<Results, Vec<Diagnostic>>, bool) + Sync),
    send: &(dyn Fn(Msg) + Sync),
) -> Result<Research, Unanswered> {
    let writer = &models.writer;
    let asked = format!("asking {} at {}", writer.name(), writer.address());
    let so_far: Mutex<SoFar> = Mutex::default();
    let show = |add: &dyn Fn(&mut SoFar)| {
        let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        add(&mut so_far);
        let (steps, claims) = &*so_far;
        send_results(Ok(agent::growing(&request.text, &indexer.library(), steps, claims, &asked)), true);
    };
    show(&|_| {});
    let with = With::Models(models);
    agent::research_with(indexer, &request.text, Limits::default(), with, &request.ticket, &|event| match event {
        agent::Event::Step(taken) => show(&|(steps, _)| steps.push(taken.clone())),
        agent::Event::Claim(claim) => show(&|(_, claims)| claims.push(claim.clone())),
        event => tell(event, send),
    })
}

fn tell(event: agent::Event, send: &(dyn Fn(Msg) + Sync)) {
    if let agent::Event::Engine(Event::Indexed(progress)) = event {
        send(Msg::IndexProgressed(Some(index_progress(progress))));
    }
}
