//! JavaScript and TypeScript: values that are one of two: `a ?? b`, `a || b`, `c ? a : b`.

use super::ends::{past_lines, without_lines};
use super::values::is_same;
use crate::docql::relations::typing::expressions::model::{MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};
use crate::docql::relations::typing::known::FileTypes;

/// Values of which one is taken, as the tokens of both.
type Choice = [(usize, usize); 2];

impl FileTypes<'_, '_> {
    /// The type of an expression that is one of two values, if both are of it, or one of them is nothing.
    pub(in crate::docql::relations::typing) fn chosen_of(
        &self,
        region: &Region,
        (start, end): (usize, usize),
        depth: u8,
    ) -> Type {
        let Some(choice) = read(&region.tokens, start, end).filter(|_| depth <= MAX_DEPTH) else {
            return Type::Unknown;
        };
        let is_nothing = |&(start, end): &(usize, usize)| {
            start >= end || end == start + 1 && matches!(region.tokens.word(start), "null" | "undefined" | "false")
        };
        let of = |&(start, end): &(usize, usize)| self.expression(region, start, end, depth + 1);
        match choice.each_ref().map(is_nothing) {
            [true, false] => return of(&choice[1]),
            [false, true] => return of(&choice[0]),
            _ => {}
        }
        let [first, second] = choice.each_ref().map(of);
        let is_one = || match (self.node_of(&first), self.node_of(&second)) {
            (Some((a, _)), Some((b, _))) => a == b,
            _ => is_same(&first, &second),
        };
        match (&first, &second) {
            (Type::Unknown, _) | (_, Type::Unknown) => Type::Unknown,
            // A text or a number has no method that is declared here.
            (Type::Foreign, _) => second,
            (_, Type::Foreign) => first,
            _ if is_one() => first,
            _ => Type::Unknown,
        }
    }
}

/// The two values that an expression is one of.
fn read(tokens: &Tokens, start: usize, end: usize) -> Option<Choice> {
    let (mut at, mut depth) = (start, 0usize);
    let (mut question, mut joint) = (None, None);
    while at < end {
        match tokens.get(at)?.kind {
            TokenKind::Sign(b'(' | b'[' | b'{') => at = tokens.closing(at)?,
            _ if tokens.are(at, "??") || tokens.are(at, "||") || tokens.are(at, "&&") => {
                joint = joint.or(Some(at));
                at += 1;
            }
            _ if tokens.are(at, "?.") || tokens.are(at, "=>") => at += 1,
            TokenKind::Sign(b'?') => {
                depth += usize::from(question.is_some());
                question = question.or(Some(at));
            }
            TokenKind::Sign(b':') if question.is_some() && depth > 0 => depth -= 1,
            TokenKind::Sign(b':') if let Some(question) = question => {
                let first = (past_lines(tokens, question + 1), without_lines(tokens, at));
                return Some([first, (past_lines(tokens, at + 1), without_lines(tokens, end))]);
            }
            _ => {}
        }
        at += 1;
    }
    let joint = joint.filter(|_| question.is_none())?;
    let second = (past_lines(tokens, joint + 2), without_lines(tokens, end));
    // What stands before `&&` is nothing where it is taken.
    let is_and = tokens.are(joint, "&&");
    Some([if is_and { (joint, joint) } else { (start, without_lines(tokens, joint)) }, second])
}
