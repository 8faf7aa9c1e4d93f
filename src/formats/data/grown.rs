//! Trees of formats that say again what they have said: values with their lines, repeated names as arrays.

use super::tree::{DEEPEST, MAX_VALUES, ValuePlace, add, empty, extend_to_children};
use crate::document::{DataKey, DataTree, Problem, Scalar};

/// A value in the making.
#[derive(Debug)]
pub(super) struct Grown {
    pub(super) line: u32,
    pub(super) end_line: u32,
    pub(super) content: Content,
}

/// What a value holds.
#[derive(Debug)]
pub(super) enum Content {
    Leaf(Scalar),
    List(Vec<Grown>),
    /// Members in the order of the file; names may be repeated.
    Members(Vec<(String, Grown)>),
}

impl Grown {
    pub(super) fn text(value: &str, line: u32, end_line: u32) -> Grown {
        Grown { line, end_line, content: Content::Leaf(Scalar::String(value.into())) }
    }

    pub(super) fn null(line: u32) -> Grown {
        Grown { line, end_line: line, content: Content::Leaf(Scalar::Null) }
    }

    pub(super) fn object(line: u32) -> Grown {
        Grown { line, end_line: line, content: Content::Members(Vec::new()) }
    }

    /// Adds a member; on what has none it is lost.
    pub(super) fn push(&mut self, name: impl Into<String>, value: Grown) {
        if let Content::Members(members) = &mut self.content {
            members.push((name.into(), value));
        }
    }

    /// Adds a member, if there is one, inside of objects named by `path`: the last ones of these names, or new ones that
    /// begin on `line`.
    pub(super) fn push_inside(&mut self, path: &[String], line: u32, member: Option<(String, Grown)>) {
        let Some((first, rest)) = path.split_first() else {
            if let Some((name, value)) = member {
                self.push(name, value);
            }
            return;
        };
        let Content::Members(members) = &mut self.content else { return };
        let is_it = |(known, value): &(String, Grown)| known == first && matches!(value.content, Content::Members(_));
        let at = members.iter().rposition(is_it).unwrap_or_else(|| {
            members.push((first.clone(), Grown::object(line)));
            members.len() - 1
        });
        if let Some((_, inner)) = members.get_mut(at) {
            inner.push_inside(rest, line, member);
        }
    }
}

/// Members of one name are one array, where the first of them stands.
fn gathered(members: Vec<(String, Grown)>) -> Vec<(String, Grown)> {
    let mut places = std::collections::HashMap::with_capacity(members.len());
    let mut out: Vec<(String, Vec<Grown>)> = Vec::with_capacity(members.len());
    for (name, value) in members {
        let at = *places.entry(name.clone()).or_insert(out.len());
        match out.get_mut(at) {
            Some((_, values)) => values.push(value),
            None => out.push((name, vec![value])),
        }
    }
    let one = |(name, mut values): (String, Vec<Grown>)| {
        let value = match (values.len(), values.first().map(|first| first.line)) {
            (2.., Some(line)) => {
                let end_line = values.iter().map(|value| value.end_line).max().unwrap_or(line);
                Grown { line, end_line, content: Content::List(values) }
            }
            _ => values.pop().unwrap_or_else(|| Grown::null(1)),
        };
        (name, value)
    };
    out.into_iter().map(one).collect()
}

/// The tree of a value.
pub(super) fn tree(root: Grown) -> Result<DataTree, Problem> {
    let mut tree = empty();
    let mut todo = vec![(ValuePlace::root(), root, 0)];
    while let Some((place, value, depth)) = todo.pop() {
        if depth > DEEPEST || tree.len() > MAX_VALUES {
            let message = if depth > DEEPEST { "values are nested too deep" } else { "too many values" };
            return Err(Problem { line: value.line, message: message.to_owned() });
        }
        let (line, end_line) = (value.line, value.end_line);
        match value.content {
            Content::Leaf(scalar) => {
                add(&mut tree, place, scalar, line, end_line);
            }
            Content::List(items) => {
                let parent = add(&mut tree, place, Scalar::Array, line, end_line);
                let each = (0..).zip(items).map(|(at, item)| (DataKey::Index(at), item));
                push(&mut todo, parent, depth, each.collect());
            }
            Content::Members(members) => {
                let parent = add(&mut tree, place, Scalar::Object, line, end_line);
                let each = gathered(members).into_iter().map(|(name, value)| (DataKey::Name(name.into()), value));
                push(&mut todo, parent, depth, each.collect());
            }
        }
    }
    extend_to_children(&mut tree);
    Ok(tree.with_repeated_names())
}

fn push(todo: &mut Vec<(ValuePlace, Grown, usize)>, parent: u32, depth: usize, children: Vec<(DataKey, Grown)>) {
    for (key, value) in children.into_iter().rev() {
        let place = ValuePlace { parent, key, key_line: None };
        todo.push((place, value, depth + 1));
    }
}
