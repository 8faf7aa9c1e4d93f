//! The one identifier that was typed: a name as programs write it, which is that to the letter.

use super::expand::pieces;
use crate::library::is_cjk;
use crate::search::request::read::Request;
use regex::Regex;

/// Letters and signs of an identifier, at least.
const MIN_LENGTH: usize = 3;

impl Request {
    /// The identifier that is all that was typed: with capitals inside, underscores, hyphens, or digits beside capitals.
    /// Words in small letters are typed by people who do not care how a name is written.
    pub(in crate::search) fn identifier(&self) -> Option<&str> {
        let ([term], true) = (&self.terms[..], self.phrases.is_empty() && self.fuzzy.is_empty()) else { return None };
        let is_alone = self.excluded.is_empty() && self.pasted.is_none() && !self.any_case;
        (is_alone && is_identifier(term)).then_some(term.as_str())
    }
}

impl Request {
    /// The word in capitals that is all that was typed: programs mark with such what is to be found again, `TODO`.
    pub(in crate::search) fn marker(&self) -> Option<&str> {
        let ([term], true) = (&self.terms[..], self.phrases.is_empty() && self.fuzzy.is_empty()) else { return None };
        let is_alone = self.excluded.is_empty() && self.pasted.is_none() && !self.any_case;
        let is_capital = term.len() >= MIN_LENGTH && term.bytes().all(|byte| byte.is_ascii_uppercase());
        (is_alone && is_capital).then_some(term.as_str())
    }
}

impl Request {
    /// The plain word that is all that was typed. Where few texts have it, those are meant.
    pub(in crate::search) fn plain_word(&self) -> Option<&str> {
        let ([term], true) = (&self.terms[..], self.phrases.is_empty() && self.fuzzy.is_empty()) else { return None };
        let is_alone = self.excluded.is_empty() && self.pasted.is_none();
        let is_word = term.chars().nth(MIN_LENGTH).is_some() && term.chars().all(|c| c.is_alphabetic() && !is_cjk(c));
        (is_alone && is_word && self.identifier().is_none()).then_some(term.as_str())
    }
}

/// Whether a word in capitals begins what a comment says: only signs, or what opens a comment, stand before it.
pub(in crate::search) fn begins_comment(text: &str, at: usize) -> bool {
    let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
    let before = line.trim_end();
    COMMENTS.iter().any(|sign| before.ends_with(sign))
}

fn is_identifier(term: &str) -> bool {
    let is_name = term.len() >= MIN_LENGTH
        && term.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
        && !term.starts_with('-')
        && !term.ends_with('-')
        && !term.starts_with(|first: char| first.is_ascii_digit());
    let has = |is: fn(&u8) -> bool| term.as_bytes().iter().any(is);
    let is_capital = has(u8::is_ascii_uppercase) && (has(u8::is_ascii_digit) || pieces(term).len() > 1);
    is_name && has(u8::is_ascii_alphabetic) && (term.contains(['_', '-']) || is_capital)
}

/// What opens a comment, or goes on with one.
const COMMENTS: [&str; 8] = ["#", "//", "/*", "*", "--", ";", "%", "<!--"];

/// A name that a sentence mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Mention<'t> {
    /// What it is in, if that was written: `Server` of `Server.close`.
    pub within: Option<&'t str>,
    pub name: &'t str,
}

/// Signs between what something is in and its name.
const JOINTS: [&str; 4] = ["::", ".", "#", "->"];

/// The name that a word of a sentence is, with the signs of the sentence around it: one that no language has as a word,
/// `readLoop()`, or one in something, `http.Server`.
pub(in crate::search) fn mentions(word: &str) -> Option<Mention<'_>> {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
    let is_name = |part: &str| {
        let mut bytes = part.bytes();
        bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
            && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let Some((before, name)) =
        JOINTS.iter().filter_map(|joint| bare.rsplit_once(joint)).min_by_key(|(_, name)| name.len())
    else {
        // Sentences have words with hyphens of their own.
        return (is_identifier(bare) && !bare.contains('-')).then_some(Mention { within: None, name: bare });
    };
    let within = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|within| is_name(within))?;
    (is_name(name) && name.len() >= MIN_LENGTH).then_some(Mention { within: Some(within), name })
}

/// The places of an identifier in a text, whole and as it was typed.
pub(in crate::search) fn whole(identifier: &str) -> Option<Regex> {
    Regex::new(&format!(r"\b{}\b", regex::escape(identifier))).ok()
}

/// The places of a word in a text, whole, in capitals or not.
pub(in crate::search) fn whole_in_any_case(word: &str) -> Option<Regex> {
    Regex::new(&format!(r"(?i)\b{}\b", regex::escape(word))).ok()
}

#[cfg(test)]
mod tests {
    use super::{Mention, mentions};
    use crate::search::request::read::read;

    #[test]
    fn names_are_told_in_sentences() {
        let found = |word: &'static str| mentions(word).map(|Mention { within, name }| (within.unwrap_or(""), name));
        assert_eq!(found("`readLoop()`"), Some(("", "readLoop")));
        assert_eq!(found("max_header_bytes?"), Some(("", "max_header_bytes")));
        assert_eq!(found("http.Server"), Some(("http", "Server")));
        assert_eq!(found("crate::net::Client::send,"), Some(("Client", "send")));
        for word in ["reads", "Glob", "e.g.", "1.5", "TLS", "x.y", "end.", "…"] {
            assert_eq!(found(word), None, "{word}");
        }
    }

    #[test]
    fn a_word_that_is_all_is_told_from_names_and_from_several() {
        for word in ["jstanden", "Luganda", "Änderung", "HTTP"] {
            assert_eq!(read(word).plain_word(), Some(word));
        }
        for other in ["set", "serve_http", "two words", "\"quoted\"", "sha256", "网络连接", "a.bcd"] {
            assert_eq!(read(other).plain_word(), None, "{other}");
        }
    }

    #[test]
    fn names_of_programs_are_told_from_words() {
        for name in ["checkMsgId", "tcp-keepalive", "DOWNLOAD_DELAY", "_delay", "HTTPServer", "SHA256", "serve_http"] {
            assert_eq!(read(name).identifier(), Some(name));
        }
        for words in [
            "server",
            "Server",
            "HTTP",
            "sha256",
            "net/http",
            "a.b",
            "serveHTTP now",
            "\"serveHTTP\"",
            "___",
            "a-",
            "-rec",
        ] {
            assert_eq!(read(words).identifier(), None, "{words}");
        }
    }
}
