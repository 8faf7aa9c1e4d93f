//! Programming languages: grammar, lexis and the outline of a program, one row per language.
//!
//! What declares what in a language is written in `assets/languages/<id>/outline.toml`; the walk over the
//! syntax tree knows no language. **Invariants:** no language has code of its own here, but for
//! what tells a C++ header from one of C; the walk keeps its own stack, so that no input is too deep for it.

pub mod highlight;

mod compile;
mod declare;
mod gather;
mod lexis;
mod parse;
mod path;
mod pending;
mod reparse;
mod rules;
mod schema;
mod table;
mod text;
mod walk;
mod written;

pub use parse::{MAX_BYTES, outline, parse, parse_tree};
pub use table::{LANGUAGES, Language, by_id};
pub use written::as_written;
