//! Typst: headings by `=`, raw blocks, lists, terms, tables, figures, labels, references and files that are taken in. Scripts are
//! not run: what they make is read by its words.

use super::scan::Scan;
use super::typst_calls::{calls, heading_call, shown};
use super::typst_table::tables;
use crate::document::{Document, Kind};
use crate::formats::draft::blocks::language_of_info;
use regex::Regex;
use std::sync::LazyLock;

static LINK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"#link\(\s*"(?<url>[^"\n]+)"\s*\)(?:\[(?<name>[^\[\]]{0,300})\])?"#).ok());
static BARE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"(?<url>https?://[^\s\[\](){}<>",]+)"#).ok());
static FILE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"#(?:include|import)\s*"(?<name>(?<url>[^"@\n]+))""#).ok());
static IMAGE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"image\(\s*"(?<url>[^"\n]+)"[^\[\]\n]{0,200}(?:\n?[^\[\]\n]{0,200}?caption:\s*\[(?<name>[^\[\]]{0,500})\])?"#,
    )
    .ok()
});
static REFERENCE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?:^|[\s(\[])@(?<label>[\w:.-]*\w)").ok());

/// Lines that a call or a comment may have: one that is never closed costs no more.
const MAX_LINES: usize = 2_000;

/// Calls and comments that are never closed; after so many none is looked for.
const MAX_UNCLOSED: usize = 50;

/// Reads Typst.
pub(in crate::formats) fn parse(text: String) -> Document {
    let mut scan = Scan::new(&text);
    let mut unclosed = 0;
    while !scan.is_done() {
        let first = scan.at;
        let line = scan.line(first);
        let start = line.trim_start();
        if let Some((level, title, anchor)) = heading(line) {
            scan.heading_as(level, (title, &shown(title)), anchor, first, first + 1);
            scan.at += 1;
        } else if let Some((level, title, anchor)) = heading_call(start) {
            scan.heading_as(level, (title, &shown(title)), anchor, first, first + 1);
            scan.at += 1;
        } else if start.starts_with("```") {
            raw(&mut scan);
        } else if start.is_empty() || start.starts_with("//") {
            scan.at += 1;
        } else if start.starts_with("/*") {
            let last = scan.lines.len().min(first + MAX_LINES);
            let close =
                (first..last).take_while(|_| unclosed < MAX_UNCLOSED).find(|&line| scan.line(line).contains("*/"));
            unclosed += usize::from(close.is_none());
            scan.at = close.unwrap_or(first) + 1;
        } else if is_script(start) {
            scan.at = end_of_call(&scan, first, &mut unclosed);
        } else {
            paragraph(&mut scan);
        }
    }
    scan.sort_code();
    tables(&mut scan);
    scan.links(Kind::Image, IMAGE.as_ref());
    scan.links(Kind::Link, LINK.as_ref());
    scan.links(Kind::Link, FILE.as_ref());
    bare(&mut scan);
    calls(&mut scan);
    scan.finish()
}

/// `== Title <label>`
fn heading(line: &str) -> Option<(u8, &str, Option<&str>)> {
    let rest = line.trim_start_matches('=');
    let level = line.len() - rest.len();
    let title = rest.strip_prefix(' ')?.trim();
    let (title, label) = match title.strip_suffix('>').and_then(|rest| rest.rsplit_once('<')) {
        Some((title, label)) if !label.contains(' ') => (title.trim_end(), Some(label)),
        _ => (title, None),
    };
    ((1..=255).contains(&level) && !title.is_empty()).then_some((level.min(6) as u8, title, label))
}

/// A raw block: as many back ticks end it as began it.
fn raw(scan: &mut Scan<'_>) {
    let first = scan.at;
    let line = scan.line(first).trim_start();
    let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
    if line.len() > ticks.len() && line[ticks.len()..].contains(ticks) {
        return paragraph(scan);
    }
    let close = (first + 1..scan.lines.len()).find(|&line| scan.line(line).trim_end().ends_with(ticks));
    let end = close.map_or(scan.lines.len(), |line| line + 1);
    let language = language_of_info(&line[ticks.len()..]);
    scan.code(&language, (first, end), (first + 1, close.unwrap_or(end)));
    scan.at = end;
}

/// Lines that say how something is made.
fn is_script(line: &str) -> bool {
    ["#let ", "#set ", "#show", "#import ", "#include ", "#if ", "#for ", "#while "]
        .iter()
        .any(|word| line.starts_with(word))
        || ["#table(", "#figure("].iter().any(|call| line.starts_with(call))
        || (line.starts_with('#') && line.ends_with(['(', '{', ',']))
}

/// The line behind a call: where its brackets are closed.
fn end_of_call(scan: &Scan<'_>, first: usize, unclosed: &mut usize) -> usize {
    let mut depth = 0_isize;
    let last = if *unclosed < MAX_UNCLOSED { scan.lines.len().min(first + MAX_LINES) } else { first + 1 };
    for number in first..last {
        for byte in scan.line(number).bytes() {
            match byte {
                b'(' | b'{' | b'[' => depth += 1,
                b')' | b'}' | b']' => depth -= 1,
                _ => {}
            }
        }
        if depth <= 0 {
            return number + 1;
        }
    }
    *unclosed += 1;
    first + 1
}

/// The mark of a list item: `-`, `+`, `/ term:`, `1.`
fn item(line: &str) -> bool {
    let line = line.trim_start();
    super::scan::list_mark(line).is_some() || line.starts_with("/ ")
}

fn paragraph(scan: &mut Scan<'_>) {
    let first = scan.at;
    let is_list = item(scan.line(first));
    let mut end = first + 1;
    while end < scan.lines.len() {
        let next = scan.line(end);
        let starts = heading(next).is_some()
            || heading_call(next.trim_start()).is_some()
            || next.trim_start().starts_with("```")
            || (!is_list && item(next));
        if next.is_empty() || starts || is_script(next.trim_start()) {
            break;
        }
        end += 1;
    }
    for number in first..end {
        let line = scan.line(number).trim_start();
        if let Some((term, _)) = line.strip_prefix("/ ").and_then(|rest| rest.split_once(':')) {
            scan.term(term.trim().trim_matches(['*', '_']), "", number, number + 1);
        }
    }
    scan.block(if is_list { Kind::List } else { Kind::Paragraph }, first, end);
    scan.at = end;
}

/// Addresses that stand in the text, and references to labels.
fn bare(scan: &mut Scan<'_>) {
    scan.sort_code();
    let text = scan.text;
    let is_argument = |at: usize| text[..at].ends_with('"');
    for found in BARE.iter().flat_map(|pattern| pattern.find_iter(text)).filter(|found| !is_argument(found.start())) {
        let url = found.as_str().trim_end_matches(['.', ';', ':']);
        scan.outside_code(Kind::Link, found.start()..found.start() + url.len(), url, url);
    }
    for found in REFERENCE.iter().flat_map(|pattern| pattern.captures_iter(text)) {
        if let Some(label) = found.name("label") {
            scan.outside_code(
                Kind::Link,
                label.start() - 1..label.end(),
                label.as_str(),
                &format!("#{}", label.as_str()),
            );
        }
    }
}
