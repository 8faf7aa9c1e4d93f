//! A closer look at the best candidates: what each says in short, and each word of the question by itself.
//!
//! One vector of a whole declaration blurs what its documentation says. Here the question is compared with a summary
//! of the candidate, and every word of it with the word that is most like it ("late interaction", as ColBERT does it
//! with vectors of words in context; ours have none).

use super::fuse::Fused;
use super::rescore;
use super::rescore::Around;
use crate::document::Span;
use crate::library::Library;
use crate::semantic::{DIMENSIONS, Model, Vector};
use crate::stdx::Ticket;
use rayon::prelude::*;
use std::collections::HashMap;

/// Bytes of a signature, and of the documentation behind its first paragraph, that are part of a summary.
const PART_BYTES: usize = 200;

/// Bytes of a body that are compared word by word.
const BODY_BYTES: usize = 1200;

/// Tokens of a summary, and of a candidate as a whole, that count.
const SUMMARY_TOKENS: usize = 160;
const MOST_TOKENS: usize = 300;

/// Words of the path and of what is around that are part of a summary.
const AROUND_WORDS: usize = 6;

/// A question, ready to be compared with many texts.
pub(in crate::search) struct Closely {
    model: &'static Model<'static>,
    question: Vector,
    /// The rows of its words, each of length one, and what each counts.
    words: Vec<(Vector, f32)>,
}

impl Closely {
    /// The question in `text`, of which `words` carry meaning; `None` if the model knows none of them.
    pub(in crate::search) fn of<'w>(text: &str, words: impl Iterator<Item = &'w str>) -> Option<Closely> {
        let model = Model::built_in();
        let question = model.embedder().embed(text)?;
        let mut tokens: Vec<u32> = words.flat_map(|word| model.tokens(word)).collect();
        tokens.sort_unstable();
        tokens.dedup();
        let words: Vec<(Vector, f32)> = tokens.into_iter().filter_map(|token| model.direction(token)).collect();
        (!words.is_empty()).then_some(Closely { model, question, words })
    }

    /// Gives each candidate how alike its summary is, and its words are. With a stale ticket some have none.
    pub(in crate::search) fn look(&self, fused: &mut [Fused], library: &Library, ticket: &Ticket) {
        rescore::by_file(fused).into_par_iter().for_each_init(HashMap::new, |seen, (file, entries)| {
            if ticket.is_stale() {
                return;
            }
            let Some(text) = rescore::text_of(file, library) else { return };
            let outline = library.outline(file);
            for entry in entries {
                let around = Around { text: &text, outline, file: library.file(file) };
                let said = Said::of(entry, &around);
                entry.evidence.summary = self.summary(&said);
                entry.evidence.each = self.each(&said, seen);
            }
        });
    }

    fn summary(&self, said: &Said<'_>) -> f32 {
        let mut embedder = self.model.embedder();
        let Some(vector) = embedder.embed_first(&said.summary(), SUMMARY_TOKENS) else { return 0.0 };
        dot(&self.question, &vector).max(0.0)
    }

    /// The mean over the words of the question of how alike the most alike word is.
    fn each(&self, said: &Said<'_>, seen: &mut HashMap<u32, Vec<f32>>) -> f32 {
        let mut tokens = self.model.tokens(&said.all());
        tokens.truncate(MOST_TOKENS);
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

/// What a candidate says.
#[derive(Debug, Default)]
struct Said<'t> {
    name: &'t str,
    /// The first paragraph of its documentation, or of a section.
    lead: &'t str,
    rest: &'t str,
    signature: &'t str,
    body: &'t str,
    around: String,
}

impl<'t> Said<'t> {
    fn of(entry: &Fused, around: &Around<'t, 't>) -> Said<'t> {
        let told = rescore::told(entry.target, around).trim_start();
        let paragraph = told.find("\n\n").unwrap_or(told.len());
        let (lead, rest) = told.split_at(told.floor_char_boundary(paragraph.min(4 * PART_BYTES)));
        let mut said = Said { lead, rest, around: last_words(&around.file.path), ..Said::default() };
        if let Some((outline, node)) = around.node(entry.target) {
            said.name = outline.name(node);
            let (span, body) = (outline.span(node), outline.body(node));
            if !outline.is_section(node) {
                let end = if body.is_empty() { span.end } else { body.start.max(span.start) };
                said.signature = around.clip(Span::new(span.start, end));
                said.body = around.clip(Span::new(end, span.end));
            }
            let above: Vec<&str> = outline.ancestors(node).map(|above| outline.name(above)).collect();
            said.around = last_words(&format!("{} {}", around.file.path, above.join(" ")));
        }
        said
    }

    fn summary(&self) -> String {
        let cut = |text: &'t str| &text[..text.floor_char_boundary(text.len().min(PART_BYTES))];
        [self.name, self.lead, cut(self.rest), cut(self.signature), &self.around].join(" ")
    }

    fn all(&self) -> String {
        let body = &self.body[..self.body.floor_char_boundary(self.body.len().min(BODY_BYTES))];
        [&*self.summary(), body, self.rest].join(" ")
    }
}

fn last_words(text: &str) -> String {
    let words: Vec<&str> = text.split(['/', '.', ' ']).filter(|word| !word.is_empty()).collect();
    words[words.len().saturating_sub(AROUND_WORDS)..].join(" ")
}
