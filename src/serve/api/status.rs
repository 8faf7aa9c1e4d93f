//! `status`: how fresh and complete the index of a root is, and what search by meaning and by pictures has.

use super::call::{Call, with_freshness};
use super::problem::Problem;
use crate::serve::answers::status::{changed, index};
use crate::serve::workspaces::opened::Opened;
use serde_json::{Value, json};

/// Answers a call of `status`.
pub(super) fn answer(call: &Call<'_>) -> Result<Value, Problem> {
    let opened = call.open()?;
    opened.look(call.ticket)?;
    let library = opened.indexer.library();
    let counts = library.counts();
    let mut notices = opened.indexer.take_notices();
    notices.extend(opened.unreached());
    let roots: Vec<String> = call.workspaces.roots().iter().map(|root| root.display().to_string()).collect();
    let document = json!({
        "type": "docql_status",
        "schema": 1,
        "version": env!("CARGO_PKG_VERSION"),
        "root": opened.root.display().to_string(),
        "roots": roots,
        "files": counts.files,
        "indexed": counts.indexed,
        "symbols": counts.symbols,
        "sections": counts.sections,
        "skipped": library.skipped().len(),
        "text_indexed": library.is_text_complete(),
        "changed": changed(&opened, call.ticket).map(|changed| changed.files),
        "index": index(&opened),
        "vectors": vectors(&opened, Of::Texts),
        "pictures": vectors(&opened, Of::Pictures),
        "notices": notices,
    });
    Ok(with_freshness(document, &opened.fresh(&[])))
}

/// Whose vectors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Texts,
    Pictures,
}

/// What makes vectors, and how many files have theirs; null if nothing does.
fn vectors(opened: &Opened, of: Of) -> Value {
    let (indexer, library) = (&opened.indexer, opened.indexer.library());
    let embeddings = if of == Of::Pictures { indexer.picture_embeddings() } else { indexer.embeddings() };
    let Some(embeddings) = embeddings else { return Value::Null };
    let files = |endpoint: u64| match of {
        Of::Texts => library.files_with_vectors(embeddings.model()),
        Of::Pictures => library.pictures_with_vectors(endpoint),
    };
    match embeddings.configured() {
        Some(endpoint) => json!({
            "source": "endpoint",
            "address": endpoint.address(),
            "model": endpoint.options().model,
            "is_local": endpoint.is_local(),
            "has_answered": endpoint.has_answered(),
            "has_given_up": embeddings.endpoint().is_none(),
            "files": files(endpoint.id()),
        }),
        None if of == Of::Texts && cfg!(feature = "model") => json!({"source": "built-in", "files": files(0)}),
        None => Value::Null,
    }
}
