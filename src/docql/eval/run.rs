//! Running a plan: every step maps lists to lists; work over documents is parallel and in order.

use super::file_scan::{Documents, Gathered};
use super::order;
use super::order::Settled;
use crate::docql::catalog::{Content, Move, Root, Whole};
use crate::docql::nodes::item::{Found, Identity, Item};
use crate::docql::nodes::items::{Items, Run};
use crate::docql::nodes::{outline, slices};
use crate::docql::plan::steps::{Argument, Pick, Plan, Start, Step};
use crate::document::{DataTree, Kind};
use crate::library::{FileId, Library};
use crate::stdx::{Stale, Ticket};
use std::collections::HashSet;
use std::sync::Arc;

/// What a plan found.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The items, in the order of results.
    pub items: Items,
    /// For `.count()`.
    pub count: Option<usize>,
}

/// A list, as one step hands it to the next.
pub(in crate::docql) type List = Vec<Found>;

/// What evaluation needs to know.
#[derive(Clone, Copy)]
pub(in crate::docql) struct Context<'l> {
    pub library: &'l Library,
    pub ticket: &'l Ticket,
    /// For `--data` and for `$` inside of filters over data.
    pub value: Option<&'l Arc<DataTree>>,
    /// The document that `$` in a filter speaks of.
    pub file: Option<FileId>,
    /// Whether lists may repeat items, as RFC 9535 has it.
    pub strict: bool,
}

impl Context<'_> {
    pub(in crate::docql) fn check(&self) -> Result<(), Stale> {
        self.ticket.check()
    }
}

/// Told of what has been found in the first of so many files: what was found so far, files done, files in all.
pub(super) type Watch<'w> = &'w dyn Fn(&Outcome, usize, usize);

/// Runs `plan` over everything in `library`. `watch` is told now and then where an answer grows file by file.
pub(in crate::docql) fn run(plan: &Plan, context: Context<'_>, watch: Watch<'_>) -> Result<Outcome, Stale> {
    let Some(Step::Root(start)) = plan.steps.first() else { return Ok(Outcome::default()) };
    let split = split(&plan.steps);
    let whole = &plan.steps[split..];
    let counts = matches!(whole, [Step::Whole(Whole::Count, _)]);
    if !per_document(*start) {
        let lists = apply(vec![start_whole(*start, context)], &plan.steps[1..split], context)?;
        return conclude(plan, lists, whole, context);
    }
    let documents = Documents::of(plan, &plan.steps[..split], *start, context)?;
    if !whole.is_empty() && !counts {
        return match documents.list(context)? {
            Gathered::Nodes(items) => conclude_nodes(plan, items, whole, context),
            Gathered::Lists(lists) => conclude(plan, lists, whole, context),
        };
    }
    // What one file contributes is put in order on its own.
    let quiet: Watch<'_> = &|_, _, _| {};
    let settled = documents.settled(plan, context, if counts { quiet } else { watch })?;
    match (settled, counts) {
        (Settled::Items(items), false) => Ok(Outcome { items, count: None }),
        (Settled::Items(items), true) => Ok(Outcome { items: Items::default(), count: Some(items.len()) }),
        (Settled::Mixed(list), _) => conclude(plan, vec![list], whole, context),
    }
}

/// How many steps work on each document alone.
fn split(steps: &[Step]) -> usize {
    steps.iter().position(|step| matches!(step, Step::Whole(..) | Step::Relation(..))).unwrap_or(steps.len())
}

/// The steps on the result as a whole, over nodes that are known by number alone.
fn conclude_nodes(plan: &Plan, items: Items, whole: &[Step], context: Context<'_>) -> Result<Outcome, Stale> {
    context.check()?;
    if let [Step::Whole(step, argument), rest @ ..] = whole
        && let Some(items) = super::list_ops::apply_to_nodes(*step, argument, &items, context)?
    {
        return conclude_nodes(plan, items, rest, context);
    }
    if whole.is_empty() {
        // Nodes that are known by number alone are there once.
        let items = match plan.ranked {
            true => items,
            false => in_order(plan, items, context)?,
        };
        return Ok(Outcome { items, count: None });
    }
    conclude(plan, vec![items.into()], whole, context)
}

/// Puts the nodes of each file in order; the files are.
fn in_order(plan: &Plan, items: Items, context: Context<'_>) -> Result<Items, Stale> {
    let mut out = Items::default();
    for run in Vec::<Run>::from(items) {
        out.push(match run {
            Run::Nodes(file, nodes) => {
                context.check()?;
                Run::Nodes(file, order::by_line(plan, file, nodes, context.library))
            }
            other => other,
        });
    }
    Ok(out)
}

/// The steps on the result as a whole, and its order.
fn conclude(plan: &Plan, lists: Vec<List>, whole: &[Step], context: Context<'_>) -> Result<Outcome, Stale> {
    let lists = apply(lists, whole, context)?;
    if let Some(Step::Whole(Whole::Count, _)) = whole.last() {
        let count = lists.iter().flatten().filter_map(count_of).sum();
        return Ok(Outcome { items: Items::default(), count: Some(count) });
    }
    let mut items: List = match <[List; 1]>::try_from(lists) {
        Ok([list]) => list,
        Err(lists) => lists.into_iter().flatten().collect(),
    };
    if !plan.strict && order::are_files(&items) {
        return Ok(Outcome { items: Items::packed_files(&items), count: None });
    }
    if !plan.strict {
        items = unique(items, context)?;
    }
    if !plan.ranked && !plan.strict {
        items = order::sorted(plan, items, context)?;
    }
    Ok(Outcome { items: items.into(), count: None })
}

/// What the first steps of `plan`, up to the one at `end`, yield together.
pub(in crate::docql) fn prefix(plan: &Plan, end: usize, context: Context<'_>) -> Result<Items, Stale> {
    let Some(Step::Root(start)) = plan.steps.first() else { return Ok(Items::default()) };
    let steps = &plan.steps[..end];
    let split = split(steps);
    let lists = match per_document(*start) {
        true => {
            let unfiltered =
                Plan { needle: None, steps: Vec::new(), needs: plan.needs.clone(), canonical: String::new(), ..*plan };
            match Documents::of(&unfiltered, &steps[..split], *start, context)?.list(context)? {
                Gathered::Nodes(items) if split == end => return Ok(items),
                Gathered::Nodes(items) => vec![items.into()],
                Gathered::Lists(lists) => lists,
            }
        }
        false => apply(vec![start_whole(*start, context)], &steps[1..split], context)?,
    };
    let lists = apply(lists, &steps[split..], context)?;
    Ok(unique(lists.into_iter().flatten().collect(), context)?.into())
}

fn count_of(found: &Found) -> Option<usize> {
    match &found.item {
        Item::Value { value, .. } => value.as_u64().map(|count| count as usize),
        _ => None,
    }
}

pub(super) fn per_document(start: Start) -> bool {
    !matches!(
        start,
        Start::Workspace | Start::Value | Start::Catalog(Root::Files | Root::Structure | Root::Repositories)
    )
}

/// The list that a document contributes to start from.
pub(super) fn start_in(start: Start, file: FileId, context: Context<'_>) -> List {
    let library = context.library;
    let nodes = |wanted: &dyn Fn(Kind) -> bool| -> List {
        match library.outline(file) {
            Some(outline) => {
                (0..outline.len()).filter(|&at| wanted(outline.kind(at))).map(|at| outline::node(file, at)).collect()
            }
            None => Vec::new(),
        }
    };
    match start {
        Start::TocTop => outline::top(library, file),
        Start::TocAll => outline::all(library, file),
        Start::Documents => vec![Found::plain(Item::File(file))],
        Start::AllNodes => nodes(&|kind| kind != Kind::Impl),
        Start::Declarations => nodes(&|kind| kind.is_symbol() || kind == Kind::Import),
        Start::Written => nodes(&|kind| kind.family() == crate::document::Family::Section),
        Start::Catalog(Root::Entities) => {
            nodes(&|kind| kind.is_class() || kind.is_function() || matches!(kind, Kind::Api | Kind::Term))
        }
        Start::Catalog(Root::FrontMatter) => front_matter(file, context),
        Start::Catalog(Root::Data) => library
            .data(file)
            .map(|tree| Found::plain(Item::Data { file: Some(file), tree, node: 0 }))
            .into_iter()
            .collect(),
        _ => Vec::new(),
    }
}

fn front_matter(file: FileId, context: Context<'_>) -> List {
    // Reading a document only to learn that it has no front matter would cost a parse of every document.
    let begins = context.library.peek_text(file).is_ok_and(|text| text.starts_with("---") || text.starts_with("+++"));
    if !begins {
        return Vec::new();
    }
    let Ok(document) = context.library.document(file) else { return Vec::new() };
    document
        .frontmatter
        .clone()
        .map(|tree| Found::plain(Item::Data { file: Some(file), tree: Arc::new(tree), node: 0 }))
        .into_iter()
        .collect()
}

fn start_whole(start: Start, context: Context<'_>) -> List {
    let library = context.library;
    match start {
        Start::Workspace | Start::Catalog(Root::Files) => {
            library.file_ids().map(|file| Found::plain(Item::File(file))).collect()
        }
        Start::Catalog(Root::Structure) => crate::docql::nodes::structure::walk(library, ""),
        Start::Catalog(Root::Repositories) => {
            (0..library.repositories().len() as u32).map(|number| Found::plain(Item::Repository(number))).collect()
        }
        Start::Value => match context.value {
            Some(tree) => vec![Found::plain(Item::Data { file: context.file, tree: Arc::clone(tree), node: 0 })],
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// What a path inside a filter yields for one item.
pub(in crate::docql) fn path(steps: &[Step], start: Option<&Found>, context: Context<'_>) -> Result<List, Stale> {
    let lists = match (steps.first(), start) {
        (Some(Step::Root(from)), _) => {
            let first = match (per_document(*from), context.file) {
                (true, Some(file)) => start_in(*from, file, context),
                (true, None) => Vec::new(),
                (false, _) => start_whole(*from, context),
            };
            apply(vec![first], &steps[1..], context)?
        }
        (_, Some(found)) => apply(vec![vec![found.clone()]], steps, context)?,
        (_, None) => Vec::new(),
    };
    Ok(lists.into_iter().flatten().collect())
}

/// Applies `steps`, one after the other.
pub(in crate::docql) fn apply(mut lists: Vec<List>, steps: &[Step], context: Context<'_>) -> Result<Vec<List>, Stale> {
    for step in steps {
        context.check()?;
        lists = match step {
            Step::Refine(picks) => {
                lists.into_iter().map(|list| refine(list, picks, context)).collect::<Result<_, _>>()?
            }
            Step::Whole(whole, argument) => {
                vec![super::list_ops::apply(*whole, argument, lists.into_iter().flatten().collect(), context)?]
            }
            Step::Relation(relation, depth) => {
                vec![crate::docql::relations::relations::apply(*relation, *depth, &flat(lists, context)?, context)?]
            }
            Step::Content(Content::Grep, Argument::Lines(pattern)) => {
                let all: List = lists.into_iter().flatten().collect();
                super::grep::in_items(&all, pattern, context)?
            }
            Step::Content(Content::Search, argument) => {
                let words = if let Argument::Words(words) = argument { words.as_str() } else { "" };
                vec![super::content::search(words, &flat(lists, context)?, context)?]
            }
            Step::Data(picks) => {
                lists.into_iter().map(|list| super::data::children(list, picks, context)).collect::<Result<_, _>>()?
            }
            // The report draws or lists them; the items are the same.
            Step::Move(Move::Tree | Move::Flat) => lists,
            Step::DataDescend => lists.into_iter().map(super::data::descendants).collect(),
            _ => one_list_each(lists, step, context)?,
        };
    }
    Ok(lists)
}

fn flat(lists: Vec<List>, context: Context<'_>) -> Result<List, Stale> {
    let all = lists.into_iter().flatten().collect();
    if context.strict { Ok(all) } else { unique(all, context) }
}

/// Steps that yield a list for each input.
fn one_list_each(lists: Vec<List>, step: &Step, context: Context<'_>) -> Result<Vec<List>, Stale> {
    let mut out = Vec::new();
    for found in lists.into_iter().flatten() {
        context.check()?;
        out.push(match step {
            Step::Symbols(select, pattern) => super::select::symbols(*select, pattern, &found, context),
            Step::Content(content, argument) => super::content::apply(*content, argument, &found, context)?,
            Step::Move(direction) => super::navigate::apply(*direction, &found, context),
            Step::Descend => super::navigate::descendants(&found, context),
            Step::Inside => super::navigate::descendants(&found, context).split_off(1),
            Step::Field(field) => super::list_ops::field_values(*field, &found, context),
            _ => Vec::new(),
        });
    }
    Ok(out)
}

/// Brackets after a list.
pub(super) fn refine(list: List, picks: &[Pick], context: Context<'_>) -> Result<List, Stale> {
    let mut out = List::new();
    for pick in picks {
        match pick {
            Pick::Wildcard => out.extend(list.iter().cloned()),
            Pick::Index(index) => out.extend(slices::at(*index, list.len()).map(|at| list[at].clone())),
            Pick::Slice(start, end, step) => {
                out.extend(slices::slice(*start, *end, *step, list.len()).into_iter().map(|at| list[at].clone()));
            }
            Pick::Filter(predicate) => {
                for (number, found) in list.iter().enumerate() {
                    if number % 256 == 255 {
                        context.check()?;
                    }
                    if super::filter::holds(predicate, found, context)? {
                        out.push(found.clone());
                    }
                }
            }
            Pick::Name(_) => {}
        }
    }
    if picks.len() > 1 && !context.strict { unique(out, context) } else { Ok(out) }
}

/// Leaves out items that were there before.
pub(in crate::docql) fn unique(list: List, context: Context<'_>) -> Result<List, Stale> {
    let mut seen: HashSet<Identity> = HashSet::with_capacity(list.len());
    let mut out = List::with_capacity(list.len());
    for (number, found) in list.into_iter().enumerate() {
        if number % 1024 == 1023 {
            context.check()?;
        }
        if found.item.identity().is_none_or(|identity| seen.insert(identity)) {
            out.push(found);
        }
    }
    Ok(out)
}
