//! Options of a search: by words, by meaning, by both.

use crate::semantic::{Embedding, PictureBytes};
use std::sync::Arc;

/// Modes: the evidence that decides about hits and their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Words only: names, paths, text.
    Keyword,
    /// Vectors only.
    Semantic,
    /// Words and vectors; words as written.
    Hybrid,
    /// Words and vectors; where that finds too little, words that are like them, too.
    #[default]
    Smart,
}

/// One row of the table of modes.
#[derive(Debug)]
pub struct ModeRow {
    /// The mode.
    pub mode: Mode,
    /// Its spelling on command lines and in settings.
    pub id: &'static str,
    /// The mode in a few words, for people.
    pub label: &'static str,
}

/// All modes.
pub const MODES: &[ModeRow] = &[
    ModeRow { mode: Mode::Smart, id: "smart", label: "words, their relatives and meaning together" },
    ModeRow { mode: Mode::Hybrid, id: "hybrid", label: "words as written and meaning together" },
    ModeRow { mode: Mode::Keyword, id: "keyword", label: "words only" },
    ModeRow { mode: Mode::Semantic, id: "semantic", label: "meaning only" },
];

/// The weight of meaning against words where nothing else is said: measured as the best on most kinds of questions
/// (`cov + 0.7 cos`, both parts divided by 1.7).
pub const ALPHA: f32 = 0.5;

/// The vector that stands for the question.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Meant {
    /// The one that the built-in model makes.
    #[default]
    BuiltIn,
    /// One that another model has made.
    Given(Arc<Embedding>),
    /// Nothing yet: the model that makes it is not asked while the question is being typed.
    Later,
    /// Nothing: words alone answer. Why, where people should know.
    Nothing(Option<String>),
}

/// Options of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The mode.
    pub mode: Mode,
    /// The share of meaning, from 0 (words only) to 1 (vectors only).
    pub alpha: f32,
    /// The question's vector; see [`crate::search::meant`].
    pub meant: Meant,
    /// The question's vector among pictures; see [`crate::search::pictured`].
    pub pictured: Meant,
    /// The picture that others are to be like; the words, if there are any, say what else they are to show.
    pub picture: Option<Arc<PictureBytes>>,
    /// True if what pictures show counts.
    pub looks_at_pictures: bool,
    /// Names that are counted in each channel, at most: to look for the best among all others costs little.
    pub enough: usize,
    /// True if only what has all of the words counts, however few that is.
    pub all_words: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options::of(Mode::default())
    }
}

impl Options {
    /// A mode with its usual share of meaning.
    pub fn of(mode: Mode) -> Options {
        let alpha = match mode {
            Mode::Keyword => 0.0,
            Mode::Semantic => 1.0,
            Mode::Hybrid | Mode::Smart => ALPHA,
        };
        Options {
            mode,
            alpha,
            meant: Meant::default(),
            pictured: Meant::Nothing(None),
            picture: None,
            looks_at_pictures: true,
            enough: usize::MAX,
            all_words: false,
        }
    }

    /// For what is counted, or listed by its files: who does that wants what has the words, as other tools count lines
    /// that match, and not what is near them.
    pub fn of_lists() -> Options {
        Options { all_words: true, ..Options::of(Mode::Keyword) }
    }

    /// True if somebody has still to be asked for a vector of the question.
    pub fn is_waiting(&self) -> bool {
        self.meant == Meant::Later || self.pictured == Meant::Later
    }

    /// True if vectors are asked.
    pub(in crate::search) fn asks_meaning(&self) -> bool {
        self.alpha > 0.0 && self.mode != Mode::Keyword
    }

    /// True if nothing special has been asked for.
    pub(super) fn is_usual(&self) -> bool {
        self.mode == Mode::Smart
    }

    /// True if channels that count words take part.
    pub(in crate::search) fn asks_words(&self) -> bool {
        self.mode != Mode::Semantic
    }
}
