//! The channels of names: one pass over all names, the best of each channel kept as it goes.

use super::channels::{CHANNELS, List, Question, Source};
use super::fuse::{Candidate, Evidence};
use super::names::{Around, Tier};
use super::rank;
use super::run::Target;
use super::spelling::Spelling;
use crate::document::Kind;
use crate::library::{FileId, NodeRef, Outline};
use rayon::prelude::*;
use std::cell::LazyCell;

/// So many names are looked at between two looks at the ticket.
const STRIDE: usize = 4096;

/// A node whose name matched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub node: NodeRef,
    pub kind: Kind,
    pub tier: Tier,
    pub length: u32,
}

/// Better tiers, weightier kinds, shorter names, then path order.
type Key = (Tier, u8, u32, NodeRef);

fn key(named: &Named) -> Key {
    (named.tier, u8::MAX - rank::kind_prior(named.kind), named.length, named.node)
}

/// The best of one channel so far.
#[derive(Debug, Default)]
struct Best {
    named: Vec<Named>,
    total: usize,
}

impl Best {
    fn add(&mut self, named: Named, depth: usize) {
        self.total += 1;
        self.named.push(named);
        if self.named.len() >= 2 * depth {
            self.prune(depth);
        }
    }

    fn prune(&mut self, depth: usize) {
        if self.named.len() > depth {
            self.named.select_nth_unstable_by_key(depth, key);
            self.named.truncate(depth);
        }
    }

    fn list(mut self, depth: usize) -> List {
        self.named.sort_unstable_by_key(key);
        self.named.truncate(depth);
        let candidate = |named: Named| Candidate {
            target: Target::Node(named.node),
            evidence: Evidence { tier: Some(named.tier), ..Evidence::default() },
        };
        List { best: self.named.into_iter().map(candidate).collect(), total: self.total }
    }
}

/// What one thread has found, channel by channel, and its memory.
struct Finds {
    best: Vec<Best>,
    spelling: Spelling,
}

impl Finds {
    fn none() -> Finds {
        Finds { best: CHANNELS.iter().map(|_| Best::default()).collect(), spelling: Spelling::default() }
    }

    fn joined(mut self, other: Finds, depth: usize) -> Finds {
        for (best, more) in self.best.iter_mut().zip(other.best) {
            best.total += more.total;
            best.named.extend(more.named);
            best.prune(depth);
        }
        self
    }
}

/// The channel of each kind that is looked for, by the kind's number.
fn channels_of_kinds(question: &Question<'_>) -> [Option<u8>; 256] {
    std::array::from_fn(|number| {
        let kind = Kind::from_u8(number as u8).filter(|&kind| question.is_candidate(kind))?;
        let of_kind = |source: &Source| matches!(source, Source::Names(accepts) if accepts(kind));
        CHANNELS.iter().position(|channel| of_kind(&channel.source)).map(|channel| channel as u8)
    })
}

/// A list for each of [`CHANNELS`]; empty for those that are not about names.
pub(super) fn lists(question: &Question<'_>) -> Vec<List> {
    let depth = question.depth.max(1);
    if question.names.is_empty() {
        return CHANNELS.iter().map(|_| List::default()).collect();
    }
    let channels = channels_of_kinds(question);
    let files: Vec<FileId> = question.files().collect();
    let finds = files
        .par_iter()
        .with_min_len(32)
        .fold(Finds::none, |mut finds, &file| {
            in_file(question, file, &channels, &mut finds);
            finds
        })
        .reduce(Finds::none, |finds, more| finds.joined(more, depth));
    finds.best.into_iter().map(|best| best.list(depth)).collect()
}

fn in_file(question: &Question<'_>, file: FileId, channels: &[Option<u8>; 256], finds: &mut Finds) {
    let (library, names) = (question.library, question.names);
    let Some(outline) = library.outline(file) else { return };
    let letters = library.letters(file, question.ticket).unwrap_or_default();
    let path = LazyCell::new(|| library.file(file).path.to_lowercase());
    for (node, (&letters, &kind)) in letters.iter().zip(outline.kinds()).enumerate() {
        if node.is_multiple_of(STRIDE) && question.ticket.is_stale() {
            return;
        }
        let Some(channel) = channels[usize::from(kind)].filter(|_| names.can_match(letters)) else { continue };
        let node = node as u32;
        let name = outline.name(node);
        let around = |word: &str| around(outline, node, &path, word);
        if let Some(tier) = names.matches(name, &mut finds.spelling, around)
            && question.filter.accepts_name(name)
        {
            let named =
                Named { node: NodeRef { file, node }, kind: outline.kind(node), tier, length: name.len() as u32 };
            finds.best[usize::from(channel)].add(named, question.depth.max(1));
        }
    }
}

fn around(outline: Outline<'_>, node: u32, path: &str, word: &str) -> Option<Around> {
    let mut scope = outline.ancestors(node);
    let is_in_scope = scope.any(|above| outline.lower_name(above).contains(word))
        || (outline.kind(node).is_function() && outline.detail(node).to_lowercase().contains(word));
    // In many languages the directory is the package: `http.Server` is `Server` in `net/http/server.go`.
    let mut directories = path.rsplit('/').skip(1);
    if is_in_scope || directories.next() == Some(word) {
        return Some(Around::Scope);
    }
    path.contains(word).then_some(Around::Path)
}
