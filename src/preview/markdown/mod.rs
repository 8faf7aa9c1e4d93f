//! Markdown as one reads it: wrapped text, lists, tables, code, notes, links with numbers.

mod admonition;
mod block;
mod html;
mod inline;
mod renderer;

pub(super) use renderer::render;
