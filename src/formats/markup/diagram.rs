//! Diagrams written as text – Mermaid, PlantUML, DOT, D2 – in files of their own: one diagram, called by its title.

use crate::document::{Document, Kind};
use crate::formats::draft::nodes::Draft;
use regex::Regex;
use std::sync::LazyLock;

static TITLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?m)^\s*(?:title:?\s+"?(?<title>[^"\n]+)|(?:strict\s+)?(?:di)?graph\s+(?:"(?<called>[^"\n]{2,})"|(?<graph>[^"\s{;]{2,}))[^\n]*\{|@startuml[ \t]+(?<uml>[^\n]+))"#).ok()
});

/// Names of diagrams that only say which way they run.
const DIRECTIONS: [&str; 5] = ["TD", "TB", "BT", "LR", "RL"];

/// Words that begin a diagram of Mermaid.
const MERMAID: [&str; 12] = [
    "graph",
    "flowchart",
    "sequenceDiagram",
    "classDiagram",
    "stateDiagram",
    "erDiagram",
    "gantt",
    "pie",
    "mindmap",
    "journey",
    "gitGraph",
    "timeline",
];

/// Reads a diagram.
pub(in crate::formats) fn parse(text: String) -> Document {
    let mut draft = Draft::new();
    let end = text.trim_end().len();
    let found = TITLE.as_ref().and_then(|pattern| pattern.captures(&text));
    let title =
        found.as_ref().and_then(|found| ["title", "called", "graph", "uml"].iter().find_map(|name| found.name(name)));
    let title =
        title.map(|title| title.as_str().trim()).filter(|title| !DIRECTIONS.contains(title)).unwrap_or_default();
    if end > 0 {
        draft.named(Kind::Diagram, 0..end, title, language(&text));
        title.clone_into(&mut draft.title);
    }
    draft.finish(text)
}

/// The language, told by the first line that says something.
fn language(text: &str) -> &'static str {
    let mut lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['%', '/', '#', '-']));
    let first = lines.next().unwrap_or_default();
    let is_dot = ["digraph", "graph ", "strict "].iter().any(|word| first.starts_with(word)) && text.contains('{');
    match () {
        () if first.starts_with("@start") => "plantuml",
        () if is_dot => "dot",
        () if MERMAID.iter().any(|word| text.lines().any(|line| line.trim_start().starts_with(word))) => "mermaid",
        () => "d2",
    }
}
