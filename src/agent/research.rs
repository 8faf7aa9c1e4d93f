//! Carries out the steps of the machine, and makes the answer of what they found.

use super::evidence::Chosen;
use super::judge::Judgement;
use super::machine::{Due, Limits, Machine};
use super::passage::{Passage, Step};
use super::passages::{Passages, lines};
use super::question::Analysis;
use crate::engine::{self, Question, Reading, Unanswered};
use crate::indexer::Indexer;
use crate::library::Library;
use crate::search::{self, AskedWords};
use crate::stdx::{Ticket, counted};
use std::sync::Arc;

/// Hits of a step that are read.
const HITS: usize = 20;

/// What happens on the way to an answer.
#[derive(Clone, Debug)]
pub enum Event {
    /// A step has been taken.
    Step(StepTaken),
    /// An event of the engine.
    Engine(engine::Event),
}

/// A step, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct StepTaken {
    /// The step.
    pub step: Step,
    /// Why it was taken.
    pub reason: String,
    /// Hits in all.
    pub hits: usize,
    /// Passages that no step before had found.
    pub new: usize,
}

/// A passage that is cited.
#[derive(Clone, Debug, PartialEq)]
pub struct Citation {
    /// The passage.
    pub passage: Passage,
    /// The number of the step that found it, from 0.
    pub step: usize,
}

/// What research found.
#[derive(Clone, Debug)]
pub struct Research {
    /// The question.
    pub question: String,
    /// False if nothing here answers it: the citations are what comes nearest.
    pub is_answered: bool,
    /// How sure that is.
    pub judgement: Judgement,
    /// The passages that answer it, best first.
    pub citations: Vec<Citation>,
    /// Words of the question that are nowhere in the workspace.
    pub nowhere: Vec<String>,
    /// Words of the question that no citation holds.
    pub missing: Vec<String>,
    /// The steps that were taken.
    pub steps: Vec<StepTaken>,
    /// What it was found in.
    pub library: Arc<Library>,
    /// Addresses of the services that got the question, or passages, for their vectors or their order.
    pub services: Vec<String>,
}

/// Passages that are shown where nothing answers: what comes nearest.
const NEAREST: usize = 3;

/// What is said beside an answer that no model has written.
const VERBATIM: &str = "word for word; no model";

impl Research {
    /// The passages that are shown: all that answer, else the nearest.
    pub fn shown(&self) -> &[Citation] {
        let all = &self.citations;
        if self.is_answered { all } else { &all[..all.len().min(NEAREST)] }
    }

    /// The sentence above the passages.
    pub fn heading(&self) -> String {
        if self.is_answered {
            let sent = match &self.services[..] {
                [] => ", nothing sent".to_owned(),
                services => format!("; words went to {}", services.join(" and ")),
            };
            return format!("{}, {VERBATIM}{sent}", counted(self.citations.len(), "passage"));
        }
        let nowhere = quoted_list(&self.nowhere);
        match (self.citations.is_empty(), nowhere.is_empty()) {
            (true, true) => "not found here".to_owned(),
            (true, false) => format!("not found here: nothing says {nowhere}"),
            (false, true) => "not found here: no passage holds enough of the question; the nearest are".to_owned(),
            (false, false) => format!("not found here: nothing says {nowhere}; the nearest are"),
        }
    }

    /// What the answer does not account for.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        if self.is_answered && !self.nowhere.is_empty() {
            remarks.push(format!("not found here: {}", quoted_list(&self.nowhere)));
        }
        if !self.missing.is_empty() {
            remarks.push(format!("in no passage: {}", quoted_list(&self.missing)));
        }
        if self.shown().iter().any(|citation| citation.passage.is_stale) {
            remarks.push("a file has changed meanwhile: ask once more".to_owned());
        }
        remarks
    }
}

fn quoted_list(words: &[String]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ")
}

/// Looks for what answers `text` in `workspace`. `on_event` is called from several threads.
///
/// # Errors
/// If the ticket goes stale, or the files have not been listed.
pub fn research(
    workspace: &Indexer,
    text: &str,
    limits: Limits,
    ticket: &Ticket,
    on_event: &(dyn Fn(Event) + Sync),
) -> Result<Research, Unanswered> {
    // The question comes first: what it needs is indexed then, and its words can be weighed.
    let whole = Step::Words(text.to_owned());
    let mut first = Some(answer(workspace, &whole, ticket, on_event)?);
    let library = first.as_ref().map_or_else(|| workspace.library(), |answer| Arc::clone(&answer.library));
    let mut words = asked_words(text, &library);
    let mut machine = Machine::new(Analysis::of(text), words.words.clone(), limits);
    let mut steps = Vec::new();
    loop {
        let round = machine.next();
        if round.is_empty() {
            break;
        }
        for due in round {
            let answered = match first.take().filter(|_| due.step == whole) {
                Some(answered) => answered,
                None => match answer(workspace, &due.step, ticket, on_event) {
                    // A name that cannot be asked for is no reason to stop.
                    Err(Unanswered::Invalid(_)) => continue,
                    answered => answered?,
                },
            };
            let taken = take(&mut machine, &due, &answered, &mut words);
            on_event(Event::Step(taken.clone()));
            steps.push(taken);
        }
    }
    let mut research = concluded(text, &machine, steps, workspace.library());
    research.services = services(workspace);
    Ok(research)
}

/// The addresses that a search of the workspace sends words to.
fn services(workspace: &Indexer) -> Vec<String> {
    let embedder = workspace.embeddings().and_then(|embeddings| Some(embeddings.endpoint()?.address().to_owned()));
    let reranker = workspace.reranker().map(|reranker| reranker.address().to_owned());
    embedder.into_iter().chain(reranker).collect()
}

/// What "how" asks for the measure of: of an answer only the measure is expected, not the word.
const MEASURED: &[&str] = &[
    "big",
    "close",
    "deep",
    "early",
    "far",
    "fast",
    "frequently",
    "high",
    "large",
    "late",
    "long",
    "many",
    "much",
    "often",
    "old",
    "quickly",
    "slow",
    "small",
    "soon",
    "wide",
];

/// `text` without the words that "how" makes part of the question word.
fn without_measures(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        let is_measured = kept.last().is_some_and(|before| before.eq_ignore_ascii_case("how"))
            && MEASURED.iter().any(|measured| measured.eq_ignore_ascii_case(word));
        if !is_measured {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// The words of a question, those in quotes too.
fn asked_words(text: &str, library: &Library) -> AskedWords {
    let request = search::read(&without_measures(text));
    let quoted = request.phrases.iter().flat_map(|phrase| phrase.split_whitespace()).map(str::to_owned);
    let terms: Vec<String> = request.terms.iter().cloned().chain(quoted).collect();
    AskedWords::of(&terms, library)
}

/// The passages of one search for `text`, best first: what research has to be better than.
///
/// # Errors
/// If the ticket goes stale, or the files have not been listed.
pub fn searched(workspace: &Indexer, text: &str, limit: usize, ticket: &Ticket) -> Result<Vec<Passage>, Unanswered> {
    let answered = answer(workspace, &Step::Words(text.to_owned()), ticket, &|_| {})?;
    let mut words = asked_words(text, &answered.library);
    let mut passages = Passages::new(&answered.library);
    let both = answered.items.iter().zip(&answered.results.hits).take(limit);
    Ok(both.filter_map(|(found, hit)| passages.of(found, hit, &mut words)).collect())
}

fn take(machine: &mut Machine, due: &Due, answered: &engine::Answer, words: &mut AskedWords) -> StepTaken {
    let mut passages = Passages::new(&answered.library);
    let both = answered.items.iter().zip(&answered.results.hits);
    let mut found: Vec<Passage> = both.take(HITS).filter_map(|(found, hit)| passages.of(found, hit, words)).collect();
    if !answered.results.ranked {
        // What a query yields has no order of its own: what holds more of the question comes first.
        found.sort_by(|a, b| words.weight(b.held).total_cmp(&words.weight(a.held)));
    }
    let new = machine.take(due, answered.results.total, found);
    StepTaken { step: due.step.clone(), reason: due.reason.clone(), hits: answered.results.total, new }
}

fn answer(
    workspace: &Indexer,
    step: &Step,
    ticket: &Ticket,
    on_event: &(dyn Fn(Event) + Sync),
) -> Result<engine::Answer, Unanswered> {
    let reading = match step {
        Step::Words(_) => Reading::Words,
        Step::Docql(_) => Reading::Docql,
    };
    let question = Question::in_report(step.text(), reading, HITS, (true, false));
    engine::answer(workspace, &question, ticket, &|event| on_event(Event::Engine(event)))
}

/// The answer: the best passages, each compared with its file once more.
fn concluded(text: &str, machine: &Machine, steps: Vec<StepTaken>, library: Arc<Library>) -> Research {
    let judgement = machine.judgement();
    let mut citations = Vec::new();
    for Chosen { mut passage, step, is_joined } in machine.best() {
        let file = library.find(&passage.path);
        passage.is_stale = file.is_none_or(|file| !library.is_current(file));
        if is_joined && let Some(text) = file.and_then(|file| lines(&library, file, passage.line..=passage.end_line)) {
            passage.text = text;
        }
        citations.push(Citation { passage, step });
    }
    let words = machine.words();
    let missing = words.iter().enumerate().filter(|(at, word)| judgement.missing >> at & 1 == 1 && !word.is_nowhere);
    let mut nowhere = machine.absent();
    let others = words.iter().filter(|word| word.is_nowhere && !nowhere.contains(&word.written));
    let others: Vec<String> = others.map(|word| word.written.clone()).collect();
    nowhere.extend(others);
    Research {
        question: text.to_owned(),
        is_answered: !citations.is_empty() && machine.is_answered(),
        nowhere,
        missing: missing.map(|(_, word)| word.written.clone()).collect(),
        judgement,
        citations,
        steps,
        library,
        services: Vec::new(),
    }
}
