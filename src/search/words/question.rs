//! The question: a request, read against a library.

use super::expand;
use super::expand::WordForms;
use crate::library::{Library, NamePart, is_cjk};
use crate::search::request::filter::Filter;
use crate::search::request::options::{Mode, Options};
use crate::search::request::read::Request;
use crate::stdx::Ticket;

/// A request with its words in all their forms. Every stage of a search reads it; none changes it.
pub(in crate::search) struct Question<'s> {
    pub request: &'s Request,
    pub library: &'s Library,
    pub options: &'s Options,
    pub ticket: &'s Ticket,
    pub filter: Filter<'s>,
    /// The words without those that carry no meaning.
    pub words: Vec<WordForms>,
    /// What was asked in words that are nowhere and that nothing stands for: no text can cover that part of the question.
    pub lost: Vec<WordForms>,
}

/// The letters of a word that is still being typed, at least.
const MIN_BEGUN: usize = 3;

/// Words that such a word may become.
const MAX_BECOMES: usize = 4;

/// A last word that is nowhere is still being typed: the words that begin with it stand for it too.
fn complete(last: &mut WordForms, library: &Library) {
    if last.written.len() >= MIN_BEGUN && last.written.is_ascii() && library.is_nowhere(&last.written) {
        let known = std::mem::take(&mut last.forms);
        let whole = library.completions(&last.written, MAX_BECOMES);
        last.forms = known.iter().cloned().chain(whole.into_iter().filter(|word| !known.contains(word))).collect();
    }
}

/// Leaves out the few letters that have been typed of the last part of a name: they begin parts of most names, and the
/// name as a whole is looked at as it is typed.
fn leave_out_letters(words: &mut Vec<WordForms>, term: &str, library: &Library) {
    let is_begun = |piece: &str| piece.len() < MIN_BEGUN && piece.bytes().all(|byte| byte.is_ascii_alphabetic());
    let [_, .., last] = &expand::pieces(term)[..] else { return };
    if !is_begun(last) || words.len() < 2 || words.last().is_none_or(|word| word.written != *last) {
        return;
    }
    let mut is_name = false;
    library.nodes_named(&term.to_lowercase(), NamePart::Whole, |_| {
        is_name = true;
        false
    });
    if !is_name {
        words.pop();
    }
}

/// What a question asks is all about the workspace: its name tells no place from another.
fn leave_out_workspace(words: &mut Vec<WordForms>, library: &Library) {
    let [root] = library.roots() else { return };
    let is_other = |word: &WordForms| !word.written.eq_ignore_ascii_case(&root.name);
    if words.iter().any(is_other) {
        words.retain(is_other);
    }
}

impl<'s> Question<'s> {
    pub(in crate::search) fn new(
        request: &'s Request,
        library: &'s Library,
        options: &'s Options,
        ticket: &'s Ticket,
    ) -> Question<'s> {
        let is_nowhere = |word: &str| options.mode == Mode::Smart && library.is_nowhere(word);
        let (mut words, lost) = expand::translated(&request.terms, &is_nowhere);
        if options.mode == Mode::Smart && request.terms.iter().any(|term| expand::is_stop_word(&term.to_lowercase())) {
            leave_out_workspace(&mut words, library);
        }
        if let [.., last] = words.as_mut_slice()
            && request.terms.len() > 1
        {
            complete(last, library);
        }
        if let [_, .., term] = &request.terms[..]
            && options.mode == Mode::Smart
        {
            leave_out_letters(&mut words, term, library);
        }
        Question { request, library, options, ticket, filter: Filter::new(request, library), words, lost }
    }

    /// True if one word was written, which may be a name of several parts.
    pub(in crate::search) fn is_one_word(&self) -> bool {
        let is_run = |term: &String| term.chars().any(is_cjk);
        self.request.terms.len() + self.request.phrases.len() == 1 && !self.request.terms.iter().any(is_run)
    }

    /// The words, those of the phrases too.
    pub(in crate::search) fn words_and_phrases(&self) -> Vec<WordForms> {
        let quoted: Vec<String> =
            self.request.phrases.iter().flat_map(|phrase| phrase.split_whitespace()).map(str::to_owned).collect();
        self.words.iter().cloned().chain(expand::forms(&quoted)).collect()
    }
}
