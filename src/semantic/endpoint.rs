//! An OpenAI-compatible embeddings endpoint: texts go there, vectors come back and are checked.

use super::http::{Client, EndpointProblem, Key, Service};
use serde::Deserialize;
use std::sync::OnceLock;
use std::time::Duration;

/// What is behind the address.
const EMBEDDINGS: Service = Service { path: "embeddings", settings: "search.endpoint" };

/// An answer with longer vectors is none.
const MOST_DIMENSIONS: usize = 16_384;

/// Where an endpoint is, and how it is asked.
#[derive(Clone, Debug)]
pub struct EndpointOptions {
    /// Its address: with or without `/v1`, with or without `/embeddings`.
    pub url: String,
    /// The model that it is to use, by its name there.
    pub model: String,
    /// What it wants to see before it answers.
    pub key: Option<Key>,
    /// Texts in one request, at most.
    pub batch: usize,
    /// How long a connection may take.
    pub connect_timeout: Duration,
    /// How long a whole answer may take.
    pub timeout: Duration,
    /// How long a whole answer may take where somebody waits for it.
    pub question_timeout: Duration,
    /// How long it is left alone after a failure.
    pub pause: Duration,
}

impl EndpointOptions {
    /// An endpoint with the usual patience.
    pub fn at(url: impl Into<String>, model: impl Into<String>) -> EndpointOptions {
        EndpointOptions {
            url: url.into(),
            model: model.into(),
            key: None,
            batch: 32,
            connect_timeout: Duration::from_secs(5),
            timeout: Duration::from_secs(60),
            question_timeout: Duration::from_secs(2),
            pause: Duration::from_secs(1),
        }
    }
}

/// An endpoint. Nothing is sent before [`Endpoint::embed`].
#[derive(Debug)]
pub struct Endpoint {
    options: EndpointOptions,
    client: Client,
    /// How many numbers its vectors have, as its first answer says.
    dimensions: OnceLock<usize>,
}

/// A vector of length one; `None` where a text has none.
pub type Embedded = Option<Vec<f32>>;

#[derive(Deserialize)]
struct Answer {
    data: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    embedding: Vec<f32>,
    index: Option<usize>,
}

impl Endpoint {
    /// The endpoint that `options` say; what is wrong with them is final.
    pub fn new(options: EndpointOptions) -> Result<Endpoint, EndpointProblem> {
        let client = Client::new(EMBEDDINGS, &options.url, options.key.clone(), options.connect_timeout)?;
        if options.model.trim().is_empty() {
            return Err(EndpointProblem::last("search.endpoint.model is empty; name the model to use there"));
        }
        Ok(Endpoint { options, client, dimensions: OnceLock::new() })
    }

    /// Where requests go, as it is shown: what follows a `?` may be a secret.
    pub fn address(&self) -> &str {
        self.client.address()
    }

    /// Whether it is on this machine.
    pub fn is_here(&self) -> bool {
        self.client.is_here()
    }

    /// How it is asked.
    pub fn options(&self) -> &EndpointOptions {
        &self.options
    }

    /// What tells its vectors from those of other models and other places.
    pub fn id(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(format!("{}\n{}", self.client.whole_address(), self.options.model).as_bytes())
    }

    /// Whether it has ever answered.
    pub fn has_answered(&self) -> bool {
        self.dimensions.get().is_some()
    }

    /// The vectors of `texts`, in their order.
    pub fn embed(&self, texts: &[&str], timeout: Duration) -> Result<Vec<Embedded>, EndpointProblem> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let body = serde_json::json!({ "model": self.options.model, "input": texts });
        let bytes = self.client.ask(&body, timeout)?;
        let nonsense = |what: String| EndpointProblem::new(format!("{} answers {what}", self.address()));
        let answer: Answer = serde_json::from_slice(&bytes)
            .map_err(|error| nonsense(format!("what is no list of embeddings ({error}); is it the right address?")))?;
        let vectors = ordered(answer.data, texts.len()).map_err(nonsense)?;
        let expected = self.dimensions.get().copied().unwrap_or_else(|| vectors[0].len());
        if expected == 0 || expected > MOST_DIMENSIONS {
            return Err(nonsense(format!("vectors of {expected} numbers")));
        }
        if let Some(other) = vectors.iter().map(Vec::len).find(|length| *length != expected) {
            return Err(nonsense(format!("vectors of {other} numbers among those of {expected}")));
        }
        let vectors: Option<Vec<Embedded>> = vectors.into_iter().map(normalised).collect();
        let vectors = vectors.ok_or_else(|| nonsense("numbers that are not finite".to_owned()))?;
        // Another thread may have been first, and with another answer.
        match *self.dimensions.get_or_init(|| expected) {
            same if same == expected => Ok(vectors),
            other => Err(nonsense(format!("vectors of {expected} numbers among those of {other}"))),
        }
    }
}

/// The vectors in the order of the texts, by the index that each says; in the order they come in if none does.
fn ordered(rows: Vec<Row>, wanted: usize) -> Result<Vec<Vec<f32>>, String> {
    if rows.len() != wanted {
        return Err(format!("{} vectors for {wanted} texts", rows.len()));
    }
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; wanted];
    for (at, row) in rows.into_iter().enumerate() {
        let at = row.index.unwrap_or(at);
        match vectors.get_mut(at) {
            Some(place @ None) => *place = Some(row.embedding),
            _ => return Err(format!("two vectors for one text, or one for none (index {at})")),
        }
    }
    Ok(vectors.into_iter().flatten().collect())
}

/// The vector at length one; nothing of it is left if it has none. `None` if a number is not finite.
fn normalised(mut vector: Vec<f32>) -> Option<Embedded> {
    if vector.iter().any(|number| !number.is_finite()) {
        return None;
    }
    let norm = vector.iter().map(|&number| f64::from(number) * f64::from(number)).sum::<f64>().sqrt();
    if norm <= f64::from(f32::MIN_POSITIVE) {
        return Some(None);
    }
    vector.iter_mut().for_each(|number| *number = (f64::from(*number) / norm) as f32);
    Some(Some(vector))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_have_length_one_or_none() {
        assert_eq!(normalised(vec![3.0, 4.0]), Some(Some(vec![0.6, 0.8])));
        assert_eq!(normalised(vec![0.0, 0.0]), Some(None));
        assert_eq!(normalised(vec![1.0, f32::INFINITY]), None);
        assert_eq!(normalised(vec![f32::NAN]), None);
        assert_eq!(normalised(vec![f32::MAX, 0.0]), Some(Some(vec![1.0, 0.0])));
    }
}
