//! Panics that are expected: libraries panic on damaged bytes. They are caught, and nobody is told in their words.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

thread_local! {
    /// True while a panic of this thread is expected.
    static IS_EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// From now on nothing is printed of panics that are expected.
pub fn hush_expected() {
    let told = take_hook();
    set_hook(Box::new(move |report| {
        if !IS_EXPECTED.get() {
            told(report);
        }
    }));
}

/// Does `work`, of which a panic is expected; `None` if it has panicked.
pub fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(|| expecting(work))).ok()
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
