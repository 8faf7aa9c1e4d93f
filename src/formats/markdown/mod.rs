//! Markdown: CommonMark with tables, footnotes, definition lists, alerts, front matter and inline HTML.

mod frontmatter;
mod html;
mod inline;
mod reader;
mod state;
mod tags;

pub(super) use reader::parse;
