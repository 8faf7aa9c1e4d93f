//! English stems.

use std::collections::HashMap;
use tantivy::tokenizer::{Language, RawTokenizer, Stemmer, TextAnalyzer, TokenStream};

/// Stems that are remembered, at most.
const STEMS: usize = 50_000;

/// English stems, remembered: the same few thousand words make up most of a text.
#[derive(Clone)]
pub struct Stems {
    known: HashMap<String, String>,
    stemmer: TextAnalyzer,
}

impl std::fmt::Debug for Stems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stems").field("known", &self.known.len()).finish_non_exhaustive()
    }
}

impl Default for Stems {
    fn default() -> Stems {
        Stems::new()
    }
}

impl Stems {
    /// Remembers nothing yet.
    pub fn new() -> Stems {
        let stemmer = TextAnalyzer::builder(RawTokenizer::default()).filter(Stemmer::new(Language::English)).build();
        Stems { known: HashMap::new(), stemmer }
    }

    /// The stem of a word in lower case; the word itself if it has no other.
    pub fn stem<'s>(&'s mut self, word: &'s str) -> &'s str {
        if word.len() < 3 || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return word;
        }
        if self.known.len() > STEMS {
            self.known.clear();
        }
        if !self.known.contains_key(word) {
            let mut stream = self.stemmer.token_stream(word);
            let stem = if stream.advance() { stream.token().text.clone() } else { word.to_owned() };
            self.known.insert(word.to_owned(), stem);
        }
        self.known.get(word).map_or(word, String::as_str)
    }
}
