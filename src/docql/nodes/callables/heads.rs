//! What stands before the name of a function.

use crate::document::{Kind, TypePlace};
use crate::library::{Library, NodeRef};
use std::ops::Range;
use std::sync::Arc;

/// What stands before the name of a method of JavaScript; `None` for anything else.
pub(in crate::docql) fn before_method(library: &Library, target: NodeRef) -> Option<(Arc<str>, Range<usize>)> {
    let outline = library.outline(target.file)?;
    let is_script = library.file(target.file).format.lexis.is_some_and(|lexis| lexis.types.objects);
    if !is_script || outline.kind(target.node) != Kind::Method {
        return None;
    }
    let head = outline.span(target.node).start as usize..outline.name_span(target.node).start as usize;
    Some((library.peek_text(target.file).ok()?, head))
}

/// JavaScript: true for a method that is called on its class, and on no value of it.
pub(in crate::docql) fn is_static(library: &Library, target: NodeRef) -> bool {
    let before = before_method(library, target);
    before
        .is_some_and(|(text, head)| text.get(head).is_some_and(|head| head.split_whitespace().any(|it| it == "static")))
}

/// C and C++: true for a place before the name of the function `node` around it, where its type stands. A macro there is no
/// call of the function's: `X_PUBLIC(int) name(void) { … }`.
pub(in crate::docql) fn is_of_type_in_c(library: &Library, node: NodeRef, offset: u32) -> bool {
    let is_of_c = || {
        let rules = library.lexis(node.file).map(|lexis| lexis.types);
        rules.is_some_and(|rules| rules.points && rules.place == TypePlace::Before)
    };
    library.outline(node.file).is_some_and(|outline| {
        outline.kind(node.node).is_function() && offset < outline.name_span(node.node).start && is_of_c()
    })
}
