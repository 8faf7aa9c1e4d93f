//! The loop as a machine without effects: it says which steps to take, is told what they found, and says when it is done.

use super::moves::{Move, ResearchLimits};
use super::scope::Scope;
use super::steps::{Due, Known, LOOKED_INTO, LooksFor, due};
use crate::agent::passages::evidence::{EvidencePool, Wanted};
use crate::agent::passages::judge::Judgement;
use crate::agent::passages::lines::token::is_of_options;
use crate::agent::passages::passage::{Passage, Step};
use crate::agent::passages::shown::Chosen;
use crate::agent::passages::twins::Twins;
use crate::agent::question::Analysis;
use crate::agent::question::changes::Changed;
use crate::agent::question::done::Done;
use crate::agent::question::packages::Structure;
use crate::agent::question::relations::asked_of;
use crate::agent::question::settings::defaults::NamedSetting;
use crate::agent::question::settings::keys::is_asking;
use crate::agent::question::settings::sought::Sought;
use crate::agent::question::told::Asks;
use crate::agent::writing::Advice;
use crate::library::fold_words;
use crate::search::AskedWord;
use std::collections::HashSet;
use std::sync::Arc;

/// Confidence at which nothing is left to look for.
const ENOUGH: f32 = 0.97;

/// Passages that are judged, at least.
const JUDGED: usize = 10;

/// By how much a round has to raise confidence to count as one that brought something.
const RAISED: f32 = 0.01;

/// Why a step is taken that a model has proposed.
const ADVISED: &str = "proposed by the model";

/// Research of one question.
#[derive(Clone, Debug)]
pub(in crate::agent) struct Machine {
    pub(super) analysis: Analysis,
    pub(super) scope: Scope,
    /// Which of several translations, or versions, of a page the question asks for.
    pub(in crate::agent) twins: Twins,
    pub(super) words: Vec<AskedWord>,
    /// What is asked of names.
    pub(super) asks: Asks,
    /// What the question asks the place of.
    pub(super) done: Option<Done>,
    /// What it asks of the structure of the workspace.
    pub(super) structure: Option<Structure>,
    /// True once the question itself was followed.
    pub(super) is_begun: bool,
    pub(super) limits: ResearchLimits,
    pub(super) evidence: EvidencePool,
    pub(super) asked: HashSet<Step>,
    pub(super) taken: usize,
    /// Places that a trace in the question names, or a path: `src/lock.rs:12`.
    pub(super) places: Vec<String>,
    /// Directories that the projects are at home in which are asked about.
    pub(super) homes: Vec<String>,
    /// The question, where the project has no name.
    pub(super) about: String,
    /// The setting that it asks for by what that is about.
    pub(super) sought: Option<Sought>,
    /// True once something sets that.
    pub(super) tells_setting: bool,
    /// True once a file of the project itself has said what is asked of it.
    pub(super) tells_project: bool,
    /// Files that a report is likely to be about, most likely first.
    pub(super) likely: Vec<Arc<str>>,
    /// Proper names that few texts hold.
    pub(super) proper: Vec<String>,
    /// Names of what the question asks whether it is there.
    pub(super) features: Vec<String>,
    /// Those of them that stand only in what others or tools have written, or in tests, with the files that they stand in.
    pub(super) elsewhere: Vec<(String, Vec<String>)>,
    /// Words of the question that may be keys or options.
    pub(super) keys: Vec<String>,
    /// True once something told of a key, where that is all that is asked.
    pub(super) tells_key: bool,
    /// What has changed, as far as it was asked: with how much there is.
    pub(super) changed: Vec<Changed>,
    /// Settings of which something says what they are by default.
    pub(super) given: Vec<NamedSetting>,
    /// The names of those of which nothing does.
    pub(super) ungiven: Vec<String>,
    /// Names of the question that stand nowhere.
    pub(super) unwritten: Vec<String>,
    /// What each round brought.
    pub(super) judgements: Vec<Judgement>,
    /// True if somebody gives advice between rounds.
    pub(super) is_advised: bool,
    /// Advice that was asked for and given.
    pub(super) advice: Option<Advice>,
}

impl Machine {
    pub(in crate::agent) fn new(
        analysis: Analysis,
        scope: Scope,
        words: Vec<AskedWord>,
        limits: ResearchLimits,
    ) -> Machine {
        let asked = if analysis.report.is_some() { Vec::new() } else { asked_of(&analysis.text) };
        Machine {
            asks: Asks::new(&asked, &words),
            done: Done::of(&analysis, &words),
            structure: None,
            is_begun: false,
            twins: Twins::of(&analysis.text),
            analysis,
            scope,
            words,
            limits,
            evidence: EvidencePool::default(),
            asked: HashSet::new(),
            taken: 0,
            places: Vec::new(),
            homes: Vec::new(),
            about: String::new(),
            sought: None,
            tells_setting: false,
            tells_project: false,
            likely: Vec::new(),
            proper: Vec::new(),
            features: Vec::new(),
            elsewhere: Vec::new(),
            keys: Vec::new(),
            tells_key: false,
            changed: Vec::new(),
            given: Vec::new(),
            ungiven: Vec::new(),
            unwritten: Vec::new(),
            judgements: Vec::new(),
            is_advised: false,
            advice: None,
        }
    }

    /// Whether somebody gives advice from now on.
    pub(in crate::agent) fn be_advised(&mut self, is_advised: bool) {
        self.is_advised = is_advised;
    }

    /// Takes the advice that was asked for.
    pub(in crate::agent) fn take_advice(&mut self, advice: Advice) {
        self.advice = Some(advice);
    }

    /// What to do next.
    pub(in crate::agent) fn next(&mut self) -> Move {
        match self.advice.take() {
            Some(advice) if advice.is_complete => return Move::Answer,
            Some(advice) => return self.round(advice.steps),
            None => {}
        }
        if let Some(structure) = self.structure.as_ref().filter(|_| !self.is_begun) {
            if self.taken == 0 {
                return Move::Steps(self.structural(structure));
            }
            if structure.is_answered() {
                return Move::Answer;
            }
        }
        if self.is_begun {
            let judgement = Judgement::of(self.best().iter().map(|chosen| &chosen.passage), &self.words);
            self.judgements.push(judgement);
        }
        if self.judgements.len() >= self.limits.rounds || self.is_done() {
            return Move::Answer;
        }
        if self.is_advised && !self.judgements.is_empty() {
            return Move::Consult;
        }
        self.is_begun = true;
        self.round(Vec::new())
    }

    /// The steps that answer a question for structure.
    fn structural(&self, structure: &Structure) -> Vec<Due> {
        let step = |(at, query): (usize, &str)| Due {
            looks_for: Some(LooksFor::Structure(at)),
            ..due(Step::Docql(query.to_owned()), structure.reason(), 1.0)
        };
        structure.queries().map(step).collect()
    }

    /// The steps of a round, those first that were advised.
    fn round(&mut self, advised: Vec<Step>) -> Move {
        let advised = advised.into_iter().map(|step| due(step, ADVISED, 0.9));
        let mut due: Vec<Due> = advised.collect();
        due.extend(self.own_steps().into_iter().map(|due| Due { step: self.scope.narrow(due.step), ..due }));
        let mut asked: HashSet<Step> = HashSet::new();
        due.retain(|due| !self.asked.contains(&due.step) && asked.insert(due.step.clone()));
        // Looking into a file costs next to nothing.
        due.truncate(self.limits.steps + self.likely.len().min(LOOKED_INTO));
        if due.is_empty() {
            return Move::Answer;
        }
        self.asked.extend(due.iter().map(|due| due.step.clone()));
        Move::Steps(due)
    }

    /// The steps of a round by rules.
    fn own_steps(&self) -> Vec<Due> {
        let known = Known {
            analysis: &self.analysis,
            words: &self.words,
            asks: &self.asks,
            done: self.done.as_ref(),
            places: &self.places,
            homes: &self.homes,
            about: &self.about,
            sought: self.sought.as_ref(),
            likely: &self.likely,
            proper: &self.proper,
            features: &self.features,
            keys: &self.keys,
            best: &self.best(),
            missing: self.judgement().missing,
        };
        let mut due = match self.judgements.len() {
            0 => known.first(),
            1 => known.asked(true).chain(known.followed()).collect(),
            _ => known.rewritten(),
        };
        if due.is_empty() && self.judgements.len() == 1 {
            due = known.rewritten();
        }
        due
    }

    /// True if nothing shows these lines yet.
    pub(in crate::agent) fn is_new(&self, passage: &Passage) -> bool {
        !self.evidence.knows(passage)
    }

    /// The passages that answer best together, as many as are judged: how many are shown says nothing about what is there.
    pub(in crate::agent) fn best(&self) -> Vec<Chosen> {
        self.best_of(self.limits.passages.max(JUDGED))
    }

    /// The passages that are shown.
    pub(in crate::agent) fn shown(&self) -> Vec<Chosen> {
        self.best_of(self.limits.passages)
    }

    fn best_of(&self, limit: usize) -> Vec<Chosen> {
        let is_beside_point = |passage: &Passage| {
            self.has_changes()
                || self.is_structural()
                || self.asks.is_settled() && !self.asks.is_named_in(&passage.text)
        };
        let report = self.is_report().then_some(&*self.likely);
        self.evidence.best(
            &self.words,
            limit,
            report,
            &Wanted {
                done: self.done.as_ref(),
                is_for_tests: self.analysis.asks_for_tests() || self.asks.lacks_tests(),
                is_compared: self.analysis.compares_in_words(),
                twins: &self.twins,
                // A pasted text holds names of all kinds.
                names: if self.analysis.text.trim().contains('\n') { &[] } else { &self.analysis.names },
            },
            &is_beside_point,
        )
    }

    /// True if the question asks what has changed, and something has.
    pub(super) fn has_changes(&self) -> bool {
        self.changed.iter().any(|changed| changed.hits > 0)
    }

    /// True if it is no question that is asked: a failure is reported.
    pub(in crate::agent) fn is_report(&self) -> bool {
        self.analysis.report.is_some()
    }

    /// The question, taken apart.
    pub(in crate::agent) fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// True if the question asks for a token, and nothing else.
    pub(super) fn is_about_token(&self) -> bool {
        let keys = self.keys.iter().map(String::as_str);
        let parts: Vec<String> = self.analysis.tokens().chain(keys).flat_map(fold_words).collect();
        let is_beside = |word: &str| is_of_options(word) || !self.keys.is_empty() && is_asking(word);
        self.words.iter().all(|word| parts.contains(&word.written) || is_beside(&word.written))
    }

    /// The words of the question.
    pub(in crate::agent) fn words(&self) -> &[AskedWord] {
        &self.words
    }

    fn is_done(&self) -> bool {
        if self.asks.is_settled() || self.has_changes() && !self.judgements.is_empty() {
            return true;
        }
        let confidence: Vec<f32> = self.judgements.iter().map(Judgement::confidence).collect();
        let is_enough = confidence.len() > 1 && confidence.last().is_some_and(|last| *last >= ENOUGH);
        let raised = |pair: &[f32]| pair[1] - pair[0] > RAISED;
        let is_still = confidence.len() > 2 && !confidence.windows(2).rev().take(2).any(raised);
        is_enough || is_still
    }
}
