//! Selection over columns: the leading steps of a plan that select nodes by columns, evaluated for a whole file or
//! for candidate nodes, without building an item for each node.

use super::pushdown::{Condition, FileVerdict, SignatureMatch, bit};
use super::select;
use crate::docql::catalog::{Content, Root, SymbolFilter};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::outline;
use crate::docql::plan::name_pattern::{NamePattern, TextPattern};
use crate::docql::plan::steps::{Argument, Pick, Predicate, Start, Step};
use crate::document::{Family, FormatFamily, KINDS, Kind, NodeFlags};
use crate::library::{FileId, Letters, LettersOfNames, Library, NodeRef, Outline};
use crate::stdx::Stale;
use rayon::prelude::*;

/// Nodes scanned between two checks of the ticket: well below a millisecond.
const NODES_PER_CHECK: u32 = 4096;

/// The nodes to select.
#[derive(Debug)]
pub(in crate::docql) struct Selection<'p> {
    /// The number of steps it replaces, including the root.
    pub length: usize,
    /// Set if only program files can contribute.
    only_code: bool,
    /// The selected kinds, as a bit set.
    kinds: u64,
    /// Set if nodes flagged as tests are selected, whatever their kind.
    or_tests: bool,
    /// Set if only top-level nodes are selected.
    top: bool,
    /// The heading level; 0 for any.
    level: u8,
    name: NameFilter<'p>,
    conditions: Vec<Condition<'p>>,
    /// The letter signature that all selected names have.
    letters: Letters,
}

/// The condition on names.
#[derive(Debug)]
enum NameFilter<'p> {
    Any,
    Symbol(&'p NamePattern),
    Title(&'p TextPattern),
}

impl<'p> Selection<'p> {
    /// The selection equivalent to the leading steps; `None` if they cannot be evaluated over columns.
    pub(in crate::docql) fn from_steps(steps: &'p [Step], library: &Library) -> Option<Selection<'p>> {
        let Some(Step::Root(start)) = steps.first() else { return None };
        let kinds_of = |wanted: &dyn Fn(Kind) -> bool| {
            KINDS.iter().filter(|row| wanted(row.kind)).fold(0, |all, row| all | bit(row.kind))
        };
        let mut selection = Selection {
            length: 1,
            only_code: *start == Start::Declarations,
            kinds: match start {
                Start::TocTop | Start::TocAll => kinds_of(&|kind| kind.in_outline()),
                Start::AllNodes => kinds_of(&|kind| kind != Kind::Impl),
                Start::Declarations => kinds_of(&|kind| kind.is_symbol() || kind == Kind::Import),
                Start::Written => kinds_of(&|kind| kind.family() == Family::Section),
                Start::Catalog(Root::Entities) => {
                    kinds_of(&|kind| kind.is_class() || kind.is_function() || matches!(kind, Kind::Api | Kind::Term))
                }
                Start::Documents => 0,
                _ => return None,
            },
            or_tests: false,
            top: *start == Start::TocTop,
            level: 0,
            name: NameFilter::Any,
            conditions: Vec::new(),
            letters: Letters::default(),
        };
        if *start == Start::Documents {
            selection.length = 2;
            match steps.get(1)? {
                Step::Symbols(select, pattern) => {
                    selection.kinds = kinds_of(&|kind| select::is_selected(*select, kind, NodeFlags::default()));
                    selection.or_tests = *select == SymbolFilter::Test;
                    (selection.name, selection.letters) = (NameFilter::Symbol(pattern), pattern.letters());
                }
                Step::Content(Content::Heading(level), Argument::Text(text)) => {
                    (selection.kinds, selection.level) = (bit(Kind::Heading), *level);
                    selection.name = NameFilter::Title(text);
                    selection.letters = text.needle().map(|needle| Letters::of_run(&needle)).unwrap_or_default();
                }
                Step::Content(Content::Block(kind), Argument::Text(TextPattern::All)) if *kind != Kind::Comment => {
                    selection.kinds = bit(*kind);
                }
                _ => return None,
            }
        }
        selection.add_conditions(steps, library);
        Some(selection)
    }

    fn add_conditions(&mut self, steps: &'p [Step], library: &Library) {
        while let Some(Step::Refine(picks)) = steps.get(self.length) {
            match picks.as_slice() {
                [Pick::Wildcard] => {}
                [Pick::Filter(predicate)] => self.add_condition(predicate, library),
                _ => return,
            }
            self.length += 1;
        }
    }

    /// Keeps what passes this filter, too.
    pub(in crate::docql) fn add_condition(&mut self, predicate: &'p Predicate, library: &Library) {
        let possible = if self.or_tests { u64::MAX } else { self.kinds };
        let condition = Condition::new(predicate, possible, library);
        if !self.or_tests {
            self.kinds &= condition.kinds();
        }
        self.letters = self.letters.and(condition.letters());
        self.conditions.push(condition);
    }

    /// True if the kind of a node alone decides.
    fn only_kinds(&self) -> bool {
        !self.or_tests
            && !self.top
            && self.level == 0
            && matches!(self.name, NameFilter::Any)
            && self.conditions.is_empty()
    }

    /// True unless the format of a file rules its nodes out.
    pub(super) fn accepts(&self, library: &Library, file: FileId) -> bool {
        !self.only_code || library.file(file).format.family == FormatFamily::Code
    }

    /// The selected nodes of `file`, in list order; with `candidates`, only those among them.
    pub(in crate::docql) fn nodes(
        &self,
        file: FileId,
        candidates: Option<&[NodeRef]>,
        context: Context<'_>,
    ) -> Result<Vec<u32>, Stale> {
        let library = context.library;
        let Some(outline) = library.outline(file).filter(|_| self.accepts(library, file)) else {
            return Ok(Vec::new());
        };
        let mut decided = Vec::with_capacity(self.conditions.len());
        for condition in &self.conditions {
            match condition.decide(file, context)? {
                FileVerdict::Whole(false) => return Ok(Vec::new()),
                other => decided.push(other),
            }
        }
        // With few candidates, reading their names is cheaper than scanning all signatures.
        let sure = self.signature_match();
        let passes_over = candidates.is_none() && (self.letters != Letters::default() || sure.is_some());
        let types = outline::TypeNames::default();
        let look = ColumnScan { selection: self, file, outline, decided, types, context };
        let mut chosen = Vec::new();
        match candidates {
            Some(candidates) => {
                for part in candidates.chunks(NODES_PER_CHECK as usize) {
                    context.check()?;
                    look.choose(part.iter().map(|node| (node.node, false)), &mut chosen)?;
                }
            }
            None if passes_over => look.choose_by_letters(sure, &mut chosen)?,
            None => {
                for start in (0..outline.len()).step_by(NODES_PER_CHECK as usize) {
                    context.check()?;
                    let part = start..outline.len().min(start + NODES_PER_CHECK);
                    look.choose(part.map(|node| (node, false)), &mut chosen)?;
                }
            }
        }
        self.name.put_whole_names_first(&outline, &mut chosen);
        Ok(chosen)
    }

    /// The names whose signature alone decides, if the only condition is on the name.
    fn signature_match(&self) -> Option<SignatureMatch> {
        match self.conditions.as_slice() {
            [condition] => condition.signature_match(),
            _ => None,
        }
    }

    /// The number of selected nodes in the library.
    pub(in crate::docql) fn count(&self, context: Context<'_>) -> Result<usize, Stale> {
        let files: Vec<FileId> = context.library.file_ids().collect();
        let in_file = |&file: &FileId| Ok(self.nodes(file, None, Context { file: Some(file), ..context })?.len());
        files.par_iter().map(in_file).try_reduce(|| 0, |a, b| Ok(a + b))
    }

    /// Nodes as items.
    pub(in crate::docql) fn list(&self, file: FileId, nodes: Vec<u32>) -> List {
        nodes.into_iter().map(|node| outline::node(file, node)).collect()
    }
}

/// The scan of one file.
struct ColumnScan<'s, 'l> {
    selection: &'s Selection<'s>,
    file: FileId,
    outline: Outline<'l>,
    decided: Vec<FileVerdict>,
    types: outline::TypeNames<'l>,
    context: Context<'l>,
}

impl ColumnScan<'_, '_> {
    /// Selects among the nodes whose names have the wanted letter signature, skipping all others.
    fn choose_by_letters(&self, sure: Option<SignatureMatch>, chosen: &mut Vec<u32>) -> Result<(), Stale> {
        let letters = self.context.library.letters(self.file);
        for number in 0..letters.blocks() {
            if number % (NODES_PER_CHECK as usize / LettersOfNames::BLOCK) == 0 {
                self.context.check()?;
            }
            let sure = match sure {
                Some(SignatureMatch::AnyLetter) => letters.not_empty(number),
                Some(SignatureMatch::OneLetter) => !letters.block(number, &[Letters::foreign()]),
                None => 0,
            };
            let likely = letters.block(number, &[self.selection.letters]);
            let is_sure = |node: usize| sure >> ((letters.offset() + node) % LettersOfNames::BLOCK) & 1 == 1;
            self.choose(letters.nodes(number, likely).map(|node| (node as u32, is_sure(node))), chosen)?;
        }
        Ok(())
    }

    /// Selects among `nodes`, each with a flag that is set if the conditions are known to hold.
    fn choose(&self, nodes: impl Iterator<Item = (u32, bool)>, chosen: &mut Vec<u32>) -> Result<(), Stale> {
        let (selection, outline) = (self.selection, &self.outline);
        let kinds = outline.kinds();
        // An unknown kind number is damage; such a node is never selected.
        let of_kind = |at: &u32| {
            let kind = kinds.get(*at as usize).copied().filter(|&kind| kind < 64);
            kind.is_some_and(|kind| selection.kinds & (1 << kind) != 0)
        };
        if selection.only_kinds() {
            chosen.extend(nodes.map(|(at, _)| at).filter(of_kind));
            return Ok(());
        }
        for (at, is_sure) in nodes {
            if (of_kind(&at) || (selection.or_tests && outline.flags(at).has(NodeFlags::TEST)))
                && (selection.level == 0 || outline.level(at) == selection.level)
                && self.is_named(at)
                && (!selection.top || outline::is_top(outline, at, &self.types))
                && (is_sure || self.fits(at)?)
            {
                chosen.push(at);
            }
        }
        Ok(())
    }

    fn is_named(&self, node: u32) -> bool {
        match self.selection.name {
            NameFilter::Any => true,
            NameFilter::Symbol(pattern) => {
                pattern.matches(self.context.library, &self.outline, NodeRef { file: self.file, node })
            }
            NameFilter::Title(text) => text.matches(self.outline.name(node)),
        }
    }

    fn fits(&self, node: u32) -> Result<bool, Stale> {
        let node = NodeRef { file: self.file, node };
        for (condition, decided) in self.selection.conditions.iter().zip(&self.decided) {
            if !condition.holds(decided, &self.outline, node, self.context)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl NameFilter<'_> {
    /// If a substring of the name suffices, moves nodes with exactly that name to the front.
    fn put_whole_names_first(&self, outline: &Outline<'_>, nodes: &mut [u32]) {
        match self {
            NameFilter::Symbol(NamePattern::Part(part)) => nodes.sort_by_key(|&at| outline.lower_name(at) != *part),
            NameFilter::Title(TextPattern::Contains(text)) => {
                let whole = crate::docql::plan::name_pattern::lower(text);
                nodes.sort_by_key(|&at| outline.lower_name(at) != whole);
            }
            _ => {}
        }
    }
}
