//! Where vectors come from: the built-in model, or an endpoint for as long as it answers.

use super::aside::aside;
use super::endpoint::{Embedded, Endpoint, EndpointOptions};
use super::http::EndpointProblem;
use super::model::Model;
use super::patience::Patience;
use super::quantised::Quantised;
use crate::stdx::{Stale, Ticket};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Questions whose vectors are remembered.
const REMEMBERED: usize = 32;

/// Bytes of a question that are asked.
const QUESTION_BYTES: usize = 8 << 10;

/// A text's vector, and the model that made it: vectors of different models cannot be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding {
    /// The model.
    pub model: u64,
    /// The vector.
    pub vector: Quantised,
}

/// Where vectors come from.
#[derive(Debug)]
pub struct Embeddings {
    endpoint: Option<Endpoint>,
    state: Mutex<State>,
    /// Requests for texts that are being answered.
    busy: AtomicUsize,
}

#[derive(Debug, Default)]
struct State {
    patience: Patience,
    questions: VecDeque<(String, Option<Arc<Embedding>>)>,
}

impl Embeddings {
    /// The built-in model; nothing is ever sent anywhere.
    pub fn built_in() -> Embeddings {
        Embeddings { endpoint: None, state: Mutex::default(), busy: AtomicUsize::new(0) }
    }

    /// An endpoint. If that is no endpoint, the built-in model is used, and a notice says why.
    pub fn at(options: EndpointOptions) -> Embeddings {
        match Endpoint::new(options) {
            Ok(endpoint) => Embeddings { endpoint: Some(endpoint), ..Embeddings::built_in() },
            Err(problem) => {
                let embeddings = Embeddings::built_in();
                embeddings.give_up(&problem.to_string());
                embeddings
            }
        }
    }

    /// Asks the endpoint no more, for this reason.
    pub fn give_up(&self, reason: &str) {
        self.state().patience.end(notice(reason));
    }

    /// The endpoint, unless there is none or it has been given up.
    pub fn endpoint(&self) -> Option<&Endpoint> {
        self.endpoint.as_ref().filter(|_| !self.state().patience.is_over())
    }

    /// The endpoint that is configured, whether it answers or not.
    pub fn configured(&self) -> Option<&Endpoint> {
        self.endpoint.as_ref()
    }

    /// The model that makes vectors now.
    pub fn model(&self) -> u64 {
        self.endpoint().map_or_else(|| Model::built_in().id(), Endpoint::id)
    }

    /// How long the endpoint is to be left alone after a failure.
    pub fn pause(&self) -> Duration {
        self.state().patience.pause()
    }

    /// What was to be told since this was asked last.
    pub fn take_notices(&self) -> Vec<String> {
        self.state().patience.take_notices()
    }

    /// The vectors of texts by the endpoint. Failures are counted; after the third in a row there is no endpoint.
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Embedded>, EndpointProblem> {
        let Some(endpoint) = self.endpoint() else { return Err(none()) };
        self.busy.fetch_add(1, Ordering::AcqRel);
        let outcome = endpoint.embed(texts, endpoint.options().timeout);
        self.busy.fetch_sub(1, Ordering::AcqRel);
        self.note(endpoint, &outcome);
        outcome
    }

    /// The question's vector if it has been asked lately; inside it is `None` if the endpoint has none.
    pub fn remembered(&self, question: &str) -> Option<Option<Arc<Embedding>>> {
        let state = self.state();
        state.questions.iter().find(|(asked, _)| asked == question).map(|(_, embedding)| embedding.clone())
    }

    /// The question's vector by the endpoint, on another thread: who has stopped waiting is not held up.
    pub fn question(
        self: &Arc<Embeddings>,
        question: &str,
        ticket: &Ticket,
    ) -> Result<Result<Option<Arc<Embedding>>, EndpointProblem>, Stale> {
        if let Some(embedding) = self.remembered(question) {
            return Ok(Ok(embedding));
        }
        let (embeddings, text) = (Arc::clone(self), question.to_owned());
        aside("question", ticket, move || embeddings.ask(&text))
    }

    fn ask(&self, question: &str) -> Result<Option<Arc<Embedding>>, EndpointProblem> {
        let Some(endpoint) = self.endpoint() else { return Err(none()) };
        let text = &question[..question.floor_char_boundary(QUESTION_BYTES)];
        let outcome = endpoint.embed(&[text], endpoint.options().question_timeout);
        // An endpoint that is busy with texts is slow, not dead.
        let is_busy = self.busy.load(Ordering::Acquire) > 0;
        if !(is_busy && outcome.as_ref().is_err_and(|problem| problem.is_timeout)) {
            self.note(endpoint, &outcome);
        }
        let vector = outcome?.into_iter().next().flatten();
        let embedding =
            vector.map(|vector| Arc::new(Embedding { model: endpoint.id(), vector: Quantised::of(&vector) }));
        let mut state = self.state();
        state.questions.retain(|(asked, _)| asked != question);
        state.questions.push_back((question.to_owned(), embedding.clone()));
        if state.questions.len() > REMEMBERED {
            state.questions.pop_front();
        }
        Ok(embedding)
    }

    fn note(&self, endpoint: &Endpoint, outcome: &Result<Vec<Embedded>, EndpointProblem>) {
        let patience = &mut self.state().patience;
        match outcome {
            Ok(_) => patience.answered(),
            Err(problem) => {
                patience.failed(problem, endpoint.options().pause, |problem| notice(&problem.to_string()));
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is told when there is no endpoint any more.
fn notice(reason: &str) -> String {
    format!("embeddings: {reason}; the built-in model is used")
}

fn none() -> EndpointProblem {
    EndpointProblem::last("there is no embeddings endpoint any more")
}
