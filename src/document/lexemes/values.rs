//! Where values end and begin: whether `/` divides or opens a regular expression, and `<` compares or opens an element.

use crate::document::Lexis;

/// What stands before a place, as far as it tells whether a value begins there.
#[derive(Default)]
pub(super) struct Values {
    /// True if a value ends there.
    ended: bool,
    /// True if that is a word, which may be a function's.
    is_word: bool,
    /// True if a word ends there whose brackets are no value: `if (x)`.
    is_control: bool,
    /// For each bracket that is open, whether it is that of such a word.
    brackets: Vec<bool>,
    /// Up to there no slash opens a regular expression: one that was tried has no end in its line.
    none_before: usize,
    /// Up to there none opens one of several lines: one that was tried has no end that is near enough.
    none_over_lines_before: usize,
}

impl Values {
    /// True if a value may begin here.
    pub(super) fn may_begin(&self) -> bool {
        !self.ended
    }

    /// True if a value may begin at `at` as an argument without brackets: `f %w[a]`, `f /a/`, but not `a % b`.
    pub(super) fn may_begin_argument(&self, bytes: &[u8], at: usize) -> bool {
        let is_blank = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_whitespace);
        !self.ended || self.is_word && is_blank(bytes[..at].last()) && !is_blank(bytes.get(at + 1))
    }

    /// A literal or an element has ended, or something before the beginning of a value.
    pub(super) fn set_ended(&mut self, ended: bool) {
        (self.ended, self.is_word, self.is_control) = (ended, false, false);
    }

    /// A word stands at `start`.
    pub(super) fn pass_word(&mut self, bytes: &[u8], start: usize, word: &str, lexis: &Lexis) {
        let is_member = bytes[..start].last() == Some(&b'.');
        self.ended = is_member || !lexis.forms.before_values.contains(&word);
        self.is_word = self.ended;
        self.is_control = !is_member && matches!(word, "if" | "while" | "for" | "with");
    }

    /// Any other sign stands at `at`.
    pub(super) fn pass_sign(&mut self, bytes: &[u8], at: usize) {
        let is_control = std::mem::take(&mut self.is_control);
        self.is_word = false;
        self.ended = match bytes[at] {
            b'(' => {
                self.brackets.push(is_control);
                false
            }
            b')' => !self.brackets.pop().unwrap_or(false),
            b']' => true,
            b'.' => self.ended,
            // `x++` is still a value, and so is `x!`.
            b'+' | b'-' if bytes[..at].last() == Some(&bytes[at]) || bytes.get(at + 1) == Some(&bytes[at]) => {
                self.ended
            }
            b'!' if bytes.get(at + 1) != Some(&b'=') => self.ended,
            _ => false,
        };
    }

    /// The end of the regular expression whose literal starts at `at`, if one does: it ends in its line, in Ruby behind a sign
    /// also in a later one, and a slash in `[…]` is one of its characters.
    pub(super) fn regex_end(&mut self, bytes: &[u8], at: usize, lexis: &Lexis) -> Option<usize> {
        // `</` closes an element.
        let may_begin = !self.ended || lexis.bare_calls && self.may_begin_argument(bytes, at);
        if !may_begin || at < self.none_before || bytes[..at].last() == Some(&b'<') {
            return None;
        }
        let has_expressions = lexis.has_hash_expressions();
        match pattern_end(bytes, at, has_expressions, None) {
            Ok(end) => return Some(end),
            Err(end) => self.none_before = end,
        }
        // Nothing is divided behind a sign.
        let before = bytes[..at].trim_ascii_end().last().copied().unwrap_or_default();
        let is_sure = lexis.bare_calls && !self.ended && b"=(,[{|&~".contains(&before);
        if !is_sure || at < self.none_over_lines_before {
            return None;
        }
        let end = pattern_end(bytes, at, has_expressions, Some(at + MAX_PATTERN));
        end.inspect_err(|end| self.none_over_lines_before = *end).ok()
    }
}

/// Bytes of a regular expression over several lines, at most.
const MAX_PATTERN: usize = 4 << 10;

/// The end of the pattern that begins at `at`, with its flags; the byte up to which there is none. It ends in its line, or
/// before the byte `last`.
fn pattern_end(bytes: &[u8], at: usize, has_expressions: bool, last: Option<usize>) -> Result<usize, usize> {
    let (mut end, mut in_class) = (at + 1, false);
    while let Some(&byte) = bytes.get(end).filter(|byte| last.map_or(**byte != b'\n', |last| end < last)) {
        match byte {
            b'\\' if bytes.get(end + 1).is_some_and(|next| *next != b'\n') => end += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            // What is divided in it is code.
            b'#' if has_expressions && bytes.get(end + 1) == Some(&b'{') => {
                end = memchr::memchr2(b'}', b'\n', &bytes[end..]).map_or(bytes.len(), |offset| end + offset);
                // A line without the bracket goes on behind it.
                end += usize::from(last.is_some());
                continue;
            }
            b'/' if !in_class => {
                let flags = bytes[end + 1..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
                return Ok(end + 1 + flags);
            }
            _ => {}
        }
        end += 1;
    }
    Err(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each of them would look through as much as the first one.
    #[test]
    fn no_slash_in_what_was_looked_through_in_vain_opens_a_pattern_over_lines() {
        let lexis = Lexis { bare_calls: true, ..Lexis::PLAIN };
        let starts = |text: &str| {
            let mut values = Values::default();
            let slashes = text.match_indices("=/").map(|(at, _)| at + 1);
            slashes.filter_map(|at| values.regex_end(text.as_bytes(), at, &lexis)).collect::<Vec<usize>>()
        };
        assert_eq!(starts("=/y\n z/i\n"), [8]);
        assert_eq!(starts("=/[x\n=/y\n z/"), [0; 0]);
        let far = format!("=/[x\n{}=/y\n z/", " \n".repeat(MAX_PATTERN));
        assert_eq!(starts(&far), [far.len()], "what lies behind that has not been looked through");
    }
}
