//! Looking again at a few paths: what was saved, made or deleted, without walking the whole workspace.

use super::draft::Draft;
use super::whole::Refresh;
use crate::indexer::build::locks::Held;
use crate::indexer::files::options::WalkError;
use crate::indexer::files::stamp::{NEVER, fresh_since};
use crate::indexer::source::seam::Look;
use crate::indexer::watch::difference::Changes;
use crate::library::Library;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Refresh<'_> {
    /// Looks at these files and directories again, and publishes once what is different. Whatever cannot be
    /// decided by looking at them alone (an edited ignore file, several roots) is decided by a walk.
    pub(in crate::indexer) fn paths(&self, paths: &[PathBuf], held: &mut Held<'_, 0>) -> Result<Changes, WalkError> {
        let (before, stamps) = self.before(held);
        let places = Arc::clone(&self.published.hold(held).places);
        let look = Look { before: &before, stamps: &stamps, places: &places, paths, ticket: self.ticket };
        let outcome = self.loader.sources().look_again(&look);
        match outcome {
            _ if self.ticket.is_stale() => Err(WalkError::Cancelled),
            None => {
                self.doubt(&before, paths, held);
                self.whole(true, held)
            }
            Some(patch) => Ok(Draft::new(&before, &stamps, patch).publish(self, held)),
        }
    }

    /// Makes a walk look into the files at and below `paths` that were written lately: their time of change may be what
    /// it was.
    fn doubt(&self, before: &Library, paths: &[PathBuf], held: &mut Held<'_, 0>) {
        let changed: HashSet<&Path> = paths.iter().map(PathBuf::as_path).collect();
        let fresh_since = fresh_since();
        let mut current = self.published.hold(held);
        for (id, stamp) in before.file_ids().zip(&mut current.stamps) {
            let path = before.file(id).origin.path();
            let is_changed = || path.is_some_and(|path| path.ancestors().any(|above| changed.contains(above)));
            if stamp.version >= fresh_since && is_changed() {
                *stamp = NEVER;
            }
        }
    }
}
