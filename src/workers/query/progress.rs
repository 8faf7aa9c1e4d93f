//! Progress of indexing, as the app is told of it.

use crate::app::IndexProgress;
use crate::indexer::{Progress, Stage};

/// Progress in the app's words.
pub(in crate::workers) fn index_progress(progress: Progress) -> IndexProgress {
    let stage = match progress.stage {
        Stage::Walk => "finding files",
        Stage::Structure => "reading",
        Stage::Text => "indexing text",
        Stage::Vectors => "making vectors",
    };
    IndexProgress { done: progress.done, total: progress.total, stage }
}
