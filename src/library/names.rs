//! Finding names that hold a text: one pass over the names of a segment, at the speed of memory.

use super::Segment;
use memchr::memmem;
use regex::bytes::{Regex, RegexBuilder};

/// A text that names are searched for, ignoring case.
pub(super) struct NameFinder<'n> {
    needle: &'n str,
    /// For names that are all ASCII, which hold no other text.
    ascii: Option<Regex>,
    /// For lower-case copies of the others.
    folded: memmem::Finder<'n>,
}

impl<'n> NameFinder<'n> {
    /// `needle` is in lower case.
    pub(super) fn new(needle: &'n str) -> NameFinder<'n> {
        let pattern = needle.is_ascii().then(|| regex::escape(needle));
        let build = |pattern: String| RegexBuilder::new(&pattern).case_insensitive(true).unicode(false).build().ok();
        NameFinder { needle, ascii: pattern.and_then(build), folded: memmem::Finder::new(needle) }
    }

    /// Calls `found` with the document and the node of every name of `segment` that holds the needle, in
    /// order but for names that are not all ASCII, which come last; until it returns false.
    pub(super) fn scan(&self, segment: &Segment, mut found: impl FnMut(u32, u32) -> bool) {
        if self.needle.contains('\n') {
            return;
        }
        if self.scan_ascii(segment, &mut found) {
            self.scan_folded(segment, &mut found);
        }
    }

    fn scan_ascii(&self, segment: &Segment, found: &mut impl FnMut(u32, u32) -> bool) -> bool {
        let Some(regex) = &self.ascii else { return true };
        let names = segment.names();
        let mut at = 0;
        while let Some(hit) = regex.find_at(names, at) {
            let document = segment.document_at_name(hit.start());
            let outline = segment.outline(document);
            let node = outline.node_at_name(hit.start());
            // On to the next name: one hit per name, however often the needle is in it.
            let line_end =
                memchr::memchr(b'\n', &names[hit.start()..]).map_or(names.len(), |end| hit.start() + end + 1);
            if node < outline.len() && outline.name(node).is_ascii() && !found(document, node) {
                return false;
            }
            at = line_end.max(hit.start() + 1);
            if at > names.len() {
                break;
            }
        }
        true
    }

    fn scan_folded(&self, segment: &Segment, found: &mut impl FnMut(u32, u32) -> bool) {
        let mut last = None;
        for at in self.folded.find_iter(segment.folded_names()) {
            let (document, node) = segment.node_at_folded(at);
            if last.replace((document, node)) != Some((document, node)) && !found(document, node) {
                return;
            }
        }
    }
}
