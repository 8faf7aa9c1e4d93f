//! From the text of the prompt to a query and its completions.

pub(super) mod ask;
pub(super) mod completion;
