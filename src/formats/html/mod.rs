//! HTML: readable text, with the sections, tables, code and links it is made of.
//!
//! The tokenizer is the only part of an HTML parser used here. There is no tree: tags open and close
//! [`page::Page`]'s few kinds of block, whatever is written between them, so unclosed tags and a hundred
//! thousand nested ones cost nothing.
//!
//! - `attributes`: attributes: ids, languages of code, parts of a page that are not its content.
//! - `close`: ends of blocks: each makes something of the text since its start; and the document at the end of all.
//! - `content`: the content of a page: the part that its author marks as the main one; without a mark all of it.
//! - `notes`: notes to the text: the elements that are one, as the writers of pages and books mark them.
//! - `open`: start tags.
//! - `page`: follows the tags of a page: which blocks are open, and what ends them.
//! - `reader`: runs the tokenizer over a page.
//! - `tables`: tables: which cells are headers, and which tables only lay out a page.
//! - `writer`: writes the text one reads, and remembers for each line where in the file it came from.

mod attributes;
mod close;
mod content;
mod notes;
mod open;
mod page;
mod reader;
mod tables;
mod writer;

#[cfg(feature = "office")]
pub(super) use attributes::{CELL_VALUE, CERTAIN_TABLE, ITEM_MARK, NOTE, PAGE_NUMBER, ROW_PLACE, unquoted};
pub(super) use reader::parse;
pub(super) use tables::{CellTag, OpenTable};
