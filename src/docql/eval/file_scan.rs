//! The scan over files: finds the files that can contribute and evaluates them in parallel, in path order.

use super::order;
use super::order::{FileItems, Ordered};
use super::pushdown::{Condition, FileVerdict};
use super::selection::Selection;
use super::texts::grep;
use crate::docql::catalog::{Content, Root, SymbolFilter};
use crate::docql::eval::apply::apply;
use crate::docql::eval::select::is_selected;
use crate::docql::eval::start::start_in;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::items::{Items, Run};
use crate::docql::nodes::lists::list::{List, OnPartial, Outcome};
use crate::docql::plan::line_pattern::LinePattern;
use crate::docql::plan::name_pattern::NamePattern;
use crate::docql::plan::steps::{Argument, Pick, Plan, Start, Step};
use crate::document::FormatFamily;
use crate::library::{FileId, Library, NamePart, NodeRef};
use crate::stdx::Stale;
use rayon::prelude::*;
use std::collections::HashSet;

/// Bytes of a needle worth looking up, at least: for shorter ones, which are in too many names, scanning the columns
/// is cheaper.
const MIN_NEEDLE_BYTES: usize = 3;

/// Files scanned before the first partial answer; batches double up to [`MAX_BATCH_FILES`].
const FIRST_BATCH_FILES: usize = 256;

/// Files between two partial answers, at most.
const MAX_BATCH_FILES: usize = 8192;

/// The scan of a plan: its files, and the steps that apply to each file separately.
pub(in crate::docql) struct FileScan<'p> {
    start: Start,
    steps: &'p [Step],
    selection: Option<Selection<'p>>,
    /// The pattern, if the first step searches lines of whole files: that needs no structure.
    lines: Option<&'p LinePattern>,
    files: Vec<FileId>,
    /// The candidate nodes by name, in the order of `files`, if the plan has a needle.
    named: Option<Vec<NodeRef>>,
}

/// The part of a name that the needle of a plan matches.
fn needle_part(start: Start, steps: &[Step]) -> NamePart {
    match (start, steps.get(1)) {
        (Start::Documents, Some(Step::Symbols(_, NamePattern::Whole(_) | NamePattern::Qualified { .. }))) => {
            NamePart::Whole
        }
        _ => NamePart::Any,
    }
}

/// The contributions of all files, before the first step on the result as a whole.
pub(super) enum Collected {
    Nodes(Items),
    Lists(Vec<List>),
}

/// Puts the files first that have a node of the whole name, of which others have a part.
fn put_whole_first(files: &mut [FileId], named: &[NodeRef], (select, name): (SymbolFilter, &str), library: &Library) {
    let is_whole = |node: &&NodeRef| {
        library.outline(node.file).is_some_and(|outline| {
            let (kind, flags) = (outline.kind(node.node), outline.flags(node.node));
            is_selected(select, kind, flags) && outline.lower_name(node.node).as_ref() == name
        })
    };
    let whole: HashSet<FileId> = named.iter().filter(is_whole).map(|node| node.file).collect();
    files.sort_by_key(|file| (!whole.contains(file), *file));
}

/// Drops the files of which no line can pass the filters that `steps` begin with: they are not read.
fn drop_files(files: &mut Vec<FileId>, steps: &[Step], context: Context<'_>) -> Result<(), Stale> {
    for step in steps {
        let Step::Refine(picks) = step else { return Ok(()) };
        match picks.as_slice() {
            [Pick::Wildcard] => {}
            [Pick::Filter(predicate)] => {
                let condition = Condition::new(predicate, u64::MAX, context.library);
                let mut kept = Vec::with_capacity(files.len());
                for &file in files.iter() {
                    let decided = condition.decide(file, Context { file: Some(file), ..context })?;
                    if !matches!(decided, FileVerdict::Whole(false)) {
                        kept.push(file);
                    }
                }
                *files = kept;
            }
            _ => return Ok(()),
        }
    }
    Ok(())
}

impl<'p> FileScan<'p> {
    /// The scan for the leading `steps` of a plan, which apply to each file separately, with the plan's needle.
    pub(in crate::docql) fn new(
        needle: Option<&str>,
        steps: &'p [Step],
        start: Start,
        context: Context<'_>,
    ) -> Result<FileScan<'p>, Stale> {
        context.check()?;
        let library = context.library;
        let selection = Selection::from_steps(steps, library);
        let lines = match (start, steps.get(1)) {
            (Start::Documents, Some(Step::Content(Content::Grep, Argument::Lines(pattern)))) => Some(pattern),
            _ => None,
        };
        let mut documents = FileScan { start, steps, selection, lines, files: Vec::new(), named: None };
        let part = needle_part(start, steps);
        let is_rare = |needle: &&str| needle.len() >= MIN_NEEDLE_BYTES || part == NamePart::Whole;
        if let Some(needle) = needle.filter(is_rare) {
            let named = library.named(needle, part, context.ticket)?;
            for node in &named {
                if documents.files.last() != Some(&node.file) {
                    documents.files.push(node.file);
                }
            }
            if let Some(Step::Symbols(select, NamePattern::Part(part))) = steps.get(1) {
                put_whole_first(&mut documents.files, &named, (*select, part), library);
            }
            documents.named = Some(named);
            return Ok(documents);
        }
        let wanted = |file: &FileId| match start {
            Start::Catalog(Root::Data) => library.file(*file).format.family == FormatFamily::Data,
            Start::Catalog(Root::FrontMatter) => library.file(*file).format.family == FormatFamily::Prose,
            Start::Declarations => library.file(*file).format.family == FormatFamily::Code,
            _ => true,
        };
        documents.files = match start {
            Start::Catalog(Root::Tables) => library.tabled_files(),
            _ => library.file_ids().filter(wanted).collect(),
        };
        if documents.lines.is_some() {
            drop_files(&mut documents.files, &steps[2..], context)?;
        }
        context.check()?;
        Ok(documents)
    }

    /// True if the selection covers all steps.
    fn is_selection(&self) -> bool {
        self.selection.as_ref().is_some_and(|selection| selection.length == self.steps.len())
    }

    /// The candidate nodes of a file; `None` for all nodes.
    fn candidates(&self, file: FileId) -> Option<&[NodeRef]> {
        let named = self.named.as_ref()?;
        let start = named.partition_point(|node| node.file < file);
        let end = start + named[start..].partition_point(|node| node.file == file);
        Some(&named[start..end])
    }

    /// Calls `of` for each file, in parallel, with scratch space that a thread reuses from file to file.
    fn per_file<T: Send>(
        &self,
        files: &[FileId],
        of: impl Fn(&mut Option<grep::Scratch>, FileId) -> Result<T, Stale> + Sync,
    ) -> Result<Vec<T>, Stale> {
        let least = if self.lines.is_some() { grep::FILES_PER_TASK } else { 1 };
        files.par_iter().with_min_len(least).map_init(|| None, |scratch, &file| of(scratch, file)).collect()
    }

    /// The lists that a file contributes.
    fn file_lists(
        &self,
        file: FileId,
        scratch: &mut Option<grep::Scratch>,
        context: Context<'_>,
    ) -> Result<Vec<List>, Stale> {
        let context = Context { file: Some(file), ..context };
        if let Some(pattern) = self.lines {
            let list = grep::in_file(file, pattern, scratch.get_or_insert_with(grep::Scratch::new), context)?;
            return if list.is_empty() { Ok(Vec::new()) } else { apply(vec![list], &self.steps[2..], context) };
        }
        match &self.selection {
            Some(selection) => {
                let nodes = selection.nodes(file, self.candidates(file), context)?;
                apply(vec![selection.list(file, nodes)], &self.steps[selection.length..], context)
            }
            None => apply(vec![start_in(self.start, file, context)], &self.steps[1..], context),
        }
    }

    fn file_items(
        &self,
        plan: &Plan,
        file: FileId,
        scratch: &mut Option<grep::Scratch>,
        context: Context<'_>,
    ) -> Result<FileItems, Stale> {
        context.check()?;
        if let Some(pattern) = self.only_lines() {
            return Ok(FileItems::Own(self.packed_lines(file, pattern, scratch, context)?));
        }
        match &self.selection {
            Some(selection) if self.is_selection() => {
                let nodes = selection.nodes(file, self.candidates(file), Context { file: Some(file), ..context })?;
                let nodes = if plan.ranked { nodes } else { order::by_line(plan, file, nodes, context.library) };
                Ok(FileItems::Own(Run::Nodes(file, nodes)))
            }
            _ => order::file_items(plan, file, self.file_lists(file, scratch, context)?, context),
        }
    }

    /// The pattern, if all that a file contributes are the lines that match it.
    fn only_lines(&self) -> Option<&'p LinePattern> {
        self.lines.filter(|_| self.steps.len() == 2)
    }

    fn packed_lines(
        &self,
        file: FileId,
        pattern: &LinePattern,
        scratch: &mut Option<grep::Scratch>,
        context: Context<'_>,
    ) -> Result<Run, Stale> {
        let context = Context { file: Some(file), ..context };
        let lines = grep::lines_in(file, pattern, scratch.get_or_insert_with(grep::Scratch::new), context)?;
        Ok(Run::Lines(file, lines))
    }

    /// The matching lines of all files, in order, if they contribute nothing else.
    pub(super) fn collect_lines(&self, context: Context<'_>) -> Result<Option<Items>, Stale> {
        let Some(pattern) = self.only_lines() else { return Ok(None) };
        let runs = self.per_file(&self.files, |scratch, file| {
            context.check()?;
            self.packed_lines(file, pattern, scratch, context)
        })?;
        Ok(Some(runs.into_iter().collect()))
    }

    /// The contributions of all files, each in its order, those of selections not yet sorted.
    pub(in crate::docql) fn collect(&self, context: Context<'_>) -> Result<Collected, Stale> {
        if let Some(selection) = self.selection.as_ref().filter(|_| self.is_selection()) {
            let run = |&file: &FileId| {
                let nodes = selection.nodes(file, self.candidates(file), Context { file: Some(file), ..context })?;
                Ok(Run::Nodes(file, nodes))
            };
            let runs: Vec<Run> = self.files.par_iter().map(run).collect::<Result<_, Stale>>()?;
            return Ok(Collected::Nodes(runs.into_iter().collect()));
        }
        let parts: Vec<Vec<List>> = self.per_file(&self.files, |scratch, file| {
            context.check()?;
            self.file_lists(file, scratch, context)
        })?;
        Ok(Collected::Lists(parts.into_iter().flatten().collect()))
    }

    /// The number of items of all files, which are not kept; `None` if some files contribute items of other files.
    pub(super) fn count(&self, plan: &Plan, context: Context<'_>) -> Result<Option<usize>, Stale> {
        let counts =
            self.per_file(&self.files, |scratch, file| match self.file_items(plan, file, scratch, context)? {
                FileItems::Own(run) => Ok(Some(run.len())),
                FileItems::Mixed(list) => Ok(list.is_empty().then_some(0)),
            })?;
        Ok(counts.into_iter().sum())
    }

    /// The contributions of all files, sorted. Calls `on_partial` after each batch but the last.
    pub(super) fn ordered(
        &self,
        plan: &Plan,
        context: Context<'_>,
        on_partial: OnPartial<'_>,
    ) -> Result<Ordered, Stale> {
        let mut outcome = Outcome::default();
        let mut mixed: Option<List> = None;
        let (mut done, mut batch) = (0, FIRST_BATCH_FILES);
        while done < self.files.len() {
            let end = (done + batch).min(self.files.len());
            let part = |scratch: &mut _, file| self.file_items(plan, file, scratch, context);
            for part in self.per_file(&self.files[done..end], part)? {
                match (part, &mut mixed) {
                    (FileItems::Own(run), None) => outcome.items.push(run),
                    (FileItems::Own(run), Some(list)) => list.extend(Vec::from(Items::from_iter([run]))),
                    (FileItems::Mixed(part), Some(list)) => list.extend(part),
                    (FileItems::Mixed(part), None) => {
                        // From here on, the order is only known once all files are done.
                        let mut list: List = std::mem::take(&mut outcome.items).into();
                        list.extend(part);
                        mixed = Some(list);
                    }
                }
            }
            (done, batch) = (end, (batch * 2).min(MAX_BATCH_FILES));
            if mixed.is_none() && done < self.files.len() {
                on_partial(&outcome, done, self.files.len());
            }
        }
        Ok(match mixed {
            Some(list) => Ordered::Mixed(list),
            None => Ordered::Items(outcome.items),
        })
    }
}
