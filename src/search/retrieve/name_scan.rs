//! The channels of names: one pass over all names, the best of each channel kept as it goes.

use super::channel_query::ChannelQuery;
use super::name_prefilter::{BLOCK, Block, Left, NamePrefilter, Surroundings};
use super::paths::Path;
use crate::docql::package_clause;
use crate::document::Kind;
use crate::library::{FileId, LettersOfNames, NodeRef, Outline};
use crate::search::model::channels::{CHANNELS, CandidateSource};
use crate::search::model::evidence::ChannelEntry;
use crate::search::model::kind_prior::kind_prior;
use crate::search::model::lists::{List, Lists};
use crate::search::model::match_class::MatchClass;
use crate::search::model::target::Target;
use crate::search::words::spelling::Spelling;
use crate::search::words::term_forms::{Around, Form, Look};
use crate::stdx::{contains_ignoring_case, find_ascii};
use rayon::prelude::*;
use std::cell::LazyCell;
use std::collections::BinaryHeap;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Blocks of names between two looks at the ticket.
const TICKET_EVERY: usize = 16;

/// A node whose name matched.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Named {
    pub node: NodeRef,
    pub kind: Kind,
    pub class: MatchClass,
    pub length: u32,
}

/// Better tiers, weightier kinds, shorter names, then path order.
type Key = (MatchClass, u8, u32, NodeRef);

fn key(named: &Named) -> Key {
    (named.class, u8::MAX - kind_prior(named.kind), named.length, named.node)
}

/// The order of names before that of paths, as one number: the less the better.
fn grade(class: MatchClass, weight: u8, length: u32) -> u64 {
    (class as u64) << 40 | u64::from(weight) << 32 | u64::from(length)
}

/// The state of a channel that all threads share.
#[derive(Debug)]
struct Known {
    /// The number of names that have matched.
    counted: AtomicUsize,
    /// The grade of the worst name that may still be among the best.
    worst: AtomicU64,
    /// The grades of the best names so far, the worst on top.
    grades: Mutex<BinaryHeap<u64>>,
}

impl Known {
    fn nothing() -> Known {
        Known { counted: AtomicUsize::new(0), worst: AtomicU64::new(u64::MAX), grades: Mutex::default() }
    }

    /// Notes a name that has matched. Few are among the best, so threads rarely meet here.
    fn note(&self, grade: u64, depth: usize) {
        self.counted.fetch_add(1, Ordering::Relaxed);
        if grade >= self.worst.load(Ordering::Relaxed) {
            return;
        }
        let mut grades = self.grades.lock().unwrap_or_else(PoisonError::into_inner);
        grades.push(grade);
        if grades.len() > depth {
            grades.pop();
        }
        if grades.len() == depth {
            self.worst.fetch_min(grades.peek().copied().unwrap_or(u64::MAX), Ordering::Relaxed);
        }
    }
}

/// The best of one channel so far.
#[derive(Debug, Default)]
struct Best {
    named: Vec<Named>,
    total: usize,
    /// With so many, those that are not among the best are dropped the next time.
    next_prune: usize,
}

impl Best {
    fn add(&mut self, named: Named, known: &Known, (depth, max_counted): (usize, usize)) {
        self.total += 1;
        self.named.push(named);
        let (class, weight, length, _) = key(&named);
        known.note(grade(class, weight, length), depth);
        if self.named.len() >= self.next_prune.max(2 * depth) {
            self.prune(depth, max_counted);
            self.next_prune = 2 * self.named.len();
        }
    }

    /// Drops those that are not among the best. Where all are counted one by one, all are kept.
    fn prune(&mut self, depth: usize, max_counted: usize) {
        if self.named.len() > depth && (max_counted == usize::MAX || self.total > max_counted) {
            self.named.select_nth_unstable_by_key(depth, key);
            self.named.truncate(depth);
        }
    }

    fn list(mut self, depth: usize, max_counted: usize) -> List {
        self.named.sort_unstable_by_key(key);
        let rest = self.named.split_off(depth.min(self.named.len()));
        let is_cut = self.named.len() + rest.len() < self.total || self.total > max_counted;
        let rest = if is_cut { Vec::new() } else { rest.iter().map(|named| Target::Node(named.node)).collect() };
        let candidate = |named: Named| ChannelEntry::named(Target::Node(named.node), named.class);
        let total = self.total.min(max_counted);
        List { best: self.named.into_iter().map(candidate).collect(), total, different: total, rest, is_cut }
    }
}

/// The finds of one thread, channel by channel, and its memory.
struct Finds {
    best: Vec<Best>,
    spelling: Spelling,
    prefilter: NamePrefilter,
}

impl Finds {
    fn none() -> Finds {
        Finds {
            best: CHANNELS.iter().map(|_| Best::default()).collect(),
            spelling: Spelling::default(),
            prefilter: NamePrefilter::default(),
        }
    }

    fn joined(mut self, other: Finds, depth: usize, max_counted: usize) -> Finds {
        for (best, more) in self.best.iter_mut().zip(other.best) {
            best.total += more.total;
            best.named.extend(more.named);
            best.prune(depth, max_counted);
        }
        self
    }
}

/// The query that every name is compared with.
struct Scan<'q> {
    query: &'q ChannelQuery<'q>,
    depth: usize,
    /// The channels, with how weighty the kinds are that are looked for in them: the less the weightier.
    rows: Vec<(u8, u8)>,
    /// The row of each kind that is looked for, by the kind's number.
    ranks: [Option<u8>; 256],
    known: Vec<Known>,
}

/// A list for each of [`CHANNELS`]; empty for those that are not about names.
pub(super) fn lists(query: &ChannelQuery<'_>) -> Lists {
    if query.names.is_empty() {
        return Lists::empty();
    }
    let channel = |number| {
        let kind = Kind::from_u8(number as u8).filter(|&kind| query.is_candidate(kind))?;
        let of_kind = |source: &CandidateSource| matches!(source, CandidateSource::Names(accepts) if accepts(kind));
        let channel = CHANNELS.iter().position(|channel| of_kind(&channel.source))?;
        Some((channel as u8, u8::MAX - kind_prior(kind)))
    };
    let depth = query.depth.max(1);
    let mut rows: Vec<(u8, u8)> = (0..256).filter_map(channel).collect();
    rows.sort_unstable();
    rows.dedup();
    let ranks = std::array::from_fn(|number| {
        let row = channel(number)?;
        rows.iter().position(|other| *other == row).map(|rank| rank as u8)
    });
    let scan = Scan { query, depth, rows, ranks, known: CHANNELS.iter().map(|_| Known::nothing()).collect() };
    let is_wanted = |file: &FileId| query.filter.accepts_file(*file);
    let files: Vec<FileId> = query.library.files_by_place().iter().copied().filter(is_wanted).collect();
    let finds = files
        .par_iter()
        .with_min_len(32)
        .fold(Finds::none, |mut finds, &file| {
            scan.file(file, &mut finds);
            finds
        })
        .reduce(Finds::none, |finds, more| finds.joined(more, depth, query.max_counted));
    let mut lists = Lists::empty();
    for ((_, list), best) in lists.iter_mut().zip(finds.best) {
        *list = best.list(depth, query.max_counted);
    }
    lists
}

/// A file in which names are left.
struct CandidateFile<'f, P> {
    file: FileId,
    letters: LettersOfNames<'f>,
    path: &'f P,
    /// True if the details of each node must be looked at.
    is_likely: bool,
}

impl Scan<'_> {
    fn file(&self, file: FileId, finds: &mut Finds) {
        let (library, names) = (self.query.library, self.query.names);
        let letters = library.letters(file);
        // Most files hold no name that is looked at.
        let outline = LazyCell::new(|| library.outline(file));
        let path = LazyCell::new(|| Path::of(&library.file(file).path, names));
        let details = LazyCell::new(|| Details::of(*outline));
        let mut prefilter = std::mem::take(&mut finds.prefilter);
        let left = prefilter.read_file(
            names,
            &Surroundings {
                letters,
                outline: &|| *outline,
                path: &|| path.words,
                in_details: &|form| letters.can_be_in_details(form.anywhere) && details.can_hold(form),
            },
        );
        if left != Left::Nothing {
            let found = CandidateFile { file, letters, path: &path, is_likely: left == Left::Likely };
            self.names(&found, &outline, &prefilter, finds);
        }
        finds.prefilter = prefilter;
    }

    /// Reads those names of a file that are left and may be among the best.
    fn names<'l>(
        &self,
        found: &CandidateFile<'l, impl Deref<Target = Path<'l>>>,
        outline: &impl Deref<Target = Option<Outline<'l>>>,
        prefilter: &NamePrefilter,
        finds: &mut Finds,
    ) {
        let (library, names) = (self.query.library, self.query.names);
        let (letters, kinds) = (found.letters, library.kinds(found.file));
        // A package may be called otherwise than its directory: `clientv3` in `client/v3`.
        let clause = if names.is_qualified() { package_clause(library, found.file) } else { "" };
        let package = clause.rsplit(['.', '\\']).next().unwrap_or_default();
        let mut of_use = vec![None; self.rows.len()];
        for number in 0..letters.blocks() {
            if number % TICKET_EVERY == 0 && self.query.ticket.is_stale() {
                return;
            }
            let block = prefilter.block(number, names, letters);
            of_use.fill(None);
            for node in letters.nodes(number, block.left) {
                let Some(&kind) = kinds.get(node) else { return };
                let Some(rank) = self.ranks[usize::from(kind)] else { continue };
                let of_rank =
                    || self.of_use(self.rows[usize::from(rank)], &block, |most| letters.at_most(number, most));
                let of_use = of_use[usize::from(rank)].get_or_insert_with(of_rank);
                if *of_use >> ((letters.offset() + node) % BLOCK) & 1 == 0 {
                    continue;
                }
                let (channel, _) = self.rows[usize::from(rank)];
                let Some(outline) = **outline else { return };
                let scope = NodeSurroundings { outline, letters, node: node as u32, package };
                let (holds, can_hold) = (|wanted| letters.holds(node, wanted), |form: &Form| scope.can_hold(form));
                if !found.is_likely || names.can_find_enough(holds, || found.path.words, can_hold) {
                    self.name(&scope, found.path, channel, (found.file, finds));
                }
            }
        }
    }

    /// Reads a name that may be one of the best; its path only if that decides.
    fn name<'l>(
        &self,
        scope: &NodeSurroundings<'_>,
        path: &impl Deref<Target = Path<'l>>,
        channel: u8,
        (file, finds): (FileId, &mut Finds),
    ) {
        let (outline, name) = (scope.outline, scope.outline.name_bytes(scope.node));
        let around = |form: &Form, look: Look| scope.find(form, &path.lower, look);
        if let Some(class) = self.query.names.matches(name, &mut finds.spelling, around)
            && self.query.accepts(&outline, scope.node)
        {
            let known = &self.known[usize::from(channel)];
            let (node, kind) = (NodeRef { file, node: scope.node }, outline.kind(scope.node));
            let named = Named { node, kind, class, length: name.len() as u32 };
            finds.best[usize::from(channel)].add(named, known, (self.depth, self.query.max_counted));
        }
    }

    /// Of the names of a block, of kinds of one channel and weight, those that may be among its best, or are still to be
    /// counted. `short` finds those of no more than so many letters. Which names are passed over depends on how fast the
    /// threads are; what is found does not.
    fn of_use(&self, (channel, weight): (u8, u8), block: &Block, short: impl Fn(u32) -> u64) -> u64 {
        let known = &self.known[usize::from(channel)];
        if known.counted.load(Ordering::Relaxed) < self.query.max_counted {
            return u64::MAX;
        }
        let worst = known.worst.load(Ordering::Relaxed);
        let is_enough = |class, length| grade(class, weight, length) <= worst;
        let longer = block.best().into_iter().fold(0, |all, (class, bits)| match class {
            _ if is_enough(class, u32::MAX) => all | bits,
            // The length decides: it is the last part of a grade.
            _ if is_enough(class, 0) => all | bits & short(worst as u32),
            _ => all,
        });
        // Only names with no more letters than the words have can be just that.
        longer | short(self.query.names.length())
    }
}

/// The details of all nodes of a file. Most files have few or none.
struct Details<'l> {
    all: &'l [u8],
    is_ascii: bool,
}

impl Details<'_> {
    fn of(outline: Option<Outline<'_>>) -> Details<'_> {
        let all = outline.map_or(&[][..], |outline| outline.details());
        Details { all, is_ascii: all.is_ascii() }
    }

    /// True if a form of a word can be in any of them.
    fn can_hold(&self, form: &Form) -> bool {
        let is_simple = form.text.is_ascii() && !form.text.is_empty() && self.is_ascii;
        !self.all.is_empty() && (!is_simple || find_ascii(self.all, form.text.as_bytes()).is_some())
    }
}

/// The surroundings of a node, but for the path of its file.
struct NodeSurroundings<'l> {
    outline: Outline<'l>,
    /// The letters of the names of all nodes of the file.
    letters: LettersOfNames<'l>,
    node: u32,
    /// The package that its file says to be of; empty where that does not matter.
    package: &'l str,
}

impl NodeSurroundings<'_> {
    /// True if one of the names around the node can hold a form of a word: most are not read to know that none does.
    fn can_hold(&self, form: &Form) -> bool {
        self.outline.ancestors(self.node).any(|above| self.can_be_in(form, above)) || self.is_in_detail(form)
    }

    fn can_be_in(&self, form: &Form, above: u32) -> bool {
        self.letters.holds(above as usize, form.anywhere)
    }

    fn is_in_detail(&self, form: &Form) -> bool {
        self.outline.kind(self.node).is_function() && contains_ignoring_case(self.outline.detail(self.node), &form.text)
    }

    /// The place around the node where a form of a word is; `path` is that of its file.
    fn find(&self, form: &Form, path: &str, look: Look) -> Option<Around> {
        let in_path = || form.is_in(path).then_some(Around::Path);
        if look == Look::Anywhere
            && let Some(found) = in_path()
        {
            return Some(found);
        }
        let scope = || self.outline.ancestors(self.node);
        let may_be_outside = self.outline.kind(self.node).names_owner();
        let is_in_scope = |is: fn(&str, &str) -> bool| {
            scope().any(|above| self.can_be_in(form, above) && is(self.outline.name(above), &form.text))
                || (may_be_outside && is(self.outline.detail(self.node), &form.text))
        };
        // In many languages the directory is the package: `http.Server` is `Server` in `net/http/server.go`.
        let mut directories = path.rsplit('/').skip(1);
        let is_member = || scope().next().is_some() || may_be_outside && self.outline.has_detail(self.node);
        let is_of_package = directories.next() == Some(form.text.as_str())
            || !self.package.is_empty() && self.package.eq_ignore_ascii_case(&form.text);
        match is_of_package {
            _ if is_in_scope(str::eq_ignore_ascii_case) => Some(Around::Named),
            true => Some(if is_member() { Around::Scope } else { Around::Named }),
            false if is_in_scope(contains_ignoring_case) => Some(Around::Scope),
            false => in_path(),
        }
    }
}
