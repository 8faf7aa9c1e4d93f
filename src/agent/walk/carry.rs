//! Carries a step out: asks the engine, makes passages of what it found, and tells the machine.

use super::given::{declared_setting, named_setting, setting};
use super::looked::{described, elsewhere, keyed, naming, sought};
use crate::agent::claims::Claim;
use crate::agent::course::machine::Machine;
use crate::agent::course::moves::Taken;
use crate::agent::course::steps::{Due, LooksFor};
use crate::agent::found::StepTaken;
use crate::agent::passages::passage::{Passage, Step};
use crate::agent::passages::reading::{Passages, is_program};
use crate::agent::passages::tested::Nearness;
use crate::agent::question::changes::Change;
use crate::agent::question::packages::{Listing, Shape};
use crate::agent::question::project::checks;
use crate::agent::question::told::Unsure;
use crate::agent::writing::{Consultant, StepOutcome};
use crate::docql;
use crate::document::FormatFamily;
use crate::engine::{self, Question, Reading, Spends, Unanswered};
use crate::indexer::Indexer;
use crate::library::{Library, fold_words};
use crate::search::{AskedWords, Options};
use crate::stdx::Ticket;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Beginnings of names of files that tell of what lies beside them.
const ENTRIES: &[&str] = &["readme", "lib.", "mod.", "__init__.", "index.", "main.", "doc.go", "package-info"];

/// Declarations that are named by what is done that are read, at most.
const MAX_DEEDS: usize = 12;

/// Hits of a step that are read.
pub(in crate::agent) const HITS: usize = 20;

/// Hits of a step where translations of pages are among them, of which [`HITS`] are read.
pub(in crate::agent) const HITS_AMONG_TRANSLATIONS: usize = 100;

/// Hits of a step of which those in sources are read, where a failure is reported.
pub(in crate::agent) const HITS_OF_REPORT: usize = 200;

/// Hits of what is asked of a name that are read, those in sources first.
pub(in crate::agent) const HITS_OF_RELATION: usize = 200;

/// Hits of lines that name a setting that are read.
pub(in crate::agent) const HITS_OF_SETTING: usize = 1_000;

/// What happens on the way to an answer.
#[derive(Clone, Debug)]
pub enum ResearchEvent {
    /// A step has been taken.
    Step(StepTaken),
    /// A sentence of the answer of a model, checked.
    Claim(Claim),
    /// An event of the engine.
    Engine(engine::Event),
}

/// Notes what a model was asked, or would be, for the order of hits.
pub(in crate::agent) fn note_order(answered: &engine::Answer, consultant: Option<&mut Consultant<'_>>) {
    if let (Some(ranked), Some(consultant)) = (&answered.ranked, consultant) {
        consultant.note_order(ranked);
    }
}

/// Takes what is in databases that agents may not read out of an answer, and says which they are.
pub(in crate::agent) fn withhold(workspace: &Indexer, answered: &mut engine::Answer) -> BTreeSet<Arc<str>> {
    let library = Arc::clone(&answered.library);
    let withheld = |found: &docql::Found| {
        let file = library.file(found.item.file()?);
        (!workspace.is_shared_with_agents(file)).then(|| Arc::clone(&file.path))
    };
    let reasons: Vec<Option<Arc<str>>> = answered.items.iter().map(withheld).collect();
    let (mut items, mut hits) = (reasons.iter(), reasons.iter());
    answered.items.retain(|_| items.next().is_none_or(Option::is_none));
    answered.results.hits.retain(|_| hits.next().is_none_or(Option::is_none));
    reasons.into_iter().flatten().collect()
}

/// Makes passages of what a step found, and has the machine take them.
pub(in crate::agent) fn take(
    machine: &mut Machine,
    due: &Due,
    answered: &engine::Answer,
    words: &mut AskedWords,
    consultant: Option<&mut Consultant<'_>>,
) -> StepTaken {
    let mut passages = Passages::new(&answered.library);
    if let Step::Read(place) = &due.step {
        passages.named_line = place.rsplit_once(':').and_then(|(_, line)| line.parse().ok());
    }
    let is_related = matches!(due.looks_for, Some(LooksFor::Part(part)) if !part.is_definition);
    let mut both: Vec<_> = answered.items.iter().zip(&answered.results.hits).collect();
    // What is counted, and what a report names, is all of it.
    let is_of_all = matches!(due.looks_for, Some(LooksFor::Structure(_) | LooksFor::Change(_)));
    if !is_of_all && !matches!(due.step, Step::Read(_)) {
        without_twins(&mut both, machine, &answered.library);
    }
    if !machine.is_report() && machine.analysis().quoted.is_empty() {
        // Nobody can read what is quoted of them.
        both.retain(|(found, _)| !passages.is_minified(found));
    }
    if !is_of_all && !machine.is_report() && !checks::is_asked_for(&machine.analysis().text) {
        // What machines check a project with is no setting of it, and no guide to it.
        match due.is_for_setting() {
            true => both.retain(|(_, hit)| !checks::is_aside(&hit.path)),
            false => both.sort_by_key(|(_, hit)| checks::is_aside(&hit.path)),
        }
    }
    if machine.is_report() || is_related {
        let is_of_program =
            |found: &docql::Found| found.item.file().is_some_and(|file| is_program(answered.library.file(file)));
        // What is sure comes before what only a name tells, and the program before its tests, in one file too.
        both.sort_by_key(|(found, _)| {
            let is_of_tests = !is_of_program(found) || is_related && passages.is_test(found);
            (is_related && found.by_name(), is_of_tests)
        });
    }
    let tested = match due.looks_for {
        Some(LooksFor::Part(part)) if is_related => machine.tested(part).map(str::to_owned),
        _ => None,
    };
    if let Some(name) = &tested {
        Nearness::to(name, &answered.library).sort(&mut both);
    }
    let mut is_sure = false;
    let first = both.iter().copied().take(HITS);
    let mut found: Vec<Passage> = match &due.looks_for {
        Some(LooksFor::Token(token)) => described(token, false, &both, &mut passages, words),
        Some(LooksFor::Described(name)) => {
            let mut found = described(name, false, &both, &mut passages, words);
            found.retain(|passage| !passage.is_of_program());
            found
        }
        Some(LooksFor::Option(name)) => described(name, true, &both, &mut passages, words),
        Some(LooksFor::Key(key)) => keyed(key, &both, &mut passages, words),
        Some(LooksFor::Sought(looks)) => match machine.sought() {
            Some(asked) => {
                let (found, sure) = sought(asked, *looks, &both, &mut passages, words);
                is_sure = sure;
                found
            }
            None => Vec::new(),
        },
        Some(LooksFor::Default) => setting(&both, &mut passages, words),
        Some(LooksFor::Setting(name)) => named_setting(name, &both, &mut passages, words),
        Some(LooksFor::Declared(name)) => {
            let (found, sure) = declared_setting(name, &both, &mut passages, words);
            is_sure = sure;
            found
        }
        Some(LooksFor::Structure(at)) => parts(machine.shown_as(*at), &both, &mut passages, words),
        Some(LooksFor::Naming(name)) => naming(name, &both, &mut passages, words),
        Some(LooksFor::Deed) => deeds(&both, &mut passages, words),
        Some(LooksFor::PartOfName(_) | LooksFor::Itself(_) | LooksFor::Feature(_)) => Vec::new(),
        Some(LooksFor::Change(change)) => changed(*change, first, &mut passages, words),
        _ if is_related => {
            let related = |(found, hit): (&docql::Found, &docql::Hit)| {
                let mut passage = passages.related(found, hit, words)?;
                if tested.is_some() {
                    passages.show_from_head(&mut passage, found);
                }
                Some(passage)
            };
            first.filter_map(related).collect()
        }
        _ => first.filter_map(|(found, hit)| passages.of(found, hit, words)).collect(),
    };
    let has_order =
        is_related || matches!(due.looks_for, Some(LooksFor::Change(_))) || due.is_for_token() || due.is_for_setting();
    let has_order =
        has_order || matches!(due.looks_for, Some(LooksFor::Deed | LooksFor::Naming(_) | LooksFor::Structure(_)));
    if !answered.results.ranked && !has_order {
        // What a query yields has no order of its own: what holds more of the question comes first.
        found.sort_by(|a, b| words.weight(b.held).total_cmp(&words.weight(a.held)));
    }
    if matches!(due.looks_for, Some(LooksFor::Project { .. })) {
        // What lies on top is of the whole project.
        found.sort_by_key(|passage| passage.path.matches('/').count());
    }
    if let Some(consultant) = consultant {
        let new = found.iter().filter(|passage| machine.is_new(passage)).cloned().collect();
        consultant.note(StepOutcome { step: due.step.clone(), hits: answered.results.total, new });
    }
    let beside = match due.looks_for {
        Some(LooksFor::Feature(_)) => elsewhere(&both, answered.results.total, &mut passages),
        _ => None,
    };
    let hits = if beside.is_some() { 0 } else { answered.results.total };
    let count = |is_meant: fn(&docql::Found) -> bool| answered.items.iter().filter(|found| is_meant(found)).count();
    let unsure = Unsure { by_name: count(docql::Found::by_name), dispatched: count(docql::Found::is_dispatched) };
    let remarks = match due.looks_for {
        Some(LooksFor::Feature(_)) => beside.unwrap_or_default(),
        Some(LooksFor::Change(_)) => answered.results.hits.iter().map(|hit| hit.path.to_string()).collect(),
        Some(LooksFor::Part(part)) if hits == 0 => {
            // A language that is not read may declare it.
            let name = machine.name_of(part);
            let unread = name
                .and_then(|name| docql::unread_declaration(name, &answered.library, &Ticket::forever()).ok().flatten());
            remarks(answered).into_iter().chain(unread).collect()
        }
        _ => remarks(answered),
    };
    let notes = &answered.results.notes[..];
    let listed = match due.looks_for {
        Some(LooksFor::Structure(_)) => both.iter().map(|(_, hit)| listing(hit)).collect(),
        _ => Vec::new(),
    };
    let new = machine.take(due, Taken { hits, is_sure, unsure, passages: found, remarks: &remarks, notes, listed });
    StepTaken { step: due.step.clone(), reason: due.reason.clone(), hits, new }
}

/// A find of a query for structure: the name of a declaration or a key, else what its text begins with.
fn listing(hit: &docql::Hit) -> Listing {
    let is_key = hit.name.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '@' | '_'));
    let text = if is_key { &hit.name } else { &hit.snippet };
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '@' | '/' | '.' | '-' | '_' | ':');
    let name = text.trim_start_matches(|c: char| !is_of_name(c)).split(|c: char| !is_of_name(c)).next();
    let name = name.unwrap_or_default().to_owned();
    Listing { path: Arc::clone(&hit.path), name, title: hit.name.clone(), text: text_of(hit) }
}

fn text_of(hit: &docql::Hit) -> String {
    if hit.snippet.is_empty() { hit.name.to_string() } else { hit.snippet.to_string() }
}

/// Passages of parts of the structure of a workspace, what tells of the others first.
fn parts(
    (shape, says): (Shape, String),
    found: &[(&docql::Found, &docql::Hit)],
    passages: &mut Passages<'_>,
    words: &mut AskedWords,
) -> Vec<Passage> {
    let mut found = found.to_vec();
    // A README, and the file that a package or a module begins with, tell of the files beside them.
    let rank = |hit: &docql::Hit| {
        let name = hit.path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
        (!ENTRIES.iter().any(|entry| name.starts_with(entry)), hit.path.matches('/').count())
    };
    if shape == Shape::Files {
        found.sort_by_key(|(_, hit)| rank(hit));
    }
    let mut kept: Vec<Passage> = Vec::new();
    for (found, hit) in found {
        if shape == Shape::Files && kept.iter().any(|known| known.path == hit.path) {
            continue;
        }
        if let Some(last) = kept.last_mut().filter(|last| shape == Shape::Runs && last.is_followed_by(hit)) {
            passages.widen(last, found, hit);
            continue;
        }
        let Some(mut passage) = passages.related(found, hit, words).filter(|_| kept.len() < HITS) else { continue };
        if shape == Shape::Runs {
            passage.end_line = passage.line;
            passages.widen(&mut passage, found, hit);
        }
        kept.push(passage);
    }
    for related in kept.iter_mut().filter_map(|passage| passage.related.as_mut()) {
        (related.asked, related.says) = (usize::MAX, says.clone());
    }
    kept
}

/// The declarations of the program whose names say most of what is done, and little else.
fn deeds(found: &[(&docql::Found, &docql::Hit)], passages: &mut Passages<'_>, words: &mut AskedWords) -> Vec<Passage> {
    let mut named: Vec<(f32, usize, usize)> = Vec::new();
    for (at, (found, hit)) in found.iter().enumerate() {
        if (hit.kind.is_function() || hit.kind.is_class()) && passages.is_program(found) {
            let held = words.held(&format!("{} {}", hit.name, hit.context));
            named.push((words.weight(held), fold_words(&hit.name).len(), at));
        }
    }
    named.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let best = named.iter().take(MAX_DEEDS);
    best.filter_map(|(.., at)| passages.of(found[*at].0, found[*at].1, words)).collect()
}

/// The heads of what has changed, or the calls of it.
fn changed<'f>(
    change: Change,
    found: impl Iterator<Item = (&'f docql::Found, &'f docql::Hit)>,
    passages: &mut Passages<'_>,
    words: &mut AskedWords,
) -> Vec<Passage> {
    let mut all: Vec<Passage> = found.filter_map(|(found, hit)| passages.related(found, hit, words)).collect();
    for related in all.iter_mut().filter_map(|passage| passage.related.as_mut()) {
        (related.asked, related.says) = (usize::MAX, change.says().to_owned());
    }
    // Of a file what has changed in it is shown, and what has no functions by its beginning.
    all.retain(|passage| change != Change::Files || !passage.is_source);
    all
}

/// Leaves out pages of which another translation, or another version, is meant: in a language that nobody asks in, and
/// where the one that is meant was found as well.
fn without_twins(found: &mut Vec<(&docql::Found, &docql::Hit)>, machine: &Machine, library: &Library) {
    let twins = &machine.twins;
    found.retain(|(_, hit)| !twins.is_foreign(&hit.path, library));
    let is_document = |found: &docql::Found| {
        found.item.file().is_some_and(|file| library.file(file).format.family != FormatFamily::Code)
    };
    let documents = found.iter().filter(|(found, _)| is_document(found)).map(|(_, hit)| &hit.path);
    let beside = twins.beside(documents);
    found.retain(|(_, hit)| !beside.contains(&hit.path));
}

/// What an answer says of itself, and not of the workspace.
fn remarks(answered: &engine::Answer) -> Vec<String> {
    let unreached: Vec<String> =
        answered.library.unreached().map(|skipped| format!("{}: {}", skipped.path, skipped.reason)).collect();
    answered.results.notes.iter().filter(|note| !unreached.contains(note)).cloned().collect()
}

/// What the engine answers to a step.
pub(in crate::agent) fn answer(
    workspace: &Indexer,
    step: &Step,
    (hits, spends): (usize, Spends),
    ticket: &Ticket,
    on_event: &(dyn Fn(ResearchEvent) + Sync),
) -> Result<engine::Answer, Unanswered> {
    let reading = match step {
        Step::Words(_) => Reading::Words,
        Step::Docql(_) => Reading::Docql,
        Step::Read(_) => Reading::Reference,
    };
    // A picture is no passage that could be quoted.
    let search = Options { looks_at_pictures: false, ..Options::default() };
    let question = Question { spends, search, ..Question::in_report(step.text(), reading, hits, (true, false)) };
    engine::answer(workspace, &question, ticket, &|event| on_event(ResearchEvent::Engine(event)))
}
