//! Reads a file once for everything that needs its decoded text: entries, trigrams, sections.

use super::{row_pieces, units};
use crate::document::{Document, FormatFamily, LineIndex, Span};
use crate::indexer::build::batch::content_key;
use crate::indexer::source::loader::{SourceLoader, decode};
use crate::library::{ContentKey, FileEntry, Terms, TextFields, TrigramTableBuilder};
use tantivy::TantivyDocument;

/// The result of reading one file. Whatever else is to be known of every file (which trigrams it holds, what
/// it calls) is one more field here, filled in [`Reader::read`].
#[derive(Default)]
pub(in crate::indexer) struct Reading {
    /// Its entries in the full-text index, in document order.
    pub entries: Vec<TantivyDocument>,
    /// Set if its filter was appended to [`Reader::filters`].
    pub filtered: bool,
    /// The file as a document, where cutting it into sections has needed one.
    pub document: Option<(Document, ContentKey)>,
}

/// Whether a data file may describe endpoints.
fn names_an_interface(text: &str) -> bool {
    let head = &text[..text.floor_char_boundary(4 << 10)];
    head.contains("openapi") || head.contains("swagger")
}

/// Reads files; one per thread, for the memory that is used again from file to file.
pub(super) struct Reader {
    fields: TextFields,
    code: Terms,
    prose: Terms,
    /// The trigrams of the files that were read.
    pub filters: TrigramTableBuilder,
}

/// The text of a file, and what all of its entries have in common.
struct FileText<'s> {
    number: u64,
    /// The terms of its path.
    path: &'s str,
    text: &'s str,
    lines: &'s LineIndex,
    /// The file's line for each line of the text, where they differ.
    source_lines: Option<&'s [u32]>,
}

impl Reader {
    pub(in crate::indexer) fn new(fields: TextFields) -> Reader {
        Reader { fields, code: Terms::of_code(), prose: Terms::of_prose(), filters: TrigramTableBuilder::default() }
    }

    /// Reads a file; `None` if it has no text. `number` is the file's in the index, `path` its path wherever the workspace
    /// is opened from: the index serves all who open it.
    pub(in crate::indexer) fn read(
        &mut self,
        loader: &SourceLoader,
        (entry, path): (&FileEntry, &str),
        number: u32,
    ) -> Option<Reading> {
        if entry.text_only {
            return None;
        }
        let bytes = loader.bytes(entry).ok()?;
        self.code.add(path);
        let path = self.code.take().to_owned();
        let is_prose = entry.format.family == FormatFamily::Prose;
        if is_prose || entry.format.derived_text {
            let key = content_key(&bytes, entry.format);
            let document = loader.parse(entry, bytes).ok()?;
            // Where the text is not the file's, its lines are not what is searched.
            let filtered = !entry.format.derived_text;
            if filtered {
                self.filters.push(&document.text);
            }
            let file = FileText {
                number: u64::from(number),
                path: &path,
                text: &document.text,
                lines: &document.lines,
                source_lines: document.source_lines.as_deref(),
            };
            let entries = match entry.format.family {
                FormatFamily::Prose => self.sections(&file, &document, row_pieces::has_rows(entry.format)),
                FormatFamily::Picture => self.described(&file, entry.name()),
                _ => self.runs(&file, &[], false),
            };
            return Some(Reading { entries, filtered, document: Some((document, key)) });
        }
        let text = decode(bytes).ok()?;
        self.filters.push(&text);
        let lines = LineIndex::new(&text);
        let file = FileText { number: u64::from(number), path: &path, text: &text, lines: &lines, source_lines: None };
        let comments = units::comments(&text, entry.format);
        let are_explained = units::are_explained(&text, entry.format, &comments);
        let mut entries = self.runs(&file, &comments, are_explained);
        if entry.format.family == FormatFamily::Data && names_an_interface(&text) {
            entries.extend(self.endpoints(&file, &loader.parse(entry, text.clone().into_bytes()).ok()?));
        }
        Some(Reading { entries, filtered: true, document: None })
    }

    /// Endpoints that refer to something: it is found with them.
    fn endpoints(&mut self, file: &FileText<'_>, document: &Document) -> Vec<TantivyDocument> {
        let mut entries = Vec::new();
        for (node, written) in &document.written_out {
            let endpoint = &document.nodes[*node as usize];
            let mut entry = self.entry(file, endpoint.span);
            self.code.add(&endpoint.name);
            self.code.add(endpoint.span.of(file.text));
            self.code.add(written);
            entry.add_text(self.fields.code, self.code.take());
            entries.push(entry);
        }
        entries
    }

    /// Prose: the title and the headings above say what a section is about.
    fn sections(&mut self, file: &FileText<'_>, document: &Document, are_rows: bool) -> Vec<TantivyDocument> {
        let mut entries = Vec::new();
        units::sections(&document.text, units::sections_of(document), &mut |node, span| {
            let mut entry = self.entry(file, span);
            if let Some(node) = node {
                let heading = &document.nodes[node as usize];
                self.prose.add(units::title(&heading.name));
                entry.add_text(self.fields.title, self.prose.take());
                let mut above = heading.parent;
                while let Some(node) = above.and_then(|node| document.nodes.get(node as usize)) {
                    self.code.add(units::title(&node.name));
                    above = node.parent;
                }
                if are_rows {
                    self.code.add(&row_pieces::beside(file.text, heading.span, span));
                }
                entry.add_text(self.fields.context, self.code.take());
            }
            self.prose.add(span.of(file.text));
            entry.add_text(self.fields.prose, self.prose.take());
            entries.push(entry);
        });
        entries
    }

    /// What a picture is called, which is all of it, and what came with it. The rest of the first line is its size, which
    /// nobody wrote.
    fn described(&mut self, file: &FileText<'_>, name: &str) -> Vec<TantivyDocument> {
        let (first, texts) = file.text.split_once("\n\n").unwrap_or((file.text, ""));
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let (end, length) = (first.len() as u32, file.text.len() as u32);
        let parts = [(stem, Span::new(0, end)), (texts, Span::new(length - texts.len() as u32, length))];
        let entry = |(words, span): (&str, Span)| {
            let mut entry = self.entry(file, span);
            self.prose.add(words);
            entry.add_text(self.fields.prose, self.prose.take());
            entry
        };
        parts.into_iter().filter(|(words, _)| !words.is_empty()).map(entry).collect()
    }

    /// Lines: comments are prose, the rest is code.
    fn runs(&mut self, file: &FileText<'_>, comments: &[Span], are_explained: bool) -> Vec<TantivyDocument> {
        let mut entries = Vec::new();
        let mut next = 0;
        units::runs(file.text, are_explained, &mut |span| {
            let mut entry = self.entry(file, span);
            let mut at = span.start;
            while let Some(comment) = comments.get(next).filter(|comment| comment.start < span.end) {
                let (start, end) = (comment.start.max(at), comment.end.min(span.end));
                self.code.add(Span::new(at, start).of(file.text));
                self.prose.add(Span::new(start, end).of(file.text));
                at = end.max(at);
                if comment.end > span.end {
                    // It goes on in the next run.
                    break;
                }
                next += 1;
            }
            self.code.add(Span::new(at, span.end).of(file.text));
            for (field, terms) in [(self.fields.prose, &mut self.prose), (self.fields.code, &mut self.code)] {
                let terms = terms.take();
                if !terms.is_empty() {
                    entry.add_text(field, terms);
                }
            }
            entries.push(entry);
        });
        entries
    }

    fn entry(&self, file: &FileText<'_>, span: Span) -> TantivyDocument {
        let line = file.lines.line(span.start);
        let line = file.source_lines.and_then(|map| map.get(line as usize - 1).copied()).unwrap_or(line);
        let mut entry = TantivyDocument::default();
        entry.add_u64(self.fields.file, file.number);
        entry.add_u64(self.fields.start, u64::from(span.start));
        entry.add_u64(self.fields.end, u64::from(span.end));
        entry.add_u64(self.fields.line, u64::from(line));
        entry.add_text(self.fields.context, file.path);
        entry
    }
}
