//! The line of a program that a trace shows behind a place: it tells where the place is now if the file has changed since.

use crate::search::pasted;
use regex::Regex;
use std::sync::LazyLock;

/// Shorter lines stand in too many places to tell one.
const MIN_BYTES: usize = 6;

/// What the line behind a place says of it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Behind<'t> {
    /// The function, where it is named there.
    pub(super) function: Option<String>,
    /// The line of the program.
    pub(super) source: Option<&'t str>,
}

/// Reads the line behind one that names a place in line `number`; `None` if it says nothing of it.
pub(super) fn behind<'t>(place: &str, number: u32, line: &'t str) -> Option<Behind<'t>> {
    static RECOVERED: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^\t(?P<name>(?:\(\*?\w+\)\.)?\w+)(?:\.func\d+)*: (?P<source>\S.*)$").ok());
    let indent = |line: &str| line.len() - line.trim_start().len();
    let source = line.trim();
    let known = Some(source).filter(|source| source.len() >= MIN_BYTES);
    // Python.
    if place.trim_start().starts_with("File \"") && indent(line) > indent(place) {
        return Some(Behind { function: None, source: known });
    }
    // What recovers from a panic of Go: the place, and below it `(*node).addRoute: panic("…")`.
    if place.ends_with(')') && place.contains(".go:") {
        let captures = RECOVERED.as_ref()?.captures(line)?;
        let function = pasted::function(&format!("package.{}(...)", &captures["name"]));
        let function = function.map(|name| name.strip_prefix("package.").map_or(name.clone(), str::to_owned));
        let source = captures.name("source").map(|source| source.as_str()).filter(|source| source.len() >= MIN_BYTES);
        return Some(Behind { function, source });
    }
    // Debuggers say the number of the line once more.
    let rest = source.strip_prefix(&number.to_string())?;
    let said = rest.starts_with('\t').then(|| rest.trim()).filter(|source| source.len() >= MIN_BYTES);
    said.map(|source| Behind { function: None, source: Some(source) })
}
