//! The channels: where candidates come from, each a row, each ranking on its own.

use super::names::NameQuery;
use super::scan;
use super::scan::Path;
use crate::document::Kind;
use crate::library::{FileId, HitWords, Library, NodeRef, Place, TextHit, TextQuery};
use crate::search::rank::fuse::{Candidate, Evidence};
use crate::search::rank::match_class::Tier;
use crate::search::request::facets::Filter;
use crate::search::run::Target;
use crate::search::words::spelling::Spelling;
use crate::search::words::term_forms::{Around, Form};
use crate::stdx::Ticket;
use rayon::prelude::*;
use std::cell::LazyCell;
use std::collections::HashSet;

/// So many names are looked at between two looks at the ticket.
const STRIDE: u32 = 1024;

/// How much of an entry's score its nodes share out by how many of the lines with the words they hold.
const SHARED: f32 = 0.5;

/// So many entries of the full text are looked up by one thread in a row.
const PLACED_TOGETHER: usize = 32;

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
    pub(in crate::search) source: Source,
}

/// Where candidates come from.
#[derive(Debug)]
pub(in crate::search) enum Source {
    /// Names of nodes of some kinds.
    Names(fn(Kind) -> bool),
    /// Paths of files.
    Paths,
    /// The full-text index.
    Text,
    /// The vectors.
    Meaning,
}

/// The name of the channel of texts.
pub(in crate::search) const TEXT: &str = "text";

/// All channels.
pub const CHANNELS: &[Channel] = &[
    Channel { name: "class", label: "names of types", weight: 1.0, source: Source::Names(Kind::is_class) },
    Channel { name: "function", label: "names of functions", weight: 1.0, source: Source::Names(Kind::is_function) },
    Channel { name: "symbol", label: "names of other symbols", weight: 0.8, source: Source::Names(is_other_symbol) },
    Channel { name: "heading", label: "titles of sections", weight: 1.0, source: Source::Names(is_title) },
    Channel { name: "entity", label: "terms and endpoints", weight: 0.8, source: Source::Names(is_entity) },
    Channel { name: "path", label: "paths of files", weight: 0.7, source: Source::Paths },
    Channel { name: TEXT, label: "text, by BM25", weight: 1.0, source: Source::Text },
    Channel { name: "semantic", label: "meaning, by vectors", weight: 1.0, source: Source::Meaning },
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
pub(in crate::search) struct List {
    /// The best, best first.
    pub best: Vec<Candidate>,
    /// How many there were.
    pub total: usize,
    /// How many different ones at least, where `total` may count some twice.
    pub different: usize,
    /// What was found beside the best, as far as that is known.
    pub rest: Vec<Target>,
    /// Whether there is more than the best and the rest.
    pub is_cut: bool,
}

/// What all channels are asked.
pub(in crate::search) struct Question<'q> {
    pub library: &'q Library,
    pub filter: &'q Filter<'q>,
    pub names: &'q NameQuery,
    pub text: &'q TextQuery,
    /// How many candidates a channel hands on.
    pub depth: usize,
    /// So many are counted in a channel of names: beyond it only the best are looked for.
    pub enough: usize,
    pub ticket: &'q Ticket,
}

impl Question<'_> {
    /// Asks all channels; the lists are in the order of [`CHANNELS`].
    pub(super) fn ask(&self) -> Vec<List> {
        // Names and text side by side: one waits for memory, the other works in one thread.
        let (mut lists, (mut paths, mut text)) = rayon::join(|| scan::lists(self), || (self.paths(), self.text()));
        for (channel, list) in CHANNELS.iter().zip(&mut lists) {
            match channel.source {
                Source::Names(_) | Source::Meaning => {}
                Source::Paths => *list = std::mem::take(&mut paths),
                Source::Text => *list = std::mem::take(&mut text),
            }
        }
        lists
    }

    /// The files that count.
    pub(in crate::search) fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        self.library.file_ids().filter(|&file| self.filter.accepts_file(file))
    }

    pub(super) fn is_candidate(&self, kind: Kind) -> bool {
        (kind.in_outline() || is_entity(kind)) && self.filter.accepts_kind(kind)
    }

    fn paths(&self) -> List {
        if self.names.is_empty() || !self.filter.accepts_kind(Kind::File) {
            return List::default();
        }
        let letters = self.library.file_letters();
        let can_match = |file: &FileId| {
            letters.get(file.0 as usize).is_some_and(|name| {
                let in_path = || Path::of(&self.library.file(*file).path, self.names).words;
                let can_find_enough = || self.names.can_find_enough(|wanted| name.hold(wanted), in_path, |_| false);
                self.names.can_match(*name) && can_find_enough()
            })
        };
        // Most are passed over without a look at them.
        let files: Vec<FileId> =
            self.library.file_ids().filter(can_match).filter(|&file| self.filter.accepts_file(file)).collect();
        let mut found: Vec<(Tier, usize, FileId)> = files
            .par_iter()
            .with_min_len(512)
            .map_init(Spelling::default, |spelling, &file| self.path(file, spelling))
            .flatten_iter()
            .collect();
        let total = found.len();
        found.sort_unstable();
        let rest = found.split_off(self.depth.min(total)).into_iter();
        let is_cut = total > self.enough;
        let rest = if is_cut { Vec::new() } else { rest.map(|(.., file)| Target::File(file)).collect() };
        let candidate = |(tier, _, file)| Candidate {
            target: Target::File(file),
            evidence: Evidence { tier: Some(tier), ..Evidence::default() },
        };
        List { best: found.into_iter().map(candidate).collect(), total, different: total, rest, is_cut }
    }

    /// How the name of a file matches: the best of with and without its ending.
    fn path(&self, file: FileId, spelling: &mut Spelling) -> Option<(Tier, usize, FileId)> {
        let entry = self.library.file(file);
        let name = entry.name();
        if file.0.is_multiple_of(STRIDE) && self.ticket.is_stale() {
            return None;
        }
        let directory = LazyCell::new(|| entry.directory().to_lowercase());
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let in_directory = |form: &Form, _| form.is_in(&directory).then_some(Around::Path);
        let of_stem = self.names.matches(stem.as_bytes(), spelling, in_directory);
        let of_name = self.names.matches(name.as_bytes(), spelling, in_directory);
        // Files have their names from what is in them: what is called so itself comes first.
        of_stem.into_iter().chain(of_name).min().map(|tier| (tier.max(Tier::Exact), entry.path.len(), file))
    }

    /// What the full text finds.
    pub(in crate::search) fn text(&self) -> List {
        let wanted = |file: FileId| self.filter.accepts_file(file);
        let found = self.library.search_text(self.text, &wanted, self.depth, self.ticket);
        let best_score = found.hits.first().map_or(1.0, |hit| hit.score.max(f32::MIN_POSITIVE));
        let words = HitWords::of(self.text);
        let mut best: Vec<Candidate> = Vec::new();
        let mut seen = HashSet::new();
        let (mut total, is_cut) = (found.total, found.hits.len() < found.total);
        // Each is looked up in the text of its file.
        let placed: Vec<(TextHit, Vec<(Place, f32)>)> = found
            .hits
            .into_par_iter()
            .with_min_len(PLACED_TOGETHER)
            .filter(|_| !self.ticket.is_stale())
            .map(|hit| {
                let places = self.library.places_of(&hit, &words, |kind| self.filter.accepts_kind(kind));
                (hit, places)
            })
            .collect();
        for (hit, places) in placed {
            total += places.len().saturating_sub(1);
            for (place, share) in places {
                let target = match place {
                    Place::Node(node) => Target::Node(NodeRef { file: hit.file, node }),
                    Place::File => Target::File(hit.file),
                    Place::Text if self.filter.accepts_text() => {
                        Target::Text { file: hit.file, span: hit.span, line: hit.line }
                    }
                    Place::Text => continue,
                };
                // A long declaration has several entries: the best one speaks for it.
                if seen.insert(target) {
                    let text = hit.score / best_score * (1.0 - SHARED + SHARED * share);
                    best.push(Candidate { target, evidence: Evidence { text, ..Evidence::default() } });
                }
            }
        }
        best.sort_by(|a, b| b.evidence.text.total_cmp(&a.evidence.text));
        // What is found in two files is not the same.
        let different = if self.filter.accepts_all_kinds() { found.files } else { 0 };
        List { best, total, different, rest: Vec::new(), is_cut }
    }
}
