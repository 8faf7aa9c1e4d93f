//! Markdown as one reads it: wrapped text, lists, tables, code, notes, links with numbers.

mod admonition;
mod block;
mod block_writer;
mod html;
mod html_block;
mod inline;
mod renderer;

pub(super) use renderer::render;
