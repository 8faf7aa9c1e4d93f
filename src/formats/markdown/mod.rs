//! Markdown: CommonMark with tables, footnotes, definition lists, alerts, front matter and inline HTML.

mod frontmatter;
mod html;
mod html_table;
mod inline;
mod reader;
mod state;

pub(super) use reader::parse;
