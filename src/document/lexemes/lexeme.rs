//! The parts that a text is read as.

use crate::document::Span;

/// The sort of a lexeme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexemeKind {
    /// A name or keyword.
    Word,
    /// A name that is called: followed by `(`, or by `!` and an opening bracket, or by `::<…>(`. Where a name alone may
    /// be a call, every name that can be one; where decorators call, the last name of one.
    Call,
    /// A comment, markers included; consecutive line comments are one each.
    Comment,
    /// A string literal, quotes included; the literal of a regular expression; the text of an element in markup.
    Text,
    /// What a condition of a preprocessor takes away for everybody: the lines behind `#if 0`.
    Unread,
}

/// One lexeme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// Its sort.
    pub kind: LexemeKind,
    /// Its place.
    pub span: Span,
}
