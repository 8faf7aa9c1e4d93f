//! Finding names that hold a text: one pass over the names of a segment, at the speed of memory.

use super::{Outline, Segment};
use memchr::memmem;
use regex::bytes::{Regex, RegexBuilder};
use std::ops::Range;

/// A text that names are searched for, ignoring case.
pub(super) struct NameFinder<'n> {
    /// For names that are all ASCII; they hold no text that is not.
    ascii: Option<Regex>,
    /// For lower-case copies of the others.
    folded: memmem::Finder<'n>,
}

impl<'n> NameFinder<'n> {
    /// `needle` is in lower case and has no line break.
    pub(super) fn new(needle: &'n str) -> NameFinder<'n> {
        let pattern = needle.is_ascii().then(|| regex::escape(needle));
        let build = |pattern: String| RegexBuilder::new(&pattern).case_insensitive(true).unicode(false).build().ok();
        NameFinder { ascii: pattern.and_then(build), folded: memmem::Finder::new(needle) }
    }

    /// Calls `found` with the document and the node of every name in `range` of [`Segment::names`] that is
    /// all ASCII and holds the needle, in order, until it fails. The range ends with the end of a name.
    pub(super) fn scan<E>(
        &self,
        segment: &Segment,
        range: Range<usize>,
        mut found: impl FnMut(u32, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let (Some(regex), Some(names)) = (&self.ascii, segment.names().get(..range.end)) else { return Ok(()) };
        let mut here: Option<(u32, Outline<'_>, usize)> = None;
        let mut at = range.start;
        while let Some(hit) = regex.find_at(names, at).map(|hit| hit.start()) {
            // On to the next name: one hit per name, however often the needle is in it.
            at = memchr::memchr(b'\n', &names[hit..]).map_or(names.len(), |end| hit + end + 1);
            // The next hit is in the same document more often than not.
            let (document, outline, _) = *match &mut here {
                Some(here) if hit < here.2 => here,
                other => {
                    let document = segment.document_at_name(hit);
                    let outline = segment.outline(document);
                    other.insert((document, outline, outline.names_end()))
                }
            };
            let node = outline.node_at_name(hit);
            if node < outline.len() && outline.name(node).is_ascii() {
                found(document, node)?;
            }
            if at >= names.len() {
                break;
            }
        }
        Ok(())
    }

    /// The same for all names that are not all ASCII.
    pub(super) fn scan_folded<E>(
        &self,
        segment: &Segment,
        mut found: impl FnMut(u32, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut last = None;
        for at in self.folded.find_iter(segment.folded_names()) {
            let (document, node) = segment.node_at_folded(at);
            if last.replace((document, node)) != Some((document, node)) {
                found(document, node)?;
            }
        }
        Ok(())
    }
}
