//! A text to the numbers of its tokens: runs of one script, words cut as identifiers are, the longest known pieces.

use super::vocabulary::Vocabulary;

/// Characters of a word that count.
const LONGEST_WORD: usize = 40;

/// Characters of a piece of a word, at most.
const LONGEST_PIECE: usize = 24;

/// The same in a run of ideographs.
const LONGEST_CJK: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Cjk,
    Digit,
    Latin,
    Other,
}

fn class(c: char) -> Class {
    match c {
        '0'..='9' => Class::Digit,
        'a'..='z' | 'A'..='Z' => Class::Latin,
        '\u{D7}' | '\u{F7}' => Class::Other,
        '\u{C0}'..='\u{24F}' => Class::Latin,
        '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' => Class::Cjk,
        _ => Class::Other,
    }
}

fn is_lower(c: char) -> bool {
    matches!(c, 'a'..='z' | '\u{DF}'..='\u{F6}' | '\u{F8}'..='\u{FF}')
}

fn is_upper(c: char) -> bool {
    matches!(c, 'A'..='Z' | '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{DE}')
}

/// Full-width forms as the ASCII they stand for.
fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

/// Cuts texts into tokens, in memory that it keeps.
#[derive(Debug, Default)]
pub(super) struct Tokenizer {
    run: Vec<char>,
    word: String,
}

impl Tokenizer {
    /// Calls `token` with the number of each token of `text`, in order, until it says that it has enough.
    pub(super) fn each(&mut self, text: &str, vocabulary: &Vocabulary<'_>, mut token: impl FnMut(u32) -> bool) {
        let mut run_class = Class::Other;
        self.run.clear();
        // The end of the text ends the last run.
        for c in text.chars().map(narrow).chain(std::iter::once(' ')) {
            let class = class(c);
            if class != run_class {
                if !self.finish(run_class, vocabulary, &mut token) {
                    return;
                }
                run_class = class;
            }
            if class != Class::Other {
                self.run.push(c);
            }
        }
    }

    /// Cuts the run that has ended; false if nothing more is wanted.
    fn finish(&mut self, class: Class, vocabulary: &Vocabulary<'_>, token: &mut dyn FnMut(u32) -> bool) -> bool {
        let Tokenizer { run, word } = self;
        let more = match class {
            Class::Other => true,
            Class::Cjk => {
                word.clear();
                word.extend(run.iter());
                ideographs(word, vocabulary, token)
            }
            Class::Digit | Class::Latin => {
                let mut start = 0;
                (1..=run.len()).filter(|&at| at == run.len() || is_cut(run, at)).all(|at| {
                    word.clear();
                    word.extend(run[start..at].iter().take(LONGEST_WORD).flat_map(|c| c.to_lowercase()));
                    start = at;
                    pieces(word, vocabulary, token)
                })
            }
        };
        run.clear();
        more
    }
}

/// True if a word of an identifier begins at `at`: `foo|Bar`, `HTTP|Server`.
fn is_cut(run: &[char], at: usize) -> bool {
    let (before, here) = (run[at - 1], run[at]);
    is_upper(here) && (is_lower(before) || is_upper(before) && run.get(at + 1).is_some_and(|&next| is_lower(next)))
}

fn pieces(word: &str, vocabulary: &Vocabulary<'_>, token: &mut dyn FnMut(u32) -> bool) -> bool {
    let longest = |at: usize| {
        let pieces = if at == 0 { &vocabulary.starts } else { &vocabulary.continues };
        pieces.longest(&word[at..], LONGEST_PIECE)
    };
    greedy(word, longest, token)
}

fn ideographs(run: &str, vocabulary: &Vocabulary<'_>, token: &mut dyn FnMut(u32) -> bool) -> bool {
    greedy(run, |at| vocabulary.starts.longest(&run[at..], LONGEST_CJK), token)
}

/// Cuts `text` from left to right into what `longest` knows at each place (a token and its bytes); characters of which
/// nothing is known are passed over. False if nothing more is wanted.
fn greedy(text: &str, longest: impl Fn(usize) -> Option<(u32, usize)>, token: &mut dyn FnMut(u32) -> bool) -> bool {
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        match longest(at) {
            Some((id, _)) if !token(id) => return false,
            Some((_, bytes)) => at += bytes,
            None => at += first.len_utf8(),
        }
    }
    true
}
