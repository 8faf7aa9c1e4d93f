//! Levels of a search: words as written, then what is like them, until there is enough; then meaning.

use super::channels::ask;
use super::exclude::exclude;
use super::fuzzy::Closeness;
use super::level_query::LevelQuery;
use super::meaning::Meaning;
use super::name_query::NameQuery;
use super::pictured::Wish;
use super::{full_text, fuzzy, meaning, pictured};
use crate::search::literal::places as literal;
use crate::search::model::answer::{AS_WRITTEN, LevelCount, MEANING, TOO_FEW};
use crate::search::model::channels::CandidateSource;
use crate::search::model::evidence::ChannelEntry;
use crate::search::model::lists::{List, Lists};
use crate::search::model::match_class::MatchClass;
use crate::search::model::target::Target;
use crate::search::request::options::Mode;
use crate::search::request::read::Request;
use crate::search::words::expand;
use crate::search::words::expand::WordForms;
use crate::search::words::question::Question;
use crate::search::words::sorts::meaning as meaning_of;
use crate::semantic::EmbeddingModel;

/// A word of so many tokens is none that the model knows.
const SPELLED: usize = 3;

/// Candidates that a channel hands on, at least.
pub(in crate::search) const MIN_DEPTH: usize = 200;

/// Shorter words are not corrected: too many others are near.
const MIN_CORRECTED: usize = 5;

/// Shorter words are beginnings of parts of many names.
const MIN_RUN: usize = 4;

/// The level of names for whose parts what was typed is short.
const IN_SHORT: &str = "names in short";

/// From so many words on not all of them need to be there: it is a description.
const MANY_WORDS: usize = 4;

/// The text score of the closest of similar names, as a share of the best match in text: a word that is there beats a
/// word that looks like it.
const CLOSEST: f32 = 0.5;

/// All candidates of a search.
pub(in crate::search) struct Retrieved {
    pub lists: Lists,
    /// The levels that were tried.
    pub levels: Vec<LevelCount>,
    /// The vector of the question, where meaning has a part in the answer.
    pub meaning: Option<Meaning>,
    /// True if none says a quoted phrase to the letter.
    pub is_only_like: bool,
    /// Candidates that each channel has handed on, at most.
    depth: usize,
}

impl Retrieved {
    /// Whether one of the channels has more candidates than it has handed on.
    pub(in crate::search) fn is_cut(&self) -> bool {
        self.lists.iter().any(|(_, list)| list.total > self.depth)
    }

    /// Whether something holds the words as they are written.
    pub(in crate::search) fn is_known(&self) -> bool {
        self.levels.first().is_some_and(|level| level.level == AS_WRITTEN && level.hits > 0)
    }

    /// All that was found otherwise than in the text, where that is known. Only the first level asks each channel once.
    pub(in crate::search) fn beside_text(&self) -> Option<Vec<Target>> {
        let levels_of_words = self.levels.iter().filter(|level| level.level != MEANING).count();
        self.lists.beside_text().filter(|_| levels_of_words == 1)
    }
}

/// Finds the candidates of a question, so many of each channel at most: those of the first level that finds
/// enough. What wider levels find stands behind what was found before.
pub(in crate::search) fn retrieve(question: &Question<'_>, limit: usize) -> Retrieved {
    let mut search = Search { question, depth: limit.max(MIN_DEPTH), lists: Lists::empty(), levels: Vec::new() };
    if question.options.asks_words() {
        search.find_words();
    }
    let is_asked = search.asks_meaning();
    let meaning = Meaning::of(&meaning_of(question.request), &question.options.meant).filter(|_| is_asked);
    if is_asked {
        search.find_meaning(meaning.as_ref());
    }
    let Search { mut lists, levels, depth, .. } = search;
    exclude(&mut lists, &question.request.excluded, question.library, question.ticket);
    // A message may hold what looks like an exclusion.
    if let Some(list) = lists.of(&CandidateSource::Literal) {
        *list = literal::list(question);
    }
    Retrieved { lists, levels, meaning, is_only_like: false, depth }
}

/// Finds the places that mention what was typed, and nothing else: for paths that lead to a file.
pub(in crate::search) fn mentions(question: &Question<'_>, limit: usize) -> Retrieved {
    let Question { request, library, options, ticket, .. } = question;
    let quoted = Request { phrases: request.terms.clone(), terms: Vec::new(), ..(*request).clone() };
    let mut lists = Lists::empty();
    let found = literal::list(&Question::new(&quoted, library, options, ticket));
    let levels = vec![LevelCount { level: AS_WRITTEN, hits: found.total }];
    if let Some(list) = lists.of(&CandidateSource::Literal) {
        *list = found;
    }
    Retrieved { lists, levels, meaning: None, is_only_like: false, depth: limit.max(MIN_DEPTH) }
}

/// The texts that the first level finds.
pub(in crate::search) fn first_texts(question: &Question<'_>, limit: usize) -> List {
    let (_, required, any) = first_level(question);
    let query = LevelQuery::new(question, &question.words, required, any);
    full_text::list(&query.of_channels(question, limit.max(MIN_DEPTH)))
}

/// Whether a word occurs, as it is written, in names or texts that count.
pub(in crate::search) fn occurs(question: &Question<'_>, word: &WordForms) -> bool {
    if question.ticket.is_stale() {
        return false;
    }
    let query = LevelQuery::new(question, std::slice::from_ref(word), 1, false);
    ask(&query.of_channels(question, MIN_DEPTH)).total() > 0
}

/// The level that is tried first: its name, how many of the words must be in a name, and whether any of them is enough
/// in text.
fn first_level(question: &Question<'_>) -> (&'static str, usize, bool) {
    let words = &question.words;
    let half = words.len().div_ceil(2);
    match words.len() >= MANY_WORDS && !question.is_one_word() && !question.options.all_words {
        _ if words.iter().any(|word| word.is_translated) => ("translated", half, true),
        true => ("most of the words", half, true),
        false => (AS_WRITTEN, words.len(), false),
    }
}

/// A search on its way from level to level.
struct Search<'q> {
    question: &'q Question<'q>,
    depth: usize,
    lists: Lists,
    levels: Vec<LevelCount>,
}

impl Search<'_> {
    fn has_too_few(&self) -> bool {
        self.lists.total() < TOO_FEW
    }

    fn find_words(&mut self) {
        let Question { request, words, .. } = self.question;
        let is_smart = self.question.options.mode == Mode::Smart;
        let (level, required, any) = first_level(self.question);
        self.find(level, words, required, any);
        if self.question.options.all_words {
            return;
        }
        if is_smart && (self.find_names_run_together() || self.find_names_in_short()) {
            return;
        }
        if is_smart && self.question.is_one_word() && self.has_too_few() {
            self.find_similar_names(words, "slips of the keys", Closeness::Typos);
        }
        if is_smart && self.has_too_few() {
            self.find_similar_words();
        }
        if self.has_too_few() && words.len() > 1 {
            self.find("some of the words", words, words.len() / 2 + 1, true);
        }
        if is_smart
            && self.has_too_few()
            && let Some(expanded) = expand::with_synonyms(words)
        {
            self.find("synonyms", &expanded, expanded.len(), true);
        }
        if !request.fuzzy.is_empty() {
            self.find_similar_names(&expand::forms(&request.fuzzy), "similar names", Closeness::Loose);
        } else if is_smart && self.has_too_few() && request.phrases.is_empty() {
            self.find_similar_names(words, "similar names", Closeness::Loose);
        }
    }

    /// Tries one level.
    fn find(&mut self, level: &'static str, words: &[WordForms], required: usize, any: bool) {
        if self.question.ticket.is_stale() {
            return;
        }
        let query = LevelQuery::new(self.question, words, required, any);
        let found = ask(&query.of_channels(self.question, self.depth));
        // The numbers of hits are those of the levels one by one.
        let hits = found.total();
        if self.levels.is_empty() {
            self.lists = found;
        } else {
            self.lists.append(found);
        }
        self.levels.push(LevelCount { level, hits });
    }

    /// Finds names of whose parts the one word that was written is beginnings, where it is nowhere as it stands.
    fn find_names_run_together(&mut self) -> bool {
        let Question { library, words, request, .. } = self.question;
        let [term] = &request.terms[..] else { return false };
        let is_run = term.len() >= MIN_RUN && term.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_run || !self.question.is_one_word() || !library.is_nowhere(&term.to_lowercase()) {
            return false;
        }
        let before = self.lists.total();
        for (level, closeness) in [("names run together", Closeness::RunTogether), (IN_SHORT, Closeness::InShort)] {
            self.find_similar_names(words, level, closeness);
            if self.lists.total() > before {
                return true;
            }
        }
        false
    }

    /// Finds names for whose parts those of the identifier that was typed are short, where no name has them as they stand.
    /// They stand above what has its parts here and there.
    fn find_names_in_short(&mut self) -> bool {
        let Question { words, request, .. } = self.question;
        let is_sure = |entry: &ChannelEntry| entry.evidence.class.is_some_and(MatchClass::is_sure);
        let is_named = self.lists.iter().any(|(channel, list)| {
            matches!(channel.source, CandidateSource::Names(_)) && list.best.iter().any(is_sure)
        });
        if is_named || words.len() < 2 || request.identifier().is_none() {
            return false;
        }
        let first = std::mem::replace(&mut self.lists, Lists::empty());
        self.find_similar_names(words, IN_SHORT, Closeness::InShort);
        let is_found = self.lists.total() > 0;
        self.lists.append(first);
        is_found
    }

    /// Where words of the question are nowhere, those that are spelled nearly so.
    fn find_similar_words(&mut self) {
        let Question { library, words, ticket, .. } = self.question;
        let is_typo = |word: &&WordForms| {
            word.written.len() >= MIN_CORRECTED
                && word.written.bytes().all(|byte| byte.is_ascii_lowercase())
                && library.is_nowhere(&word.written)
        };
        let (typos, right): (Vec<&WordForms>, Vec<&WordForms>) = words.iter().partition(is_typo);
        if typos.is_empty() || ticket.is_stale() {
            return;
        }
        let right: Vec<WordForms> = right.into_iter().cloned().collect();
        let mut query = LevelQuery::new(self.question, &right, right.len(), false);
        query.text.fuzzy.extend(typos.iter().map(|word| word.written.clone()));
        query.names = NameQuery::new(Vec::new(), 0);
        let before = self.lists.total();
        self.lists.append(ask(&query.of_channels(self.question, self.depth)));
        self.push_correction("similar words", before);
    }

    fn find_similar_names(&mut self, words: &[WordForms], level: &'static str, closeness: Closeness) {
        if self.question.ticket.is_stale() {
            return;
        }
        let before = self.lists.total();
        let query = LevelQuery::new(self.question, words, words.len(), false);
        let close = fuzzy::scan(&query.of_channels(self.question, self.depth), words, closeness);
        for (channel, list) in self.lists.iter_mut() {
            let CandidateSource::Names(accepts) = channel.source else { continue };
            // The scan has ranked them: how close a name is counts more than what it is the name of.
            for (place, named) in close.iter().enumerate().filter(|(_, named)| accepts(named.kind)) {
                let mut candidate = ChannelEntry::named(Target::Node(named.node), named.class);
                if list.best.iter().all(|old| old.target != candidate.target) {
                    candidate.evidence.text = CLOSEST / (1.0 + place as f32);
                    list.best.push(candidate);
                    list.total += 1;
                }
            }
        }
        match closeness {
            Closeness::RunTogether | Closeness::InShort | Closeness::Typos => self.push_correction(level, before),
            Closeness::Loose => self.levels.push(LevelCount { level, hits: self.lists.total() }),
        }
    }

    /// Notes a level that only corrects what was written: where it corrects nothing, nobody needs to know.
    fn push_correction(&mut self, level: &'static str, before: usize) {
        let hits = self.lists.total();
        if hits > before {
            self.levels.push(LevelCount { level, hits });
        }
    }

    /// True unless words alone are to answer.
    fn asks_meaning(&self) -> bool {
        let Question { options, words, .. } = self.question;
        if !options.asks_meaning() || self.is_gibberish() {
            return false;
        }
        // A name is what it is: what means the same is of interest where it is not there.
        let is_name = options.mode == Mode::Smart
            && self.question.is_one_word()
            && words.iter().all(|word| word.written.is_ascii());
        !is_name || self.has_too_few()
    }

    /// Whether all that was written is one word that occurs nowhere and that the model has to spell: something like it
    /// in meaning would be like nothing.
    fn is_gibberish(&self) -> bool {
        let Question { library, words, .. } = self.question;
        let is_unknown = |word: &WordForms| {
            library.is_nowhere(&word.written) && EmbeddingModel::built_in().tokens(&word.written).len() >= SPELLED
        };
        self.question.is_one_word() && !words.is_empty() && words.iter().all(is_unknown)
    }

    /// Finds what is like the question, and pictures that show something like it.
    fn find_meaning(&mut self, meaning: Option<&Meaning>) {
        let pictured = pictured::vector(&self.question.options.pictured);
        if meaning.is_none() && pictured.is_none() {
            return;
        }
        // Who quotes wants what holds exactly this, and only without any something like it.
        let is_quoted = !self.question.request.phrases.is_empty() && self.lists.total() > 0;
        if is_quoted || self.question.ticket.is_stale() {
            return;
        }
        if let Some(meaning) = meaning {
            let query = LevelQuery::new(self.question, &[], 0, true);
            let mut found = meaning::list(&query.of_channels(self.question, self.depth), meaning);
            if let Some(texts) = self.lists.of(&CandidateSource::Text) {
                found.unify_with(&texts.best);
            }
            if let Some(list) = self.lists.of(&CandidateSource::Meaning) {
                *list = found;
            }
        }
        if let (Some(vector), Some(list)) = (pictured, self.lists.of(&CandidateSource::Pictures)) {
            let Question { library, filter, ticket, .. } = self.question;
            *list = pictured::list(vector, library, filter, Wish::Anything, ticket);
        }
        self.levels.push(LevelCount { level: MEANING, hits: self.lists.total() });
    }
}
