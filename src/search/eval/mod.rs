//! Measuring a search: cases with their right answers, read from TOML, and what a ranking scores on them.
//!
//! A case says what is asked and which places are right. A place is `path` (anything in this file),
//! `path#name` (a declaration or section of exactly this name; `#name` in any file) or `path:line` (the
//! outermost declaration or section that begins on the line, else the innermost around it; the line of a
//! doc comment stands for what it is about). A hit is right if it is that node, lies inside of it where it
//! is a function, or is text of which it is the innermost node. What encloses the right node is not right:
//! a reader sent to a chapter still has to look for the paragraph.
//!
//! - `cases`: files of cases.
//! - `rights`: right answers, found in a library.
//! - `scores`: ranks of the right answers, and what they score.

mod cases;
mod rights;
mod scores;

pub use cases::{Case, CaseError, CaseFault, CaseFile, Corpus, HELD, TUNE};
pub use rights::{PlaceError, Right};
pub use scores::{DEPTH, RECALLS, Scores, ranks};
