//! Phrases: the index says which entries hold all of the words, the text says whether in this order.

use super::words::{Word, each_part, next_word, words};
use crate::stdx::find_ignoring_case;

/// Words next to each other, whatever separates them.
#[derive(Debug)]
pub struct Phrase {
    words: Vec<Word>,
}

impl Phrase {
    /// Reads a phrase; `None` for one without words.
    pub fn read(phrase: &str) -> Option<Phrase> {
        let mut words: Vec<Word> = words(phrase).collect();
        // Inside a phrase a run's last character is in the pair before it.
        if words.len() > 1 && words.last().is_some_and(|word| word.cjk && word.whole.chars().count() == 1) {
            words.pop();
        }
        if words.is_empty() { None } else { Some(Phrase { words }) }
    }

    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// True if the text must be looked at: the words alone do not make it.
    pub(super) fn has_order(&self) -> bool {
        self.words.len() > 1
    }

    /// True if `text` holds the words in a row. An identifier is as good as any of its parts.
    pub fn is_in(&self, text: &str) -> bool {
        // The longest word is the rarest, and looking for it is much faster than reading words.
        let rarest = self.words.iter().max_by_key(|word| word.whole.len());
        if rarest.is_some_and(|word| find_ignoring_case(text, &word.whole).is_none()) {
            return false;
        }
        // How many words of the phrase end with the last word read, for every place it may have begun at.
        let (mut open, mut next) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(found) = next_word(text, at) {
            at = found.resume;
            let written = &text[found.range];
            next.clear();
            for matched in std::iter::once(0).chain(open.drain(..)) {
                let word: &Word = &self.words[matched];
                if is_written(word, written, found.cjk) {
                    if matched + 1 == self.words.len() {
                        return true;
                    }
                    next.push(matched + 1);
                }
            }
            std::mem::swap(&mut open, &mut next);
        }
        false
    }
}

fn is_written(word: &Word, written: &str, cjk: bool) -> bool {
    if cjk || word.cjk {
        return cjk == word.cjk && word.whole == written;
    }
    if is_same(&word.whole, written) {
        return true;
    }
    let mut is_part = false;
    if written.len() > word.whole.len() {
        each_part(written, |part| is_part = is_part || is_same(&word.whole, part));
    }
    is_part
}

/// True if `written` is `lower` in some case.
fn is_same(lower: &str, written: &str) -> bool {
    if written.is_ascii() {
        return lower.eq_ignore_ascii_case(written);
    }
    written.chars().flat_map(char::to_lowercase).eq(lower.chars())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_in_a_row_in_any_case_and_as_parts() {
        let holds = |phrase: &str, text: &str| Phrase::read(phrase).is_some_and(|phrase| phrase.is_in(text));
        assert!(holds("slow tests", "Run the SLOW\n * tests first"));
        assert!(holds("a a b", "a a a b") && !holds("a a b", "a b a"));
        assert!(!holds("slow tests", "tests slow") && !holds("slow tests", "slow fast tests"));
        assert!(holds("return service", "return AuthService;") && !holds("return serv", "return AuthService;"));
        assert!(holds("größe zwei", "GRÖSSE Größe ZWEI"));
        assert!(holds("系统会", "流程系统会验证") && !holds("系统验", "系统会验证"));
        assert!(Phrase::read(" -- ").is_none());
    }
}
