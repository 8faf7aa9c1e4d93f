//! Levels of a search: words as written, then what is like them, until there is enough; then meaning.

use super::channels::{CHANNELS, List, Question, Source};
use super::fuzzy::Closeness;
use super::meaning::Meaning;
use super::names::NameQuery;
use super::{exclude, fuzzy, meaning};
use crate::library::{Coverage, Library, Sought, TextQuery, is_cjk};
use crate::search::rank::fuse;
use crate::search::rank::fuse::Candidate;
use crate::search::rank::late_interaction::Closely;
use crate::search::request::facets::Filter;
use crate::search::request::options::{Meant, Mode, Options};
use crate::search::request::question::Request;
use crate::search::run::Target;
use crate::search::words::expand;
use crate::search::words::expand::{LevelCount, TOO_FEW, WordForms};
use crate::semantic::Model;
use crate::stdx::Ticket;
use regex::{Regex, RegexBuilder};
use std::collections::HashSet;

/// A word of so many tokens is none that the model knows.
const SPELLED: usize = 3;

/// What may stand between the parts of an identifier: `exclude_docs`, `excludeDocs`, `exclude::docs`, `exclude docs`.
const BETWEEN_PARTS: &str = r"[\W_]{0,2}";

/// Candidates that a channel hands on, at least.
const LEAST_DEPTH: usize = 200;

/// Shorter words are not corrected: too many others are near.
const SHORTEST_SLIP: usize = 5;

/// From so many words on not all of them need to be there: it is a description.
const MANY_WORDS: usize = 4;

/// What the closest of similar names counts, as a share of the best match in text: a word that is there
/// beats a word that looks like it.
const CLOSEST: f32 = 0.5;

/// What text found by a wider search counts against text that holds the words as written.
const WIDER: f32 = 0.6;

/// The level at which every word must be there as it is written.
pub(in crate::search) const AS_WRITTEN: &str = "as written";

/// The level of vectors.
pub(in crate::search) const MEANING: &str = "meaning";

/// A search on its way from level to level.
pub(in crate::search) struct Search<'s> {
    request: &'s Request,
    library: &'s Library,
    options: &'s Options,
    filter: Filter<'s>,
    /// The words of the question without those that carry no meaning.
    pub words: Vec<WordForms>,
    pub meaning: Option<Meaning>,
    pub depth: usize,
    ticket: &'s Ticket,
    pub levels: Vec<LevelCount>,
}

impl<'s> Search<'s> {
    pub(in crate::search) fn new(
        request: &'s Request,
        library: &'s Library,
        options: &'s Options,
        limit: usize,
        ticket: &'s Ticket,
    ) -> Search<'s> {
        let is_nowhere = |word: &str| options.mode == Mode::Smart && library.is_nowhere(word);
        let words = expand::translated(&request.terms, &is_nowhere);
        let filter = Filter::new(request, library);
        let depth = limit.max(LEAST_DEPTH);
        let mut search =
            Search { request, library, options, filter, words, meaning: None, depth, ticket, levels: Vec::new() };
        if options.asks_meaning() && !search.is_gibberish() {
            search.meaning = Meaning::of(&request.text(), &options.meant);
        }
        search
    }

    /// Whether all that was written is one word that occurs nowhere and that the model has to spell: something like it
    /// in meaning would be like nothing.
    fn is_gibberish(&self) -> bool {
        let is_unknown = |word: &WordForms| {
            self.library.is_nowhere(&word.written) && Model::built_in().tokens(&word.written).len() >= SPELLED
        };
        self.is_one_word() && !self.words.is_empty() && self.words.iter().all(is_unknown)
    }

    /// The lists of the first level that finds enough; what wider levels find stands behind what was found before.
    pub(in crate::search) fn lists(&mut self) -> Vec<List> {
        let words = std::mem::take(&mut self.words);
        let mut lists = match self.options.asks_words() {
            true => self.lists_of_words(&words),
            false => CHANNELS.iter().map(|_| List::default()).collect(),
        };
        // A name is what it is: what means the same is of interest where it is not there.
        let is_name =
            self.options.mode == Mode::Smart && self.is_one_word() && words.iter().all(|word| word.written.is_ascii());
        self.words = words;
        if is_name && total(&lists) >= TOO_FEW {
            self.meaning = None;
        }
        // Who quotes wants what holds exactly this, and only without any something like it.
        let is_quoted = !self.request.phrases.is_empty() && total(&lists) > 0;
        if let Some(meaning) = self.meaning.as_ref().filter(|_| !is_quoted && !self.ticket.is_stale()) {
            let (names, text) = self.queries(&[], 0, true);
            let question = self.question(&names, &text);
            let of_meaning = CHANNELS.iter().position(|channel| matches!(channel.source, Source::Meaning));
            let of_text = CHANNELS.iter().position(|channel| matches!(channel.source, Source::Text));
            if let Some(channel) = of_meaning.filter(|channel| *channel < lists.len()) {
                let mut list = meaning::list(&question, meaning);
                let texts = of_text.map_or(&[][..], |channel| &lists[channel].best);
                join(&mut list, texts);
                lists[channel] = list;
            }
            self.levels.push(LevelCount { level: MEANING, hits: total(&lists) });
        }
        exclude::without(&mut lists, &self.request.excluded, self.library, self.ticket);
        lists
    }

    fn lists_of_words(&mut self, words: &[WordForms]) -> Vec<List> {
        let is_smart = self.options.mode == Mode::Smart;
        let is_one = self.is_one_word();
        let (level, required, any) = self.first_level(words);
        let mut lists = self.level(level, words, required, any);
        if is_smart && is_one && total(&lists) < TOO_FEW {
            self.add_fuzzy(&mut lists, words, "slips of the keys", Closeness::Slips);
        }
        if is_smart && total(&lists) < TOO_FEW {
            self.add_similar_words(&mut lists, words);
        }
        if total(&lists) < TOO_FEW && words.len() > 1 {
            let more = self.level("some of the words", words, words.len() / 2 + 1, true);
            append(&mut lists, more);
        }
        if is_smart
            && total(&lists) < TOO_FEW
            && let Some(expanded) = expand::with_synonyms(words)
        {
            let more = self.level("synonyms", &expanded, expanded.len(), true);
            append(&mut lists, more);
        }
        if !self.request.fuzzy.is_empty() {
            let wanted = expand::forms(&self.request.fuzzy);
            self.add_fuzzy(&mut lists, &wanted, "similar names", Closeness::Loose);
        } else if is_smart && total(&lists) < TOO_FEW && self.request.phrases.is_empty() {
            self.add_fuzzy(&mut lists, words, "similar names", Closeness::Loose);
        }
        lists
    }

    /// Whether what was tried first was enough, as far as words are concerned.
    pub(in crate::search) fn is_of_first_level(&self) -> bool {
        self.options.asks_words() && self.levels.iter().filter(|level| level.level != MEANING).count() == 1
    }

    /// What is tried first: its name, how many of the words must be in a name, and whether any of them is enough in text.
    fn first_level(&self, words: &[WordForms]) -> (&'static str, usize, bool) {
        let most = words.len().div_ceil(2);
        match words.len() >= MANY_WORDS && !self.is_one_word() {
            _ if words.iter().any(|word| word.is_translated) => ("translated", most, true),
            true => ("most of the words", most, true),
            false => (AS_WRITTEN, words.len(), false),
        }
    }

    /// What the full text finds at the level that is tried first.
    pub(in crate::search) fn first_texts(&self) -> List {
        let (_, required, any) = self.first_level(&self.words);
        let (names, text) = self.queries(&self.words, required, any);
        self.question(&names, &text).text()
    }

    /// Whether one word was written, which may be a name of several parts.
    fn is_one_word(&self) -> bool {
        let is_run = |term: &String| term.chars().any(is_cjk);
        self.request.terms.len() + self.request.phrases.len() == 1 && !self.request.terms.iter().any(is_run)
    }

    /// Where words of the question are nowhere, those that are spelled nearly so.
    fn add_similar_words(&mut self, lists: &mut [List], words: &[WordForms]) {
        let is_slip = |word: &&WordForms| {
            word.written.len() >= SHORTEST_SLIP
                && word.written.bytes().all(|byte| byte.is_ascii_lowercase())
                && self.library.is_nowhere(&word.written)
        };
        let (slips, right): (Vec<&WordForms>, Vec<&WordForms>) = words.iter().partition(is_slip);
        if slips.is_empty() || self.ticket.is_stale() {
            return;
        }
        let right: Vec<WordForms> = right.into_iter().cloned().collect();
        let (_, mut text) = self.queries(&right, right.len(), false);
        text.fuzzy.extend(slips.iter().map(|word| word.written.clone()));
        let (before, no_names) = (total(lists), NameQuery::new(Vec::new(), 0));
        let more = self.question(&no_names, &text).ask();
        append(lists, more);
        self.push_level("similar words", before, total(lists));
    }

    /// Notes a level that only corrects what was written: where it corrects nothing, nobody needs to know.
    fn push_level(&mut self, level: &'static str, before: usize, hits: usize) {
        if hits > before {
            self.levels.push(LevelCount { level, hits });
        }
    }

    /// What compares the question with the best candidates closely; `None` where meaning has no part in it, or one word
    /// is all there is.
    pub(in crate::search) fn closely(&self) -> Option<Closely> {
        let words = self.written();
        if self.meaning.is_none() || self.options.meant != Meant::BuiltIn || words.len() < 2 {
            return None;
        }
        Closely::of(&self.request.text(), words.iter().map(|word| word.written.as_str()))
    }

    /// The words of the question, those of its phrases too.
    fn written(&self) -> Vec<WordForms> {
        let quoted: Vec<String> =
            self.request.phrases.iter().flat_map(|phrase| phrase.split_whitespace()).map(str::to_owned).collect();
        self.words.iter().cloned().chain(expand::forms(&quoted)).collect()
    }

    /// What weighs texts by the words of the question; `None` where one word is all there is.
    pub(in crate::search) fn coverage(&self) -> Option<Coverage> {
        let mut words = self.written();
        if !self.options.asks_words() || (words.len() < 2 && self.meaning.is_none()) {
            return None;
        }
        let is_part = |word: &WordForms| !word.is_translated && word.written.chars().nth(1).is_some();
        words.extend(expand::with_synonyms(&self.words).unwrap_or_default().into_iter().filter(is_part));
        let sought = |word: &WordForms| {
            let others = word.forms.iter().skip(1).cloned().collect();
            match word.is_translated {
                true => Sought { words: others, ..Sought::default() },
                false => Sought { words: vec![word.written.clone()], akin: others, ..Sought::default() },
            }
        };
        let joint = |pair: &String| Sought { words: vec![pair.clone()], is_joint: true, ..Sought::default() };
        let joints = self.words.iter().filter_map(|word| word.joint.as_ref()).map(joint);
        Some(self.library.coverage(&words.iter().map(sought).chain(joints).collect::<Vec<Sought>>()))
    }

    /// What finds the one identifier that was written, however its parts are joined; `None` for words, and for a name of
    /// one part.
    pub(in crate::search) fn identifier(&self) -> Option<Regex> {
        if !self.options.asks_words() || !self.is_one_word() || self.words.len() < 2 {
            return None;
        }
        let parts: Vec<String> = self.words.iter().map(|word| regex::escape(&word.written)).collect();
        RegexBuilder::new(&parts.join(BETWEEN_PARTS)).case_insensitive(true).build().ok()
    }

    pub(in crate::search) fn level(
        &mut self,
        level: &'static str,
        words: &[WordForms],
        required: usize,
        any: bool,
    ) -> Vec<List> {
        if self.ticket.is_stale() {
            return Vec::new();
        }
        let (names, text) = self.queries(words, required, any);
        let lists = self.question(&names, &text).ask();
        self.levels.push(LevelCount { level, hits: total(&lists) });
        lists
    }

    fn question<'q>(&'q self, names: &'q NameQuery, text: &'q TextQuery) -> Question<'q> {
        let (library, filter, depth, ticket) = (self.library, &self.filter, self.depth, self.ticket);
        // What is listed is counted, and that there is more.
        let enough = self.options.enough.max(depth.saturating_add(1));
        Question { library, filter, names, text, depth, enough, ticket }
    }

    fn queries(&self, words: &[WordForms], required: usize, any: bool) -> (NameQuery, TextQuery) {
        // A phrase in a name is one word, whatever separates its parts.
        let phrase = |phrase: &String| {
            let joined: String = phrase.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
            WordForms { written: joined.clone(), forms: vec![joined], is_translated: false, joint: None }
        };
        let phrases: Vec<WordForms> =
            self.request.phrases.iter().map(phrase).filter(|word| !word.written.is_empty()).collect();
        let required = required + phrases.len();
        let text = TextQuery {
            terms: if any {
                self.telling(words).flat_map(|word| self.in_text(word)).cloned().collect()
            } else {
                words.iter().map(|word| word.written.clone()).collect()
            },
            phrases: self.request.phrases.clone(),
            fuzzy: self.request.fuzzy.clone(),
            excluded: self.request.excluded.clone(),
            joints: words.iter().filter_map(|word| word.joint.clone()).collect(),
            any,
        };
        let is_one = self.request.terms.len() + self.request.phrases.len() == 1;
        let name = self.request.terms.first().filter(|_| is_one).cloned();
        (NameQuery::new(words.iter().cloned().chain(phrases).collect(), required).with_verbatim(name), text)
    }

    /// What a text may hold for a word. A synonym that is nowhere would find longer words that it begins.
    fn in_text<'w>(&self, word: &'w WordForms) -> impl Iterator<Item = &'w String> + use<'w, '_, 's> {
        word.in_text().filter(|form| **form == word.written || !self.library.is_nowhere(form))
    }

    /// The words without those that are everywhere, if enough are left.
    fn telling<'w>(&self, words: &'w [WordForms]) -> impl Iterator<Item = &'w WordForms> {
        let common: Vec<bool> = words.iter().map(|word| self.library.is_common(&word.written)).collect();
        let left = common.iter().filter(|common| !**common).count();
        words.iter().zip(common).filter(move |(_, common)| left < 2 || !common).map(|(word, _)| word)
    }

    fn add_fuzzy(&mut self, lists: &mut [List], words: &[WordForms], level: &'static str, closeness: Closeness) {
        if lists.is_empty() || self.ticket.is_stale() {
            return;
        }
        let before = total(lists);
        let (names, text) = self.queries(words, words.len(), false);
        let question = self.question(&names, &text);
        let close = fuzzy::scan(&question, words, closeness);
        for (channel, list) in CHANNELS.iter().zip(lists.iter_mut()) {
            let Source::Names(accepts) = channel.source else { continue };
            // The scan has ranked them: how close a name is counts more than what it is the name of.
            for (place, named) in close.iter().enumerate().filter(|(_, named)| accepts(named.kind)) {
                let target = Target::Node(named.node);
                if list.best.iter().all(|old| old.target != target) {
                    let closeness = CLOSEST / (1.0 + place as f32);
                    let evidence =
                        fuse::Evidence { tier: Some(named.tier), text: closeness, ..fuse::Evidence::default() };
                    list.best.push(fuse::Candidate { target, evidence });
                    list.total += 1;
                }
            }
        }
        match closeness {
            Closeness::Slips => self.push_level(level, before, total(lists)),
            Closeness::Loose => self.levels.push(LevelCount { level, hits: total(lists) }),
        }
    }
}

/// Makes one of the same text found twice: full text and vectors cut what is outside of all nodes in their own ways.
fn join(meant: &mut List, texts: &[Candidate]) {
    for candidate in &mut meant.best {
        let Target::Text { file, span, .. } = candidate.target else { continue };
        let is_same = |other: &Candidate| match other.target {
            Target::Text { file: at, span: of, .. } => at == file && of.start < span.end && span.start < of.end,
            _ => false,
        };
        if let Some(other) = texts.iter().find(|other| is_same(other)) {
            candidate.target = other.target;
        }
    }
    let mut seen = HashSet::new();
    meant.best.retain(|candidate| seen.insert(candidate.target));
}

/// Puts what a wider search has found behind what is there.
fn append(lists: &mut [List], wider: Vec<List>) {
    for (list, wider) in lists.iter_mut().zip(wider) {
        let known: HashSet<Target> = list.best.iter().map(|candidate| candidate.target).collect();
        let again = wider.best.iter().filter(|candidate| known.contains(&candidate.target)).count();
        list.total += wider.total - again.min(wider.total);
        // Which of the others are the same nobody knows.
        list.different = list.different.max(wider.different);
        list.is_cut |= wider.is_cut;
        list.rest.extend(wider.rest);
        list.best.extend(wider.best.into_iter().filter(|new| !known.contains(&new.target)).map(|mut new| {
            new.evidence.text *= WIDER;
            new.evidence.is_wider = true;
            new
        }));
    }
}

/// How many different things the lists hold, as far as they are listed.
pub(in crate::search) fn total(lists: &[List]) -> usize {
    let mut seen = HashSet::new();
    let listed: usize = lists.iter().map(|list| list.best.len()).sum();
    let all: usize = lists.iter().map(|list| list.total).sum();
    let different = lists.iter().flat_map(|list| &list.best).filter(|candidate| seen.insert(candidate.target)).count();
    all - (listed - different)
}
