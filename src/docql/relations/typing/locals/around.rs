//! What a place stands in: the body of a function without a name, what is made for each item of a list.

use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::FileTypes;

/// Tokens between the word `function` and its body that are looked through, at most.
const MAX_HEAD: usize = 40;

impl FileTypes<'_, '_> {
    /// PHP: true in `function () { … }`.
    pub(in crate::docql::relations) fn is_in_unnamed_function(&self, offset: u32) -> bool {
        let Some(region) = self.region(self.imports.file, offset) else { return false };
        brackets_around(&region.tokens, offset).any(|open| is_body_without_name(&region.tokens, open))
    }

    /// Python: true for what is made for each item, `[made(item) for item in items]`: that sees no name of a class around it.
    pub(in crate::docql::relations) fn is_in_comprehension(&self, offset: u32) -> bool {
        let Some(region) = self.region(self.imports.file, offset) else { return false };
        let (tokens, here) = (&region.tokens, region.tokens.at(offset));
        brackets_around(tokens, offset).any(|open| {
            let end = tokens.closing(open).unwrap_or(here);
            (here..end).any(|at| tokens.word(at) == "for" && tokens.opener(at) == Some(open))
        })
    }
}

/// The brackets that are open at `offset`, from the innermost.
fn brackets_around(tokens: &Tokens, offset: u32) -> impl Iterator<Item = usize> {
    std::iter::successors(tokens.opener(tokens.at(offset)), |&open| tokens.opener(open))
}

/// PHP: true for the brace of the body of a function without a name. Before it stand the type of what is yielded, and what
/// is taken along: `use ($a)`.
fn is_body_without_name(tokens: &Tokens, open: usize) -> bool {
    let mut at = open;
    while let Some(last) = at.checked_sub(1).filter(|_| tokens.is(open, b'{') && open - at < MAX_HEAD) {
        at = if tokens.is(last, b')') { tokens.opening(last).unwrap_or(last) } else { last };
        match tokens.word(at) {
            "function" => return tokens.is(at + 1, b'(') || tokens.is(at + 1, b'&') && tokens.is(at + 2, b'('),
            "" if !tokens.is_line(at) && !b"?:|\\()".iter().any(|sign| tokens.is(at, *sign)) => return false,
            _ => {}
        }
    }
    false
}
