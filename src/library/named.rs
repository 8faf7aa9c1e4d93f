//! Nodes by a part of their name: one pass of `memmem` over the names of all segments, by all threads.

use super::{Library, NodeRef};
use crate::stdx::{Stale, Ticket};
use memchr::memmem::Finder;
use rayon::prelude::*;

/// Bytes of names that are scanned between two looks at the ticket: some 50 µs.
const SCANNED: usize = 256 << 10;

/// Over so many bytes counting the ends of names is cheaper than a search for the place.
const NEAR: usize = 2048;

/// Finds that are placed between two looks at the ticket.
const PLACED: usize = 512;

impl Library {
    /// All nodes whose lower-case name holds `needle` (in lower case, without `\n`), in path order.
    pub fn named(&self, needle: &str, ticket: &Ticket) -> Result<Vec<NodeRef>, Stale> {
        let finder = Finder::new(needle.as_bytes());
        let chunks: Vec<(usize, usize, usize)> = (0..self.segments.len())
            .flat_map(|segment| {
                let names = self.segments[segment].columns.lower_names().as_bytes();
                chunks(names).map(move |(start, end)| (segment, start, end))
            })
            .collect();
        let parts: Vec<Vec<NodeRef>> = chunks
            .into_par_iter()
            .map(|(segment, start, end)| self.named_in(segment, start..end, &finder, ticket))
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
        range: std::ops::Range<usize>,
        finder: &Finder<'_>,
        ticket: &Ticket,
    ) -> Result<Vec<NodeRef>, Stale> {
        ticket.check()?;
        let (segment, owners) = (&self.segments[number], &self.owners[number]);
        let names = &segment.columns.lower_names().as_bytes()[..range.end];
        let mut found = Vec::new();
        let mut at = range.start;
        // The place of the last find: the next one is often near.
        let (mut last, mut node, mut row) = (range.start, segment.columns.node_at_lower(range.start), usize::MAX);
        while let Some(offset) = names.get(at..).and_then(|rest| finder.find(rest)) {
            if found.len() % PLACED == PLACED - 1 {
                ticket.check()?;
            }
            let offset = at + offset;
            // On to the next name: one find is enough.
            at = memchr::memchr(b'\n', &names[offset..]).map_or(names.len(), |end| offset + end + 1);
            node = match offset - last {
                ..NEAR => node + memchr::memchr_iter(b'\n', &names[last..offset]).count() as u32,
                _ => segment.columns.node_at_lower(offset),
            };
            last = offset;
            if segment.rows.get(row).is_none_or(|row| node >= row.first + row.count) {
                row = segment.rows.partition_point(|row| row.first <= node).wrapping_sub(1);
            }
            let Some(&file) = owners.get(row) else { continue };
            if self.placements.get(file.0 as usize) == Some(&Some((number as u32, row as u32))) {
                found.push(NodeRef { file, node: node - segment.rows[row].first });
            }
        }
        Ok(found)
    }
}

/// Pieces of about [`SCANNED`] bytes that end with the end of a name.
fn chunks(names: &[u8]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= names.len() {
            return None;
        }
        let least = (start + SCANNED).min(names.len());
        let end = memchr::memchr(b'\n', &names[least..]).map_or(names.len(), |end| least + end + 1);
        let chunk = (start, end);
        start = end;
        Some(chunk)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_cover_all_names_and_cut_none() {
        let names = "some_name\n".repeat(SCANNED / 3);
        let all: Vec<(usize, usize)> = chunks(names.as_bytes()).collect();
        assert!(all.len() > 2 && all[0].0 == 0 && all[all.len() - 1].1 == names.len());
        assert!(all.windows(2).all(|pair| pair[0].1 == pair[1].0));
        assert!(all.iter().all(|(_, end)| names.as_bytes()[end - 1] == b'\n'));
        assert_eq!(chunks(b"").count(), 0);
    }
}
