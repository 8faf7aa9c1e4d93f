//! Rules out files that cannot declare a name: a scan of bytes without false negatives, so that only hits are parsed.

use crate::document::{Family, FormatFamily, FormatInfo};
use crate::indexer::source::loader::decode;
use crate::library::{NeededName, TrigramQuery};
use crate::stdx::find_ignoring_case;
use regex::bytes::{Regex, RegexBuilder};

/// The names a query looks for.
#[derive(Debug)]
pub(in crate::indexer) struct NamePrefilter {
    names: Vec<NamePattern>,
    /// Filter for data that spells letters of the names by number.
    escapes: TrigramQuery,
}

/// One of the names.
#[derive(Debug)]
struct NamePattern {
    /// Longest first.
    words: Vec<Word>,
    /// The family, if only its declarations matter.
    declared: Option<Family>,
}

/// Escapes of ASCII letters, and of the three others whose lower case or folding they are.
const ESCAPES_OF_ASCII: &[&str] = &["\\u00", "\\u0130", "\\u017f", "\\u212a"];

/// A run of letters and digits of a name; ASCII words are found in the raw bytes.
#[derive(Debug)]
struct Word {
    lower: String,
    trigrams: TrigramQuery,
    ascii: Option<Regex>,
}

impl NamePrefilter {
    /// Compiles names; a file passes if it contains every word of one of them. What stands between the words of a name
    /// may differ in the source: `auth :: Token`, an escaped `foo\_bar`.
    pub(in crate::indexer) fn new(names: &[NeededName]) -> NamePrefilter {
        let pattern = |name: &NeededName| -> NamePattern {
            let is_part = |c: char| c.is_alphanumeric() || (name.is_whole && c == '_');
            let mut words: Vec<&str> = name.text.split(|c| !is_part(c)).filter(|w| !w.is_empty()).collect();
            // The longest word is the rarest: it rules out most files on its own.
            words.sort_by_key(|word| std::cmp::Reverse(word.len()));
            let words = words.into_iter().map(|word| Word::new(word, name.is_whole)).collect();
            NamePattern { words, declared: name.declared }
        };
        let is_ascii = names.iter().all(|name| name.text.is_ascii());
        // One backslash and a digit are in every filter, so to say; four characters in a row are not.
        let escapes = if is_ascii { ESCAPES_OF_ASCII } else { &[""] };
        NamePrefilter {
            names: names.iter().map(pattern).collect(),
            escapes: TrigramQuery::of_literals(escapes.iter().copied()),
        }
    }

    /// The same as [`NamePrefilter::may_hold`] for a file that is not read, by the filter over the trigrams of its text.
    pub(super) fn may_hold_unread(&self, path: &str, format: &FormatInfo, trigrams: &[u8]) -> bool {
        format.family == FormatFamily::Prose
            || format.derived_text
            || (format.family == FormatFamily::Data && self.escapes.may_match(trigrams))
            || self
                .names
                .iter()
                .any(|name| name.words.iter().all(|word| word.trigrams.may_match(trigrams) || word.is_in_path(path)))
    }

    /// True if a file of this format may declare one of the names.
    pub(super) fn may_hold(&self, path: &str, format: &FormatInfo, bytes: &[u8]) -> bool {
        // Prose writes titles with markup and entities in them, and is parsed at memory speed anyway.
        if format.family == FormatFamily::Prose || format.derived_text || may_be_wide(bytes) {
            return true;
        }
        if format.family == FormatFamily::Data && memchr::memmem::find(bytes, b"\\u").is_some() {
            return true;
        }
        let mut decoded: Option<Option<String>> = None;
        self.names.iter().any(|name| {
            if let Some(may_declare) = name.may_declare(format, bytes) {
                return may_declare;
            }
            name.words.iter().all(|word| match &word.ascii {
                Some(regex) => regex.is_match(bytes) || word.is_in_path(path) || word.may_be_folded(bytes),
                None => {
                    let text = decoded.get_or_insert_with(|| decode(bytes.to_vec()).ok());
                    word.is_in_path(path)
                        || text.as_ref().is_some_and(|text| find_ignoring_case(text, &word.lower).is_some())
                }
            })
        })
    }
}

impl NamePattern {
    /// True if a text of this format may declare the name; `None` where its places say nothing about that.
    fn may_declare(&self, format: &FormatInfo, bytes: &[u8]) -> Option<bool> {
        let (family, [word]) = (self.declared?, self.words.as_slice()) else { return None };
        let regex = word.ascii.as_ref()?;
        let places = || format.lexis.into_iter().flat_map(|lexis| lexis.name_places).filter(|it| it.family == family);
        places().next()?;
        let is_place = |found: regex::bytes::Match<'_>| places().any(|place| place.fits(bytes, found.range()));
        Some(regex.find_iter(bytes).any(is_place) || word.may_be_folded(bytes))
    }
}

impl Word {
    fn new(word: &str, is_whole: bool) -> Word {
        let lower = word.to_lowercase();
        // The boundaries are of ASCII: what is next to another letter counts as whole.
        let edge = if is_whole { r"\b" } else { "" };
        let pattern = lower.is_ascii().then(|| format!("{edge}{}{edge}", regex::escape(&lower)));
        let build = |pattern: String| RegexBuilder::new(&pattern).case_insensitive(true).unicode(false).build().ok();
        Word { ascii: pattern.and_then(build), trigrams: TrigramQuery::of_lower_case(&lower), lower }
    }

    /// Some names come from the file's own: a module has the name of its file.
    fn is_in_path(&self, path: &str) -> bool {
        find_ignoring_case(path, &self.lower).is_some()
    }

    /// Two characters outside ASCII have an ASCII letter in their lower case: the Kelvin sign and İ.
    fn may_be_folded(&self, bytes: &[u8]) -> bool {
        [('k', "\u{212a}"), ('i', "\u{130}")]
            .into_iter()
            .any(|(letter, odd)| self.lower.contains(letter) && memchr::memmem::find(bytes, odd.as_bytes()).is_some())
    }
}

/// UTF-16 and UTF-32, with or without a mark, where a name is not a run of ASCII bytes. (Binary files too:
/// parsing is where they are found out.)
fn may_be_wide(bytes: &[u8]) -> bool {
    memchr::memchr(0, bytes).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::ShownAs;
    use crate::library::TrigramTableBuilder;
    use proptest::prelude::*;

    static CODE: FormatInfo = FormatInfo {
        id: "x",
        label: "X",
        family: FormatFamily::Code,
        lexis: None,
        derived_text: false,
        has_tags: false,
        shown_as: ShownAs::Source,
    };

    fn holds(name: &str, text: &[u8]) -> bool {
        NamePrefilter::new(&[NeededName::part(name.to_owned())]).may_hold("src/a.x", &CODE, text)
    }

    #[test]
    fn no_text_that_declares_a_name_is_missed() {
        assert!(holds("AuthService", b"class authSERVICE {"));
        assert!(holds("auth::Token", b"mod AUTH { struct token"));
        assert!(!holds("auth::Token", b"mod AUTH"));
        assert!(holds("größe", "fn GRÖSSE() GRÖßE".as_bytes()) && !holds("größe", b"grosse"));
        assert!(holds("größe", b"fn gr\xf6\xdfe() {}"), "Latin-1 is decoded");
        assert!(holds("kelvin", "struct \u{212a}elvin".as_bytes()));
        assert!(holds("架构", "def 系统架构(): pass".as_bytes()));
        assert!(holds("a", b""), "the path holds it");
        assert!(holds("", b"anything"));
    }

    #[test]
    fn a_whole_name_is_no_part_of_a_longer_word() {
        let holds = |name: &str, text: &str| {
            let name = NeededName { text: name.to_owned(), is_whole: true, declared: None };
            NamePrefilter::new(&[name]).may_hold("src/a.x", &CODE, text.as_bytes())
        };
        assert!(holds("Server", "type server struct") && holds("Server", "http.Server") && holds("Server", "éServer"));
        assert!(!holds("Server", "servers observer server_name") && holds("größe", "fn GRÖßE()"));
        assert!(holds("read_header", "fn READ_header(") && !holds("read_header", "read header try_read_header"));
        assert!(holds("auth::token", "mod auth { struct Token") && !holds("auth::token", "mod auth { struct Tokens"));
    }

    fn holds_unread(names: &[String], path: &str, format: &FormatInfo, text: &str) -> bool {
        let mut filters = TrigramTableBuilder::default();
        filters.push(text);
        let names: Vec<NeededName> = names.iter().cloned().map(NeededName::part).collect();
        NamePrefilter::new(&names).may_hold_unread(path, format, filters.finish().row(0).expect("one row"))
    }

    #[test]
    fn a_filter_rules_out_what_the_text_does_not_hold() {
        let text = "class authSERVICE { fn \u{212a}elvin() } // TAKS\u{130}";
        let holds = |name: &str| holds_unread(&[name.to_owned()], "src/token.x", &CODE, text);
        assert!(holds("AuthService") && holds("kelvin") && holds("taksi") && holds("auth::Token") && holds("ab"));
        assert!(!holds("AuthHandler") && !holds("auth::Tokens"));
        let data = FormatInfo {
            id: "x",
            label: "X",
            family: FormatFamily::Data,
            lexis: None,
            derived_text: false,
            has_tags: false,
            shown_as: ShownAs::Source,
        };
        let in_data = |name: &str, text: &str| holds_unread(&[name.to_owned()], "a.x", &data, text);
        assert!(in_data("auth", "{\"\\u0061uth\": 1}") && !in_data("auth", "{\"path\": \"C:\\\\users\"}"));
        assert!(in_data("kelvin", "{\"\\u212Aelvin\": 1}") && in_data("认证", "{\"\\u8ba4\\u8bc1\": 1}"));
        let prose = FormatInfo {
            id: "x",
            label: "X",
            family: FormatFamily::Prose,
            lexis: None,
            derived_text: false,
            has_tags: false,
            shown_as: ShownAs::Source,
        };
        assert!(holds_unread(&["auth".to_owned()], "a.x", &prose, ""));
    }

    proptest! {
        /// Whatever stands in the lower case of a text passes its filter.
        #[test]
        fn no_filter_rules_out_a_name_that_is_there(
            text in "[a-cA-CkK\u{212a}\u{130}\u{17f}sSiI_:.öÖ架]{0,40}",
            start in 0..40_usize,
            length in 0..12_usize,
        ) {
            let lower = text.to_lowercase();
            let name: String = lower.chars().skip(start).take(length).collect();
            prop_assert!(holds_unread(&[name], "x", &CODE, &text));
        }
    }
}
