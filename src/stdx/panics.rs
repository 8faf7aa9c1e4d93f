//! Panics that are expected: libraries panic on damaged bytes. They are caught, and nobody is told in their words.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

thread_local! {
    /// True while a panic of this thread is expected.
    static IS_EXPECTED: Cell<bool> = const { Cell::new(false) };
    /// Where the last one that was expected happened.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// From now on nothing is printed of panics that are expected.
pub fn hush_expected() {
    let told = take_hook();
    set_hook(Box::new(move |report| match IS_EXPECTED.get() {
        true => PLACE
            .set(report.location().map(|place| format!(" ({}:{})", place.file(), place.line())).unwrap_or_default()),
        false => told(report),
    }));
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
    PLACE.take();
    catch_unwind(AssertUnwindSafe(|| expecting(work))).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        Panicked(format!("{text}{}", PLACE.take()))
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
}
