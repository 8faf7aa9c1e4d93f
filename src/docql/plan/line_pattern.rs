//! What lines must match: ripgrep's matcher, and the filter that rules out files unread.

use super::patterns::MAX_PROGRAM_BYTES;
use crate::library::TrigramQuery;
use crate::stdx::AsciiFinder;
use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use regex_syntax::hir::{Hir, Look};

/// A pattern for lines, compiled once per query.
#[derive(Debug)]
pub(in crate::docql) struct LinePattern {
    shown: String,
    pub engine: Engine,
    /// What every text with a match holds.
    pub trigrams: TrigramQuery,
}

/// How texts are searched.
#[derive(Debug)]
pub(in crate::docql) enum Engine {
    /// Line by line, for a text of ASCII letters in any case.
    Literal(Box<LiteralFinder>),
    /// Line by line: no match goes past the end of a line.
    Lines(RegexMatcher),
    /// Over the whole text: the pattern names a line break, or the start or the end of the text.
    Text(regex::bytes::Regex),
}

/// A text without line breaks that lines must hold.
#[derive(Debug)]
pub(in crate::docql) struct LiteralFinder {
    pub finder: AsciiFinder,
    /// Bytes.
    pub length: usize,
    /// Whether it has a letter that is also the lower case of one outside ASCII.
    has_relatives: bool,
    /// The same as a pattern.
    pub matcher: RegexMatcher,
}

impl LiteralFinder {
    /// Whether the finder finds in `text` what the pattern does.
    pub(in crate::docql) fn is_exact_in(&self, text: &str) -> bool {
        !self.has_relatives || text.is_ascii()
    }
}

impl LinePattern {
    /// Lines that hold `literal`, ignoring case.
    pub(super) fn literal(literal: &str) -> Option<LinePattern> {
        let pattern = LinePattern::compile(regex::escape(literal), true)?;
        Some(match pattern.engine {
            Engine::Lines(matcher) if literal.is_ascii() && !literal.is_empty() => {
                let finder = AsciiFinder::new(literal);
                // The Kelvin sign and the long s.
                let has_relatives = literal.contains(['k', 'K', 's', 'S']);
                let literal = LiteralFinder { finder, length: literal.len(), has_relatives, matcher };
                LinePattern { engine: Engine::Literal(Box::new(literal)), ..pattern }
            }
            engine => LinePattern { engine, ..pattern },
        })
    }

    /// Lines that match a regular expression; `^` and `$` speak of lines, as in every grep.
    pub(super) fn regex(source: &str) -> Option<LinePattern> {
        LinePattern::compile(source.to_owned(), false)
    }

    fn compile(source: String, ignore_case: bool) -> Option<LinePattern> {
        let mut parser = regex_syntax::ParserBuilder::new();
        let hir = parser.multi_line(true).crlf(true).case_insensitive(ignore_case).build().parse(&source).ok()?;
        let lines = if is_anchored_to_text(&hir) { None } else { line_matcher(&source, ignore_case) };
        let engine = match lines {
            Some(matcher) => Engine::Lines(matcher),
            None => Engine::Text(text_matcher(&source, ignore_case)?),
        };
        Some(LinePattern { shown: source, engine, trigrams: TrigramQuery::of_pattern(&hir) })
    }

    /// The regular expression, for people.
    pub(in crate::docql) fn as_str(&self) -> &str {
        &self.shown
    }
}

fn is_anchored_to_text(hir: &Hir) -> bool {
    let looks = hir.properties().look_set();
    looks.contains(Look::Start) || looks.contains(Look::End)
}

/// Fails for patterns that name a line break.
fn line_matcher(source: &str, ignore_case: bool) -> Option<RegexMatcher> {
    let mut builder = RegexMatcherBuilder::new();
    builder.multi_line(true).crlf(true).case_insensitive(ignore_case).size_limit(MAX_PROGRAM_BYTES).build(source).ok()
}

fn text_matcher(source: &str, ignore_case: bool) -> Option<regex::bytes::Regex> {
    let mut builder = regex::bytes::RegexBuilder::new(source);
    builder.multi_line(true).crlf(true).case_insensitive(ignore_case).size_limit(MAX_PROGRAM_BYTES).build().ok()
}
