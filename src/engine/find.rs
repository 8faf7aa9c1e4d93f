//! The third stage: a plan or words → what they find in a library.

use super::lines;
use super::question::{Audience, Order, Question, counted};
use super::read::{Asked, Words};
use crate::docql::{self, Item, Lacks, Outcome};
use crate::indexer::Indexer;
use crate::library::{FileId, Library};
use crate::search::{self, Asking, Chosen, Mode, Options, Ranked, Request, Reranked, Seeker, Wish};
use crate::stdx::{Stale, Ticket};
use std::collections::HashMap;
use std::sync::Arc;

/// Hits ranked at most to find out how many can be shown.
pub(super) const MAX_DEPTH: usize = 50_000;

/// Hits that warming looks for: a screenful.
const WARM_HITS: usize = 60;

/// What a library holds, before it is put in order.
pub(super) enum Matches {
    Outcome(Outcome),
    /// What a reference names, and the file it is in.
    Referred(Outcome, Option<FileId>),
    Ranking(Box<Ranking>),
}

/// What a question found, in order.
pub(super) struct Findings {
    pub outcome: Outcome,
    /// Items before kind and format were applied.
    pub before: usize,
    pub ranking: Option<Box<Ranking>>,
}

/// What a search for words found.
#[derive(Default)]
pub(super) struct Ranking {
    pub ranked: Ranked,
    /// Hits in all, as far as counted.
    pub total: usize,
    /// Whether there are more.
    pub at_least: bool,
    pub reranked: Reranked,
    /// The repositories that were looked in, if they were chosen.
    pub chosen: Option<Chosen>,
}

impl Findings {
    pub(super) fn of(outcome: Outcome) -> Findings {
        Findings { before: outcome.items.len(), outcome, ranking: None }
    }
}

impl Matches {
    /// What the answer depends on that is not indexed.
    pub(super) fn lacks(&self) -> Option<&Lacks> {
        match self {
            Matches::Outcome(outcome) => Some(&outcome.lacks).filter(|lacks| !lacks.is_empty()),
            Matches::Referred(..) | Matches::Ranking(_) => None,
        }
    }

    /// What would make the answer better, if something had to be indexed for it.
    pub(super) fn wish(&self, library: &Library) -> Option<Wish> {
        match self {
            Matches::Outcome(_) => None,
            Matches::Referred(_, file) => {
                let unread = file.filter(|file| !library.is_indexed(*file));
                unread.map(|file| Wish::Files(vec![Arc::clone(&library.file(file).path)]))
            }
            Matches::Ranking(ranking) => search::wish(&ranking.ranked, library),
        }
    }
}

/// Ranks `request` in what is indexed, its vector included: evaluation looks at ranks, not at rows.
///
/// # Errors
/// [`Stale`] if the ticket is.
pub fn rank(
    workspace: &Indexer,
    request: &Request,
    options: &Options,
    limit: usize,
    ticket: &Ticket,
) -> Result<Ranked, Stale> {
    let library = workspace.library();
    let settled = search::settled(request, &library, options, ticket);
    let request = settled.as_ref().unwrap_or(request);
    let meant = search::meant(request, options, &library, workspace.embeddings(), Asking::Now, ticket)?;
    let pictures = workspace.picture_embeddings();
    let pictured = search::pictured(request, options, &library, pictures, Asking::Now, ticket)?;
    let options = Options { meant, pictured, ..options.clone() };
    let ranked = search::run(request, &library, &options, limit, ticket);
    ticket.check()?;
    Ok(ranked)
}

/// Reads the pages of a saved index that a first search for words touches.
///
/// # Errors
/// [`Stale`] if the ticket is.
pub fn warm(library: &Library, ticket: &Ticket) -> Result<(), Stale> {
    // Of words of one letter no channel leaves anything out.
    search::run(&search::read("a"), library, &Options::of(Mode::Keyword), WARM_HITS, ticket);
    ticket.check()?;
    library.count_vectors(ticket)
}

impl Asked {
    /// Finds what `library` holds. `grow` is called with what the first files brought, files done, and files in all.
    pub(super) fn find(
        &self,
        library: &Library,
        question: &Question,
        ticket: &Ticket,
        grow: &dyn Fn(&Outcome, usize, usize),
    ) -> Result<Matches, Stale> {
        match self {
            Asked::Docql(plan) => docql::run_with_progress(plan, library, ticket, grow).map(Matches::Outcome),
            Asked::Reference(text) => {
                let reference = docql::Reference::read(text, library);
                let items = reference.as_ref().map(|reference| reference.find(library)).unwrap_or_default();
                let outcome = Outcome { items: items.into(), ..Outcome::default() };
                Ok(Matches::Referred(outcome, reference.map(|reference| reference.file)))
            }
            Asked::Words(words) => {
                let ranking = words.ranked(library, question, ticket);
                // A search that was told to stop answers with a part: it must not look like a whole one.
                ticket.check()?;
                Ok(Matches::Ranking(Box::new(ranking)))
            }
        }
    }

    /// Puts what was found in the order the question asks for, and leaves out what it does not ask for.
    pub(super) fn order(
        &self,
        found: Matches,
        (workspace, library): (&Indexer, &Library),
        question: &Question,
        ticket: &Ticket,
    ) -> Result<Findings, Stale> {
        let mut findings = match (found, self) {
            (Matches::Outcome(outcome) | Matches::Referred(outcome, _), _) => Findings::of(outcome),
            (Matches::Ranking(mut ranking), Asked::Words(words)) => {
                let is_shared = |file: FileId| workspace.is_shared_with_agents(library.file(file));
                let (ranked, request) = (&mut ranking.ranked, &words.request);
                ranking.reranked = search::rerank(ranked, request, library, &words.judge, &is_shared, ticket)?;
                let items = search::items(&ranking.ranked);
                let items = if question.is_on_screen() { by_file(items) } else { items };
                let notes = ranking.chosen.iter().map(Chosen::told).collect();
                let outcome = Outcome { items: items.into(), notes, ..Outcome::default() };
                Findings { ranking: Some(ranking), ..Findings::of(outcome) }
            }
            (Matches::Ranking(_), Asked::Docql(_) | Asked::Reference(_)) => Findings::of(Outcome::default()),
        };
        findings.outcome = narrowed(findings.outcome, question, library);
        let seeker = match self {
            Asked::Words(words) => Some(words.seeker()),
            Asked::Docql(plan) => plan.searched().map(|it| Seeker::new(&search::read(it), &Options::of(Mode::Keyword))),
            Asked::Reference(_) => None,
        };
        if let Some(seeker) = seeker {
            let mut items: Vec<docql::Found> = std::mem::take(&mut findings.outcome.items).into();
            lines::look_up(&mut items, &seeker, library, question.limit, ticket)?;
            findings.outcome.items = items.into();
        }
        Ok(findings)
    }

    /// Lets the reranker be asked from now on.
    pub(super) fn ask_reranker(&mut self) {
        if let Asked::Words(words) = self {
            words.judge.asking = Asking::Now;
        }
    }
}

impl Words {
    /// Finds in a hit what made it one.
    pub(super) fn seeker(&self) -> Seeker {
        Seeker::new(&self.request, &self.options)
    }

    /// Ranks as deep as the audience looks. Channels count what they find before pieces of one section are joined and
    /// kinds are left out, so where that leaves too little for a screen all of it is ranked: what is counted can be
    /// shown.
    fn ranked(&self, library: &Library, question: &Question, ticket: &Ticket) -> Ranking {
        let chosen = self.chosen(library, ticket);
        let narrowed = chosen.as_ref().map(|chosen| chosen.narrow(&self.request));
        let request = narrowed.as_ref().unwrap_or(&self.request);
        let run = |limit| search::run(request, library, &self.options, limit, ticket);
        let limit = question.depth;
        let mut ranked = run(limit);
        let mut deep = limit;
        if question.is_on_screen() && !ranked.is_whole && ranked.hits.len() < limit {
            deep = ranked.total.clamp(limit, limit.max(MAX_DEPTH));
            ranked = run(deep);
        }
        let at_least = !ranked.is_whole && ranked.hits.len() >= deep;
        // Where there are too many to be counted, that is all there is to say.
        let least = if at_least { ranked.least.min(counted(limit)) } else { 0 };
        let total = ranked.hits.len().max(least);
        if matches!(question.audience, Audience::Screen { .. }) {
            ranked.hits.truncate(limit);
        }
        Ranking { ranked, total, at_least, reranked: Reranked::default(), chosen }
    }

    /// The repositories to look in, where that is left to docql.
    fn chosen(&self, library: &Library, ticket: &Ticket) -> Option<Chosen> {
        if !self.request.facets.repo.iter().any(|value| value == search::AUTO) {
            return None;
        }
        let ranked = search::run(&self.request, library, &self.options, Chosen::HITS, ticket);
        let items = search::items(&ranked);
        let hits: Vec<FileId> = items.iter().filter_map(|found| found.item.file()).collect();
        search::choose(&self.request, library, &hits, &self.golden)
    }
}

/// Hits of one file together, where the best of them stands.
fn by_file(items: Vec<docql::Found>) -> Vec<docql::Found> {
    let mut order: HashMap<u32, usize> = HashMap::new();
    let mut keyed: Vec<(usize, docql::Found)> = Vec::with_capacity(items.len());
    for found in items {
        let file = found.item.file().map_or(u32::MAX, |file| file.0);
        let next = order.len();
        keyed.push((*order.entry(file).or_insert(next), found));
    }
    keyed.sort_by_key(|(place, _)| *place);
    keyed.into_iter().map(|(_, found)| found).collect()
}

/// Applies the question's kind, format and order.
fn narrowed(mut outcome: Outcome, question: &Question, library: &Library) -> Outcome {
    if !question.narrows() {
        return outcome;
    }
    let mut items: Vec<docql::Found> = std::mem::take(&mut outcome.items).into();
    if let Some(wanted) = question.kind {
        items.retain(|found| docql::hit(library, found).kind == wanted);
    }
    if let Some(format) = question.format {
        items.retain(|found| found.item.file().is_some_and(|file| library.file(file).format.id == format));
    }
    if question.order == Order::Path {
        items.sort_by_key(|found| {
            let node = if let Item::Node(node) = &found.item { node.node } else { 0 };
            (found.item.file(), node)
        });
    }
    outcome.items = items.into();
    outcome
}
