//! Query text → tokens → syntax tree and diagnostics; and back: formatting, highlighting.
//!
//! - `diagnostic`: diagnostics of a query: position, message, expected tokens, and fixes that parse.
//! - `format`: query → canonical text, which parses back to the same query.
//! - `literal`: literals: escapes of strings, numbers, regular expressions.
//! - `paint`: highlighting of a query while it is typed: the meaning of each token.
//! - `parse`: tokens → query, by recursive descent that never fails; also reports what could follow at the end of the
//!   text.
//! - `parse_argument`: arguments of steps: literals, unquoted words, and notations of other languages.
//! - `parse_bracket`: brackets: selectors, indices, slices.
//! - `parse_filter`: filters: logic, comparisons, literals; the part of the parser between `?` and `]`.
//! - `parse_operator`: filter operators: DocQL's own, and those of other languages with the operator they stand for.
//! - `parse_value`: the right side of a comparison: lists, and unquoted values.
//! - `parser`: the parser's state: tokens, open brackets, diagnostics, and what could follow at the end of the text.
//! - `suggest`: the known names nearest to an unknown one, and names of shapes for messages.
//! - `token`: text → tokens, without loss: the concatenated tokens are the text.
//! - `tree`: the syntax tree of a query; every node has its span in the text.
//! - `typos`: text around a query by habit of other languages (pipes, SQL, XPath, shell quotes) and the queries that
//!   may be meant.

pub(super) mod diagnostic;
pub(super) mod format;
mod literal;
pub(super) mod paint;
pub(super) mod parse;
mod parse_argument;
mod parse_bracket;
mod parse_filter;
mod parse_operator;
mod parse_value;
pub(super) mod parser;
pub(super) mod suggest;
pub(super) mod token;
pub(super) mod tree;
pub(super) mod typos;
