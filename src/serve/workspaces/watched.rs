//! Looks at what has changed on disk, as small as the system's events allow.

use crate::indexer::{Change, Indexer, News, Places, WalkError, Watch};
use crate::stdx::Ticket;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// For so long events are believed to tell everything; then all files are compared once more, behind the questions.
/// Some changes raise no event: what is written to mapped memory, a directory mounted below the root.
const TRUST: Duration = Duration::from_secs(30);

/// Where to compare all files takes long, it is done that many times more seldom: it may take a hundredth of the time.
const SELDOM: u32 = 100;

/// After so long without such a look the next question waits for one.
const FORGOTTEN: Duration = Duration::from_secs(10 * 60);

/// The watch over a workspace, and what it told since the last look.
#[derive(Debug)]
pub(super) struct Watched {
    watch: Option<Watch>,
    told: Arc<Mutex<Option<Change>>>,
    /// What the last look left behind. Looks come one at a time.
    last: Mutex<Last>,
}

#[derive(Debug, Default)]
struct Last {
    /// When the last look at all files began; `None` if the next one must be such a look.
    whole: Option<Instant>,
    /// How long that took.
    took: Duration,
    followed: Arc<Places>,
}

impl Watched {
    /// Watches nothing before the first look.
    pub(super) fn new(indexer: &Indexer) -> Watched {
        let told: Arc<Mutex<Option<Change>>> = Arc::default();
        let heard = Arc::clone(&told);
        let hear = move |news| {
            if let News::Changed(change) = news {
                let mut told = heard.lock().unwrap_or_else(PoisonError::into_inner);
                *told = Some(match told.take() {
                    Some(before) => before.and(change),
                    None => change,
                });
            }
        };
        // Without the thread every look is at all files.
        let watch = indexer.watch(hear).ok().flatten();
        Watched { watch, told, last: Mutex::default() }
    }

    /// Reads again what has changed before this call. True if all files are to be compared once more, when there is
    /// time for it.
    pub(super) fn look(&self, indexer: &Indexer, ticket: &Ticket) -> Result<bool, WalkError> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        // A look that fails has seen nothing.
        let whole = last.whole.take().filter(|whole| whole.elapsed() < FORGOTTEN);
        if whole.is_none() {
            // What is watched before the look needs no second one.
            self.follow(&mut last, indexer);
        }
        let heard = self.watch.as_ref().is_some_and(|watch| watch.catch_up(ticket));
        ticket.check().map_err(|_| WalkError::Cancelled)?;
        let change = self.told.lock().unwrap_or_else(PoisonError::into_inner).take();
        match (whole.filter(|_| heard), change) {
            (Some(whole), None) => last.whole = Some(whole),
            (Some(whole), Some(Change::Paths(paths))) => {
                indexer.refresh_paths(&paths, ticket, &|_| {})?;
                last.whole = Some(whole);
            }
            _ => last.looked(compare(indexer, ticket)?),
        }
        self.follow(&mut last, indexer);
        let trust = last.took.saturating_mul(SELDOM).clamp(TRUST, FORGOTTEN / 2);
        Ok(last.whole.is_some_and(|whole| whole.elapsed() >= trust))
    }

    /// Compares all files once more; questions go on meanwhile.
    pub(super) fn look_behind(&self, indexer: &Indexer) {
        if let Ok(looked) = compare(indexer, &Ticket::forever()) {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            last.looked(looked);
            self.follow(&mut last, indexer);
        }
    }

    /// Watches what there is now.
    fn follow(&self, last: &mut Last, indexer: &Indexer) {
        let places = indexer.places();
        if let Some(watch) = self.watch.as_ref().filter(|_| !Arc::ptr_eq(&places, &last.followed)) {
            watch.follow(Arc::clone(&places));
            last.followed = places;
        }
    }
}

impl Last {
    fn looked(&mut self, (begun, took): (Instant, Duration)) {
        (self.whole, self.took) = (Some(begun), took);
    }
}

/// Compares all files with what is known of them. When that began, and how long it took.
fn compare(indexer: &Indexer, ticket: &Ticket) -> Result<(Instant, Duration), WalkError> {
    let begun = Instant::now();
    indexer.refresh(ticket, &|_| {})?;
    Ok((begun, begun.elapsed()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::indexer::WorkspaceOptions;

    #[test]
    fn questions_do_not_wait_for_a_look_at_all_files_that_is_due() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.md"), "# A\n").expect("a file");
        let indexer = Indexer::unwalked(WorkspaceOptions::at(folder.path())).expect("an indexer");
        let watched = Watched::new(&indexer);
        let look = || watched.look(&indexer, &Ticket::forever()).expect("a look");
        let begun = |ago: Duration| watched.last.lock().expect("no panic").whole = Instant::now().checked_sub(ago);
        let last = || watched.last.lock().expect("no panic").whole;
        assert!(!look(), "the first one is at all files");
        begun(TRUST);
        let before = last().filter(|_| watched.watch.as_ref().is_some_and(|watch| watch.catch_up(&Ticket::forever())));
        if before.is_some() {
            assert!(look() && last() == before, "it is due, and not done");
            watched.look_behind(&indexer);
            assert!(!look() && last() > before);
        }
        begun(FORGOTTEN);
        let before = last();
        assert!(!look() && last() > before, "after so long it is done at once");
    }
}
