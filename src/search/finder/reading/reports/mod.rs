//! Texts that are reports as a whole, of which no single line names a place: objects of JSON and YAML, elements of XML,
//! rows of CSV, records of coverage.
//!
//! - `coverage`: which lines no test has run: lcov, gcov, profiles of Go, tables with the lines that are missing.
//! - `json`: SARIF, what linters write with `--format json`, logs.
//! - `markup`: Checkstyle, PMD, Cppcheck; Cobertura, JaCoCo, Clover; what linters write as tests.
//! - `rows`: CSV.
//! - `yaml`: YAML, and the Test Anything Protocol of linters.

mod coverage;
mod json;
mod markup;
mod rows;
mod yaml;

pub(super) use coverage::Tables;

use super::written::Written;

/// The places of a text that is a report as a whole; `None` if it is none, or one that names no place.
pub(in crate::search::finder) fn read(text: &str) -> Option<Vec<Written<'static>>> {
    let found = match text.trim_start().chars().next()? {
        '{' | '[' => json::places(text)?,
        '<' => markup::places(text),
        _ => [coverage::records, yaml::places, rows::places]
            .iter()
            .map(|read| read(text))
            .find(|found| !found.is_empty())?,
    };
    (!found.is_empty()).then_some(found)
}
