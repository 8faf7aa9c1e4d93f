//! Bytes → `Document`: what format a file is, what its text is, and what stands in it.
//!
//! A format is one row of the table and one [`Reader`], of text or of bytes. Readers never fail: what they
//! cannot read becomes a [`Problem`](crate::document::Problem) of the document.
//!
//! Read the folders in this order; each imports only those above it.
//!
//! - `bytes`: bytes → text: decoding, unpacking.
//! - `draft`: documents in the making: nodes that nest, sections, endpoints.
//! - `format`: a format: its names, its files, its reader.
//! - `routes`: endpoints that programs and interface files declare.
//! - `data`: JSON, YAML, TOML, XML, INI, properties, HCL as one tree with lines; CSV and databases as
//!   tables.
//! - `markdown`: Markdown, with front matter and HTML inside.
//! - `html`: HTML pages.
//! - `markup`: reStructuredText, AsciiDoc, Org; plain text, and text alone.
//! - `code`: programs.
//! - `rewritten`: formats that are read by writing them anew as Markdown: notebooks, man pages.
//! - `office`: documents of offices and books: packages of XML → HTML → what its reader makes of it.
//! - `pdf`: pages that are drawn → text, headings, lists, tables.
//! - `table`: all formats, a row each.
//! - `detect`: which format a file has.
//! - `parse`: runs readers, bounded and caught.

mod bytes;
mod code;
mod data;
mod detect;
mod draft;
mod format;
mod html;
mod markdown;
mod markup;
mod office;
mod parse;
mod pdf;
mod rewritten;
mod routes;
mod table;

pub use bytes::decode::{Decoded, decode, plain_text};
pub use bytes::unpack::{Packing, UnpackProblem, is_packed, packing, unpack, unpack_cut};
pub use data::{parse_data, parse_file_data};
pub use detect::detect;
pub use format::{Format, Reader};
pub use parse::{LARGEST, NotText, parse, read};
pub use table::{FORMATS, by_id, by_name, is_database, is_package, is_table};
