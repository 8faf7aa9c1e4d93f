//! Python: what a function takes, as its head writes it.

use crate::docql::relations::typing::expressions::tokens::Tokens;

/// What a function takes.
#[derive(Debug, Default)]
pub(in crate::docql::relations::typing) struct Signature {
    /// The parameters that may be given by their places, in order.
    placed: Vec<Parameter>,
    /// Those that are given by their names alone.
    named: Vec<Parameter>,
    /// True if there may be more by places: `*args`.
    more_placed: bool,
    /// True if there may be more by names: `**kwargs`.
    more_named: bool,
    /// True once a star was read: what follows is given by its name.
    is_past_star: bool,
    /// True if the value that it is called on is the first of them.
    pub is_bound: bool,
}

#[derive(Debug)]
struct Parameter {
    name: String,
    is_required: bool,
}

impl Signature {
    /// That of a function without parameters.
    pub(in crate::docql::relations::typing) fn new(is_bound: bool) -> Signature {
        Signature { is_bound, ..Signature::default() }
    }

    /// True if it takes so many arguments by their places, and those of these names.
    pub(in crate::docql::relations::typing) fn allows(&self, given: usize, names: &[&str]) -> bool {
        if given > self.placed.len() && !self.more_placed {
            return false;
        }
        let left = || self.placed.iter().skip(given).chain(&self.named);
        let is_known = |name: &str| self.more_named || left().any(|parameter| parameter.name == name);
        let is_missing = |parameter: &Parameter| parameter.is_required && !names.contains(&parameter.name.as_str());
        names.iter().all(|name| is_known(name)) && !left().any(is_missing)
    }

    /// Adds the parameter in the tokens `start..end`; `None` if it is none.
    pub(in crate::docql::relations::typing) fn add(&mut self, tokens: &Tokens, start: usize, end: usize) -> Option<()> {
        let Some(first) = (start..end).find(|&at| !tokens.is_line(at)) else { return Some(()) };
        // What is before it is given by its place.
        if tokens.is(first, b'/') {
            return Some(());
        }
        if tokens.is(first, b'*') {
            let is_double = tokens.is(first + 1, b'*');
            self.more_named |= is_double;
            self.is_past_star = true;
            self.more_placed |= !is_double && !tokens.word(first + 1).is_empty();
            return Some(());
        }
        let name = tokens.word(first);
        let is_required = !(first..end).any(|at| tokens.is(at, b'='));
        if name.is_empty() {
            return None;
        }
        let all = if self.is_past_star { &mut self.named } else { &mut self.placed };
        all.push(Parameter { name: name.to_owned(), is_required });
        Some(())
    }
}

/// The token that ends the parameter at `at`: a comma, or the bracket at `close`.
pub(in crate::docql::relations::typing) fn part_end(tokens: &Tokens, mut at: usize, close: usize) -> Option<usize> {
    while at < close && !tokens.is(at, b',') {
        // Its commas are its own.
        if tokens.word(at) == "lambda" {
            return None;
        }
        let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(at, *sign));
        at = if is_open { tokens.closing(at)? + 1 } else { at + 1 };
    }
    Some(at)
}
