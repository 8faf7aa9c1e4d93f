//! The coverage of a query by a text: BM25 of the text alone, as a share of the best that a text could reach.

use super::blocks::{Block, add, blocks};
use super::search::FullText;
use super::stems::Stems;
use super::terms::has_parts;
use super::words::{each_part, is_cjk, next_word, words};
use std::collections::HashMap;
use std::ops::Range;

/// BM25's usual constants.
const K1: f32 = 1.2;
const B: f32 = 0.75;

/// Words of an average piece: a function, a paragraph.
const AVERAGE_WORDS: f32 = 100.0;

/// Words of a section that is neither long nor short: prose says a thing in more words than a program, and each pair of
/// characters of text without spaces is one.
const SECTION_WORDS: f32 = 300.0;

/// Shorter texts count as if they had this share of the words of an average one.
const SHORTEST: f32 = 0.5;

/// Words that stand together are within so many words of each other: a clause.
const TOGETHER: usize = 8;

/// The weight of a stem that is not the word as written, as a share of the word's.
const STEMMED: f32 = 0.9;

/// One word of the query.
#[derive(Clone, Debug, PartialEq)]
struct Wanted {
    /// Its rarity: Robertson and Spärck Jones' weight, never negative.
    idf: f32,
}

/// The words of a query with how rare they are, ready to be looked for in many texts.
#[derive(Clone)]
pub struct Coverage {
    wanted: Vec<Wanted>,
    /// The number of each spelling of each word, and what it counts.
    spellings: HashMap<String, (usize, f32)>,
    /// The first bytes of all spellings.
    firsts: [bool; 256],
    /// True if one of them is a single character of text without spaces: it is in the pairs that begin with it.
    has_characters: bool,
    stems: Stems,
    /// For each word where it was seen last, and what it counts there.
    seen: Vec<Option<(usize, f32)>>,
    lower: String,
}

impl std::fmt::Debug for Coverage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Coverage").field("wanted", &self.wanted).finish_non_exhaustive()
    }
}

/// A part of what is weighed, and how much a word in it counts.
#[derive(Clone, Copy, Debug)]
pub struct Weighted<'t> {
    /// The text.
    pub text: &'t str,
    /// The weight of a word in it.
    pub weight: f32,
    /// True if it is part of what is long or short: words of a long text count less.
    pub is_body: bool,
}

/// One word of a query, in all its forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoughtTerm {
    /// The word: a term, which may hold several words (parts of identifiers are words), or translations of one word,
    /// any of which is the word.
    pub words: Vec<String>,
    /// Words that stand for it, but weigh less.
    pub akin: Vec<String>,
    /// True if this is no word, but the pair of characters at which two words without space between them meet.
    pub is_joint: bool,
    /// True if it weighs as one word, of however many pairs of characters it is.
    pub is_whole: bool,
}

/// The weight of the pair at which two words meet, as a share of that of a pair within a word.
const JOINT: f32 = 0.3;

/// The weight of a synonym, as a share of that of the word as written.
const SYNONYM: f32 = 0.3;

/// The words of a term: identifiers in parts, CJK in pairs.
pub(super) fn pieces(term: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut after_cjk = false;
    for word in words(term) {
        // The last character of a run is in the pair before it.
        let ends_run = word.cjk && after_cjk && word.whole.chars().count() == 1;
        after_cjk = word.cjk;
        if !ends_run {
            pieces.extend(if word.parts.is_empty() { vec![word.whole] } else { word.parts });
        }
    }
    pieces
}

/// True if a word is one character of text without spaces.
pub(super) fn is_character(word: &str) -> bool {
    let mut characters = word.chars();
    characters.next().is_some_and(is_cjk) && characters.next().is_none()
}

impl Coverage {
    /// The words of a query, weighed by how rare they are in the index; all the same without one.
    pub(in crate::library) fn new(sought: &[SoughtTerm], fulltext: Option<&FullText>) -> Coverage {
        let rarity = |stems: &mut Stems, word: &str| fulltext.map_or(1.0, |fulltext| fulltext.rarity(stems, word));
        let is_somewhere =
            |stems: &mut Stems, word: &str| fulltext.is_some_and(|fulltext| fulltext.frequency(stems, word) > 0);
        let mut coverage = Coverage::none();
        let mut akin: Vec<(usize, &String)> = Vec::new();
        for SoughtTerm { words, akin: others, is_joint, is_whole } in sought {
            let share = if *is_joint { JOINT } else { 1.0 };
            let number = coverage.wanted.len();
            match words.as_slice() {
                [term] if !is_whole => {
                    for piece in pieces(term) {
                        // That two words meet nowhere says nothing about any text.
                        if !is_joint || is_somewhere(&mut coverage.stems, &piece) {
                            let idf = share * rarity(&mut coverage.stems, &piece);
                            coverage.add(&piece, idf);
                        }
                    }
                }
                words => {
                    let rarities = words.iter().map(|word| rarity(&mut coverage.stems, word));
                    let idf = rarities.reduce(f32::min).unwrap_or_default();
                    coverage.wanted.push(Wanted { idf });
                    words.iter().for_each(|word| coverage.spell_with_stem(word, number, 1.0));
                }
            }
            // What stands for a word of one piece counts as that word.
            let number = match words.as_slice() {
                [term] => match pieces(term).as_slice() {
                    [piece] => coverage.spellings.get(piece).map(|(number, _)| *number),
                    _ => None,
                },
                _ => Some(number),
            };
            akin.extend(number.into_iter().flat_map(|number| others.iter().map(move |other| (number, other))));
        }
        for (number, other) in akin {
            if let [piece] = pieces(other).as_slice() {
                let most = rarity(&mut coverage.stems, piece) / coverage.wanted[number].idf.max(f32::MIN_POSITIVE);
                coverage.spell_with_stem(piece, number, SYNONYM * most.min(1.0));
            }
        }
        coverage
    }

    /// Of no words.
    fn none() -> Coverage {
        Coverage {
            wanted: Vec::new(),
            spellings: HashMap::new(),
            firsts: [false; 256],
            has_characters: false,
            stems: Stems::new(),
            seen: Vec::new(),
            lower: String::new(),
        }
    }

    fn add(&mut self, word: &str, idf: f32) {
        if self.spellings.get(word).is_some_and(|(_, count)| *count == 1.0) {
            return;
        }
        let number = self.wanted.len();
        self.wanted.push(Wanted { idf });
        self.spell_with_stem(word, number, 1.0);
    }

    fn spell_with_stem(&mut self, word: &str, number: usize, count: f32) {
        let stem = self.stems.stem(word).to_owned();
        self.spell(word.to_owned(), number, count);
        self.spell(stem, number, STEMMED * count);
    }

    fn spell(&mut self, word: String, number: usize, count: f32) {
        if let Some(first) = word.bytes().next() {
            self.firsts[usize::from(first)] = true;
            self.has_characters |= is_character(&word);
            self.spellings.entry(word).or_insert((number, count));
        }
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.wanted.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty()
    }

    /// The coverage of a text in parts, between 0 and 1.
    pub fn of(&mut self, parts: &[Weighted<'_>]) -> f32 {
        let (bodies, titles): (Vec<Weighted<'_>>, Vec<Weighted<'_>>) = parts.iter().partition(|part| part.is_body);
        let titles = self.counted(&titles).0;
        let (counts, length) = self.counted(&bodies);
        self.reached(&titles, &counts, (length, AVERAGE_WORDS))
    }

    /// The coverage of a section, which is that of the best of its passages or of the section as a whole, and that
    /// passage. Only the first bytes of a very long text count.
    pub fn of_section(&mut self, titles: &[Weighted<'_>], text: &str) -> (f32, Range<usize>) {
        let titles = self.counted(titles).0;
        let (mut whole, mut words) = (vec![0.0; self.wanted.len()], 0.0);
        let (mut best, mut before): ((f32, Range<usize>), Option<Block>) = ((0.0, 0..0), None);
        for range in blocks(text) {
            let (counts, length) = self.counted(&[Weighted { text: &text[range.clone()], weight: 1.0, is_body: true }]);
            add(&mut whole, &counts);
            words += length;
            let block = Block { range, counts, length };
            let passage = match before {
                Some(before) => before.joined(&block),
                None => block.clone(),
            };
            let reached = self.reached(&titles, &passage.counts, (passage.length, SECTION_WORDS));
            if best.1.is_empty() || reached > best.0 {
                best = (reached, passage.range);
            }
            before = Some(block);
        }
        (self.reached(&titles, &whole, (words, SECTION_WORDS)).max(best.0), best.1)
    }

    /// The share that is reached by words of titles, and by those of a text of so many words beside an average one: only
    /// the latter count less the longer it is, as BM25F has it.
    fn reached(&self, titles: &[f32], body: &[f32], (length, average): (f32, f32)) -> f32 {
        // To be short is no merit: a declaration is not better than its definition.
        let longer = 1.0 - B + B * (length / average).max(SHORTEST);
        let (mut reached, mut possible) = (0.0, 0.0);
        for ((wanted, title), body) in self.wanted.iter().zip(titles).zip(body) {
            let count = body / longer + title;
            reached += wanted.idf * count * (K1 + 1.0) / (count + K1);
            possible += wanted.idf * (K1 + 1.0);
        }
        if possible > 0.0 { (reached / possible).min(1.0) } else { 0.0 }
    }

    /// The words of the query in some parts, and how many there are of any kind.
    fn counted(&mut self, parts: &[Weighted<'_>]) -> (Vec<f32>, f32) {
        let mut counts = vec![0.0; self.wanted.len()];
        let mut length = 0.0;
        for part in parts {
            length += self.each(part.text, |_, number, count| counts[number] += count * part.weight) as f32;
        }
        (counts, length)
    }

    /// The share of the query that stands together in a clause of `text`, between 0 and 1: that of the best of its
    /// stretches of a few words.
    pub fn together(&mut self, text: &str) -> f32 {
        let possible: f32 = self.wanted.iter().map(|wanted| wanted.idf).sum();
        if possible <= 0.0 {
            return 0.0;
        }
        let mut seen = std::mem::take(&mut self.seen);
        seen.clear();
        seen.resize(self.wanted.len(), None);
        let wanted = std::mem::take(&mut self.wanted);
        let mut best = 0.0f32;
        self.each(text, |at, number, count| {
            seen[number] = Some((at, count.min(1.0)));
            let near = |(wanted, seen): (&Wanted, &Option<(usize, f32)>)| {
                let (place, count) = (*seen)?;
                (at < place + TOGETHER).then_some(wanted.idf * count)
            };
            best = best.max(wanted.iter().zip(&seen).filter_map(near).sum());
        });
        (self.wanted, self.seen) = (wanted, seen);
        (best / possible).min(1.0)
    }

    /// Calls `found` for each word of the query in `text` with the place among its words, the number of the word and
    /// what it counts in this spelling. How many words of any kind there are.
    fn each(&mut self, text: &str, mut found: impl FnMut(usize, usize, f32)) -> usize {
        let Coverage { spellings, firsts, stems, lower, has_characters, .. } = self;
        let has_characters = *has_characters;
        let mut all = 0;
        let mut at = 0;
        let mut look = |place: usize, piece: &str| {
            let Some(&first) = piece.as_bytes().first() else { return };
            if first < 0x80 && !firsts[usize::from(first.to_ascii_lowercase())] {
                return;
            }
            lower.clear();
            match piece.is_ascii() {
                true => {
                    lower.push_str(piece);
                    lower.make_ascii_lowercase();
                }
                false => lower.extend(piece.chars().flat_map(char::to_lowercase)),
            }
            if let Some(&(number, count)) = spellings.get(lower.as_str()).or_else(|| spellings.get(stems.stem(lower))) {
                found(place, number, count);
            }
        };
        while let Some(word) = next_word(text, at) {
            at = word.resume;
            let raw = &text[word.range];
            if word.cjk || raw.chars().next().is_some_and(is_cjk) || !has_parts(raw) {
                look(all, raw);
                let first = raw.chars().next().map_or(0, char::len_utf8);
                if has_characters && word.cjk && first < raw.len() {
                    look(all, &raw[..first]);
                }
            } else {
                let mut parts = 0;
                each_part(raw, |piece| {
                    parts += 1;
                    look(all, piece);
                });
                if parts > 1 {
                    look(all, raw);
                }
            }
            all += 1;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coverage(words: &[(&str, f32)]) -> Coverage {
        let mut coverage = Coverage::none();
        words.iter().for_each(|(word, idf)| coverage.add(word, *idf));
        coverage
    }

    #[test]
    fn rare_words_names_and_stems_count_and_long_texts_count_less() {
        let mut query = coverage(&[("parse", 2.0), ("header", 4.0)]);
        let mut of = |text: &str| query.of(&[Weighted { text, weight: 1.0, is_body: true }]);
        assert_eq!(of("nothing of the kind"), 0.0);
        assert!(of("read the header") > of("parse the body"), "the rarer word counts more");
        assert!(of("parseHeader") > of("header"), "both count more than one");
        assert!(of("parsing headers") > 0.3, "stems");
        let long = format!("header {}", "and more words ".repeat(200));
        assert!(of("header") > of(&long), "long texts");
        let named = |query: &mut Coverage| {
            query.of(&[
                Weighted { text: "parse_header", weight: 3.0, is_body: false },
                Weighted { text: "fn parse_header() {}", weight: 1.0, is_body: true },
            ])
        };
        let body = query.of(&[Weighted { text: "fn parse_header() {}", weight: 1.0, is_body: true }]);
        assert!(named(&mut query) > body && named(&mut query) <= 1.0);
        // Words that stand together say more than words that are far apart.
        let mut near = coverage(&[("parse", 1.0), ("header", 3.0)]);
        let apart = format!("Parse it. {} header.", "More words. ".repeat(10));
        assert_eq!(near.together("how to parse a header"), 1.0);
        assert_eq!(near.together(&apart), 0.75);
        assert_eq!(near.together("nothing"), 0.0);
        let of = |word: &str, text: &str| coverage(&[(word, 1.0)]).of(&[Weighted { text, weight: 1.0, is_body: true }]);
        assert!(of("认证", "用户认证流程") > 0.0);
        assert!(of("锁", "自旋锁保护") == of("锁", "自旋锁") && of("锁", "自旋锁") > of("锁", "自旋"));
    }
}
