//! Weighing the candidates on their own text: how much of the question each covers, how alike it is.

use super::fuse::Fused;
use crate::document::{Kind, Span};
use crate::library::{Coverage, FileEntry, FileId, Library, Outline, Weighted};
use crate::search::retrieve::meaning::Meaning;
use crate::search::run::Target;
use crate::stdx::Ticket;
use rayon::prelude::*;
use regex::Regex;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Larger files are not read for it: their hits keep the weight of the entry that was found.
const LARGEST: u64 = 2 << 20;

/// Bytes of a text that are weighed.
const LOOKED_AT: u32 = 8 << 10;

/// What a word counts in the name of a symbol or the title of a section.
const IN_NAME: f32 = 4.0;

/// What a word counts in the names of what is around, and in the path.
const IN_CONTEXT: f32 = 0.5;

/// What a word counts in the documentation of a declaration.
const IN_DOC: f32 = 3.0;

/// So many files, or candidates, are weighed by one thread in a row.
const TOGETHER: usize = 8;

/// What candidates are weighed by.
pub(in crate::search) struct Measures<'m> {
    /// The words of the question.
    pub coverage: Option<Coverage>,
    /// The identifier that the question is.
    pub identifier: Option<Regex>,
    /// What the question means.
    pub meaning: Option<&'m Meaning>,
}

/// Gives each candidate its coverage and its likeness, as far as they are not known. With a stale ticket some
/// keep what they have.
pub(in crate::search) fn weigh(fused: &mut [Fused], library: &Library, measures: &Measures<'_>, ticket: &Ticket) {
    if let Some(meaning) = measures.meaning {
        fused.par_iter_mut().with_min_len(TOGETHER).filter(|entry| entry.evidence.likeness.is_none()).for_each(
            |entry| {
                entry.evidence.likeness = meaning.likeness(library, entry.target);
            },
        );
    }
    let Some(coverage) = measures.coverage.as_ref().filter(|coverage| !coverage.is_empty()) else { return };
    by_file(fused).into_par_iter().with_min_len(TOGETHER).for_each_init(
        || (coverage.clone(), measures.identifier.clone()),
        |(coverage, identifier), (file, entries)| {
            if !ticket.is_stale() {
                in_file(file, entries, library, (coverage, identifier.as_ref()));
            }
        },
    );
}

/// The candidates of each file: every file is read once.
pub(in crate::search) fn by_file(fused: &mut [Fused]) -> Vec<(FileId, Vec<&mut Fused>)> {
    let mut files: BTreeMap<FileId, Vec<&mut Fused>> = BTreeMap::new();
    for entry in fused {
        files.entry(file_of(entry.target)).or_default().push(entry);
    }
    files.into_iter().collect()
}

/// The text of a file that is worth reading for its candidates.
pub(in crate::search) fn text_of(file: FileId, library: &Library) -> Option<Arc<str>> {
    let info = library.file(file);
    if info.text_only || info.size > LARGEST {
        return None;
    }
    let text = if info.format.derived_text { library.node_text(file) } else { library.peek_text(file) };
    text.ok()
}

/// Gives the candidates in one file their coverage.
fn in_file(
    file: FileId,
    entries: Vec<&mut Fused>,
    library: &Library,
    (coverage, identifier): (&mut Coverage, Option<&Regex>),
) {
    let Some(text) = text_of(file, library) else { return };
    let around = Around { text: &text, outline: library.outline(file), file: library.file(file) };
    for entry in entries {
        entry.evidence.coverage = Some(covered(entry.target, &around, coverage));
        if coverage.len() > 1 {
            entry.evidence.together = coverage.together(told(entry.target, &around));
        }
        let is_in = |identifier: &Regex| {
            [around.whole(entry.target), told(entry.target, &around)].iter().any(|text| identifier.is_match(text))
        };
        entry.evidence.is_scattered = identifier.is_some_and(|identifier| !is_in(identifier));
    }
}

/// The file that a candidate is in.
pub(in crate::search) struct Around<'t, 'l> {
    pub text: &'t str,
    pub outline: Option<Outline<'l>>,
    pub file: &'l FileEntry,
}

impl<'t, 'l> Around<'t, 'l> {
    /// The node that a target is.
    pub(in crate::search) fn node(&self, target: Target) -> Option<(Outline<'l>, u32)> {
        let Target::Node(at) = target else { return None };
        self.outline.filter(|outline| at.node < outline.len()).map(|outline| (outline, at.node))
    }

    /// A piece of the text, as far as it is looked at.
    pub(super) fn clip(&self, span: Span) -> &'t str {
        let start = self.text.floor_char_boundary((span.start as usize).min(self.text.len()));
        let end = span.end.min(span.start.saturating_add(LOOKED_AT)) as usize;
        let end = self.text.floor_char_boundary(end.min(self.text.len()));
        &self.text[start..end.max(start)]
    }

    /// All that belongs to a target.
    fn whole(&self, target: Target) -> &'t str {
        let span = match (self.node(target), target) {
            (Some((outline, node)), _) => outline.span(node),
            (None, Target::Text { span, .. }) => span,
            _ => return self.text,
        };
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    fn file_doc(&self) -> &'t str {
        self.file.format.file_doc(self.text).map_or("", |doc| self.clip(doc))
    }
}

pub(in crate::search) fn file_of(target: Target) -> FileId {
    match target {
        Target::Node(node) => node.file,
        Target::File(file) | Target::Text { file, .. } => file,
    }
}

fn covered(target: Target, around: &Around<'_, '_>, coverage: &mut Coverage) -> f32 {
    let path = Weighted { text: &around.file.path, weight: IN_CONTEXT, is_body: false };
    let as_body = |text| Weighted { text, weight: 1.0, is_body: true };
    match (around.node(target), target) {
        (Some((outline, node)), _) => {
            let mut parts = vec![path, Weighted { text: outline.name(node), weight: IN_NAME, is_body: false }];
            parts.extend(outline.ancestors(node).map(|above| Weighted {
                text: outline.name(above),
                weight: IN_CONTEXT,
                is_body: false,
            }));
            let doc = outline.doc(node);
            let doc = if doc.is_empty() { "" } else { around.clip(doc) };
            parts.push(Weighted { text: doc, weight: IN_DOC, is_body: true });
            parts.extend(own(around, outline, node).into_iter().map(as_body));
            coverage.of(&parts)
        }
        (None, Target::Text { span, .. }) => coverage.of(&[path, as_body(span.of(around.text))]),
        // A file is found by its name and what it says of itself; its text would cover everything.
        _ => coverage.of(&[Weighted { weight: IN_NAME, ..path }, as_body(around.file_doc())]),
    }
}

/// What a target says to people: documentation, or prose.
pub(in crate::search) fn told<'t>(target: Target, around: &Around<'t, '_>) -> &'t str {
    match (around.node(target), target) {
        (Some((outline, node)), _) if outline.is_section(node) => own(around, outline, node)[1],
        (Some((outline, node)), _) => around.clip(outline.doc(node)),
        (None, Target::Text { span, .. }) => around.clip(span),
        (None, Target::File(_)) => around.file_doc(),
        (None, Target::Node(_)) => "",
    }
}

/// All that a target says itself, its documentation too.
pub(in crate::search) fn says<'t>(target: Target, around: &Around<'t, '_>) -> [&'t str; 3] {
    let [before, behind] = around.node(target).map_or([""; 2], |(outline, node)| own(around, outline, node));
    [told(target, around), before, behind]
}

/// What a node says itself, without its documentation, up to its first part that is a hit of its own: what stands
/// before documentation inside of it, and what stands behind.
fn own<'t>(around: &Around<'t, '_>, outline: Outline<'_>, node: u32) -> [&'t str; 2] {
    let kind = outline.kind(node);
    let (whole, doc) = (outline.span(node), outline.doc(node));
    let is_prose = outline.is_section(node);
    let holds_more = kind.is_class() || matches!(kind, Kind::Module | Kind::Impl);
    let is_part = |&inner: &u32| match outline.kind(inner) {
        _ if is_prose => outline.is_section(inner),
        inner => holds_more && (inner.is_function() || inner.is_class()),
    };
    let part = (node + 1..outline.end(node)).find(is_part);
    let end = part.map_or(whole.end, |part| outline.span(part).start.max(whole.start));
    let is_inside = !doc.is_empty() && doc.start >= whole.start && doc.end <= end;
    match is_inside {
        true => [around.clip(Span::new(whole.start, doc.start)), around.clip(Span::new(doc.end, end))],
        false => ["", around.clip(Span::new(whole.start, end))],
    }
}
