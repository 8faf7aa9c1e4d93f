//! The operations of an OpenAPI or Swagger file.

use crate::document::{DataTree, Key, Kind, LineIndex, Scalar, Span};
use crate::formats::draft::nodes::Draft;

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// Adds a node for every operation of `tree`, if it is an OpenAPI document.
pub(super) fn mark(text: &str, tree: &DataTree, draft: &mut Draft) {
    let version = tree.member(0, "openapi").or_else(|| tree.member(0, "swagger"));
    let is_version = |at: u32| matches!(tree.node(at).scalar, Scalar::String(_) | Scalar::Number(_));
    let (Some(paths), true) = (tree.member(0, "paths"), version.is_some_and(is_version)) else { return };
    let lines = LineIndex::new(text);
    for &path in &tree.node(paths).children {
        let Key::Name(route) = &tree.node(path).key else { continue };
        if !route.starts_with('/') {
            continue;
        }
        for &operation in &tree.node(path).children {
            let node = tree.node(operation);
            let Key::Name(method) = &node.key else { continue };
            if !METHODS.contains(&&**method) || node.scalar != Scalar::Object {
                continue;
            }
            let name = format!("{} {route}", method.to_uppercase());
            let (start, end) = (lines.start(node.line), lines.start(node.end_line + 1));
            let range = start as usize..end as usize;
            let trimmed = range.start..crate::formats::draft::nodes::trimmed_end(text, range);
            let indent = text[trimmed.clone()].len() - text[trimmed.clone()].trim_start().len();
            let handle = draft.named(Kind::Api, trimmed.start + indent..trimmed.end, &name, &name);
            let key = start + indent as u32;
            let first_line = lines.text(text, node.line).trim();
            draft.node(handle).name_span = Span::new(key, key + first_line.len() as u32);
        }
    }
}
