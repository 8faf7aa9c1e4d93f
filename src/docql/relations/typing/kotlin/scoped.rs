//! Kotlin: blocks in which `this` is another value, `b.apply { … }`, `with(b) { … }`, `build { … }`, and those in which a
//! parameter is.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::angles::opening_angle;
use crate::docql::relations::typing::expressions::chain::{self, Link};
use crate::docql::relations::typing::expressions::model::{MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::{FileTypes, Receiver};
use crate::docql::relations::typing::locals::lambda::callee;
use crate::docql::relations::typing::scripts::ends::last_before;
use crate::docql::relations::typing::written::Written;
use crate::document::TypeRules;

/// Functions of the library in whose block the value on which they are called is `this`, or the parameter.
const AS_OWN: &[&str] = &["apply", "run"];
const AS_PARAMETER: &[&str] = &["also", "let", "takeIf", "takeUnless"];

/// Blocks that are looked at around a place, at most.
const MAX_BLOCKS: usize = 12;

/// Words behind which a name is declared, or is that of a type, and calls nothing.
fn declares(word: &str) -> bool {
    matches!(word, "fun" | "class" | "object" | "interface" | "constructor")
}

/// What begins with the brace at `open`.
enum Block {
    /// The body of a function or type: nothing beyond it has another `this`.
    Body,
    /// What is given to the function that the token names.
    Given(usize),
    Other,
}

fn block(tokens: &Tokens, open: usize, rules: &TypeRules) -> Block {
    let Some((name, _)) = callee(tokens, open) else { return Block::Other };
    let first = chain::start_of(tokens, name + 1, rules).unwrap_or(name);
    let Some(before) = last_before(tokens, first) else { return Block::Given(name) };
    // `fun <T> f() {`
    let before = match opening_angle(tokens, before).filter(|_| tokens.is(before, b'>')) {
        Some(angle) => angle.saturating_sub(1),
        None => before,
    };
    let is_type = tokens.is(before, b':') && !tokens.are(before.saturating_sub(1), "::");
    match is_type || declares(tokens.word(before)) || tokens.word(name) == "constructor" {
        true => Block::Body,
        false => Block::Given(name),
    }
}

impl FileTypes<'_, '_> {
    /// What `this` is at a token because of the blocks around it, innermost first.
    fn scopes_around(&self, region: &Region, token: usize, depth: u8) -> Vec<Type> {
        let mut all = Vec::new();
        let Some(rules) = self.rules(region.file).filter(|_| depth <= MAX_DEPTH) else { return all };
        let (tokens, mut at) = (&region.tokens, token);
        for _ in 0..MAX_BLOCKS {
            let Some(open) = tokens.opener(at) else { break };
            at = open;
            if !tokens.is(open, b'{') {
                continue;
            }
            match block(tokens, open, rules) {
                Block::Body => break,
                Block::Given(name) => all.extend(self.own_in_block(region, (name, open), depth)),
                Block::Other => {}
            }
        }
        all
    }

    /// What `this` is in the block at `open` that is given to the function which a token names, if it is another value there.
    fn own_in_block(&self, region: &Region, (name, open): (usize, usize), depth: u8) -> Option<Type> {
        let tokens = &region.tokens;
        let word = tokens.word(name);
        if word == "with" && tokens.is(name + 1, b'(') {
            let close = tokens.closing(name + 1).filter(|close| *close < open)?;
            return Some(self.expression(region, name + 2, close, depth + 1));
        }
        let links = self.links_to(region, name)?;
        if AS_OWN.contains(&word) {
            let (_, holder) = links.split_last()?;
            // On the own value it stays that.
            return (!holder.is_empty()).then(|| self.value(region, holder, depth + 1));
        }
        if self.table.library.declared(word).is_empty() {
            return None;
        }
        let Type::Function(function) = self.value_or_function(region, &links, depth + 1) else { return None };
        let parameters = self.parameters(function);
        let taken = parameters.last()?;
        let (of, _) = taken.text.trim_start_matches("suspend ").split_once(".(")?;
        let of = of.trim().trim_start_matches('(').to_owned();
        Some(Type::Written(Written { text: of, ..taken.clone() }, Evidence::Signature))
    }

    /// The links of the chain that ends with the name at a token.
    fn links_to(&self, region: &Region, name: usize) -> Option<Vec<Link>> {
        let (tokens, rules) = (&region.tokens, self.rules(region.file)?);
        let first = chain::start_of(tokens, name + 1, rules)?;
        chain::read(tokens, first, name + 1, rules).filter(|(_, end)| *end == name + 1).map(|(links, _)| links)
    }

    /// `this` at a token, where a block around it makes it another value.
    pub(in crate::docql::relations::typing) fn own_in_scope(
        &self,
        region: &Region,
        token: usize,
        depth: u8,
    ) -> Option<Type> {
        let is_kotlin = self.table.library.language(region.file) == "kotlin";
        if !is_kotlin { None } else { self.scopes_around(region, token, depth).into_iter().next() }
    }

    /// What the value before a call that takes a block is in that, as its parameter: `b.let { it.run() }`.
    pub(in crate::docql::relations::typing) fn given_as_parameter(
        &self,
        region: &Region,
        (word, holder, number): (&str, &[Link], usize),
        depth: u8,
    ) -> Option<Type> {
        let is_kotlin = self.table.library.language(region.file) == "kotlin";
        let is_one = is_kotlin && number == 0 && !holder.is_empty() && AS_PARAMETER.contains(&word);
        is_one.then(|| self.value(region, holder, depth + 1))
    }

    /// The values that blocks around `offset` make the own one, innermost first: a name without a receiver may be one of
    /// their members.
    pub(in crate::docql::relations) fn scoped_receivers(&self, offset: u32) -> Vec<Receiver> {
        let Some(region) = self.region(self.imports.file, offset) else { return Vec::new() };
        let all = self.scopes_around(&region, region.tokens.at(offset), 0);
        all.into_iter().map(|of| self.receiver_of(of, false, offset)).collect()
    }
}
