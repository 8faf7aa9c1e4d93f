//! Terms of all stages: targets, evidence, channels and their lists, the answer.
//!
//! - `answer`: ranked hits, each with what its score is made of, and what was tried.
//! - `channels`: the sources of candidates, a row each.
//! - `evidence`: the reasons why a target is a candidate.
//! - `file_text`: the text of a file, by the targets in it.
//! - `kind_prior`: priors of kinds: a type is looked for more often than a variable.
//! - `lists`: lists of candidates, one for each channel.
//! - `match_class`: classes of name matches: one table says which is better, for the cut of each channel and for the
//!   score.
//! - `target`: targets: the places that a search can find.

pub(super) mod answer;
pub(super) mod channels;
pub(super) mod evidence;
pub(super) mod file_text;
pub(super) mod kind_prior;
pub(super) mod lists;
pub(super) mod match_class;
pub(super) mod target;
