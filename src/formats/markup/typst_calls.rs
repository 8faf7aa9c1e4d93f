//! Calls of Typst by which a text is set off: headings, quotations, figures, notes.

use super::scan::Scan;
use super::tables::MAX_UNCLOSED;
use super::typst_table::inside;
use crate::document::Kind;
use crate::formats::draft::nodes::squeeze;
use regex::Regex;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

static HEADING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let arguments = r"(?:\((?<arguments>[^()\n]*)\))?";
    Regex::new(&format!(r"^#heading{arguments}\[(?<title>[^\n]+)\]\s*(?:<(?<label>[\w:.-]+)>)?\s*$")).ok()
});
static LEVEL: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b(?:level|depth):\s*(?<level>\d{1,3})").ok());
static CALL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"#(?<name>footnote|quote|figure)(?<open>[(\[])").ok());
static CAPTION: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\bcaption:\s*(?:\[|figure\.caption\()").ok());
static KIND: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"\bkind:\s*"?(?<kind>[\w-]+)"?"#).ok());
static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\s?<([\w:.-]+)>").ok());

/// So many times a text is looked through for the ends of calls.
const MAX_TIMES: usize = 8;

/// Bytes of a caption that are kept.
const MAX_CAPTION: usize = 500;

/// `#heading(level: 2)[Title] <label>`: its level, its title, its label.
pub(super) fn heading_call(line: &str) -> Option<(u8, &str, Option<&str>)> {
    if !line.starts_with("#heading") {
        return None;
    }
    let found = HEADING.as_ref()?.captures(line)?;
    let (title, label) = (found.name("title")?.as_str().trim(), found.name("label").map(|label| label.as_str()));
    let level = found.name("arguments").and_then(|told| LEVEL.as_ref()?.captures(told.as_str()));
    let level = level.and_then(|level| level["level"].parse::<u8>().ok()).unwrap_or(1);
    (!title.is_empty()).then_some((level.clamp(1, 6), title, label))
}

/// Calls whose content is no part of the text around them.
const ASIDE: &[&str] = &["footnote", "label", "metadata", "h", "v", "index"];

/// A title as it is shown: of calls the content that they are given.
pub(super) fn shown(title: &str) -> Cow<'_, str> {
    let mut text = String::new();
    let mut rest = title;
    while let Some((before, call)) = rest.split_once('#') {
        text.push_str(before);
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        let mut at = call.find(|c| !is_name(c)).unwrap_or(call.len());
        let name = &call[..at];
        if name.is_empty() || before.ends_with('\\') {
            text.push('#');
            rest = call;
            continue;
        }
        let mut contents = Vec::new();
        while let Some(inner) = call[at..].starts_with(['(', '[']).then(|| inside(call, at)).flatten() {
            contents.extend(call[at..].starts_with('[').then(|| shown(&call[inner.clone()])));
            at = inner.end + 1;
        }
        // What has no content is a value, or space.
        if !ASIDE.contains(&name) {
            text.push_str(&contents.join(" "));
        }
        rest = &call[at..];
    }
    if text.is_empty() && rest.len() == title.len() {
        return Cow::Borrowed(title);
    }
    text.push_str(rest);
    let text = squeeze(&text);
    if text.is_empty() { Cow::Borrowed(title) } else { Cow::Owned(text.into_string()) }
}

/// Adds the quotations, figures and notes of a text, whose code is sorted.
pub(super) fn calls(scan: &mut Scan<'_>) {
    let text = scan.text;
    let is_shown = |kind: Kind| matches!(kind, Kind::Image | Kind::Table);
    let mut shown: Vec<u32> =
        scan.draft.nodes.iter().filter(|node| is_shown(node.kind)).map(|node| node.span.start).collect();
    shown.sort_unstable();
    // Calls in calls are looked at as often as they are deep.
    let (mut unclosed, mut room) = (0, text.len().saturating_mul(MAX_TIMES));
    for found in CALL.iter().flat_map(|pattern| pattern.captures_iter(text)) {
        let (Some(whole), Some(open)) = (found.get(0), found.name("open")) else { continue };
        if scan.is_code(whole.start()) || is_comment(text, whole.start()) || unclosed > MAX_UNCLOSED || room == 0 {
            continue;
        }
        let Some(end) = end_of(text, open.start()) else {
            unclosed += 1;
            continue;
        };
        room = room.saturating_sub(end - open.start());
        let range = whole.start()..end;
        let has_content = text[range.clone()].ends_with(']');
        match &found["name"] {
            // What holds a picture or a table is that.
            "figure" => {
                let next = shown.get(shown.partition_point(|start| (*start as usize) < range.start));
                if next.is_none_or(|start| *start as usize >= range.end) {
                    figure(scan, range);
                }
            }
            // What only names another is a reference to that.
            _ if !has_content => {}
            "quote" => drop(scan.draft.named(Kind::Quote, range, "", "")),
            _ => {
                let label = LABEL.as_ref().and_then(|label| label.captures(&text[end..]));
                let label = label.map_or_else(String::new, |label| label[1].to_owned());
                scan.draft.named(Kind::Footnote, range, &label, "");
            }
        }
    }
}

/// The end of a call whose first bracket is at `open`: arguments, and the contents that may stand behind them.
fn end_of(text: &str, open: usize) -> Option<usize> {
    let mut end = inside(text, open)?.end + 1;
    while text[end..].starts_with('[') {
        end = inside(text, end)?.end + 1;
    }
    Some(end)
}

fn is_comment(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    line.trim_start().starts_with("//")
}

/// A figure of something else is a block that is set off, called by its caption.
fn figure(scan: &mut Scan<'_>, range: Range<usize>) {
    let told = &scan.text[range.clone()];
    let caption = CAPTION.as_ref().and_then(|caption| caption.find(told)).and_then(|found| {
        let inner = inside(told, found.end() - 1)?;
        Some(squeeze(&told[inner.start..told.floor_char_boundary(inner.end.min(inner.start + MAX_CAPTION))]))
    });
    let kind = || KIND.as_ref().and_then(|kind| kind.captures(told)).map(|kind| kind["kind"].into());
    let name = caption.or_else(kind).unwrap_or_default();
    scan.draft.named(Kind::Quote, range, &name, "");
}
