//! Expressions in strings whose end is known before: those in which the quotes of the string do not stand.

use crate::document::ExpressionMark;

/// An expression in a string.
#[derive(Clone, Copy)]
pub(super) struct Expression {
    /// The end of the string, and where its closing mark begins.
    pub end: usize,
    pub last: usize,
    /// Brackets that are open in the expression.
    pub depth: usize,
    pub mark: ExpressionMark,
}

impl Expression {
    /// True if the expression ends at `at`, where its string goes on.
    pub(super) fn ends_at(&mut self, bytes: &[u8], at: usize) -> bool {
        match bytes[at] {
            _ if at >= self.last => return true,
            b'(' | b'[' | b'{' => self.depth += 1,
            b')' | b']' | b'}' if self.depth > 0 => self.depth -= 1,
            b'}' => return true,
            // What tells how the value is written.
            b':' => return self.depth == 0 && self.mark == ExpressionMark::Brace,
            b'!' if self.mark == ExpressionMark::Brace => return self.depth == 0 && bytes.get(at + 1) != Some(&b'='),
            _ => {}
        }
        false
    }
}

/// Where the next expression in the string that ends at `end` begins, from `at` on: behind its mark.
pub(super) fn opening(bytes: &[u8], mut at: usize, end: usize, mark: ExpressionMark) -> Option<usize> {
    while at < end.min(bytes.len()) {
        match (bytes[at], bytes.get(at + 1), mark) {
            (b'\\', ..) => at += 2,
            (b'{', Some(b'{'), ExpressionMark::Brace) => at += 2,
            (b'{', _, ExpressionMark::Brace) => return Some(at + 1),
            (b'#', Some(b'{'), ExpressionMark::Hash) => return Some(at + 2),
            _ => at += 1,
        }
    }
    None
}

/// True if the string at `at` may hold expressions that `mark` opens.
pub(super) fn is_formatted(bytes: &[u8], at: usize, mark: ExpressionMark) -> bool {
    let prefix = bytes[at.saturating_sub(2)..at].iter().rev().take_while(|byte| byte.is_ascii_alphabetic());
    mark != ExpressionMark::Brace || prefix.into_iter().any(|byte| matches!(byte, b'f' | b'F'))
}
