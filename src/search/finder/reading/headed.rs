//! Files that have a line for themselves, and the lines below that name places by their numbers alone: what linters print.

use super::place_forms::normal;
use super::written::Written;
use regex::Regex;
use std::sync::LazyLock;

/// How a kind of tool writes the file, and the places below it.
struct HeadForm {
    head: &'static str,
    row: &'static str,
    /// True if lines of dashes and of counts stand between the file and its places.
    is_table: bool,
}

const FORMS: &[HeadForm] = &[
    // PHPStan.
    HeadForm { head: r"^\s+Line\s+(?P<path>\S+)\s*$", row: r"^\s+(?P<line>\d+)\s+(?P<said>\S.*)$", is_table: true },
    // PHP_CodeSniffer.
    HeadForm { head: r"^FILE: (?P<path>\S.*)$", row: r"^\s+(?P<line>\d+) \|\s*(?P<said>\S.*)$", is_table: true },
    // SQLFluff.
    HeadForm {
        head: r"^== \[(?P<path>[^\]]+)\] FAIL",
        row: r"^L:\s*(?P<line>\d+) \| P:\s*(?P<column>\d+) \|\s*(?P<said>\S.*)$",
        is_table: true,
    },
    // Ruff.
    HeadForm {
        head: r"^(?P<path>\S+\.\w+):\s*$",
        row: r"^\s+(?P<line>\d+):(?P<column>\d+)\s+(?P<said>\S.*)$",
        is_table: false,
    },
    // What ctags writes for Emacs.
    HeadForm {
        head: r"^(?P<path>\S+),\d+$",
        row: r"^(?:[^\x7f]*)\x7f(?P<said>[^\x01]*)\x01?(?P<line>\d+),\d*$",
        is_table: false,
    },
    // Everybody else: `  12:5  error …`, `12:text`.
    HeadForm {
        head: r"^(?P<path>\S+)\s*$",
        row: r"^\s*(?P<line>\d+):(?:(?P<column>\d+):?\s)?\s*(?P<said>\S.*)$",
        is_table: false,
    },
];

static PATTERNS: LazyLock<Vec<(Regex, Regex, bool)>> = LazyLock::new(|| {
    let compiled = |form: &HeadForm| Some((Regex::new(form.head).ok()?, Regex::new(form.row).ok()?, form.is_table));
    FORMS.iter().filter_map(compiled).collect()
});

/// A file that the lines below are about.
pub(in crate::search::finder) struct Head<'t> {
    path: &'t str,
    row: &'static Regex,
    is_table: bool,
}

impl<'t> Head<'t> {
    /// The file that a line is for, if it is for one.
    pub(in crate::search::finder) fn read(line: &'t str) -> Option<Head<'t>> {
        PATTERNS.iter().find_map(|(head, row, is_table)| {
            let path = head.captures(line)?.name("path")?.as_str().trim_end();
            let is_path = path.contains(['/', '\\', '.']) && path.contains(char::is_alphanumeric);
            (is_path && !path.ends_with([':', '.', '/'])).then_some(Head { path, row, is_table: *is_table })
        })
    }

    /// The place that a line below names.
    pub(in crate::search::finder) fn place<'l>(&self, line: &'l str) -> Option<Written<'l>> {
        let captures = self.row.captures(line)?;
        let number = |name| captures.name(name).and_then(|digits| digits.as_str().parse().ok());
        let said = line[captures.name("said")?.range()].trim_end();
        Some(Written::at(normal(self.path), number("line")?, number("column").unwrap_or(0), said))
    }

    /// Whether a line belongs to the table below the file though it names no place.
    pub(in crate::search::finder) fn is_ruled(&self, line: &str) -> bool {
        self.is_table && !line.trim().is_empty() && Head::read(line).is_none()
    }
}
