//! Texts that are reports as a whole, of which no single line names a place: objects of JSON, elements of XML, records of
//! coverage.
//!
//! - `coverage`: which lines no test has run: lcov, gcov, profiles of Go, tables with the lines that are missing.
//! - `json`: SARIF, what linters write with `--format json`, logs.
//! - `markup`: Checkstyle, PMD, Cppcheck; Cobertura, JaCoCo, Clover.

mod coverage;
mod json;
mod markup;

pub(super) use coverage::Tables;

use super::written::Written;

/// The places of a text that is a report as a whole; `None` if it is none, or one that names no place.
pub(super) fn read(text: &str) -> Option<Vec<Written<'static>>> {
    let found = match text.trim_start().chars().next()? {
        '{' | '[' => json::places(text)?,
        '<' => markup::places(text),
        _ => coverage::records(text),
    };
    (!found.is_empty()).then_some(found)
}
