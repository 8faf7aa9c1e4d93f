//! The text of a file, by the targets in it.

use super::target::Target;
use crate::document::{FormatFamily, Kind, Span};
use crate::library::{Description, DescriptionRow, FileEntry, FileId, Library, Outline};
use std::sync::{Arc, OnceLock};

/// Larger files are not read for their candidates.
const MAX_FILE_BYTES: u64 = 2 << 20;

/// Larger files whose text is taken out of them are read only where that is asked for, and never beyond this.
const MAX_LARGE_BYTES: u64 = 32 << 20;

/// Bytes of a section that count.
const MAX_SECTION_BYTES: u32 = 64 << 10;

/// Bytes of a passage that count.
const MAX_PASSAGE_BYTES: u32 = 8 << 10;

/// A file that has been read.
pub(in crate::search) struct FileText<'l> {
    text: Arc<str>,
    /// The file as it is written, where that is not the text.
    written: OnceLock<Arc<str>>,
    library: &'l Library,
    id: FileId,
    outline: Option<Outline<'l>>,
    descriptions: Option<DescriptionRow<'l>>,
    pub file: &'l FileEntry,
}

impl<'l> FileText<'l> {
    /// Reads a file; `None` if it is too large for that, or cannot be read.
    pub(in crate::search) fn read(id: FileId, library: &'l Library) -> Option<FileText<'l>> {
        let is_picture = library.file(id).format.family == FormatFamily::Picture;
        (!is_large(library.file(id)) || is_picture).then(|| FileText::of(id, library)).flatten()
    }

    /// Reads a file, of which the size says little where its text is taken out of it.
    pub(in crate::search) fn read_large(id: FileId, library: &'l Library) -> Option<FileText<'l>> {
        let file = library.file(id);
        let is_read = file.format.derived_text && file.size <= MAX_LARGE_BYTES;
        if is_read { FileText::of(id, library) } else { FileText::read(id, library) }
    }

    fn of(id: FileId, library: &'l Library) -> Option<FileText<'l>> {
        let file = library.file(id);
        if file.text_only {
            return None;
        }
        let text = if file.format.derived_text { library.node_text(id) } else { library.peek_text(id) };
        let descriptions = library.descriptions(id);
        let (text, written, outline) = (text.ok()?, OnceLock::new(), library.outline(id));
        Some(FileText { text, written, library, id, outline, descriptions, file })
    }

    /// The node that a target is.
    pub(in crate::search) fn node(&self, target: Target) -> Option<(Outline<'l>, u32)> {
        let Target::Node(at) = target else { return None };
        self.outline.filter(|outline| at.node < outline.len()).map(|outline| (outline, at.node))
    }

    /// What a language model has said of a target.
    pub(in crate::search) fn described(&self, target: Target) -> impl Iterator<Item = &'l str> + use<'l> {
        let is_its = move |piece: &Description<'_>| match target {
            Target::Node(at) => piece.node == Some(at.node),
            Target::Text { span, .. } => {
                piece.node.is_none() && piece.span.start < span.end && span.start < piece.span.end
            }
            Target::File(_) | Target::Line { .. } => false,
        };
        self.descriptions.into_iter().flat_map(|row| row.pieces()).filter(is_its).map(|piece| piece.text)
    }

    /// The beginning of a passage.
    pub(in crate::search) fn passage(&self, span: Span) -> &str {
        let start = self.text.floor_char_boundary((span.start as usize).min(self.text.len()));
        let end = span.end.min(span.start.saturating_add(MAX_PASSAGE_BYTES)) as usize;
        let end = self.text.floor_char_boundary(end.min(self.text.len()));
        &self.text[start..end.max(start)]
    }

    /// A line of the file as it is written.
    fn written(&self, span: Span) -> &str {
        let read = || self.library.peek_text(self.id).unwrap_or_default();
        let text = if self.file.format.derived_text { self.written.get_or_init(read) } else { &self.text };
        text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// All that belongs to a target.
    pub(in crate::search) fn whole(&self, target: Target) -> &str {
        if let Target::Line { span, .. } = target {
            return self.written(span);
        }
        let span = match (self.node(target), target) {
            (Some((outline, node)), _) => outline.span(node),
            (None, Target::Text { span, .. }) => span,
            _ => return &self.text,
        };
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// The prose of a target: its documentation, or the section itself.
    pub(in crate::search) fn prose(&self, target: Target) -> &str {
        match (self.node(target), target) {
            (Some((outline, node)), _) if outline.is_section(node) => self.own(outline, node)[1],
            (Some((outline, node)), _) => self.passage(outline.doc(node)),
            (None, Target::Text { span, .. }) => self.passage(span),
            (None, Target::Line { span, .. }) => self.written(span),
            (None, Target::File(_)) => self.file_doc(),
            (None, Target::Node(_)) => "",
        }
    }

    /// The documentation of the file as a whole.
    pub(in crate::search) fn file_doc(&self) -> &str {
        self.file.format.file_doc(&self.text).map_or("", |doc| self.passage(doc))
    }

    /// The title that the file has as a whole; empty if it has none.
    pub(in crate::search) fn title(&self) -> &'l str {
        self.library.title(self.id)
    }

    /// All that a target says itself, its documentation too.
    pub(in crate::search) fn own_text(&self, target: Target) -> [&str; 3] {
        let [before, behind] = self.node(target).map_or([""; 2], |(outline, node)| self.own(outline, node));
        [self.prose(target), before, behind]
    }

    /// All that a target says, however long, without the parts of a node that are hits of their own.
    pub(in crate::search) fn said(&self, target: Target) -> Vec<&str> {
        let Some((outline, node)) = self.node(target) else { return vec![self.whole(target)] };
        let (whole, doc) = (outline.span(node), outline.doc(node));
        let text = |start: u32, end: u32| self.text.get(start as usize..end as usize).unwrap_or_default();
        let mut pieces = vec![text(doc.start, doc.end)];
        let mut start = whole.start;
        for inner in (node + 1..outline.end(node)).filter(|&inner| is_part(outline, node, inner)) {
            let span = outline.span(inner);
            if span.start >= start {
                pieces.push(text(start, span.start));
                start = span.end;
            }
        }
        pieces.push(text(start, whole.end));
        pieces
    }

    /// The text of a section, up to the first section in it.
    pub(in crate::search) fn section(&self, outline: Outline<'_>, node: u32) -> Span {
        let whole = outline.span(node);
        let part = (node + 1..outline.end(node)).find(|&inner| is_part(outline, node, inner));
        let end = part.map_or(whole.end, |part| outline.span(part).start.max(whole.start));
        let end = end.min(whole.start.saturating_add(MAX_SECTION_BYTES)) as usize;
        let start = self.text.floor_char_boundary((whole.start as usize).min(self.text.len()));
        Span::of_range(start..self.text.floor_char_boundary(end.min(self.text.len())).max(start))
    }

    /// What stands in a place of the file.
    pub(in crate::search) fn at(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    /// The text of a node without its documentation, up to its first part that is a hit of its own: what stands before
    /// documentation inside of it, and what stands behind.
    pub(in crate::search) fn own(&self, outline: Outline<'_>, node: u32) -> [&str; 2] {
        let (whole, doc) = (outline.span(node), outline.doc(node));
        let part = (node + 1..outline.end(node)).find(|&inner| is_part(outline, node, inner));
        let end = part.map_or(whole.end, |part| outline.span(part).start.max(whole.start));
        let is_inside = !doc.is_empty() && doc.start >= whole.start && doc.end <= end;
        match is_inside {
            true => [self.passage(Span::new(whole.start, doc.start)), self.passage(Span::new(doc.end, end))],
            false => ["", self.passage(Span::new(whole.start, end))],
        }
    }
}

/// Whether a file is larger than what is read for any candidate.
pub(in crate::search) fn is_large(file: &FileEntry) -> bool {
    file.size > MAX_FILE_BYTES
}

/// Whether what lies in a node is a hit of its own: sections in sections, functions and classes in classes.
fn is_part(outline: Outline<'_>, node: u32, inner: u32) -> bool {
    let (kind, inner_kind) = (outline.kind(node), outline.kind(inner));
    if outline.is_section(node) {
        // A page that begins within a section is a place in it.
        return outline.is_section(inner) && !outline.span(inner).is_empty();
    }
    let holds_more = kind.is_class() || matches!(kind, Kind::Module | Kind::Impl);
    holds_more && (inner_kind.is_function() || inner_kind.is_class())
}
