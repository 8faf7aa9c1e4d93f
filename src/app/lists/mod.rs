//! What panels list: facets, reasons, vocabulary, hints, keys.

pub(super) mod facets;
pub(super) mod glyphs;
pub(super) mod hints;
pub(super) mod panels;
pub(super) mod reasons;
pub(super) mod relations;
pub(super) mod results_title;
mod vocabulary;
