//! Diagrams that are lists: a line is a node, and what is around its name says how it looks.

use super::dialect::Dialect;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Shapes of Mermaid's trees: `id((Label))`, `id)Label(`.
static SHAPED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"^[\w-]*\s*(?:\(\(|\)\)|\{\{|\[|\(|\))\s*["`]*(?P<label>.+?)["`]*\s*(?:\)\)|\(\(|\}\}|\]|\)|\()$"#)
        .ok()
});

/// `**[#Orange] Label`, `++_ Label`
static ITEM: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\s*[*+#-]+(?:\[#\w+\])?_?[<>]?\s+(?P<label>[^\n]+?)\s*$").ok());

/// Lines of plans that are no tasks.
const SETTINGS: &[&str] = &[
    "gantt",
    "journey",
    "title",
    "dateformat",
    "axisformat",
    "tickinterval",
    "excludes",
    "includes",
    "todaymarker",
    "weekday",
    "weekend",
    "section",
    "acctitle",
    "accdescr",
    "click",
];

/// The place of the name of the node that a line is.
pub(super) fn name(dialect: Dialect, line: &str) -> Option<Range<usize>> {
    match dialect {
        Dialect::Mindmap => branch(line),
        Dialect::Outline => {
            let found = ITEM.as_ref()?.captures(line)?;
            Some(found.name("label")?.range())
        }
        Dialect::Tasks => task(line),
        _ => None,
    }
}

fn branch(line: &str) -> Option<Range<usize>> {
    let start = line.len() - line.trim_start().len();
    let said = line[start..].split(":::").next().unwrap_or_default().trim_end();
    if said == "mindmap" || said.starts_with("::") || said.starts_with("---") || said.is_empty() {
        return None;
    }
    let label =
        SHAPED.as_ref().and_then(|shaped| shaped.captures(said)).and_then(|found| Some(found.name("label")?.range()));
    let label = label.unwrap_or(0..said.len());
    Some(start + label.start..start + label.end)
}

fn task(line: &str) -> Option<Range<usize>> {
    let start = line.len() - line.trim_start().len();
    let name = line[start..].split_once(':')?.0.trim_end();
    let first = name.split_whitespace().next()?.to_lowercase();
    (!SETTINGS.contains(&&*first)).then(|| start..start + name.len())
}
