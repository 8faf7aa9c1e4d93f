//! What is completed: the place of the caret, and the lists that it narrows.

pub(super) mod caret;
pub(super) mod counts;
pub(super) mod holdings;
pub(super) mod narrowed;
pub(super) mod scope;
