//! Nodes by their name, which each segment looks up, or by a part of it: one pass over all names, by all threads.

use crate::document::Kind;
use crate::library::files::entries::FileId;
use crate::library::segment::names::{NameFinder, NamePart};
use crate::library::segment::outline::{NodeRef, Outline};
use crate::library::snapshot::library::Library;
use crate::stdx::{Stale, Ticket};
use rayon::prelude::*;
use std::ops::Range;

/// Bytes of names that are scanned between two looks at the ticket: some 50 µs.
const SCANNED: usize = 256 << 10;

/// Finds that are placed between two looks at the ticket.
const PLACED: usize = 512;

/// Names that one thread scans at a time.
enum Piece {
    /// A part of the names of a segment.
    Names(Range<usize>),
    /// Its names that are not all ASCII.
    Folded,
}

impl Library {
    /// All nodes whose lower-case name is or holds `needle` (in lower case, without `\n`), in path order.
    ///
    /// # Errors
    /// If the ticket goes stale.
    pub fn named(&self, needle: &str, part: NamePart, ticket: &Ticket) -> Result<Vec<NodeRef>, Stale> {
        if needle.contains('\n') {
            return Ok(Vec::new());
        }
        if part == NamePart::Whole && needle.is_empty() {
            return self.without_name(ticket);
        }
        if part == NamePart::Whole {
            return self.with_name(needle, |_| true, |_, _| true, ticket);
        }
        let finder = NameFinder::new(needle);
        let pieces: Vec<(usize, Piece)> = (0..self.segments.len())
            .flat_map(|number| {
                let names = pieces(self.segments[number].names());
                names.map(Piece::Names).chain([Piece::Folded]).map(move |piece| (number, piece))
            })
            .collect();
        let parts: Vec<Vec<NodeRef>> = pieces
            .into_par_iter()
            .map(|(number, piece)| self.named_in(number, piece, &finder, ticket))
            .collect::<Result<_, Stale>>()?;
        let mut nodes = parts.concat();
        ticket.check()?;
        // Segments hold their files in path order as a rule, so this finds runs.
        nodes.par_sort();
        ticket.check()?;
        Ok(nodes)
    }

    fn named_in(
        &self,
        number: usize,
        piece: Piece,
        finder: &NameFinder<'_>,
        ticket: &Ticket,
    ) -> Result<Vec<NodeRef>, Stale> {
        ticket.check()?;
        let mut nodes = Vec::new();
        let found = |row: u32, node: u32| {
            if nodes.len() % PLACED == PLACED - 1 {
                ticket.check()?;
            }
            nodes.extend(self.placed(number, row).map(|file| NodeRef { file, node }));
            Ok(())
        };
        match piece {
            Piece::Names(range) => finder.scan(&self.segments[number], range, found)?,
            Piece::Folded => finder.scan_folded(&self.segments[number], found)?,
        }
        Ok(nodes)
    }

    /// The nodes whose lower-case name is `name`, itself in lower case, and whose kind and themselves are wanted, in path
    /// order.
    pub(super) fn with_name(
        &self,
        name: &str,
        is_kind: impl Fn(Kind) -> bool + Sync,
        is_wanted: impl Fn(&Outline<'_>, u32) -> bool + Sync,
        ticket: &Ticket,
    ) -> Result<Vec<NodeRef>, Stale> {
        let in_segment = |number: usize| {
            let mut nodes = Vec::new();
            for (seen, (outline, node)) in self.segments[number].with_name(name, &is_kind).enumerate() {
                if seen % PLACED == 0 {
                    ticket.check()?;
                }
                if let Some(file) = self.placed(number, outline.document())
                    && is_wanted(&outline, node)
                {
                    nodes.push(NodeRef { file, node });
                }
            }
            Ok(nodes)
        };
        let parts: Vec<Vec<NodeRef>> =
            (0..self.segments.len()).into_par_iter().map(in_segment).collect::<Result<_, Stale>>()?;
        let mut nodes = parts.concat();
        ticket.check()?;
        nodes.par_sort();
        Ok(nodes)
    }

    /// The nodes that have no name, which are in no index.
    fn without_name(&self, ticket: &Ticket) -> Result<Vec<NodeRef>, Stale> {
        let files: Vec<FileId> = self.file_ids().collect();
        let in_file = |&file: &FileId| {
            ticket.check()?;
            let Some(outline) = self.outline(file) else { return Ok(Vec::new()) };
            let nameless = (0..outline.len()).filter(|&node| outline.name_bytes(node).is_empty());
            Ok(nameless.map(|node| NodeRef { file, node }).collect())
        };
        let parts: Vec<Vec<NodeRef>> = files.par_iter().map(in_file).collect::<Result<_, Stale>>()?;
        Ok(parts.concat())
    }

    /// The file whose structure is in a row of a segment; `None` if it has another by now.
    fn placed(&self, segment: usize, row: u32) -> Option<FileId> {
        let file = *self.owners[segment].get(row as usize)?;
        (self.placements.get(file.0 as usize) == Some(&Some((segment as u32, row)))).then_some(file)
    }

    /// Calls `found` for the same nodes until it returns false.
    pub fn nodes_named(&self, needle: &str, part: NamePart, found: impl FnMut(NodeRef) -> bool) {
        // Nobody can overtake a ticket of one's own.
        let _ = self.named(needle, part, &Ticket::forever()).unwrap_or_default().into_iter().all(found);
    }
}

/// Pieces of about [`SCANNED`] bytes that end with the end of a name.
fn pieces(names: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= names.len() {
            return None;
        }
        let least = (start + SCANNED).min(names.len());
        let end = memchr::memchr(b'\n', &names[least..]).map_or(names.len(), |end| least + end + 1);
        Some(std::mem::replace(&mut start, end)..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_all_names_and_cut_none() {
        let names = "some_name\n".repeat(SCANNED / 3);
        let all: Vec<Range<usize>> = pieces(names.as_bytes()).collect();
        assert!(all.len() > 2 && all[0].start == 0 && all[all.len() - 1].end == names.len());
        assert!(all.windows(2).all(|pair| pair[0].end == pair[1].start));
        assert!(all.iter().all(|piece| names.as_bytes()[piece.end - 1] == b'\n'));
        assert_eq!(pieces(b"").count(), 0);
    }
}
