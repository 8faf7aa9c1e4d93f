//! The index on disk: saving, looking after it, and other processes that write it.

use super::indexer::Indexer;
use crate::indexer::build::locks::Held;
use crate::indexer::files::progress::Progress;
use crate::indexer::store::saving::{self, SaveError, Saved};
use crate::indexer::store::scrub::{Audit, Audited};
use crate::indexer::store::verify::{self, ClearError, Fault, IndexStatus};
use crate::stdx::Ticket;
use std::path::PathBuf;
use std::time::Duration;

impl Indexer {
    /// The directory above the workspace whose index is used here, if it has none of its own. Nothing is saved then.
    pub fn index_above(&self) -> Option<PathBuf> {
        self.restore();
        self.store.lock(&mut Held::nothing()).0.above.clone()
    }

    /// The directory whose file `manifest` is replaced whenever the index is saved; `None` if nothing is.
    pub fn index_place(&self) -> Option<PathBuf> {
        let mut held = Held::nothing();
        let (kept, _) = self.store.lock(&mut held);
        kept.directory.as_ref().map(|directory| directory.directory().to_owned())
    }

    /// True if the index on disk is behind, and could be brought up to date.
    pub fn has_unsaved(&self) -> bool {
        let mut held = Held::nothing();
        let (kept, mut held) = self.store.lock(&mut held);
        !self.follower.is_reader(&mut held) && kept.has_unsaved(&self.subject(), &mut held)
    }

    /// Bytes of structure that the index on disk does not have.
    pub fn unsaved_bytes(&self) -> usize {
        saving::unsaved_bytes(&self.library())
    }

    /// True if so much is in memory only that it is to be saved before more is added: saved parts are mapped.
    pub fn is_saving_due(&self) -> bool {
        saving::is_saving_due(&self.library())
    }

    /// Saves what is known now, so that the next start begins with it.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn save(&self) -> Result<Saved, SaveError> {
        if !self.library().is_walked() {
            // What was saved is all there is.
            return Ok(Saved::Yes);
        }
        self.with_text_and_store(|text, kept, subject, held| {
            let saved = kept.save(text, subject, held);
            if saved == Ok(Saved::Other) {
                self.follower.yields(held);
            }
            saved
        })
    }

    /// Saves what is known now. A failure is a notice, once; then nothing more is tried. Where another process is the
    /// writer, nothing is tried until [`Indexer::succeed`].
    pub fn save_quietly(&self) {
        if let Err(problem) = self.save() {
            let mut held = Held::nothing();
            let (mut kept, _) = self.store.lock(&mut held);
            kept.has_given_up = true;
            kept.notices.push(problem.to_string());
        }
    }

    /// Writes to disk what was fetched from elsewhere than the file system, so that it need not be fetched again.
    pub fn settle(&self) {
        self.loader.sources().settle();
    }

    /// The state of the saved index; `None` if nothing is ever saved.
    pub fn status(&self) -> Option<IndexStatus> {
        self.restore();
        self.store.lock(&mut Held::nothing()).0.status()
    }

    /// Removes the saved index; false if there was none.
    ///
    /// # Errors
    ///
    /// If another process has it open, or it cannot be removed.
    pub fn clear(&self) -> Result<bool, ClearError> {
        self.restore();
        let cleared = self.store.lock(&mut Held::nothing()).0.clear()?;
        self.loader.clear();
        Ok(cleared)
    }

    /// Compares what is saved with the files themselves: every byte of the index, every node, vector and description of
    /// every file that has not changed since. Sorted; empty if all is well.
    pub fn verify(&self, ticket: &Ticket, progress: &(dyn Fn(Progress) + Sync)) -> Vec<Fault> {
        let mut faults = self.store.lock(&mut Held::nothing()).0.damaged();
        faults.extend(verify::differences(&self.library(), &self.loader, ticket, progress));
        faults.sort();
        faults
    }

    /// A comparison of all that is saved with its checksums, if it is time for one and this process is the writer.
    pub fn due_audit(&self) -> Option<Audit> {
        self.store.lock(&mut Held::nothing()).0.due_audit(&self.subject())
    }

    /// Compares the next piece. Others may search, edit and save between two pieces.
    pub fn audit_some(&self, audit: &mut Audit) -> Audited {
        audit.next().unwrap_or_else(|| {
            let is_damaged = self.with_text_and_store(|text, kept, subject, held| kept.put_aside(text, subject, held));
            if is_damaged { Audited::Damaged } else { Audited::Whole }
        })
    }

    /// All of it at once, if it is due. True if there was damage.
    pub fn audit(&self) -> bool {
        let Some(mut audit) = self.due_audit() else { return false };
        loop {
            match self.audit_some(&mut audit) {
                Audited::More => {}
                Audited::Whole => return false,
                Audited::Damaged => return true,
            }
        }
    }
}

/// Beside another process that writes the index.
impl Indexer {
    /// True if another process is the writer of this workspace's index, as far as is known.
    pub fn is_reader(&self) -> bool {
        self.follower.is_reader(&mut Held::nothing())
    }

    /// The time left to wait for the writer before the work is done here.
    pub fn patience(&self) -> Duration {
        self.follower.patience(&mut Held::nothing())
    }

    /// Maps what another process has saved since this one looked; true if there was something.
    pub fn follow(&self) -> bool {
        // The first look at the files begins with what was saved.
        self.library().is_walked()
            && self.with_text_and_store(|text, kept, subject, held| self.follower.follow((kept, text), subject, held))
    }

    /// Calls `bell`, from another thread, as soon as the other process does not write any more; then
    /// [`Indexer::succeed`] is to be called.
    pub fn inherit(&self, bell: impl FnOnce() + Send + 'static) {
        if let Some(directory) = &mut self.store.lock(&mut Held::nothing()).0.directory {
            directory.wait(bell);
        }
    }

    /// Takes the place of the process that was the writer: what it has left undone is done here, and saved. False if
    /// it still writes.
    pub fn succeed(&self) -> bool {
        self.with_text_and_store(|text, kept, subject, held| self.follower.succeed((kept, text), subject, held))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Span;
    use crate::indexer::files::options::WorkspaceOptions;
    use crate::library::{Description, FileId, Needs, RowKind, RowTableBuilder, write_descriptions, write_vectors};
    use crate::semantic::{DIMENSIONS, EmbeddingModel};

    #[test]
    fn vectors_and_descriptions_of_another_text_are_faults() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.md", "b.md"] {
            std::fs::write(folder.path().join(name), "# Locks\n\nA lock that nobody refreshes becomes stale.\n")
                .expect("a file");
        }
        let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
        let ticket = Ticket::forever();
        workspace.ensure(&Needs::Vectors, &ticket, &|_| {}).expect("time");
        assert_eq!(workspace.verify(&ticket, &|_| {}), []);
        let place = |kind: RowKind, write: &dyn Fn(&mut Vec<u8>)| {
            let mut rows = RowTableBuilder::default();
            rows.push(write);
            let table = (rows.finish(), vec![FileId(0)]);
            workspace.published.publish_rows(&workspace.library(), kind, vec![table], &mut Held::nothing());
        };
        place(RowKind::Vectors, &|out| write_vectors(out, EmbeddingModel::built_in().id(), DIMENSIONS, &[]));
        let said = Description { node: Some(0), span: Span::new(0, 9), hash: 7, text: "About locks." };
        place(RowKind::Descriptions, &|out| write_descriptions(out, &[said]));
        let found = workspace.verify(&ticket, &|_| {});
        let told: Vec<String> = found.into_iter().map(|fault| format!("{}: {}", fault.path, fault.problem)).collect();
        let expected = ["a.md: its descriptions are of another text", "a.md: its vectors are not those of its text"];
        assert_eq!(told, expected);
    }
}
