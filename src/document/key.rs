//! The identity of a node that survives re-indexing.

use super::{Document, Kind, Node, slug};

/// A path and the slugs of a node's names from the outside in: `docs/a.md#install/linux`.
/// The second node of the same name at the same place gets `~2`. A file alone has no `#`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeKey(pub String);

impl NodeKey {
    /// The key of a file.
    pub fn file(path: &str) -> NodeKey {
        NodeKey(path.to_owned())
    }

    /// The key of a line of a file, for hits that are no node.
    pub fn line(path: &str, line: u32) -> NodeKey {
        NodeKey(format!("{path}#L{line}"))
    }

    /// The key of the node at `index` of `nodes`, a document of the file at `path`.
    pub fn node(path: &str, nodes: &[Node], index: u32) -> NodeKey {
        let mut parts = Vec::new();
        let mut at = Some(index);
        while let Some(current) = at {
            parts.push(part(nodes, current));
            at = nodes[current as usize].parent;
        }
        parts.reverse();
        NodeKey(format!("{path}#{}", parts.join("/")))
    }

    /// The path of the file.
    pub fn path(&self) -> &str {
        self.0.split_once('#').map_or(&self.0, |(path, _)| path)
    }

    /// Finds the node of this key in `document`, which was read from the same path.
    pub fn find(&self, document: &Document) -> Option<u32> {
        let (path, _) = self.0.split_once('#')?;
        (0..document.nodes.len() as u32).find(|&index| NodeKey::node(path, &document.nodes, index) == *self)
    }
}

fn part(nodes: &[Node], index: u32) -> String {
    let label = |node: &Node| if node.name.is_empty() { node.kind.id().to_owned() } else { slug(&node.name) };
    let node = &nodes[index as usize];
    let own = label(node);
    let siblings = match node.parent {
        Some(parent) => parent as usize + 1..index as usize,
        None => 0..index as usize,
    };
    let same = nodes[siblings].iter().filter(|other| other.parent == node.parent && label(other) == own).count();
    let kind = if node.kind == Kind::Heading { "" } else { node.kind.id() };
    let own = if node.name.is_empty() || kind.is_empty() { own } else { format!("{kind}.{own}") };
    if same == 0 { own } else { format!("{own}~{}", same + 1) }
}
