//! Late interaction: what each of the best candidates says in short, and each word of the question by itself.
//!
//! One vector of a whole declaration blurs what its documentation says. Here the question is compared with a summary
//! of the candidate, and every word of it with the word that is most like it ("late interaction", as ColBERT does it
//! with vectors of words in context; ours have none).

use super::fuse::Fused;
use super::rescore::by_file;
use super::score::{Scale, sort};
use crate::document::Span;
use crate::library::Library;
use crate::search::model::file_text::FileText;
use crate::search::request::options::Meant;
use crate::search::words::question::Question;
use crate::search::words::sorts::meaning;
use crate::semantic::{DIMENSIONS, EmbeddingModel, Vector};
use crate::stdx::Ticket;
use rayon::prelude::*;
use std::collections::HashMap;

/// Bytes of a signature, and of the documentation behind its first paragraph, that are part of a summary.
const PART_BYTES: usize = 200;

/// Bytes of a body that are compared word by word.
const BODY_BYTES: usize = 1200;

/// Tokens of a summary, and of a candidate as a whole, that count.
const SUMMARY_TOKENS: usize = 160;
const MAX_TOKENS: usize = 300;

/// Words of the path and of what is around that are part of a summary.
const CONTEXT_WORDS: usize = 6;

/// Compares the question with the first candidates, and sorts these once more. False, and nothing has changed, where
/// meaning has no part in the answer, or one word is all there is. With a stale ticket some are not compared.
pub(in crate::search) fn compare(
    best: &mut [Fused],
    question: &Question<'_>,
    has_meaning: bool,
    scale: &Scale,
) -> bool {
    if !has_meaning || question.options.meant != Meant::BuiltIn {
        return false;
    }
    let Some(sought) = SoughtWords::of(question) else { return false };
    sought.look_into(best, question.library, question.ticket);
    sort(best, question.library, scale);
    true
}

/// A question, ready to be compared with many texts.
struct SoughtWords {
    model: &'static EmbeddingModel<'static>,
    question: Vector,
    /// The rows of its words, each of length one, and their weights.
    words: Vec<(Vector, f32)>,
}

impl SoughtWords {
    /// `None` if the question is one word, or the model knows none of its words.
    fn of(question: &Question<'_>) -> Option<SoughtWords> {
        let words = question.words_and_phrases();
        if words.len() < 2 {
            return None;
        }
        let model = EmbeddingModel::built_in();
        let vector = model.embedder().embed(&meaning(question.request))?;
        let mut tokens: Vec<u32> = words.iter().flat_map(|word| model.tokens(&word.written)).collect();
        tokens.sort_unstable();
        tokens.dedup();
        let words: Vec<(Vector, f32)> = tokens.into_iter().filter_map(|token| model.direction(token)).collect();
        (!words.is_empty()).then_some(SoughtWords { model, question: vector, words })
    }

    fn look_into(&self, best: &mut [Fused], library: &Library, ticket: &Ticket) {
        by_file(best).into_par_iter().for_each_init(HashMap::new, |seen, (file, entries)| {
            if ticket.is_stale() {
                return;
            }
            // A large file was read already if it was to be.
            let is_measured = entries.iter().any(|entry| entry.evidence.coverage.is_some());
            let read = if is_measured { FileText::read_large } else { FileText::read };
            let Some(text) = read(file, library) else { return };
            for entry in entries {
                if let Some(cosine) = entry.evidence.cosine.filter(|_| entry.is_shown()) {
                    // What it shows says more than its words, which name its size.
                    (entry.evidence.summary, entry.evidence.late_interaction) = (cosine, cosine);
                    continue;
                }
                let said = Said::of(entry, &text);
                entry.evidence.summary = self.summary(&said);
                entry.evidence.late_interaction = self.words(&said, seen);
            }
        });
    }

    fn summary(&self, said: &Said<'_>) -> f32 {
        let mut embedder = self.model.embedder();
        let Some(vector) = embedder.embed_first(&said.summary(), SUMMARY_TOKENS) else { return 0.0 };
        dot(&self.question, &vector).max(0.0)
    }

    /// The mean over the words of the question of the likeness of the word that is most like it.
    fn words(&self, said: &Said<'_>, seen: &mut HashMap<u32, Vec<f32>>) -> f32 {
        let mut tokens = self.model.tokens(&said.all());
        tokens.truncate(MAX_TOKENS);
        tokens.sort_unstable();
        tokens.dedup();
        let mut best = vec![0.0f32; self.words.len()];
        for token in tokens {
            let likeness = seen.entry(token).or_insert_with(|| match self.model.direction(token) {
                Some((row, _)) => self.words.iter().map(|(word, _)| dot(word, &row)).collect(),
                None => Vec::new(),
            });
            best.iter_mut().zip(likeness).for_each(|(best, like)| *best = best.max(*like));
        }
        let all: f32 = self.words.iter().map(|(_, weight)| weight).sum();
        let sum: f32 = self.words.iter().zip(&best).map(|((_, weight), best)| weight * best).sum();
        if all > 0.0 { sum / all } else { 0.0 }
    }
}

fn dot(a: &[f32; DIMENSIONS], b: &[f32; DIMENSIONS]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The texts of a candidate.
#[derive(Debug, Default)]
struct Said<'t> {
    name: &'t str,
    /// The first paragraph of its documentation, or of a section.
    lead: &'t str,
    rest: &'t str,
    /// The passage of a long section that covers most of the question.
    passage: &'t str,
    signature: &'t str,
    body: &'t str,
    around: String,
}

impl<'t> Said<'t> {
    fn of(entry: &Fused, text: &'t FileText<'t>) -> Said<'t> {
        let prose = text.prose(entry.target).trim_start();
        let paragraph = prose.find("\n\n").unwrap_or(prose.len());
        let (lead, rest) = prose.split_at(prose.floor_char_boundary(paragraph.min(4 * PART_BYTES)));
        let mut said = Said { lead, rest, around: last_words(&text.file.path), ..Said::default() };
        said.passage = entry.evidence.passage.map_or("", |passage| text.at(passage));
        if let Some((outline, node)) = text.node(entry.target) {
            said.name = outline.name(node);
            let (span, body) = (outline.span(node), outline.body(node));
            if !outline.is_section(node) {
                let end = if body.is_empty() { span.end } else { body.start.max(span.start) };
                said.signature = text.passage(Span::new(span.start, end));
                said.body = text.passage(Span::new(end, span.end));
            }
            let above: Vec<&str> = outline.ancestors(node).map(|above| outline.name(above)).collect();
            said.around = last_words(&format!("{} {}", text.file.path, above.join(" ")));
        }
        said
    }

    fn summary(&self) -> String {
        let cut = |text: &'t str| &text[..text.floor_char_boundary(text.len().min(PART_BYTES))];
        let rest = if self.passage.is_empty() { self.rest } else { self.passage };
        [self.name, self.lead, cut(rest), cut(self.signature), &self.around].join(" ")
    }

    fn all(&self) -> String {
        let body = &self.body[..self.body.floor_char_boundary(self.body.len().min(BODY_BYTES))];
        [&*self.summary(), body, self.passage, self.rest].join(" ")
    }
}

fn last_words(text: &str) -> String {
    let words: Vec<&str> = text.split(['/', '.', ' ']).filter(|word| !word.is_empty()).collect();
    words[words.len().saturating_sub(CONTEXT_WORDS)..].join(" ")
}
