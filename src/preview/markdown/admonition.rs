//! Admonitions of other dialects (`!!! note`, `??? tip`, `:::warning`), rewritten as the quotes of GitHub's.
//!
//! The parser knows only `> [!NOTE]`. What is rewritten keeps a map of where its bytes stand in the document.

use std::borrow::Cow;

use crate::document::Span;

/// Markdown to be parsed, and where its bytes come from.
pub(super) struct Prepared<'d> {
    pub text: Cow<'d, str>,
    /// The starts of runs of bytes, in the text and in the document. Empty if both are the same.
    places: Vec<(u32, u32)>,
}

impl Prepared<'_> {
    /// The place in the document of a range of the text.
    pub fn source(&self, span: Span) -> Span {
        if self.places.is_empty() {
            return span;
        }
        let start = self.offset(span.start);
        let end = if span.is_empty() { start } else { self.offset(span.end - 1) + 1 };
        Span::new(start, end)
    }

    fn offset(&self, at: u32) -> u32 {
        let run = self.places.partition_point(|(start, _)| *start <= at).saturating_sub(1);
        let (start, source) = self.places[run];
        // What was put in stands for nothing; it counts as the place behind it.
        let next = self.places.get(run + 1).map_or(u32::MAX, |(_, source)| *source);
        (source + (at - start)).min(next)
    }
}

/// Spellings of admonitions.
enum Style {
    /// Its body is indented.
    Indented,
    /// It ends with a line of so many colons.
    Fenced(usize),
}

struct Opened {
    style: Style,
    /// The indent of every line of it.
    indent: usize,
}

/// The kinds of GitHub and what other dialects call them.
const KINDS: &[(&str, &[&str])] = &[
    ("NOTE", &["note", "info", "abstract", "summary", "tldr", "example", "quote", "cite", "question", "help", "faq"]),
    ("TIP", &["tip", "hint", "success", "check", "done"]),
    ("IMPORTANT", &["important"]),
    ("WARNING", &["warning", "attention", "warn"]),
    ("CAUTION", &["caution", "danger", "error", "failure", "fail", "missing", "bug"]),
];

/// `text` as the parser understands it.
pub(super) fn prepare(text: &str) -> Prepared<'_> {
    let is_sign = |line: &str| opening(line).is_some();
    if !text.lines().any(is_sign) {
        return Prepared { text: Cow::Borrowed(text), places: Vec::new() };
    }
    let mut writer = Writer { out: String::with_capacity(text.len() + 256), places: Vec::new() };
    let mut open: Vec<Opened> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let trimmed = line.trim();
        if fence.is_none() {
            close(&mut open, line, &mut writer);
        }
        if let Some(Opened { style: Style::Fenced(colons), .. }) = open.last()
            && fence.is_none()
            && is_end(trimmed, *colons)
        {
            open.pop();
            writer.put("\n");
            continue;
        }
        let taken = strip(line, &open);
        match fence {
            Some(mark) if trimmed.starts_with(mark) => fence = None,
            None => fence = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark)),
            Some(_) => {}
        }
        if fence.is_none()
            && let Some((style, kind, title)) = opening(&line[taken..])
        {
            let title = Span::of_range(start + taken + title.start..start + taken + title.end);
            writer.open(open.len(), kind, title.of(text), title);
            let indent = line.len() - line.trim_start().len();
            open.push(Opened { style, indent });
            continue;
        }
        writer.put(&"> ".repeat(open.len()));
        writer.copy(&line[taken..], start + taken);
    }
    Prepared { text: Cow::Owned(writer.out), places: writer.places }
}

/// Closes what a line does not belong to.
fn close(open: &mut Vec<Opened>, line: &str, writer: &mut Writer) {
    if line.trim().is_empty() {
        return;
    }
    let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
    let tab = line.starts_with('\t');
    let before = open.len();
    while let Some(Opened { style: Style::Indented, indent: own }) = open.last()
        && indent < own + 4
        && !tab
    {
        open.pop();
    }
    if open.len() < before {
        // Without an empty line the paragraph above would go on.
        writer.put("\n");
    }
}

/// The bytes of indent that belong to the open admonitions.
fn strip(line: &str, open: &[Opened]) -> usize {
    let mut taken = 0;
    for one in open {
        if matches!(one.style, Style::Indented) {
            let rest = &line[taken..];
            let spaces = rest.bytes().take(4).take_while(|byte| *byte == b' ').count();
            taken += if rest.starts_with('\t') { 1 } else { spaces };
        }
    }
    taken
}

fn is_end(trimmed: &str, colons: usize) -> bool {
    trimmed.len() >= colons && trimmed.bytes().all(|byte| byte == b':')
}

/// The admonition that begins in a line: its spelling, its kind, and the place of its title.
fn opening(line: &str) -> Option<(Style, &str, std::ops::Range<usize>)> {
    let body = line.trim_start_matches(' ');
    let (style, rest) = if let Some(rest) = body.strip_prefix("!!!").or_else(|| body.strip_prefix("???")) {
        (Style::Indented, rest.strip_prefix('+').unwrap_or(rest).strip_prefix(' ')?)
    } else {
        let rest = body.trim_start_matches(':');
        let colons = body.len() - rest.len();
        if colons < 3 {
            return None;
        }
        (Style::Fenced(colons), rest)
    };
    let rest = rest.trim_start_matches([' ', '{', '.']);
    let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let (kind, title) = rest.split_at(length);
    let known = KINDS.iter().any(|(_, names)| names.iter().any(|name| name.eq_ignore_ascii_case(kind)));
    if kind.is_empty() || (matches!(style, Style::Fenced(_)) && !known) {
        return None;
    }
    let title = title.trim_matches(|c: char| c.is_whitespace() || matches!(c, '}' | '"' | '[' | ']'));
    let start = title.as_ptr() as usize - line.as_ptr() as usize;
    Some((style, kind, start..start + title.len()))
}

struct Writer {
    out: String,
    places: Vec<(u32, u32)>,
}

impl Writer {
    fn copy(&mut self, text: &str, source: usize) {
        self.places.push((self.out.len() as u32, source as u32));
        self.out.push_str(text);
    }

    fn put(&mut self, text: &str) {
        if !text.is_empty() {
            let source = self.places.last().map_or(0, |(start, source)| source + (self.out.len() as u32 - start));
            self.places.push((self.out.len() as u32, source));
            self.out.push_str(text);
        }
    }

    /// Writes the beginning of an admonition inside `depth` others.
    fn open(&mut self, depth: usize, kind: &str, title: &str, source: Span) {
        let (outer, inner) = ("> ".repeat(depth), "> ".repeat(depth + 1));
        let known = KINDS.iter().find(|(_, names)| names.iter().any(|name| name.eq_ignore_ascii_case(kind)));
        let shown = known.map_or("NOTE", |(shown, _)| *shown);
        self.put(&format!("{outer}\n"));
        // The place of what follows is that of the title.
        self.places.push((self.out.len() as u32, source.start));
        self.put(&format!("{inner}[!{shown}]\n"));
        if !title.is_empty() {
            self.put(&format!("{inner}**"));
            self.copy(title, source.start as usize);
            self.put(&format!("**\n{inner}\n"));
        } else if !shown.eq_ignore_ascii_case(kind) {
            self.put(&format!("{inner}**{kind}**\n{inner}\n"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_dialects_become_quotes_and_keep_their_place() {
        let text = "a\n!!! warning \"Take care\"\n    One\n\n    - two\nb\n\n:::tip\nThree\n:::\nc\n";
        let prepared = prepare(text);
        assert_eq!(
            prepared.text,
            "a\n\n> [!WARNING]\n> **Take care**\n> \n> One\n> \n> - two\n\nb\n\n\n> [!TIP]\n> Three\n\nc\n"
        );
        for word in ["Take care", "One", "two", "b\n", "Three", "c\n"] {
            let at = prepared.text.find(word).expect("word");
            assert_eq!(prepared.source(Span::of_range(at..at + word.len())).of(text), word);
        }
        assert!(matches!(prepare("!!! \n```\n!!! note\n"), Prepared { .. }));
        assert!(matches!(prepare("plain !!! note\n").text, Cow::Borrowed(_)));
    }
}
