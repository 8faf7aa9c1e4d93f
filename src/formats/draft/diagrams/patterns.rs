//! What the lines of diagrams look like that name nodes, as regular expressions.

use super::plantuml;
use regex::Regex;
use std::sync::LazyLock;

/// Shapes and roles by which a node is declared.
pub(super) static DECLARED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let words = "participant|actor|class|abstract class|abstract|annotation|protocol|struct|exception|hexagon|card|interface|enum|component|database|node|entity|package|rectangle|\
                 usecase|state|object|queue|cloud|boundary|control|collections|artifact|storage|folder|frame|agent|person";
    let id = r"[\w.-]+(?::{1,2}[\w.-]+)*";
    Regex::new(&format!(
        r#"^\s*(?:create\s+)?(?:{words}|(?<plant>{}))\s+(?:["`](?<label>[^"`\n]+)["`](?:\s+(?i:as)\s+(?<alias>{id}))?|(?<id>{id})(?:\s+(?i:as)\s+(?<quote>")?(?<name>[^"\n{{<]+))?)"#,
        plantuml::WORDS
    ))
    .ok()
});

/// `A[Label]`, `B(("Label"))`, `C{Label}`, `d [label="Label"]`
pub(super) static LABELLED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let id = r#"(?<id>[\p{L}\p{N}_](?:[\w.-]*\w)?|"[^"\n]+")"#;
    let dot = r#"\s*\[[^\]\n]*?\blabel\s*=\s*"(?<dot>[^"\n]+)""#;
    let open = r"(?:\(\[|\[[\[(/\\]?|\({1,3}|\{{1,2}|>)";
    let label = r#"(?:"(?<quoted>[^"\n]+)"|"?(?<label>[^\[\](){}|"<>=\n][^\])}|"\n]*?)"?)"#;
    let shape = format!(r"{open}{label}[/\\]?[\])}}]");
    Regex::new(&format!(r"{id}(?:{dot}|{shape})")).ok()
});

/// `[Component] as C`, `component [Component]`, `() "Interface" as I`, `(Use case) as U`
pub(super) static RENAMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let words = r"(?:component|interface|usecase|rectangle|node|database|actor)";
    let label =
        r#"(?:\[(?<label>[^\[\]\n]+)\]|\(\)\s*"(?<port>[^"\n]+)"|\(\)\s+(?<named>[\w.-]+)|\((?<case>[^()\n]+)\))"#;
    let end = r"(?:\s*<<[^<>\n]*>>)?(?:\s*#\S+)?\s*(?:\{[^\n]*)?$";
    Regex::new(&format!(r"^\s*(?:{words}\s+)?{label}(?:\s+as\s+(?<id>[\w.:-]+))?{end}")).ok()
});

/// A node that nothing leads to: `a;`, `"a b" [shape=box]`
pub(super) static ALONE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"^\s*(?<id>[\p{L}_][\w.-]*|"[^"\n]+")\s*(?:\[.*)?$"#).ok());

/// `digraph name {`: what follows on the same line is in it.
pub(super) static OPENED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"^\s*(?:strict\s+)?(?:di|sub)?graph\b[^{\n]*\{"#).ok());

/// `subgraph id [Label]`, `subgraph "Label"`, `subgraph A label`: a part of a diagram of Mermaid.
pub(super) static PART: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let labelled = r#"(?<id>[\w.:-]+)\s*\[\s*"?(?<label>[^\]"\n]+)"?\s*\]"#;
    Regex::new(&format!(r#"^\s*subgraph\s+(?:{labelled}|"(?<quoted>[^"\n]+)"|(?<title>[^\[\]{{}}"\n]+?))\s*;?\s*$"#))
        .ok()
});

/// `subgraph cluster_0 { label="Label"; … }`: a part of a diagram of DOT. Before its label may stand what holds for its nodes.
pub(super) static CLUSTER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let between = r#"(?:[^{}\[\]"]|"[^"\n]*"|\[[^\]]*\])*?"#;
    Regex::new(&format!(
        r#"\bsubgraph\s+(?<id>"?cluster[\w.-]*"?)\s*\{{{between}\blabel\s*=\s*(?:"(?<label>[^"\n]+)"|(?<word>[\w.-]+))"#
    ))
    .ok()
});
