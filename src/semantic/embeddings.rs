//! Sources of vectors: the built-in model, or an endpoint for as long as it answers; for pictures an endpoint or nothing.

use super::endpoint::{Embedded, Endpoint, EndpointOptions};
use super::health::{GivenUp, Health};
use super::input::Input;
use super::model::{EmbeddingModel, IS_BUILT};
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

/// What happens where there are no vectors of pictures.
const WITHOUT_PICTURES: &str = "pictures are found by their words";

/// The vector of a text or a picture, and the model that made it: vectors of different models cannot be compared.
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
    /// Requests for texts and pictures of files that are being answered.
    busy: AtomicUsize,
}

#[derive(Debug)]
struct State {
    health: Health,
    questions: VecDeque<(Asked, Option<Arc<Embedding>>)>,
}

/// A question that is remembered.
#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Text(String),
    /// The hash of a picture.
    Picture(u64),
}

impl From<Input<'_>> for Asked {
    fn from(input: Input<'_>) -> Asked {
        match input {
            Input::Text(text) => Asked::Text(text.to_owned()),
            Input::Picture(picture) => Asked::Picture(picture.hash()),
        }
    }
}

impl Embeddings {
    /// The built-in model; nothing is ever sent anywhere.
    pub fn built_in() -> Embeddings {
        Embeddings::without_endpoint("embeddings", FALLBACK)
    }

    /// An endpoint. If the options describe none, the built-in model is used, and a notice says why.
    pub fn at(options: EndpointOptions) -> Embeddings {
        Embeddings::built_in().with(options)
    }

    /// An endpoint for pictures, and for the words that are to find them. If the options describe none, there are no
    /// vectors, and a notice says why.
    pub fn of_pictures(options: EndpointOptions) -> Embeddings {
        Embeddings::without_endpoint("image embeddings", WITHOUT_PICTURES).with(options)
    }

    fn without_endpoint(role: &'static str, fallback: &'static str) -> Embeddings {
        let state = State { health: Health::new(role, fallback), questions: VecDeque::new() };
        Embeddings { endpoint: None, state: Mutex::new(state), busy: AtomicUsize::new(0) }
    }

    fn with(self, options: EndpointOptions) -> Embeddings {
        match Endpoint::new(options) {
            Ok(endpoint) => Embeddings { endpoint: Some(endpoint), ..self },
            Err(problem) => {
                self.give_up(problem);
                self
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

    /// The reason why the endpoint is asked no more, if it has been given up.
    pub fn given_up(&self) -> Option<EndpointProblem> {
        self.state().health.reason().cloned()
    }

    /// The endpoint that is configured, whether it answers or not.
    pub fn configured(&self) -> Option<&Endpoint> {
        self.endpoint.as_ref()
    }

    /// The model that makes vectors now.
    pub fn model(&self) -> u64 {
        self.endpoint().map_or_else(|| EmbeddingModel::built_in().id(), Endpoint::id)
    }

    /// The time for which the endpoint is still to be left alone after a failure.
    pub fn pause(&self) -> Duration {
        self.state().health.pause()
    }

    /// The notice that the endpoint has been given up, once.
    pub fn take_notice(&self) -> Option<GivenUp> {
        self.state().health.take_notice()
    }

    /// The vectors of texts or pictures by the endpoint. Failures are counted; after the third in a row there is no
    /// endpoint. Pictures that the endpoint refuses to take are left to who sends them.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`EndpointProblem`] if the endpoint gives no vectors.
    pub fn embed<'i, I: Copy + Into<Input<'i>>>(
        &self,
        inputs: &[I],
        ticket: &Ticket,
    ) -> Result<Result<Vec<Embedded>, EndpointProblem>, Stale> {
        let Some(endpoint) = self.endpoint() else { return Ok(Err(EndpointProblem::GivenUp)) };
        self.busy.fetch_add(1, Ordering::AcqRel);
        let outcome = endpoint.embed(inputs, endpoint.options().timeout, ticket);
        self.busy.fetch_sub(1, Ordering::AcqRel);
        let outcome = outcome?;
        let are_pictures = inputs.first().is_some_and(|&input| matches!(input.into(), Input::Picture(_)));
        // One picture that is damaged says nothing about the endpoint.
        if !(are_pictures && outcome.as_ref().is_err_and(EndpointProblem::is_about_input)) {
            self.state().health.note(&outcome, endpoint.options().pause);
        }
        Ok(outcome)
    }

    /// The question's vector if it has been asked lately; inside it is `None` if the endpoint has none.
    pub fn remembered<'q>(&self, question: impl Into<Input<'q>>) -> Option<Option<Arc<Embedding>>> {
        let (question, state) = (Asked::from(question.into()), self.state());
        state.questions.iter().find(|(asked, _)| *asked == question).map(|(_, embedding)| embedding.clone())
    }

    /// The question's vector by the endpoint, which is asked unless it is remembered.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`EndpointProblem`] if the endpoint gives no vector.
    pub fn question<'q>(
        &self,
        question: impl Into<Input<'q>>,
        ticket: &Ticket,
    ) -> Result<Result<Option<Arc<Embedding>>, EndpointProblem>, Stale> {
        let question = question.into();
        if let Some(embedding) = self.remembered(question) {
            return Ok(Ok(embedding));
        }
        let Some(endpoint) = self.endpoint() else { return Ok(Err(EndpointProblem::GivenUp)) };
        let options = endpoint.options();
        let outcome = match question {
            Input::Text(text) => {
                let text = &text[..text.floor_char_boundary(QUESTION_BYTES)];
                endpoint.embed(&[text], options.question_timeout, ticket)?
            }
            // Whoever asks with a picture waits for it.
            Input::Picture(picture) => endpoint.embed(&[picture], options.timeout, ticket)?,
        };
        // An endpoint that is busy with texts is slow, not dead.
        let is_busy = self.busy.load(Ordering::Acquire) > 0;
        if !(is_busy && outcome.as_ref().is_err_and(EndpointProblem::is_timeout)) {
            self.state().health.note(&outcome, options.pause);
        }
        Ok(outcome.map(|vectors| self.remember(question.into(), endpoint, vectors.into_iter().next().flatten())))
    }

    fn remember(&self, question: Asked, endpoint: &Endpoint, vector: Embedded) -> Option<Arc<Embedding>> {
        let embedding =
            vector.map(|vector| Arc::new(Embedding { model: endpoint.id(), vector: Quantised::of(&vector) }));
        let mut state = self.state();
        state.questions.retain(|(asked, _)| *asked != question);
        state.questions.push_back((question, embedding.clone()));
        if state.questions.len() > REMEMBERED {
            state.questions.pop_front();
        }
        embedding
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
