//! The list of files: walking again, or looking at a few paths.

use super::indexer::Indexer;
use crate::indexer::build::locks::Held;
use crate::indexer::files::options::WalkError;
use crate::indexer::files::progress::{Progress, Report};
use crate::indexer::refresh::whole::Refresh;
use crate::indexer::store::relatives;
use crate::indexer::watch::difference::Changes;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;
    use crate::indexer::build::batch::content_key;
    use crate::indexer::{Outlook, Saved, WorkspaceOptions};
    use std::io::Write;
    use std::path::Path;
    use std::process::Command;
    use std::time::Duration;

    const SOURCE: &str = "fn shared() {}\n";

    fn git(directory: &Path, arguments: &[&str]) -> bool {
        let who = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
        let ran = Command::new("git").args(who).args(arguments).current_dir(directory).output();
        ran.is_ok_and(|ran| ran.status.success())
    }

    fn knows(indexer: &Indexer) -> bool {
        let format = formats::detect(Path::new("a.rs"), &[]).info;
        let reuse = indexer.published.reuse(&mut Held::nothing());
        reuse.find(&content_key(SOURCE.as_bytes(), format)).is_some()
    }

    #[test]
    fn a_revision_and_the_working_tree_reuse_the_structure_of_the_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let work = folder.path().join("work");
        std::fs::create_dir(&work).expect("a folder");
        std::fs::write(work.join("a.rs"), SOURCE).expect("a file");
        if !(git(&work, &["init", "-q"]) && git(&work, &["add", "-A"]) && git(&work, &["commit", "-q", "-m", "x"])) {
            writeln!(std::io::stderr(), "SKIPPED: there is no git").expect("standard error");
            return;
        }
        for (first, second) in [(None, Some("HEAD")), (Some("HEAD"), None)] {
            let index = tempfile::tempdir().expect("a folder");
            let open = |at: Option<&str>| {
                let options = WorkspaceOptions { at: at.map(str::to_owned), ..WorkspaceOptions::at(&work) };
                Indexer::open(options.with_index(Some(index.path().to_owned()))).expect("an indexer")
            };
            let indexer = open(first);
            assert!(!knows(&indexer), "nothing is saved yet");
            while indexer.index_some(Duration::from_secs(60), &Ticket::forever(), &|_| {}) == Ok(Outlook::More) {}
            assert_eq!(indexer.save(), Ok(Saved::Yes));
            drop(indexer);
            assert!(knows(&open(second)), "{second:?}");
        }
    }
}
