//! The vector of a question: by the model that most files of the library have theirs from; among pictures, by the one
//! that has looked at them.

use super::options::{Meant, Options};
use super::read::Request;
use crate::document::Kind;
use crate::library::Library;
use crate::semantic::{Embedding, EmbeddingModel, Embeddings, Endpoint, IS_BUILT, Input};
use crate::stdx::{Stale, Ticket};
use std::sync::Arc;

/// Permission to ask an endpoint for a question's vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// Yes: somebody waits for the answer.
    Now,
    /// Only what it has said lately is used: the question is still being typed.
    Remembered,
}

/// The vector of `request` in `library`. Vectors of one model are compared, never of two: of the built-in one and
/// the configured endpoint, the one that more files have vectors of. An endpoint is asked only if that is it.
/// `embeddings` is `None` where there are to be no vectors.
///
/// # Errors
/// If the ticket goes stale.
pub fn meant(
    request: &Request,
    options: &Options,
    library: &Library,
    embeddings: Option<&Arc<Embeddings>>,
    asking: Asking,
    ticket: &Ticket,
) -> Result<Meant, Stale> {
    if request.is_empty() || !options.asks_meaning() {
        return Ok(Meant::default());
    }
    let Some(embeddings) = embeddings else {
        // Who asks for everything gets what there is; who asks for meaning is told that there is none.
        let is_told = !options.is_usual();
        let reason = if IS_BUILT { "search.embeddings is \"off\"" } else { "docql was built without `model`" };
        return Ok(Meant::Nothing(is_told.then(|| reason.to_owned())));
    };
    let is_its = embeddings.endpoint().is_some_and(|endpoint| is_of(library, endpoint));
    if !is_its {
        return Ok(Meant::BuiltIn);
    }
    let text = request.text();
    let outcome = match (embeddings.remembered(&text), asking) {
        (Some(remembered), _) => Ok(remembered),
        (None, Asking::Remembered) => return Ok(Meant::Later),
        (None, Asking::Now) => embeddings.question(&text, ticket)?,
    };
    Ok(match outcome {
        Ok(embedding) => embedding.map_or(Meant::Nothing(None), Meant::Given),
        // It may have been given up with this.
        Err(_) if embeddings.endpoint().is_none() => Meant::BuiltIn,
        Err(problem) => Meant::Nothing(Some(problem.to_string())),
    })
}

/// The vector of `request`, and of the picture in `options`, among the pictures of `library`. Nobody is asked where there
/// is no picture to compare with. `embeddings` is `None` where there is no endpoint for pictures.
///
/// # Errors
/// [`Stale`] as soon as `ticket` is.
pub fn pictured(
    request: &Request,
    options: &Options,
    library: &Library,
    embeddings: Option<&Arc<Embeddings>>,
    asking: Asking,
    ticket: &Ticket,
) -> Result<Meant, Stale> {
    let kinds = &request.facets.kind;
    let wants_pictures = options.picture.is_some() || kinds.is_empty() || kinds.contains(&Kind::Image);
    let endpoint = embeddings.filter(|_| options.looks_at_pictures && options.asks_meaning() && wants_pictures);
    let Some((embeddings, endpoint)) = endpoint.and_then(|source| Some((source, source.configured()?))) else {
        return Ok(Meant::Nothing(None));
    };
    let text = request.text();
    let words = (!request.is_empty()).then_some(Input::Text(&text));
    let parts: Vec<Input<'_>> = options.picture.as_deref().map(Input::Picture).into_iter().chain(words).collect();
    if parts.is_empty() || library.pictures().next().is_none() {
        return Ok(Meant::Nothing(None));
    }
    if let Some(problem) = embeddings.given_up() {
        return Ok(Meant::Nothing(Some(problem.to_string())));
    }
    if library.pictures_with_vectors(endpoint.id()) == 0 {
        // Who asks for anything need not hear of it.
        let reason = "no picture has a vector yet; docql index makes them".to_owned();
        let is_told = options.picture.is_some() || !kinds.is_empty();
        return Ok(Meant::Nothing(Some(reason).filter(|_| is_told)));
    }
    let mut joint: Option<Arc<Embedding>> = None;
    for part in parts {
        let outcome = match (embeddings.remembered(part), asking) {
            (Some(remembered), _) => Ok(remembered),
            (None, Asking::Remembered) => return Ok(Meant::Later),
            (None, Asking::Now) => embeddings.question(part, ticket)?,
        };
        joint = match outcome {
            Ok(Some(vector)) => Some(joint.map_or(Arc::clone(&vector), |joint| between(&joint, &vector))),
            Ok(None) => joint,
            Err(problem) => return Ok(Meant::Nothing(Some(problem.to_string()))),
        };
    }
    Ok(joint.map_or(Meant::Nothing(None), Meant::Given))
}

/// The vector that is as near to one as to the other; the first where there is none.
fn between(one: &Arc<Embedding>, other: &Arc<Embedding>) -> Arc<Embedding> {
    match one.vector.between(&other.vector) {
        Some(vector) => Arc::new(Embedding { model: one.model, vector }),
        None => Arc::clone(one),
    }
}

/// The cosine of two texts by the built-in model; `None` if there is none, or a text has no word that it knows.
pub fn likeness(one: &str, other: &str) -> Option<f32> {
    let mut embedder = EmbeddingModel::built_in().embedder();
    let (one, other) = (embedder.embed(one)?, embedder.embed(other)?);
    Some(one.iter().zip(&other).map(|(one, other)| one * other).sum())
}

/// True if more files have vectors of the endpoint than of the built-in model.
fn is_of(library: &Library, endpoint: &Endpoint) -> bool {
    let (own, built_in) = (endpoint.id(), EmbeddingModel::built_in().id());
    let rows = library.file_ids().filter_map(|file| library.vectors(file)).filter(|row| !row.is_empty());
    let (mut by_endpoint, mut by_built_in) = (0usize, 0usize);
    for row in rows {
        by_endpoint += usize::from(row.model() == own);
        by_built_in += usize::from(row.model() == built_in);
    }
    by_endpoint > by_built_in
}
