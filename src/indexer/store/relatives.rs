//! Structure in other saved indexes: a revision has most files in common with the working tree, and with other revisions.

use super::directory::IndexDirectory;
use crate::indexer::files::options::WorkspaceOptions;
use crate::indexer::source::sources::Sources;
use crate::library::Segment;
use std::sync::Arc;

/// The structure that the relatives of a workspace have saved.
pub(in crate::indexer) fn segments(options: &WorkspaceOptions, sources: &Sources) -> Vec<Arc<Segment>> {
    let Some(index) = &options.index else { return Vec::new() };
    let saved = sources.relatives().into_iter().filter_map(|key| {
        let (saved, _) = IndexDirectory::at(index, &[key], options.own_limit()).open();
        saved
    });
    saved.flat_map(|saved| saved.segments().to_vec()).collect()
}
