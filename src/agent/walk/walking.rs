//! The walk of the machine through a workspace: a first search, then step by step until it has enough.

use super::carry::{
    HITS, HITS_AMONG_TRANSLATIONS, HITS_OF_RELATION, HITS_OF_REPORT, HITS_OF_SETTING, ResearchEvent, answer,
    note_order, take, withhold,
};
use crate::agent::course::inquiry::{Inquiry, With};
use crate::agent::course::machine::Machine;
use crate::agent::course::moves::Move;
use crate::agent::course::scope::{Scope, without_repositories};
use crate::agent::course::steps::{Due, LooksFor};
use crate::agent::found::StepTaken;
use crate::agent::passages::asked::asked_words;
use crate::agent::passages::passage::{Passage, Step};
use crate::agent::passages::reported::{likely_files, named_places};
use crate::agent::passages::twins::Twins;
use crate::agent::question::packages::Structure;
use crate::agent::question::project::itself;
use crate::agent::question::references::matter_of;
use crate::agent::question::settings::keys;
use crate::agent::question::{Analysis, features, proper, thrown};
use crate::agent::writing::Consultant;
use crate::engine::{Answer, Spends, Unanswered};
use crate::indexer::Indexer;
use crate::library::{Library, NamePart};
use crate::search::{self, AskedWords};
use crate::stdx::Ticket;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where it is walked, and who hears of it.
#[derive(Clone, Copy)]
pub(in crate::agent) struct Ground<'a> {
    pub workspace: &'a Indexer,
    pub ticket: &'a Ticket,
    pub on_event: &'a (dyn Fn(ResearchEvent) + Sync),
}

/// A question on its way.
pub(in crate::agent) struct Walk<'a> {
    ground: Ground<'a>,
    text: &'a str,
    /// The search for the whole question, and the same in the repositories that were chosen.
    whole: Step,
    narrowed: Step,
    /// What the first search has found, until it is taken.
    first: Option<Answer>,
    hits: usize,
    spends: Spends,
    pub scope: Scope,
    pub machine: Machine,
    pub words: AskedWords,
    pub steps: Vec<StepTaken>,
    /// Where places that the question names stand now.
    pub moved: Vec<String>,
    /// Files that are not shown to a model.
    pub kept_back: BTreeSet<Arc<str>>,
}

impl<'a> Walk<'a> {
    /// Asks the whole question once: what it needs is indexed then, and its words can be weighed.
    pub fn begin(
        text: &'a str,
        inquiry: &Inquiry<'_>,
        ground: Ground<'a>,
        consultant: Option<&mut Consultant<'_>>,
    ) -> Result<Walk<'a>, Unanswered> {
        let mut matter = matter_of(text);
        let mut whole = Step::Words(matter.clone().into_owned());
        let mut hits = if Analysis::of(text).report.is_some() { HITS_OF_REPORT } else { HITS };
        let spends = match inquiry.with {
            With::Rules => Spends::Nothing,
            With::Models(_) => Spends::Tokens,
            With::DryRun(_) => Spends::Shown,
        };
        let mut first = ground.ask(&whole, (hits, spends))?;
        note_order(&first, consultant);
        let library = Arc::clone(&first.library);
        let message = thrown::message(text).filter(|(name, _)| !is_declared(name, &library));
        if let Some((_, message)) = message {
            // Any program throws what a language brings along: the message is what this one says.
            (matter, whole) = (Cow::Borrowed(message), Step::Words(message.to_owned()));
            first = ground.ask(&whole, (hits, spends))?;
        }
        let twins = Twins::of(text);
        let are_foreign = first.results.hits.iter().filter(|hit| twins.is_foreign(&hit.path, &library)).count();
        if are_foreign > 0 && hits == HITS {
            // Translations of pages are left out below: others stand behind them.
            hits = HITS_AMONG_TRANSLATIONS;
            first = ground.ask(&whole, (hits, spends))?;
        }
        let scope = Scope::of(&search::read(text), &library, &first.items, ground.workspace.golden());
        let narrowed = scope.narrow(whole.clone());
        // In all repositories it has found which to look in; there it is asked again.
        let first = Some(first).filter(|_| narrowed == whole);
        let words = asked_words(&matter, &library);
        let analysis = Analysis::of(&without_repositories(message.map_or(text, |(_, message)| message)));
        let mut machine = Machine::new(analysis, scope.clone(), words.words.clone(), inquiry.limits);
        machine.note_project(scope.homes(&library), &itself::names(&library));
        machine.note_marked(&library);
        let mut moved = Vec::new();
        if machine.is_report() {
            let named = named_places(text, &library);
            machine.note_places(named.places);
            moved = named.moved;
            machine.note_likely(likely_files(text, &library, ground.ticket));
        }
        machine.note_structure(Structure::of(&without_repositories(text), &library));
        machine.note_proper(proper::rare(machine.analysis(), &words.words, &library));
        machine.note_features(
            features::names(machine.analysis(), &library),
            features::nowhere(machine.analysis(), &library),
        );
        machine.note_keys(keys::of(machine.analysis(), &library));
        let (steps, kept_back) = (Vec::new(), BTreeSet::new());
        Ok(Walk { ground, text, whole, narrowed, first, hits, spends, scope, machine, words, steps, moved, kept_back })
    }

    /// Carries out what the machine asks for, until it asks for nothing more.
    pub fn go(&mut self, consultant: &mut Option<Consultant<'_>>) -> Result<(), Unanswered> {
        loop {
            self.machine.be_advised(consultant.as_ref().is_some_and(Consultant::is_asked));
            match (self.machine.next(), &mut *consultant) {
                (Move::Steps(round), _) => {
                    round.into_iter().try_for_each(|due| self.step(&due, consultant.as_mut()))?;
                }
                (Move::Consult, Some(consultant)) => {
                    let best = self.machine.best();
                    let passages: Vec<&Passage> = best.iter().map(|chosen| &chosen.passage).collect();
                    let told: Vec<String> = self.steps.iter().map(StepTaken::told).collect();
                    let advice = consultant.advise(self.text, &passages, &told, self.ground.ticket)?;
                    self.machine.take_advice(advice);
                }
                (Move::Consult | Move::Answer, _) => return Ok(()),
            }
        }
    }

    fn step(&mut self, due: &Due, mut consultant: Option<&mut Consultant<'_>>) -> Result<(), Unanswered> {
        let mut answered = match self.first.take().filter(|_| due.step == self.whole) {
            Some(answered) => answered,
            None => {
                // What is paid for is the order of what answers the question itself.
                let spends = if due.step == self.narrowed { self.spends } else { Spends::Nothing };
                let answered = match self.ground.ask(&due.step, (self.hits_of(due), spends)) {
                    // A name that cannot be asked for is no reason to stop.
                    Err(Unanswered::Invalid(_)) => return Ok(()),
                    answered => answered?,
                };
                note_order(&answered, consultant.as_deref_mut());
                answered
            }
        };
        if consultant.is_some() {
            self.kept_back.extend(withhold(self.ground.workspace, &mut answered));
        }
        let taken = take(&mut self.machine, due, &answered, &mut self.words, consultant);
        (self.ground.on_event)(ResearchEvent::Step(taken.clone()));
        self.steps.push(taken);
        Ok(())
    }

    /// Hits that are read of a step.
    fn hits_of(&self, due: &Due) -> usize {
        match due.looks_for {
            Some(
                LooksFor::Setting(_)
                | LooksFor::Declared(_)
                | LooksFor::Key(_)
                | LooksFor::Sought(_)
                | LooksFor::Deed
                | LooksFor::Structure(_),
            ) => HITS_OF_SETTING,
            Some(LooksFor::PartOfQuestion | LooksFor::Sides) | None => self.hits,
            Some(_) => HITS_OF_RELATION,
        }
    }
}

impl Ground<'_> {
    fn ask(&self, step: &Step, reads: (usize, Spends)) -> Result<Answer, Unanswered> {
        answer(self.workspace, step, reads, self.ticket, self.on_event)
    }
}

/// True if something of the workspace is declared by this name.
fn is_declared(name: &str, library: &Library) -> bool {
    let mut is_declared = false;
    library.nodes_named(&name.to_lowercase(), NamePart::Whole, |_| {
        is_declared = true;
        false
    });
    is_declared
}
