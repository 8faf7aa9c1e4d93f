//! Word documents.
//!
//! - `document`: word documents: the parts that they are made of, one after the other.
//! - `fields`: fields of word documents: what a link leads to.
//! - `formula`: formulas of word documents in one line.
//! - `notes`: footnotes and endnotes of word documents: their numbers as Word counts them.
//! - `pictures`: pictures of word documents: what they are called.
//! - `story`: the text of one part: headings by style or outline level, lists, tables, notes; changes as accepted.
//! - `styles`: what the other parts of a word document say of its paragraphs: styles, lists, relations.
//! - `table`: tables of word documents in the making: rows, cells, and how far these reach.

pub(in crate::formats::binary::office) mod document;
mod fields;
mod formula;
mod notes;
mod pictures;
mod story;
mod styles;
mod table;
