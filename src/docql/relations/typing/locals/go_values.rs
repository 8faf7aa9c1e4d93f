//! Go: names that mean a variable where they stand, whatever type has them: a variable is known behind the statement that
//! binds it, a parameter in the body alone.

use super::binding;
use super::places::Standing;
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::model::Region;
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::FileTypes;

impl FileTypes<'_, '_> {
    /// True if no type is named at `offset`, before which nothing is joined, but a variable, a parameter or a key.
    pub(in crate::docql::relations) fn is_value_in_go(&self, name: &str, offset: u32) -> bool {
        // What stands before a sign that sets something may be the type of a variable: `var x T = y`.
        !matches!(self.standing(offset), Standing::Read | Standing::Set) || self.is_shadowed(name, offset)
    }

    /// False if the name is bound nowhere in a region: told once for all its places.
    fn is_bindable(&self, region: &Region, name: &str) -> bool {
        let key = (region.file, region.tokens.get(0).map_or(0, |first| first.start), name.to_owned());
        *self.bindable.borrow_mut().entry(key).or_insert_with(|| {
            let tokens = &region.tokens;
            (0..tokens.len()).any(|at| tokens.word(at) == name && may_bind(tokens, at))
        })
    }

    /// True if a variable or parameter of the name is known at `offset`.
    fn is_shadowed(&self, name: &str, offset: u32) -> bool {
        let file = self.imports.file;
        let Some(rules) = self.rules(file) else { return false };
        let Some(region) = self.region(file, offset).filter(|region| !region.whole) else { return false };
        if !self.is_bindable(&region, name) {
            return false;
        }
        let used = region.tokens.at(offset);
        let mut from = used;
        while let Some((binding, at)) = binding::find(&region.tokens, from, name, rules) {
            if is_known(&region.tokens, (binding, at), used) {
                return true;
            }
            from = at;
        }
        false
    }
}

/// True if a name at a token may be bound there: more stands behind it, a sign that sets it, another name, or its type.
fn may_bind(tokens: &Tokens, at: usize) -> bool {
    let is_label = tokens.is(at + 1, b':') && !tokens.is(at + 2, b'=');
    !is_label && !tokens.is_line(at + 1) && !b"{}.)];(".iter().any(|sign| tokens.is(at + 1, *sign))
}

/// True if what is bound at a token is known at the token `used` behind it.
fn is_known(tokens: &Tokens, (binding, at): (Binding, usize), used: usize) -> bool {
    match binding {
        Binding::Typed(start, end) if (start..end).contains(&used) => false,
        Binding::Typed(..) => body_of_parameter(tokens, at).is_none_or(|body| used > body),
        _ => true,
    }
}

/// The brace of the body in which a parameter or a named result is known; `None` for what is none.
fn body_of_parameter(tokens: &Tokens, at: usize) -> Option<usize> {
    let open = tokens.opener(at).filter(|&open| tokens.is(open, b'('))?;
    let is_group = open.checked_sub(1).is_some_and(|before| matches!(tokens.word(before), "var" | "const"));
    let mut next = tokens.closing(open).filter(|_| !is_group)? + 1;
    while !tokens.is_line(next) {
        let opens = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(next, *sign));
        let is_type = next.checked_sub(1).is_some_and(|before| matches!(tokens.word(before), "struct" | "interface"));
        match (tokens.is(next, b'{') && !is_type, opens) {
            (true, _) => return Some(next),
            (false, true) => next = tokens.closing(next)? + 1,
            (false, false) => next += 1,
        }
    }
    // The type of a function, which has no body.
    Some(usize::MAX)
}
