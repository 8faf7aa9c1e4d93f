//! Channels: where candidates come from, each with its evidence, level by level.
//!
//! - `channel_query`: the query of one level, as every channel is asked it.
//! - `channels`: asks all channels.
//! - `described`: the channel of descriptions: pieces of which a language model has said what was asked for.
//! - `exclude`: exclusions: names, paths and vectors find places whose text holds an excluded word all the same.
//! - `fallbacks`: levels of a search: words as written, then what is like them, until there is enough; then meaning.
//! - `full_text`: the channel of text: places whose text holds the words.
//! - `fuzzy`: the last resort for names: typos, then letters in the right order.
//! - `level_query`: the words of one level as names and texts are asked for them.
//! - `meaning`: the channel of meaning: pieces whose vectors are most like that of the query.
//! - `name_letters`: names that can match, told by their letters and what is around them: what cannot is not read.
//! - `name_prefilter`: a prefilter of names: by their letters alone, 64 names at a time, it rules out those that cannot
//!   hold enough of the words, with what is around them.
//! - `name_query`: names against the words of a search: each name that matches gets its class.
//! - `name_scan`: the channels of names: one pass over all names, the best of each channel kept as it goes.
//! - `paths`: the channel of paths: files by their names.
//! - `pictured`: the channel of pictures: files whose vectors are most like that of the question.
//! - `to_the_letter`: words to the letter: what says them otherwise is dropped, wherever it was found.

mod channel_query;
mod channels;
mod described;
mod exclude;
pub(super) mod fallbacks;
mod full_text;
mod fuzzy;
mod level_query;
pub(super) mod meaning;
mod name_letters;
mod name_prefilter;
mod name_query;
mod name_scan;
mod paths;
pub(super) mod pictured;
pub(super) mod to_the_letter;
