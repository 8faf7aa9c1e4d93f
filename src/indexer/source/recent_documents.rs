//! Documents whose text costs much to be made and that are not kept on disk, in memory: the last few, so that a process
//! that lists a file, shows it and searches it reads it once.
//!
//! **Invariant:** packed, all together stay below the limit; those that were used longest ago leave first.

use super::document_bytes::{decode, encode, text};
use super::kept_documents::{Documents, Key};
use crate::document::Document;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most bytes of all documents.
const MAX_BYTES: usize = 32 << 20;

/// Most documents: they are looked through one by one.
const MAX_DOCUMENTS: usize = 256;

/// Documents in memory, the one that was used last behind.
#[derive(Default)]
pub(super) struct RecentDocuments(Mutex<Vec<(Key, Arc<[u8]>)>>);

impl RecentDocuments {
    fn known(&self) -> MutexGuard<'_, Vec<(Key, Arc<[u8]>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bytes(&self, key: &Key) -> Option<Arc<[u8]>> {
        let mut known = self.known();
        let at = known.iter().position(|(other, _)| other == key)?;
        known[at..].rotate_left(1);
        known.last().map(|(_, bytes)| Arc::clone(bytes))
    }

    /// Forgets all documents.
    pub(super) fn clear(&self) {
        self.known().clear();
    }
}

impl Documents for RecentDocuments {
    fn get(&self, key: &Key) -> Option<Document> {
        decode(&self.bytes(key)?)
    }

    fn text(&self, key: &Key) -> Option<String> {
        text(&self.bytes(key)?)
    }

    fn has(&self, key: &Key) -> bool {
        self.known().iter().any(|(other, _)| other == key)
    }

    fn put(&self, key: &Key, document: &Document) {
        let Some(bytes) = encode(document).filter(|bytes| bytes.len() <= MAX_BYTES) else { return };
        let mut known = self.known();
        known.retain(|(other, _)| other != key);
        let mut room = MAX_BYTES - bytes.len();
        let fits = |(_, bytes): &&(Key, Arc<[u8]>)| {
            let left = room.checked_sub(bytes.len());
            room = left.unwrap_or(0);
            left.is_some()
        };
        let stay = known.iter().rev().take(MAX_DOCUMENTS - 1).take_while(fits).count();
        let leave = known.len() - stay;
        known.drain(..leave);
        known.push((key.clone(), bytes.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_used_longest_ago_leaves() {
        let recent = RecentDocuments::default();
        let key = Key::of_number;
        // Text that cannot be packed below a fifth of all.
        let text = |seed: u64| {
            let word = |at: u64| {
                (seed + at).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes().map(|byte| char::from(byte & 127))
            };
            (0..MAX_BYTES as u64 / 40).flat_map(word).collect()
        };
        let document = |seed: u64| Document { text: text(seed), ..Document::default() };
        for number in 0..4 {
            recent.put(&key(number), &document(1_000 * number));
        }
        assert_eq!(recent.text(&key(0)), Some(text(0)), "used again");
        for number in 4..6 {
            recent.put(&key(number), &document(1_000 * number));
        }
        let left: Vec<u64> = (0..6).filter(|number| recent.has(&key(*number))).collect();
        assert_eq!(left, [0, 3, 4, 5]);
        assert_eq!(recent.get(&key(5)).expect("a document").text, text(5_000));
    }
}
