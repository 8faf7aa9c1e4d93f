//! Rust: types of other libraries that hold one which is declared here, and mostly have its methods: `web::Data<T>`.

use super::types;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::Written;
use crate::library::NodeRef;

/// Types that hold others, and have none of their methods.
const CONTAINERS: &[&str] = &[
    "()",
    "[]",
    "Arguments",
    "AsyncStream",
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "Cell",
    "Entry",
    "FnMut",
    "Fn",
    "FnOnce",
    "Future",
    "HashMap",
    "HashSet",
    "IndexMap",
    "IndexSet",
    "IntoFuture",
    "IntoIterator",
    "Iter",
    "Iterator",
    "JoinHandle",
    "Mutex",
    "OnceCell",
    "OnceLock",
    "Option",
    "PhantomData",
    "Poll",
    "Range",
    "Receiver",
    "RefCell",
    "Result",
    "RwLock",
    "Sender",
    "SmallVec",
    "Stream",
    "Vec",
    "VecDeque",
    "Weak",
    "fn",
];

/// Types in types that are looked through, at most.
const MAX_NESTED: u8 = 4;

impl FileTypes<'_, '_> {
    /// The declared types that a value of a type which is none may lead on to, since it holds one.
    pub(in crate::docql::relations::typing) fn held_by_wrapper(&self, written: &Written) -> Vec<NodeRef> {
        let mut out = Vec::new();
        if self.rules(written.file).is_some_and(|rules| rules.tries) {
            self.collect_held(&self.unaliased(written), &mut out, 0);
        }
        out
    }

    fn collect_held(&self, written: &Written, out: &mut Vec<NodeRef>, depth: u8) {
        let holders = self.rules(written.file).map_or(&[][..], |rules| rules.holders);
        let Some(parts) = types::parts(&written.text, holders).filter(|_| depth < MAX_NESTED) else { return };
        if CONTAINERS.contains(&parts.name()) {
            return;
        }
        for argument in parts.arguments {
            let held = Written { text: argument.to_owned(), ..*written };
            match self.resolve(&held) {
                Some(Some(node)) => out.push(node),
                Some(None) => self.collect_held(&held, out, depth + 1),
                None => {}
            }
        }
    }
}
