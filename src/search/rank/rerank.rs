//! Reranking: the best hits in the order of a cross-encoder, which reads question and text together. A user has
//! configured its endpoint.

use crate::library::Library;
use crate::search::model::answer::{Ranked, RankedHit};
use crate::search::model::file_text::FileText;
use crate::search::model::target::Target;
use crate::search::request::query_vector::Asking;
use crate::search::request::read::Request;
use crate::semantic::Reranker;
use crate::stdx::{Stale, Ticket, printable};
use std::sync::Arc;

/// Bytes of a hit's text that are sent, behind its path and name.
const TEXT_BYTES: usize = 1500;

/// Who puts hits in order, if anybody, and whether somebody waits for it.
#[derive(Clone, Debug)]
pub struct Judge {
    /// Whom to ask.
    pub reranker: Option<Arc<Reranker>>,
    /// Whether to ask.
    pub asking: Asking,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reranked {
    /// There is nobody to ask, or nothing to put in order.
    No,
    /// The first hits have another order.
    Yes,
    /// It has to be asked, which takes its time.
    Later,
}

/// Puts the best hits of `ranked` in order. On an error, and where the answer makes no sense, the order stays, and
/// [`Ranked::not_reranked`] says why.
pub fn rerank(
    ranked: &mut Ranked,
    request: &Request,
    library: &Library,
    judge: &Judge,
    ticket: &Ticket,
) -> Result<Reranked, Stale> {
    let Some(reranker) = judge.reranker.as_ref().filter(|reranker| reranker.is_asked()) else {
        return Ok(Reranked::No);
    };
    let question = request.text();
    let top = ranked.hits.len().min(reranker.options().top);
    // One word is a name: what is called so stands first already.
    if top < 2 || question.split_whitespace().nth(1).is_none() && question.is_ascii() {
        return Ok(Reranked::No);
    }
    let texts: Vec<String> = ranked.hits[..top].iter().map(|hit| text_of(hit, library)).collect();
    let relevance = match (reranker.remembered(&question, &texts), judge.asking) {
        (Some(remembered), _) => remembered,
        (None, Asking::Remembered) => return Ok(Reranked::Later),
        (None, Asking::Now) => match reranker.relevance(&question, &texts, ticket)? {
            Ok(relevance) => relevance,
            Err(problem) => {
                ranked.not_reranked = Some(problem.to_string());
                return Ok(Reranked::No);
            }
        },
    };
    let mut order: Vec<usize> = (0..top).collect();
    // What it says nothing of stays behind, in its order.
    order.sort_by(|&a, &b| {
        let of = |at: usize| relevance.get(at).copied().flatten().unwrap_or(f32::NEG_INFINITY);
        of(b).total_cmp(&of(a))
    });
    let before: Vec<RankedHit> = ranked.hits[..top].to_vec();
    for (place, at) in order.into_iter().enumerate() {
        let mut hit = before[at].clone();
        hit.reranked = relevance.get(at).copied().flatten().map(|score| (score, at as u32 + 1));
        ranked.hits[place] = hit;
    }
    Ok(Reranked::Yes)
}

/// What is sent of a hit: where it is, what it is called, and what it says.
fn text_of(hit: &RankedHit, library: &Library) -> String {
    let file = hit.target.file();
    let mut text = library.file(file).path.to_string();
    let Some(whole) = FileText::read(file, library) else { return text };
    let said = match whole.node(hit.target) {
        Some((outline, node)) => {
            let above: Vec<&str> = outline.ancestors(node).map(|above| outline.name(above)).collect();
            above.iter().rev().chain([&outline.name(node)]).for_each(|name| {
                text.push(' ');
                text.push_str(name);
            });
            let doc = outline.doc(node);
            let outside = (!doc.is_empty() && doc.end <= outline.span(node).start).then(|| whole.passage(doc));
            [outside.unwrap_or_default(), whole.passage(outline.span(node))].join("\n")
        }
        None => match hit.target {
            Target::Text { span, .. } => whole.passage(span).to_owned(),
            target => whole.prose(target).to_owned(),
        },
    };
    text.push('\n');
    text.push_str(&printable(&said[..said.floor_char_boundary(said.len().min(TEXT_BYTES))]));
    text
}
