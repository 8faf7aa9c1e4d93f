//! Previews: a document turned into lines of meaning, for a width, without drawing anything.
//!
//! [`PreviewLine`] is the result. Nothing here fails: a document that cannot be shown becomes a placeholder. **Invariant:** no span holds a control character, a tab or a line
//! break, and no rendered line is wider than the width asked for (widths below [`MIN_WIDTH`] count as that).
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `line`: lines to show: spans, wrapping, links, search marks.
//! - `canvas`: the canvas of renderers: pieces of text flow into lines, tables into columns.
//! - `markdown`: markdown, rendered.
//! - `document`: every other document: by its nodes, as CSV, as its source, as a placeholder.

mod canvas;
mod document;
mod line;
mod markdown;

pub use canvas::rendering::{
    Fold, MAX_RENDERED_LINES, PictureFact, PictureFacts, RenderOptions, RenderedPicture, RenderedRow, RenderedTable,
    Rendering,
};
pub use document::badges::badge_lines;
pub use document::csv::render_csv;
pub use document::folded::fold_lines;
pub use document::placeholder::{Placeholder, placeholder};
pub use document::record::{record_lines, table_as_csv, table_as_markdown};
pub use document::rendered::{MAX_RENDERED_BYTES, preview, render, rendered};
pub use document::source::{
    clip_line, source_lines, source_lines_behind, source_lines_highlighted, source_lines_scoped, wrap_lines, wrap_words,
};
pub use document::sticky::{StickyLine, sticky};
pub use line::flow::MAX_LINE_CELLS;
pub use line::matches::highlight_matches;
pub use line::spans::{MIN_WIDTH, PreviewLine, PreviewLink, PreviewMode, PreviewPart, PreviewSpan, row_of_source_line};
