//! The token at the caret: the part already typed, and the bytes that a candidate replaces.

use crate::docql::syntax::token::{Dialect, Token, TokenKind, ascii_twin, tokens};
use crate::document::Span;

/// What is typed of the token that the caret is in or behind: completion replaces it.
pub(in crate::docql::complete) struct CaretToken {
    /// Start of the token; the caret if there is none.
    pub start: usize,
    /// The bytes of the whole token.
    pub replace: Span,
    /// The text between its start and the caret, without an opening quote.
    pub typed: String,
    /// The opening quote.
    pub quote: Option<char>,
    /// Set if the text is search words, not a query.
    pub words: bool,
}

/// Finds the token at `caret`.
pub(in crate::docql::complete) fn caret_token(text: &str, caret: usize) -> CaretToken {
    let first = text.trim_start().chars().next();
    let is_query = first.is_none_or(|c| matches!(ascii_twin(c).unwrap_or(c), '$' | '.' | '['));
    if !is_query {
        return word(text, caret);
    }
    let touching = tokens(text, Dialect::Lenient).into_iter().find(|token| touches(token, text, caret));
    let Some(token) = touching else {
        return CaretToken {
            start: caret,
            replace: Span::of_range(caret..caret),
            typed: String::new(),
            quote: None,
            words: false,
        };
    };
    let start = token.span.start as usize;
    let mut typed = &text[start..caret];
    let mut quote = None;
    let mut replace = token.span;
    if matches!(token.kind, TokenKind::Text { .. }) {
        quote = typed.chars().next();
        typed = &typed[quote.map_or(0, char::len_utf8)..];
        if token.kind == (TokenKind::Text { closed: false }) {
            // An unclosed string swallows the rest of the text, which is not part of the word at the caret.
            replace = Span::of_range(start..caret);
        }
    }
    CaretToken { start, replace, typed: typed.to_owned(), quote, words: false }
}

/// True if the caret completes this token.
fn touches(token: &Token, text: &str, caret: usize) -> bool {
    let (start, end) = (token.span.start as usize, token.span.end as usize);
    let inside = start < caret && caret <= end;
    match token.kind {
        TokenKind::Name | TokenKind::Number => inside,
        TokenKind::Text { closed: true } => start < caret && caret < end,
        TokenKind::Text { closed: false } => inside,
        // A lone character of a two-character operator is unfinished; `<` and `>` are complete.
        TokenKind::Operator => {
            caret == end && start < caret && matches!(token.span.of(text), "=" | "~" | "!" | "&" | "|")
        }
        _ => false,
    }
}

fn word(text: &str, caret: usize) -> CaretToken {
    let start = text[..caret]
        .rfind(char::is_whitespace)
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    let end = text[caret..].find(char::is_whitespace).map_or(text.len(), |at| caret + at);
    CaretToken {
        start,
        replace: Span::of_range(start..end),
        typed: text[start..caret].to_owned(),
        quote: None,
        words: true,
    }
}
