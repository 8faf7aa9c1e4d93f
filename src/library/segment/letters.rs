//! The letters of the names of a segment's nodes.

use super::bitsliced_signatures::LettersOfNames;
use super::columns::Segment;
use super::name_signature::Letters;
use super::outline::Outline;

impl Segment {
    /// The letters of the names of a document's nodes. The first call for a group of documents reads their names.
    pub(in crate::library) fn letters(&self, document: u32) -> LettersOfNames<'_> {
        self.letters.of(document, |document, group| {
            if document as usize >= self.len() {
                return None;
            }
            let outline = self.outline(document);
            append_names(&outline, &mut group.names);
            group.outer.extend((0..outline.len()).map(|node| outline.end(node) > node + 1));
            Some(Letters::of_text(outline.details()))
        })
    }
}

fn append_names(outline: &Outline<'_>, letters: &mut Vec<Letters>) {
    let names = outline.arenas().0;
    let (before, count) = (letters.len(), outline.len() as usize);
    if names.is_ascii() {
        // One pass over the bytes, without a look at where each name ends.
        let mut start = 0;
        let name = |end| Letters::of_ascii_name(&names[std::mem::replace(&mut start, end + 1)..end]);
        letters.reserve(count);
        letters.extend(memchr::memchr_iter(b'\n', names).map(name));
        if letters.len() == before + count {
            return;
        }
        letters.truncate(before);
    }
    letters.extend((0..outline.len()).map(|node| Letters::of_name(outline.name(node))));
}
