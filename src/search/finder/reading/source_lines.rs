//! The line of a program that a trace shows behind a place: it tells where the place is now if the file has changed since.

use crate::search::pasted;
use regex::Regex;
use std::sync::LazyLock;

/// Shorter lines stand in too many places to tell one.
const MIN_BYTES: usize = 6;

/// Ends of paths of scripts.
const SCRIPTS: &[&str] = &[".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"];

/// Lines that one statement goes over, at most, as far as they are read for it.
const MAX_LINES: usize = 12;

/// What the line behind a place says of it.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::search::finder) struct Behind<'t> {
    /// The function, where it is named there.
    pub(in crate::search::finder) function: Option<String>,
    /// The line of the program.
    pub(in crate::search::finder) source: Option<&'t str>,
}

/// Reads the line behind one that names a place in line `number`; `None` if it says nothing of it.
pub(in crate::search::finder) fn behind<'t>(place: &str, number: u32, line: &'t str) -> Option<Behind<'t>> {
    static RECOVERED: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^\t(?P<name>(?:\(\*?\w+\)\.)?\w+)(?:\.func\d+)*: (?P<source>\S.*)$").ok());
    let indent = |line: &str| line.len() - line.trim_start().len();
    let source = line.trim();
    let known = Some(source).filter(|source| source.len() >= MIN_BYTES);
    // Python.
    if place.trim_start().starts_with("File \"") && indent(line) > indent(place) {
        return Some(Behind { function: None, source: known });
    }
    // pytest, in its short form: `a.py:12: in f`.
    if let Some((_, function)) = place.split_once(&format!(":{number}: in "))
        && indent(line) > indent(place)
    {
        let function = Some(function.trim().to_owned()).filter(|name| !name.contains(char::is_whitespace));
        return Some(Behind { function, source: known });
    }
    // A warning of Python: `a.py:12: DeprecationWarning: …`.
    let is_warning = |(_, said): (&str, &str)| {
        let name = said.split_once(": ").map_or("", |(name, _)| name);
        name.ends_with("Warning") && name.chars().all(|c| c.is_alphanumeric() || "_.".contains(c))
    };
    if place.split_once(&format!(":{number}: ")).is_some_and(is_warning) && indent(line) > indent(place) {
        return Some(Behind { function: None, source: known });
    }
    // What recovers from a panic of Go: the place, and below it `(*node).addRoute: panic("…")`.
    if place.ends_with(')') && place.contains(".go:") {
        let captures = RECOVERED.as_ref()?.captures(line)?;
        let called = pasted::called(&format!("package.{}(...)", &captures["name"]));
        let function = called
            .map(|called| called.name)
            .map(|name| name.strip_prefix("package.").map_or(name.clone(), str::to_owned));
        let source = captures.name("source").map(|source| source.as_str()).filter(|source| source.len() >= MIN_BYTES);
        return Some(Behind { function, source });
    }
    // Node, where nothing has caught what was thrown: the place alone, and below it the line.
    let is_alone = place.trim_end().strip_suffix(&format!(":{number}")).is_some_and(|path| {
        !path.contains(char::is_whitespace) && SCRIPTS.iter().any(|extension| path.ends_with(extension))
    });
    let is_statement = line.starts_with([' ', '\t']) || line.trim_end().ends_with([';', '{', '(']);
    if is_alone && is_statement {
        return known.map(|source| Behind { function: None, source: Some(source) });
    }
    // Debuggers say the number of the line once more.
    let rest = source.strip_prefix(&number.to_string())?;
    let said = rest.starts_with('\t').then(|| rest.trim()).filter(|source| source.len() >= MIN_BYTES);
    said.map(|source| Behind { function: None, source: Some(source) })
}

/// The line of the program that a report of pytest points at, before the place it is of.
pub(in crate::search::finder) fn pointed_at(line: &str) -> Option<&str> {
    let source = line.strip_prefix('>')?;
    Some(source.trim()).filter(|shown| source.starts_with([' ', '\t']) && shown.len() >= MIN_BYTES)
}

/// True for the line behind the last frame of a trace of Python that tells what was raised there.
pub(in crate::search::finder) fn is_raised(line: &str) -> bool {
    let (name, message) = line.split_once(": ").unwrap_or_default();
    !message.is_empty()
        && name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || "_.".contains(c))
}

/// The lines of a text at which a line of a program stands that a trace shows: as one line, or as the first of several
/// since it has been broken.
pub fn standing(source: &str, text: &str) -> Vec<u32> {
    let lines: Vec<&str> = text.lines().collect();
    let whole = |line: &&str| line.trim() == source;
    let numbers =
        |is_it: &dyn Fn(usize) -> bool| (0..lines.len()).filter(|at| is_it(*at)).map(|at| at as u32 + 1).collect();
    let found: Vec<u32> = numbers(&|at| whole(&lines[at]));
    if !found.is_empty() {
        return found;
    }
    let sought = unbroken(source);
    let is_broken = |at: usize| {
        let mut standing = unbroken(lines[at]);
        if standing.is_empty() || !sought.starts_with(&standing) {
            return false;
        }
        for line in lines[at + 1..].iter().take(MAX_LINES) {
            standing = unbroken(&format!("{standing}{line}"));
            if standing.trim_end_matches(',').len() >= sought.len() {
                return standing.starts_with(&sought);
            }
        }
        false
    };
    numbers(&is_broken)
}

/// A statement without white space, the comma that formatters put behind the last of several lines, and whatever quotes
/// they prefer.
fn unbroken(statement: &str) -> String {
    let bare: String =
        statement.chars().filter(|c| !c.is_whitespace()).map(|c| if c == '\'' { '"' } else { c }).collect();
    [")", "]", "}"].iter().fold(bare, |bare, close| bare.replace(&format!(",{close}"), close))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_found_however_its_lines_are_broken() {
        let text =
            "def f():\n    raise KeyError(\n        f\"no {name} in {place}\",\n    ) from None\n\nraise KeyError()\n";
        assert_eq!(standing("raise KeyError(f'no {name} in {place}')", text), [2]);
        assert_eq!(standing("raise KeyError()", text), [6]);
        assert_eq!(standing("raise KeyError(f'no {other}')", text), [0; 0]);
    }
}
