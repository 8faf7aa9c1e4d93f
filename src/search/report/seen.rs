//! What a reader sees of a hit: the places in its text that made it one.

use super::called::Called;
use super::passage;
use crate::search::literal::typed::Typed;
use crate::search::request::letter;
use crate::search::request::options::{Meant, Mode, Options};
use crate::search::request::read::Request;
use crate::search::words::expand;
use crate::semantic::{DIMENSIONS, EmbeddingModel};
use crate::stdx::find_ignoring_case;
use regex::Regex;
use std::cmp::Reverse;
use std::ops::Range;

/// Places that are kept.
const MAX_MARKS: usize = 100;

/// Lines that are compared with the meaning of the question.
const MAX_COMPARED: usize = 200;

/// Letters of a part of a word that is worth a mark.
const MIN_PART_LETTERS: usize = 3;

/// Letters that a line needs to mean something.
const MIN_LETTERS: usize = 8;

/// Finds what made a text a hit.
#[derive(Debug)]
pub struct Seeker {
    typed: Option<Typed>,
    words: Vec<Sought>,
    /// The name that is all that was typed.
    called: Option<Called>,
    /// The parts of all words, however they are joined.
    pieces: Vec<Sought>,
    /// Parts of the words, for texts that hold none of them whole.
    parts: Vec<Sought>,
    /// The vector of the question, where the built-in model made it.
    meaning: Option<Box<[f32; DIMENSIONS]>>,
}

/// The places in a text that made it a hit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The places, the best line first, then in order; at most a hundred.
    pub marks: Vec<Range<usize>>,
    /// All places.
    pub count: usize,
}

impl Seeker {
    /// For a search of `request`.
    pub fn new(request: &Request, options: &Options) -> Seeker {
        let asks = options.asks_meaning() && options.meant == Meant::BuiltIn && !request.is_empty();
        let meaning = if asks { EmbeddingModel::built_in().embedder().embed(&request.text()) } else { None };
        let words: Vec<String> = expand::shown(request).into_iter().filter(|word| !word.is_empty()).collect();
        let mut parts: Vec<String> = expand::forms(&request.terms).into_iter().map(|word| word.written).collect();
        if request.exact_case || request.whole_words || !request.phrases.is_empty() {
            parts.clear();
        }
        let pieces = parts.iter().cloned().map(Sought::Word).collect();
        parts.retain(|part| !words.contains(part) && part.chars().nth(MIN_PART_LETTERS - 1).is_some());
        let words = words.into_iter().map(|word| Sought::of(word, request)).collect();
        let parts = parts.into_iter().map(Sought::Word).collect();
        Seeker {
            typed: Typed::of(request.as_copied.as_deref().unwrap_or(request))
                .filter(|_| options.mode != Mode::Semantic),
            words,
            called: Called::of(request),
            pieces,
            parts,
            meaning: meaning.map(Box::new),
        }
    }

    /// Where `text` has the words, as literally as they are meant.
    pub fn words_in(&self, text: &str) -> Vec<Range<usize>> {
        marks_of(&self.words, text)
    }

    /// Whether a name is all that was typed, however it is spelled.
    pub fn is_called(&self, name: &str) -> bool {
        self.called.as_ref().is_some_and(|called| called.is(name))
    }

    /// The places of all of the words in a name, or of all their parts; all of it where it is what was typed, however it
    /// is spelled. `None` if it has not all of them.
    pub fn in_name(&self, name: &str) -> Option<Vec<Range<usize>>> {
        let has_all = |words: &[Sought]| !words.is_empty() && words.iter().all(|word| word.find(name).is_some());
        if has_all(&self.words) {
            return Some(self.words_in(name));
        }
        if self.is_called(name) {
            return Some(std::iter::once(0..name.len()).collect());
        }
        has_all(&self.pieces).then(|| marks_of(&self.pieces, name))
    }

    /// The places of what was typed, word after word, or of the string that a message was made from.
    pub fn typed_in(&self, text: &str) -> Option<Seen> {
        let typed = self.typed.as_ref()?;
        let mut marks = typed.best_place_first(text);
        if marks.is_empty() {
            marks = typed.made_in(text);
        }
        let count = marks.len();
        marks.truncate(MAX_MARKS);
        (count > 0).then_some(Seen { marks, count })
    }

    /// The lines that hold the most words: marks of the words in them.
    pub fn lines_with_most_words(&self, text: &str) -> Option<Seen> {
        lines_with_most(&self.words, text).or_else(|| lines_with_most(&self.parts, text))
    }

    /// Brings the places to the front that stand in the best passage: a long section names in many places what it
    /// explains in one. `is_typed` if only lines with what was typed count.
    pub fn begin_with_best_passage(&self, text: &str, seen: &mut Seen, is_typed: bool) {
        let best = |words: &[Sought]| {
            passage::best_line(&stems(words), text, |line| {
                !is_typed || seen.marks.iter().any(|mark| line.contains(&mark.start))
            })
        };
        let Some(line) = best(&self.words).or_else(|| best(&self.parts)) else { return };
        let (mut first, rest): (Vec<_>, Vec<_>) = seen.marks.drain(..).partition(|mark| line.contains(&mark.start));
        if first.is_empty() {
            let marked: Vec<Sought> =
                self.words.iter().chain(&self.parts).flat_map(|word| [word.clone(), word.stem()]).collect();
            first = marks_of(&marked, &text[line.clone()]);
            first.iter_mut().for_each(|mark| *mark = line.start + mark.start..line.start + mark.end);
            seen.count += 1;
        }
        seen.marks = first.into_iter().chain(rest).take(MAX_MARKS).collect();
    }

    /// The line whose meaning is most like that of the question.
    pub fn nearest_line(&self, text: &str) -> Option<Seen> {
        let question = self.meaning.as_deref()?;
        let mut embedder = EmbeddingModel::built_in().embedder();
        let (mut best, mut at): (Option<(f32, Range<usize>)>, usize) = (None, 0);
        for line in text.split_inclusive('\n').take(MAX_COMPARED) {
            let start = at + line.len() - line.trim_start().len();
            let place = start..start.max(at + line.trim_end().len());
            at += line.len();
            if line.chars().filter(|c| c.is_alphanumeric()).count() < MIN_LETTERS {
                continue;
            }
            let Some(vector) = embedder.embed(line) else { continue };
            let cosine: f32 = vector.iter().zip(question).map(|(a, b)| a * b).sum();
            if best.as_ref().is_none_or(|(most, _)| cosine > *most) {
                best = Some((cosine, place));
            }
        }
        best.map(|(_, place)| Seen { marks: vec![place], count: 1 })
    }
}

fn stems(words: &[Sought]) -> Vec<Sought> {
    words.iter().map(Sought::stem).collect()
}

/// What is looked for in a text.
#[derive(Clone, Debug)]
pub(super) enum Sought {
    /// A word, in any case.
    Word(String),
    /// What is meant to the letter.
    Letter(Regex),
}

impl Sought {
    fn of(text: String, request: &Request) -> Sought {
        let is_phrase = request.phrases.contains(&text);
        let pattern = if is_phrase { letter::of_phrase(&text, request) } else { letter::of_term(&text, request) };
        pattern.map_or(Sought::Word(text), Sought::Letter)
    }

    fn find(&self, text: &str) -> Option<Range<usize>> {
        match self {
            Sought::Word(word) => find_ignoring_case(text, word),
            Sought::Letter(pattern) => pattern.find(text).map(|found| found.range()),
        }
    }

    /// The places in `text`.
    pub(super) fn places(&self, text: &str) -> Vec<Range<usize>> {
        let word = match self {
            Sought::Word(word) => word,
            Sought::Letter(pattern) => return pattern.find_iter(text).map(|found| found.range()).collect(),
        };
        let (mut places, mut at) = (Vec::new(), 0);
        while let Some(found) = text.get(at..).and_then(|rest| find_ignoring_case(rest, word)) {
            if found.is_empty() {
                break;
            }
            places.push(at + found.start..at + found.end);
            at += found.end;
        }
        places
    }

    /// A word stands for its singular, with which it begins.
    fn stem(&self) -> Sought {
        match self {
            Sought::Word(word) => Sought::Word(expand::singular(word).to_owned()),
            Sought::Letter(pattern) => Sought::Letter(pattern.clone()),
        }
    }
}

/// Where `text` has any of `words`.
fn marks_of(words: &[Sought], text: &str) -> Vec<Range<usize>> {
    let mut marks: Vec<Range<usize>> = words.iter().flat_map(|word| word.places(text)).collect();
    marks.sort_by_key(|mark| (mark.start, Reverse(mark.end)));
    marks.dedup_by(|later, earlier| later.start < earlier.end);
    marks
}

/// The lines of `text` that hold the most of `words`.
fn lines_with_most(words: &[Sought], text: &str) -> Option<Seen> {
    let stems = stems(words);
    let held = |line: &str| stems.iter().filter(|stem| stem.find(line).is_some()).count();
    let marked: Vec<Sought> = words.iter().chain(&stems).cloned().collect();
    let (mut most, mut lines, mut at) = (1, Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let count = held(line);
        if count > most {
            lines.clear();
            most = count;
        }
        if count == most {
            lines.push(at..at + line.len());
        }
        at += line.len();
    }
    let mut seen = Seen::default();
    for line in lines {
        let marks = marks_of(&marked, &text[line.clone()]);
        seen.count += 1;
        if seen.marks.len() < MAX_MARKS {
            seen.marks.extend(marks.into_iter().map(|mark| line.start + mark.start..line.start + mark.end));
        }
    }
    seen.marks.truncate(MAX_MARKS);
    (!seen.marks.is_empty()).then_some(seen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::request::read::read;

    fn seeker(words: &str) -> Seeker {
        Seeker::new(&read(words), &Options::of(Mode::Keyword))
    }

    #[test]
    fn words_of_text_without_spaces_are_marked_one_by_one() {
        let marked = |words: &str, text: &str| -> Vec<String> {
            seeker(words).words_in(text).into_iter().map(|mark| text[mark].to_owned()).collect()
        };
        assert_eq!(marked("如何配置用户的权限", "权限由用户配置"), ["权限", "用户", "配置"]);
        assert_eq!(marked("用户认证", "用户认证，认证用户"), ["用户认证", "认证", "用户"]);
        assert_eq!(marked("token bucket", "A bucket of tokens"), ["bucket", "token"]);
    }

    #[test]
    fn lines_with_most_words_are_the_match() {
        let text = "one\nnothing\ntwo and one\nsix\none two\n";
        let seen = seeker("one two").lines_with_most_words(text).expect("a line");
        assert_eq!((seen.marks, seen.count), (vec![12..15, 20..23, 28..31, 32..35], 2));
        assert_eq!(seeker("nine").lines_with_most_words(text), None);
        // To the letter if they are meant so.
        let text = "The scat comes first.\n\ta := concat; cat := 2\n\tCat := 3\n";
        let place = text.find("Cat").expect("there");
        for words in ["Cat case:exact word:whole", "\"Cat\"", "Cat case:exact"] {
            let seen = seeker(words).lines_with_most_words(text).expect("a line");
            assert_eq!((&seen.marks[0], seen.marks.len(), seen.count), (&(place..place + 3), 1, 1), "{words}");
            let marks = seeker(words).words_in("cat concat Cat");
            assert_eq!((&marks[0], marks.len()), (&(11..14), 1), "{words}");
        }
        let text = "one\nnothing\ntwo and one\nsix\none two\n";
        // Where a word is nowhere whole, its parts are.
        let seen = seeker("three_two").lines_with_most_words(text).expect("a line");
        assert_eq!((seen.marks[0].clone(), seen.count), (12..15, 2));
    }
}
