//! A line of text that is being edited: the prompt, filters, the search fields of overlays.

use crate::app::protocol::command::Command;
use unicode_segmentation::UnicodeSegmentation;

/// One line and a caret. **Invariant:** the caret stands on a grapheme boundary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    text: String,
    caret: usize,
    killed: String,
    selected: bool,
}

impl Line {
    /// A line holding `text`, the caret at its end.
    pub fn new(text: impl Into<String>) -> Line {
        let text = text.into();
        Line { caret: text.len(), text, ..Line::default() }
    }

    /// What is typed, without the selection being told apart.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The caret, in bytes.
    pub fn caret(&self) -> usize {
        self.caret
    }

    /// The text before the caret.
    pub fn before(&self) -> &str {
        &self.text[..self.caret]
    }

    /// The text after the caret.
    pub fn after(&self) -> &str {
        &self.text[self.caret..]
    }

    /// True if all of it is selected: typing then replaces it.
    pub fn is_selected(&self) -> bool {
        self.selected
    }

    /// Selects from the first character to the last; what is typed next replaces it.
    pub fn select(&mut self) {
        self.selected = !self.text.is_empty();
        self.caret = self.text.len();
    }

    /// Replaces everything, the caret goes to the end.
    pub fn set(&mut self, text: impl Into<String>) {
        self.text = text.into();
        self.caret = self.text.len();
        self.selected = false;
    }

    /// Puts the caret at a byte, or at the next boundary before it.
    pub fn place(&mut self, caret: usize) {
        let mut caret = caret.min(self.text.len());
        while !self.text.is_char_boundary(caret) {
            caret -= 1;
        }
        self.caret = caret;
        self.selected = false;
    }

    /// Types text. Line breaks become spaces, other control characters are dropped.
    pub fn insert(&mut self, text: &str) {
        if std::mem::take(&mut self.selected) {
            self.text.clear();
            self.caret = 0;
        }
        let clean: String = text
            .chars()
            .map(|character| if matches!(character, '\n' | '\r' | '\t') { ' ' } else { character })
            .filter(|character| !character.is_control())
            .collect();
        self.text.insert_str(self.caret, &clean);
        self.caret += clean.len();
    }

    /// Replaces the bytes from `start` to `end` and puts the caret `offset` bytes into the new text.
    pub fn replace(&mut self, start: usize, end: usize, text: &str, offset: usize) {
        let start = self.boundary(start);
        let end = self.boundary(end.max(start));
        self.text.replace_range(start..end, text);
        self.selected = false;
        self.place(start + offset.min(text.len()));
    }

    fn boundary(&self, at: usize) -> usize {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Moves one grapheme left.
    pub fn left(&mut self) {
        self.selected = false;
        self.caret = self.before().grapheme_indices(true).next_back().map_or(0, |(at, _)| at);
    }

    /// Moves one grapheme right.
    pub fn right(&mut self) {
        self.selected = false;
        self.caret += self.after().graphemes(true).next().map_or(0, str::len);
    }

    /// Moves to the start.
    pub fn home(&mut self) {
        self.place(0);
    }

    /// Moves to the end.
    pub fn end(&mut self) {
        self.place(self.text.len());
    }

    /// Moves to the start of the word before the caret.
    fn word_left(&mut self) {
        self.place(self.word_start());
    }

    /// Moves behind the word after the caret.
    fn word_right(&mut self) {
        self.place(self.word_end());
    }

    /// Removes what is selected, or the grapheme before the caret.
    pub(super) fn backspace(&mut self) {
        if !self.remove_selected() {
            let end = self.caret;
            self.left();
            self.text.replace_range(self.caret..end, "");
        }
    }

    /// Removes what is selected, or the grapheme after the caret.
    pub fn delete(&mut self) {
        if !self.remove_selected() {
            let length = self.after().graphemes(true).next().map_or(0, str::len);
            self.text.replace_range(self.caret..self.caret + length, "");
        }
    }

    fn remove_selected(&mut self) -> bool {
        let selected = std::mem::take(&mut self.selected);
        if selected {
            self.kill(0, self.text.len());
        }
        selected
    }

    /// Removes everything before the caret and keeps it, to be brought back.
    fn kill_to_start(&mut self) {
        self.kill(0, self.caret);
    }

    /// Removes everything after the caret and keeps it, to be brought back.
    fn kill_to_end(&mut self) {
        self.kill(self.caret, self.text.len());
    }

    /// Removes the word before the caret and keeps it, to be brought back.
    pub(super) fn kill_word_left(&mut self) {
        self.kill(self.word_start(), self.caret);
    }

    /// Removes the word after the caret and keeps it, to be brought back.
    fn kill_word_right(&mut self) {
        self.kill(self.caret, self.word_end());
    }

    /// Removes the bytes from `start` to `end` and keeps them, to be brought back.
    pub fn kill(&mut self, start: usize, end: usize) {
        let (start, end) = (self.boundary(start), self.boundary(end));
        if start < end {
            self.killed = self.text[start..end].to_owned();
            self.text.replace_range(start..end, "");
        }
        self.place(start);
    }

    /// What was removed last.
    pub(in crate::app) fn killed(&self) -> &str {
        &self.killed
    }

    /// Types what was removed last.
    fn yank(&mut self) {
        let killed = self.killed.clone();
        self.insert(&killed);
    }

    /// Carries out an editing command. False if it is none.
    pub(in crate::app) fn run(&mut self, command: Command) -> bool {
        match command {
            Command::CharacterLeft => self.left(),
            Command::CharacterRight => self.right(),
            Command::WordLeft => self.word_left(),
            Command::WordRight => self.word_right(),
            Command::LineStart => self.home(),
            Command::LineEnd => self.end(),
            Command::DeleteLeft => self.backspace(),
            Command::DeleteRight => self.delete(),
            Command::KillWordLeft => self.kill_word_left(),
            Command::KillWordRight => self.kill_word_right(),
            Command::KillToStart => self.kill_to_start(),
            Command::KillToEnd => self.kill_to_end(),
            Command::Yank => self.yank(),
            _ => return false,
        }
        true
    }

    fn word_start(&self) -> usize {
        let trimmed = self.before().trim_end_matches(|character: char| !is_word(character));
        trimmed.len() - trimmed.chars().rev().take_while(|c| is_word(*c)).map(char::len_utf8).sum::<usize>()
    }

    fn word_end(&self) -> usize {
        let after = self.after();
        let skipped = after.len() - after.trim_start_matches(|character: char| !is_word(character)).len();
        let word: usize = after[skipped..].chars().take_while(|c| is_word(*c)).map(char::len_utf8).sum();
        self.caret + skipped + word
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphemes_stay_whole() {
        let mut line = Line::new("a👩‍👩‍👧e\u{301}");
        line.backspace();
        line.backspace();
        assert_eq!(line.text(), "a");
        line.insert("x\ny\u{1b}");
        assert_eq!((line.text(), line.caret()), ("ax y", 4));
        line.home();
        line.delete();
        assert_eq!(line.text(), "x y");
    }

    #[test]
    fn words_are_jumped_killed_and_brought_back() {
        let mut line = Line::new("$.code.class(\"Auth\")");
        line.kill_word_left();
        assert_eq!(line.text(), "$.code.class(\"");
        line.yank();
        assert_eq!(line.text(), "$.code.class(\"Auth\")");
        line.home();
        line.word_right();
        assert_eq!(line.before(), "$.code");
        line.kill_to_end();
        assert_eq!(line.text(), "$.code");
        line.select();
        line.insert("x");
        assert_eq!(line.text(), "x");
    }
}
