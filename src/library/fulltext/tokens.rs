//! The tokenizer of the full-text index: reads the terms that [`super::Terms`] has written, nothing else.
//!
//! Words, parts and stems are made before the index sees an entry, so that each is made once per entry and
//! the index does no more than file them.

use super::terms::MOST;
use tantivy::Index;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// The name of the tokenizer of all text fields.
pub(super) const TERMS: &str = "docql_terms";

/// Registers the tokenizer. An index does not store it: to be called after every open.
pub(super) fn register(index: &Index) {
    index.tokenizers().register(TERMS, TermReader);
}

#[derive(Clone)]
struct TermReader;

impl Tokenizer for TermReader {
    type TokenStream<'a> = Listed<'a>;

    fn token_stream<'a>(&'a mut self, terms: &'a str) -> Listed<'a> {
        Listed { terms, left: 0, token: Token { position: 0, ..Token::default() } }
    }
}

/// Terms one after the other, each ended by a byte that says how often it counts.
struct Listed<'a> {
    terms: &'a str,
    left: u8,
    token: Token,
}

impl TokenStream for Listed<'_> {
    fn advance(&mut self) -> bool {
        if self.left > 1 {
            self.left -= 1;
            return true;
        }
        let Some(length) = self.terms.bytes().position(|byte| byte <= MOST) else { return false };
        self.left = self.terms.as_bytes()[length];
        self.token.text.clear();
        self.token.text.push_str(&self.terms[..length]);
        self.terms = &self.terms[length + 1..];
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
