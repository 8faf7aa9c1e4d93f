//! A sentence of an answer → its verdict: what it cites is there and holds what it says.

use super::items::{has_word, identifiers, numbers, one_space, quotations};
use super::polarity::{is_negated, is_negated_near, is_soft, opposites_in, words};
use crate::library::{Stems, fold_words, is_cjk};
use crate::search::is_stop_word;
use regex::Regex;
use std::collections::HashSet;
use std::sync::LazyLock;

/// The share of a sentence's words that its sources have at least, if it follows from them.
const SHARED: f32 = 0.3;

/// The share of the words of the nearest part of a source that others have as well, if they count as near.
const NEAR: f32 = 0.8;

/// How answers begin that say what is not there; the prompt asks for these words.
const NOT_FOUND: &[&str] =
    &["not found here", "nothing here says", "the passages do not", "这里没有", "未找到", "没有找到"];

static CITATION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\s*\[(\d{1,3}(?:\s*[,–-]\s*\d{1,3})*)\]").ok());

/// What a sentence may cite.
#[derive(Clone, Copy, Debug)]
pub struct CitedText<'t> {
    /// Its text, as it is now.
    pub text: &'t str,
    /// Its name and its path.
    pub title: &'t str,
    /// False if its file has changed since: it is no proof of anything.
    pub is_current: bool,
}

/// What is to be thought of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// What it cites holds it.
    Holds,
    /// It cites nothing, or what it cites is about something else.
    Inferred,
    /// What it cites does not hold it, for this reason.
    NotInSource(String),
    /// It says that something is not here; that is no claim.
    NotFound,
}

/// A sentence of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its text as it was written.
    pub text: String,
    /// The numbers that it cites, from 1.
    pub cites: Vec<usize>,
    /// What is to be thought of it.
    pub verdict: Verdict,
}

impl Claim {
    /// What is written behind a sentence that does not hold.
    pub fn mark(&self) -> &'static str {
        match self.verdict {
            Verdict::Holds | Verdict::NotFound => "",
            Verdict::Inferred => " (inferred)",
            Verdict::NotInSource(_) => " (not in the source)",
        }
    }
}

/// Checks a sentence.
pub fn check(sentence: &str, sources: &[CitedText<'_>]) -> Claim {
    let (text, cites) = cited(sentence);
    let verdict = verdict(&text, &cites, sources);
    Claim { text: sentence.trim().to_owned(), cites, verdict }
}

/// A sentence without its citations, and their numbers.
fn cited(sentence: &str) -> (String, Vec<usize>) {
    let (mut bare, mut cites) = (String::new(), Vec::new());
    for (at, part) in sentence.split('`').enumerate() {
        if at % 2 == 1 {
            bare.extend(["`", part, "`"]);
            continue;
        }
        let Some(pattern) = CITATION.as_ref() else { continue };
        for found in pattern.captures_iter(part) {
            numbers_of(found.get(1).map_or("", |list| list.as_str()), &mut cites);
        }
        bare.push_str(&pattern.replace_all(part, ""));
    }
    (bare, cites)
}

/// The numbers of `1, 3-5`.
fn numbers_of(list: &str, cites: &mut Vec<usize>) {
    for part in list.split(',') {
        let ends: Vec<usize> = part.split(['-', '–']).filter_map(|end| end.trim().parse().ok()).collect();
        if let (Some(first), Some(last)) = (ends.first(), ends.last()) {
            cites.extend((*first..=*last).filter(|number| !cites.contains(number)).collect::<Vec<_>>());
        }
    }
}

fn verdict(text: &str, cites: &[usize], sources: &[CitedText<'_>]) -> Verdict {
    let bare = text.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*' | '•' | '#' | '>'));
    let lower = bare.to_lowercase();
    if NOT_FOUND.iter().any(|words| lower.starts_with(words)) {
        return Verdict::NotFound;
    }
    if cites.is_empty() {
        return Verdict::Inferred;
    }
    let refuse = |reason: &str| Verdict::NotInSource(reason.to_owned());
    let mut own: Vec<&CitedText<'_>> = Vec::new();
    for number in cites {
        let Some(source) = number.checked_sub(1).and_then(|at| sources.get(at)) else {
            return Verdict::NotInSource(format!("there is no [{number}]"));
        };
        if !source.is_current {
            return Verdict::NotInSource(format!("the file of [{number}] has changed"));
        }
        own.push(source);
    }
    let whole: String = own.iter().map(|source| format!("{}\n{}\n", source.title, source.text)).collect();
    if let Some(missing) = missing(without_list_mark(bare), &whole) {
        return Verdict::NotInSource(format!("{missing} is not there"));
    }
    let mut stems = Stems::new();
    let said = content(bare, &mut stems);
    let held = content(&whole, &mut stems);
    let shared: HashSet<&String> = said.intersection(&held).collect();
    // An answer may be in another language than its source: then only names and numbers can be compared.
    let is_other_language = bare.contains(is_cjk) != whole.contains(is_cjk);
    let has_items = !identifiers(bare).is_empty() || !numbers(bare).is_empty();
    if said.is_empty() || shared.len() as f32 >= SHARED * said.len() as f32 && !shared.is_empty() {
        return if contradicts(bare, &said, &own, &mut stems) {
            refuse("it says the opposite")
        } else {
            Verdict::Holds
        };
    }
    if is_other_language && has_items { Verdict::Holds } else { Verdict::Inferred }
}

/// A line of a list without its number.
fn without_list_mark(text: &str) -> &str {
    let bare = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if bare.len() == text.len() { text } else { bare.strip_prefix(['.', ')']).unwrap_or(text) }
}

/// The first number, name or quotation that is not in the sources.
fn missing(text: &str, whole: &str) -> Option<String> {
    let held = numbers(whole);
    let mut lacking: Vec<String> = numbers(text).into_iter().filter(|number| !held.contains(number)).collect();
    // A quotation may end in the middle of a name; names are compared as words.
    lacking.extend(identifiers(text).into_iter().filter(|name| !has_word(whole, name)).map(|name| format!("`{name}`")));
    let flat = one_space(whole);
    lacking.extend(
        quotations(text).into_iter().filter(|quoted| !flat.contains(quoted)).map(|quoted| format!("\"{quoted}\"")),
    );
    lacking.sort();
    lacking.into_iter().next()
}

/// The words that carry the meaning, in one form.
fn content(text: &str, stems: &mut Stems) -> HashSet<String> {
    let words = fold_words(text).into_iter().filter(|word| !is_stop_word(word) && !is_negated(word));
    words.map(|word| stems.stem(&word).to_owned()).collect()
}

/// True if every part of the sources that is near to a sentence says the opposite.
fn contradicts(text: &str, said: &HashSet<String>, sources: &[&CitedText<'_>], stems: &mut Stems) -> bool {
    let mut parts: Vec<(usize, &str)> = Vec::new();
    for part in sources.iter().flat_map(|source| parts_of(source.text)) {
        let shared = content(part, stems).intersection(said).count();
        parts.push((shared, part));
    }
    let best = parts.iter().map(|(shared, _)| *shared).max().unwrap_or_default();
    if best == 0 || is_line_of_program(text, sources) {
        return false;
    }
    parts.retain(|(shared, _)| *shared as f32 >= NEAR * best as f32);
    !parts.iter().any(|(_, part)| agrees(text, part, said, stems))
}

/// True if a sentence is a line of a program, to the letter: what the lines beside it say is no part of it. A line of prose
/// may be half of a sentence.
fn is_line_of_program(text: &str, sources: &[&CitedText<'_>]) -> bool {
    let own = text.trim().trim_matches('`').trim_end_matches('.').trim();
    let is_of_program = own.contains(['(', '=', '{', '[', ';']);
    is_of_program && sources.iter().flat_map(|source| source.text.lines()).any(|line| line.trim() == own)
}

/// Whether a sentence and a part of its source say yes or no to the same.
fn agrees(text: &str, part: &str, said: &HashSet<String>, stems: &mut Stems) -> bool {
    let other = opposites_in(part);
    if opposites_in(text).iter().any(|(pair, side)| other.contains(&(*pair, !side))) {
        return false;
    }
    let mut is_shared = |word: &str| fold_words(word).iter().any(|part| said.contains(stems.stem(part)));
    match (is_negated(text), is_negated_near(part, &mut is_shared)) {
        (true, false) => is_soft(part),
        (false, true) => is_soft(text),
        _ => true,
    }
}

/// The sentences of a source; lines of programs are parts of their own where they do not end like prose.
fn parts_of(text: &str) -> impl Iterator<Item = &str> {
    let is_end = |c: char| matches!(c, '。' | '！' | '？' | ';' | '；');
    let paragraphs = text.split("\n\n");
    let sentences = paragraphs.flat_map(|paragraph| paragraph.split(". ")).flat_map(|part| part.split(".\n"));
    sentences.flat_map(move |part| part.split(is_end)).filter(|part| !words(part).is_empty())
}
