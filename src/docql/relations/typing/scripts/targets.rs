//! What declarators, parameters and patterns of JavaScript and TypeScript bind.

use super::ends::{behind_angles, expression_end, past_lines, type_end};
use super::reader::Reader;
use super::scopes::{Key, Taken};
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::tokens::{TokenKind, is_assignment};

/// Patterns in each other, at most.
const MAX_PATTERNS: usize = 16;

/// Words before a parameter that are none of its name.
const MODIFIERS: &[&str] = &["public", "private", "protected", "readonly", "override"];

impl Reader<'_> {
    /// Binds what the declarators that begin at `start` declare: `a = 1, { b } = c, d: T`.
    pub(super) fn declarators(&mut self, start: usize, scope: (usize, usize)) {
        let tokens = self.tokens;
        let mut at = past_lines(tokens, start);
        loop {
            let is_pattern = tokens.is(at, b'{') || tokens.is(at, b'[');
            let mut next = match is_pattern {
                true => match tokens.closing(at) {
                    Some(close) => close + 1,
                    None => return,
                },
                false if tokens.word(at).is_empty() => return,
                false => at + 1,
            };
            next += usize::from(tokens.is(next, b'!'));
            let binding = self.declared(next);
            match is_pattern {
                true => self.pattern(at, (binding, &mut Vec::new()), scope),
                false => self.bind(at, binding, scope),
            }
            let Some(comma) = self.comma_behind(next) else { return };
            at = past_lines(tokens, comma + 1);
            // Another one is told by what follows it.
            let is_next = tokens.is(at, b'{') || tokens.is(at, b'[') || {
                let behind = past_lines(tokens, at + 1);
                let follows = |sign: &u8| tokens.is(behind, *sign);
                !tokens.word(at).is_empty() && (b"=:,;!".iter().any(follows) || tokens.is_line(at + 1))
            };
            if !is_next || tokens.are(at + 1, "=>") || tokens.are(at + 1, "==") {
                return;
            }
        }
    }

    /// What a declarator is bound to, by what stands behind its name or pattern.
    fn declared(&self, next: usize) -> Binding {
        let tokens = self.tokens;
        if tokens.is(next, b':') {
            return Binding::Typed(next + 1, type_end(tokens, next + 1));
        }
        let behind = past_lines(tokens, next);
        match tokens.word(next) {
            "of" => Binding::Element(next + 1),
            _ if is_assignment(tokens, behind) => match past_lines(tokens, behind + 1) {
                // What starts as nothing becomes something elsewhere.
                start if matches!(tokens.word(start), "null" | "undefined") => Binding::Opaque,
                start => Binding::Value(start, 0),
            },
            _ => Binding::Opaque,
        }
    }

    /// The comma behind the declarator whose type or value begins at `next`.
    fn comma_behind(&self, next: usize) -> Option<usize> {
        let tokens = self.tokens;
        let mut at = if tokens.is(next, b':') { type_end(tokens, next + 1) } else { next };
        at = past_lines(tokens, at);
        if is_assignment(tokens, at) {
            at = expression_end(tokens, at + 1);
        }
        Some(past_lines(tokens, at)).filter(|&at| tokens.is(at, b','))
    }

    /// Binds the parameters between `open` and `close`; those of a `lambda` get what it is given to.
    pub(super) fn parameters(&mut self, (open, close): (usize, usize), is_lambda: bool, scope: (usize, usize)) {
        let tokens = self.tokens;
        let (mut at, mut number) = (open + 1, 0);
        while at < close {
            let mut name = past_lines(tokens, at);
            while tokens.is(name, b'@') {
                // A decorator.
                name += 2;
                if tokens.is(name, b'(') {
                    name = tokens.closing(name).map_or(close, |close| close + 1);
                }
                name = past_lines(tokens, name);
            }
            while MODIFIERS.contains(&tokens.word(name)) && !tokens.word(name + 1).is_empty() {
                name += 1;
            }
            let is_rest = tokens.are(name, "...");
            name = if is_rest { past_lines(tokens, name + 3) } else { name };
            let is_pattern = tokens.is(name, b'{') || tokens.is(name, b'[');
            let mut next = if is_pattern { tokens.closing(name).map_or(close, |end| end + 1) } else { name + 1 };
            next += usize::from(tokens.is(next, b'?'));
            let binding = match tokens.is(next, b':') {
                true if is_rest => Binding::Opaque,
                true => Binding::Typed(next + 1, type_end(tokens, next + 1)),
                false if is_lambda && !is_rest => Binding::Parameter(open, number),
                false => Binding::Opaque,
            };
            match is_pattern {
                true => self.pattern(name, (binding, &mut Vec::new()), scope),
                false if !tokens.word(name).is_empty() && name < close => self.bind(name, binding, scope),
                false => {}
            }
            at = self.behind_comma(next, close);
            number += 1;
        }
    }

    /// Binds what the pattern that opens at `open` takes out of what is bound to `of`, by the way `keys`.
    pub(super) fn pattern(&mut self, open: usize, (of, keys): (Binding, &mut Vec<Key>), scope: (usize, usize)) {
        let tokens = self.tokens;
        let Some(close) = tokens.closing(open).filter(|_| keys.len() < MAX_PATTERNS) else { return };
        let (mut at, mut number) = (open + 1, 0);
        while at < close {
            let first = past_lines(tokens, at);
            let next = self.behind_comma(first, close);
            let (key, target) = match tokens.is(open, b'{') {
                _ if tokens.are(first, "...") => (Some(Key::Rest), first + 3),
                true => self.entry(first, next),
                false => (Some(Key::Number(number)), first),
            };
            if let Some(key) = key.filter(|_| target < close) {
                keys.push(key);
                if tokens.is(target, b'{') || tokens.is(target, b'[') {
                    self.pattern(target, (of, keys), scope);
                } else if !tokens.word(target).is_empty() {
                    let taken = Taken { of, keys: keys.clone() };
                    self.bind_part(target, taken, scope);
                }
                keys.pop();
            }
            (at, number) = (next, number + 1);
        }
    }

    /// The key of the entry of a pattern that begins at `first`, and the token of what it is given to.
    fn entry(&self, first: usize, end: usize) -> (Option<Key>, usize) {
        let tokens = self.tokens;
        let is_computed = tokens.is(first, b'[');
        let behind = if is_computed { tokens.closing(first).map_or(end, |close| close + 1) } else { first + 1 };
        let name = match tokens.get(first).map(|token| token.kind) {
            Some(TokenKind::Word) => tokens.word(first),
            Some(TokenKind::Text) => tokens.slice(first, first + 1).trim_matches(['"', '\'']),
            _ => "",
        };
        let key = Some(if name.is_empty() { Key::Rest } else { Key::Name(name.to_owned()) });
        match tokens.is(behind, b':') {
            true => (key, past_lines(tokens, behind + 1)),
            false if is_computed => (None, end),
            false => (key, first),
        }
    }

    /// The token behind the next comma from `at` on, or `close`.
    fn behind_comma(&self, mut at: usize, close: usize) -> usize {
        let tokens = self.tokens;
        while at < close {
            match tokens.get(at).map(|token| token.kind) {
                Some(TokenKind::Sign(b'(' | b'[' | b'{')) => at = tokens.closing(at).unwrap_or(close),
                Some(TokenKind::Sign(b'<')) if tokens.touches(at) => {
                    at = behind_angles(tokens, at).map_or(at, |end| end - 1);
                }
                Some(TokenKind::Sign(b',')) => return at + 1,
                _ => {}
            }
            at += 1;
        }
        close
    }
}
