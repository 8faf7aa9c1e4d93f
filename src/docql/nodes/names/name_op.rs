//! Comparisons of names with a text, on bytes if both are ASCII: every name of the library may be tested.

use crate::library::Outline;
use crate::stdx::{contains_ignoring_case, ends_with_ignoring_case, find_ascii, starts_with_ignoring_case};

/// A comparison of a name with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql) enum NameOp {
    Equals,
    Contains,
    StartsWith,
    EndsWith,
}

impl NameOp {
    /// True if the name of `node` compares so with `text`. Agrees with [`crate::docql::eval::compare::compare`], but
    /// builds no values.
    pub(in crate::docql) fn holds(self, outline: &Outline<'_>, node: u32, text: &str) -> bool {
        let name = outline.name_bytes(node);
        if text.is_empty() || name.is_empty() {
            // A node without a name has nothing to compare.
            return !name.is_empty() && self != NameOp::Equals;
        }
        if !name.is_ascii() || !text.is_ascii() {
            let name = outline.name(node);
            return match self {
                NameOp::Equals => name == text,
                NameOp::Contains => contains_ignoring_case(name, text),
                NameOp::StartsWith => starts_with_ignoring_case(name, text),
                NameOp::EndsWith => ends_with_ignoring_case(name, text),
            };
        }
        let text = text.as_bytes();
        let is_text = |part: Option<&[u8]>| part.is_some_and(|part| part.eq_ignore_ascii_case(text));
        match self {
            NameOp::Equals => name == text,
            NameOp::Contains => find_ascii(name, text).is_some(),
            NameOp::StartsWith => is_text(name.get(..text.len())),
            NameOp::EndsWith => is_text(name.len().checked_sub(text.len()).and_then(|start| name.get(start..))),
        }
    }
}
