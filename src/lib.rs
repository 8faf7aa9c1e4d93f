//! docql: a terminal explorer for knowledge.

pub mod document;
pub mod formats;
pub mod stdx;
