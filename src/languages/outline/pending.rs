//! Doc comments and attributes that wait for the declaration they belong to.

use crate::document::Span;
use crate::languages::rules::model::Doc;

/// Comments and attributes since the last thing that was neither. There is only one such run at a time,
/// for entering a subtree hands it on and leaving one ends it.
#[derive(Debug, Default)]
pub(super) struct Pending {
    doc: Option<Span>,
    /// The end of the last comment or attribute.
    run_end: u32,
    /// The start of the first attribute.
    start: Option<u32>,
    attributes: Vec<Span>,
    /// The end of the last thing that is neither comment nor attribute.
    last_end: Option<u32>,
}

/// Comments and attributes that a declaration takes over.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken {
    /// The start of the first attribute.
    pub start: Option<u32>,
    pub doc: Option<Span>,
    pub attributes: Vec<Span>,
}

impl Pending {
    /// A comment. One that stands behind something on the same line documents nothing that follows.
    pub(super) fn comment(&mut self, span: Span, text: &str, rules: &Doc) {
        let trailing = self.last_end.is_some_and(|end| !Span::new(end, span.start).of(text).contains('\n'));
        if trailing && self.doc.is_none() && self.start.is_none() {
            return;
        }
        let comment = span.of(text).trim_end();
        let apart = self.doc.is_some() && is_apart(self.run_end, span.start, text);
        let end = span.start + comment.len() as u32;
        let starts = |list: &[String]| list.iter().any(|mark| comment.starts_with(mark.as_str()));
        let documents = (rules.prefixes.is_empty() || starts(&rules.prefixes)) && !starts(&rules.except);
        if documents {
            self.doc = match self.doc {
                Some(doc) if !apart && !comment.starts_with("/*") => Some(Span::new(doc.start, end)),
                _ => Some(Span::new(span.start, end)),
            };
        } else if apart {
            self.doc = None;
        }
        self.run_end = end;
    }

    /// An attribute that stands before a declaration.
    pub(in crate::languages) fn attribute(&mut self, span: Span, text: &str) {
        if self.doc.is_some() && is_apart(self.run_end, span.start, text) {
            self.doc = None;
        }
        self.start.get_or_insert(span.start);
        self.attributes.push(span);
        self.run_end = span.end;
    }

    /// Something else ends at `end`: what waited belongs to nothing.
    pub(in crate::languages) fn pass(&mut self, end: u32) {
        self.doc = None;
        self.start = None;
        if !self.attributes.is_empty() {
            self.attributes.clear();
        }
        self.last_end = Some(end);
    }

    /// Hands over to the declaration that starts at `start` what belongs to it.
    pub(super) fn take(&mut self, start: u32, text: &str) -> Taken {
        let doc =
            self.doc.take().filter(|doc| !is_apart(self.run_end, start, text) || self.is_block(*doc, start, text));
        Taken { start: self.start.take(), doc, attributes: std::mem::take(&mut self.attributes) }
    }
}

/// Marks of block comments that are about the file.
const OF_THE_FILE: [&str; 7] = ["@file", "\\file", "@license", "@module", "@overview", "Copyright", "SPDX-"];

impl Pending {
    /// True if documentation is a block that is meant for what follows even below one empty line, as JSDoc reads it:
    /// nothing else can begin like it, but for what is said of the file as a whole.
    fn is_block(&self, doc: Span, start: u32, text: &str) -> bool {
        let block = doc.of(text);
        let lines = Span::new(self.run_end.min(start), start).of(text).bytes().filter(|&byte| byte == b'\n').count();
        block.starts_with("/**") && doc.start > 0 && lines == 2 && !OF_THE_FILE.iter().any(|mark| block.contains(mark))
    }
}

/// True if a blank line stands between two places.
fn is_apart(end: u32, start: u32, text: &str) -> bool {
    start > end && Span::new(end, start).of(text).bytes().filter(|&byte| byte == b'\n').count() > 1
}
