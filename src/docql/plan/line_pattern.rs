//! Patterns for lines: ripgrep's matcher, and the trigram filter that rules out files unread.

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
    /// The trigrams that every matching text contains.
    pub trigrams: TrigramQuery,
}

/// How literally a text is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::docql) struct ToTheLetter {
    /// Capitals are others than small letters.
    pub case: bool,
    /// Only whole words count.
    pub word: bool,
}

/// The search strategy.
#[derive(Debug)]
pub(in crate::docql) enum Engine {
    /// Line by line, for an ASCII literal, ignoring case.
    Literal(Box<LiteralFinder>),
    /// Line by line: no match extends past the end of a line.
    Lines(RegexMatcher),
    /// Over the whole text: the pattern contains a line break or an anchor to the start or end of the text.
    Text(regex::bytes::Regex),
}

/// A finder for a literal without line breaks.
#[derive(Debug)]
pub(in crate::docql) struct LiteralFinder {
    pub finder: AsciiFinder,
    /// Length of the literal in bytes.
    pub length: usize,
    /// Set if it has a letter that is also the lower case of one outside ASCII.
    has_relatives: bool,
    /// The equivalent matcher, for texts the finder is not exact in.
    pub matcher: RegexMatcher,
}

impl LiteralFinder {
    /// True if the finder finds the same matches in `text` as the matcher.
    pub(in crate::docql) fn is_exact_in(&self, text: &str) -> bool {
        !self.has_relatives || text.is_ascii()
    }
}

impl LinePattern {
    /// Lines that contain `literal`, ignoring case unless it is meant to the letter. `None` if it is too large.
    pub(super) fn literal(literal: &str, letter: ToTheLetter) -> Option<LinePattern> {
        let mut source = regex::escape(literal);
        if letter.word {
            // What is no letter is no end of a word.
            let is_word = |character: Option<char>| character.is_some_and(|c| c.is_alphanumeric() || c == '_');
            let edge = |is_word: bool| if is_word { r"\b" } else { "" };
            let (first, last) = (edge(is_word(literal.chars().next())), edge(is_word(literal.chars().next_back())));
            source = format!("{first}{source}{last}");
        }
        let pattern = LinePattern::compile(source, !letter.case)?;
        if letter != ToTheLetter::default() {
            return Some(pattern);
        }
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

    /// Lines that match a regular expression; `^` and `$` match at line ends, as in grep. `None` if it is invalid.
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

    /// The source of the pattern.
    pub(in crate::docql) fn as_str(&self) -> &str {
        &self.shown
    }
}

fn is_anchored_to_text(hir: &Hir) -> bool {
    let looks = hir.properties().look_set();
    looks.contains(Look::Start) || looks.contains(Look::End)
}

/// `None` for patterns that contain a line break.
fn line_matcher(source: &str, ignore_case: bool) -> Option<RegexMatcher> {
    let mut builder = RegexMatcherBuilder::new();
    builder.multi_line(true).crlf(true).case_insensitive(ignore_case).size_limit(MAX_PROGRAM_BYTES).build(source).ok()
}

fn text_matcher(source: &str, ignore_case: bool) -> Option<regex::bytes::Regex> {
    let mut builder = regex::bytes::RegexBuilder::new(source);
    builder.multi_line(true).crlf(true).case_insensitive(ignore_case).size_limit(MAX_PROGRAM_BYTES).build().ok()
}
