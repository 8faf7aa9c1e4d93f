//! Org: headlines by `*`, `#+BEGIN_SRC` blocks, lists, descriptions and `[[links]]`.

use super::org_links::{self, LINK};
use super::scan::{Scan, list_mark};
use super::tables;
use crate::document::{Document, Kind};
use crate::formats::draft::blocks::language_of_info;
use std::borrow::Cow;

/// Reads Org.
pub(in crate::formats) fn parse(text: String) -> Document {
    let mut scan = Scan::new(&text);
    let states = states(&text);
    let mut unclosed = 0;
    while !scan.is_done() {
        let line = scan.line(scan.at);
        let lower: String = line.trim_start().chars().take(16).collect::<String>().to_ascii_lowercase();
        let first = scan.at;
        if let Some((level, title)) = headline(line) {
            let title = unmarked(title, &states);
            let anchor = custom_id(&scan, first + 1);
            scan.heading_as(level, (title, &shown(title)), anchor, first, first + 1);
            scan.at += 1;
        } else if let Some(name) = lower.strip_prefix("#+begin_") {
            block(&mut scan, name.split_whitespace().next().unwrap_or(""), &mut unclosed);
        } else if lower.starts_with("#+title:") {
            let title = line.split_once(':').map_or("", |(_, title)| title.trim());
            if scan.draft.title.is_empty() && !title.is_empty() {
                // It stands over the headlines, of which the highest have its level.
                scan.draft.title = shown(title).into_owned();
                scan.heading_as(1, (title, &shown(title)), None, first, first + 1);
            }
            scan.at += 1;
        } else if tables::of_org(&mut scan) {
        } else if let Some(label) = footnote(line) {
            let end = (first + 1..scan.lines.len()).find(|&next| ends_footnote(scan.line(next)));
            scan.footnote(label, first, end.unwrap_or(scan.lines.len()));
            scan.at = end.unwrap_or(scan.lines.len());
        } else if let Some(file) = lower.strip_prefix("#+include:").and_then(|_| included(line)) {
            let range = scan.range(first, first + 1);
            scan.draft.named(Kind::Link, range, file, file);
            scan.at += 1;
        } else if is_fixed(line) {
            let end = (first + 1..scan.lines.len()).find(|&next| !is_fixed(scan.line(next)));
            let lines = (first, end.unwrap_or(scan.lines.len()));
            scan.code("", lines, lines);
            scan.at = lines.1;
        } else if line.is_empty() || line.starts_with('#') || is_drawer(line) {
            scan.at += 1;
        } else {
            paragraph(&mut scan);
        }
    }
    org_links::links(&mut scan);
    scan.finish()
}

/// A title as it is shown: of links the names.
fn shown(title: &str) -> Cow<'_, str> {
    let Some(link) = LINK.as_ref() else { return Cow::Borrowed(title) };
    link.replace_all(title, |found: &regex::Captures<'_>| {
        found.name("name").or_else(|| found.name("url")).map_or_else(String::new, |text| text.as_str().to_owned())
    })
}

/// `** TODO [#A] Title :tag:`: its level, and what follows the stars.
fn headline(line: &str) -> Option<(u8, &str)> {
    let rest = line.trim_start_matches('*');
    let level = line.len() - rest.len();
    let title = rest.strip_prefix(' ')?.trim();
    ((1..=255).contains(&level) && !title.is_empty()).then_some((level.min(6) as u8, title))
}

/// A headline without its state, its priority and its tags, if anything is left.
fn unmarked<'t>(headline: &'t str, states: &[&str]) -> &'t str {
    let stated = headline.split_once(' ').filter(|(word, _)| states.contains(word));
    let mut title = stated.map_or(headline, |(_, rest)| rest.trim_start());
    if title.starts_with("[#") {
        title = title.split_once("] ").map_or(title, |(_, rest)| rest);
    }
    if let Some(at) = title.rfind(" :").filter(|_| title.ends_with(':')) {
        title = title[..at].trim_end();
    }
    if title.is_empty() { headline } else { title }
}

/// The states that headlines may have: those that the file declares, `#+TODO: OPEN(o) | CLOSED(c!)`, else the usual ones.
fn states(text: &str) -> Vec<&str> {
    let declared = |line: &'_ str| {
        let (name, _) = line.strip_prefix("#+")?.split_once(':')?;
        let is_one = ["todo", "seq_todo", "typ_todo"].iter().any(|known| name.eq_ignore_ascii_case(known));
        is_one.then_some(name.len() + 3)
    };
    let lines = text.lines().filter_map(|line| line.get(declared(line)?..));
    let words = lines.flat_map(str::split_whitespace).filter(|word| *word != "|");
    let states: Vec<&str> = words.map(|word| word.split('(').next().unwrap_or(word)).take(MAX_STATES).collect();
    if states.is_empty() { vec!["TODO", "DONE", "NEXT", "WAITING"] } else { states }
}

/// The anchor that the properties below a headline give it.
fn custom_id<'t>(scan: &Scan<'t>, first: usize) -> Option<&'t str> {
    let lines = (first..scan.lines.len()).map(|number| scan.line(number).trim());
    let mut drawer = lines.skip_while(|line| line.starts_with("SCHEDULED:") || line.starts_with("DEADLINE:"));
    drawer.next().filter(|line| line.eq_ignore_ascii_case(":PROPERTIES:"))?;
    let mut inside = drawer.take(MAX_PROPERTIES).take_while(|line| !line.eq_ignore_ascii_case(":END:"));
    inside.find_map(|line| line.strip_prefix(":CUSTOM_ID:")).map(str::trim)
}

/// `[fn:1] text`
fn footnote(line: &str) -> Option<&str> {
    let (label, _) = line.strip_prefix("[fn:")?.split_once(']')?;
    (!label.is_empty() && !label.contains(':')).then_some(label)
}

/// A note ends with the next one, a headline, or the first of two blank lines: with one that is blank here.
fn ends_footnote(line: &str) -> bool {
    line.is_empty() || footnote(line).is_some() || headline(line).is_some()
}

/// `#+INCLUDE: "file" src c`
fn included(line: &str) -> Option<&str> {
    let rest = line.split_once(':')?.1.trim();
    let file = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => rest.split_whitespace().next()?,
    };
    Some(file.split("::").next().unwrap_or(file)).filter(|file| !file.is_empty())
}

/// States of headlines that a file declares.
const MAX_STATES: usize = 50;

/// Properties of a headline that are looked at.
const MAX_PROPERTIES: usize = 50;

/// `: what a program printed`, a line that is shown as it is.
fn is_fixed(line: &str) -> bool {
    line.trim_start().strip_prefix(':').is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// `:PROPERTIES:` … `:END:`
fn is_drawer(line: &str) -> bool {
    let line = line.trim();
    line.len() > 2 && line.starts_with(':') && line[1..].contains(':') && !line[1..].starts_with([' ', ':'])
}

/// Blocks that are never closed cost a look at the whole rest of the file; after this many we stop looking.
const MAX_UNCLOSED: usize = 20;

fn block(scan: &mut Scan, name: &str, unclosed: &mut usize) {
    let first = scan.at;
    let close = format!("#+end_{name}");
    let ends = |line: usize| scan.line(line).trim_start().to_ascii_lowercase().starts_with(&close);
    let last = if *unclosed < MAX_UNCLOSED { scan.lines.len() } else { first };
    let Some(end) = (first + 1..last).find(|&line| ends(line)) else {
        *unclosed += 1;
        scan.at += 1;
        return;
    };
    match name {
        "src" | "example" | "export" => {
            let info = scan.line(first).split_whitespace().nth(1).unwrap_or("");
            let language = if name == "example" { String::new() } else { language_of_info(info) };
            scan.code(&language, (first, end + 1), (first + 1, end));
        }
        "quote" | "verse" => scan.block(Kind::Quote, first, end + 1),
        _ => {}
    }
    scan.at = end + 1;
}

fn paragraph(scan: &mut Scan) {
    let first = scan.at;
    let line = scan.line(first);
    let is_list = list_mark(line).is_some();
    let mut end = first + 1;
    while end < scan.lines.len() {
        let next = scan.line(end);
        let starts_list = !is_list && list_mark(next).is_some();
        if next.is_empty()
            || starts_list
            || headline(next).is_some()
            || next.starts_with("#+")
            || !is_list && is_fixed(next)
            || next.trim_start().starts_with('|')
        {
            break;
        }
        end += 1;
    }
    if is_list {
        for number in first..end {
            let line = scan.line(number);
            if let Some((term, _)) = list_mark(line).and_then(|mark| line.get(mark..)?.split_once(" :: ")) {
                scan.term(term.trim().trim_matches(['*', '~', '=']), "", number, number + 1);
            }
        }
    }
    scan.block(if is_list { Kind::List } else { Kind::Paragraph }, first, end);
    scan.at = end;
}
