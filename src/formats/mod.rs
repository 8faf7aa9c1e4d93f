//! Bytes → `Document`: what format a file is, what its text is, and what stands in it.
//!
//! A format is one row of the table and one reader `fn(String) -> Document`. Readers never fail: what they
//! cannot read becomes a [`Problem`](crate::document::Problem) of the document.

mod blocks;
mod code;
mod data;
mod decode;
mod detect;
mod draft;
mod endpoints;
mod format;
mod html;
mod markdown;
mod markup;
mod parse;
mod plain;
mod routes;
mod sections;
mod table;

pub use data::parse_data;
pub use decode::{Decoded, decode, plain_text};
pub use detect::detect;
pub use format::{Format, Reader};
pub use parse::{LARGEST, parse};
pub use table::{FORMATS, by_id, by_name};
