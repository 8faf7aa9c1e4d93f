//! `status`: how fresh and complete the index of a root is.

use super::call::Call;
use super::head::Head;
use crate::engine::{self, Question, Reading, Unanswered};
use crate::serve::tools::table::MAX_TOKENS;
use crate::serve::workspaces::opened::Opened;
use crate::serve::workspaces::refusal::Refusal;
use crate::stdx::{Ticket, counted, size};

/// Roots that are listed.
const MAX_ROOTS: usize = 20;

/// Answers a call of `status`.
pub(super) fn answer(call: &Call<'_>) -> Result<String, Refusal> {
    let opened = call.workspaces.open(call.arguments.text("root"), None, call.ticket)?;
    opened.look(call.ticket)?;
    let library = opened.indexer.library();
    let counts = library.counts();
    let text = if library.is_text_complete() { "text indexed" } else { "text still to be indexed" };
    let mut lines = vec![format!(
        "root {}: {}, {} indexed, {}, {}, {text}",
        opened.root.display(),
        counted(counts.files as usize, "file"),
        counts.indexed,
        counted(counts.symbols as usize, "symbol"),
        counted(counts.sections as usize, "section"),
    )];
    lines.push(index(&opened));
    if let Some(changed) = changed(&opened, call.ticket) {
        lines.push(format!("{} not as in the last commit: $.files[?(@.changed)]", counted(changed.files, "file")));
        lines.extend(changed.notes);
    }
    if let Some(asked) = asked(&opened) {
        lines.push(asked);
    }
    let looked_at = opened.indexer.picture_embeddings().and_then(|embeddings| embeddings.endpoint());
    lines.extend(looked_at.map(|endpoint| {
        let (with, all) = (library.pictures_with_vectors(endpoint.id()), library.pictures().count());
        let (model, address) = (&endpoint.options().model, endpoint.address());
        format!(
            "pictures, and words that look for them, are sent to {model} at {address}: {with} of {all} have vectors"
        )
    }));
    let skipped = library.skipped().len();
    if skipped > 0 {
        lines.push(format!("{} left out: too large, not text, or not to be read", counted(skipped, "file")));
    }
    lines.extend(opened.unreached());
    let others = call.workspaces.roots().iter().filter(|root| **root != opened.root).take(MAX_ROOTS);
    lines.extend(others.map(|root| format!("also root {}", root.display())));
    let mut notes = opened.indexer.take_notices();
    let head = |notes: &[String]| Head {
        counts: lines.join("\n"),
        freshness: opened.freshness(&[]),
        notes: notes.to_vec(),
        next: None,
        with: String::new(),
    };
    let budget = MAX_TOKENS as usize;
    notes.truncate(10);
    let mut head = head(&notes);
    head.fit(budget);
    Ok(head.text(budget))
}

/// Whom a search sends words and beginnings of hits to, if that is a language model.
fn asked(opened: &Opened) -> Option<String> {
    let reranker = opened.indexer.reranker().filter(|reranker| reranker.is_asked())?;
    Some(format!("searches are sent to {} at {}, which puts hits in order", reranker.model()?, reranker.address()))
}

/// Where the index is, or why it is in memory only.
pub(in crate::serve) fn index(opened: &Opened) -> String {
    match (opened.unsaved, opened.indexer.status()) {
        (Some(reason), _) => format!("index in memory only: {reason}"),
        (None, None) => "index in memory only: it cannot be written".to_owned(),
        (None, Some(status)) => match status.written {
            Some(_) => format!("index saved, {}", size(status.bytes)),
            None if status.has_given_up => "index in memory only: it cannot be written".to_owned(),
            None => "index in memory, not saved yet".to_owned(),
        },
    }
}

/// Files that are not as in the commit that is checked out; `None` where there is none.
pub(in crate::serve) fn changed(opened: &Opened, ticket: &Ticket) -> Option<Changed> {
    if opened.indexer.library().repositories().is_empty() {
        return None;
    }
    let question = Question::in_report("$.files[?(@.changed)]", Reading::Docql, 1, (false, false));
    match engine::answer(&opened.indexer, &question, ticket, &|_| {}) {
        Ok(engine::Answer { results, .. }) => Some(Changed { files: results.total, notes: results.notes }),
        Err(Unanswered::Defect(said)) => {
            Some(Changed { files: 0, notes: said.into_iter().map(|said| said.message).collect() })
        }
        Err(_) => None,
    }
}

/// What is not as in the last commit: how many files there are of it, and what is said of those that are gone.
pub(in crate::serve) struct Changed {
    pub files: usize,
    notes: Vec<String>,
}
