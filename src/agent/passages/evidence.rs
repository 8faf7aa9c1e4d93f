//! Passages → the few that are shown: what several steps found stands higher, and what adds a word of the question.

use super::judge::share;
use super::named::is_about_any;
use super::passage::Passage;
use super::reported::by_files;
use super::shown::Chosen;
use super::twins::Twins;
use crate::agent::question::done::Done;
use crate::agent::question::relations::last_part;
use crate::library::fold_words;
use crate::search::AskedWord;
use std::sync::Arc;

/// The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009), small since lists are short.
const FUSION: f32 = 10.0;

/// From such a score on, a report names the place itself.
const NAMED: f32 = 1.5;

/// What the words of a question that a passage holds add to its score, if it holds all of them.
const HELD: f32 = 0.06;

/// What words add that no passage before it holds.
const ADDED: f32 = 0.08;

/// Of the first step's finds so many are shown in any case: a question is answered by them more often than not.
const KEPT: usize = 5;

/// What speaks for a source where a failure is reported: more than words ever do.
const SOURCE: f32 = 1.0;

/// What the words of a report that the name and the path of a passage hold add to its score, if they hold all of them: who
/// fixes it looks into the file of the command that it names.
const TITLED: f32 = 0.3;

/// What speaks against lines that hand on what stands elsewhere: more than words ever speak for them.
const STUB: f32 = 0.5;

/// Passages of one file that are shown of a report, at most.
const MAX_OF_FILE: usize = 2;

/// Declarations of a name that is asked about that are shown, at most.
const MAX_DEFINED: usize = 3;

/// Tests that name what no test is known to call that come first, at most.
const MAX_NAMING: usize = 3;

/// Passages that describe a token of the question that are shown, at most.
const MAX_DESCRIBED: usize = 4;

/// Declarations that do what a question asks the place of that are shown first, at most, and what one is worth of the best.
const DOING: usize = 3;
const AS_GOOD: f32 = 0.7;

/// What the words of a question are worth in the name of what does it, that the name says what is done, and what speaks
/// against types: what is done is done in functions.
const BY_NAME: f32 = 2.0;
const DEED: f32 = 0.4;
const NO_FUNCTION: f32 = 0.4;

/// What speaks against a short function that only gives or takes a value, and how many lines of code it has at most.
const ACCESSOR: f32 = 0.6;
const ACCESSOR_LINES: usize = 4;

/// The share of the words of a question from which on a name says that what it names does that.
const SURELY_NAMED: f32 = 0.33;

/// A passage, and what speaks for it.
#[derive(Clone, Debug)]
struct Candidate {
    passage: Passage,
    score: f32,
    /// The first step that found it.
    step: usize,
    /// Its place among what that found.
    rank: usize,
    standing: Standing,
    /// True if it is the best find for a part of the question.
    is_for_part: bool,
}

/// What a passage is to the question, what comes first first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::agent) enum Standing {
    /// It is what is asked of a name: a caller.
    Asked,
    /// The name is declared there.
    Defined,
    /// It says what an option is, or another token that the question names, or reads it.
    Described,
    /// A setting is declared there, and given no value.
    Unset,
    /// It has words of the question, or was named on the way.
    Found,
}

impl Candidate {
    /// True if another passage shows the same.
    fn is_repeated(&self, standing: Standing, other: &Passage) -> bool {
        let line = |passage: &Passage| passage.related.as_ref().map(|related| related.line);
        match (self.standing, standing) {
            // Calls are different calls though their lines read alike.
            (Standing::Asked, Standing::Asked) => self.passage.path == other.path && line(&self.passage) == line(other),
            _ => self.passage.repeats(other),
        }
    }

    /// The passage as what is asked for.
    fn asked(&self) -> Chosen {
        Chosen { passage: self.passage.clone(), step: self.step, is_joined: false, is_asked: true, is_named: false }
    }
}

/// What of the question says which finds come first.
pub(in crate::agent) struct Wanted<'q> {
    /// What it asks the place of.
    pub done: Option<&'q Done>,
    /// True if it asks for tests that no query has found.
    pub is_for_tests: bool,
    /// True if it compares things that have no names of programs.
    pub is_compared: bool,
    /// The names in it.
    pub names: &'q [String],
    /// Which of several translations, or versions, of a page it asks for.
    pub twins: &'q Twins,
}

/// What the steps of a question have found.
#[derive(Clone, Debug, Default)]
pub(in crate::agent) struct EvidencePool {
    candidates: Vec<Candidate>,
}

impl EvidencePool {
    /// Adds what a step found, best first. Returns how many passages are new.
    pub(in crate::agent) fn add(
        &mut self,
        step: usize,
        weight: f32,
        standing: Standing,
        passages: Vec<Passage>,
    ) -> usize {
        let mut new = 0;
        for (rank, passage) in passages.into_iter().enumerate() {
            let score = weight / (FUSION + rank as f32 + 1.0);
            match self.candidates.iter_mut().find(|known| known.is_repeated(standing, &passage)) {
                // What is asked for is shown as it was found.
                Some(known) if standing < known.standing => {
                    let is_for_part = known.is_for_part;
                    *known = Candidate { passage, score: known.score + score, step, rank, standing, is_for_part };
                }
                Some(known) => {
                    known.score += score;
                    // Of two windows of the same lines the one that says more is shown.
                    let says_more = passage.held.count_ones() > known.passage.held.count_ones();
                    if known.standing == Standing::Found && says_more {
                        known.passage = passage;
                    }
                }
                None => {
                    new += 1;
                    self.candidates.push(Candidate { passage, score, step, rank, standing, is_for_part: false });
                }
            }
        }
        new
    }

    /// Adds what a step for a part of the question found, best first. Returns how many passages are new.
    pub(in crate::agent) fn add_part(&mut self, step: usize, weight: f32, passages: Vec<Passage>) -> usize {
        let first = passages.first().cloned();
        let new = self.add(step, weight, Standing::Found, passages);
        if let Some(first) = first
            && let Some(known) = self.candidates.iter_mut().find(|known| known.passage.repeats(&first))
        {
            known.is_for_part = true;
        }
        new
    }

    /// True if a passage was found before, or one that shows the same lines.
    pub(in crate::agent) fn knows(&self, passage: &Passage) -> bool {
        self.candidates.iter().any(|known| known.passage.repeats(passage))
    }

    /// The `limit` passages that are worth most together, best first. What stands close together in a file is one. Where
    /// a failure is reported, its cause is in a source, and what documents say of it comes after those. What is asked of
    /// a name comes before all, then the declaration of the name, then what describes a token; what else `is_beside_point` is left out.
    pub(in crate::agent) fn best(
        &self,
        words: &[AskedWord],
        limit: usize,
        report: Option<&[Arc<str>]>,
        wanted: &Wanted<'_>,
        is_beside_point: &dyn Fn(&Passage) -> bool,
    ) -> Vec<Chosen> {
        let (is_report, shown) = (report.is_some(), limit);
        // Files change places below: what would stand behind the last one may come before it.
        let limit = if is_report { limit * 2 } else { limit };
        let all = self.candidates.iter().map(|candidate| &candidate.passage);
        let documents = all.filter(|passage| !passage.is_of_program());
        let beside = wanted.twins.beside(documents.map(|passage| &passage.path));
        let mut chosen = self.asked(limit, if wanted.is_for_tests { wanted.names } else { &[] });
        chosen.retain(|chosen| !beside.contains(&chosen.passage.path));
        if let (Some(done), true) = (wanted.done, chosen.is_empty()) {
            chosen = self.doing(words, done, limit);
        }
        let mut held = chosen.iter().fold(0, |held, chosen| held | chosen.passage.held);
        let is_left = |candidate: &&Candidate| {
            let is_shown = |chosen: &Chosen| chosen.passage.repeats(&candidate.passage);
            candidate.standing == Standing::Found
                && !is_beside_point(&candidate.passage)
                && !beside.contains(&candidate.passage.path)
                && !chosen.iter().any(is_shown)
        };
        let (mut first, mut left): (Vec<&Candidate>, Vec<&Candidate>) = self
            .candidates
            .iter()
            .filter(is_left)
            .partition(|candidate| candidate.step == 0 && !is_report && !candidate.passage.is_stub);
        // Who writes a name asks about it: what has only other words of the question comes later.
        first.sort_by_key(|candidate| !is_about_any(wanted.names, &candidate.passage, words));
        if wanted.is_compared {
            // What two things are, and how they differ, is told by documents.
            first.sort_by_key(|candidate| candidate.passage.is_of_program());
        }
        if wanted.done.is_some() {
            // Who asks where something is done is shown where, and then what documents say of it.
            let kept = first.len().min(KEPT);
            first[..kept].sort_by_key(|candidate| !candidate.passage.is_source);
        }
        match wanted.is_for_tests {
            true => first.sort_by_key(|candidate| !candidate.passage.is_test),
            false => first.sort_by_key(|candidate| candidate.passage.is_double(words)),
        }
        for candidate in &first {
            match chosen.len() < limit.min(KEPT) {
                true => held |= choose(&mut chosen, candidate, limit),
                false => left.push(candidate),
            }
        }
        // A question of several parts is answered by what answers each of them.
        let (of_parts, mut left): (Vec<&Candidate>, Vec<&Candidate>) =
            left.into_iter().partition(|candidate| candidate.is_for_part);
        for candidate in of_parts {
            held |= choose(&mut chosen, candidate, limit);
        }
        while !left.is_empty() {
            let worth = |candidate: &Candidate| {
                let own = candidate.passage.held;
                let first = if is_report && candidate.passage.is_source { SOURCE } else { 0.0 };
                let titled = if is_report { TITLED * share(candidate.passage.titled, words) } else { 0.0 };
                let stub = if candidate.passage.is_stub { STUB } else { 0.0 };
                first + titled - stub + candidate.score + HELD * share(own, words) + ADDED * share(own & !held, words)
            };
            // The first of equals: what was found earlier.
            let mut best = (f32::MIN, 0);
            for (at, candidate) in left.iter().enumerate() {
                let own = worth(candidate);
                if own > best.0 {
                    best = (own, at);
                }
            }
            let next = left.remove(best.1);
            // A report asks for files to look at: many lines of one say no more than a few.
            let of_file = chosen.iter().filter(|other| other.passage.path == next.passage.path).count();
            if !is_report || of_file < MAX_OF_FILE {
                held |= choose(&mut chosen, next, limit);
            }
        }
        if let Some(likely) = report {
            chosen = by_files(chosen, likely);
            chosen.truncate(shown);
        }
        chosen
    }

    /// Tests that name what no test is known to call.
    fn naming(&self, names: &[String]) -> Vec<&Candidate> {
        let is_one = |candidate: &&Candidate| names.iter().any(|name| candidate.passage.tests_by_name(last_part(name)));
        let mut tests: Vec<&Candidate> = self.candidates.iter().filter(is_one).collect();
        // A test that is called by a name and says it is about that; one that only says it may use it.
        let of_name = |passage: &Passage, name: &String| {
            let (is_called, names) = (passage.is_called_by(last_part(name)), passage.names(last_part(name)));
            (!is_called, !names)
        };
        let rank = |passage: &Passage| names.iter().map(|name| of_name(passage, name)).min();
        tests.sort_by_key(|candidate| (rank(&candidate.passage), candidate.step, candidate.rank));
        tests.truncate(MAX_NAMING);
        tests
    }

    /// What is asked of names, in the order in which it was found, and the declarations of the names, for one of which
    /// room is left, after the tests that name what is `tested`; then what describes the tokens of the question.
    fn asked(&self, limit: usize, tested: &[String]) -> Vec<Chosen> {
        let of = |standing| self.candidates.iter().filter(move |candidate| candidate.standing == standing);
        let room = limit.saturating_sub(of(Standing::Defined).take(1).count()).max(limit.min(1));
        let in_order = |standing| {
            let mut all: Vec<&Candidate> = of(standing).collect();
            all.sort_by_key(|candidate| (candidate.step, candidate.rank));
            all.into_iter()
        };
        let described = in_order(Standing::Described).chain(in_order(Standing::Unset)).take(MAX_DESCRIBED);
        let named = of(Standing::Defined).take(MAX_DEFINED).chain(described);
        let naming = self.naming(tested);
        let is_left = |candidate: &&Candidate| !naming.iter().any(|known| std::ptr::eq(*known, *candidate));
        let others = named.filter(is_left);
        let all = in_order(Standing::Asked).take(room).chain(naming.iter().copied()).chain(others).take(limit);
        all.map(Candidate::asked).collect()
    }
}

impl EvidencePool {
    /// The declarations that do what a question asks the place of, by what they are called, and what stands together in
    /// them.
    fn doing(&self, words: &[AskedWord], done: &Done, limit: usize) -> Vec<Chosen> {
        let worth = |passage: &Passage| {
            let deed = if done.is_deed(&passage.name) { DEED } else { 0.0 };
            let kind = if passage.kind.is_function() { 0.0 } else { NO_FUNCTION };
            let by_name = BY_NAME * share(passage.named, words) + share(passage.titled, words) / 2.0;
            let kind = if is_accessor(passage, done) { kind + ACCESSOR } else { kind };
            by_name + share(passage.close, words) + share(passage.held, words) / 2.0 + deed - kind
        };
        let is_one = |candidate: &&Candidate| {
            let passage = &candidate.passage;
            let is_declared = passage.kind.is_function() || passage.kind.is_class();
            candidate.standing == Standing::Found
                && passage.is_source
                && !passage.is_stub
                && !passage.is_test
                && is_declared
                && passage.named != 0
        };
        let mut doing: Vec<(f32, &Candidate)> =
            self.candidates.iter().filter(is_one).map(|candidate| (worth(&candidate.passage), candidate)).collect();
        doing.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.score.total_cmp(&a.1.score)));
        // What holds few of the words in its name may be anything: then the order in which it was found says more.
        if doing.first().is_none_or(|(_, first)| share(first.passage.named, words) < SURELY_NAMED) {
            return Vec::new();
        }
        let least = doing.first().map_or(0.0, |(worth, _)| worth * AS_GOOD);
        let kept = doing.into_iter().take_while(|(worth, _)| *worth >= least).take(DOING.min(limit));
        kept.map(|(_, candidate)| candidate.asked()).collect()
    }
}

/// True for a short function that only gives or takes a value, by its name, unless that is what is asked for.
fn is_accessor(passage: &Passage, done: &Done) -> bool {
    let first = fold_words(&passage.name).into_iter().next().unwrap_or_default();
    let is_code = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with(['*', '/', '#', '@', '"'])
    };
    ["get", "set", "is", "has"].contains(&first.as_str())
        && !done.is_deed(&first)
        && passage.text.lines().filter(is_code).count() <= ACCESSOR_LINES
}

/// Adds a passage to those that are shown: to one beside it, else as one of its own if there is room. Returns the words
/// that are shown now.
fn choose(chosen: &mut Vec<Chosen>, candidate: &Candidate, limit: usize) -> u64 {
    let passage = &candidate.passage;
    if let Some(at) = chosen.iter().position(|other| other.is_beside(passage) && !is_parted(other, passage, chosen)) {
        chosen[at].join(passage);
        return passage.held;
    }
    if chosen.len() >= limit {
        return 0;
    }
    chosen.push(Chosen {
        passage: passage.clone(),
        step: candidate.step,
        is_joined: false,
        is_asked: false,
        is_named: candidate.score > NAMED,
    });
    passage.held
}

/// True if lines that are shown as what is asked stand between two passages.
fn is_parted(one: &Chosen, other: &Passage, chosen: &[Chosen]) -> bool {
    let (first, last) = (one.passage.line.min(other.line), one.passage.end_line.max(other.end_line));
    let mut asked = chosen.iter().filter(|chosen| chosen.is_asked).map(|chosen| &chosen.passage);
    asked.any(|asked| asked.path == other.path && asked.line <= last && first <= asked.end_line)
}
