//! HTML: readable text, with the sections, tables, code and links it is made of.

mod reader;

pub(super) use reader::parse;
