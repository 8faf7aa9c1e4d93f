//! Formats of data as one tree with the real line of every value, with the endpoints of OpenAPI files, and what manifests,
//! schemas and descriptions of jobs and clusters name.
//!
//! JSON, YAML and TOML are read strictly where one file is asked for as data; files of a workspace are read as people
//! write them. Delimited text is a table.

mod delimited;
mod entities;
mod grown;
mod hcl;
mod ini;
mod json;
mod openapi;
mod places;
mod properties;
mod read;
mod svg;
mod toml;
mod tree;
mod xml;
mod xml_text;
mod yaml;

pub(super) use delimited::parse_delimited;
pub use read::{parse_data, parse_file_data};
pub(super) use read::{parse_json, parse_json_lines, parse_jsonc, parse_toml, parse_xml, parse_yaml};
pub(super) use svg::parse_svg;
pub(super) use xml_text::xml_text;
