//! Values that are written out, and what signs make of values: the types that these have as arguments.

use super::conversions::promoted;
use super::model::Argument;
use crate::docql::relations::typing::expressions::model::Region;
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens, is_assignment};
use crate::docql::relations::typing::known::FileTypes;
use crate::document::TypePlace;

/// Values that are put together in one expression, at most.
const MAX_OPERANDS: usize = 64;

/// Pairs of signs that compare, or put together what is true.
const COMPARING: &[&str] = &["==", "!=", "<=", ">=", "&&", "||"];
/// Words that ask for the type of a value, or whether it is in others.
const ASKING: &[&str] = &["instanceof", "is", "in"];

impl FileTypes<'_, '_> {
    /// What the expression in `start..end` is, if it is a value that is written out, or made of others by signs, which are
    /// among the `outer` tokens; `None` if it is neither.
    pub(in crate::docql::relations::typing) fn operation(
        &self,
        region: &Region,
        (start, end): (usize, usize),
        outer: &[usize],
        depth: u8,
    ) -> Option<Argument> {
        let tokens = &region.tokens;
        let language = self.table.library.file(region.file).format.id;
        if tokens.is(start, b'(') && tokens.closing(start) == end.checked_sub(1) {
            return Some(self.argument(region, start + 1, end - 1, depth + 1));
        }
        if start + 1 == end && tokens.get(start).is_some_and(|token| token.kind == TokenKind::Text) {
            let is_letter = tokens.slice(start, end).starts_with('\'');
            return Some(Argument::named(if is_letter { "char" } else { "String" }));
        }
        if let Some(found) = written_out(tokens.slice(start, end), language) {
            return Some(found);
        }
        if outer.iter().any(|&at| tokens.is(at, b'?')) {
            return self.alternative(region, (start, end), outer, depth);
        }
        // What is given by the name of a parameter stands in no order.
        let second = start + 1;
        let is_colon = || tokens.is(second, b':') && !tokens.are(second, "::");
        let is_named = second < end && (is_colon() || is_assignment(tokens, second));
        let is_spread = language == "kotlin" && tokens.is(start, b'*');
        if is_named || is_spread {
            return Some(Argument::Unknown);
        }
        if compares(tokens, start, outer) {
            return Some(Argument::named("boolean"));
        }
        if outer.iter().any(|&at| is_assignment(tokens, at)) {
            return Some(Argument::Unknown);
        }
        let signs: Vec<usize> = outer.iter().copied().filter(|&at| at > start && joins(tokens, at)).collect();
        let is_signed = start + 1 < end && [b'-', b'+', b'~'].iter().any(|&sign| tokens.is(start, sign));
        if signs.is_empty() {
            return is_signed.then(|| match self.argument(region, start + 1, end, depth + 1) {
                Argument::Named(kind) => promoted(&kind, &kind).map_or(Argument::Unknown, Argument::named),
                Argument::Literal(kind) => Argument::Literal(kind),
                _ => Argument::Unknown,
            });
        }
        let mut ends = signs.clone();
        ends.push(end);
        let starts = std::iter::once(start).chain(signs.iter().map(|at| at + 1));
        let operands = starts.zip(ends).take(MAX_OPERANDS);
        let operands: Vec<Argument> =
            operands.map(|(start, end)| self.argument(region, start, end, depth + 1)).collect();
        let is_sum = signs.iter().all(|&at| tokens.is(at, b'+'));
        Some(put_together(&operands, is_sum, language == "kotlin"))
    }

    /// `a ? b : c`
    fn alternative(
        &self,
        region: &Region,
        (start, end): (usize, usize),
        outer: &[usize],
        depth: u8,
    ) -> Option<Argument> {
        let tokens = &region.tokens;
        let rules = self.rules(region.file)?;
        let question = outer.iter().copied().find(|&at| tokens.is(at, b'?'))?;
        let colon = outer.iter().copied().find(|&at| at > question && tokens.is(at, b':'));
        let is_condition = rules.place == TypePlace::Before && question > start && !tokens.are(question, "?.");
        let Some(colon) = colon.filter(|_| is_condition) else {
            // A type with a wildcard is made by a word.
            return (tokens.word(start) != "new").then_some(Argument::Unknown);
        };
        let first = self.argument(region, question + 1, colon, depth + 1);
        let second = self.argument(region, colon + 1, end, depth + 1);
        Some(match (known(first), known(second)) {
            (Argument::Null, other) | (other, Argument::Null) => match other {
                // Where nothing is possible, a number is put into an object.
                Argument::Named(kind) if promoted(&kind, &kind).is_some() || kind == "boolean" => Argument::Unknown,
                other => other,
            },
            (first, second) if first == second => first,
            (Argument::Named(a), Argument::Named(b)) => promoted(&a, &b).map_or(Argument::Unknown, Argument::named),
            _ => Argument::Unknown,
        })
    }
}

/// A number that is written out is of its kind where it is put together with others.
fn known(argument: Argument) -> Argument {
    match argument {
        Argument::Literal(kind) => Argument::named(kind),
        argument => argument,
    }
}

/// What operands make that signs put together.
fn put_together(operands: &[Argument], is_sum: bool, is_kotlin: bool) -> Argument {
    let is_text = |operand: &Argument| matches!(operand, Argument::Named(of) if of == "String");
    // In Kotlin the first one says what a sum is.
    let mut all = operands.iter().take(if is_kotlin { 1 } else { MAX_OPERANDS });
    if is_sum && all.any(is_text) {
        return Argument::named("String");
    }
    let kinds = operands.iter().cloned().map(|operand| match known(operand) {
        Argument::Named(kind) => Some(kind),
        _ => None,
    });
    let sum = kinds.reduce(|a, b| promoted(&a?, &b?).map(str::to_owned)).flatten();
    sum.map_or(Argument::Unknown, |kind| Argument::named(&kind))
}

/// True if the token is a sign between two values that makes another of them.
fn joins(tokens: &Tokens, at: usize) -> bool {
    let is_sign = [b'+', b'-', b'*', b'/', b'%', b'&', b'|', b'^'].iter().any(|&sign| tokens.is(at, sign));
    let is_value = at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|token| {
        matches!(
            token.kind,
            TokenKind::Word
                | TokenKind::Text
                | TokenKind::Number
                | TokenKind::Line
                | TokenKind::Sign(b')' | b']' | b'}')
        )
    });
    // What counts up or down is one value, and so is a number with an exponent.
    is_sign && is_value && !tokens.are(at, "++") && !tokens.are(at, "--")
}

/// True if signs or words among the `outer` tokens make a value that is true or false.
fn compares(tokens: &Tokens, start: usize, outer: &[usize]) -> bool {
    let is_pair = |at: usize| COMPARING.iter().any(|pair| tokens.are(at, pair));
    // The types in angles touch what they are given to.
    let is_angle = |at: usize| {
        (tokens.is(at, b'<') || tokens.is(at, b'>'))
            && !tokens.touches(at)
            && !tokens.touches(at + 1)
            && !tokens.word(start).eq("new")
    };
    let is_word = |at: usize| at > start && ASKING.contains(&tokens.word(at)) && !tokens.is(at - 1, b'.');
    tokens.is(start, b'!') || outer.iter().any(|&at| is_pair(at) || is_angle(at) || is_word(at))
}

/// A value that is written out and no text: `12`, `-1.5f`, `true`, `null`.
fn written_out(text: &str, language: &str) -> Option<Argument> {
    match text.trim() {
        "null" => Some(Argument::Null),
        "true" | "false" => Some(Argument::named("boolean")),
        text => number(text, language).map(Argument::Literal),
    }
}

/// The kind of a number that is written out.
fn number(text: &str, language: &str) -> Option<&'static str> {
    let digits = text.trim_start_matches(['-', '+']).trim_start();
    let is_first = |c: char| c.is_ascii_digit();
    let begins =
        digits.starts_with(is_first) || digits.strip_prefix('.').is_some_and(|rest| rest.starts_with(is_first));
    let lower = digits.to_ascii_lowercase();
    let is_hex = lower.starts_with("0x");
    let mut before = ' ';
    let is_part = |c: char| {
        let is_exponent = matches!(c, '-' | '+') && matches!(before, 'e' | 'p');
        before = c;
        c.is_ascii_alphanumeric() || matches!(c, '.' | '_') || is_exponent
    };
    if !begins || !lower.chars().all(is_part) || lower.contains("..") {
        return None;
    }
    // A method may be called on a number.
    if lower
        .split('.')
        .nth(1)
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() && !"dfme".contains(c)))
    {
        return None;
    }
    Some(match lower.chars().last()? {
        'l' => "long",
        'f' if !is_hex => "float",
        'd' | 'm' if !is_hex && language != "kotlin" => "double",
        _ if is_hex => "int",
        _ if lower.contains(['.', 'e']) => "double",
        _ => "int",
    })
}
