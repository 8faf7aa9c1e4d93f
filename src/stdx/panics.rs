//! Panics that are expected, as of libraries on damaged bytes, and those that are told: whoever asked hears of them, and no
//! terminal their raw text.

use super::printable::{is_unprintable, printable};
use super::printing;
use std::any::Any;
use std::cell::Cell;
use std::collections::VecDeque;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

thread_local! {
    /// True while a panic of this thread is expected.
    static IS_EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// What is being done whose panic is told, in however many threads.
static TOLD: AtomicUsize = AtomicUsize::new(0);

/// Panics that are kept: of as many at a time each finds its place.
const KEPT: usize = 16;

/// What the last panics that are told said, and where each was, whichever thread it was in.
static LAST: Mutex<VecDeque<(String, String)>> = Mutex::new(VecDeque::new());

/// From now on nothing is printed of panics that are expected, and of others no raw text of a file.
pub fn hush_expected() {
    let print = take_hook();
    set_hook(Box::new(move |report| {
        let text = text_of(report.payload());
        let place = report.location().map(|place| format!("{}:{}", place.file(), place.line())).unwrap_or_default();
        // A panic in a thread of a pool is one in the thread that waits for it.
        let is_of_pool = || TOLD.load(Ordering::Relaxed) > 0 && rayon::current_thread_index().is_some();
        if IS_EXPECTED.get() || is_of_pool() {
            let mut last = last();
            last.truncate(KEPT - 1);
            last.push_front((text, place));
        } else if text.chars().any(|c| c != '\n' && c != '\t' && is_unprintable(c)) {
            // Nobody can be told that nothing can be told.
            let _ = writeln!(printing::stderr(), "panicked at {place}: {}", printable(&text));
        } else {
            print(report);
        }
    }));
}

fn last() -> MutexGuard<'static, VecDeque<(String, String)>> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// True while a panic of this thread is expected.
pub(super) fn is_expected() -> bool {
    IS_EXPECTED.get()
}

/// Does `work`, of which a panic is expected; `None` if it has panicked.
pub fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(|| expecting(work))).ok()
}

/// What a panic said, and where it was, as far as that is known.
#[derive(Debug, PartialEq, Eq)]
pub struct Panicked(pub String);

/// Does `work`; if it has panicked, what it says of that, and where that was.
///
/// # Errors
/// The text of the panic.
pub fn told<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    TOLD.fetch_add(1, Ordering::Relaxed);
    let done = catch_unwind(AssertUnwindSafe(|| expecting(work)));
    TOLD.fetch_sub(1, Ordering::Relaxed);
    done.map_err(|panic| {
        let text = text_of(&*panic);
        let place = last().iter().find(|(said, _)| *said == text).map(|(_, place)| format!(" ({place})"));
        Panicked(text + &place.unwrap_or_default())
    })
}

/// Does `work`, of which a panic is expected that somebody else catches: that of a thread which has been given a part.
pub fn expecting<T>(work: impl FnOnce() -> T) -> T {
    /// Puts back what was there, also after a panic.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            IS_EXPECTED.set(self.0);
        }
    }
    let _before = Before(IS_EXPECTED.replace(true));
    work()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_and_work_goes_on() {
        assert_eq!(told(|| 1), Ok(1));
        let failed = told(|| "é".split_at(1).0.len());
        assert!(failed.is_err_and(|panic| panic.0.contains("char boundary")));
        assert_eq!(told(|| 2), Ok(2));
    }

    #[test]
    fn a_panic_of_a_pool_is_told_with_its_place_where_it_was_waited_for() {
        hush_expected();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
        let failed = told(|| pool.install(|| assert!(std::hint::black_box(1) > 1, "a part that failed")));
        let said = failed.expect_err("a panic").0;
        assert!(said.starts_with("a part that failed (") && said.contains("panics.rs:"), "{said}");
    }
}
