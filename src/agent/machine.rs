//! The loop as a machine without effects: it says which steps to take, is told what they found, and says when it is done.

use super::passages::evidence::{Chosen, Evidence, Standing};
use super::passages::judge::{Judgement, is_held};
use super::passages::passage::{Passage, Step};
use super::question::relations::{all_named, asked_of, last_part};
use super::question::told::{AskStep, Asks, Part};
use super::question::{Analysis, is_identifier};
use super::scope::Scope;
use super::writing::Advice;
use crate::docql::quoted;
use crate::library::fold_words;
use crate::search::AskedWord;
use std::collections::HashSet;

/// How far research goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Rounds of steps, at most.
    pub rounds: usize,
    /// Steps of a round, at most.
    pub steps: usize,
    /// Passages that are shown, at most.
    pub passages: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { rounds: 4, steps: 10, passages: 10 }
    }
}

/// Confidence at which nothing is left to look for.
const ENOUGH: f32 = 0.97;

/// By how much a round has to raise confidence to count as one that brought something.
const RAISED: f32 = 0.01;

/// Passages whose names are followed.
const FOLLOWED: usize = 5;

/// Names that are followed.
const NAMES: usize = 4;

/// Why a name of the question is looked for as it is written.
const NAMED: &str = "written in the question";

/// Why a step is taken that a model has proposed.
const ADVISED: &str = "proposed by the model";

/// What a place weighs that a report names: it comes before all that words find.
const NAMED_PLACE: f32 = 40.0;

/// A step that is due, why, and what its finds weigh.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Due {
    pub step: Step,
    pub reason: String,
    pub weight: f32,
    /// What it looks for of what is asked of a name.
    pub part: Option<Part>,
}

/// What a step has found.
pub(super) struct Taken<'t> {
    pub hits: usize,
    /// Best first.
    pub passages: Vec<Passage>,
    /// What the answer says of itself.
    pub remarks: &'t [String],
}

/// Research of one question.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    analysis: Analysis,
    scope: Scope,
    words: Vec<AskedWord>,
    /// What is asked of names.
    asks: Asks,
    limits: Limits,
    evidence: Evidence,
    asked: HashSet<Step>,
    taken: usize,
    /// Places that a trace in the question names, or a path: `src/lock.rs:12`.
    places: Vec<String>,
    /// Names of the question that stand nowhere.
    unwritten: Vec<String>,
    /// What each round brought.
    judgements: Vec<Judgement>,
    /// True if somebody gives advice between rounds.
    is_advised: bool,
    /// Advice that was asked for and given.
    advice: Option<Advice>,
}

/// What to do next.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Move {
    /// Take these steps.
    Steps(Vec<Due>),
    /// Ask for advice on the evidence so far.
    Consult,
    /// Answer.
    Answer,
}

impl Machine {
    pub(super) fn new(analysis: Analysis, scope: Scope, words: Vec<AskedWord>, limits: Limits) -> Machine {
        let asked = if analysis.report.is_some() { Vec::new() } else { asked_of(&analysis.text) };
        Machine {
            asks: Asks::new(&asked, &words),
            analysis,
            scope,
            words,
            limits,
            evidence: Evidence::default(),
            asked: HashSet::new(),
            taken: 0,
            places: Vec::new(),
            unwritten: Vec::new(),
            judgements: Vec::new(),
            is_advised: false,
            advice: None,
        }
    }

    /// Whether somebody gives advice from now on.
    pub(super) fn be_advised(&mut self, is_advised: bool) {
        self.is_advised = is_advised;
    }

    /// Takes the advice that was asked for.
    pub(super) fn take_advice(&mut self, advice: Advice) {
        self.advice = Some(advice);
    }

    /// What to do next.
    pub(super) fn next(&mut self) -> Move {
        match self.advice.take() {
            Some(advice) if advice.is_complete => return Move::Answer,
            Some(advice) => return self.round(advice.steps),
            None => {}
        }
        if self.taken > 0 {
            let judgement = Judgement::of(self.best().iter().map(|chosen| &chosen.passage), &self.words);
            self.judgements.push(judgement);
        }
        if self.judgements.len() >= self.limits.rounds || self.is_done() {
            return Move::Answer;
        }
        if self.is_advised && !self.judgements.is_empty() {
            return Move::Consult;
        }
        self.round(Vec::new())
    }

    /// The steps of a round, those first that were advised.
    fn round(&mut self, advised: Vec<Step>) -> Move {
        let advised = advised.into_iter().map(|step| due(step, ADVISED, 0.9));
        let mut due: Vec<Due> = advised.collect();
        due.extend(self.own_steps().into_iter().map(|due| Due { step: self.scope.narrow(due.step), ..due }));
        let mut asked: HashSet<Step> = HashSet::new();
        due.retain(|due| !self.asked.contains(&due.step) && asked.insert(due.step.clone()));
        due.truncate(self.limits.steps);
        if due.is_empty() {
            return Move::Answer;
        }
        self.asked.extend(due.iter().map(|due| due.step.clone()));
        Move::Steps(due)
    }

    /// The steps of a round by rules.
    fn own_steps(&self) -> Vec<Due> {
        let mut due = match self.judgements.len() {
            0 => self.first_steps(),
            1 => self.asked(true).chain(self.followed()).collect(),
            _ => self.rewritten(),
        };
        if due.is_empty() && self.judgements.len() == 1 {
            due = self.rewritten();
        }
        due
    }

    /// The steps for what is asked of names.
    fn asked(&self, is_loose: bool) -> impl Iterator<Item = Due> {
        let step = |AskStep { query, reason, part }| Due { part: Some(part), ..due(Step::Docql(query), reason, 1.0) };
        self.asks.steps(is_loose).into_iter().map(step)
    }

    /// True if nothing shows these lines yet.
    pub(super) fn is_new(&self, passage: &Passage) -> bool {
        !self.evidence.knows(passage)
    }

    /// Takes what a step found. Returns how many passages are new.
    pub(super) fn take(&mut self, due: &Due, taken: Taken<'_>) -> usize {
        self.taken += 1;
        let Taken { hits, mut passages, remarks } = taken;
        if due.reason == NAMED && hits == 0 {
            let names =
                self.analysis.names.iter().filter(|name| self.scope.narrow(Step::Docql(written(name))) == due.step);
            self.unwritten.extend(names.cloned());
        }
        let step = self.taken - 1;
        let Some(part) = due.part else {
            return self.evidence.add(step, due.weight, Standing::Found, passages);
        };
        if part.is_definition {
            let (defined, others): (Vec<Passage>, Vec<Passage>) =
                passages.into_iter().partition(|passage| passage.kind.is_symbol());
            if !defined.is_empty() {
                self.asks.declared(part);
            }
            return self.evidence.add(step, due.weight, Standing::Defined, defined)
                + self.evidence.add(step, due.weight, Standing::Found, others);
        }
        self.asks.related(part, hits, due.step.text(), remarks.to_vec());
        for related in passages.iter_mut().filter_map(|passage| passage.related.as_mut()) {
            (related.asked, related.says) = (part.at, self.asks.says(part));
        }
        self.evidence.add(step, due.weight, Standing::Asked, passages)
    }

    /// The passages that answer best together.
    pub(super) fn best(&self) -> Vec<Chosen> {
        let is_beside_point = |passage: &Passage| self.asks.is_settled() && !self.asks.is_named_in(&passage.text);
        self.evidence.best(&self.words, self.limits.passages, self.is_report(), &is_beside_point)
    }

    /// What was remarked of what is asked of names.
    pub(super) fn remarks(&self) -> Vec<String> {
        self.asks.remarks()
    }

    /// What is to be said of what is asked of names, where these passages are shown.
    pub(super) fn sentences(&self, shown: &[Chosen]) -> Vec<String> {
        let related = || shown.iter().filter_map(|chosen| chosen.passage.related.as_ref());
        self.asks.sentences(|at| related().filter(|related| related.asked == at).count())
    }

    /// What the last round brought.
    pub(super) fn judgement(&self) -> Judgement {
        self.judgements.last().copied().unwrap_or_default()
    }

    /// What the question is about that is nowhere in the workspace: names, and words written like names. A question
    /// about it is not answered here.
    pub(super) fn absent(&self) -> Vec<String> {
        // Of a name that is nowhere the parts are no other words.
        let is_part = |word: &str| self.unwritten.iter().any(|name| fold_words(name).iter().any(|part| part == word));
        let is_subject = |word: &&AskedWord| {
            word.is_nowhere && self.analysis.subjects.contains(&word.written) && !is_part(&word.written)
        };
        let words = self.words.iter().filter(is_subject).map(|word| word.written.clone());
        self.unwritten.iter().cloned().chain(words).collect()
    }

    /// Whether the evidence answers the question.
    pub(super) fn is_answered(&self) -> bool {
        let best = self.best();
        if self.is_report() {
            // It asks nothing that could be declined.
            return !best.is_empty();
        }
        let is_answered = self.asks.is_settled() && self.unwritten.is_empty();
        is_answered || self.absent().is_empty() && is_held(best.iter().map(|chosen| chosen.passage.held), &self.words)
    }

    /// True if it is no question that is asked: a failure is reported.
    pub(super) fn is_report(&self) -> bool {
        self.analysis.report.is_some()
    }

    /// Notes the places in files that a trace in the question names.
    pub(super) fn note_places(&mut self, places: Vec<String>) {
        self.places = places;
    }

    /// The words of the question.
    pub(super) fn words(&self) -> &[AskedWord] {
        &self.words
    }

    fn is_done(&self) -> bool {
        if self.asks.is_settled() {
            return true;
        }
        let confidence: Vec<f32> = self.judgements.iter().map(Judgement::confidence).collect();
        let is_enough = confidence.len() > 1 && confidence.last().is_some_and(|last| *last >= ENOUGH);
        let raised = |pair: &[f32]| pair[1] - pair[0] > RAISED;
        let is_still = confidence.len() > 2 && !confidence.windows(2).rev().take(2).any(raised);
        is_enough || is_still
    }

    /// The question itself, its parts, what it names.
    fn first_steps(&self) -> Vec<Due> {
        let Analysis { text, names, quoted: quotes, parts, relation, .. } = &self.analysis;
        let mut due = vec![due(Step::Words(text.clone()), "the question", 1.0)];
        due.extend(self.asked(false));
        due.extend(
            self.places.iter().map(|place| self::due(Step::Read(place.clone()), "named in the report", NAMED_PLACE)),
        );
        if let Some(report) = &self.analysis.report {
            for (words, reason) in [(&report.title, "its title"), (&report.prose, "what it says beside code")] {
                if !words.is_empty() && words != text {
                    due.push(self::due(Step::Words(words.clone()), reason, 1.0));
                }
            }
        }
        for name in names {
            due.push(declared(name, "named in the question"));
            due.push(self::due(Step::Docql(written(name)), NAMED, 0.3));
            // Programs compare what they are started with to the option in quotes.
            if name.starts_with("--") {
                let query = format!("$.content.grep({})", quoted(&format!("\"{name}\"")));
                due.push(self::due(Step::Docql(query), "the option in quotes", 1.0));
            }
            if let (Some(relation), true) = (relation, self.asks.is_empty()) {
                let query = format!("{}.{relation}", all_named(name));
                due.push(self::due(Step::Docql(query), "asked of what is named", 1.0));
            }
        }
        due.extend(quotes.iter().map(|quote| self::due(Step::Words(quoted(quote)), "quoted in the question", 0.8)));
        due.extend(parts.iter().map(|part| self::due(Step::Words(part.clone()), "a part of the question", 0.8)));
        due
    }

    /// What the best passages name, and what the best declarations call and are called by.
    fn followed(&self) -> Vec<Due> {
        let best = self.best();
        let mut names: Vec<(&str, f32, &Passage)> = Vec::new();
        for (rank, Chosen { passage, .. }) in best.iter().take(FOLLOWED).enumerate() {
            for (place, name) in passage.mentions.iter().enumerate() {
                let own = 1.0 / (rank as f32 + 2.0) / (place as f32 + 2.0);
                match names.iter_mut().find(|(known, ..)| known == name) {
                    Some((_, weight, _)) => *weight += own,
                    None => names.push((name, own, passage)),
                }
            }
        }
        names.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut due: Vec<Due> = Vec::new();
        for (name, _, passage) in names.iter().take(NAMES) {
            let reason = format!("named in {}", passage.path);
            due.push(declared(name, &reason));
            if is_key(name) {
                due.push(self::due(Step::Docql(written(name)), &reason, 0.3));
            }
        }
        let declared =
            best.iter().map(|chosen| &chosen.passage).filter(|p| p.kind.is_function() && !p.query.is_empty());
        for passage in declared.take(2) {
            let query = &passage.query;
            due.push(self::due(Step::Docql(format!("{query}.callees()")), &format!("called by {}", passage.name), 0.5));
            due.push(self::due(Step::Docql(format!("{query}.callers()")), &format!("calls {}", passage.name), 0.5));
        }
        due
    }

    /// The words that are still missing, with the name that the best passage has.
    fn rewritten(&self) -> Vec<Due> {
        let missing = self.judgement().missing;
        let words: Vec<&str> = self
            .words
            .iter()
            .enumerate()
            .filter(|(at, word)| missing >> at & 1 == 1 && !word.is_nowhere)
            .map(|(_, word)| word.written.as_str())
            .collect();
        let mut due = Vec::new();
        if !words.is_empty() {
            due.push(self::due(Step::Words(words.join(" ")), "words that nothing held yet", 0.5));
            if let Some(first) = self.best().first()
                && !first.passage.name.is_empty()
            {
                let text = format!("{} {}", first.passage.name, words.join(" "));
                due.push(self::due(Step::Words(text), "the same, with the best find", 0.5));
            }
        }
        // The rarest words alone: what a question says beside them hides texts that are short.
        let mut rare: Vec<&AskedWord> = self.words.iter().filter(|word| !word.is_nowhere).collect();
        rare.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        if rare.len() > 3 {
            let rarest: Vec<&str> = rare.iter().take(3).map(|word| word.written.as_str()).collect();
            due.push(self::due(Step::Words(rarest.join(" ")), "the rarest words", 0.5));
        }
        due
    }
}

/// True for what is written as keys of settings and options are: `max_length`, `--retry-lock`.
fn is_key(name: &str) -> bool {
    !name.contains(':') && name.contains(['_', '-']) && !name.bytes().any(|byte| byte.is_ascii_uppercase())
}

fn due(step: Step, reason: &str, weight: f32) -> Due {
    Due { step, reason: reason.to_owned(), weight, part: None }
}

/// Looks a name up: where it is declared, or – an option, a key – where it stands.
fn declared(name: &str, reason: &str) -> Due {
    if is_identifier(name) && !name.contains('.') {
        return due(Step::Docql(all_named(name)), reason, 0.8);
    }
    due(Step::Words(quoted(name.trim_start_matches('-'))), reason, 0.6)
}

/// All lines that a name stands in, as it is written.
fn written(name: &str) -> String {
    format!("$.content.grep({}, \"word\")", quoted(last_part(name.trim_start_matches('-'))))
}
