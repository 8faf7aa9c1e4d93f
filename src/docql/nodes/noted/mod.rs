//! What a query notes on its way.
//!
//! - `known`: relations of symbols that were looked for of a whole list at once.
//! - `lacks`: what an answer that was found with the structure of some files would have looked at in others.
//! - `seen`: what one query has looked at.

pub(in crate::docql) mod known;
pub(in crate::docql) mod lacks;
pub(in crate::docql) mod seen;
