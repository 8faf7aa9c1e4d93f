//! What only Mermaid has: nodes with settings in braces, and entities of data models.

use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// `A@{ shape: docs, label: "Label" }`, `participant B@{ "type": "queue" } as Label`, `participant A@{ "type": "queue", "alias": "Label" }`
static SET: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let label = r#"\b(?:label|alias)"?\s*:\s*(?:"(?<quoted>[^"\n]+)"|(?<label>[^",}\n]+))"#;
    Regex::new(&format!(r#"(?<id>[\p{{L}}\p{{N}}_][\w.-]*)@\{{(?:[^}}\n]*?{label}|[^}}\n]*\b(?:shape|type)\b)"#)).ok()
});

/// `CAR`, `CAR {`, `p[Person]:::class {`
static ENTITY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = r#"(?<id>[\p{L}_][\w-]*|"[^"\n]+")"#;
    let label = r#"\[\s*(?:"(?<quoted>[^"\n]+)"|(?<label>[^\]"\n]+))\s*\]"#;
    Regex::new(&format!(r"^\s*{name}(?:\s*{label})?(?::::[\w,-]+)?\s*\{{?\s*$")).ok()
});

/// `off`, `off: It is dark`
static STATE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\s*(?<id>[\p{L}\p{N}_][\w.-]*)(?::::\w+)?\s*(?::\s*(?<label>[^:\n][^\n]*))?$").ok());

/// The places of an identifier and of its label, if it has one.
pub(super) type Labelled = (Range<usize>, Option<Range<usize>>);

/// The nodes of a line that have settings in braces.
pub(super) fn set(line: &str) -> Vec<Labelled> {
    let Some(pattern) = SET.as_ref().filter(|_| line.contains("@{")) else { return Vec::new() };
    let named = line.rsplit_once('}').and_then(|(_, behind)| behind.trim_start().strip_prefix("as "));
    let named = named.map(|name| line.len() - name.len()..line.trim_end().len());
    let all = pattern.captures_iter(line).filter_map(|found| labelled(&found));
    // What it is called outside of the braces counts more.
    all.map(|(id, label)| (id, named.clone().or(label))).collect()
}

/// The entity that a line of a data model begins, or names.
pub(super) fn entity(line: &str) -> Option<Labelled> {
    labelled(&ENTITY.as_ref()?.captures(line)?)
}

/// The state that a line names or describes.
pub(super) fn state(line: &str) -> Option<Labelled> {
    labelled(&STATE.as_ref()?.captures(line)?)
}

fn labelled(found: &Captures<'_>) -> Option<Labelled> {
    let label = found.name("quoted").or_else(|| found.name("label"));
    Some((found.name("id")?.range(), label.map(|label| label.range())))
}
