//! The tokenizers of the full-text index: words as written for code, with stems beside them for prose.

use super::words::{each_part, next_word};
use std::collections::HashMap;
use tantivy::Index;
use tantivy::tokenizer::{Language, RawTokenizer, Stemmer, TextAnalyzer, Token, TokenStream, Tokenizer};

/// The name of the tokenizer of code, names and paths.
pub(super) const CODE: &str = "docql_code";

/// The name of the tokenizer of prose.
pub(super) const PROSE: &str = "docql_prose";

/// How many stems a tokenizer remembers.
const STEMS: usize = 50_000;

/// Registers the tokenizers. An index does not store them: to be called after every open.
pub(super) fn register(index: &Index) {
    index.tokenizers().register(CODE, WordTokenizer { stems: None });
    index.tokenizers().register(PROSE, WordTokenizer { stems: Some(Stems::new()) });
}

/// English stems, remembered: the same few thousand words make up most of a text.
#[derive(Clone)]
pub(super) struct Stems {
    known: HashMap<String, String>,
    stemmer: TextAnalyzer,
}

impl Stems {
    pub(super) fn new() -> Stems {
        let stemmer = TextAnalyzer::builder(RawTokenizer::default()).filter(Stemmer::new(Language::English)).build();
        Stems { known: HashMap::new(), stemmer }
    }

    /// The stem of a word in lower case; the word itself if it has no other.
    pub(super) fn stem<'s>(&'s mut self, word: &'s str) -> &'s str {
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

/// Words, their parts, and (in prose) the stems of both, all at the position of the word.
#[derive(Clone)]
struct WordTokenizer {
    stems: Option<Stems>,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'a> = WordStream<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream<'a> {
        WordStream {
            text,
            at: 0,
            stems: self.stems.as_mut(),
            stack: Vec::new(),
            next: 0,
            filled: 0,
            token: Token { position: usize::MAX, ..Token::default() },
        }
    }
}

struct WordStream<'a> {
    text: &'a str,
    at: usize,
    stems: Option<&'a mut Stems>,
    /// The texts of the tokens at the current position: the first `filled` count, the rest is spare memory.
    stack: Vec<String>,
    filled: usize,
    next: usize,
    token: Token,
}

impl WordStream<'_> {
    /// Stacks `text` in lower case unless it is there already.
    fn stack(&mut self, text: &str, lower: bool) {
        if self.stack.len() == self.filled {
            self.stack.push(String::new());
        }
        let (done, rest) = self.stack.split_at_mut(self.filled);
        let slot = &mut rest[0];
        slot.clear();
        if !lower {
            slot.push_str(text);
        } else if text.is_ascii() {
            slot.push_str(text);
            slot.make_ascii_lowercase();
        } else {
            slot.extend(text.chars().flat_map(char::to_lowercase));
        }
        if !done.contains(slot) {
            self.filled += 1;
        }
    }

    fn stack_stems(&mut self) {
        let Some(stems) = self.stems.take() else { return };
        for index in 0..self.filled {
            let word = std::mem::take(&mut self.stack[index]);
            let stem = stems.stem(&word);
            if stem != word {
                self.stack(stem, false);
            }
            self.stack[index] = word;
        }
        self.stems = Some(stems);
    }

    fn fill(&mut self) -> bool {
        let text = self.text;
        let Some(found) = next_word(text, self.at) else { return false };
        self.at = found.resume;
        (self.filled, self.next) = (0, 0);
        self.token.offset_from = found.range.start;
        self.token.offset_to = found.range.end;
        self.token.position = self.token.position.wrapping_add(1);
        let word = &text[found.range];
        self.stack(word, true);
        if !found.cjk {
            // A part of one letter says nothing; the whole word is there.
            each_part(word, |part| {
                if part.len() > 1 && part.len() < word.len() {
                    self.stack(part, true);
                }
            });
            self.stack_stems();
        }
        true
    }
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        if self.next >= self.filled && !self.fill() {
            return false;
        }
        let stacked = &self.stack[self.next];
        self.token.text.clear();
        self.token.text.push_str(stacked);
        self.next += 1;
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
