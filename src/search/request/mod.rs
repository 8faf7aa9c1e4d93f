//! Requests: words, facets, options, the vector of the question.
//!
//! - `as_query`: search words as a DocQL query with the same words: filters become conditions.
//! - `called_name`: a name as programs write it where they call it: with arguments, with parameters of types.
//! - `filter`: pre-filters: the files and kinds that may be found at all.
//! - `letter`: what is meant to the letter, as patterns: where a search looks for it and where a reader sees it is the
//!   same.
//! - `options`: options of a search: by words, by meaning, by both.
//! - `pattern`: words that are a regular expression: they find lines.
//! - `query_vector`: the vector of a question: by the model that most files of the library have theirs from; among
//!   pictures, by the one that has looked at them.
//! - `read`: search words, read: words, phrases, exclusions, facets.
//! - `rows`: words with the table and the columns that rows are to have: `table:articles category=fashion colours`.

mod as_query;
mod called_name;
pub(super) mod filter;
pub(super) mod letter;
pub(super) mod options;
pub(super) mod pattern;
pub(super) mod query_vector;
pub(super) mod read;
pub(super) mod rows;
