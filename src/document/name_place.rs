//! Places where a name can be declared, by the bytes around it: they tell a declaration from a use without a parse.

use super::Family;
use regex::bytes::{Regex, RegexBuilder};
use std::ops::Range;
use std::sync::OnceLock;

/// Bytes before and behind a name that are looked at.
const REACH: usize = 256;

/// A place where a name of some family can be declared. A family with places has all of them in its table: where none
/// fits, no name of it is declared, in a text that the grammar understands.
#[derive(Debug)]
pub struct NamePlace {
    /// The family of what is declared.
    pub family: Family,
    before: &'static str,
    behind: &'static str,
    compiled: OnceLock<Option<(Regex, Regex)>>,
}

impl NamePlace {
    /// A place by regular expressions over bytes. `before` ends at the name, with a `$`; its `^` is also where the text
    /// has been cut. `behind` begins behind the name, with a `^`; its `$` is also where the text has been cut.
    pub const fn new(family: Family, before: &'static str, behind: &'static str) -> NamePlace {
        NamePlace { family, before, behind, compiled: OnceLock::new() }
    }

    /// True if the name at `name` in `text` can be declared here.
    pub fn fits(&self, text: &[u8], name: Range<usize>) -> bool {
        let build = |pattern: &str| RegexBuilder::new(pattern).unicode(false).build().ok();
        let compiled = self.compiled.get_or_init(|| Some((build(self.before)?, build(self.behind)?)));
        // A table that is not valid rules nothing out; a test sees to it that there is none.
        compiled.as_ref().is_none_or(|(before, behind)| {
            behind.is_match(&text[name.end..text.len().min(name.end + REACH)])
                && before.is_match(&text[name.start.saturating_sub(REACH)..name.start])
        })
    }

    /// True if the expressions are valid.
    pub fn is_valid(&self) -> bool {
        self.fits(b"", 0..0);
        matches!(self.compiled.get(), Some(Some(_)))
    }
}
