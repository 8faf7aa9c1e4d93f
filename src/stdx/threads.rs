//! Work on threads of its own, which may be done while a lock is held.

use super::panics;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Items that one thread takes at a time.
const AT_A_TIME: usize = 16;

/// What `of` makes of each item, in their order. A thread of a pool that waits for others takes up other work of the pool
/// meanwhile, and where that needs the lock that it holds itself, it waits for ever; this one only waits.
pub fn map_apart<T: Sync, R: Send>(items: &[T], of: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let count = rayon::current_num_threads().min(items.len().div_ceil(AT_A_TIME));
    if count < 2 {
        return items.iter().map(of).collect();
    }
    let next = AtomicUsize::new(0);
    let is_expected = panics::is_expected();
    let take = || {
        let mut made: Vec<(usize, Vec<R>)> = Vec::new();
        loop {
            let start = next.fetch_add(AT_A_TIME, Ordering::Relaxed);
            let Some(rest) = items.get(start..).filter(|rest| !rest.is_empty()) else { return made };
            made.push((start, rest.iter().take(AT_A_TIME).map(&of).collect()));
        }
    };
    // A panic in one of them is as expected as in this one.
    let work = || if is_expected { panics::expecting(take) } else { take() };
    let mut parts: Vec<(usize, Vec<R>)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    parts.sort_unstable_by_key(|(start, _)| *start);
    parts.into_iter().flat_map(|(_, made)| made).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;
    use std::sync::OnceLock;

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
}
