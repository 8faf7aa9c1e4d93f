//! The operations of an OpenAPI or Swagger file, each with all that it refers to.

use super::places::{Places, key, reached, string};
use crate::document::{DataTree, Kind, Scalar};
use crate::formats::draft::nodes::Draft;
use std::collections::HashSet;

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// Definitions that are written out with one operation.
const MAX_DEFINITIONS: usize = 64;

/// Bytes that are written out with one operation.
const MAX_BYTES: usize = 32 << 10;

/// Bytes that are written out with all operations of a file.
const MAX_WHOLE: usize = 32 << 20;

/// Descriptions of a path that lead to one another.
const MAX_HOPS: usize = 8;

/// Values that are looked at for references, with one operation.
const MAX_STEPS: usize = 20_000;

/// Adds a node for every operation of `tree`, if it is an OpenAPI document.
pub(super) fn mark(places: &Places<'_>, tree: &DataTree, draft: &mut Draft) {
    let version = tree.member(0, "openapi").or_else(|| tree.member(0, "swagger"));
    let is_version = |at: u32| matches!(tree.node(at).scalar, Scalar::String(_) | Scalar::Number(_));
    if !version.is_some_and(is_version) {
        return;
    }
    let routes = reached(tree, 0, "paths/*").into_iter().chain(reached(tree, 0, "webhooks/*"));
    let mut room = MAX_WHOLE;
    for path in routes {
        let Some(route) = key(tree, path) else { continue };
        let (items, is_elsewhere) = items(tree, path);
        // The methods of what another file describes are known there only.
        if is_elsewhere {
            places.mark(draft, Kind::Api, (tree, path), route, route);
        }
        let mut known = HashSet::new();
        for &operation in items.iter().flat_map(|item| &tree.node(*item).children) {
            let Some(method) = key(tree, operation).filter(|method| METHODS.contains(method)) else { continue };
            if tree.node(operation).scalar != Scalar::Object || !known.insert(method) {
                continue;
            }
            let name = format!("{} {route}", method.to_uppercase());
            let handle = places.mark(draft, Kind::Api, (tree, operation), &name, &name);
            if draft.is_full() || room == 0 {
                continue;
            }
            let written = Definitions::of(places, tree, &items, operation);
            room = room.saturating_sub(written.len());
            if !written.is_empty() {
                draft.written_out.push((handle as u32, written));
            }
        }
    }
}

/// What describes a path: its own value, then those of the file that it refers to, one by the other; and whether the last of
/// them stands in another file.
fn items(tree: &DataTree, path: u32) -> (Vec<u32>, bool) {
    let mut items = vec![path];
    while let Some(target) = items.last().and_then(|at| string(tree, tree.member(*at, "$ref")?)) {
        let Some(pointer) = target.strip_prefix("#/") else { return (items, !target.starts_with('#')) };
        match pointed(tree, pointer) {
            Some(next) if items.len() < MAX_HOPS && !items.contains(&next) => items.push(next),
            _ => break,
        }
    }
    (items, false)
}

/// What an operation refers to, in the order in which it is met.
struct Definitions<'d> {
    places: &'d Places<'d>,
    tree: &'d DataTree,
    seen: HashSet<u32>,
    todo: Vec<u32>,
    steps: usize,
    written: String,
}

impl<'d> Definitions<'d> {
    /// The parameters of the path, security, and every definition of the file that an operation leads to.
    fn of(places: &'d Places<'d>, tree: &'d DataTree, items: &[u32], operation: u32) -> String {
        let mut all =
            Definitions { places, tree, seen: HashSet::new(), todo: Vec::new(), steps: 0, written: String::new() };
        let parameters = items.iter().filter_map(|item| tree.member(*item, "parameters"));
        for parameters in parameters.filter(|at| !tree.node(*at).children.is_empty()) {
            all.write("", parameters);
            all.todo.push(parameters);
        }
        let own = tree.member(operation, "security");
        if let Some(security) = own.or_else(|| tree.member(0, "security")) {
            if own.is_none() {
                all.write("", security);
            }
            for scheme in reached(tree, security, "*/*") {
                let Some(name) = key(tree, scheme) else { continue };
                for place in ["components/securitySchemes", "securityDefinitions"] {
                    let found = reached(tree, 0, place).first().and_then(|schemes| tree.member(*schemes, name));
                    found.into_iter().for_each(|at| all.define(&format!("{place}/{name}"), at));
                }
            }
        }
        all.todo.push(operation);
        while let Some(at) = all.todo.pop() {
            all.follow(at);
        }
        all.written
    }

    /// Writes out what the references in a value lead to.
    fn follow(&mut self, from: u32) {
        let mut inside = vec![from];
        while let Some(at) = inside.pop().filter(|_| self.steps < MAX_STEPS) {
            self.steps += 1;
            let node = self.tree.node(at);
            inside.extend(node.children.iter().rev());
            let is_reference = key(self.tree, at) == Some("$ref");
            let target = string(self.tree, at).filter(|_| is_reference).and_then(|target| target.strip_prefix("#/"));
            if let Some(target) = target
                && let Some(found) = pointed(self.tree, target)
            {
                self.define(target, found);
            }
        }
    }

    fn define(&mut self, name: &str, at: u32) {
        if self.seen.len() < MAX_DEFINITIONS && self.seen.insert(at) {
            self.write(name, at);
            self.todo.insert(0, at);
        }
    }

    fn write(&mut self, name: &str, at: u32) {
        let written = self.places.written(self.tree, at);
        if self.written.len() + written.len() > MAX_BYTES {
            return;
        }
        if !self.written.is_empty() {
            self.written.push_str("\n\n");
        }
        if !name.is_empty() {
            self.written.push_str(&format!("# {name}\n"));
        }
        self.written.push_str(&written);
    }
}

/// The value at a pointer of RFC 6901, without the first slash.
fn pointed(tree: &DataTree, pointer: &str) -> Option<u32> {
    pointer.split('/').try_fold(0, |at, part| {
        let part = part.replace("~1", "/").replace("~0", "~");
        match tree.node(at).scalar {
            Scalar::Array => tree.node(at).children.get(part.parse::<usize>().ok()?).copied(),
            _ => tree.member(at, &part),
        }
    })
}
