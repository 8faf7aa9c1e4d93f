//! Rules of a language that need no parser: its comments, strings and names, where it writes types, and what it hides.
//!
//! - `name_place`: where a language names what it declares.
//! - `types`: where it writes types, and what it hides from callers.
//! - `lexical`: comments, strings and names.

mod lexical;
mod name_place;
mod types;

pub use lexical::{Dialect, Escapes, ExpressionMark, FileDoc, Forms, HeredocRule, Lexis, PageRules, StringRule};
pub use name_place::NamePlace;
pub use types::{CalledVariables, Hides, Lambda, TypePlace, TypeRules};
