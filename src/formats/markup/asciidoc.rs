//! AsciiDoc: sections by `=`, delimited blocks, lists, terms, links and images.

use super::scan::{Scan, list_mark};
use super::tables;
use crate::document::{Document, Kind};
use crate::formats::draft::blocks::language_of_info;
use regex::Regex;
use std::sync::LazyLock;

static LINK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:link:)?(?<url>(?:https?|ftp)://[^\s\[\]<>]+)(?:\[(?<name>[^\]\n]{0,200})\])?").ok()
});
static IMAGE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"image::?(?<url>[^\s\[\]:]+)\[(?<name>[^\],\n]{0,200})[^\]\n]{0,200}\]").ok());

static ANCHOR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"<<(?<url>[^<>,\n]{1,200})(?:,(?<name>[^<>\n]{0,200}))?>>|xref:(?<file>[^\s\[\]]{1,200})\[").ok()
});
static FOOTNOTE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"footnote(?:ref)?:(?<id>[\w-]*)\[(?<text>[^\]\n]{1,2000})\]").ok());
static INCLUDE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^include::(?<url>[^\[\n]{1,400})\[(?<name>)[^\]\n]*\]").ok());

/// Reads AsciiDoc.
pub(in crate::formats) fn parse(text: String) -> Document {
    let mut scan = Scan::new(&text);
    let mut language = None;
    let mut attributes = "";
    // The last lines of blocks that are set off.
    let mut closing: Vec<usize> = Vec::new();
    let mut anchor: Option<&str> = None;
    while !scan.is_done() {
        let line = scan.line(scan.at);
        let first = scan.at;
        if let Some((level, title)) = section(line) {
            scan.heading(level, title, anchor.take(), first, first + 1);
            scan.at += 1;
        } else if let Some(label) = line.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]")) {
            anchor = label.split(',').next();
            scan.at += 1;
        } else if let Some(written) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            language = Some(block_language(written));
            attributes = written;
            let id =
                written.strip_prefix('#').or_else(|| written.split_once("id=").map(|(_, id)| id.trim_matches('"')));
            anchor = id.map(|id| id.split([',', '.', '"']).next().unwrap_or(id)).or(anchor);
            scan.at += 1;
        } else if line == "|===" {
            tables::of_asciidoc(&mut scan, std::mem::take(&mut attributes));
            (language, anchor) = (None, None);
        } else if is_fence(line) {
            let written = std::mem::take(&mut attributes);
            if closing.last() == Some(&first) {
                closing.pop();
            } else {
                closing.extend(set_off(&mut scan, written));
            }
            fenced(&mut scan, language.take());
        } else if line.is_empty() || line.starts_with("//") || is_attribute(line) {
            scan.at += 1;
        } else {
            paragraph(&mut scan);
            (language, anchor, attributes) = (None, None, "");
        }
    }
    scan.links(Kind::Image, IMAGE.as_ref());
    scan.links(Kind::Link, LINK.as_ref());
    scan.links(Kind::Link, INCLUDE.as_ref());
    references(&mut scan);
    scan.finish()
}

/// Cross references, and notes where they are written.
fn references(scan: &mut Scan) {
    scan.sort_code();
    for found in ANCHOR.iter().flat_map(|pattern| pattern.captures_iter(scan.text)) {
        let (Some(whole), Some(to)) = (found.get(0), found.name("url").or_else(|| found.name("file"))) else {
            continue;
        };
        let is_inside = found.name("url").is_some() && !to.as_str().contains(['#', '.', '/']);
        let address = if is_inside { format!("#{}", to.as_str().trim()) } else { to.as_str().trim().to_owned() };
        let name = found.name("name").map_or(to.as_str(), |name| name.as_str()).trim();
        scan.outside_code(Kind::Link, whole.range(), name, &address);
    }
    for found in FOOTNOTE.iter().flat_map(|pattern| pattern.captures_iter(scan.text)) {
        let (Some(whole), Some(id)) = (found.get(0), found.name("id")) else { continue };
        scan.outside_code(Kind::Footnote, whole.range(), id.as_str(), "");
    }
}

/// Labels of blocks that are set off.
const ADMONITIONS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

/// A quotation, or a block that its attributes call a warning: what is in it is read as usual. The answer is its last line.
fn set_off(scan: &mut Scan, attributes: &str) -> Option<usize> {
    let (first, fence) = (scan.at, scan.line(scan.at));
    let style = attributes.split([',', '.', '#', '%']).next().unwrap_or_default().trim();
    let is_quote = fence.starts_with("____") || style == "quote";
    let is_set_off = is_quote || ADMONITIONS.contains(&style);
    if !is_set_off || fence.starts_with(['-', '.', '+', '/', '`']) {
        return None;
    }
    let close = (first + 1..scan.lines.len()).find(|&line| scan.line(line) == fence)?;
    let label = if is_quote { String::new() } else { style.to_lowercase() };
    scan.admonition(&label, first, close + 1);
    Some(close)
}

/// `== Title`: the document title has level 1.
fn section(line: &str) -> Option<(u8, &str)> {
    let mark = if line.starts_with('#') { '#' } else { '=' };
    let rest = line.trim_start_matches(mark);
    let level = line.len() - rest.len();
    let title = rest.strip_prefix(' ')?.trim().trim_end_matches(mark).trim_end();
    ((1..=6).contains(&level) && !title.is_empty()).then_some((level as u8, title))
}

fn block_language(attributes: &str) -> String {
    let mut parts = attributes.split(',').map(str::trim);
    match parts.next().unwrap_or("") {
        "source" | "listing" | "" => parts.next().map(language_of_info).unwrap_or_default(),
        style if ["mermaid", "plantuml", "graphviz", "d2"].contains(&style) => style.to_owned(),
        style => style
            .strip_prefix("source%")
            .map_or_else(String::new, |_| parts.next().map(language_of_info).unwrap_or_default()),
    }
}

/// `:toc: left`
fn is_attribute(line: &str) -> bool {
    line.strip_prefix(':').and_then(|rest| rest.split_once(':')).is_some_and(|(name, _)| !name.contains(' '))
}

fn is_fence(line: &str) -> bool {
    let mark = line.chars().next().unwrap_or(' ');
    let same =
        line.len() >= 4 && line.chars().all(|c| c == mark) && matches!(mark, '-' | '.' | '_' | '*' | '=' | '+' | '/');
    same || line == "|===" || line == "--" || line.starts_with("```")
}

/// A block between two equal fences. Blocks of text are entered, blocks of code are not.
fn fenced(scan: &mut Scan, language: Option<String>) {
    let first = scan.at;
    let fence = scan.line(first);
    let close = if fence.starts_with("```") { "```" } else { fence };
    let is_code = fence.starts_with(['-', '.', '+', '/']) && fence != "--"
        || fence.starts_with("```")
        || (fence == "--" && language.is_some());
    if !is_code {
        scan.at += 1;
        return;
    }
    let end = (first + 1..scan.lines.len()).find(|&line| scan.line(line) == close).unwrap_or(scan.lines.len());
    if !fence.starts_with('/') {
        let language = language
            .unwrap_or_else(|| language_of_info(fence.trim_start_matches('`').trim_start_matches(['-', '.', '+'])));
        scan.code(&language, (first, (end + 1).min(scan.lines.len())), (first + 1, end));
    }
    scan.at = end + 1;
}

fn paragraph(scan: &mut Scan) {
    let first = scan.at;
    let line = scan.line(first);
    let mut end = first + 1;
    while end < scan.lines.len() && !ends_paragraph(scan.line(end)) {
        end += 1;
    }
    if let Some(term) = term(line) {
        scan.term(term, "", first, end);
        scan.at = first + 1;
        return;
    }
    let labelled =
        ADMONITIONS.iter().find(|label| line.strip_prefix(**label).is_some_and(|rest| rest.starts_with(": ")));
    if let Some(label) = labelled {
        scan.admonition(&label.to_lowercase(), first, end);
        scan.at = end;
        return;
    }
    let is_list =
        list_mark(line).is_some() || line.starts_with("** ") || line.starts_with(". ") || line.starts_with(".. ");
    scan.block(if is_list { Kind::List } else { Kind::Paragraph }, first, end);
    scan.at = end;
}

fn ends_paragraph(line: &str) -> bool {
    line.is_empty() || is_fence(line) || section(line).is_some() || term(line).is_some()
}

/// `CPU:: The processor.`
fn term(line: &str) -> Option<&str> {
    let (term, _) = line.split_once(":: ").or_else(|| line.strip_suffix("::").map(|term| (term, "")))?;
    let term = term.trim().trim_matches(['*', '`']);
    (!term.is_empty() && term.len() <= 100).then_some(term)
}
