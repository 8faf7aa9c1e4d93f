//! What one query has looked at.

use crate::docql::nodes::noted::known::Known;
use crate::docql::nodes::noted::lacks::Lacks;
use crate::docql::nodes::rows::row::Sheet;
use crate::docql::syntax::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Names of columns that are remembered for suggestions, at most.
const MAX_SEEN: usize = 10_000;

/// Sentences that are kept.
const MAX_NOTES: usize = 20;

/// What a query has looked at: what is worth telling of it, and what need not be looked for again.
#[derive(Debug, Default)]
pub(in crate::docql) struct Seen {
    columns: Mutex<BTreeSet<String>>,
    first: OnceLock<Vec<String>>,
    notes: Mutex<Vec<String>>,
    errors: Mutex<Vec<Diagnostic>>,
    failures: Mutex<Vec<String>>,
    lacks: Mutex<Lacks>,
    repeated: Mutex<BTreeSet<String>>,
    /// Relations that were looked for of a whole list at once.
    pub known: Known,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Seen {
    /// Notes the columns of a table.
    pub fn add(&self, sheet: &Sheet) {
        self.first.get_or_init(|| sheet.columns.clone());
        let mut seen = locked(&self.columns);
        if seen.len() < MAX_SEEN {
            seen.extend(sheet.columns.iter().cloned());
        }
    }

    /// The columns of the table that was looked at first.
    pub fn first_columns(&self) -> Vec<String> {
        self.first.get().cloned().unwrap_or_default()
    }

    /// The names of columns, each once, in the order of their letters.
    pub fn columns(&self) -> Vec<String> {
        locked(&self.columns).iter().cloned().collect()
    }

    /// Adds a sentence that qualifies the answer.
    pub fn note(&self, sentence: String) {
        let mut notes = locked(&self.notes);
        if notes.len() < MAX_NOTES && !notes.contains(&sentence) {
            notes.push(sentence);
        }
    }

    /// Adds why rows could not be read: whatever is counted of them is no number.
    pub fn failed(&self, sentence: String) {
        self.note(sentence.clone());
        let mut failures = locked(&self.failures);
        if failures.len() < MAX_NOTES && !failures.contains(&sentence) {
            failures.push(sentence);
        }
    }

    /// Why rows could not be read.
    pub fn failures(&self) -> Vec<String> {
        std::mem::take(&mut *locked(&self.failures))
    }

    /// Adds what makes the answer none.
    pub fn error(&self, error: Diagnostic) {
        locked(&self.errors).push(error);
    }

    /// Notes what would have been looked at, had it been indexed.
    pub fn lack(&self, what: impl FnOnce(&mut Lacks)) {
        what(&mut locked(&self.lacks));
    }

    /// All that was noted so.
    pub fn lacks(&self) -> Lacks {
        std::mem::take(&mut *locked(&self.lacks))
    }

    /// Notes that a key of data is a list somewhere.
    pub fn note_repeated(&self, key: &str) {
        let mut repeated = locked(&self.repeated);
        if !repeated.contains(key) {
            repeated.insert(key.to_owned());
        }
    }

    /// True if a key of data was seen to be a list somewhere.
    pub fn is_repeated(&self, key: &str) -> bool {
        locked(&self.repeated).contains(key)
    }

    /// The sentences and the errors.
    pub fn told(&self) -> (Vec<String>, Vec<Diagnostic>) {
        (std::mem::take(&mut *locked(&self.notes)), std::mem::take(&mut *locked(&self.errors)))
    }
}
