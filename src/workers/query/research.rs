//! Questions that are followed: by rules alone, or with the models that the user has configured.

use super::progress::index_progress;
use crate::agent::{
    self, AnswerCache, AskedOf, Before, Claim, Inquiry, ModelProblem, Models, Recalled, Research, StepTaken, With,
};
use crate::app::{Msg, QueryRequest};
use crate::docql::{Diagnostic, Results};
use crate::engine::{self, Event, Question, Reading, Unanswered};
use crate::indexer::Indexer;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Finds the models of the settings as they are now.
#[derive(Clone)]
pub struct ModelSource(Arc<FindModels>);

/// The models; `None` if there are to be none, else why they cannot be asked.
type FindModels = dyn Fn() -> Result<Option<Arc<Models>>, ModelProblem> + Send + Sync;

impl ModelSource {
    /// Finds them by `find`, which is called for every question.
    pub fn new(find: impl Fn() -> Result<Option<Arc<Models>>, ModelProblem> + Send + Sync + 'static) -> ModelSource {
        ModelSource(Arc::new(find))
    }
}

impl std::fmt::Debug for ModelSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ModelSource").finish_non_exhaustive()
    }
}

/// Who follows questions, and what was asked last: the next one may go on from it.
#[derive(Debug, Default)]
pub(in crate::workers) struct Asker {
    models: Option<ModelSource>,
    last: Option<Last>,
}

/// The last question that was answered.
#[derive(Debug)]
struct Last {
    /// As it was typed.
    typed: String,
    /// What it went on from.
    before: Option<Before>,
    /// What the next one may go on from.
    next: Before,
}

impl Asker {
    /// Asks these models, if there are any.
    pub fn new(models: Option<ModelSource>) -> Asker {
        Asker { models, last: None }
    }

    /// What a question goes on from. One that is asked once more goes on from the same.
    fn before(&self, typed: &str) -> Option<Before> {
        let last = self.last.as_ref()?;
        if last.typed == typed {
            return last.before.clone();
        }
        last.next.read(typed).map(|_| last.next.clone())
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
    asker: &mut Asker,
    send_results: &(dyn Fn(Result<Results, Vec<Diagnostic>>, bool) + Sync),
    send: &(dyn Fn(Msg) + Sync),
) {
    let revision = indexer.library().revision();
    let (models, problem) = match asker.models.as_ref().map_or(Ok(None), |models| models.0()) {
        Ok(models) => (models, None),
        Err(problem) => (None, Some(problem)),
    };
    let before = asker.before(&request.text);
    let with = models.as_deref().map_or(With::Rules, With::Models);
    let inquiry = Inquiry { before: before.as_ref(), with, ..Inquiry::of(&request.text) };
    let found = match &models {
        Some(models) => remembered(indexer, (request, &inquiry), models, send_results, send),
        None => agent::research_with(indexer, &inquiry, &request.ticket, &|event| tell(event, send)),
    };
    match found {
        Ok(mut research) => {
            research.notes.extend(problem.map(|problem| format!("no model was asked: {problem}")));
            asker.last = Some(Last { typed: request.text.clone(), next: research.before(), before });
            send_results(Ok(research.rows()), false);
            if research.library.revision() != revision {
                send(Msg::LibraryChanged(research.library.listing().into()));
            }
        }
        Err(Unanswered::Invalid(diagnostics) | Unanswered::Defect(diagnostics)) => {
            send_results(Err(diagnostics), false);
        }
        Err(Unanswered::Stale | Unanswered::Unlisted) => {}
    }
}

/// The answer that the models have given before, as long as it holds, else a new one, which is kept.
fn remembered(
    indexer: &Indexer,
    (request, inquiry): (&QueryRequest, &Inquiry<'_>),
    models: &Models,
    send_results: &(dyn Fn(Result<Results, Vec<Diagnostic>>, bool) + Sync),
    send: &(dyn Fn(Msg) + Sync),
) -> Result<Research, Unanswered> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let kept = indexer.index_place().map(|place| AnswerCache::of(place, now));
    let asked = AskedOf::of(inquiry, SCOPE, models);
    let recalled = kept.as_ref().map(|answers| answers.recall(&asked, &indexer.library()));
    if let Some(Recalled::Same(research)) = recalled {
        return Ok(Research { typed: inquiry.typed(), ..*research });
    }
    let similar = match recalled {
        Some(Recalled::Similar(question)) => Some(question),
        _ => None,
    };
    let mut research = asking(indexer, (request, inquiry), (models, similar.as_deref()), send_results, send)?;
    if let Some(Err(error)) = kept.map(|answers| answers.keep(&asked, &research)) {
        research.notes.push(format!("the answer is not kept: {error}"));
    }
    research.asked_before = similar;
    Ok(research)
}

/// Asks models; steps and sentences are shown as they come, and a question like it that has an answer.
fn asking(
    indexer: &Indexer,
    (request, inquiry): (&QueryRequest, &Inquiry<'_>),
    (models, similar): (&Models, Option<&str>),
    send_results: &(dyn Fn(Result<Results, Vec<Diagnostic>>, bool) + Sync),
    send: &(dyn Fn(Msg) + Sync),
) -> Result<Research, Unanswered> {
    let writer = &models.writer;
    let asked = format!("asking {} at {}", writer.name(), writer.address());
    let so_far: Mutex<SoFar> = Mutex::default();
    // What was shown while it was typed: a model takes its time.
    let words = Question::on_screen(&inquiry.read(), Reading::Words, true, request.limit);
    let rows = engine::answer(indexer, &words, &request.ticket, &|_| {})?.results;
    let show = |add: &dyn Fn(&mut SoFar)| {
        let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        add(&mut so_far);
        let (steps, claims) = &*so_far;
        let mut results = agent::growing(&request.text, &rows, steps, claims, &asked);
        results.suggestions.extend(similar.map(|question| format!("? {question}")));
        send_results(Ok(results), true);
    };
    show(&|_| {});
    agent::research_with(indexer, inquiry, &request.ticket, &|event| match event {
        agent::ResearchEvent::Step(taken) => show(&|(steps, _)| steps.push(taken.clone())),
        agent::ResearchEvent::Claim(claim) => show(&|(_, claims)| claims.push(claim.clone())),
        event => tell(event, send),
    })
}

fn tell(event: agent::ResearchEvent, send: &(dyn Fn(Msg) + Sync)) {
    if let agent::ResearchEvent::Engine(Event::Indexed(progress)) = event {
        send(Msg::IndexProgressed(Some(index_progress(progress))));
    }
}
