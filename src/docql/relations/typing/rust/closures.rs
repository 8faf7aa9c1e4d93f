//! Rust: parameters of functions without a name, and what they are given.

use super::types;
use crate::docql::nodes::callables::params::params;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::chain::{self, Link};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::locals::lambda::callee;
use crate::docql::relations::typing::model::{Region, Type};
use crate::docql::relations::typing::tokens::{TokenKind, Tokens};
use crate::docql::relations::typing::written::Written;
use crate::library::NodeRef;

/// Tokens of a list of parameters, at most.
const MAX_LIST: usize = 80;

/// Words before the parameters of a function without a name.
const WORDS_BEFORE: &[&str] = &["move", "return", "else", "in", "async", "static", "box"];

/// A parameter of a function without a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations::typing) struct Parameter {
    /// Where the function begins.
    pub start: usize,
    /// The bar behind the parameters.
    pub close: usize,
    pub number: usize,
    /// The tokens of its type.
    pub typed: Option<(usize, usize)>,
}

fn is_listed(tokens: &Tokens, at: usize) -> bool {
    match tokens.get(at).map(|token| token.kind) {
        Some(TokenKind::Word | TokenKind::Line) => true,
        Some(TokenKind::Sign(sign)) => b",:&<>'*_-@.".contains(&sign),
        _ => false,
    }
}

/// True for a bar that may open a list of parameters.
fn opens(tokens: &Tokens, bar: usize) -> bool {
    let Some(before) = (0..bar).rev().find(|&at| !tokens.is_line(at)) else { return true };
    let is_or = tokens.is(before, b'|') && tokens.touches(bar) || tokens.are(bar, "||");
    let is_arrow = || tokens.is(before, b'>') && before > 0 && tokens.are(before - 1, "=>");
    let is_sign = || b"(,={;&[:".iter().any(|sign| tokens.is(before, *sign));
    !is_or && (WORDS_BEFORE.contains(&tokens.word(before)) || is_arrow() || is_sign())
}

/// The parameter whose pattern begins with or contains the token `here`, outside of brackets.
pub(in crate::docql::relations::typing) fn parameter(tokens: &Tokens, here: usize) -> Option<Parameter> {
    let (mut at, mut number, mut angles, mut is_typed) = (here, 0, 0usize, false);
    let least = here.saturating_sub(MAX_LIST);
    let open = loop {
        at = at.checked_sub(1).filter(|&at| at >= least)?;
        match tokens.get(at)?.kind {
            TokenKind::Sign(b'|') => break at,
            TokenKind::Sign(b')' | b']') => at = tokens.opening(at)?,
            TokenKind::Sign(b'>') => angles += 1,
            TokenKind::Sign(b'<') => angles = angles.checked_sub(1)?,
            TokenKind::Sign(b',') if angles == 0 => number += 1,
            // A word of the type of the parameter, and none of its pattern.
            TokenKind::Sign(b':')
                if number == 0 && !tokens.are(at, "::") && !tokens.are(at.saturating_sub(1), "::") =>
            {
                is_typed = true;
            }
            _ if is_listed(tokens, at) => {}
            _ => return None,
        }
    };
    let close = closing(tokens, open)?;
    if is_typed || close < here || !opens(tokens, open) {
        return None;
    }
    let colon =
        (here + 1..close).find(|&at| !tokens.is_line(at)).filter(|&at| tokens.is(at, b':') && !tokens.are(at, "::"));
    let typed = colon.map(|colon| (colon + 1, type_end(tokens, colon + 1, close)));
    let is_moved = |at: &usize| matches!(tokens.word(*at), "move");
    let start = open.checked_sub(1).filter(is_moved).unwrap_or(open);
    Some(Parameter { start, close, number, typed })
}

/// The bar behind the list that opens at `open`.
fn closing(tokens: &Tokens, open: usize) -> Option<usize> {
    let mut at = open + 1;
    while at < open + MAX_LIST {
        match tokens.get(at)?.kind {
            TokenKind::Sign(b'|') => return Some(at),
            TokenKind::Sign(b'(' | b'[' | b'{') => at = tokens.closing(at)?,
            _ if is_listed(tokens, at) => {}
            _ => return None,
        }
        at += 1;
    }
    None
}

fn type_end(tokens: &Tokens, start: usize, close: usize) -> usize {
    let (mut at, mut angles) = (start, 0usize);
    while at < close {
        match tokens.get(at).map(|token| token.kind) {
            Some(TokenKind::Sign(b'(' | b'[')) => at = tokens.closing(at).unwrap_or(at),
            Some(TokenKind::Sign(b'<')) => angles += 1,
            Some(TokenKind::Sign(b'>')) => angles = angles.saturating_sub(1),
            Some(TokenKind::Sign(b',')) if angles == 0 => return at,
            _ => {}
        }
        at += 1;
    }
    close
}

impl FileTypes<'_, '_> {
    /// The type of the parameter `number` of the function without a name that begins at `start`: as the function that it is
    /// given to says.
    pub(in crate::docql::relations::typing) fn closure_parameter(
        &self,
        region: &Region,
        start: usize,
        number: usize,
        depth: u8,
    ) -> Option<Type> {
        let (tokens, rules) = (&region.tokens, self.rules(region.file)?);
        let (name, argument) = callee(tokens, start)?;
        let first = chain::start_of(tokens, name + 1, rules)?;
        let (links, _) = chain::read(tokens, first, name + 1, rules).filter(|(_, end)| *end == name + 1)?;
        if let Type::Function(function) = self.value_or_function(region, &links, depth + 1) {
            let is_path = name > 1 && tokens.are(name - 2, "::");
            return self.given_to_closure(function, argument?, number, is_path);
        }
        let (Link::Member(method), holder) = links.split_last()? else { return None };
        let value = self.value(region, holder, depth + 1);
        if number == 0 { self.given_by_library(&value, method) } else { None }
    }

    /// The type of a parameter of what a function takes as an argument.
    fn given_to_closure(&self, function: NodeRef, argument: usize, number: usize, is_path: bool) -> Option<Type> {
        let all = self.parameters(function);
        let has_own = params(self.table.library, function).is_some_and(|written| written.len() < all.len());
        let taken = all.get(argument + usize::from(has_own && !is_path))?;
        let of_parameter = |text: &str| {
            let text = types::taken_by(text)?.get(number).copied()?.to_owned();
            Some(Type::Written(Written { text, ..taken.clone() }, Evidence::Signature))
        };
        let named = || self.bounds_of(function, taken.text.trim());
        of_parameter(&taken.text).or_else(|| named().iter().find_map(|bound| of_parameter(bound)))
    }
}
