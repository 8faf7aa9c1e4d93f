//! The documentation of a file at its top: Rust's `//!`, Python's docstring, Go's package comment, a header.
//!
//! Read from the text alone, so that it is there for files whose structure nobody has asked for yet.

use super::lexemes::{comment_end, string_end};
use super::{Document, FileDoc, FormatInfo, Lexis, Span};
use crate::stdx::{contains_ignoring_case, starts_with_ignoring_case};

/// Bytes of a file that are looked at.
const HEAD_BYTES: usize = 64 << 10;

/// Fewer words say nothing.
const MIN_WORDS: usize = 3;

/// Phrases of licences alone. From a line with one of these on, a paragraph is none of the documentation.
const LICENCE: &[&str] = &[
    "copyright",
    "(c) 19",
    "(c) 20",
    "spdx-",
    "all rights reserved",
    "license block",
    "licensed under",
    "licensed to",
    "licensed as",
    "merge, publish, distribute",
    "license:",
    "public license",
    "mit license",
    "apache license",
    "bsd license",
    "bsd-style",
    "isc license",
    "license at",
    "license version",
    "licence version",
    "license agreement",
    "license terms",
    "license information",
    "license file",
    "governed by",
    "you may not use this file",
    "you may choose",
    "permission is hereby",
    "permission to use",
    "permission is granted",
    "redistribut",
    "is free software",
    "in the hope ",
    "should have received",
    "without warranty",
    "any warranty",
    "implied warrant",
    "warranty for",
    "software is provided",
    "is distributed under",
    "distributed on an",
    "applicable law",
    "neither the name",
    "the above notice",
    "this notice may not",
    "must not be misrepresented",
    "altered source versions",
    "the contents of this file",
    "the initial developer",
    "the original code is",
    "portions created by",
    "terms of the",
    "freely, subject to",
    "placed in the public domain",
    "this file is part of",
];

/// Phrases of generated files alone: such a paragraph is none of the documentation either.
const GENERATED: &[&str] = &["do not edit", "@generated", "automatically generated"];

/// Beginnings of lines that name people; the rest of the paragraph does too.
const CREDITS: &[&str] =
    &["author", "@author", "written by", "maintained by", "maintainer", "contributor", "contributed by"];

/// Beginnings of lines that speak to tools.
const DIRECTIVES: &[&str] = &[
    "-*-",
    "vim:",
    "vi:",
    "ex:",
    "eslint",
    "jshint",
    "jslint",
    "prettier-",
    "@ts-",
    "@flow",
    "@jsx",
    "@format",
    "istanbul",
    "biome-",
    "global ",
    "globals ",
    "pylint:",
    "ruff:",
    "flake8:",
    "mypy:",
    "type:",
    "noqa",
    "coding:",
    "coding=",
    "encoding:",
    "frozen_string_literal",
    "warn_indent",
    "typed:",
    "rubocop:",
    "shellcheck",
    "go:",
    "+build",
    "nolint",
    "clang-format",
    "$id",
    "$freebsd",
    "$openbsd",
    "$netbsd",
    "<reference",
    "noinspection",
    "ktlint",
    "phpcs:",
];

impl FormatInfo {
    /// The documentation at the top of `text`, a file of this format, comment markers included. Licences and
    /// words to tools are not in it. `None` where there is none, or the format has no comments.
    pub fn file_doc(&self, text: &str) -> Option<Span> {
        let lexis = self.lexis.filter(|_| !self.derived_text)?;
        Head::read(text, lexis).doc()
    }

    /// The comment with a licence that `text`, a file of this format, begins with. `None` where there is none, or the
    /// format has no comments.
    pub fn licence(&self, text: &str) -> Option<Span> {
        let lexis = self.lexis.filter(|_| !self.derived_text)?;
        Head::read(text, lexis).licence()
    }
}

impl Document {
    /// The documentation of the file; see [`FormatInfo::file_doc`].
    pub fn file_doc(&self, format: &FormatInfo) -> Option<Span> {
        format.file_doc(&self.text)
    }
}

/// The part of a file before its first line of code.
struct Head<'t> {
    text: &'t str,
    rules: &'static FileDoc,
    comments: Vec<Span>,
    docstring: Option<Span>,
    /// The start of the code.
    end: u32,
}

impl<'t> Head<'t> {
    fn read(text: &'t str, lexis: &'static Lexis) -> Head<'t> {
        let text = &text[..text.floor_char_boundary(HEAD_BYTES)];
        let bytes = text.as_bytes();
        let mut head = Head { text, rules: lexis.file_doc, comments: Vec::new(), docstring: None, end: 0 };
        let mut at = if text.starts_with("#!") && !text.starts_with("#![") { line_end(bytes, 0) } else { 0 };
        loop {
            at +=
                text[at..].len() - text[at..].trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
            if let Some(end) = header_comment_end(bytes, at, lexis) {
                head.comments.push(Span::of_range(at..end));
                at = end;
                continue;
            }
            let rest = &text[at..];
            if head.rules.above.iter().any(|start| rest.starts_with(start)) {
                at = statement_end(bytes, at, lexis);
                continue;
            }
            if head.rules.docstring {
                let prefix = rest.bytes().take(2).take_while(u8::is_ascii_alphabetic).count();
                let end = string_end(bytes, at + prefix, lexis);
                head.docstring = end.map(|end| Span::of_range(at..end).on_boundaries(text));
            }
            head.end = at as u32;
            return head;
        }
    }

    fn doc(&self) -> Option<Span> {
        if !self.rules.inner.is_empty() {
            return self.inner();
        }
        if self.docstring.is_some_and(|string| has_content(string.of(self.text))) {
            return self.docstring;
        }
        let runs = self.runs();
        if let Some(tagged) = self.tagged(&runs) {
            return self.best(&[tagged]).or(Some(tagged));
        }
        let about_code = runs.last().is_some_and(|run| self.documents_code(*run));
        self.best(&runs[..runs.len() - usize::from(about_code)])
    }

    /// The first run of inner doc comments.
    fn inner(&self) -> Option<Span> {
        let is_inner = |comment: &&Span| {
            let comment = comment.of(self.text);
            self.rules.inner.iter().any(|mark| comment.starts_with(mark))
        };
        let mut inner = self.comments.iter().skip_while(|comment| !is_inner(comment)).take_while(is_inner);
        let first = inner.next()?;
        let whole = Span::new(first.start, inner.last().unwrap_or(first).end);
        has_content(whole.of(self.text)).then_some(whole)
    }

    /// The comment with a file tag; for a line comment, its whole run.
    fn tagged(&self, runs: &[Span]) -> Option<Span> {
        let is_tagged = |comment: &&Span| self.rules.tags.iter().any(|tag| comment.of(self.text).contains(tag));
        let comment = *self.comments.iter().find(is_tagged)?;
        let is_line = line_breaks(comment.of(self.text)) == 0 && comment.of(self.text).starts_with("//");
        if is_line { runs.iter().copied().find(|run| run.covers(comment)) } else { Some(comment) }
    }

    /// Runs of comments without a blank line between them.
    fn runs(&self) -> Vec<Span> {
        let mut runs: Vec<Span> = Vec::new();
        for &comment in &self.comments {
            match runs.last_mut() {
                Some(run) if line_breaks(Span::new(run.end, comment.start).of(self.text)) < 2 => run.end = comment.end,
                _ => runs.push(comment),
            }
        }
        runs
    }

    /// True if the last run of comments belongs to the declaration below it.
    fn documents_code(&self, run: Span) -> bool {
        let code = self.text.get(self.end as usize..).unwrap_or_default();
        let apart = code.is_empty() || line_breaks(Span::new(run.end, self.end).of(self.text)) > 1;
        !apart && !self.rules.below.iter().any(|start| code.starts_with(start))
    }

    /// The paragraphs of a licence in the first run of comments, if it begins with one. What documents the file or the
    /// code below them is not among them.
    fn licence(&self) -> Option<Span> {
        let run = *self.runs().first()?;
        let doc = self.doc();
        let end = doc.map_or(run.end, |doc| doc.start).clamp(run.start, run.end);
        let run = if end > run.start { Span::new(run.start, end) } else { run };
        let mut whole: Option<Span> = None;
        // Set if the rest of this paragraph is a licence.
        let mut refused = false;
        let mut at = run.start;
        for line in run.of(self.text).split_inclusive('\n') {
            let content = content(line);
            let end = at + line.trim_end().len() as u32;
            at += line.len() as u32;
            if content.is_empty() || whole.is_none() && is_drawn(content) {
                refused = false;
                continue;
            }
            refused |= has_phrase(content, LICENCE);
            if refused {
                whole = Some(Span::new(run.start, end));
            } else if whole.is_none() && !DIRECTIVES.iter().any(|start| starts_with_ignoring_case(content, start)) {
                return None;
            }
        }
        let whole = whole?;
        // A comment is closed where it ends, unless it goes on with something else.
        let last = self.comments.iter().find(|comment| comment.start < whole.end && whole.end < comment.end);
        let goes_on = |last: &&Span| doc.is_some_and(|doc| whole.end <= doc.start && doc.start < last.end);
        Some(last.filter(|last| !goes_on(last)).map_or(whole, |last| Span::new(whole.start, last.end)))
    }

    /// The adjacent paragraphs with the most words, without licences.
    fn best(&self, runs: &[Span]) -> Option<Span> {
        let mut best: Option<(usize, Span)> = None;
        let mut group: Option<(usize, Span)> = None;
        let mut close = |group: &mut Option<(usize, Span)>| {
            if let Some(found) = group.take()
                && found.0 >= MIN_WORDS
                && best.is_none_or(|best| found.0 > best.0)
            {
                best = Some(found);
            }
        };
        for &run in runs {
            // Set if the rest of this paragraph is a licence.
            let mut refused = false;
            // The marker that opens a comment belongs to its first line with content.
            let mut opening = Some(run.start);
            let mut at = run.start;
            for line in run.of(self.text).split_inclusive('\n') {
                let content = content(line);
                let indent = (line.len() - line.trim_start().len()) as u32;
                let span = Span::new(at + indent, at + line.trim_end().len() as u32);
                at += line.len() as u32;
                if content.is_empty() {
                    refused = false;
                    continue;
                }
                refused |= has_phrase(content, LICENCE)
                    || has_phrase(content, GENERATED)
                    || CREDITS.iter().any(|start| starts_with_ignoring_case(content, start));
                if refused || DIRECTIVES.iter().any(|start| starts_with_ignoring_case(content, start)) {
                    opening = None;
                    close(&mut group);
                    continue;
                }
                let start = opening.take().unwrap_or(span.start);
                let open = group.get_or_insert((0, Span::new(start, span.end)));
                *open = (open.0 + words(content), Span::new(open.1.start, span.end));
            }
            if let Some((_, whole)) = &mut group {
                whole.end = run.end;
            }
        }
        close(&mut group);
        best.map(|(_, span)| span)
    }
}

/// The end of the comment that starts at `at`. A line with nothing but the marker is one too.
fn header_comment_end(bytes: &[u8], at: usize, lexis: &Lexis) -> Option<usize> {
    if at >= bytes.len() {
        return None;
    }
    let is_bare = || {
        let line = bytes[at..line_end(bytes, at)].trim_ascii_end();
        lexis.line_comments.iter().any(|mark| mark.trim_end().as_bytes() == line)
    };
    comment_end(bytes, at, lexis).or_else(|| is_bare().then(|| line_end(bytes, at)))
}

/// End of the line on which all brackets opened since `at` are closed.
fn statement_end(bytes: &[u8], mut at: usize, lexis: &Lexis) -> usize {
    let mut depth = 0_usize;
    while at < bytes.len() {
        if let Some(end) = comment_end(bytes, at, lexis).or_else(|| string_end(bytes, at, lexis)) {
            at = end;
            continue;
        }
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'\n' if depth == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |length| at + length)
}

fn line_breaks(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

/// A line of a comment without its markers and decoration; empty if nothing is left.
fn content(line: &str) -> &str {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || "/*#!;%=".contains(c));
    let line = line.strip_prefix("--").unwrap_or(line).trim();
    if has_content(line) { line } else { "" }
}

/// Whether a line is drawn with signs, as the name of a project may be above its licence.
fn is_drawn(content: &str) -> bool {
    let signs = content.chars().filter(|c| c.is_ascii_punctuation()).count();
    signs > content.chars().filter(|c| c.is_alphanumeric()).count()
}

fn has_phrase(content: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| contains_ignoring_case(content, phrase))
}

fn has_content(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

fn words(text: &str) -> usize {
    let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 1 || !word.is_ascii();
    text.split_whitespace().filter(is_word).count()
}
