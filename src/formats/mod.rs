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
//! - `dependencies`: what files that list them line by line depend on.
//! - `data`: JSON, YAML, TOML, XML, INI, properties, HCL as one tree with lines; CSV as tables.
//! - `html`: HTML pages.
//! - `markdown`: Markdown, with front matter and HTML inside.
//! - `markup`: reStructuredText, AsciiDoc, Org; plain text, and text alone.
//! - `code`: programs.
//! - `rewritten`: formats that are read by writing them anew as Markdown: notebooks, man pages.
//! - `binary`: files that are no text: packages of offices, pages of PDF, databases, pictures.
//! - `table`: all formats, a row each, and which of them a file has.
//! - `parse`: runs readers, bounded and caught.

mod binary;
mod bytes;
mod code;
mod data;
mod dependencies;
mod draft;
mod format;
mod html;
mod markdown;
mod markup;
mod parse;
mod rewritten;
mod routes;
mod table;

pub use binary::database::{RowsWriter, database_document, schema_document};
pub use binary::picture::{HEAD_BYTES, MAX_SENT_BYTES, UnsentPicture, parse_picture, sent_type};
pub use bytes::decode::{Decoded, decode, plain_text};
pub use bytes::unpack::{Packing, UnpackProblem, is_packed, packing, unpack, unpack_cut};
pub use data::{parse_data, parse_file_data};
pub use format::{Format, Reader};
pub use parse::{LARGEST, NotText, beginning, has_beginning, parse, read, unread};
pub use routes::{
    ConstantRoute, Groups, LaravelRoute, RailsRoute, constant_routes, declares_rails, laravel_resources, rails_routes,
};
pub use table::{FORMATS, by_id, by_name, detect, is_database, is_package, is_picture, is_table};
