//! Reports of wrong behaviour, as they are pasted from an issue or a terminal: a title, prose, what was run, a trace.
//!
//! What stands around the symptom – the form's headings, the environment, code that reproduces it – drowns it: the title
//! and the prose are searched for alone too, and what a trace or a link names comes before all that words find.

use super::references::{is_change, without_references};
use crate::library::{WeighedWord, words};
use crate::search::is_stop_word;
use std::borrow::Cow;
use std::collections::HashMap;

/// Bytes from which on a text is no question any more.
const LONG: usize = 400;

/// Lines, other than empty ones, from which on it is none.
const MANY_LINES: usize = 4;

/// Bytes of a title that no empty line stands below, at most.
const LONGEST_TITLE: usize = 100;

/// Bytes of a paragraph behind a title, at least.
const PARAGRAPH: usize = 80;

/// Bytes of prose that are searched for.
const MAX_PROSE: usize = 400;

/// What any report says, in lower case: it tells no file from another.
const SAID_OF_ANY: &[&str] = &[
    "actual",
    "all",
    "also",
    "any",
    "behavior",
    "behaviour",
    "bug",
    "code",
    "describe",
    "error",
    "expected",
    "get",
    "issue",
    "just",
    "like",
    "no",
    "not",
    "one",
    "only",
    "reproduce",
    "steps",
    "use",
    "version",
];

/// Beginnings of lines that a form asks to be filled in, or left out.
const FORM: &[&str] = &["#", "<!--", "- [", "* [", "**", ">", "|", "http"];

/// Bytes of a report whose words are weighed, at most.
const MAX_WEIGHED: usize = 64 << 10;

/// Words that are weighed, at most.
const MAX_WORDS: usize = 160;

/// What a word weighs by where it stands in a report: who writes one chooses the title, says in code spans what is meant,
/// and pastes traces and what reproduces the fault whole.
const IN_TITLE: f32 = 4.0;
const IN_SPAN: f32 = 2.0;
const IN_PROSE: f32 = 1.0;
const IN_CODE: f32 = 0.5;

/// A report, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::agent) struct Report {
    /// Its first line.
    pub title: String,
    /// Sentences of it: no code, no headings of the form.
    pub prose: String,
    /// Paths that it names without a line, as they are written.
    pub paths: Vec<String>,
}

impl Report {
    /// Reads a text that is longer than a question is, or has a title and a paragraph behind it.
    pub(in crate::agent) fn of(text: &str) -> Option<Report> {
        if text.len() < LONG && said_lines(text).count() < MANY_LINES && !has_title(text) && !is_change(text) {
            return None;
        }
        let text = without_comments(text);
        let text = &*without_references(&text);
        let title = said_lines(text).find(|line| !is_of_form(line)).or_else(|| said_lines(text).next())?;
        let title = title.trim_start_matches(['#', ' ']);
        let title = title.strip_prefix('[').and_then(|rest| Some(rest.split_once(']')?.1.trim())).unwrap_or(title);
        Some(Report { title: title.to_owned(), prose: prose(text), paths: paths(text) })
    }
}

fn said_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// True for a line that a form has brought, and nobody has written as a title.
fn is_of_form(line: &str) -> bool {
    ["##", "- [", "* [", ">", "|"].iter().any(|start| line.starts_with(start))
}

/// A text without what a form says to who fills it in. A comment without an end is none.
fn without_comments(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("<!--")
        && let Some((_, after)) = behind.split_once("-->")
    {
        kept.push_str(before);
        rest = after;
    }
    if kept.is_empty() && rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// True for a line that asks nothing, an empty one or the end of what is no sentence, and a paragraph: nobody asks so.
fn has_title(text: &str) -> bool {
    let Some((title, rest)) = text.trim().split_once('\n') else { return false };
    let is_open = title.len() <= LONGEST_TITLE && title.trim_end().ends_with(|c: char| c.is_alphanumeric() || c == '`');
    let is_apart = rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
        || is_open && rest.starts_with(|c: char| c.is_uppercase() || matches!(c, '`' | '#' | '<'));
    is_apart && rest.trim().len() >= PARAGRAPH && !title.trim_end().ends_with(['?', '？'])
}

/// The words of a report, those that weigh most first: of each its best place counts, however often it is there.
pub(in crate::agent) fn weighed(text: &str) -> Vec<WeighedWord> {
    let text = &*without_comments(&text[..text.floor_char_boundary(MAX_WEIGHED)]);
    let mut words = Words::default();
    let (mut in_code, mut is_titled) = (false, false);
    for line in text.lines() {
        let bare = line.trim();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            in_code = !in_code;
            continue;
        }
        if bare.is_empty() || !in_code && is_of_form(bare) {
            continue;
        }
        let is_code = in_code || line.starts_with("    ") || line.starts_with('\t');
        let weight = match (is_titled, is_code) {
            (false, _) => IN_TITLE,
            (true, false) => IN_PROSE,
            (true, true) => IN_CODE,
        };
        words.add(bare, weight);
        if !is_code {
            bare.split('`').skip(1).step_by(2).for_each(|span| words.add(span, IN_SPAN));
        }
        is_titled = true;
    }
    words.all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    words.all.truncate(MAX_WORDS);
    words.all
}

/// Words with what they weigh, in the order in which they come.
#[derive(Default)]
struct Words {
    all: Vec<WeighedWord>,
    places: HashMap<String, usize>,
}

impl Words {
    fn add(&mut self, text: &str, weight: f32) {
        for word in words(text) {
            // A name says more than its parts: both are looked for.
            for part in std::iter::once(word.whole).chain(word.parts) {
                let says = part.chars().count() > 1 && !part.bytes().all(|byte| byte.is_ascii_digit());
                if !says || is_stop_word(&part) || SAID_OF_ANY.contains(&part.as_str()) {
                    continue;
                }
                match self.places.get(&part) {
                    Some(at) => self.all[*at].weight = self.all[*at].weight.max(weight),
                    None => {
                        self.places.insert(part.clone(), self.all.len());
                        self.all.push(WeighedWord { word: part, weight });
                    }
                }
            }
        }
    }
}

fn prose(text: &str) -> String {
    let mut prose = String::new();
    let mut in_code = false;
    for line in text.lines().skip(1).map(str::trim) {
        if line.starts_with("```") || line.starts_with("~~~") {
            in_code = !in_code;
            continue;
        }
        // A line of code has more signs in it than a sentence has.
        let signs = line.chars().filter(|c| c.is_ascii_punctuation() && !matches!(c, '.' | ',' | '\'' | '`')).count();
        let is_sentence = line.split_whitespace().count() > 4 && signs * 8 < line.len();
        if in_code || !is_sentence || FORM.iter().any(|start| line.starts_with(start)) {
            continue;
        }
        if prose.len() + line.len() > MAX_PROSE && !prose.is_empty() {
            break;
        }
        prose.push_str(line);
        prose.push(' ');
    }
    prose.truncate(prose.trim_end().len());
    prose
}

/// Words that are written like paths of files; of links into a repository what stands behind the revision.
fn paths(text: &str) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for word in
        text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '\'' | '`' | ',' | ';' | '<' | '>'))
    {
        let linked = word.split_once("/blob/").and_then(|(_, rest)| Some(rest.split_once('/')?.1));
        let path = linked.unwrap_or(word).trim_matches(['.', ':', '[', ']']);
        let name = path.split('#').next().unwrap_or(path).rsplit('/').next().unwrap_or_default();
        let is_file = name.rsplit_once('.').is_some_and(|(stem, ending)| {
            stem.len() > 1 && (1..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
        });
        if is_file && !path.contains("://") && path.len() < 200 && !paths.iter().any(|known| known == path) {
            paths.push(path.to_owned());
        }
    }
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_a_title_prose_and_paths() {
        assert_eq!(Report::of("where is the lock removed?"), None);
        let paragraph =
            "Since 1.2 the tag command stops without a message if somebody else holds the lock of the repository.";
        assert_eq!(
            Report::of(&format!("why is no lock taken?\n\n{paragraph}")),
            None,
            "a question, and why it is asked"
        );
        let report = Report::of(&format!("No error from tag\n\n{paragraph}")).expect("a title and a paragraph");
        assert_eq!((report.title.as_str(), report.prose.as_str()), ("No error from tag", paragraph));
        let text = "[Bug] Decode fails on empty input\n\n### Describe the bug\nThe decoder stops with an error on the first \
                    empty line.\n\n```go\nx := Decode(nil, 12)\n```\n- [x] I have searched\nSee \
                    https://example.org/a/b/blob/0abc/src/Decode.go#L12 and `util/text.go`.\n";
        let report = Report::of(text).expect("a report");
        assert_eq!(report.title, "Decode fails on empty input");
        assert_eq!(report.prose, "The decoder stops with an error on the first empty line.");
        assert_eq!(report.paths, ["src/Decode.go#L12", "util/text.go"]);
    }

    #[test]
    fn a_form_is_no_title_and_a_title_needs_no_empty_line_below() {
        let text = "<!--\nThank you for reporting!\n-->\n### Description\n\nThe decoder stops at an empty line.\n\nIt did not \
                    in 1.2.\n\n<!-- unfinished";
        let report = Report::of(text).expect("a report");
        assert_eq!(report.title, "The decoder stops at an empty line.");
        let behind =
            "The decoder stops with an error on the first empty line of a file that somebody else has written.";
        let title = "Decode fails on empty input";
        assert_eq!(Report::of(&format!("{title}\n{behind}")).map(|report| report.title).as_deref(), Some(title));
        assert_eq!(
            Report::of(&format!("How does the decoder read what\n{behind}?").to_lowercase()),
            None,
            "a wrapped line"
        );
    }

    #[test]
    fn words_weigh_by_where_they_stand() {
        let text = "Decode fails\n\n### What happens\nThe `readLine` of an input stops.\n\n```\nat Frame.run\nat decode\n```\n";
        let weight =
            |word: &str| weighed(text).iter().find(|weighed| weighed.word == word).map(|weighed| weighed.weight);
        let found = ["decode", "readline", "read", "input", "frame", "happens", "the"].map(weight);
        let expected = [Some(IN_TITLE), Some(IN_SPAN), Some(IN_SPAN), Some(IN_PROSE), Some(IN_CODE), None, None];
        assert_eq!(found, expected);
    }
}
