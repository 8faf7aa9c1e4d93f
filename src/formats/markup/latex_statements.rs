//! What LaTeX sets off from the text: theorems, proofs, abstracts, and environments that a document declares as such; notes.

use super::latex::end_of;
use super::scan::Scan;
use super::tex::{argument, commented, plain};
use crate::document::Kind;
use regex::Regex;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Environments that set off what they hold, unless a document declares others.
const STATEMENTS: [&str; 17] = [
    "abstract",
    "algorithm",
    "axiom",
    "claim",
    "conjecture",
    "corollary",
    "definition",
    "example",
    "exercise",
    "lemma",
    "note",
    "problem",
    "proof",
    "proposition",
    "remark",
    "solution",
    "theorem",
];

/// Environments that one document may declare.
const MAX_DECLARED: usize = 500;

static DECLARED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let options = r"(?:\[[^\]\n]*\])?";
    Regex::new(&format!(
        r"\\(?:newtheorem|newmdtheoremenv|declaretheorem|newtcbtheorem)\*?{options}\{{(?<name>[A-Za-z]+)\}}"
    ))
    .ok()
});
static NOTE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\\(?:footnote|footnotetext|endnote)\b").ok());

/// The environments of a document that set off what they hold.
pub(super) struct Statements {
    declared: HashSet<String>,
    /// The line behind the last one: another that lies in it is part of it.
    end: usize,
}

impl Statements {
    /// Those that are known, and those that a text declares.
    pub(super) fn of(text: &str) -> Statements {
        let found = DECLARED.iter().flat_map(|pattern| pattern.captures_iter(text));
        Statements { declared: found.take(MAX_DECLARED).map(|found| found["name"].to_owned()).collect(), end: 0 }
    }

    /// Adds the environment that begins on this line, if it is one; true if it is.
    pub(super) fn begin(&mut self, scan: &mut Scan<'_>, name: &str, unclosed: &mut usize) -> bool {
        let first = scan.at;
        if first < self.end || !STATEMENTS.contains(&name) && !self.declared.contains(name) {
            return false;
        }
        let before = *unclosed;
        let end = end_of(scan, first, name, true, unclosed);
        if *unclosed > before {
            return false;
        }
        // `[Big]`: what it is called.
        let line = commented(scan.line(first));
        let rest = line.split_once('}').map_or("", |(_, rest)| rest.trim_start());
        let title = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(title, _)| plain(title));
        let title = title.filter(|title| !title.is_empty() && name != "algorithm");
        let called = title.map_or_else(|| name.to_owned(), |title| format!("{name} ({title})"));
        scan.admonition(&called, first, end);
        self.end = end;
        true
    }
}

/// Notes, where they stand in the text.
pub(super) fn notes(scan: &mut Scan<'_>) {
    let text = scan.text;
    for found in NOTE.iter().flat_map(|pattern| pattern.find_iter(text)) {
        let line = text[..found.start()].rfind('\n').map_or(0, |at| at + 1);
        let is_comment = commented(&text[line..found.end()]).len() < found.end() - line;
        let Some((said, rest)) = argument(&text[found.end()..]).filter(|_| !is_comment) else { continue };
        // What a macro is made of is no note.
        if !said.trim().is_empty() && !said.contains('#') {
            scan.outside_code(Kind::Footnote, found.start()..text.len() - rest.len(), "", "");
        }
    }
}
