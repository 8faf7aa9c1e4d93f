//! Colours of program text: highlight queries where there is a grammar, line syntaxes elsewhere.
//!
//! Ranges get a [`crate::document::Scope`], never a colour. What a parse could not understand stays plain.
//! The row of a language names its `assets/languages/<id>/highlights.scm`; [`SOURCES`] adds formats without outline.

mod budget;
mod fallback;
mod highlighter;
mod sources;
mod tree;

pub use crate::languages::table::HighlightSource;
pub use budget::HighlightBudget;
pub use highlighter::{Highlighter, highlight};
pub use sources::{SOURCES, highlight_source};
pub use tree::query_problem;

/// Lines longer than this many bytes stay plain: they are data, and colouring them can take seconds.
pub const MAX_LINE_BYTES: u32 = 5_000;
