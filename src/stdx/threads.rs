//! Work on threads of its own, which may be done while a lock is held.
//!
//! A thread of a pool that waits for others takes up other work of the pool meanwhile, and where that needs the lock that it
//! holds itself, it waits for ever. A thread of none that waits for the pool waits as long, where all threads of that wait for
//! its lock. So what is done while others may wait runs on threads that have a pool of one thread each: what is meant to be
//! done by several is done there by that one.

use super::panics;
use std::cell::Cell;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// Items that one thread takes at a time.
const AT_A_TIME: usize = 16;

/// Pools of one thread that are kept for the next work, at most.
const MAX_KEPT: usize = 16;

/// Pools of one thread that nothing runs on.
static IDLE: Mutex<Vec<rayon::ThreadPool>> = Mutex::new(Vec::new());

thread_local! {
    /// True on a thread that has a pool for itself.
    static IS_APART: Cell<bool> = const { Cell::new(false) };
}

/// A value that is made once, by whoever needs it first, while the others wait. Whatever makes it may use the pool.
#[derive(Debug)]
pub struct Shared<T>(OnceLock<T>);

impl<T> Default for Shared<T> {
    fn default() -> Shared<T> {
        Shared::new()
    }
}

impl<T> Shared<T> {
    /// One that is not made yet.
    pub const fn new() -> Shared<T> {
        Shared(OnceLock::new())
    }
}

impl<T: Send + Sync> Shared<T> {
    /// The value, if it is made.
    pub fn get(&self) -> Option<&T> {
        self.0.get()
    }

    /// The value.
    pub fn get_or_init(&self, make: impl FnOnce() -> T + Send) -> &T {
        match self.0.get() {
            Some(made) => made,
            None => self.0.get_or_init(|| apart(make)),
        }
    }
}

/// What `of` makes of each item, in their order, by several threads.
pub fn map_apart<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let count = rayon::current_num_threads().min(items.len().div_ceil(AT_A_TIME));
    if count < 2 {
        return if items.is_empty() { Vec::new() } else { apart(|| items.iter().map(&of).collect()) };
    }
    let next = AtomicUsize::new(0);
    let take = || {
        let mut made: Vec<(usize, Vec<R>)> = Vec::new();
        loop {
            let start = next.fetch_add(AT_A_TIME, Ordering::Relaxed);
            let Some(rest) = items.get(start..).filter(|rest| !rest.is_empty()) else { return made };
            made.push((start, rest.iter().take(AT_A_TIME).map(&of).collect()));
        }
    };
    let is_expected = panics::is_expected();
    let mut parts: Vec<(usize, Vec<R>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(|| in_own_pool(is_expected, take))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    parts.sort_unstable_by_key(|(start, _)| *start);
    parts.into_iter().flat_map(|(_, made)| made).collect()
}

/// What `work` makes on a thread of its own.
fn apart<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    if IS_APART.get() {
        return work();
    }
    let is_expected = panics::is_expected();
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| in_own_pool(is_expected, work));
        thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// What `work` makes in a pool that has one thread, and nothing else to do. A panic there is as expected as in the thread
/// that waits for it.
fn in_own_pool<R: Send>(is_expected: bool, work: impl FnOnce() -> R + Send) -> R {
    let idle = || IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = idle().pop();
    let pool = kept.or_else(|| rayon::ThreadPoolBuilder::new().num_threads(1).build().ok());
    let work = || if is_expected { panics::expecting(work) } else { work() };
    let Some(pool) = pool else { return work() };
    let made = pool.install(|| {
        IS_APART.set(true);
        work()
    });
    let mut idle = idle();
    if idle.len() < MAX_KEPT {
        idle.push(pool);
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn each_item_is_taken_once_and_in_order() {
        for length in [0usize, 1, 15, 16, 17, 1_000] {
            let items: Vec<usize> = (0..length).collect();
            assert_eq!(map_apart(&items, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
        }
    }

    /// With the pool's own threads in place of `map_apart` this does not end.
    #[test]
    fn a_lock_that_many_wait_for_is_filled_by_several_threads() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads");
        for _ in 0..50 {
            let known: OnceLock<usize> = OnceLock::new();
            let items: Vec<usize> = (0..400).collect();
            let sum = || *known.get_or_init(|| map_apart(&items, |item| item + 1).iter().sum());
            let found: Vec<usize> = pool.install(|| (0..64).into_par_iter().map(|_| sum()).collect());
            assert_eq!(found, [80_200; 64]);
        }
    }

    /// The sum of all items twice, made by the pool.
    fn doubled(items: &[usize]) -> usize {
        items.par_iter().map(|item| item * 2).sum()
    }

    /// What `get` makes while all threads of the pool wait in `get` for the same: it is told what to do first where it is the
    /// one that makes it.
    fn while_the_pool_waits(get: impl Fn(&(dyn Fn() + Sync)) -> usize + Sync) -> usize {
        // Two at once would each hold a thread that the other waits for.
        static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
        let _one = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let (is_being_made, waiting, count) =
            (AtomicBool::new(false), AtomicUsize::new(0), rayon::current_num_threads());
        let until = |is_so: &dyn Fn() -> bool| {
            while !is_so() {
                std::thread::yield_now();
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                until(&|| is_being_made.load(Ordering::SeqCst));
                rayon::broadcast(|_| {
                    waiting.fetch_add(1, Ordering::SeqCst);
                    get(&|| ());
                });
            });
            get(&|| {
                is_being_made.store(true, Ordering::SeqCst);
                until(&|| waiting.load(Ordering::SeqCst) == count);
            })
        })
    }

    /// With a bare [`OnceLock`] this does not end: what makes the value needs the threads that wait for it.
    #[test]
    fn what_makes_a_value_that_the_pool_waits_for_may_use_the_pool() {
        let (items, known): (Vec<usize>, Shared<usize>) = ((0..400).collect(), Shared::new());
        let made = while_the_pool_waits(|first| {
            *known.get_or_init(|| {
                first();
                doubled(&items)
            })
        });
        assert_eq!(made, 159_600);
    }

    /// With plain threads in place of those that have a pool of their own this does not end.
    #[test]
    fn what_is_made_apart_of_each_item_may_use_the_pool() {
        for length in [1, 15, 400] {
            let (items, known): (Vec<usize>, OnceLock<usize>) = ((0..length).collect(), OnceLock::new());
            let all: usize = items.iter().sum();
            let made = while_the_pool_waits(|first| {
                *known.get_or_init(|| {
                    first();
                    map_apart(&items, |item| item + doubled(&items)).iter().sum()
                })
            });
            assert_eq!(made, all + length * 2 * all);
        }
    }
}
