//! Query text → tokens → syntax tree and diagnostics; and back: formatting, highlighting.

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
