//! Values that are made once for a whole query, whichever thread asks first.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// Values that are made once.
pub(in crate::docql::relations) struct Memo<K, V>(Mutex<HashMap<K, V>>);

impl<K: Hash + Eq, V: Clone> Memo<K, V> {
    pub(in crate::docql::relations) fn new() -> Memo<K, V> {
        Memo(Mutex::new(HashMap::new()))
    }

    /// The value of `key`. Two threads may make it at the same time; no lock is held meanwhile.
    pub(in crate::docql::relations) fn get(&self, key: K, make: impl FnOnce(&K) -> V) -> V {
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let value = make(&key);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(value).clone()
    }
}
