//! AsciiDoc: sections by `=`, delimited blocks, lists, terms, links and images.

use super::scan::{Scan, list_mark};
use crate::document::{Document, Kind};
use crate::formats::draft::blocks::language_of_info;
use regex::Regex;
use std::sync::LazyLock;

static LINK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:link:)?(?<url>(?:https?|ftp)://[^\s\[\]<>]+)(?:\[(?<name>[^\]\n]{0,200})\])?").ok()
});
static IMAGE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"image::?(?<url>[^\s\[\]:]+)\[(?<name>[^\],\n]{0,200})[^\]\n]{0,200}\]").ok());

/// Reads AsciiDoc.
pub(in crate::formats) fn parse(text: String) -> Document {
    let mut scan = Scan::new(&text);
    let mut language = None;
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
        } else if let Some(attributes) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            language = Some(block_language(attributes));
            anchor = attributes.strip_prefix('#').map(|id| id.split([',', '.']).next().unwrap_or(id)).or(anchor);
            scan.at += 1;
        } else if is_fence(line) {
            fenced(&mut scan, language.take());
        } else if line.is_empty() || line.starts_with("//") || is_attribute(line) {
            scan.at += 1;
        } else {
            paragraph(&mut scan);
            (language, anchor) = (None, None);
        }
    }
    scan.links(Kind::Image, IMAGE.as_ref());
    scan.links(Kind::Link, LINK.as_ref());
    scan.finish()
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
