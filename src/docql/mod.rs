//! The query language: text → tokens → query → plan → results, and completion at every caret.
//!
//! Parsing never fails: it returns what could be read and the diagnostics. What a name means is a row of
//! the catalog, read by parser checks, completion, help and tests alike.

mod diagnostic;
mod hit;

pub use diagnostic::{Diagnostic, Severity};
pub use hit::{Group, Hit, Results, Shape};
