//! What was typed as a pattern: its words one after another, however a program breaks the line between them; phrases to
//! the letter.

use super::messages::fits::Fit;
use super::messages::template::Template;
use super::messages::walk::QUOTES;
use crate::library::{TrigramQuery, is_cjk};
use crate::search::request::letter;
use crate::search::request::read::Request;
use regex::{Regex, RegexBuilder};
use std::ops::Range;

/// Words of what was typed that are compared: nobody tells two messages apart by more.
const MAX_WORDS: usize = 40;

/// Characters without spaces between them that are text and not a name: Chinese that is typed or pasted.
const MIN_RUN: usize = 4;

/// Words in small letters that are a text, and no parts of a name.
const MIN_TEXT_WORDS: usize = 3;

/// Text that may stand between two words: white space, and what breaks a string or a comment over two lines.
const BETWEEN_WORDS: &str = r#"[\s"'`+\\*/#]*[\s"'`][\s"'`+\\*/#]*"#;

/// Bytes of a pattern, compiled, at most.
const MAX_COMPILED_BYTES: usize = 1 << 20;

/// The words that were typed, and each quoted phrase, as patterns.
#[derive(Clone, Debug)]
pub(in crate::search) struct Typed {
    /// All of it, where words stand around quoted or excluded ones: a message has quotes and options of its own.
    whole: Option<Regex>,
    patterns: Vec<Regex>,
    /// True if words are excluded: then only the whole counts.
    excludes: bool,
    /// The longest part without quotes.
    longest: String,
    /// What was typed as a message, without the quotes around words of it and with them: they are the user's own, or the
    /// program's.
    templates: Vec<Template>,
    /// The words one after another as they were typed, where no quotes set some of them apart.
    run: Option<String>,
    /// Words in all patterns.
    pub words: usize,
}

impl Typed {
    /// `None` where nothing but names was typed: a single word is found as a name.
    pub(in crate::search) fn of(request: &Request) -> Option<Typed> {
        let terms = if is_text(&request.terms) { split(&request.terms) } else { Vec::new() };
        let phrases = request.phrases.iter().filter_map(|phrase| letter::of_phrase(phrase, request));
        let patterns: Vec<Regex> = pattern(&terms, request).into_iter().chain(phrases).collect();
        if patterns.is_empty() {
            return None;
        }
        let is_mixed = request.typed.len() > request.terms.len() && !request.terms.is_empty();
        let whole = if is_mixed { pattern(&split(&request.typed), request) } else { None };
        // A message in quotes is one all the same where nothing says it as it is.
        let quoted = || -> Vec<String> { split(&request.phrases).into_iter().map(str::to_owned).collect() };
        let words = |of: &dyn Fn(&str) -> String| -> Vec<String> {
            let pieces: Vec<String> = request.typed.iter().map(|piece| of(piece)).collect();
            pieces
                .iter()
                .flat_map(|piece| piece.split(' '))
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let templates = match request.phrases.is_empty() || is_mixed {
            true => {
                let is_set_apart = request.typed.iter().any(|piece| bare(piece).len() < piece.len());
                let with_quotes = if is_set_apart { Template::of(&words(&str::to_owned)) } else { None };
                Template::of(&words(&|piece| bare(piece).to_owned())).into_iter().chain(with_quotes).collect()
            }
            false => Template::of(&quoted()).into_iter().collect(),
        };
        let run = split(&request.typed).join(" ");
        let longest = run.split(QUOTES).max_by_key(|part| part.len()).unwrap_or_default().trim().to_owned();
        Some(Typed {
            whole,
            excludes: !request.excluded.is_empty(),
            longest,
            patterns,
            templates,
            run: Some(run).filter(|_| terms.len() > 1 && request.phrases.is_empty() && request.excluded.is_empty()),
            words: terms.len() + split(&request.phrases).len(),
        })
    }

    /// Where all that was typed stands in `text`, the places of the first of it; empty if some of it is missing.
    pub(in crate::search) fn places<'t>(&'t self, text: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
        let whole = self.whole.as_ref().filter(|whole| whole.is_match(text));
        let (first, others) = self.patterns.split_first().map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
        let first = whole.or(first.filter(|_| !self.excludes));
        let first = first.filter(|_| whole.is_some() || others.iter().all(|other| other.is_match(text)));
        first.into_iter().flat_map(|first| first.find_iter(text)).map(|found| found.range())
    }

    /// Whether all that was typed stands in `text`, also around what was quoted or excluded.
    pub(in crate::search) fn is_whole_in(&self, text: &str) -> bool {
        self.whole.as_ref().is_some_and(|whole| whole.is_match(text))
    }

    /// Whether a place is a string, or the text of an element, that is what was typed, with its capitals, and nothing more. Words in small letters are
    /// parts of names before they are a text.
    pub(super) fn is_string(&self, text: &str, place: &Range<usize>) -> bool {
        let quote = |c: Option<char>| c.filter(|c| QUOTES.contains(c));
        let before = quote(text[..place.start].chars().next_back());
        let is_closed = before.is_some() && before == quote(text[place.end..].chars().next());
        let is_text = |run: &String| run.chars().any(char::is_uppercase) || self.words >= MIN_TEXT_WORDS;
        (is_closed || is_whole_element(text, place))
            && self.run.as_ref().is_some_and(|run| is_text(run) && text[place.clone()] == **run)
    }

    /// Whether such a string is the value of a name, or of a key.
    pub(super) fn is_value(&self, text: &str, place: &Range<usize>) -> bool {
        let before = text[..place.start].trim_end_matches(QUOTES).trim_end();
        let compares = ["==", "!=", "<=", ">="].iter().any(|sign| before.ends_with(sign));
        !compares && before.ends_with([':', '=']) || before.ends_with("=>")
    }

    /// The same places, the best one first: what a program says, then what is written as it was typed.
    pub(in crate::search) fn best_place_first(&self, text: &str) -> Vec<Range<usize>> {
        let mut places: Vec<Range<usize>> = self.places(text).collect();
        let is_as_typed = |place: &Range<usize>| text[place.clone()].contains(&self.longest);
        let best = (0..places.len())
            .min_by_key(|&at| (!is_whole_string(text, &places[at]), !is_as_typed(&places[at])))
            .unwrap_or_default();
        if best > 0 {
            places[..=best].rotate_right(1);
        }
        places
    }

    /// The places of the string that a message was made from.
    pub(in crate::search) fn made_in(&self, text: &str) -> Vec<Range<usize>> {
        self.templates
            .iter()
            .map(|template| template.places(text))
            .find(|places| !places.is_empty())
            .unwrap_or_default()
    }

    /// The strings that some of a message may come from.
    pub(super) fn fits(&self, text: &str) -> Vec<Fit> {
        self.templates.iter().flat_map(|template| template.fits(text)).collect()
    }

    /// The words of each part of a message that was passed on.
    pub(super) fn words_of_parts(&self) -> Vec<Vec<String>> {
        self.templates.first().map(Template::words_of_parts).unwrap_or_default()
    }

    /// The words of a message that stand side by side.
    pub(super) fn pairs(&self) -> Vec<String> {
        self.templates.first().map(Template::pairs).unwrap_or_default()
    }

    /// What every file passes that holds all that was typed in one line.
    pub(super) fn trigrams(&self) -> TrigramQuery {
        TrigramQuery::of_literals([self.longest.as_str()])
    }

    /// True if what was typed may be a message with values.
    pub(super) fn may_have_values(&self) -> bool {
        !self.templates.is_empty()
    }
}

/// True if a place is all that stands between two quotes.
pub(super) fn is_whole_string(text: &str, place: &Range<usize>) -> bool {
    let quote = text[..place.start].chars().next_back().filter(|c| matches!(c, '"' | '\'' | '`'));
    let behind = text[place.end..].trim_start_matches(['.', '!', '?', ':']).trim_start_matches("\\n");
    quote.is_some_and(|quote| behind.starts_with(quote))
}

/// True if a place is all that stands in an element of markup: `<MenuItem>Add to Queue</MenuItem>`.
fn is_whole_element(text: &str, place: &Range<usize>) -> bool {
    let before = text[..place.start].trim_end();
    let is_open = before.ends_with('>') && !before.ends_with("=>") && !before.ends_with("->");
    is_open && text[place.end..].trim_start().starts_with("</")
}

/// True for a sign that no name has, nor a path.
pub(in crate::search) fn is_sign(c: char) -> bool {
    !c.is_alphanumeric() && !"_-./:\\#~@$".contains(c)
}

/// True if the terms are text: several words, a run of Chinese, or a word with signs that no name has.
fn is_text(terms: &[String]) -> bool {
    match terms {
        [] => false,
        [only] => {
            only.chars().filter(|&c| is_cjk(c)).count() >= MIN_RUN
                || (only.chars().count() >= MIN_RUN && (only.chars().any(is_sign) || only.starts_with("--")))
        }
        _ => true,
    }
}

/// A piece without the quotes that set it apart: they are the user's own.
fn bare(piece: &str) -> &str {
    piece
        .strip_prefix('"')
        .and_then(|piece| piece.strip_suffix('"'))
        .filter(|inside| inside.contains(' '))
        .unwrap_or(piece)
}

fn split(text: &[String]) -> Vec<&str> {
    text.iter().flat_map(|piece| piece.split_whitespace()).take(MAX_WORDS).collect()
}

fn pattern(words: &[&str], request: &Request) -> Option<Regex> {
    let first = words.first()?.chars().next()?;
    let last = words.last()?.chars().next_back()?;
    let starts_word = if first.is_alphanumeric() && !is_cjk(first) { r"\b" } else { "" };
    // The last word may still be typed, unless it is said to be whole.
    let ends_word = if request.whole_words && last.is_alphanumeric() { r"\b" } else { "" };
    // A quote may be written with a backslash before it, or as another quote.
    let word = |word: &&str| regex::escape(word).replace(QUOTES, r#"\\?["'`‘’“”]"#);
    let words: Vec<String> = words.iter().map(word).collect();
    let pattern = format!("{starts_word}{}{ends_word}", words.join(BETWEEN_WORDS));
    RegexBuilder::new(&pattern).case_insensitive(!request.exact_case).size_limit(MAX_COMPILED_BYTES).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::request::read::read;

    fn found(typed: &str, text: &str) -> Option<String> {
        Typed::of(&read(typed))?.places(text).next().map(|place| text[place].to_owned())
    }

    #[test]
    fn words_stand_one_after_another_however_the_line_is_broken() {
        assert_eq!(
            found("too many open files", "EMFILE: \"Too many open files\"").as_deref(),
            Some("Too many open files")
        );
        assert!(found("too many open fi", "too many open files").is_some(), "the last word is still typed");
        assert!(found("end of file", "send of file").is_none());
        assert!(found("one two three", "f(\"one two \"\n    + \"three\")").is_some());
        assert!(found("one two three", "// one two\n    // three").is_some());
        assert!(found("unexpected \"x\" here", r#""unexpected \"x\" here""#).is_some());
        assert!(found("one two", "one, two").is_none() && found("one two", "onetwo").is_none());
        assert!(found("\"one two\" \"three four\"", "three four one two").is_some());
        assert!(found("\"one two\" \"three four\"", "one two").is_none());
        assert!(
            found("too many case:exact", "Too many").is_none() && found("too man word:whole", "too many").is_none()
        );
    }

    #[test]
    fn names_are_no_text() {
        for name in ["serve", "net/http", "strings.Builder", "Server::run", "用户"] {
            assert!(Typed::of(&read(name)).is_none(), "{name}");
        }
        assert!(found("foo(bar)", "x = foo(bar);").is_some());
        assert!(found("用户认证流程", "系统的用户认证流程如下").is_some());
    }
}
