//! Literals that a percent sign opens: `%w[a b]`, `%q(a (b))`, `%r{a}i`, `%(a)`.

use super::templates::{Close, Template};
use crate::document::{Escapes, ExpressionMark};

/// The literal that a percent sign at `start` opens where a value is expected, and where its inside begins.
pub(super) fn opening(bytes: &[u8], start: usize) -> Option<(Template<'_>, usize)> {
    let sort = bytes.get(start + 1).copied().filter(|byte| b"wWiIqQrsx".contains(byte));
    let at = start + 1 + usize::from(sort.is_some());
    let open = bytes.get(at).copied().filter(u8::is_ascii_punctuation)?;
    let close = match open {
        b'(' => Close::Pair(open, b')', 0),
        b'[' => Close::Pair(open, b']', 0),
        b'{' => Close::Pair(open, b'}', 0),
        b'<' => Close::Pair(open, b'>', 0),
        // `x %= 2`, and a sign that only rarely delimits.
        _ if sort.is_none() && !matches!(open, b'|' | b'!' | b'/' | b'^') => return None,
        _ => Close::Mark(&bytes[at..=at]),
    };
    let is_plain = matches!(sort, Some(b'w' | b'i' | b'q' | b's'));
    let template = Template {
        close,
        escapes: Escapes::Backslash,
        multiline: true,
        mark: (!is_plain).then_some(ExpressionMark::Hash),
        flags: sort == Some(b'r'),
    };
    Some((template, at + 1))
}
