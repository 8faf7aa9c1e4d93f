//! The nodes of a segment by their whole names: hash buckets of node numbers, so that a name is looked up without reading
//! all others.

use super::columns::Segment;
use super::outline::Outline;
use crate::document::Kind;
use crate::library::bytes::layout::{first, u32_at};
use xxhash_rust::xxh3::xxh3_64;

/// Names in a bucket, on average.
const IN_A_BUCKET: usize = 4;

/// The hash of a name in lower case.
pub(super) fn hash(lower_name: &[u8]) -> u32 {
    xxh3_64(lower_name) as u32
}

/// The bucket of a hash, of `buckets`.
fn bucket(hash: u32, buckets: usize) -> usize {
    ((u64::from(hash) * buckets as u64) >> u32::BITS) as usize
}

/// Writes the index of nodes by the hashes of their names, `None` for those without one: the number of buckets, where the
/// nodes of each end, the nodes in order.
pub(super) fn encode(hashes: &[Option<u32>]) -> Vec<u8> {
    let buckets = hashes.len() / IN_A_BUCKET + 1;
    let placed = || (0u32..).zip(hashes).filter_map(|(node, hash)| Some((node, bucket((*hash)?, buckets))));
    let mut ends = vec![0u32; buckets];
    placed().for_each(|(_, bucket)| ends[bucket] += 1);
    let mut total = 0;
    for end in &mut ends {
        total += *end;
        *end = total;
    }
    let mut nodes = vec![0u32; total as usize];
    let mut next: Vec<u32> = std::iter::once(0).chain(ends.iter().copied()).collect();
    for (node, bucket) in placed() {
        nodes[next[bucket] as usize] = node;
        next[bucket] += 1;
    }
    [buckets as u32].iter().chain(&ends).chain(&nodes).flat_map(|number| number.to_le_bytes()).collect()
}

/// The index of a segment, as [`encode`] has written it.
#[derive(Clone, Copy)]
pub(super) struct NameIndex<'s>(pub(super) &'s [u8]);

impl<'s> NameIndex<'s> {
    /// The nodes whose names may have this hash, ascending.
    fn of(self, hash: u32) -> impl Iterator<Item = u32> + use<'s> {
        let buckets = u32_at(self.0, 0) as usize;
        let number = |at: usize| u32_at(self.0, 4 + 4 * at);
        let bucket = bucket(hash, buckets);
        let least = bucket.checked_sub(1).map_or(0, number) as usize;
        // Damaged ends lead to nodes beyond the bytes at most.
        let most = (number(bucket) as usize).min((self.0.len() / 4).saturating_sub(buckets + 1));
        (least..most).map(move |at| u32_at(self.0, 4 + 4 * (buckets + at)))
    }
}

impl Segment {
    /// The nodes whose names in lower case are `name`, itself in lower case, and whose kinds are wanted:
    /// the document of each, with the number of the node in it, in order.
    pub(in crate::library) fn with_name<'s>(
        &'s self,
        name: &'s str,
        is_wanted: impl Fn(Kind) -> bool + 's,
    ) -> impl Iterator<Item = (Outline<'s>, u32)> + 's {
        let kinds = self.part(&self.kinds);
        let may_be = self.name_index().of(hash(name.as_bytes()));
        let wanted = may_be.filter(move |node| {
            kinds.get(*node as usize).is_some_and(|kind| is_wanted(Kind::from_u8(*kind).unwrap_or(Kind::Value)))
        });
        let mut last: Option<Outline<'s>> = None;
        wanted.filter_map(move |node| {
            let outline = match last {
                Some(outline) if outline.holds(node) => outline,
                _ => *last.insert(self.outline_of(node)),
            };
            let node = node.checked_sub(outline.first()).filter(|node| *node < outline.len())?;
            let own = outline.name(node);
            let is_same =
                if own.is_ascii() { own.eq_ignore_ascii_case(name) } else { outline.lower_name(node) == name };
            is_same.then_some((outline, node))
        })
    }

    /// The outline of the document that a node of the segment is of.
    fn outline_of(&self, node: u32) -> Outline<'_> {
        // A document without nodes starts where the next one does.
        let after = first(self.len(), |at| self.record(at as u32).first() > node);
        self.outline(after.saturating_sub(1) as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_name_is_found_under_its_hash(names in proptest::collection::vec("[abc]{0,2}", 0..60)) {
            let hashes: Vec<Option<u32>> =
                names.iter().map(|name| (!name.is_empty()).then(|| hash(name.as_bytes()))).collect();
            let bytes = encode(&hashes);
            let index = NameIndex(&bytes);
            for (node, hash) in (0..).zip(&hashes) {
                prop_assert_eq!(hash.is_some_and(|hash| index.of(hash).any(|found| found == node)), hash.is_some());
            }
            let found: Vec<u32> = index.of(hash(b"a")).collect();
            prop_assert!(found.is_sorted());
        }

        #[test]
        fn damaged_indexes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..40), hash in any::<u32>()) {
            prop_assert!(NameIndex(&bytes).of(hash).take(100).count() <= bytes.len());
        }
    }
}
