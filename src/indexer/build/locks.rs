//! Locks with ranks: the compiler refuses a program that takes them in another order.
//!
//! **A thread takes locks by ascending rank: [`VECTORS`], [`TEXT`], [`STORE`], [`FOLLOWER`], [`PUBLISHED`].** It may
//! leave out any of them. Gates come before all locks; the pointer to the current snapshot and the files in view have
//! locks of their own, under which nothing is called.

use std::marker::PhantomData;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The queue of requests to an embeddings endpoint.
pub(in crate::indexer) const VECTORS: u8 = 1;

/// The writer of the full-text index.
pub(in crate::indexer) const TEXT: u8 = 2;

/// The index on disk.
pub(in crate::indexer) const STORE: u8 = 3;

/// Another process that writes the index.
pub(in crate::indexer) const FOLLOWER: u8 = 4;

/// The current snapshot, and what only writers know of it.
pub(in crate::indexer) const PUBLISHED: u8 = 5;

/// A value behind a lock of this rank.
#[derive(Default)]
pub(in crate::indexer) struct Ranked<T, const RANK: u8>(Mutex<T>);

/// Proof that a thread holds no lock above `RANK`. A guard borrows the proof it was taken with, so that the next lock
/// can only be taken with the proof that came with the guard.
pub(in crate::indexer) struct Held<'h, const RANK: u8>(PhantomData<(&'h mut (), *const ())>);

impl Held<'static, 0> {
    /// The proof of a thread that holds none of the locks: whoever is called from outside of the indexer.
    pub(in crate::indexer) fn nothing() -> Held<'static, 0> {
        Held(PhantomData)
    }
}

impl<T, const RANK: u8> Ranked<T, RANK> {
    /// Takes the lock, and with it the proof for the locks that may follow.
    pub(in crate::indexer) fn lock<'l, const BEFORE: u8>(
        &'l self,
        _: &'l mut Held<'_, BEFORE>,
    ) -> (MutexGuard<'l, T>, Held<'l, RANK>) {
        const { assert!(BEFORE < RANK, "locks are taken by ascending rank") };
        (self.0.lock().unwrap_or_else(PoisonError::into_inner), Held(PhantomData))
    }
}
