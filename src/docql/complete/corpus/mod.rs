//! Names and values of the corpus.

pub(super) mod data;
pub(super) mod name_search;
pub(super) mod names;
pub(super) mod roots;
pub(super) mod tables;
pub(super) mod words;
