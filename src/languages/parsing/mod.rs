//! Parsing within bounds: whatever a text is made of, its tree costs bounded work, memory and stack.

mod allocations;
mod nesting;
mod parser;
mod work;

pub(in crate::languages) use nesting::is_safe_to_colour;
pub(in crate::languages) use parser::{new_parser, new_query, parse_again, parse_part, parse_text, resume};
pub(in crate::languages) use work::Work;
pub use work::{Over, Unparsed};
