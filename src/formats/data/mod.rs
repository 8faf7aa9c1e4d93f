//! JSON, YAML and TOML as one tree with the real line of every value, and the endpoints of OpenAPI files.

mod json;
mod openapi;
mod read;
mod toml;
mod tree;
mod yaml;

pub use read::parse_data;
pub(super) use read::{parse_json, parse_json_lines, parse_jsonc, parse_toml, parse_yaml};
