//! Finds the YAML or TOML block at the very top of a document and reads it as data.

use crate::document::{DataTree, Kind, Problem, Scalar};
use crate::formats::data;
use crate::formats::draft::nodes::Draft;
use std::ops::Range;

/// A block of metadata between fences.
pub(super) struct FrontMatter {
    /// Fences included, the line break after the closing one too.
    pub(super) range: Range<usize>,
    /// The text between the fences.
    inner: Range<usize>,
    is_toml: bool,
}

/// The front matter of `text`, which must start with its fence on the first line.
///
/// This is decided here and not by the Markdown parser, which would also take two rules (`---`) in the
/// middle of a text for one.
pub(super) fn find(text: &str) -> Option<FrontMatter> {
    let first_line = text.lines().next()?.trim_end();
    let is_toml = match first_line {
        "---" => false,
        "+++" => true,
        _ => return None,
    };
    let start = line_end(text, 0);
    let mut at = start;
    while at < text.len() {
        let end = line_end(text, at);
        let line = text[at..end].trim_end();
        if line == first_line || (!is_toml && line == "...") {
            let inner = start..at;
            let plausible = is_toml || looks_like_members(&text[inner.clone()]);
            return plausible.then_some(FrontMatter { range: 0..end, inner, is_toml });
        }
        at = end;
    }
    None
}

/// Adds the node and the data, and takes the document's title from it.
pub(super) fn read(text: &str, found: &FrontMatter, draft: &mut Draft) {
    let handle = draft.push(Kind::FrontMatter, 0..crate::formats::draft::nodes::trimmed_end(text, found.range.clone()));
    let node = draft.node(handle);
    node.body = crate::document::Span::of_range(found.inner.clone());
    node.detail = if found.is_toml { "toml" } else { "yaml" }.into();
    // Blank lines instead of the fence keep every line number true.
    let source = format!("\n{}", &text[found.inner.clone()]);
    let parsed = data::parse_data(if found.is_toml { "toml" } else { "yaml" }, &source);
    match parsed {
        Ok(tree) => {
            draft.title = title(&tree);
            draft.frontmatter = Some(tree);
        }
        Err(Problem { line, message }) => draft.problem(line, format!("front matter: {message}")),
    }
}

fn title(tree: &DataTree) -> String {
    match tree.member(0, "title").map(|at| &tree.node(at).scalar) {
        Some(Scalar::String(title)) => title.trim().to_owned(),
        Some(Scalar::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// True if the first line with anything on it could be a member of a YAML mapping.
fn looks_like_members(inner: &str) -> bool {
    let Some(line) = inner.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#')) else {
        return true;
    };
    let Some((key, value)) = line.split_once(':') else { return line.starts_with(['{', '?', '"']) };
    let key_like = !key.is_empty() && key.len() <= 80 && !key.starts_with([' ', '-', '*', '>', '#', '|', '`', '[']);
    key_like && (value.is_empty() || value.starts_with([' ', '\t', '\r']))
}

fn line_end(text: &str, at: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |offset| at + offset + 1)
}
