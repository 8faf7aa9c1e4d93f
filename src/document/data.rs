//! Data files (JSON, YAML, TOML, XML, INI, HCL, front matter) as one tree with real source lines.

/// The key of a node of a data tree in its parent.
#[derive(Clone, Debug, PartialEq)]
pub enum DataKey {
    /// The whole document.
    Root,
    /// A member of an object.
    Name(Box<str>),
    /// An element of an array.
    Index(u32),
}

/// The value of a node of a data tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// Any JSON number.
    Number(serde_json::Number),
    /// A string, escapes decoded.
    String(Box<str>),
    /// An array; its elements are the children, in order.
    Array,
    /// An object; its members are the children, in source order, keys unique (the last one wins).
    Object,
}

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub struct DataNode {
    /// The enclosing value.
    pub parent: u32,
    /// Its key in the enclosing value.
    pub key: DataKey,
    /// Its value.
    pub scalar: Scalar,
    /// Indices of its children, in order.
    pub children: Vec<u32>,
    /// First line in the file, 1-based: the line of the key where there is one.
    pub line: u32,
    /// Last line in the file, inclusive.
    pub end_line: u32,
}

/// All values of a document; node 0 is the root, parents come before children.
#[derive(Clone, Debug, PartialEq)]
pub struct DataTree {
    nodes: Vec<DataNode>,
    repeats_names: bool,
}

impl DataTree {
    /// A tree whose root is `scalar`.
    pub fn new(scalar: Scalar, line: u32, end_line: u32) -> DataTree {
        DataTree {
            nodes: vec![DataNode { parent: 0, key: DataKey::Root, scalar, children: Vec::new(), line, end_line }],
            repeats_names: false,
        }
    }

    /// The same tree, of a format in which nothing but a name that is repeated tells a list.
    #[must_use]
    pub fn with_repeated_names(mut self) -> DataTree {
        self.repeats_names = true;
        self
    }

    /// True if a list is told by nothing but a name that is repeated: a value that stands once may be one of a list.
    pub fn repeats_names(&self) -> bool {
        self.repeats_names
    }

    /// The tree of a value without source lines (all are 1).
    pub fn from_json(value: &serde_json::Value) -> DataTree {
        let mut tree = DataTree::new(scalar_of(value), 1, 1);
        let mut todo = vec![(0, value)];
        while let Some((at, value)) = todo.pop() {
            match value {
                serde_json::Value::Array(items) => {
                    for (index, item) in items.iter().enumerate() {
                        todo.push((tree.push(at, DataKey::Index(index as u32), scalar_of(item), 1, 1), item));
                    }
                }
                serde_json::Value::Object(members) => {
                    for (name, item) in members {
                        todo.push((tree.push(at, DataKey::Name(name.as_str().into()), scalar_of(item), 1, 1), item));
                    }
                }
                _ => {}
            }
        }
        tree
    }

    /// Adds a child to `parent` and returns its index. If members have equal names, the last one wins.
    pub fn push(&mut self, parent: u32, key: DataKey, scalar: Scalar, line: u32, end_line: u32) -> u32 {
        let index = self.nodes.len() as u32;
        self.nodes.push(DataNode { parent, key, scalar, children: Vec::new(), line, end_line });
        self.nodes[parent as usize].children.push(index);
        index
    }

    /// The value at `index`.
    pub fn node(&self, index: u32) -> &DataNode {
        &self.nodes[index as usize]
    }

    /// The value at `index`, to fill in what was unknown when it was pushed.
    pub fn node_mut(&mut self, index: u32) -> &mut DataNode {
        &mut self.nodes[index as usize]
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True if there is no value; never so, for the root is always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The member of `object` called `name`; of equal names the last.
    pub fn member(&self, object: u32, name: &str) -> Option<u32> {
        let node = self.node(object);
        if node.scalar != Scalar::Object {
            return None;
        }
        node.children
            .iter()
            .rev()
            .copied()
            .find(|&child| matches!(&self.node(child).key, DataKey::Name(key) if **key == *name))
    }

    /// The value at `index` as plain JSON.
    pub fn to_json(&self, index: u32) -> serde_json::Value {
        let node = self.node(index);
        match &node.scalar {
            Scalar::Null => serde_json::Value::Null,
            Scalar::Bool(value) => (*value).into(),
            Scalar::Number(value) => serde_json::Value::Number(value.clone()),
            Scalar::String(value) => serde_json::Value::String(value.to_string()),
            Scalar::Array => node.children.iter().map(|&child| self.to_json(child)).collect(),
            Scalar::Object => serde_json::Value::Object(
                node.children
                    .iter()
                    .map(|&child| match &self.node(child).key {
                        DataKey::Name(name) => (name.to_string(), self.to_json(child)),
                        _ => (String::new(), self.to_json(child)),
                    })
                    .collect(),
            ),
        }
    }

    /// The normalised path of RFC 9535, section 2.7: `$['a'][0]`.
    pub fn path(&self, index: u32) -> String {
        let mut keys = Vec::new();
        let mut at = index;
        while self.node(at).key != DataKey::Root {
            keys.push(&self.node(at).key);
            at = self.node(at).parent;
        }
        let mut path = String::from("$");
        for key in keys.into_iter().rev() {
            match key {
                DataKey::Root => {}
                DataKey::Index(number) => path.push_str(&format!("[{number}]")),
                DataKey::Name(name) => push_name(&mut path, name),
            }
        }
        path
    }
}

fn push_name(path: &mut String, name: &str) {
    path.push_str("['");
    for character in name.chars() {
        match character {
            '\'' => path.push_str("\\'"),
            '\\' => path.push_str("\\\\"),
            '\u{8}' => path.push_str("\\b"),
            '\u{c}' => path.push_str("\\f"),
            '\n' => path.push_str("\\n"),
            '\r' => path.push_str("\\r"),
            '\t' => path.push_str("\\t"),
            control if control < ' ' => path.push_str(&format!("\\u{:04x}", control as u32)),
            other => path.push(other),
        }
    }
    path.push_str("']");
}

fn scalar_of(value: &serde_json::Value) -> Scalar {
    match value {
        serde_json::Value::Null => Scalar::Null,
        serde_json::Value::Bool(value) => Scalar::Bool(*value),
        serde_json::Value::Number(value) => Scalar::Number(value.clone()),
        serde_json::Value::String(value) => Scalar::String(value.as_str().into()),
        serde_json::Value::Array(_) => Scalar::Array,
        serde_json::Value::Object(_) => Scalar::Object,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_goes_through_the_tree_and_back() {
        let value = serde_json::json!({"b": [1, {"c": null}], "a'\n": "x", "d": true});
        let tree = DataTree::from_json(&value);
        assert_eq!(tree.to_json(0), value);
        let odd = tree.member(0, "a'\n").expect("member");
        assert_eq!(tree.path(odd), "$['a\\'\\n']");
        let b = tree.member(0, "b").expect("member");
        assert_eq!(tree.path(tree.node(b).children[1]), "$['b'][1]");
    }
}
