//! PHP: what is below types: the classes that take in a trait, what inherits from a type.

use crate::docql::relations::names::php::types::is_php;
use crate::docql::relations::types::inheritance::is_class;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef, Outline};
use crate::stdx::map_apart;
use std::collections::HashMap;
use std::sync::Arc;

/// Types below one that are told, at most.
const MAX_BELOW: usize = 400;

/// The types below each type of PHP.
#[derive(Default)]
pub(in crate::docql::relations) struct PhpBelow(HashMap<NodeRef, Vec<NodeRef>>);

impl PhpBelow {
    /// What `above` tells of all types of a workspace, the other way round.
    pub(in crate::docql::relations) fn new(
        library: &Library,
        above: impl Fn(NodeRef) -> Arc<[NodeRef]> + Sync,
    ) -> PhpBelow {
        let of_php: Vec<_> = library.outlines().filter(|(file, _)| is_php(library, *file)).collect();
        let in_file = |(file, outline): &(FileId, Outline<'_>)| {
            let is_below = |node: &u32| outline.kind(*node).is_class() && outline.has_detail(*node);
            let nodes = (0..outline.len()).filter(is_below).map(|node| NodeRef { file: *file, node });
            nodes.map(|node| (node, above(node))).collect::<Vec<(NodeRef, Arc<[NodeRef]>)>>()
        };
        let all = map_apart(&of_php, in_file).into_iter().flatten();
        let mut out: HashMap<NodeRef, Vec<NodeRef>> = HashMap::new();
        for (node, above) in all {
            for of in above.iter() {
                let below = out.entry(*of).or_default();
                if below.len() < MAX_BELOW {
                    below.push(node);
                }
            }
        }
        PhpBelow(out)
    }

    /// The types below one.
    pub(in crate::docql::relations) fn of(&self, node: NodeRef) -> &[NodeRef] {
        self.0.get(&node).map_or(&[], Vec::as_slice)
    }

    /// The classes that take in a trait themselves, or one that does: none of them inherits it from another.
    pub(in crate::docql::relations) fn users(
        &self,
        library: &Library,
        of: NodeRef,
        above: impl Fn(NodeRef) -> Arc<[NodeRef]>,
    ) -> Vec<NodeRef> {
        let kind = |node: &NodeRef| library.outline(node.file).map(|outline| outline.kind(node.node));
        let below = self.of(of);
        let is_inherited = |user: &NodeRef| {
            above(*user).iter().any(|above| kind(above) != Some(Kind::Trait) && above != user && below.contains(above))
        };
        let is_user = |user: &&NodeRef| is_class(library, **user) && kind(user) != Some(Kind::Trait);
        below.iter().filter(is_user).filter(|user| !is_inherited(user)).copied().collect()
    }
}
