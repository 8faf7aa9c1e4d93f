//! Markdown as one reads it: wrapped text, lists, tables, code, notes, links with numbers.
//!
//! - `admonition`: admonitions of other dialects (`!!!.
//! - `block`: blocks that are written as a whole: code and diagrams, front matter.
//! - `block_writer`: the block that is being written: a paragraph, or a table in HTML.
//! - `html_block`: blocks of HTML: headings, lists, tables, folds.
//! - `inline`: running text on its way to a paragraph: styles, links, images.
//! - `renderer`: from the events of the Markdown parser to lines.

mod admonition;
mod block;
mod block_writer;
mod html_block;
mod inline;
mod renderer;

pub(super) use renderer::render;
