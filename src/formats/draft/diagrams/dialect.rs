//! What kind of diagram a text is: what its lines mean depends on it.

/// Kinds of diagrams whose lines are read differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Boxes of Mermaid: `A[Label] --> B{Label}`.
    Flow,
    /// Participants and classes of Mermaid: declared by words, and what brackets hold are arguments.
    Uml,
    /// The same of PlantUML, components, states and activities too. Short names stand behind the others.
    PlantUml,
    /// States of Mermaid: as the kind before, and `id: description`.
    States,
    /// Entities of Mermaid, with their attributes in braces.
    Entities,
    /// Statements of DOT.
    Dot,
    /// A tree of Mermaid, a line a node.
    Mindmap,
    /// A tree of PlantUML: `** node`.
    Outline,
    /// Tasks, a line each: `Name :id, 3d`.
    Tasks,
    /// Nothing says it: a fragment, D2.
    Unknown,
}

/// The words by which diagrams begin.
const BEGINNINGS: &[(&str, Dialect)] = &[
    ("@startmindmap", Dialect::Outline),
    ("@startwbs", Dialect::Outline),
    ("@start", Dialect::PlantUml),
    ("flowchart", Dialect::Flow),
    ("block-beta", Dialect::Flow),
    ("mindmap", Dialect::Mindmap),
    ("gantt", Dialect::Tasks),
    ("journey", Dialect::Tasks),
    ("sequenceDiagram", Dialect::Uml),
    ("classDiagram", Dialect::Uml),
    ("stateDiagram", Dialect::States),
    ("erDiagram", Dialect::Entities),
    ("digraph", Dialect::Dot),
    ("strict", Dialect::Dot),
];

/// Words that stand where nodes do and are none.
pub(super) const KEYWORDS: &[&str] = &[
    "graph",
    "digraph",
    "subgraph",
    "flowchart",
    "end",
    "edge",
    "node",
    "style",
    "classdef",
    "click",
    "note",
    "title",
    "loop",
    "alt",
    "else",
    "opt",
    "par",
    "and",
    "rect",
    "activate",
    "deactivate",
    "autonumber",
    "direction",
    "rank",
    "skinparam",
    "hide",
    "show",
    "legend",
    "linkstyle",
    "strict",
    "section",
    "if",
    "then",
    "return",
    "over",
    "erdiagram",
    "statediagram",
    "statediagram-v2",
    "acctitle",
    "accdescr",
];

/// Lines at the beginning that are looked at.
const MAX_LINES: usize = 50;

impl Dialect {
    /// True if nodes are declared by words, and what brackets hold are arguments.
    pub(super) fn is_declared(self) -> bool {
        matches!(self, Dialect::Uml | Dialect::PlantUml | Dialect::States)
    }

    /// That of a text, by the first line that says it.
    pub(super) fn of(text: &str) -> Dialect {
        let lines = text.lines().take(MAX_LINES).map(str::trim);
        let told = lines.into_iter().find_map(|line| {
            if line.starts_with("graph") {
                let is_dot = line.contains('{') || text.contains(" -- ") && !text.contains("-->") && text.contains('{');
                return Some(if is_dot { Dialect::Dot } else { Dialect::Flow });
            }
            BEGINNINGS.iter().find(|(word, _)| line.starts_with(word)).map(|(_, dialect)| *dialect)
        });
        told.unwrap_or(Dialect::Unknown)
    }
}
