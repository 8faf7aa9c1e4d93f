//! The list of files: walking again, or looking at a few paths.

use super::indexer::Indexer;
use crate::indexer::build::locks::Held;
use crate::indexer::files::options::WalkError;
use crate::indexer::files::progress::{Progress, Report};
use crate::indexer::refresh::whole::Refresh;
use crate::indexer::store::relatives;
use crate::indexer::watch::changes::Changes;
use crate::stdx::Ticket;
use std::path::PathBuf;

impl Indexer {
    /// Walks again and publishes the difference: removed files vanish, new ones appear, changed ones are
    /// parsed again if they were indexed before (all of them, if everything was). Very many are left to
    /// [`Indexer::index_some`]. Returns what is different.
    ///
    /// # Errors
    ///
    /// If the workspace cannot be walked, or the ticket goes stale.
    pub fn refresh(&self, ticket: &Ticket, progress: &(dyn Fn(Progress) + Sync)) -> Result<Changes, WalkError> {
        self.refresh_by(ticket, progress, |refresh, held| refresh.whole(true, held))
    }

    /// The same without reading any file: what changed is merely not indexed any more.
    ///
    /// # Errors
    ///
    /// If the workspace cannot be walked, or the ticket goes stale.
    pub fn refresh_list(&self, ticket: &Ticket) -> Result<Changes, WalkError> {
        self.refresh_by(ticket, &|_| {}, |refresh, held| refresh.whole(false, held))
    }

    /// Looks at these files and directories again, and publishes once what is different. Whatever cannot be
    /// decided by looking at them alone (an edited ignore file, several roots) is decided by a walk.
    ///
    /// # Errors
    ///
    /// If the workspace cannot be walked, or the ticket goes stale.
    pub fn refresh_paths(
        &self,
        paths: &[PathBuf],
        ticket: &Ticket,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Changes, WalkError> {
        self.refresh_by(ticket, progress, |refresh, held| refresh.paths(paths, held))
    }

    fn refresh_by(
        &self,
        ticket: &Ticket,
        progress: Report,
        work: impl FnOnce(&Refresh<'_>, &mut Held<'_, 0>) -> Result<Changes, WalkError>,
    ) -> Result<Changes, WalkError> {
        let _pass = self.refreshing.enter(ticket).map_err(|_| WalkError::Cancelled)?;
        self.restore();
        let refresh = Refresh {
            loader: &self.loader,
            relatives: &|| relatives::segments(&self.options, self.loader.sources()),
            published: &self.published,
            text: &self.text,
            pool: &self.front,
            ticket,
            progress,
        };
        work(&refresh, &mut Held::nothing())
    }
}
