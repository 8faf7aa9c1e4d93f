//! Go: the types of what is made in braces, by which their keys are fields: `T{key: 1}`, `[]T{{key: 1}}`.

use super::places::type_start;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::model::Type;
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::{FileTypes, Receiver};

/// Literals in each other whose type is left out, at most.
const MAX_NESTING: u8 = 8;

impl FileTypes<'_, '_> {
    /// What is made in the braces around the key at `offset`; `None` if its type is not written.
    pub(in crate::docql::relations) fn made_around(&self, offset: u32) -> Option<Receiver> {
        let region = self.region(self.imports.file, offset)?;
        let tokens = &region.tokens;
        let open = tokens.opener(tokens.at(offset)).filter(|&open| tokens.is(open, b'{'))?;
        let (start, end) = written_type(tokens, open, MAX_NESTING)?;
        // A type without a name has fields that belong to no other.
        if matches!(tokens.word(start), "struct" | "interface") {
            return Some(Receiver::Foreign);
        }
        match self.spelled(&region, start, end, Evidence::Receiver) {
            Type::Written(written, evidence) => Some(self.of_written(&written, evidence)),
            _ => None,
        }
    }
}

/// Where the type stands of what the brace at `open` begins: before it, or in the literal around it.
fn written_type(tokens: &Tokens, open: usize, left: u8) -> Option<(usize, usize)> {
    let start = type_start(tokens, unnamed_before(tokens, open).unwrap_or(open))?;
    if start < open {
        return Some((start, open));
    }
    let outer = tokens.opener(open).filter(|&outer| tokens.is(outer, b'{') && left > 0)?;
    let (mut start, end) = written_type(tokens, outer, left - 1)?;
    while tokens.is(start, b'*') || tokens.is(start, b'&') {
        start += 1;
    }
    let is_map = tokens.word(start) == "map";
    let bracket = if is_map { start + 1 } else { start };
    let close = Some(bracket).filter(|&at| tokens.is(at, b'[')).and_then(|at| tokens.closing(at))?;
    let is_key = is_map && tokens.closing(open).is_some_and(|end| tokens.is(end + 1, b':'));
    let (mut start, end) = if is_key { (bracket + 1, close) } else { (close + 1, end) };
    while tokens.is(start, b'*') {
        start += 1;
    }
    (start < end).then_some((start, end))
}

/// The word before a type that is written out right before the brace: `struct{ a int }{`.
fn unnamed_before(tokens: &Tokens, open: usize) -> Option<usize> {
    let close = open.checked_sub(1).filter(|&at| tokens.is(at, b'}'))?;
    tokens.opening(close)?.checked_sub(1).filter(|&at| matches!(tokens.word(at), "struct" | "interface"))
}
