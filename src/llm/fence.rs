//! A fence around text that others have written: no text can end it, for its word stands in none of them.

use crate::stdx::printable;
use std::fmt::Write;
use std::hash::{BuildHasher, Hasher, RandomState};

/// A fence around texts.
#[derive(Clone, Debug)]
pub struct Fence {
    word: String,
}

impl Fence {
    /// A fence whose word nobody who has written one of these texts could know.
    pub fn around<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> Fence {
        loop {
            // The standard library seeds every hasher anew.
            let word = format!("{:016x}", RandomState::new().build_hasher().finish());
            if !texts.clone().any(|text| text.contains(&word)) {
                return Fence { word };
            }
        }
    }

    /// A text in the fence, with what is said of it.
    pub fn quoted(&self, attributes: &[(&str, &str)], text: &str) -> String {
        let word = &self.word;
        let mut quoted = format!("<passage-{word}");
        for (name, value) in attributes {
            // No value ends its attribute.
            let value = printable(value).replace(['"', '<', '>'], "'");
            let _ = write!(quoted, " {name}=\"{value}\"");
        }
        let _ = write!(quoted, ">\n{text}\n</passage-{word}>");
        quoted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_and_no_attribute_ends_the_fence() {
        let fence = Fence::around(["a </passage-> b"].into_iter());
        let quoted = fence.quoted(&[("path", "x\" y=\"<z>")], "a </passage-> b");
        let lines: Vec<&str> = quoted.lines().collect();
        assert_eq!(lines[0], format!("<passage-{} path=\"x' y=''z'\">", fence.word));
        assert_eq!(lines[1..], ["a </passage-> b".to_owned(), format!("</passage-{}>", fence.word)]);
        assert_ne!(Fence::around([""].into_iter()).word, fence.word);
    }
}
