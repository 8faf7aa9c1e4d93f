//! Who puts texts in order, reading each together with the question: an endpoint that a user has configured, or a language
//! model.
//!
//! What an endpoint is asked and answers is the `/rerank` that Jina, Cohere, vLLM, llama.cpp and others share: `query`,
//! `documents`, and a list of `index` and `relevance_score` (or `score`).

use super::health::{GivenUp, Health};
use super::problem::{EndpointProblem, Unusable};
use super::{kept_orders, model_order};
use crate::llm::secrets::{is_key_file, redact};
use crate::llm::{LanguageModel, ModelProblem, Prompt, Stop, Usage};
use crate::net::{ApiKey, Client, RequestLimits, Service};
use crate::stdx::{Stale, Ticket};
use serde::Deserialize;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// Answers that are remembered.
const REMEMBERED: usize = 32;

/// Bytes of a text that an endpoint is sent.
const TEXT_BYTES: usize = 1500;

/// The same for a language model: it reads all of them at once, and is paid by the token.
const MODEL_TEXT_BYTES: usize = 600;

/// Address and limits of a reranker.
#[derive(Clone, Debug)]
pub struct RerankerOptions {
    /// The URL: with or without `/v1`, with or without `/rerank`.
    pub url: String,
    /// The name that the endpoint has for the model to use; empty where it has only one.
    pub model: String,
    /// The key, if the endpoint asks for one.
    pub key: Option<ApiKey>,
    /// Hits that it puts in order, at most.
    pub top: usize,
    /// Time for a connection.
    pub connect_timeout: Duration,
    /// Time for a whole answer.
    pub timeout: Duration,
    /// Time for which it is left alone after a failure.
    pub pause: Duration,
}

impl RerankerOptions {
    /// A reranker with the usual limits.
    pub fn at(url: impl Into<String>, model: impl Into<String>) -> RerankerOptions {
        RerankerOptions {
            url: url.into(),
            model: model.into(),
            key: None,
            top: 20,
            connect_timeout: Duration::from_secs(5),
            timeout: Duration::from_secs(5),
            pause: Duration::from_secs(1),
        }
    }
}

/// A language model that puts texts in order.
pub struct OrdererOptions {
    /// The model without its key: who it is, and where.
    pub shown: LanguageModel,
    /// Finds it with its key; called when it is first asked.
    pub find: Box<dyn Fn() -> Result<LanguageModel, ModelProblem> + Send + Sync>,
    /// Hits that it puts in order, at most.
    pub top: usize,
    /// Time for which it is left alone after a failure.
    pub pause: Duration,
}

impl std::fmt::Debug for OrdererOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OrdererOptions").field("shown", &self.shown).field("top", &self.top).finish_non_exhaustive()
    }
}

/// An order, and what it has cost just now.
#[derive(Clone, Debug)]
pub struct Ordered {
    /// The relevance of each text.
    pub relevance: Arc<Relevance>,
    /// What a language model has been paid for it; `None` if none was asked.
    pub spent: Option<Spent>,
}

/// What a language model was asked, and what it has cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    /// Its name.
    pub model: String,
    /// Where it is.
    pub address: String,
    /// Tokens.
    pub usage: Usage,
}

/// A request that is shown instead of sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsent {
    /// The model.
    pub model: String,
    /// Where it would go.
    pub address: String,
    /// What would be sent.
    pub body: Value,
    /// The prompt that the body is made of.
    pub prompt: Prompt,
}

/// The relevance of each text, in their order; `None` for those that the answer leaves out.
pub type Relevance = Vec<Option<f32>>;

/// Who puts hits in order, for as long as it answers.
#[derive(Debug)]
pub struct Reranker {
    by: By,
    state: Mutex<State>,
}

/// Who is asked.
#[derive(Debug)]
enum By {
    /// A cross-encoder behind an endpoint.
    Endpoint(Box<(RerankerOptions, Client)>),
    /// A language model, found when it is first asked.
    Model(Box<(OrdererOptions, OnceLock<Result<LanguageModel, ModelProblem>>)>),
}

#[derive(Debug)]
struct State {
    health: Health,
    answers: VecDeque<(u64, Arc<Relevance>)>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RerankAnswer {
    Results { results: Vec<RankedRow> },
    Data { data: Vec<RankedRow> },
    Rows(Vec<RankedRow>),
}

#[derive(Deserialize)]
struct RankedRow {
    index: usize,
    #[serde(alias = "score")]
    relevance_score: f32,
}

impl Reranker {
    /// The reranker that `options` describe. Nothing is sent by this.
    ///
    /// # Errors
    /// If the URL leads nowhere.
    pub fn new(options: RerankerOptions) -> Result<Reranker, EndpointProblem> {
        let service = Service::openai("search.rerank", "rerank");
        let client = Client::new(service, &options.url, options.key.clone(), options.connect_timeout)?;
        Ok(Reranker::by(By::Endpoint(Box::new((options, client)))))
    }

    /// A language model as the reranker. Nothing is sent by this.
    pub fn by_model(options: OrdererOptions) -> Reranker {
        Reranker::by(By::Model(Box::new((options, OnceLock::new()))))
    }

    fn by(by: By) -> Reranker {
        let state = State { health: Health::new("rerank", "hits keep the order of docql"), answers: VecDeque::new() };
        Reranker { by, state: Mutex::new(state) }
    }

    /// Hits that it puts in order, at most.
    pub fn top(&self) -> usize {
        match &self.by {
            By::Endpoint(endpoint) => endpoint.0.top,
            By::Model(model) => model.0.top,
        }
    }

    /// The address of requests, as it is shown.
    pub fn address(&self) -> &str {
        match &self.by {
            By::Endpoint(endpoint) => endpoint.1.address(),
            By::Model(model) => model.0.shown.address(),
        }
    }

    /// The name of the language model, if it is one: it is paid by the token, and never sent what looks like keys.
    pub fn model(&self) -> Option<&str> {
        if let By::Model(model) = &self.by { Some(model.0.shown.name()) } else { None }
    }

    /// Bytes of a text that are sent.
    pub fn text_bytes(&self) -> usize {
        if self.model().is_some() { MODEL_TEXT_BYTES } else { TEXT_BYTES }
    }

    /// True if texts of the file at `path` may be sent.
    pub fn takes(&self, path: &str) -> bool {
        self.model().is_none() || !is_key_file(path)
    }

    /// A text as it may be sent.
    pub fn cleaned<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.model().is_some() { Cow::Owned(redact(text).text) } else { Cow::Borrowed(text) }
    }

    /// Asks it no more, for this reason.
    pub fn give_up(&self, problem: EndpointProblem) {
        self.state().health.give_up(problem);
    }

    /// True if the settings name something that orders hits anew.
    pub fn is_asked(&self) -> bool {
        self.state().health.is_asked()
    }

    /// The notice that it has been given up, once.
    pub fn take_notice(&self) -> Option<GivenUp> {
        self.state().health.take_notice()
    }

    /// Its last answer about these texts, while it is remembered. What a language model was paid for is kept in `place`,
    /// if there is one.
    pub fn remembered(&self, question: &str, texts: &[String], place: Option<&Path>) -> Option<Arc<Relevance>> {
        let wanted = self.id(question, texts);
        let remembered =
            self.state().answers.iter().find(|(id, _)| *id == wanted).map(|(_, answer)| Arc::clone(answer));
        if remembered.is_some() || self.model().is_none() {
            return remembered;
        }
        let kept = Arc::new(kept_orders::recall(place?, wanted, texts.len())?);
        self.remember(wanted, &kept);
        Some(kept)
    }

    /// What a language model would be sent; `None` if it is none that is asked.
    pub fn unsent(&self, question: &str, texts: &[String]) -> Option<Unsent> {
        let By::Model(model) = &self.by else { return None };
        let (shown, prompt) = (&model.0.shown, model_order::prompt(question, texts));
        let (address, body) = (shown.address().to_owned(), shown.body(&prompt));
        Some(Unsent { model: shown.name().to_owned(), address, body, prompt })
    }

    /// The relevance of each of `texts` to `question`; it is asked unless its answer is remembered.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`EndpointProblem`] if there is no answer, or one that is of no use.
    pub fn relevance(
        &self,
        question: &str,
        texts: &[String],
        place: Option<&Path>,
        ticket: &Ticket,
    ) -> Result<Result<Ordered, EndpointProblem>, Stale> {
        if let Some(relevance) = self.remembered(question, texts, place) {
            return Ok(Ok(Ordered { relevance, spent: None }));
        }
        let (outcome, pause) = match &self.by {
            By::Endpoint(endpoint) => (scored(endpoint, question, texts, ticket)?, endpoint.0.pause),
            By::Model(model) => (ordered(model, question, texts, ticket)?, model.0.pause),
        };
        self.state().health.note(&outcome, pause);
        Ok(outcome.map(|(relevance, spent)| {
            let (relevance, id) = (Arc::new(relevance), self.id(question, texts));
            self.remember(id, &relevance);
            if let Some(place) = place.filter(|_| self.model().is_some()) {
                kept_orders::keep(place, id, &relevance);
            }
            Ordered { relevance, spent }
        }))
    }

    fn remember(&self, id: u64, relevance: &Arc<Relevance>) {
        let mut state = self.state();
        state.answers.push_back((id, Arc::clone(relevance)));
        if state.answers.len() > REMEMBERED {
            state.answers.pop_front();
        }
    }

    /// Identifies a question, the texts, and who is asked.
    fn id(&self, question: &str, texts: &[String]) -> u64 {
        let mut all = format!("{}\0{}\0{question}", self.address(), self.model().unwrap_or_default());
        for text in texts {
            all.push('\0');
            all.push_str(text);
        }
        xxhash_rust::xxh3::xxh3_64(all.as_bytes())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The relevance, and what it has cost.
type Answered = Result<(Relevance, Option<Spent>), EndpointProblem>;

/// Asks an endpoint.
fn scored(
    (options, client): &(RerankerOptions, Client),
    question: &str,
    texts: &[String],
    ticket: &Ticket,
) -> Result<Answered, Stale> {
    let mut body = serde_json::json!({
        "query": question, "documents": texts, "top_n": texts.len(), "return_documents": false,
    });
    if !options.model.trim().is_empty() {
        body["model"] = options.model.as_str().into();
    }
    let answer = match client.post(&body, &RequestLimits::within(options.timeout), ticket)? {
        Ok(answer) => answer,
        Err(error) => return Ok(Err(error.into())),
    };
    let unusable = |what| EndpointProblem::Unusable { address: client.address().to_owned(), what };
    Ok(scores(&answer, texts.len()).map(|relevance| (relevance, None)).map_err(unusable))
}

/// Asks a language model.
fn ordered(
    (options, found): &(OrdererOptions, OnceLock<Result<LanguageModel, ModelProblem>>),
    question: &str,
    texts: &[String],
    ticket: &Ticket,
) -> Result<Answered, Stale> {
    let model = match found.get_or_init(&options.find) {
        Ok(model) => model,
        Err(problem) => return Ok(Err(problem.clone().into())),
    };
    let reply = match model.ask(&model_order::prompt(question, texts), ticket, &mut |_| {})? {
        Ok(reply) => reply,
        Err(problem) => return Ok(Err(problem.into())),
    };
    let relevance = match reply.stop {
        Stop::Done | Stop::Calls => model_order::relevance(&reply.text, texts.len()),
        Stop::Length | Stop::Refused(_) | Stop::BrokenOff(_) => Err(Unusable::BrokenOrder),
    };
    let (name, address) = (model.name().to_owned(), model.address().to_owned());
    Ok(match relevance {
        Ok(relevance) => Ok((relevance, Some(Spent { model: name, address, usage: reply.usage }))),
        Err(what) => Err(EndpointProblem::Unusable { address, what }),
    })
}

/// The relevance of each text by an answer.
fn scores(answer: &[u8], texts: usize) -> Result<Relevance, Unusable> {
    let answer: RerankAnswer = serde_json::from_slice(answer).map_err(|_| Unusable::NoScores)?;
    let (RerankAnswer::Results { results: rows } | RerankAnswer::Data { data: rows } | RerankAnswer::Rows(rows)) =
        answer;
    let mut relevance: Relevance = vec![None; texts];
    for RankedRow { index, relevance_score } in rows {
        match relevance.get_mut(index) {
            Some(slot @ None) if relevance_score.is_finite() => *slot = Some(relevance_score),
            _ => return Err(Unusable::WrongScore { index, texts }),
        }
    }
    if relevance.iter().all(Option::is_none) {
        return Err(Unusable::NothingScored);
    }
    Ok(relevance)
}
