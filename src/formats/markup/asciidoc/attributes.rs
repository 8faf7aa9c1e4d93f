//! What stands in brackets above a block: style, language, anchor; and `:name: value` of a document.

use crate::formats::draft::blocks::language_of_info;
use crate::formats::markup::scan::Scan;
use std::collections::HashMap;

/// Labels of blocks that are set off.
pub(super) const ADMONITIONS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

/// Styles whose blocks are diagrams, by the name of their language.
const DIAGRAMS: [&str; 5] = ["mermaid", "plantuml", "graphviz", "d2", "dot"];

/// Lines before a block that are looked at for a language of all blocks, at most.
const MAX_LINES: usize = 200;

/// What the lines above a block say of it. A later line overrides what it names.
#[derive(Default)]
pub(super) struct BlockAttributes<'t> {
    /// `source`, `NOTE`, `quote` …
    pub(super) style: &'t str,
    pub(super) anchor: Option<&'t str>,
    /// The second part of a list, or `language=`.
    second: &'t str,
    /// The last list as it is written.
    list: &'t str,
}

impl<'t> BlockAttributes<'t> {
    /// Reads a line for which [`is_attribute_line`] holds.
    pub(super) fn read(&mut self, line: &'t str) {
        let inner = line.get(1..line.len() - 1).unwrap_or_default();
        if let Some(anchor) = inner.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            self.anchor = anchor.split(',').next().map(str::trim);
            return;
        }
        let mut positional = 0;
        for part in parts(inner) {
            match part.split_once('=').filter(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '-')) {
                Some(("id", anchor)) => self.anchor = Some(unquoted(anchor)),
                Some(("language", language)) => self.second = unquoted(language),
                Some(_) => {}
                None => {
                    self.positional(positional, unquoted(part));
                    positional += 1;
                }
            }
        }
        // Of several lists the one that says more is kept for tables.
        if self.list.is_empty() || inner.contains('=') || inner.contains('%') {
            self.list = inner;
        }
    }

    fn positional(&mut self, number: usize, part: &'t str) {
        match number {
            // `style#anchor.role%option`
            0 => {
                let end = part.find(['#', '.', '%']).unwrap_or(part.len());
                self.style = if end > 0 { &part[..end] } else { self.style };
                if let Some((_, anchor)) = part.split_once('#') {
                    self.anchor = anchor.split(['.', '%']).next();
                }
            }
            1 if !part.is_empty() => {
                self.second = part;
                // A language without a style is that of a source.
                self.style = if self.style.is_empty() { "source" } else { self.style };
            }
            _ => {}
        }
    }

    /// The list as it is written.
    pub(super) fn written(&self) -> &'t str {
        self.list
    }

    /// Whether a paragraph or an open block is shown as it is.
    pub(super) fn is_code(&self) -> bool {
        matches!(self.style, "source" | "listing" | "literal") || DIAGRAMS.contains(&self.style)
    }

    /// The label of a block that is set off.
    pub(super) fn admonition(&self) -> Option<&'static str> {
        ADMONITIONS.iter().find(|label| **label == self.style).copied()
    }

    /// The language of the code at the line `first`.
    pub(super) fn language(&self, scan: &Scan<'_>, first: usize) -> String {
        let info = scan.line(first).strip_prefix("```").unwrap_or_default();
        match self.style {
            style if DIAGRAMS.contains(&style) => style.to_owned(),
            "stem" | "latexmath" => "latex".to_owned(),
            "asciimath" => String::new(),
            _ if !info.is_empty() => language_of_info(info),
            "source" | "listing" | "" if !self.second.is_empty() => language_of_info(self.second),
            "source" => of_all(scan, first),
            _ => String::new(),
        }
    }
}

/// The parts of a list, at the commas outside of quotes.
pub(super) fn parts(list: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    list.split(move |c| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    })
    .map(str::trim)
}

/// A part without its quotes.
pub(super) fn unquoted(part: &str) -> &str {
    part.trim_matches(['"', '\''])
}

/// `:source-language: java`: the language of what names none.
fn of_all(scan: &Scan<'_>, first: usize) -> String {
    let named = |line: usize| scan.line(line).strip_prefix(":source-language:").map(str::trim);
    (0..first.min(MAX_LINES)).rev().find_map(named).map(language_of_info).unwrap_or_default()
}

/// Whether a line is about the block below it: `[source,java]`, `[[anchor]]`.
pub(super) fn is_attribute_line(line: &str) -> bool {
    let Some(inner) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else { return false };
    if let Some(anchor) = inner.strip_prefix('[') {
        return anchor.strip_suffix(']').is_some_and(|anchor| {
            anchor.is_empty() || anchor.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == ':')
        });
    }
    // `[link text](…)` and `[a] or [b]` are none.
    let begins = |c: char| c.is_alphanumeric() || "_.#%{,\"'".contains(c);
    inner.is_empty() || inner.starts_with(begins) && !inner.contains("](")
}

/// `:toc: left`
pub(super) fn is_document_attribute(line: &str) -> bool {
    let named = line.strip_prefix(':').and_then(|rest| rest.split_once(':'));
    named.is_some_and(|(name, rest)| {
        !name.is_empty() && !name.contains(char::is_whitespace) && (rest.is_empty() || rest.starts_with([' ', '\t']))
    })
}

/// The attributes of a document: for each name its values, and where they are set.
pub(super) struct DocumentAttributes<'t>(HashMap<&'t str, Vec<(usize, &'t str)>>);

impl<'t> DocumentAttributes<'t> {
    /// Reads the lines `:name: value` outside of code.
    pub(super) fn of(scan: &Scan<'t>) -> DocumentAttributes<'t> {
        let mut at = 0;
        let mut all: HashMap<&str, Vec<(usize, &str)>> = HashMap::new();
        for line in scan.text.split_inclusive('\n') {
            if is_document_attribute(line.trim_end())
                && !scan.is_code(at)
                && let Some((name, value)) = line[1..].split_once(':')
            {
                all.entry(name).or_default().push((at, value.trim()));
            }
            at += line.len();
        }
        DocumentAttributes(all)
    }

    /// The value of an attribute at a place in the text.
    pub(super) fn value(&self, name: &str, at: usize) -> Option<&'t str> {
        let values = self.0.get(name)?;
        let before = values.partition_point(|(offset, _)| *offset <= at);
        values[..before].last().map(|(_, value)| *value)
    }

    /// A text with what its `{names}` stand for; names that nothing is known of stay.
    pub(super) fn expanded(&self, text: &str, at: usize) -> String {
        let mut out = text.to_owned();
        // A value may name others.
        for _ in 0..4 {
            let Some(expanded) = self.expanded_once(&out, at) else { break };
            out = expanded;
        }
        out
    }

    fn expanded_once(&self, text: &str, at: usize) -> Option<String> {
        let (mut out, mut rest, mut is_changed) = (String::new(), text, false);
        while let Some(open) = rest.find('{').filter(|_| out.len() < 2_000) {
            let Some(close) = rest[open..].find('}').map(|close| open + close) else { break };
            match self.value(&rest[open + 1..close], at) {
                Some(value) => {
                    out.push_str(&rest[..open]);
                    out.push_str(value);
                    is_changed = true;
                }
                None => out.push_str(&rest[..=close]),
            }
            rest = &rest[close + 1..];
        }
        out.push_str(rest);
        is_changed.then_some(out)
    }
}
