//! Relations of symbols that were looked for of a whole list at once, where each alone would be looked for everywhere.

use crate::docql::catalog::Relation;
use crate::docql::nodes::lists::item::Found;
use crate::library::NodeRef;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A relation over so many steps.
pub(in crate::docql) type Reach = (Relation, u32);

/// Where relations of one step lead.
type FoundByNode = HashMap<(NodeRef, Relation), Arc<[Found]>>;

/// What is known of the relations of symbols.
#[derive(Debug, Default)]
pub(in crate::docql) struct Known {
    found: Mutex<FoundByNode>,
    /// Whether relations lead anywhere.
    leads: Mutex<HashMap<(NodeRef, Reach), bool>>,
    /// The names under which something of a name may be called.
    names: Mutex<HashMap<String, Option<Arc<[String]>>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Known {
    /// Notes where a relation of one step leads from symbols.
    pub(in crate::docql) fn note(&self, relation: Relation, found: impl Iterator<Item = (NodeRef, Vec<Found>)>) {
        locked(&self.found).extend(found.map(|(node, found)| ((node, relation), Arc::from(found))));
    }

    /// Where a relation of one step leads from a symbol, if it was noted.
    pub(in crate::docql) fn found(&self, of: NodeRef, relation: Relation) -> Option<Arc<[Found]>> {
        locked(&self.found).get(&(of, relation)).cloned()
    }

    /// The names under which something called `name` may be called, as `find` says when it is first asked for; `None` where
    /// they are not told by texts.
    pub(in crate::docql) fn names(
        &self,
        name: &str,
        find: impl FnOnce() -> Option<Vec<String>>,
    ) -> Option<Arc<[String]>> {
        if let Some(known) = locked(&self.names).get(name) {
            return known.clone();
        }
        // Others may look for the same meanwhile; whoever is last says the same.
        let found = find().map(Arc::from);
        locked(&self.names).insert(name.to_owned(), found.clone());
        found
    }

    /// The direct callers of a symbol, if they were noted.
    pub(in crate::docql) fn callers(&self, of: NodeRef) -> Option<Arc<[Found]>> {
        self.found(of, Relation::Callers)
    }

    /// Notes whether a relation leads anywhere from symbols.
    pub(in crate::docql) fn note_leads(&self, reach: Reach, leads: impl Iterator<Item = (NodeRef, bool)>) {
        locked(&self.leads).extend(leads.map(|(node, leads)| ((node, reach), leads)));
    }

    /// True if a relation leads anywhere from a symbol, if that was noted.
    pub(in crate::docql) fn leads(&self, of: NodeRef, reach: Reach) -> Option<bool> {
        locked(&self.leads).get(&(of, reach)).copied()
    }
}
