//! What stood in the prompt before, to be gone back to.

/// Texts that are kept, and bytes of all of them: what is pasted may be long.
const MAX_KEPT: usize = 200;
const MAX_BYTES: usize = 1 << 20;

/// A text, and the caret in it.
type Stand = (String, usize);

/// What stood there, and what was gone back from.
#[derive(Debug, Default)]
pub(super) struct Past {
    done: Vec<Stand>,
    undone: Vec<Stand>,
    now: Stand,
    /// True while letters of one word are typed: they go together.
    in_word: bool,
}

impl Past {
    /// Notes what stands there now.
    pub(super) fn note(&mut self, text: &str, caret: usize) {
        if text == self.now.0 {
            return;
        }
        let typed = typed(&self.now.0, text, caret);
        let goes_on = self.in_word && typed.is_some_and(char::is_alphanumeric);
        // A blank goes with the word behind it; a quote or a bracket is a step of its own.
        self.in_word = typed.is_some_and(|typed| typed.is_alphanumeric() || typed.is_whitespace());
        let before = std::mem::replace(&mut self.now, (text.to_owned(), caret));
        if !goes_on {
            self.done.push(before);
            let mut bytes: usize = self.done.iter().map(|(text, _)| text.len()).sum();
            while self.done.len() > MAX_KEPT || bytes > MAX_BYTES {
                bytes -= self.done.remove(0).0.len();
            }
        }
        self.undone.clear();
    }

    /// Goes back by one; `None` where nothing stood before.
    pub(super) fn back(&mut self) -> Option<Stand> {
        let before = self.done.pop()?;
        self.undone.push(std::mem::replace(&mut self.now, before));
        self.in_word = false;
        Some(self.now.clone())
    }

    /// Takes back that it was gone back.
    pub(super) fn forth(&mut self) -> Option<Stand> {
        let after = self.undone.pop()?;
        self.done.push(std::mem::replace(&mut self.now, after));
        self.in_word = false;
        Some(self.now.clone())
    }
}

/// The one character that was typed to make `after` of `before`. Closers that came along are of it.
fn typed(before: &str, after: &str, caret: usize) -> Option<char> {
    let typed = after.get(..caret)?.chars().next_back()?;
    let start = caret - typed.len_utf8();
    (before.get(..start) == after.get(..start) && before.len() < after.len() && before.len() >= start).then_some(typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_back_whole_and_come_forth_again() {
        let mut past = Past::default();
        for end in 1..="read file".len() {
            past.note(&"read file"[..end], end);
        }
        past.note("write", 5);
        let back: Vec<String> = std::iter::from_fn(|| past.back()).map(|(text, _)| text).collect();
        assert_eq!(back, ["read file", "read", ""]);
        let forth: Vec<Stand> = std::iter::from_fn(|| past.forth()).collect();
        assert_eq!(forth, [("read".to_owned(), 4), ("read file".to_owned(), 9), ("write".to_owned(), 5)]);
        past.back();
        past.note("read files", 10);
        assert_eq!(past.forth(), None, "what was typed instead stands in its way");
    }

    #[test]
    fn long_texts_are_not_kept_for_ever() {
        let mut past = Past::default();
        for number in 0..20 {
            past.note(&format!("{number}{}", "x".repeat(MAX_BYTES / 4)), 0);
        }
        assert!((2..=5).contains(&past.done.len()), "{}", past.done.len());
    }
}
