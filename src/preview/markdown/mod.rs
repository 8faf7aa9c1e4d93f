//! Markdown as one reads it: wrapped text, lists, tables, code, notes, links with numbers.

mod admonition;
mod block;
mod inline;
mod renderer;

pub(super) use renderer::render;
