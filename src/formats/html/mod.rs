//! HTML: readable text, with the sections, tables, code and links it is made of.
//!
//! The tokenizer is the only part of an HTML parser used here. There is no tree: tags open and close
//! [`page::Page`]'s few kinds of block, whatever is written between them, so unclosed tags and a hundred
//! thousand nested ones cost nothing.

mod attributes;
mod close;
mod content;
mod open;
mod page;
mod reader;
mod tables;
mod writer;

#[cfg(feature = "office")]
pub(super) use attributes::{CERTAIN_TABLE, unquoted};
pub(super) use reader::parse;
