//! An embeddings endpoint: texts or pictures go there, vectors come back and are checked.

use super::input::Input;
use super::problem::{EndpointProblem, Unusable};
use crate::net::{ApiKey, Client, RequestLimits, Service};
use crate::stdx::{Stale, Ticket};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::OnceLock;
use std::time::Duration;

/// Numbers of a vector, at most.
const MAX_DIMENSIONS: usize = 16_384;

/// Shapes of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestShape {
    /// As OpenAI has it: a list of texts; pictures are addresses that hold their bytes. `modality` tells servers such as
    /// Infinity that they are not to be read.
    OpenAi,
    /// As Jina has it: a list of objects, each with a text or the bytes of an image.
    Jina,
}

impl RequestShape {
    fn body(self, model: &str, inputs: &[Input<'_>]) -> Value {
        let item = |input: &Input<'_>| match (self, input) {
            (RequestShape::OpenAi, Input::Text(text)) => json!(text),
            (RequestShape::OpenAi, Input::Picture(picture)) => json!(picture.data_url()),
            (RequestShape::Jina, Input::Text(text)) => json!({ "text": text }),
            (RequestShape::Jina, Input::Picture(picture)) => json!({ "image": picture.base64() }),
        };
        let mut body = json!({ "model": model, "input": inputs.iter().map(item).collect::<Vec<_>>() });
        if self == RequestShape::OpenAi && inputs.iter().all(|input| matches!(input, Input::Picture(_))) {
            body["modality"] = json!("image");
        }
        body
    }
}

/// Address and limits of an endpoint.
#[derive(Clone, Debug)]
pub struct EndpointOptions {
    /// The table of the settings that names it.
    pub settings: &'static str,
    /// The shape of its requests.
    pub shape: RequestShape,
    /// The URL: with or without `/v1`, with or without `/embeddings`.
    pub url: String,
    /// The name that the endpoint has for the model to use.
    pub model: String,
    /// The key, if the endpoint asks for one.
    pub key: Option<ApiKey>,
    /// Texts or pictures in one request, at most.
    pub batch: usize,
    /// Time for a connection.
    pub connect_timeout: Duration,
    /// Time for a whole answer.
    pub timeout: Duration,
    /// Time for a whole answer that somebody waits for.
    pub question_timeout: Duration,
    /// Time for which the endpoint is left alone after a failure.
    pub pause: Duration,
}

impl EndpointOptions {
    /// An endpoint with the usual limits.
    pub fn at(url: impl Into<String>, model: impl Into<String>) -> EndpointOptions {
        EndpointOptions {
            settings: "search.endpoint",
            shape: RequestShape::OpenAi,
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

    /// An endpoint for pictures, and for the words that are to find them, with the usual limits.
    pub fn of_pictures(url: impl Into<String>, model: impl Into<String>, shape: RequestShape) -> EndpointOptions {
        EndpointOptions { settings: "search.images", shape, batch: 8, ..EndpointOptions::at(url, model) }
    }
}

/// An endpoint. Nothing is sent before [`Endpoint::embed`].
#[derive(Debug)]
pub struct Endpoint {
    options: EndpointOptions,
    client: Client,
    /// Length of its vectors, as its first answer says.
    dimensions: OnceLock<usize>,
}

/// A vector of length one; `None` where a text or picture has none.
pub type Embedded = Option<Vec<f32>>;

#[derive(Deserialize)]
struct EmbeddingAnswer {
    data: Vec<EmbeddingRow>,
}

#[derive(Deserialize)]
struct EmbeddingRow {
    embedding: Vec<f32>,
    index: Option<usize>,
}

impl Endpoint {
    /// The endpoint that `options` describe. Nothing is sent by this.
    ///
    /// # Errors
    /// If the URL leads nowhere, or no model is named.
    pub fn new(options: EndpointOptions) -> Result<Endpoint, EndpointProblem> {
        let settings = options.settings;
        let service = Service::openai(settings, "embeddings");
        let client = Client::new(service, &options.url, options.key.clone(), options.connect_timeout)?;
        if options.model.trim().is_empty() {
            return Err(EndpointProblem::NoModel { settings });
        }
        Ok(Endpoint { options, client, dimensions: OnceLock::new() })
    }

    /// The address of requests, as it is shown: its query is left out, for that may hold a secret.
    pub fn address(&self) -> &str {
        self.client.address()
    }

    /// True if it is on this machine.
    pub fn is_local(&self) -> bool {
        self.client.is_local()
    }

    /// Its address and limits.
    pub fn options(&self) -> &EndpointOptions {
        &self.options
    }

    /// Identifies the model: vectors of other models and other places have another one.
    pub fn id(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(format!("{}\n{}", self.client.secret_address(), self.options.model).as_bytes())
    }

    /// True if it has ever answered.
    pub fn has_answered(&self) -> bool {
        self.dimensions.get().is_some()
    }

    /// The vectors of texts or pictures, in their order.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`EndpointProblem`] if there is no answer, or one that is of no use.
    pub fn embed<'i, I: Copy + Into<Input<'i>>>(
        &self,
        inputs: &[I],
        timeout: Duration,
        ticket: &Ticket,
    ) -> Result<Result<Vec<Embedded>, EndpointProblem>, Stale> {
        let inputs: Vec<Input<'i>> = inputs.iter().map(|&input| input.into()).collect();
        if inputs.is_empty() {
            return Ok(Ok(Vec::new()));
        }
        let body = self.options.shape.body(&self.options.model, &inputs);
        let answer = match self.client.post(&body, &RequestLimits::within(timeout), ticket)? {
            Ok(answer) => answer,
            Err(error) => return Ok(Err(error.into())),
        };
        let unusable = |what| EndpointProblem::Unusable { address: self.address().to_owned(), what };
        Ok(self.vectors(&answer, &inputs).map_err(unusable))
    }

    /// The vectors of an answer, each of length one.
    fn vectors(&self, answer: &[u8], inputs: &[Input<'_>]) -> Result<Vec<Embedded>, Unusable> {
        let answer: EmbeddingAnswer =
            serde_json::from_slice(answer).map_err(|error| Unusable::NoEmbeddings { cause: error.to_string() })?;
        let vectors = ordered(answer.data, inputs)?;
        let expected = self.dimensions.get().copied().unwrap_or_else(|| vectors[0].len());
        if expected == 0 || expected > MAX_DIMENSIONS {
            return Err(Unusable::Dimensions { dimensions: expected });
        }
        if let Some(dimensions) = vectors.iter().map(Vec::len).find(|length| *length != expected) {
            return Err(Unusable::OtherDimensions { dimensions, expected });
        }
        let vectors: Option<Vec<Embedded>> = vectors.into_iter().map(normalised).collect();
        let vectors = vectors.ok_or(Unusable::NotFinite)?;
        // Another thread may have been first, and with another answer.
        match *self.dimensions.get_or_init(|| expected) {
            same if same == expected => Ok(vectors),
            other => Err(Unusable::OtherDimensions { dimensions: expected, expected: other }),
        }
    }
}

/// The vectors in the order of what they are of, by the index that each gives; in the order they come in if none does.
fn ordered(rows: Vec<EmbeddingRow>, inputs: &[Input<'_>]) -> Result<Vec<Vec<f32>>, Unusable> {
    if rows.len() != inputs.len() {
        let of = inputs.first().map_or("texts", Input::noun);
        return Err(Unusable::OtherCount { vectors: rows.len(), inputs: inputs.len(), of });
    }
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; inputs.len()];
    for (place, row) in rows.into_iter().enumerate() {
        let index = row.index.unwrap_or(place);
        match vectors.get_mut(index) {
            Some(slot @ None) => *slot = Some(row.embedding),
            _ => return Err(Unusable::WrongIndex { index }),
        }
    }
    Ok(vectors.into_iter().flatten().collect())
}

/// The vector scaled to length one; inside it is `None` if it has no length. `None` if a number is not finite.
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
