//! The names that a piece of JavaScript or TypeScript binds, each with the scope in which it is known.

use super::ends::expression_end;
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::library::NodeRef;
use std::collections::HashMap;

/// What a name is that a function around it binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Local {
    /// A function, a type or an import that the outline lists.
    Node(NodeRef),
    /// A variable or parameter.
    Variable,
}

/// A name that is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations::typing) struct Bound {
    /// The token where it is.
    pub at: usize,
    pub binding: Binding,
    /// The first token of its scope, and the one behind the last.
    pub scope: (usize, usize),
}

/// Which part of what is taken apart a name is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations::typing) enum Key {
    Name(String),
    Number(usize),
    /// All that has no name of its own: `...rest`.
    Rest,
}

/// A part of a value that a pattern takes apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations::typing) struct Taken {
    /// What the whole is bound to.
    pub of: Binding,
    /// The way to the part, from the outside in.
    pub keys: Vec<Key>,
}

/// The scopes of a piece of code.
#[derive(Debug, Default)]
pub(in crate::docql::relations::typing) struct Scopes {
    pub(super) names: HashMap<String, Vec<Bound>>,
    pub(super) taken: Vec<Taken>,
    /// The scopes of functions.
    pub(super) functions: Vec<(usize, usize)>,
    /// The tokens of names that something is given to, as they stand.
    pub(super) assigned: Vec<usize>,
    /// Where the scope ends that is around all others.
    pub(super) end: usize,
}

impl Scopes {
    /// What `name` is bound to at the token `at`: in the innermost scope that binds it, and there by what stands before,
    /// else by what follows. What is bound outside of everything is no variable of a function.
    pub(in crate::docql::relations::typing) fn find(&self, name: &str, at: usize) -> Option<&Bound> {
        let all = self.names.get(name)?;
        let holds = |bound: &&Bound| bound.scope.1 != self.end && bound.scope.0 <= at && at < bound.scope.1;
        all.iter().filter(holds).max_by_key(|bound| {
            let is_before = bound.at <= at;
            (bound.scope.0, is_before, if is_before { bound.at } else { usize::MAX - bound.at })
        })
    }

    /// What `name` is bound to at the token `at`, or outside of everything.
    pub(super) fn find_anywhere(&self, name: &str, at: usize) -> Option<&Bound> {
        let outside = || self.names.get(name)?.iter().find(|bound| bound.scope.1 == self.end);
        self.find(name, at).or_else(outside)
    }

    /// The token of the `this` that `name` is at the token `at`, if it is never anything else: `const self = this`.
    pub(super) fn own_value(&self, tokens: &Tokens, name: &str, at: usize) -> Option<usize> {
        let bound = self.find_anywhere(name, at)?;
        let Binding::Value(start, _) = bound.binding else { return None };
        let is_set_again = |other: &usize| {
            let meant = || self.find_anywhere(name, *other).is_some_and(|meant| meant.at == bound.at);
            *other != bound.at && tokens.word(*other) == name && meant()
        };
        let is_own = tokens.word(start) == "this" && expression_end(tokens, start) == start + 1;
        (is_own && !self.assigned.iter().any(is_set_again)).then_some(start)
    }

    /// What the name is bound to at exactly the token `at`.
    pub(in crate::docql::relations::typing) fn bound_at(&self, name: &str, at: usize) -> Option<&Bound> {
        self.names.get(name)?.iter().find(|bound| bound.at == at)
    }

    /// The scope of the innermost function around the token `at`.
    pub(in crate::docql::relations::typing) fn function_around(&self, at: usize) -> Option<(usize, usize)> {
        let around = self.functions.iter().filter(|(start, end)| *start <= at && at < *end);
        around.max_by_key(|(start, _)| *start).copied()
    }

    /// The part with a number.
    pub(in crate::docql::relations::typing) fn taken(&self, number: usize) -> Option<&Taken> {
        self.taken.get(number)
    }
}
