//! The channels: where candidates come from, each a row, each ranking on its own.

use super::facets::Filter;
use super::fuse::{Candidate, Evidence};
use super::names::{Around, NameQuery, Scratch, Tier};
use super::rank;
use super::run::Target;
use crate::document::Kind;
use crate::library::{FileId, HitWords, Letters, Library, NodeRef, Outline, Place, TextQuery};
use crate::stdx::Ticket;
use rayon::prelude::*;
use std::cell::LazyCell;
use std::collections::HashSet;

/// So many names are looked at between two looks at the ticket.
const STRIDE: u32 = 1024;

/// How much of an entry's score its nodes share out by how many of the lines with the words they hold.
const SHARED: f32 = 0.5;

/// One row of the table.
#[derive(Debug)]
pub struct Channel {
    /// The name in explanations.
    pub name: &'static str,
    /// What it ranks, for people.
    pub label: &'static str,
    /// How much its ranks count in the fusion.
    pub weight: f32,
    /// Where its candidates come from.
    pub(super) source: Source,
}

/// Where candidates come from.
#[derive(Debug)]
pub(super) enum Source {
    /// Names of nodes of some kinds.
    Names(fn(Kind) -> bool),
    /// Paths of files.
    Paths,
    /// The full-text index.
    Text,
}

/// All channels.
pub const CHANNELS: &[Channel] = &[
    Channel { name: "class", label: "names of types", weight: 1.0, source: Source::Names(Kind::is_class) },
    Channel { name: "function", label: "names of functions", weight: 1.0, source: Source::Names(Kind::is_function) },
    Channel { name: "symbol", label: "names of other symbols", weight: 0.8, source: Source::Names(is_other_symbol) },
    Channel { name: "heading", label: "titles of sections", weight: 1.0, source: Source::Names(is_title) },
    Channel { name: "entity", label: "terms and endpoints", weight: 0.8, source: Source::Names(is_entity) },
    Channel { name: "path", label: "paths of files", weight: 0.7, source: Source::Paths },
    Channel { name: "text", label: "text, by BM25", weight: 1.0, source: Source::Text },
];

fn is_other_symbol(kind: Kind) -> bool {
    kind.is_symbol() && !kind.is_class() && !kind.is_function()
}

fn is_title(kind: Kind) -> bool {
    matches!(kind, Kind::Heading | Kind::Page)
}

fn is_entity(kind: Kind) -> bool {
    matches!(kind, Kind::Term | Kind::Api)
}

/// What one channel found.
#[derive(Debug, Default)]
pub(super) struct List {
    /// The best, best first.
    pub best: Vec<Candidate>,
    /// How many there were.
    pub total: usize,
}

/// What all channels are asked.
pub(super) struct Question<'q> {
    pub library: &'q Library,
    pub filter: &'q Filter<'q>,
    pub names: &'q NameQuery,
    pub text: &'q TextQuery,
    /// How many candidates a channel hands on.
    pub depth: usize,
    pub ticket: &'q Ticket,
}

impl Question<'_> {
    /// Asks all channels; the lists are in the order of [`CHANNELS`].
    pub(super) fn ask(&self) -> Vec<List> {
        let named = self.scan_names();
        CHANNELS
            .iter()
            .map(|channel| match channel.source {
                Source::Names(accepts) => self.best_named(&named, accepts),
                Source::Paths => self.paths(),
                Source::Text => self.text(),
            })
            .collect()
    }

    /// Every node whose name matches, in path order. All threads scan; files are what they share out.
    fn scan_names(&self) -> Vec<Named> {
        if self.names.is_empty() {
            return Vec::new();
        }
        let files: Vec<FileId> = self.library.file_ids().filter(|&file| self.filter.accepts_file(file)).collect();
        files
            .par_iter()
            .with_min_len(32)
            .map_init(Scratch::default, |scratch, &file| self.scan_file(file, scratch))
            .flatten_iter()
            .collect()
    }

    fn scan_file(&self, file: FileId, scratch: &mut Scratch) -> Vec<Named> {
        let mut found = Vec::new();
        let Some(outline) = self.library.outline(file) else { return found };
        let path = LazyCell::new(|| self.library.file(file).path.to_lowercase());
        for (node, letters) in self.letters(file) {
            let kind = outline.kind(node);
            if !self.names.can_match(letters) || !self.is_candidate(kind) {
                continue;
            }
            let lower = outline.lower_name(node);
            let around = |word: &str| around(outline, node, &path, word);
            if let Some(tier) = self.names.matches(outline.name(node), &lower, scratch, around)
                && self.filter.accepts_name(&lower)
            {
                found.push(Named { node: NodeRef { file, node }, kind, tier, length: lower.len() as u32 });
            }
        }
        found
    }

    /// The nodes of a file with the letters of their names, until newer work is asked for.
    pub(super) fn letters(&self, file: FileId) -> impl Iterator<Item = (u32, Letters)> + '_ {
        let letters = self.library.letters(file, self.ticket).unwrap_or_default();
        (0..).zip(letters.iter().copied()).take_while(|(node, _)| node % STRIDE > 0 || !self.ticket.is_stale())
    }

    pub(super) fn is_candidate(&self, kind: Kind) -> bool {
        (kind.in_outline() || is_entity(kind)) && self.filter.accepts_kind(kind)
    }

    /// The best of one channel: better tiers, weightier kinds, shorter names, then path order.
    fn best_named(&self, named: &[Named], accepts: fn(Kind) -> bool) -> List {
        let key = |found: &Named| (found.tier, rank::kind_prior(found.kind).wrapping_neg(), found.length, found.node);
        let mut total = 0;
        let mut best: Vec<Named> = Vec::new();
        for part in named.chunks(STRIDE as usize).take_while(|_| !self.ticket.is_stale()) {
            let before = best.len();
            best.extend(part.iter().filter(|found| accepts(found.kind)));
            total += best.len() - before;
            if best.len() > self.depth + STRIDE as usize {
                best.select_nth_unstable_by_key(self.depth, key);
                best.truncate(self.depth);
            }
        }
        best.sort_unstable_by_key(key);
        best.truncate(self.depth);
        let candidate = |found: Named| Candidate {
            target: Target::Node(found.node),
            evidence: Evidence { tier: Some(found.tier), text: 0.0 },
        };
        List { best: best.into_iter().map(candidate).collect(), total }
    }

    fn paths(&self) -> List {
        if self.names.is_empty() || !self.filter.accepts_kind(Kind::File) {
            return List::default();
        }
        let files: Vec<FileId> = self.library.file_ids().filter(|&file| self.filter.accepts_file(file)).collect();
        let mut found: Vec<(Tier, usize, FileId)> = files
            .par_iter()
            .with_min_len(512)
            .map_init(Scratch::default, |scratch, &file| self.path(file, scratch))
            .flatten_iter()
            .collect();
        let total = found.len();
        found.sort_unstable();
        found.truncate(self.depth);
        let candidate = |(tier, _, file)| Candidate {
            target: Target::File(file),
            evidence: Evidence { tier: Some(tier), text: 0.0 },
        };
        List { best: found.into_iter().map(candidate).collect(), total }
    }

    /// How the name of a file matches: the best of with and without its ending.
    fn path(&self, file: FileId, scratch: &mut Scratch) -> Option<(Tier, usize, FileId)> {
        let entry = self.library.file(file);
        let lower = entry.name().to_lowercase();
        if !self.names.can_match(Letters::of(&lower)) || (file.0.is_multiple_of(STRIDE) && self.ticket.is_stale()) {
            return None;
        }
        let directory = LazyCell::new(|| entry.directory().to_lowercase());
        let stem = entry.name().rsplit_once('.').map_or(entry.name(), |(stem, _)| stem);
        let in_directory = |word: &str| directory.contains(word).then_some(Around::Path);
        let of_stem = self.names.matches(stem, &stem.to_lowercase(), scratch, in_directory);
        let of_name = self.names.matches(entry.name(), &lower, scratch, in_directory);
        of_stem.into_iter().chain(of_name).min().map(|tier| (tier, entry.path.len(), file))
    }

    fn text(&self) -> List {
        let wanted = |file: FileId| self.filter.accepts_file(file);
        let found = self.library.search_text(self.text, &wanted, self.depth, self.ticket);
        let best_score = found.hits.first().map_or(1.0, |hit| hit.score.max(f32::MIN_POSITIVE));
        let words = HitWords::of(self.text);
        let mut best: Vec<Candidate> = Vec::new();
        let mut seen = HashSet::new();
        let mut total = found.total;
        for hit in found.hits {
            if self.ticket.is_stale() {
                break;
            }
            let places = self.library.places_of(&hit, &words, |kind| self.filter.accepts_kind(kind));
            total += places.len().saturating_sub(1);
            for (place, share) in places {
                let target = match place {
                    Place::Node(node) => Target::Node(NodeRef { file: hit.file, node }),
                    Place::Text if self.filter.accepts_text() => {
                        Target::Text { file: hit.file, span: hit.span, line: hit.line }
                    }
                    Place::Text => continue,
                };
                // A long declaration has several entries: the best one speaks for it.
                if seen.insert(target) {
                    let text = hit.score / best_score * (1.0 - SHARED + SHARED * share);
                    best.push(Candidate { target, evidence: Evidence { tier: None, text } });
                }
            }
        }
        best.sort_by(|a, b| b.evidence.text.total_cmp(&a.evidence.text));
        List { best, total }
    }
}

/// A node whose name matched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub node: NodeRef,
    pub kind: Kind,
    pub tier: Tier,
    pub length: u32,
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
