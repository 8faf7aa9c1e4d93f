//! The preview: the file of the selected row, scrolled to it, with what matched marked.
//!
//! - `commands`: commands, the wheel and clicks in the preview.
//! - `deleted`: the preview of a file that is deleted.
//! - `find`: matches in the preview: of what the user looks for in it, else of what the query matched.
//! - `form`: the form of the page: where what matched is not in the rendered form, the source shows it.
//! - `pane`: the preview: the file of the selected row, scrolled to it, with what matched marked.
//! - `pinned`: a second preview that stays while the first follows the selection.
//! - `pinning`: pinning what the preview shows, and comparing with what was pinned.
//! - `places`: places in a document: anchors that links lead to, and where the reader is, to come back to it.
//! - `record`: a row of a table as a record, and what else Enter can act upon.
//! - `scrolling`: moving in the preview: by lines, pages, sections, matches.
//! - `stops`: stops in a document: rows of tables, which open as records, and folds; columns that scroll.

mod commands;
mod deleted;
mod find;
mod form;
mod pane;
mod pinned;
mod pinning;
mod places;
mod record;
mod scrolling;
mod stops;

pub use pane::PreviewPane;
pub use pinned::Pinned;
pub use record::{Record, StopKind};
