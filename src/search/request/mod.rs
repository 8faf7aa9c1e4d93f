//! What is asked: words, facets, options, the vector of the question.

pub(super) mod facets;
pub(super) mod options;
pub(super) mod query_vector;
pub(super) mod question;
