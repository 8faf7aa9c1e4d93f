//! An endpoint that a user has configured and that reads question and text together: it puts texts in order.
//!
//! What is asked and answered is the `/rerank` that Jina, Cohere, vLLM, llama.cpp and others share: `query`, `documents`,
//! and a list of `index` and `relevance_score` (or `score`).

use super::health::{GivenUp, Health};
use super::problem::{EndpointProblem, Unusable};
use crate::net::{ApiKey, Client, Limits, Service};
use crate::stdx::{Stale, Ticket};
use serde::Deserialize;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Answers that are remembered.
const REMEMBERED: usize = 32;

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

/// The relevance of each text, in their order; `None` for those that the answer leaves out.
pub type Relevance = Vec<Option<f32>>;

/// A cross-encoder behind an endpoint, for as long as it answers.
#[derive(Debug)]
pub struct Reranker {
    options: RerankerOptions,
    client: Client,
    state: Mutex<State>,
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
        let state = State { health: Health::new("rerank", "hits keep the order of docql"), answers: VecDeque::new() };
        Ok(Reranker { options, client, state: Mutex::new(state) })
    }

    /// Its address and limits.
    pub fn options(&self) -> &RerankerOptions {
        &self.options
    }

    /// The address of requests, as it is shown.
    pub fn address(&self) -> &str {
        self.client.address()
    }

    /// Asks it no more, for this reason.
    pub fn give_up(&self, problem: EndpointProblem) {
        self.state().health.give_up(problem);
    }

    /// True if it is asked at all.
    pub fn is_asked(&self) -> bool {
        self.state().health.is_asked()
    }

    /// The notice that it has been given up, once.
    pub fn take_notice(&self) -> Option<GivenUp> {
        self.state().health.take_notice()
    }

    /// Its last answer about these texts, while it is remembered.
    pub fn remembered(&self, question: &str, texts: &[String]) -> Option<Arc<Relevance>> {
        let wanted = id(question, texts);
        self.state().answers.iter().find(|(id, _)| *id == wanted).map(|(_, answer)| Arc::clone(answer))
    }

    /// The relevance of each of `texts` to `question`; it is asked unless its answer is remembered.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`EndpointProblem`] if there is no answer, or one that is of no use.
    pub fn relevance(
        &self,
        question: &str,
        texts: &[String],
        ticket: &Ticket,
    ) -> Result<Result<Arc<Relevance>, EndpointProblem>, Stale> {
        if let Some(remembered) = self.remembered(question, texts) {
            return Ok(Ok(remembered));
        }
        let outcome = self.ask(question, texts, ticket)?;
        let mut state = self.state();
        state.health.note(&outcome, self.options.pause);
        Ok(outcome.map(|relevance| {
            let relevance = Arc::new(relevance);
            state.answers.push_back((id(question, texts), Arc::clone(&relevance)));
            if state.answers.len() > REMEMBERED {
                state.answers.pop_front();
            }
            relevance
        }))
    }

    fn ask(
        &self,
        question: &str,
        texts: &[String],
        ticket: &Ticket,
    ) -> Result<Result<Relevance, EndpointProblem>, Stale> {
        let mut body = serde_json::json!({
            "query": question, "documents": texts, "top_n": texts.len(), "return_documents": false,
        });
        if !self.options.model.trim().is_empty() {
            body["model"] = self.options.model.as_str().into();
        }
        let answer = match self.client.post(&body, &Limits::within(self.options.timeout), ticket)? {
            Ok(answer) => answer,
            Err(error) => return Ok(Err(error.into())),
        };
        let unusable = |what| EndpointProblem::Unusable { address: self.address().to_owned(), what };
        Ok(scores(&answer, texts.len()).map_err(unusable))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
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

fn id(question: &str, texts: &[String]) -> u64 {
    let mut all = String::from(question);
    for text in texts {
        all.push('\0');
        all.push_str(text);
    }
    xxhash_rust::xxh3::xxh3_64(all.as_bytes())
}
