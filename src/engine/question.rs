//! A question and how it is to be answered: plain data.

use crate::docql::Detail;
use crate::document::Kind;
use crate::search::Options;

/// How the text of a question is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As a DocQL query.
    Docql,
    /// As words to search for.
    Words,
    /// As a reference to a place: an id, `path:12`, `path#Type.method`.
    Reference,
}

/// Who waits for the answer: decides what may be shown early, and how long to work on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// A screen: the answer grows while it is found, hits of a file stand together, each with the line that matches.
    Screen {
        /// The question is still being typed: endpoints are not asked, an open string is the start of a name.
        live: bool,
    },
    /// A report: one complete answer, in the order asked for.
    Report {
        /// Show what lines lie in; their files are parsed for it.
        context: bool,
        /// Say more where nothing is found; a small workspace is parsed for it.
        hints: bool,
    },
}

/// The order of hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the query yields them: words by rank, everything else by place.
    #[default]
    Yielded,
    /// By path and place.
    Path,
}

/// Whether a language model that the user has configured for searches may be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spends {
    /// No: what it has said before is used.
    #[default]
    Nothing,
    /// Yes: somebody waits for the best answer there is.
    Tokens,
    /// No, but what it would be sent is noted.
    Shown,
}

/// A question about a workspace.
#[derive(Clone, Debug)]
pub struct Question {
    /// What was asked.
    pub text: String,
    /// How it is read.
    pub reading: Reading,
    /// Who waits.
    pub audience: Audience,
    /// Mode and weights of a search for words.
    pub search: Options,
    /// Only hits of this kind.
    pub kind: Option<Kind>,
    /// Only hits in files of this format, by id.
    pub format: Option<&'static str>,
    /// The order of hits.
    pub order: Order,
    /// Hits to present.
    pub limit: usize,
    /// What of each hit of a query is made.
    pub detail: Detail,
    /// Lines to present where words are read as a query, since they are a regular expression: nothing is ranked there.
    pub lines: usize,
    /// Hits to rank: a report that only counts presents fewer.
    pub depth: usize,
    /// Whether a language model may be asked.
    pub spends: Spends,
    /// What is said of a file that only its structure tells, its title and its package, is wanted although nothing else in
    /// the question needs that.
    pub titles: bool,
}

impl Question {
    /// A question from a screen that shows `limit` hits.
    pub fn on_screen(text: &str, reading: Reading, live: bool, limit: usize) -> Question {
        let search = Options { enough: counted(limit), ..Options::default() };
        Question {
            text: text.to_owned(),
            reading,
            audience: Audience::Screen { live },
            search,
            kind: None,
            format: None,
            order: Order::Yielded,
            limit,
            detail: Detail::Whole,
            lines: limit,
            depth: limit,
            spends: if live { Spends::Nothing } else { Spends::Tokens },
            titles: false,
        }
    }

    /// A question of a program that reads `limit` hits. `context` and `hints` are those of [`Audience::Report`].
    /// It spends nothing.
    pub fn in_report(text: &str, reading: Reading, limit: usize, (context, hints): (bool, bool)) -> Question {
        let audience = Audience::Report { context, hints };
        let spends = Spends::Nothing;
        Question { audience, search: Options::default(), spends, ..Question::on_screen(text, reading, false, limit) }
    }

    pub(super) fn is_on_screen(&self) -> bool {
        matches!(self.audience, Audience::Screen { .. })
    }

    /// Whether somebody is typing it: nothing is asked that takes long or costs money.
    pub(super) fn is_live(&self) -> bool {
        self.audience == Audience::Screen { live: true }
    }

    /// Whether somebody reads why nothing was found.
    pub(super) fn explains(&self) -> bool {
        !matches!(self.audience, Audience::Report { hints: false, .. })
    }

    /// Whether `kind`, `format` or `order` change what a query yields.
    pub(super) fn narrows(&self) -> bool {
        self.kind.is_some() || self.format.is_some() || self.order == Order::Path
    }
}

/// Hits counted where at most `limit` are shown: beyond that an answer says "at least", and there is always more to
/// load than is loaded.
pub(super) fn counted(limit: usize) -> usize {
    limit.saturating_mul(4).max(1_000)
}
