//! Programming languages: grammar, lexis and the outline of a program, one row per language.
//!
//! What declares what in a language is written in `assets/languages/<id>/outline.toml`; the walk over the
//! syntax tree knows no language. **Invariants:** no language has code of its own here, but for
//! what tells a C++ header from one of C; the walk keeps its own stack, so that no input is too deep for it.
//!
//! Read in this order; each imports only what stands above it.
//!
//! - `rules`: the outline table of a language, compiled: kinds, captures, conditions.
//! - `cpp_text`: what tells C++ from C in files that may hold either.
//! - `type_rules`: how the languages write types and what they hide, a row each.
//! - `lexical_rules`: strings, comments and keywords of the languages, a row each.
//! - `table`: the languages, a row each.
//! - `parsing`: text → syntax tree, within bounds of work, memory and depth.
//! - `pieces`: where the declarations of a text begin and end, by its brackets alone.
//! - `outline`: syntax tree → declarations, calls, docs.
//! - `highlight`: colours of program text.

pub mod highlight;
mod outline;
mod parsing;
mod pieces;
mod rules;

mod cpp_text;
mod lexical_rules;
mod table;
mod type_rules;

pub use outline::dialect::as_written;
pub use outline::parse::{MAX_BYTES, outline, parse, parse_tree};
pub use parsing::{Over, Unparsed};
pub use rules::rule_error::RuleError;
pub use table::{LANGUAGES, Language, by_id};
