//! Content that was parsed before, wherever it stood: a renamed file or a switched branch costs no parse.

use crate::library::{ContentKey, Segment};
use std::collections::HashMap;
use std::sync::Arc;

/// The structure of known content, by the content.
#[derive(Debug, Default)]
pub(in crate::indexer) struct Reuse {
    segments: Vec<Arc<Segment>>,
    rows: HashMap<ContentKey, (u32, u32)>,
}

impl Reuse {
    /// Everything in `segments`, including rows whose file is gone.
    pub(in crate::indexer) fn of(segments: Vec<Arc<Segment>>) -> Reuse {
        let mut rows = HashMap::with_capacity(segments.iter().map(|segment| segment.len()).sum());
        for (number, segment) in segments.iter().enumerate() {
            for row in 0..segment.len() as u32 {
                rows.insert(segment.key(row), (number as u32, row));
            }
        }
        // Stands for files that could not be read.
        rows.remove(&ContentKey::default());
        Reuse { segments, rows }
    }

    /// The segment and row of content that was parsed before.
    pub(in crate::indexer) fn find(&self, key: &ContentKey) -> Option<(&Segment, u32)> {
        let &(segment, row) = self.rows.get(key)?;
        Some((self.segments.get(segment as usize)?, row))
    }
}
