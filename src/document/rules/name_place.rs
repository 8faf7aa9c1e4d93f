//! Places where a name can be declared, by the bytes around it: they tell a declaration from a use without a parse.

use crate::document::Family;
use regex::bytes::{Regex, RegexBuilder};
use std::ops::Range;
use std::sync::OnceLock;

/// Bytes before and behind a name that are looked at.
const MAX_CONTEXT_BYTES: usize = 256;

/// A context in which a name of some family can be declared. If a language has contexts for a family, they are
/// complete: where none matches, text that the grammar understands declares no such name.
#[derive(Debug)]
pub struct NamePlace {
    /// The family of what is declared.
    pub family: Family,
    before: &'static str,
    after: &'static str,
    compiled: OnceLock<Option<(Regex, Regex)>>,
}

impl NamePlace {
    /// A context from regular expressions over bytes. `before` ends with a `$` at the name, `behind` begins with a `^`
    /// after it. The other anchor of each also matches where the text was cut.
    pub const fn new(family: Family, before: &'static str, after: &'static str) -> NamePlace {
        NamePlace { family, before, after, compiled: OnceLock::new() }
    }

    /// True if the name at `name` in `text` can be declared here.
    pub fn fits(&self, text: &[u8], name: Range<usize>) -> bool {
        let build = |pattern: &str| RegexBuilder::new(pattern).unicode(false).build().ok();
        let compiled = self.compiled.get_or_init(|| Some((build(self.before)?, build(self.after)?)));
        // An invalid table rules nothing out; a test ensures there is none.
        compiled.as_ref().is_none_or(|(before, after)| {
            after.is_match(&text[name.end..text.len().min(name.end + MAX_CONTEXT_BYTES)])
                && before.is_match(&text[name.start.saturating_sub(MAX_CONTEXT_BYTES)..name.start])
        })
    }

    /// True if the expressions are valid.
    pub fn is_valid(&self) -> bool {
        self.fits(b"", 0..0);
        matches!(self.compiled.get(), Some(Some(_)))
    }
}
