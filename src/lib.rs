//! docql: a terminal explorer for knowledge.

pub mod document;
pub mod languages;
pub mod preview;
pub mod stdx;
