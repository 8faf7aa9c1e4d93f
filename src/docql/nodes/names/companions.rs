//! Kotlin: companions of types, whose members are called on the type.

use crate::document::Kind;
use crate::library::{Library, NodeRef, Outline};

/// The companion of a type.
pub(in crate::docql) fn companion(library: &Library, of: NodeRef) -> Option<NodeRef> {
    let outline = library.outline(of.file).filter(|_| library.language(of.file) == "kotlin")?;
    let found = outline.children(Some(of.node)).find(|&at| is_companion(library, &outline, NodeRef { node: at, ..of }));
    found.map(|node| NodeRef { file: of.file, node })
}

/// True for a companion, whether it has a name or not.
pub(in crate::docql) fn is_companion(library: &Library, outline: &Outline<'_>, of: NodeRef) -> bool {
    if outline.kind(of.node) != Kind::Object || library.language(of.file) != "kotlin" {
        return false;
    }
    let head = || {
        let text = library.peek_text(of.file).ok()?;
        let head = text.get(outline.span(of.node).start as usize..outline.name_span(of.node).end as usize)?;
        Some(head.split_whitespace().any(|word| word == "companion"))
    };
    outline.name(of.node) == "companion" || head().unwrap_or_default()
}
