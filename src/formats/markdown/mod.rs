//! Markdown: CommonMark with tables, footnotes, definition lists, alerts, front matter and inline HTML.
//!
//! - `blocks`: tabs and admonitions of MkDocs, whose contents are indented.
//! - `frontmatter`: the settings between two lines of dashes at the beginning.
//! - `html`: HTML inside: headings, images, links and anchors written as tags.
//! - `html_table`: tables that are written as tags, also over the blank lines that end a block of HTML.
//! - `inline`: the insides of lines: titles, links, images, bare addresses, bold lead-ins.
//! - `reader`: walks the events of the parser once and notes every block.
//! - `state`: the state of the reader on its way.

mod blocks;
mod frontmatter;
mod html;
mod html_table;
mod inline;
mod reader;
mod state;

pub(super) use reader::parse;
