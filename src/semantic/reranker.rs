//! An endpoint that a user has configured and that reads question and text together: it puts texts in order.
//!
//! What is asked and answered is the `/rerank` that Jina, Cohere, vLLM, llama.cpp and others share: `query`, `documents`,
//! and a list of `index` and `relevance_score` (or `score`).

use super::aside::aside;
use super::http::{Client, EndpointProblem, Key, Service};
use super::patience::Patience;
use crate::stdx::{Stale, Ticket};
use serde::Deserialize;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What is behind the address.
const RERANK: Service = Service { path: "rerank", settings: "search.rerank" };

/// Answers that are remembered.
const REMEMBERED: usize = 32;

/// Where a reranker is, and how it is asked.
#[derive(Clone, Debug)]
pub struct RerankerOptions {
    /// Its address: with or without `/v1`, with or without `/rerank`.
    pub url: String,
    /// The model that it is to use, by its name there; it may have only one.
    pub model: String,
    /// What it wants to see before it answers.
    pub key: Option<Key>,
    /// How many of the best hits it puts in order.
    pub top: usize,
    /// How long a connection may take.
    pub connect_timeout: Duration,
    /// How long a whole answer may take.
    pub timeout: Duration,
    /// How long it is left alone after a failure.
    pub pause: Duration,
}

impl RerankerOptions {
    /// A reranker with the usual patience.
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

/// How relevant each text is, in their order; `None` for those that the answer leaves out.
pub type Relevance = Vec<Option<f32>>;

/// Somebody who puts texts in order, for as long as that works.
#[derive(Debug)]
pub struct Reranker {
    options: RerankerOptions,
    client: Client,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    patience: Patience,
    answers: VecDeque<(u64, Arc<Relevance>)>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answer {
    Results { results: Vec<Row> },
    Data { data: Vec<Row> },
    Rows(Vec<Row>),
}

#[derive(Deserialize)]
struct Row {
    index: usize,
    #[serde(alias = "score")]
    relevance_score: f32,
}

impl Reranker {
    /// The reranker that `options` say; what is wrong with them is final. Nothing is sent by this.
    pub fn new(options: RerankerOptions) -> Result<Reranker, EndpointProblem> {
        let client = Client::new(RERANK, &options.url, options.key.clone(), options.connect_timeout)?;
        Ok(Reranker { options, client, state: Mutex::default() })
    }

    /// How it is asked.
    pub fn options(&self) -> &RerankerOptions {
        &self.options
    }

    /// Where requests go, as it is shown.
    pub fn address(&self) -> &str {
        self.client.address()
    }

    /// Asks it no more, for this reason.
    pub fn give_up(&self, reason: &str) {
        self.state().patience.end(notice(reason));
    }

    /// Whether it is asked at all.
    pub fn is_asked(&self) -> bool {
        !self.state().patience.is_over()
    }

    /// What was to be told since this was asked last.
    pub fn take_notices(&self) -> Vec<String> {
        self.state().patience.take_notices()
    }

    /// What it has said lately of these texts.
    pub fn remembered(&self, question: &str, texts: &[String]) -> Option<Arc<Relevance>> {
        let wanted = id(question, texts);
        self.state().answers.iter().find(|(id, _)| *id == wanted).map(|(_, answer)| Arc::clone(answer))
    }

    /// How relevant each of `texts` is to `question`, asked on another thread: who has stopped waiting is not held up.
    pub fn relevance(
        self: &Arc<Reranker>,
        question: &str,
        texts: Vec<String>,
        ticket: &Ticket,
    ) -> Result<Result<Arc<Relevance>, EndpointProblem>, Stale> {
        if let Some(remembered) = self.remembered(question, &texts) {
            return Ok(Ok(remembered));
        }
        let (reranker, question) = (Arc::clone(self), question.to_owned());
        aside("rerank", ticket, move || reranker.ask(&question, &texts))
    }

    fn ask(&self, question: &str, texts: &[String]) -> Result<Arc<Relevance>, EndpointProblem> {
        let outcome = self.answer(question, texts);
        let mut state = self.state();
        match &outcome {
            Ok(_) => state.patience.answered(),
            Err(problem) => {
                state.patience.failed(problem, self.options.pause, |problem| notice(&problem.to_string()));
            }
        }
        let relevance = Arc::new(outcome?);
        state.answers.push_back((id(question, texts), Arc::clone(&relevance)));
        if state.answers.len() > REMEMBERED {
            state.answers.pop_front();
        }
        Ok(relevance)
    }

    fn answer(&self, question: &str, texts: &[String]) -> Result<Relevance, EndpointProblem> {
        let mut body = serde_json::json!({
            "query": question, "documents": texts, "top_n": texts.len(), "return_documents": false,
        });
        if !self.options.model.trim().is_empty() {
            body["model"] = self.options.model.as_str().into();
        }
        let bytes = self.client.ask(&body, self.options.timeout)?;
        let nonsense = |what: String| EndpointProblem::new(format!("{} answers {what}", self.address()));
        let answer: Answer = serde_json::from_slice(&bytes)
            .map_err(|_| nonsense("what is no list of relevance scores; is it the right address?".to_owned()))?;
        let (Answer::Results { results: rows } | Answer::Data { data: rows } | Answer::Rows(rows)) = answer;
        let mut relevance: Relevance = vec![None; texts.len()];
        for Row { index, relevance_score } in rows {
            match relevance.get_mut(index) {
                Some(place @ None) if relevance_score.is_finite() => *place = Some(relevance_score),
                _ => return Err(nonsense(format!("nonsense about text {index} of {}", texts.len()))),
            }
        }
        if relevance.iter().all(Option::is_none) {
            return Err(nonsense("about none of the texts".to_owned()));
        }
        Ok(relevance)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is told when nobody is asked any more.
fn notice(reason: &str) -> String {
    format!("rerank: {reason}; hits keep the order of docql")
}

fn id(question: &str, texts: &[String]) -> u64 {
    let mut all = String::from(question);
    for text in texts {
        all.push('\0');
        all.push_str(text);
    }
    xxhash_rust::xxh3::xxh3_64(all.as_bytes())
}
