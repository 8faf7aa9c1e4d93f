//! Weighing the candidates on their own text: how much of the question each covers, how alike it is.

use super::fuse::Fused;
use super::meaning::Meaning;
use super::run::Target;
use crate::document::{Kind, Span};
use crate::library::{Coverage, FileEntry, FileId, Library, Outline, Weighted};
use crate::stdx::Ticket;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Larger files are not read for it: their hits keep the weight of the entry that was found.
const LARGEST: u64 = 2 << 20;

/// Bytes of a text that are weighed.
const LOOKED_AT: u32 = 8 << 10;

/// What a word counts in the name of a symbol or the title of a section.
const IN_NAME: f32 = 4.0;

/// What a word counts in the names of what is around, and in the path.
const IN_CONTEXT: f32 = 0.5;

/// So many files, or candidates, are weighed by one thread in a row.
const TOGETHER: usize = 8;

/// Gives each candidate its coverage and its likeness, as far as they are not known. With a stale ticket some
/// keep what they have.
pub(super) fn weigh(
    fused: &mut [Fused],
    library: &Library,
    coverage: Option<&Coverage>,
    meaning: Option<&Meaning>,
    ticket: &Ticket,
) {
    if let Some(meaning) = meaning {
        fused.par_iter_mut().with_min_len(TOGETHER).filter(|entry| entry.evidence.likeness.is_none()).for_each(
            |entry| {
                entry.evidence.likeness = meaning.likeness(library, entry.target);
            },
        );
    }
    let Some(coverage) = coverage.filter(|coverage| !coverage.is_empty()) else { return };
    // Every file is read once.
    let mut files: BTreeMap<FileId, Vec<&mut Fused>> = BTreeMap::new();
    for entry in fused {
        files.entry(file_of(entry.target)).or_default().push(entry);
    }
    let files: Vec<(FileId, Vec<&mut Fused>)> = files.into_iter().collect();
    files.into_par_iter().with_min_len(TOGETHER).for_each_init(
        || coverage.clone(),
        |coverage, (file, entries)| {
            if !ticket.is_stale() {
                in_file(file, entries, library, coverage);
            }
        },
    );
}

/// Gives the candidates in one file their coverage.
fn in_file(file: FileId, entries: Vec<&mut Fused>, library: &Library, coverage: &mut Coverage) {
    let info = library.file(file);
    if info.text_only || info.size > LARGEST {
        return;
    }
    let text = if info.format.derived_text { library.node_text(file) } else { library.peek_text(file) };
    let Ok(text) = text else { return };
    let outline = library.outline(file);
    for entry in entries {
        entry.evidence.coverage = Some(covered(entry.target, &text, outline, info, coverage));
        if coverage.len() > 1 {
            entry.evidence.together = coverage.together(told(entry.target, &text, outline, info));
        }
    }
}

pub(super) fn file_of(target: Target) -> FileId {
    match target {
        Target::Node(node) => node.file,
        Target::File(file) | Target::Text { file, .. } => file,
    }
}

fn covered(target: Target, text: &str, outline: Option<Outline<'_>>, file: &FileEntry, coverage: &mut Coverage) -> f32 {
    let path = Weighted { text: &file.path, weight: IN_CONTEXT };
    match (target, outline) {
        (Target::Node(at), Some(outline)) if at.node < outline.len() => {
            let mut parts = vec![path, Weighted { text: outline.name(at.node), weight: IN_NAME }];
            parts.extend(
                outline.ancestors(at.node).map(|above| Weighted { text: outline.name(above), weight: IN_CONTEXT }),
            );
            parts.extend(own(text, outline, at.node).map(|text| Weighted { text, weight: 1.0 }));
            coverage.of(&parts)
        }
        (Target::Text { span, .. }, _) => coverage.of(&[path, Weighted { text: span.of(text), weight: 1.0 }]),
        // A file is found by its name and what it says of itself; its text would cover everything.
        _ => {
            let doc = file.format.file_doc(text).unwrap_or_default();
            coverage.of(&[Weighted { weight: IN_NAME, ..path }, Weighted { text: doc.of(text), weight: 1.0 }])
        }
    }
}

/// What a target says to people: documentation, or prose.
fn told<'t>(target: Target, text: &'t str, outline: Option<Outline<'_>>, file: &FileEntry) -> &'t str {
    let clip = |span: Span| {
        let start = text.floor_char_boundary((span.start as usize).min(text.len()));
        let end = text.floor_char_boundary((span.end.min(span.start + LOOKED_AT) as usize).min(text.len()));
        &text[start..end.max(start)]
    };
    match (target, outline) {
        (Target::Node(at), Some(outline)) if at.node < outline.len() => match outline.kind(at.node) {
            Kind::Heading | Kind::Page => own(text, outline, at.node).last().unwrap_or_default(),
            _ => clip(outline.doc(at.node)),
        },
        (Target::Node(_), _) => "",
        (Target::Text { span, .. }, _) => clip(span),
        (Target::File(_), _) => clip(file.format.file_doc(text).unwrap_or_default()),
    }
}

/// What a node says itself: its documentation and its text, up to its first part that is a hit of its own.
fn own<'t>(text: &'t str, outline: Outline<'_>, node: u32) -> impl Iterator<Item = &'t str> + use<'t> {
    let kind = outline.kind(node);
    let (whole, doc) = (outline.span(node), outline.doc(node));
    let is_part = |inner: Kind| match kind {
        Kind::Heading | Kind::Page => matches!(inner, Kind::Heading | Kind::Page),
        _ if kind.is_class() || kind == Kind::Module || kind == Kind::Impl => inner.is_function() || inner.is_class(),
        _ => false,
    };
    let part = (node + 1..outline.end(node)).find(|&inner| is_part(outline.kind(inner)));
    let end = part.map_or(whole.end, |part| outline.span(part).start.max(whole.start)).min(whole.start + LOOKED_AT);
    let clip = |span: Span| {
        let start = text.floor_char_boundary((span.start as usize).min(text.len()));
        let end = text.floor_char_boundary((span.end as usize).min(text.len()));
        &text[start..end.max(start)]
    };
    let outside = (!doc.is_empty() && doc.end <= whole.start).then(|| clip(doc));
    outside.into_iter().chain(std::iter::once(clip(Span::new(whole.start, end))))
}
