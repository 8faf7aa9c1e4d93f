//! reStructuredText: sections by underlines, directives, literal blocks, definition lists.

mod references;

use super::scan::{Scan, list_mark};
use super::tables;
use crate::document::{Document, Kind};
use crate::formats::draft::blocks::language_of_info;
use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// Reads reStructuredText.
pub(in crate::formats) fn parse(text: String) -> Document {
    let mut scan = Scan::new(&text);
    let mut marks: Vec<(char, bool)> = Vec::new();
    let mut anchor: Option<&str> = None;
    while !scan.is_done() {
        let line = scan.line(scan.at);
        if let Some((over, used)) = heading(&scan) {
            let title = scan.line(scan.at + usize::from(over)).trim();
            let mark = (scan.line(scan.at + used - 1).chars().next().unwrap_or('='), over);
            let level = marks.iter().position(|seen| *seen == mark).unwrap_or_else(|| {
                marks.push(mark);
                marks.len() - 1
            });
            scan.heading_as((level + 1).min(6) as u8, (title, &shown(title)), anchor.take(), scan.at, scan.at + used);
            scan.at += used;
        } else if tables::of_rst(&mut scan) {
            anchor = None;
        } else if let Some(label) = line.strip_prefix(".. _").and_then(|rest| rest.strip_suffix(':')) {
            anchor = Some(label.trim_matches('`'));
            scan.at += 1;
        } else if let Some(label) = footnote(line) {
            let (first, indent) = (scan.at, scan.indent(scan.at));
            let end = scan.indented_end(first + 1, indent).max(first + 1);
            scan.footnote(label, first, end);
            scan.at = end;
        } else if let Some(directive) = line.trim_start().strip_prefix(".. ") {
            self::directive(&mut scan, directive);
        } else if line.is_empty() {
            scan.at += 1;
        } else {
            body(&mut scan);
            anchor = None;
        }
    }
    references::add(&mut scan);
    scan.finish()
}

/// Emphasis, literals, references with and without a role, as they stand in titles.
static INLINE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"``(?<literal>[^`]+)``|\*\*(?<strong>[^*]+)\*\*|\*(?<emphasis>[^\s*](?:[^*]*[^\s*])?)\*",
        r"|(?::[\w:+.-]+:)?`(?<text>[^`<]*[^`<\s])(?:\s*<[^`>]*>)?`_{0,2}",
    ))
    .ok()
});

/// A title as it is shown.
fn shown(title: &str) -> Cow<'_, str> {
    let Some(inline) = INLINE.as_ref() else { return Cow::Borrowed(title) };
    let name = |found: &regex::Captures<'_>| {
        let text = ["literal", "strong", "emphasis", "text"].iter().find_map(|name| found.name(name));
        text.map_or_else(String::new, |text| text.as_str().to_owned())
    };
    inline.replace_all(title, name)
}

/// True if a heading begins at the current line: with a rule above, and how many lines it takes.
fn heading(scan: &Scan) -> Option<(bool, usize)> {
    let (first, second, third) = (scan.line(scan.at), scan.line(scan.at + 1), scan.line(scan.at + 2));
    if let Some(mark) = rule(first) {
        let titled = !second.trim().is_empty() && rule(second).is_none();
        return (titled && rule(third) == Some(mark)).then_some((true, 3));
    }
    let long_enough = |title: &str, rule: &str| rule.len() >= crate::stdx::display_width(title).min(4);
    let titled = !first.is_empty() && !first.starts_with([' ', '\t']) && !first.starts_with(".. ");
    (titled && rule(second).is_some() && long_enough(first, second)).then_some((false, 2))
}

/// `.. [1] text`, `.. [#name] text`, `.. [CIT2002] text`
fn footnote(line: &str) -> Option<&str> {
    let (label, _) = line.trim_start().strip_prefix(".. [")?.split_once(']')?;
    (!label.is_empty() && !label.contains(char::is_whitespace)).then_some(label)
}

/// The value of an option of the directive on lines `first..body`.
fn option<'t>(scan: &Scan<'t>, (first, body): (usize, usize), name: &str) -> Option<&'t str> {
    let of = |line: usize| scan.line(line).trim_start().strip_prefix(':')?.strip_prefix(name)?.strip_prefix(':');
    (first + 1..body).find_map(of).map(str::trim)
}

/// The character of a line made of one punctuation character only.
fn rule(line: &str) -> Option<char> {
    let mark = line.chars().next().filter(char::is_ascii_punctuation)?;
    (line.len() >= 2 && line.chars().all(|c| c == mark) && line != "::" && line != "..").then_some(mark)
}

/// `.. name:: argument` with its indented options and content.
fn directive(scan: &mut Scan, directive: &str) {
    let first = scan.at;
    let indent = scan.indent(first);
    let mut body = first + 1;
    while scan.line(body).trim_start().starts_with(':') && scan.indent(body) > indent {
        body += 1;
    }
    while body < scan.lines.len() && scan.is_blank(body) {
        body += 1;
    }
    let end = scan.indented_end(first + 1, indent).max(first + 1);
    let body = body.min(end);
    // `.. |lamp| image:: lamp.png`: a picture that the text refers to by that name.
    let pictured = directive.strip_prefix('|').and_then(|rest| rest.split_once('|'));
    let pictured = pictured.filter(|(_, rest)| rest.trim_start().starts_with("image::"));
    let (called, directive) = pictured.unwrap_or(("", directive));
    let (name, argument) = directive.split_once("::").unwrap_or(("", ""));
    let argument = argument.trim();
    let name = name.trim();
    match name {
        "code-block" | "code" | "sourcecode" | "parsed-literal" | "literalinclude" | "prompt" => {
            scan.code(&language_of_info(argument), (first, end), (body, end));
        }
        "graphviz" | "digraph" | "mermaid" | "uml" | "plantuml" => {
            let language = if name == "uml" { "plantuml" } else { name };
            scan.code(if language == "digraph" { "dot" } else { language }, (first, end), (body, end));
        }
        "image" | "figure" => {
            let alt = (first + 1..body).find_map(|line| scan.line(line).trim_start().strip_prefix(":alt:"));
            let range = scan.range(first, end);
            // A figure that says nothing else is called by its caption.
            let stop = (body..end).find(|&line| scan.is_blank(line)).unwrap_or(end);
            let caption = if name == "figure" { &scan.text[scan.range(body, stop)] } else { "" };
            let said = alt.or(Some(called).filter(|called| !called.is_empty())).unwrap_or(caption);
            scan.draft.named(Kind::Image, range, said.trim(), argument);
        }
        "list-table" | "csv-table" => {
            tables::of_directive(scan, name, (first, body, end), &|scan, name| option(scan, (first, body), name));
        }
        "include" => {
            let range = scan.range(first, first + 1);
            scan.draft.named(Kind::Link, range, argument, argument);
        }
        _ if ADMONITIONS.contains(&name) => {
            scan.admonition(name, first, end);
            scan.at = first + 1;
            return;
        }
        _ if name.starts_with("http:") => {
            let endpoint = format!("{} {argument}", name["http:".len()..].to_uppercase());
            let range = scan.range(first, end);
            scan.draft.named(Kind::Api, range, &endpoint, &endpoint);
            scan.at = first + 1;
            return;
        }
        "toctree" => {
            let is_glob = option(scan, (first, body), "glob").is_some();
            references::contents(scan, (body, end), is_glob);
        }
        // Content of other directives is read like any text; comments and targets have none.
        "" => {}
        _ => {
            if let Some(object) = described(name, argument).filter(|_| body < end) {
                scan.term(object, name, first, end);
            }
            scan.at = first + 1;
            return;
        }
    }
    scan.at = end;
}

/// Directives that set off what they say.
const ADMONITIONS: &[&str] = &[
    "admonition",
    "attention",
    "caution",
    "danger",
    "deprecated",
    "error",
    "hint",
    "important",
    "note",
    "seealso",
    "tip",
    "todo",
    "versionadded",
    "versionchanged",
    "warning",
];

/// Directives whose argument is a title, a file or a choice. All others that have an argument and content describe an
/// object of that name, for every manual may define its own: `setting`, `fixture`, `signal`, `c:function`.
const NOT_DESCRIBING: &[&str] = &[
    "admonition",
    "attention",
    "card",
    "caution",
    "centered",
    "code-group",
    "container",
    "contents",
    "csv-table",
    "currentmodule",
    "danger",
    "default-domain",
    "default-role",
    "deprecated",
    "deprecated-removed",
    "dropdown",
    "error",
    "glossary",
    "grid",
    "grid-item-card",
    "group-tab",
    "highlight",
    "hint",
    "hlist",
    "ifconfig",
    "important",
    "include",
    "index",
    "list-table",
    "literal",
    "math",
    "note",
    "only",
    "productionlist",
    "raw",
    "replace",
    "role",
    "rubric",
    "seealso",
    "sectionauthor",
    "sidebar",
    "tab",
    "tab-item",
    "tab-set",
    "table",
    "tabs",
    "tip",
    "title",
    "todo",
    "toctree",
    "topic",
    "unicode",
    "versionadded",
    "versionchanged",
    "versionremoved",
    "warning",
];

/// The name of the object that a directive describes: the last word of its argument before parameters, type and value.
fn described<'t>(directive: &str, argument: &'t str) -> Option<&'t str> {
    let (domain, kind) = directive.rsplit_once(':').unwrap_or(("", directive));
    let is_other = NOT_DESCRIBING.contains(&kind.to_ascii_lowercase().as_str()) || directive.starts_with('|');
    if is_other || kind.ends_with("module") || kind.ends_with("namespace") || kind.starts_with("auto") {
        return None;
    }
    if kind.ends_with("option") {
        return argument.split([' ', ',', '=']).next().filter(|option| !option.is_empty());
    }
    // The name of a function pointer stands in brackets.
    let pointer = argument.split_once("(*").and_then(|(_, rest)| rest.split_once(')')).map(|(name, _)| name);
    let before = argument.split(['(', '=', '[', '{']).next().unwrap_or(argument);
    let typed = before.find(": ").map_or(before, |at| &before[..at]).trim_end();
    let name = pointer.unwrap_or_else(|| typed.rsplit(char::is_whitespace).next().unwrap_or(typed));
    let name = name.trim_matches(['*', '&', '`', ';', ':']);
    // Without a domain several words are a title, except after the usual modifiers.
    let words = typed.split_whitespace().count();
    let is_title = domain.is_empty() && words > 1 && !MODIFIERS.iter().any(|modifier| typed.starts_with(modifier));
    (!is_title && name.contains(char::is_alphanumeric)).then_some(name)
}

/// Words that may stand before the name of a described object where no domain is named.
const MODIFIERS: &[&str] =
    &["async ", "abstract ", "classmethod ", "static ", "const ", "final ", "int ", "void ", "char "];

/// A paragraph, list, term with its definition, quotation or option line.
fn body(scan: &mut Scan) {
    let first = scan.at;
    let line = scan.line(first);
    let indent = scan.indent(first);
    if line.trim_start().starts_with(':')
        && line.trim_start()[1..].contains(": ")
        && first > 0
        && !scan.is_blank(first - 1)
    {
        scan.at += 1;
        return;
    }
    if list_mark(line).is_some() {
        let mut end = scan.indented_end(first + 1, indent).max(first + 1);
        // Blank lines may stand between items; another mark begins another list.
        let next = |end: usize| (end..scan.lines.len()).find(|&number| !scan.is_blank(number));
        let goes_on = |next: &usize| scan.indent(*next) == indent && mark_of(scan.line(*next)) == mark_of(line);
        while let Some(next) = next(end).filter(goes_on) {
            end = scan.indented_end(next + 1, indent).max(next + 1);
        }
        scan.block(Kind::List, first, end);
        items(scan, end);
        return;
    }
    let mut end = first + 1;
    while end < scan.lines.len() && !scan.is_blank(end) && scan.indent(end) == indent {
        end += 1;
    }
    let is_term = end == first + 1 && !scan.is_blank(end) && scan.indent(end) > indent && !line.ends_with("::");
    if is_term {
        let end = scan.indented_end(end, indent);
        scan.term(line.split(" : ").next().unwrap_or(line).trim().trim_matches(['*', '`']), "", first, end);
        scan.at = first + 1;
        return;
    }
    if scan.line(end - 1) != "::" {
        scan.block(Kind::Paragraph, first, end);
    }
    scan.at = end;
    announced(scan, indent);
}

/// What kind of mark an item has: its sign, or a number.
fn mark_of(line: &str) -> Option<char> {
    list_mark(line)?;
    line.trim_start().chars().next().map(|sign| if sign.is_ascii_digit() { '#' } else { sign })
}

/// The code that the line above announces by two colons, indented by more than so many columns.
fn announced(scan: &mut Scan, indent: usize) {
    let first = scan.at;
    if !scan.line(first - 1).ends_with("::") {
        return;
    }
    let start = (first..scan.lines.len()).find(|&number| !scan.is_blank(number)).unwrap_or(first);
    let stop = scan.indented_end(start, indent);
    if stop > start {
        scan.code("", (start, stop), (start, stop));
        scan.at = stop;
    }
}

/// What stands in the items of a list beside their text: code, pictures, tables, whatever directives make.
fn items(scan: &mut Scan, end: usize) {
    while scan.at < end && !scan.draft.is_full() {
        if tables::of_rst(scan) {
            continue;
        }
        let line = scan.line(scan.at);
        let (mut text, mut column) = (line.trim_start(), scan.indent(scan.at));
        while let Some(mark) = list_mark(text) {
            let rest = text[mark..].trim_start();
            column += text[..text.len() - rest.len()].chars().count();
            text = rest;
        }
        if let Some(directive) = text.strip_prefix(".. ").filter(|_| footnote(text).is_none()) {
            scan.hanging = Some((scan.at, column));
            self::directive(scan, directive);
        } else {
            scan.at += 1;
            announced(scan, column);
        }
    }
}
