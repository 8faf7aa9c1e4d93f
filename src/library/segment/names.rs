//! Finding names that hold a text: one pass over the names of a segment, at the speed of memory.

use super::columns::Segment;
use super::outline::Outline;
use crate::stdx::AsciiFinder;
use memchr::memmem;
use std::ops::Range;

/// The share of a name that a text must be to match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamePart {
    /// All of it.
    Whole,
    /// Any part of it.
    Any,
}

/// A text that names are searched for, ignoring case.
pub(in crate::library) struct NameFinder<'n> {
    /// For names that are all ASCII; they hold no text that is not.
    ascii: Option<AsciiFinder>,
    /// For lower-case copies of the others.
    folded: memmem::Finder<'n>,
}

/// The name around the byte at `hit` of names that are each followed by `\n`, its line break included.
fn name_around(names: &[u8], hit: usize) -> Range<usize> {
    let end = memchr::memchr(b'\n', &names[hit..]).map_or(names.len(), |end| hit + end + 1);
    // Names are short: looking at a byte at a time is the fastest.
    let before = names[..hit].iter().rev().take_while(|&&byte| byte != b'\n').count();
    hit - before..end
}

impl<'n> NameFinder<'n> {
    /// `needle` is in lower case and has no line break.
    pub(in crate::library) fn new(needle: &'n str) -> NameFinder<'n> {
        let ascii = needle.is_ascii().then(|| AsciiFinder::new(needle));
        NameFinder { ascii, folded: memmem::Finder::new(needle) }
    }

    /// Calls `found` with the document and the node of every name in `range` of [`Segment::names`] that is
    /// all ASCII and holds the needle, in order, until it fails. The range ends with the end of a name.
    pub(in crate::library) fn scan<E>(
        &self,
        segment: &Segment,
        range: Range<usize>,
        mut found: impl FnMut(u32, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let (Some(finder), Some(names)) = (&self.ascii, segment.names().get(..range.end)) else { return Ok(()) };
        let mut here: Option<Here<'_>> = None;
        let mut at = range.start;
        while let Some(hit) = finder.find(names, at) {
            let name = name_around(names, hit);
            // On to the next name: one hit per name, however often the needle is in it.
            at = name.end;
            if names[name].is_ascii() {
                // The next hit is in the same document more often than not.
                let here = match &mut here {
                    Some(here) if hit < here.end => here,
                    other => other.insert(Here::at(segment, hit)),
                };
                here.node = here.outline.node_at_name(hit, here.node);
                if here.node < here.outline.len() {
                    found(here.document, here.node)?;
                }
            }
            if at >= names.len() {
                break;
            }
        }
        Ok(())
    }

    /// The same for all names that are not all ASCII.
    pub(in crate::library) fn scan_folded<E>(
        &self,
        segment: &Segment,
        mut found: impl FnMut(u32, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let names = segment.folded_names();
        let mut last = None;
        for at in self.folded.find_iter(names) {
            let (document, node) = segment.node_at_folded(at);
            if last.replace((document, node)) != Some((document, node)) {
                found(document, node)?;
            }
        }
        Ok(())
    }
}

/// The place of a scan of names.
struct Here<'s> {
    document: u32,
    outline: Outline<'s>,
    /// The end of the names of the document.
    end: usize,
    /// The last node that was found.
    node: u32,
}

impl<'s> Here<'s> {
    fn at(segment: &'s Segment, offset: usize) -> Here<'s> {
        let document = segment.document_at_name(offset);
        let outline = segment.outline(document);
        Here { document, outline, end: outline.names_end(), node: 0 }
    }
}
