//! Reranking: the best hits in the order of a cross-encoder, or of a language model, which reads question and text
//! together. A user has configured it.

use crate::library::{FileId, Library};
use crate::search::model::answer::{Ranked, RankedHit};
use crate::search::model::file_text::FileText;
use crate::search::model::target::Target;
use crate::search::request::query_vector::Asking;
use crate::search::request::read::Request;
use crate::semantic::{Ordered, Reranker};
use crate::stdx::{Stale, Ticket, printable};
use std::path::PathBuf;
use std::sync::Arc;

/// Who puts hits in order, if anybody, and whether somebody waits for it.
#[derive(Clone, Debug)]
pub struct Judge {
    /// Whom to ask.
    pub reranker: Option<Arc<Reranker>>,
    /// Whether to ask.
    pub asking: Asking,
    /// True if a language model is not asked: what it would be sent is noted instead.
    pub is_dry: bool,
    /// The directory that keeps the orders of a language model.
    pub place: Option<PathBuf>,
}

impl Judge {
    /// One that keeps nothing between runs.
    pub fn of(reranker: Option<Arc<Reranker>>, asking: Asking) -> Judge {
        Judge { reranker, asking, is_dry: false, place: None }
    }
}

/// What became of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reranked {
    /// There is nobody to ask, or nothing to put in order.
    #[default]
    No,
    /// The first hits have another order.
    Yes,
    /// It has to be asked, which takes its time.
    Later,
}

/// Puts the best hits of `ranked` in order. On an error, and where the answer makes no sense, the order stays, and
/// [`Ranked::not_reranked`] says why. A language model is sent nothing of files that look like keys, nor of those that
/// `is_shared` says no to: such hits keep their places.
///
/// # Errors
/// If the ticket goes stale.
pub fn rerank(
    ranked: &mut Ranked,
    request: &Request,
    library: &Library,
    judge: &Judge,
    is_shared: &dyn Fn(FileId) -> bool,
    ticket: &Ticket,
) -> Result<Reranked, Stale> {
    let Some(reranker) = judge.reranker.as_ref().filter(|reranker| reranker.is_asked()) else {
        return Ok(Reranked::No);
    };
    let question = request.text();
    let top = ranked.hits.len().min(reranker.top());
    // One word is a name: what is called so stands first already.
    if question.split_whitespace().nth(1).is_none() && question.is_ascii() {
        return Ok(Reranked::No);
    }
    let is_sent =
        |file: FileId| reranker.model().is_none() || reranker.takes(&library.file(file).path) && is_shared(file);
    let (places, texts): (Vec<usize>, Vec<String>) = (0..top)
        .filter(|&at| is_sent(ranked.hits[at].target.file()))
        .map(|at| (at, text_of(&ranked.hits[at], library, reranker)))
        .unzip();
    if texts.len() < 2 {
        return Ok(Reranked::No);
    }
    let remembered = reranker.remembered(&question, &texts, judge.place.as_deref());
    let relevance = match (remembered, judge.asking) {
        (Some(remembered), _) => remembered,
        (None, _) if judge.is_dry && reranker.model().is_some() => {
            ranked.unsent = reranker.unsent(&question, &texts).map(Box::new);
            return Ok(Reranked::No);
        }
        (None, Asking::Remembered) => return Ok(Reranked::Later),
        (None, Asking::Now) => match reranker.relevance(&question, &texts, judge.place.as_deref(), ticket)? {
            Ok(Ordered { relevance, spent }) => {
                ranked.spent = spent;
                relevance
            }
            Err(problem) => {
                ranked.not_reranked = Some(problem.to_string());
                return Ok(Reranked::No);
            }
        },
    };
    put_in_order(&mut ranked.hits, &places, &relevance);
    Ok(Reranked::Yes)
}

/// Puts the hits at `places` in the order of their relevance; the others stay where they are.
fn put_in_order(hits: &mut [RankedHit], places: &[usize], relevance: &[Option<f32>]) {
    let of = |at: usize| relevance.get(at).copied().flatten();
    let mut order: Vec<usize> = (0..places.len()).collect();
    // What it says nothing of stays behind, in its order.
    order.sort_by(|&a, &b| of(b).unwrap_or(f32::NEG_INFINITY).total_cmp(&of(a).unwrap_or(f32::NEG_INFINITY)));
    let before: Vec<RankedHit> = places.iter().map(|&at| hits[at].clone()).collect();
    for (&place, at) in places.iter().zip(order) {
        let reranked = of(at).map(|score| (score, places[at] as u32 + 1));
        hits[place] = RankedHit { reranked, ..before[at].clone() };
    }
}

/// What is sent of a hit: where it is, what it is called, and what it says.
fn text_of(hit: &RankedHit, library: &Library, reranker: &Reranker) -> String {
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
    let mut text = reranker.cleaned(&text).replace('\n', " ");
    // What looks like a key is looked for before it may be cut in two.
    let said = reranker.cleaned(&said);
    text.push('\n');
    text.push_str(&printable(&said[..said.floor_char_boundary(said.len().min(reranker.text_bytes()))]));
    text
}
