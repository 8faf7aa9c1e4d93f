//! Pasted text: what is taken of it, and what is said of the rest.

use super::input::{Prompt, PromptOut};
use crate::app::protocol::effect::PromptReading;
use crate::stdx::size;

/// Bytes of pasted lines that are taken, the last ones: what matters in a log stands at its end.
const MAX_PASTED: usize = 4 << 20;

/// Bytes of a pasted line that are taken: more than any query has.
const MAX_PASTED_LINE: usize = 64 << 10;

impl Prompt {
    /// Inserts pasted text as it is. Several lines are a text of their own: they take the place of what stands there,
    /// unless that is a query. With it, what is to be said of a text that is not taken as a whole.
    pub(in crate::app) fn paste(&mut self, text: &str) -> (PromptOut, Option<String>) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let text = text.trim_matches('\n');
        let in_query = !self.line.is_selected() && self.reading() == PromptReading::Docql;
        let is_text = PromptReading::of(text) == PromptReading::Places && !in_query;
        let taken = if is_text { last_lines(text, MAX_PASTED) } else { beginning(text, MAX_PASTED_LINE) };
        if is_text {
            self.set(taken);
        } else {
            self.line.insert(taken);
        }
        let end = if is_text { "last" } else { "first" };
        let note = (taken.len() < text.len()).then(|| {
            format!("only the {end} {} of the {} that were pasted", size(taken.len() as u64), size(text.len() as u64))
        });
        (self.changed(), note)
    }
}

/// So many bytes at the start of a text.
fn beginning(text: &str, bytes: usize) -> &str {
    let mut end = text.len().min(bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// So many bytes at the end of a text, whole lines of it.
fn last_lines(text: &str, bytes: usize) -> &str {
    let mut start = text.len().saturating_sub(bytes);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let rest = &text[start..];
    let line = if start == 0 { None } else { rest.find('\n') };
    line.map_or(rest, |end| &rest[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_lines_the_last_are_taken_whole_and_of_a_line_the_beginning() {
        assert_eq!(last_lines("one\ntwo\nthree", 7), "three");
        assert_eq!(last_lines("one\ntwo", 7), "one\ntwo");
        assert_eq!(last_lines("é\né", 3), "é");
        assert_eq!((beginning("éa", 1), beginning("éa", 2), beginning("éa", 9)), ("", "é", "éa"));
    }
}
