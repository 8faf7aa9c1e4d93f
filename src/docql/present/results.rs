//! Outcome → results: the plain data that screens and reports show.

use super::left_open::{left_open, named_otherwise, untested};
use super::node_hit::NameIndex;
use crate::docql::catalog::{Content, ListOp, MAX_CALL_DEPTH, Relation, Shape};
use crate::docql::eval::run::run_prefix;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::hit::{FileGroup, Hit, Results};
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::items::{Items, Run};
use crate::docql::nodes::lists::list::{List, Outcome};
use crate::docql::plan::steps::{Argument, Plan, Step};
use crate::docql::present::hits::{Detail, count_hit, hit_with, path_and_format};
use crate::docql::present::no_results::{deeper, steps_text};
use crate::docql::relations::open_dispatch::embedded_elsewhere;
use crate::docql::relations::{steps, unresolved};
use crate::library::{Library, Needs, NodeRef};
use crate::stdx::{Stale, Ticket, grouped};
use rayon::prelude::*;
use std::collections::HashSet;
use std::sync::Arc;

/// Hits presented as one task, at least: neighbours are mostly in the same file, which each task looks through once.
const HITS_PER_TASK: usize = 16;
/// Tasks, about, of many hits.
const TASKS: usize = 64;

/// Targets that are asked what they leave open, at most, and remarks of one sort.
const MAX_ASKED_FOR: usize = 50;
const MAX_NOTES: usize = 3;

/// The properties of an answer apart from its items.
#[derive(Clone, Debug)]
pub struct ResultsHeader {
    /// The query as run.
    pub query: String,
    /// The shape of the rows.
    pub shape: Shape,
    /// Set if the order is by rank.
    pub ranked: bool,
    /// Files read and files in all, if the answer may be incomplete.
    pub partial: Option<(u32, u32)>,
}

/// Presents the first `limit` items of an outcome as hits, with counts of the rest.
pub fn present(plan: &Plan, outcome: &Outcome, library: &Library, limit: usize) -> Results {
    // This ticket never goes stale.
    let wanted = Presented { limit, explains: true, detail: Detail::Whole };
    present_while(plan, outcome, library, wanted, &Ticket::forever()).unwrap_or_else(|Stale| unreachable!())
}

/// What is presented of an outcome.
#[derive(Clone, Copy, Debug)]
pub struct Presented {
    /// Hits, at most.
    pub limit: usize,
    /// Whether somebody reads why nothing was found; what a relation could not follow is always told.
    pub explains: bool,
    /// What of each hit.
    pub detail: Detail,
}

/// Like [`present`], but cancellable.
///
/// # Errors
/// If the ticket went stale.
pub fn present_while(
    plan: &Plan,
    outcome: &Outcome,
    library: &Library,
    wanted: Presented,
    ticket: &Ticket,
) -> Result<Results, Stale> {
    let heading = ResultsHeader {
        query: plan.canonical().to_owned(),
        shape: plan.shape(),
        ranked: plan.ranked,
        partial: partial(plan, library),
    };
    let mut results = fill(heading, &outcome.items, library, (wanted.limit, wanted.detail), ticket)?;
    if let Some(count) = outcome.count {
        results.shape = Shape::Count;
        results.total = 1;
        results.hits.push(count_hit(count));
        results.groups.push(FileGroup { path: "".into(), language: "data", total: 1, hits: 0..1 });
    }
    if !matches!(plan.needs(), Needs::Files)
        && let Some(largest) = library.too_large().max_by_key(|entry| entry.size)
    {
        let others = match library.too_large().count() - 1 {
            0 => String::new(),
            others => format!(" and {} more", grouped(others)),
        };
        results.notes.push(format!(
            "{}{others} too large for an outline: what is declared there is found if you name the file, or with \
             --max-filesize",
            largest.path
        ));
    }
    let without = library.without_outline().count();
    if without > 0 && !matches!(plan.needs(), Needs::Files) {
        let files = if without == 1 { "1 file has".to_owned() } else { format!("{without} files have") };
        results.notes.push(format!("{files} no outline: docql skipped says which, and why"));
    }
    let is_in_text = plan.steps.iter().any(|step| matches!(step, Step::Content(Content::Grep, _)));
    if is_in_text || !matches!(plan.needs(), Needs::Files) {
        results.notes.extend(library.read_in_part());
    }
    if plan.asks_changes {
        results.notes.extend(range(library));
        results.notes.extend(gone(library));
        results.notes.extend(changed_unread(library));
        let context = Context { library, ticket, value: None, file: None, strict: false, seen: None };
        results.notes.extend(super::removed::remarks(context)?);
    }
    if results.total == 0 {
        results.hints.extend(without_base(library).filter(|_| plan.asks_changes));
        if wanted.explains || plan.steps.iter().any(|step| matches!(step, Step::Relation(..))) {
            super::no_results::explain(plan, library, &mut results, ticket)?;
        }
    } else if outcome.count == Some(0) {
        // The count is a result, which alone would not tell a name that nothing has from one that is not used.
        super::no_results::explain(plan, library, &mut results, ticket)?;
        results.notes.append(&mut results.hints);
    } else if let Some(Step::Relation(Relation::Tests, steps)) = plan.steps.last() {
        results.notes.push(format!(
            "tests within {} of calls; .tests({}) looks further",
            steps_text(*steps),
            deeper(*steps)
        ));
    }
    if results.total > 0 || outcome.count.is_some_and(|count| count > 0) {
        let items = outcome.items.iter().map(|found| found.item);
        results.notes.extend(super::unnamed_calls::remark(plan, items, library, ticket)?);
        let context = Context { library, ticket, value: None, file: None, strict: false, seen: None };
        results.notes.extend(super::prototypes::remark(plan, &outcome.items, context)?);
    }
    if let Some(Step::Relation(relation @ (Relation::Implementations | Relation::Supertypes), 1)) = plan.steps.last() {
        results.notes.extend(further_types(*relation, outcome, library, ticket)?);
        if *relation == Relation::Implementations && results.total > 0 {
            let context = Context { library, ticket, value: None, file: None, strict: false, seen: None };
            let targets = run_prefix(plan, plan.steps.len() - 1, context)?;
            let nodes =
                targets.iter().filter_map(|found| if let Item::Node(node) = found.item { Some(node) } else { None });
            let notes = nodes.take(MAX_ASKED_FOR).filter_map(|node| embedded_elsewhere(library, node));
            results.notes.extend(notes.take(MAX_NOTES));
        }
    }
    if results.total > 0 && outcome.count != Some(0) {
        results.notes.extend(unresolved_places(plan, library, ticket)?);
    }
    if let Some(remark) = super::letter_case::remark(plan, library, ticket)? {
        // What the rows are of comes before all else that is to be known of them.
        results.notes.insert(0, remark);
    }
    match plan.steps.last() {
        Some(Step::Relation(Relation::Callers, _)) => left_open(plan, outcome, library, &mut results, ticket)?,
        Some(Step::Relation(Relation::References, _)) if plan.shape() == Shape::Excerpts => {
            named_otherwise(plan, library, &mut results, ticket)?
        }
        Some(Step::Relation(Relation::Tests, _)) if results.total == 0 => {
            untested(plan, library, &mut results, ticket)?
        }
        _ => {}
    }
    Ok(results)
}

/// Files that no row can stand for, named at most.
const MAX_GONE: usize = 5;

/// Names the files that no row can stand for, since they are there no more.
fn gone(library: &Library) -> Option<String> {
    let before = library.compared_with()?;
    let gone = library.gone();
    let named: Vec<&str> = gone.iter().take(MAX_GONE).map(String::as_str).collect();
    let more = match gone.len() - named.len() {
        0 => String::new(),
        more => format!(" and {} more", grouped(more)),
    };
    let files = if gone.len() == 1 { "1 file is".to_owned() } else { format!("{} files are", grouped(gone.len())) };
    let names = named.join(", ");
    (!gone.is_empty())
        .then(|| format!("{files} deleted: {names}{more}; --at {before} reads what the commit has of them"))
}

/// Names the files that differ and that no row can stand for, since nothing reads them.
fn changed_unread(library: &Library) -> Option<String> {
    let unread = library.changed_unread();
    let named: Vec<&str> = unread.iter().take(MAX_GONE).map(String::as_str).collect();
    let more = match unread.len() - named.len() {
        0 => String::new(),
        more => format!(" and {} more", grouped(more)),
    };
    let files = if unread.len() == 1 {
        "1 file differs and is".to_owned()
    } else {
        format!("{} files differ and are", grouped(unread.len()))
    };
    let names = named.join(", ");
    (!unread.is_empty())
        .then(|| format!("{files} not read here, as an ignore file says so or it is no text: {names}{more}"))
}

/// Names both ends of a range of revisions: which of the two a change is told of, and since when.
fn range(library: &Library) -> Option<String> {
    library.range().map(|range| format!("these are the files of {range}"))
}

/// Says that there is nothing to compare with: a revision by itself, or files outside of any repository.
fn without_base(library: &Library) -> Option<String> {
    let is_of_revision = || library.files().iter().any(|file| file.origin.object().is_some());
    let said = || match is_of_revision() {
        true => "a revision alone is compared with nothing; asked `at` main...topic, it tells what topic has changed",
        false => "no commit of Git to compare with: what has changed is told of files in a repository that has one",
    };
    library.compared_with().is_none().then(|| said().to_owned())
}

/// Types whose next step is looked at, at most.
const MAX_DIRECT: usize = 50;

/// Says that a step further there are more types than those that are directly below or above.
fn further_types(
    relation: Relation,
    outcome: &Outcome,
    library: &Library,
    ticket: &Ticket,
) -> Result<Option<String>, Stale> {
    if outcome.items.len() > MAX_DIRECT {
        return Ok(None);
    }
    let context = Context { library, ticket, value: None, file: None, strict: false, seen: None };
    let node = |found: &Found| if let Item::Node(node) = found.item { Some(node) } else { None };
    let direct: List = outcome.items.iter().collect();
    let known: HashSet<NodeRef> = direct.iter().filter_map(node).collect();
    let further = steps::apply(relation, 1, &direct, context)?;
    let is_more = further.iter().filter_map(node).any(|node| !known.contains(&node));
    let name = if relation == Relation::Supertypes { "supertypes" } else { "implementations" };
    Ok(is_more.then(|| format!("these are direct; .{name}({MAX_CALL_DEPTH}) goes further")))
}

/// Says of callers and references, or their number, where more of them may be that are not resolved.
fn unresolved_places(plan: &Plan, library: &Library, ticket: &Ticket) -> Result<Vec<String>, Stale> {
    let relation_at = |end: usize| {
        let step = end.checked_sub(1).and_then(|at| plan.steps.get(at));
        matches!(step, Some(Step::Relation(Relation::Callers | Relation::References, _))).then(|| end - 1)
    };
    let end = match plan.steps.as_slice() {
        [before @ .., Step::ListOp(ListOp::Count, Argument::None)] => before.len(),
        all => all.len(),
    };
    let Some(at) = relation_at(end) else { return Ok(Vec::new()) };
    let context = Context { library, ticket, value: None, file: None, strict: false, seen: None };
    Ok(unresolved::remarks(run_prefix(plan, at, context)?, context)?.said)
}

/// Presents the first `limit` of `items` as hits.
pub fn present_items(heading: ResultsHeader, items: &[Found], library: &Library, limit: usize) -> Results {
    let items = Items::from(items.to_vec());
    fill(heading, &items, library, (limit, Detail::Whole), &Ticket::forever()).unwrap_or_else(|Stale| unreachable!())
}

fn fill(
    heading: ResultsHeader,
    items: &Items,
    library: &Library,
    (limit, detail): (usize, Detail),
    ticket: &Ticket,
) -> Result<Results, Stale> {
    let groups = groups(items, library, limit.min(items.len()), ticket)?;
    // Most of the time is spent reading the texts that hits quote.
    let hits_of = |found: &[Found]| {
        let mut names = NameIndex::default();
        let hit = |found: &Found| {
            ticket.check()?;
            Ok(hit_with(library, found, detail, &mut names))
        };
        found.iter().map(hit).collect::<Result<Vec<Hit>, Stale>>()
    };
    let shown = items.first(limit);
    let hits: Vec<Vec<Hit>> =
        shown.par_chunks(HITS_PER_TASK.max(shown.len() / TASKS)).map(hits_of).collect::<Result<_, Stale>>()?;
    Ok(Results {
        query: heading.query,
        as_query: None,
        shape: heading.shape,
        hits: hits.into_iter().flatten().collect(),
        total: items.len(),
        at_least: false,
        with_identifier: None,
        files: groups.len(),
        groups,
        ranked: heading.ranked,
        partial: heading.partial,
        is_provisional: false,
        said: Vec::new(),
        notes: Vec::new(),
        columns: Vec::new(),
        tried: Vec::new(),
        hints: Vec::new(),
        suggestions: Vec::new(),
        lacks_name: false,
    })
}

/// Files read and files in all; `None` if the indexes that the plan needs are complete.
fn partial(plan: &Plan, library: &Library) -> Option<(u32, u32)> {
    use crate::library::Needs;
    let missing = match plan.first_needs() {
        Needs::Files | Needs::Named(_) => false,
        Needs::Databases => !library.has_databases(),
        Needs::Structure | Needs::Pictures => !library.is_complete(),
        Needs::Text(_) => !library.is_text_complete(),
        Needs::FullText | Needs::Vectors => !(library.is_complete() && library.is_text_complete()),
    };
    missing.then(|| (library.indexed() as u32, library.files().len() as u32))
}

/// Groups consecutive items with the same path; ranked results may have several groups for one file.
fn groups(items: &Items, library: &Library, loaded: usize, ticket: &Ticket) -> Result<Vec<FileGroup>, Stale> {
    let mut groups: Vec<FileGroup> = Vec::new();
    let mut index = 0;
    let mut steps = 0_usize;
    let mut add = |path: &str, of: &dyn Fn() -> (Arc<str>, &'static str), count: usize| {
        steps += 1;
        if steps.is_multiple_of(1024) {
            ticket.check()?;
        }
        let (start, end) = (index.min(loaded), (index + count).min(loaded));
        index += count;
        match groups.last_mut() {
            Some(last) if *last.path == *path => {
                last.total += count;
                last.hits.end = end.max(last.hits.start);
            }
            _ => {
                let (path, language) = of();
                groups.push(FileGroup { path, language, total: count, hits: start..end });
            }
        }
        Ok(())
    };
    for run in items.runs() {
        match run {
            Run::Nodes(file, nodes) => {
                let entry = library.file(*file);
                add(&entry.path, &|| (Arc::clone(&entry.path), entry.format.id), nodes.len())?;
            }
            Run::Lines(file, lines) => {
                let entry = library.file(*file);
                add(&entry.path, &|| (Arc::clone(&entry.path), entry.format.id), lines.len())?;
            }
            Run::Mixed(nodes) => {
                for node in nodes {
                    let entry = library.file(node.file);
                    add(&entry.path, &|| (Arc::clone(&entry.path), entry.format.id), 1)?;
                }
            }
            Run::Files(files) => {
                for &file in files {
                    let entry = library.file(file);
                    add(&entry.path, &|| (Arc::clone(&entry.path), entry.format.id), 1)?;
                }
            }
            Run::Found(list) => {
                for found in list {
                    let (path, language) = path_and_format(library, &found.item);
                    add(&path, &|| (Arc::clone(&path), language), 1)?;
                }
            }
        }
    }
    Ok(groups)
}
