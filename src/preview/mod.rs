//! What a preview shows: a document turned into lines of meaning, for a width, without drawing anything.
//!
//! Reading order: [`PreviewLine`] is the result; `flow` cuts text into lines by display width; `source` shows
//! text as it is; `markdown`, `nodes` and `plain` render documents onto a `canvas`. Nothing here fails: what
//! cannot be shown becomes a placeholder. **Invariant:** no span holds a control character, a tab or a line
//! break, and no rendered line is wider than the width asked for (widths below [`MIN_WIDTH`] count as that).

mod canvas;
mod csv;
mod flow;
mod gathered;
mod line;
mod links;
mod markdown;
mod matches;
mod nodes;
mod placeholder;
mod record;
mod rendered;
mod rendering;
mod source;
mod sticky;
mod table;

pub use csv::render_csv;
pub use line::{MIN_WIDTH, PreviewLine, PreviewLink, PreviewMode, PreviewRequest, PreviewSpan, row_of_source_line};
pub use matches::highlight_matches;
pub use placeholder::{Placeholder, placeholder};
pub use record::{record_lines, table_as_csv, table_as_markdown};
pub use rendered::{MAX_RENDERED_BYTES, MAX_RENDERED_LINES, has_rendering, preview, render, rendered};
pub use rendering::{
    Fold, PictureFact, PictureFacts, RenderOptions, RenderedPicture, RenderedRow, RenderedTable, Rendering,
};
pub use source::{
    MAX_LINE_CELLS, clip_line, source_lines, source_lines_behind, source_lines_highlighted, source_lines_scoped,
    wrap_lines,
};
pub use sticky::{StickyLine, sticky};
