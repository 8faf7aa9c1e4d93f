//! The merge policy of the full-text index: small segments are put together, those full of deleted entries rewritten.

use tantivy::SegmentMeta;
use tantivy::indexer::{LogMergePolicy, MergeCandidate, MergePolicy};

/// Segments with more entries are not merged any more: those of the first pass are larger, and merging them
/// would cost seconds after a small edit.
const LARGEST_MERGED: usize = 20_000;

/// A segment of any size is written again when one in so many of its entries is deleted, as after another branch has
/// been checked out: deleted entries take room, and count where words are weighed by how rare they are.
const DELETED: u32 = 5;

/// Small segments are put together; large ones stay until too much of them is deleted.
#[derive(Debug)]
pub(super) struct Merging(LogMergePolicy);

impl Default for Merging {
    fn default() -> Merging {
        let mut policy = LogMergePolicy::default();
        policy.set_max_docs_before_merge(LARGEST_MERGED);
        Merging(policy)
    }
}

impl MergePolicy for Merging {
    fn compute_merge_candidates(&self, segments: &[SegmentMeta]) -> Vec<MergeCandidate> {
        let mut candidates = self.0.compute_merge_candidates(segments);
        for segment in segments {
            let is_taken = candidates.iter().any(|candidate| candidate.0.contains(&segment.id()));
            if !is_taken && segment.num_deleted_docs() > segment.max_doc() / DELETED {
                candidates.push(MergeCandidate(vec![segment.id()]));
            }
        }
        candidates
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::TextFields;
    use tantivy::{IndexWriter, TantivyDocument, Term};

    #[test]
    fn a_large_part_of_which_much_is_deleted_is_written_again() {
        let (index, fields) = TextFields::in_memory();
        let policy = || {
            let mut policy = LogMergePolicy::default();
            policy.set_max_docs_before_merge(10);
            Box::new(Merging(policy))
        };
        // Files 0 to 9 with ten entries each, of which one file, then three are deleted.
        for deleted in [0..0, 0..1, 1..4] {
            let mut writer: IndexWriter = index.writer_with_num_threads(1, 20 << 20).expect("a writer");
            writer.set_merge_policy(policy());
            if deleted.is_empty() {
                for number in 0..100 {
                    let mut entry = TantivyDocument::default();
                    entry.add_u64(fields.file, number / 10);
                    writer.add_document(entry).expect("added");
                }
            }
            for file in deleted.clone() {
                writer.delete_term(Term::from_field_u64(fields.file, file));
            }
            writer.commit().expect("committed");
            writer.wait_merging_threads().expect("merged");
            let segments = index.searchable_segment_metas().expect("segments");
            let counts: Vec<(u32, u32)> =
                segments.iter().map(|segment| (segment.max_doc(), segment.num_deleted_docs())).collect();
            let expected = match deleted.end {
                0 => (100, 0),
                1 => (100, 10),
                _ => (60, 0),
            };
            assert_eq!(counts, [expected]);
        }
    }
}
