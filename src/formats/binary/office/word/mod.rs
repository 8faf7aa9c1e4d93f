//! Word documents.
//!
//! - `document`: word documents: headings by style or outline level, lists, tables, notes and comments; changes as
//!   accepted.
//! - `fields`: fields of word documents: what a link leads to.
//! - `formula`: formulas of word documents in one line.
//! - `notes`: footnotes and endnotes of word documents: their numbers as Word counts them.
//! - `pictures`: pictures of word documents: what they are called.
//! - `styles`: what the other parts of a word document say of its paragraphs: styles, lists, relations.
//! - `table`: tables of word documents in the making: rows, cells, and how far these reach.

pub(in crate::formats::binary::office) mod document;
mod fields;
mod formula;
mod notes;
mod pictures;
mod styles;
mod table;
