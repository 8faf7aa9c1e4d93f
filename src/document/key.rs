//! Node keys: identities that survive re-indexing.

use super::{Document, Kind, Node, slug};
use std::collections::HashMap;

/// A path and the slugs of a node's names from the outside in: `docs/a.md#install/linux`. A second node of the same
/// name in the same parent gets `~2`. The key of a file has no `#`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeKey(pub String);

impl NodeKey {
    /// The key of a file.
    pub fn file(path: &str) -> NodeKey {
        NodeKey(path.to_owned())
    }

    /// The key of a line of a file, for hits that are not nodes.
    pub fn line(path: &str, line: u32) -> NodeKey {
        NodeKey(format!("{path}#L{line}"))
    }

    /// The keys of `nodes`, the nodes of the file at `path`, in order.
    pub fn all(path: &str, nodes: &[Node]) -> Vec<NodeKey> {
        // The number of nodes seen by parent and label.
        let mut known: HashMap<(Option<u32>, String), u32> = HashMap::new();
        let mut keys: Vec<NodeKey> = Vec::with_capacity(nodes.len());
        for node in nodes {
            let label = if node.name.is_empty() { node.kind.id().to_owned() } else { slug(&node.name) };
            let kind = if node.kind == Kind::Heading { "" } else { node.kind.id() };
            let own = if node.name.is_empty() || kind.is_empty() { label.clone() } else { format!("{kind}.{label}") };
            let same = known.entry((node.parent, label)).or_default();
            *same += 1;
            let own = if *same == 1 { own } else { format!("{own}~{same}") };
            // Parents come before their children.
            keys.push(NodeKey(match node.parent.and_then(|parent| keys.get(parent as usize)) {
                Some(around) => format!("{}/{own}", around.0),
                None => format!("{path}#{own}"),
            }));
        }
        keys
    }

    /// The path of the file.
    pub fn path(&self) -> &str {
        self.0.split_once('#').map_or(&self.0, |(path, _)| path)
    }

    /// Finds the node with this key in `document`, which was read from the same path.
    pub fn find(&self, document: &Document) -> Option<u32> {
        let (path, _) = self.0.split_once('#')?;
        NodeKey::all(path, &document.nodes).iter().position(|key| key == self).map(|at| at as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{LineIndex, Span};

    #[test]
    fn keys_say_where_nodes_are_and_tell_namesakes_apart() {
        let lines = LineIndex::new(&"x".repeat(40));
        let node = |(kind, name, start, end): (Kind, &str, u32, u32)| {
            let mut node = Node::new(kind, Span::new(start, end), &lines);
            node.name = name.into();
            node
        };
        let nodes = [
            (Kind::Heading, "Install It", 0, 20),
            (Kind::Heading, "Linux", 1, 5),
            (Kind::Heading, "Linux", 6, 12),
            (Kind::Table, "", 7, 9),
            (Kind::Table, "", 9, 11),
            (Kind::Function, "Linux", 13, 15),
            (Kind::Heading, "Linux", 21, 30),
        ];
        let mut document = Document { nodes: nodes.map(node).to_vec(), ..Document::default() };
        document.nest();
        let keys = NodeKey::all("a.md", &document.nodes);
        let shown: Vec<&str> = keys.iter().map(|key| key.0.as_str()).collect();
        assert_eq!(
            shown,
            [
                "a.md#install-it",
                "a.md#install-it/linux",
                "a.md#install-it/linux~2",
                "a.md#install-it/linux~2/table",
                "a.md#install-it/linux~2/table~2",
                "a.md#install-it/function.linux~3",
                "a.md#linux",
            ]
        );
        for (at, key) in keys.iter().enumerate() {
            assert_eq!((key.find(&document), key.path()), (Some(at as u32), "a.md"), "{key:?}");
        }
    }
}
