//! Content that was parsed before, wherever it stood: a renamed file or a switched branch costs no parse.

use crate::library::{ContentKey, Library, Segment};
use std::collections::HashMap;
use std::sync::Arc;

/// Where the structure of known content is.
#[derive(Debug, Default)]
pub(in crate::indexer) struct Recall {
    segments: Vec<Arc<Segment>>,
    rows: HashMap<ContentKey, (u32, u32)>,
}

impl Recall {
    /// Everything in the segments of `library`, what no file of it has any more too.
    pub(in crate::indexer) fn of(library: &Library) -> Recall {
        let segments = library.segments().to_vec();
        let mut rows = HashMap::with_capacity(segments.iter().map(|segment| segment.len()).sum());
        for (number, segment) in segments.iter().enumerate() {
            for row in 0..segment.len() as u32 {
                rows.insert(segment.key(row), (number as u32, row));
            }
        }
        // Stands for files that could not be read.
        rows.remove(&ContentKey::default());
        Recall { segments, rows }
    }

    /// The segment and row of content that was parsed before.
    pub(in crate::indexer) fn find(&self, key: &ContentKey) -> Option<(&Segment, u32)> {
        let &(segment, row) = self.rows.get(key)?;
        Some((self.segments.get(segment as usize)?, row))
    }
}
