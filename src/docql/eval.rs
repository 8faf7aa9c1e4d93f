//! Running a plan: every step maps lists to lists; work over documents is parallel and in order.

use super::catalog::{Move, Root, Whole};
use super::item::{Found, Identity, Item};
use super::outline;
use super::plan::{Argument, Pick, Plan, Start, Step};
use super::slices;
use crate::document::{DataTree, FormatFamily, Kind};
use crate::library::{FileId, Library};
use crate::stdx::{Stale, Ticket};
use rayon::prelude::*;
use std::collections::HashSet;
use std::sync::Arc;

/// What a plan found.
#[derive(Debug)]
pub struct Outcome {
    /// The items, in the order of results.
    pub items: Vec<Found>,
    /// For `.count()`.
    pub count: Option<usize>,
}

/// A list, as one step hands it to the next.
pub(super) type List = Vec<Found>;

/// What evaluation needs to know.
#[derive(Clone, Copy)]
pub(super) struct Context<'l> {
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
    pub(super) fn check(&self) -> Result<(), Stale> {
        self.ticket.check()
    }
}

/// Runs `plan` over everything in `library`.
pub(super) fn run(plan: &Plan, context: Context<'_>) -> Result<Outcome, Stale> {
    let Some(Step::Root(start)) = plan.steps.first() else { return Ok(Outcome { items: Vec::new(), count: None }) };
    let rest = &plan.steps[1..];
    let lists = lists_of(plan, *start, rest, context)?;
    if let Some(Step::Whole(Whole::Count, _)) = rest.last() {
        let count = lists.iter().flatten().filter_map(count_of).sum();
        return Ok(Outcome { items: Vec::new(), count: Some(count) });
    }
    let mut items: List = lists.into_iter().flatten().collect();
    if !plan.strict {
        items = unique(items);
    }
    if !plan.ranked && !plan.strict {
        items.sort_by_cached_key(|found| place(plan, *start, found, context.library));
    }
    Ok(Outcome { items, count: None })
}

/// Where an item stands in the answer: by file, in the order of the document unless a step has its own.
/// Directories and repositories are in order where a plan starts from them, else they come last.
fn place(plan: &Plan, start: Start, found: &Found, library: &Library) -> (bool, bool, Option<FileId>, u32, u32) {
    if matches!(start, Start::Catalog(Root::Structure | Root::Repositories)) {
        return Default::default();
    }
    let file = found.item.file();
    let (line, number) = match &found.item {
        _ if plan.ordered => (0, 0),
        Item::Node(node) => (library.outline(node.file).map_or(0, |outline| outline.line(node.node)), node.node),
        Item::Excerpt(excerpt) => (excerpt.line, excerpt.span.start),
        Item::Value { line, .. } => (*line, 0),
        _ => (0, 0),
    };
    // What only shares a name comes after what is sure.
    (found.by_name, file.is_none(), file, line, number)
}

/// What the first steps of `plan`, up to the one at `end`, yield together.
pub(super) fn prefix(plan: &Plan, end: usize, context: Context<'_>) -> Result<List, Stale> {
    let Some(Step::Root(start)) = plan.steps.first() else { return Ok(Vec::new()) };
    let unfiltered =
        Plan { needle: None, steps: Vec::new(), needs: plan.needs.clone(), canonical: String::new(), ..*plan };
    Ok(unique(lists_of(&unfiltered, *start, &plan.steps[1..end], context)?.into_iter().flatten().collect()))
}

fn lists_of(plan: &Plan, start: Start, rest: &[Step], context: Context<'_>) -> Result<Vec<List>, Stale> {
    let split = rest.iter().position(|step| matches!(step, Step::Whole(..) | Step::Relation(..))).unwrap_or(rest.len());
    let lists = match per_document(start) {
        true => {
            let files = candidates(plan, start, context)?;
            let parts: Result<Vec<Vec<List>>, Stale> = files
                .into_par_iter()
                .map(|file| {
                    context.check()?;
                    let context = Context { file: Some(file), ..context };
                    apply(vec![start_in(start, file, context)], &rest[..split], context)
                })
                .collect();
            parts?.into_iter().flatten().collect()
        }
        false => apply(vec![start_whole(start, context)], &rest[..split], context)?,
    };
    apply(lists, &rest[split..], context)
}

fn count_of(found: &Found) -> Option<usize> {
    match &found.item {
        Item::Value { value, .. } => value.as_u64().map(|count| count as usize),
        _ => None,
    }
}

fn per_document(start: Start) -> bool {
    !matches!(
        start,
        Start::Workspace | Start::Value | Start::Catalog(Root::Files | Root::Structure | Root::Repositories)
    )
}

/// The files that can contribute.
fn candidates(plan: &Plan, start: Start, context: Context<'_>) -> Result<Vec<FileId>, Stale> {
    let library = context.library;
    context.check()?;
    if let Some(needle) = &plan.needle {
        let mut files = Vec::new();
        library.nodes_named(needle, |node| {
            if files.last() != Some(&node.file) {
                files.push(node.file);
            }
            !context.ticket.is_stale()
        });
        context.check()?;
        return Ok(files);
    }
    let wanted = |file: &FileId| match start {
        Start::Catalog(Root::Data) => library.file(*file).format.family == FormatFamily::Data,
        Start::Catalog(Root::FrontMatter) => library.file(*file).format.family == FormatFamily::Prose,
        Start::Declarations => library.file(*file).format.family == FormatFamily::Code,
        _ => true,
    };
    Ok(library.file_ids().filter(wanted).collect())
}

/// The list that a document contributes to start from.
fn start_in(start: Start, file: FileId, context: Context<'_>) -> List {
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
        Start::Catalog(Root::Structure) => super::structure::walk(library, ""),
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
pub(super) fn path(steps: &[Step], start: Option<&Found>, context: Context<'_>) -> Result<List, Stale> {
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
fn apply(mut lists: Vec<List>, steps: &[Step], context: Context<'_>) -> Result<Vec<List>, Stale> {
    for step in steps {
        context.check()?;
        lists = match step {
            Step::Refine(picks) => {
                lists.into_iter().map(|list| refine(list, picks, context)).collect::<Result<_, _>>()?
            }
            Step::Whole(whole, argument) => {
                vec![super::whole::apply(*whole, argument, lists.into_iter().flatten().collect(), context)]
            }
            Step::Relation(relation, depth) => {
                vec![super::relations::apply(*relation, *depth, &flat(lists, context), context)?]
            }
            Step::Content(super::catalog::Content::Search, argument) => {
                let words = if let Argument::Words(words) = argument { words.as_str() } else { "" };
                vec![super::content::search(words, &flat(lists, context), context)?]
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

fn flat(lists: Vec<List>, context: Context<'_>) -> List {
    let all = lists.into_iter().flatten().collect();
    if context.strict { all } else { unique(all) }
}

/// Steps that yield a list for each input.
fn one_list_each(lists: Vec<List>, step: &Step, context: Context<'_>) -> Result<Vec<List>, Stale> {
    let mut out = Vec::new();
    for found in lists.into_iter().flatten() {
        context.check()?;
        out.push(match step {
            Step::Symbols(select, pattern) => super::select::symbols(*select, pattern, &found, context),
            Step::Content(content, argument) => super::content::apply(*content, argument, &found, context)?,
            Step::Move(direction) => super::moves::apply(*direction, &found, context),
            Step::Descend => super::moves::descendants(&found, context),
            Step::Inside => super::moves::descendants(&found, context).split_off(1),
            Step::Field(field) => super::whole::field_values(*field, &found, context),
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
    Ok(if picks.len() > 1 && !context.strict { unique(out) } else { out })
}

/// Leaves out items that were there before.
pub(super) fn unique(list: List) -> List {
    let mut seen: HashSet<Identity> = HashSet::with_capacity(list.len());
    list.into_iter().filter(|found| found.item.identity().is_none_or(|identity| seen.insert(identity))).collect()
}
