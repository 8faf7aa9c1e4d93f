//! docql: a terminal explorer for knowledge.

pub mod document;
pub mod stdx;
