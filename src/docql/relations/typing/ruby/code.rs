//! A file as values are told from it: its tokens, where its blocks end, and what is bound where.

use super::bindings::Bindings;
use super::ends::Ends;
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::library::Outline;
use std::cell::OnceCell;
use std::ops::Deref;

/// The tokens of a file, with what is read from them once it is asked for.
pub(in crate::docql::relations) struct Code {
    tokens: Tokens,
    ends: OnceCell<Ends>,
    bindings: OnceCell<Bindings>,
}

impl Code {
    pub(super) fn new(tokens: Tokens) -> Code {
        Code { tokens, ends: OnceCell::new(), bindings: OnceCell::new() }
    }

    pub(super) fn ends(&self) -> &Ends {
        self.ends.get_or_init(|| Ends::of(&self.tokens))
    }

    /// What is bound where; `outline` is that of the file.
    pub(super) fn bindings(&self, outline: &Outline<'_>) -> &Bindings {
        self.bindings.get_or_init(|| Bindings::read(&self.tokens, outline))
    }
}

impl Deref for Code {
    type Target = Tokens;

    fn deref(&self) -> &Tokens {
        &self.tokens
    }
}
