//! Formats of data as one tree with the real line of every value, with the endpoints of OpenAPI files, and what manifests,
//! schemas and descriptions of jobs and clusters name.
//!
//! JSON, YAML and TOML are read strictly where one file is asked for as data; files of a workspace are read as people
//! write them. Delimited text is a table.
//!
//! - `delimited`: CSV, TSV and their kin: one table, whose lines are those of the file.
//! - `entities`: named things in data files: what a package depends on, objects of a cluster, jobs, schemas.
//! - `grown`: trees of formats that say again what they have said: values with their lines, repeated names as arrays.
//! - `hcl`: HCL, the language of Terraform, as data: a block is an object inside of objects named by its labels, as in
//!   the JSON that means the same; literals are values, any other expression is the text that is written.
//! - `ini`: INI files in the dialects of Git, systemd, Python's tools, editors and databases: sections of keys and
//!   texts.
//! - `json`: JSON, strict or with the comments and trailing commas of configuration files.
//! - `openapi`: the operations of an OpenAPI or Swagger file, each with all that it refers to.
//! - `places`: places of values in the text of a data file.
//! - `properties`: Java's properties and files of environment variables: keys and texts, flat.
//! - `protobuf`: Protocol Buffers as data: messages, fields, enumerations, services and options by their names.
//! - `protobuf_words`: the words of such a file.
//! - `read`: from the text of a data file to its document.
//! - `svg`: SVG: the picture that the file is, called by its title.
//! - `toml`: TOML with the line of every key.
//! - `tree`: the common part of the readers of all data formats: the places of values, unique keys, limits.
//! - `xml`: XML as data: an element is an object of its attributes (`@name`), its elements and its text (`#text`); one
//!   that holds text alone is that text, an empty one null; elements of one name are a list.
//! - `xml_text`: the text of XML as it reads: what stands between its tags, an element a line.
//! - `yaml`: YAML by its events: several documents as an array, anchors and aliases within limits.

mod delimited;
mod entities;
mod grown;
mod hcl;
mod ini;
mod json;
mod openapi;
mod places;
mod properties;
mod protobuf;
mod protobuf_words;
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
