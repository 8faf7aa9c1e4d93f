//! Small rules about blocks that several prose formats share: languages of code, glossary lead-ins.

use crate::document::Kind;

const DIAGRAMS: [&str; 6] = ["mermaid", "plantuml", "puml", "dot", "graphviz", "d2"];

/// The kind of a block of code in `language`.
pub(super) fn code_kind(language: &str) -> Kind {
    if DIAGRAMS.contains(&language) { Kind::Diagram } else { Kind::CodeBlock }
}

/// The language an info string names: its first word in lower case, without the attributes that book
/// generators append (`rust,ignore`, `{.python .numberLines}`, `js{1,3}`, `rust:src/main.rs`).
pub(super) fn language_of_info(info: &str) -> String {
    let info = info.trim_start_matches([' ', '{', '.']);
    let end = info.find(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}' | ':' | ';')).unwrap_or(info.len());
    let word = &info[..end];
    if word.len() > 40 || word.contains('=') { String::new() } else { word.to_lowercase() }
}

/// Words that stand bold at the start of a paragraph without defining anything.
const LABELS: &[&str] = &[
    "note",
    "notes",
    "warning",
    "warnings",
    "tip",
    "tips",
    "important",
    "caution",
    "danger",
    "info",
    "hint",
    "example",
    "examples",
    "see also",
    "todo",
    "fixme",
    "attention",
    "remark",
    "update",
    "edit",
    "q",
    "a",
    "question",
    "answer",
    "注",
    "注意",
    "警告",
    "提示",
    "说明",
    "示例",
    "例如",
    "例子",
    "备注",
    "重要",
    "小贴士",
    "问",
    "答",
];

/// The term that a bold lead-in defines: `bold` is its clean text, `rest` what follows it in the source.
///
/// `**Term**: text`, `**Term:** text`, `**Term** — text`, `**术语**：text`. A label such as `**Note:**`,
/// or bold text with nothing after it on the line, defines nothing.
pub(super) fn lead_in<'t>(bold: &'t str, rest: &str) -> Option<&'t str> {
    let bold = bold.trim();
    let rest = rest.lines().next().unwrap_or("").trim_start();
    let name = bold.trim_end_matches([':', '：']).trim_end();
    let definition = if name.len() < bold.len() {
        rest.trim_start_matches(['—', '–', '-'])
    } else {
        let after = rest.strip_prefix([':', '：', '—', '–']).or_else(|| rest.strip_prefix("- "))?;
        after.trim_start_matches(['—', ':'])
    };
    let known_label = LABELS.iter().any(|label| label.eq_ignore_ascii_case(name));
    let short = name.chars().count() <= 80 && name.chars().any(char::is_alphanumeric);
    (short && !known_label && !definition.trim().is_empty()).then_some(name)
}

/// Whether a table with this first header lists terms and what they mean.
pub(super) fn is_glossary_header(header: &str) -> bool {
    ["term", "terms", "glossary term", "术语", "名词", "概念", "用語", "用词", "begriff", "terme"]
        .contains(&header.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_the_first_word_of_the_info_string() {
        let read =
            ["rust,ignore", "{.python .numberLines}", "js{1,3}", "C++ extra", "{r setup}", "", "title=x", "go:a.go"]
                .map(language_of_info);
        assert_eq!(read, ["rust", "python", "js", "c++", "r", "", "", "go"]);
    }

    #[test]
    fn lead_ins_need_a_colon_or_dash_and_a_definition() {
        assert_eq!(lead_in("Term", ": means x"), Some("Term"));
        assert_eq!(lead_in("Term:", " means x"), Some("Term"));
        assert_eq!(lead_in("Term", " — means x"), Some("Term"));
        assert_eq!(lead_in("术语", "：意思"), Some("术语"));
        for (bold, rest) in [("Term", " means"), ("Note:", " x"), ("Features", ":\n- a"), ("Term:", ""), ("", ": x")] {
            assert_eq!(lead_in(bold, rest), None, "{bold}");
        }
    }
}
