//! Sources of vectors: the built-in model, or an endpoint for as long as it answers.

use super::endpoint::{Embedded, Endpoint, EndpointOptions};
use super::health::{GivenUp, Health};
use super::model::{IS_BUILT, Model};
use super::problem::EndpointProblem;
use super::quantised::Quantised;
use crate::stdx::{Stale, Ticket};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Questions whose vectors are remembered.
const REMEMBERED: usize = 32;

/// Bytes of a question that are sent.
const QUESTION_BYTES: usize = 8 << 10;

/// What happens where the endpoint gives no vectors.
const FALLBACK: &str = if IS_BUILT { "the built-in model is used" } else { "words alone are searched" };

/// A text's vector, and the model that made it: vectors of different models cannot be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding {
    /// The model.
    pub model: u64,
    /// The vector.
    pub vector: Quantised,
}

/// The source of vectors.
#[derive(Debug)]
pub struct Embeddings {
    endpoint: Option<Endpoint>,
    state: Mutex<State>,
    /// Requests for texts that are being answered.
    busy: AtomicUsize,
}

#[derive(Debug)]
struct State {
    health: Health,
    questions: VecDeque<(String, Option<Arc<Embedding>>)>,
}

impl Embeddings {
    /// The built-in model; nothing is ever sent anywhere.
    pub fn built_in() -> Embeddings {
        let state = State { health: Health::new("embeddings", FALLBACK), questions: VecDeque::new() };
        Embeddings { endpoint: None, state: Mutex::new(state), busy: AtomicUsize::new(0) }
    }

    /// An endpoint. If the options describe none, the built-in model is used, and a notice says why.
    pub fn at(options: EndpointOptions) -> Embeddings {
        match Endpoint::new(options) {
            Ok(endpoint) => Embeddings { endpoint: Some(endpoint), ..Embeddings::built_in() },
            Err(problem) => {
                let embeddings = Embeddings::built_in();
                embeddings.give_up(problem);
                embeddings
            }
        }
    }

    /// Asks the endpoint no more, for this reason.
    pub fn give_up(&self, problem: EndpointProblem) {
        self.state().health.give_up(problem);
    }

    /// The endpoint, unless there is none or it has been given up.
    pub fn endpoint(&self) -> Option<&Endpoint> {
        self.endpoint.as_ref().filter(|_| self.state().health.is_asked())
    }

    /// The endpoint that is configured, whether it answers or not.
    pub fn configured(&self) -> Option<&Endpoint> {
        self.endpoint.as_ref()
    }

    /// The model that makes vectors now.
    pub fn model(&self) -> u64 {
        self.endpoint().map_or_else(|| Model::built_in().id(), Endpoint::id)
    }

    /// The time for which the endpoint is still to be left alone after a failure.
    pub fn pause(&self) -> Duration {
        self.state().health.pause()
    }

    /// The notice that the endpoint has been given up, once.
    pub fn take_notice(&self) -> Option<GivenUp> {
        self.state().health.take_notice()
    }

    /// The vectors of texts by the endpoint. Failures are counted; after the third in a row there is no endpoint.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`EndpointProblem`] if the endpoint gives no vectors.
    pub fn embed(&self, texts: &[&str], ticket: &Ticket) -> Result<Result<Vec<Embedded>, EndpointProblem>, Stale> {
        let Some(endpoint) = self.endpoint() else { return Ok(Err(EndpointProblem::GivenUp)) };
        self.busy.fetch_add(1, Ordering::AcqRel);
        let outcome = endpoint.embed(texts, endpoint.options().timeout, ticket);
        self.busy.fetch_sub(1, Ordering::AcqRel);
        let outcome = outcome?;
        self.state().health.note(&outcome, endpoint.options().pause);
        Ok(outcome)
    }

    /// The question's vector if it has been asked lately; inside it is `None` if the endpoint has none.
    pub fn remembered(&self, question: &str) -> Option<Option<Arc<Embedding>>> {
        let state = self.state();
        state.questions.iter().find(|(asked, _)| asked == question).map(|(_, embedding)| embedding.clone())
    }

    /// The question's vector by the endpoint, which is asked unless it is remembered.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`EndpointProblem`] if the endpoint gives no vector.
    pub fn question(
        &self,
        question: &str,
        ticket: &Ticket,
    ) -> Result<Result<Option<Arc<Embedding>>, EndpointProblem>, Stale> {
        if let Some(embedding) = self.remembered(question) {
            return Ok(Ok(embedding));
        }
        let Some(endpoint) = self.endpoint() else { return Ok(Err(EndpointProblem::GivenUp)) };
        let text = &question[..question.floor_char_boundary(QUESTION_BYTES)];
        let outcome = endpoint.embed(&[text], endpoint.options().question_timeout, ticket)?;
        // An endpoint that is busy with texts is slow, not dead.
        let is_busy = self.busy.load(Ordering::Acquire) > 0;
        if !(is_busy && outcome.as_ref().is_err_and(EndpointProblem::is_timeout)) {
            self.state().health.note(&outcome, endpoint.options().pause);
        }
        Ok(outcome.map(|vectors| self.remember(question, endpoint, vectors.into_iter().next().flatten())))
    }

    fn remember(&self, question: &str, endpoint: &Endpoint, vector: Embedded) -> Option<Arc<Embedding>> {
        let embedding =
            vector.map(|vector| Arc::new(Embedding { model: endpoint.id(), vector: Quantised::of(&vector) }));
        let mut state = self.state();
        state.questions.retain(|(asked, _)| asked != question);
        state.questions.push_back((question.to_owned(), embedding.clone()));
        if state.questions.len() > REMEMBERED {
            state.questions.pop_front();
        }
        embedding
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
