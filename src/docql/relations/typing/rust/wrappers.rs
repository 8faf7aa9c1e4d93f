//! Rust: types of other libraries that hold one which is declared here, and mostly have its methods: `web::Data<T>`.

use super::types;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::types::inheritance::dereferenced;
use crate::docql::relations::typing::known::{FileTypes, Receiver};
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

    /// What the member at `offset` is taken from, of a value that is written to be of the type `node`: where that has none of
    /// the name, what it dereferences to, if it is made with that: `Guarded<P, T>`.
    pub(in crate::docql::relations::typing) fn behind_deref(
        &self,
        written: &Written,
        (node, evidence): (NodeRef, Evidence),
        offset: u32,
    ) -> Receiver {
        let target = || {
            self.rules(written.file).filter(|rules| rules.tries && written.text.contains('<'))?;
            let region = self.region(self.imports.file, offset)?;
            let name = region.tokens.word(region.tokens.at(offset));
            let above = self.table.above(node);
            let mut all = std::iter::once(&node).chain(above.iter());
            if all.any(|of| !self.table.members_named(*of, name).is_empty()) {
                return None;
            }
            let target = dereferenced(self.table.library, node)?;
            let written = self.unaliased(written);
            let parts = types::parts(&written.text, self.rules(written.file)?.holders)?;
            let text = self.with_arguments(&target, node, &parts.arguments);
            (text != target).then(|| self.of_written(&Written { text, ..written }, evidence))
        };
        target().unwrap_or(Receiver::Of(node, evidence))
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
