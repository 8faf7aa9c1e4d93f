//! Terms of all stages: targets, evidence, channels and their lists, the answer.

pub(super) mod answer;
pub(super) mod channels;
pub(super) mod evidence;
pub(super) mod file_text;
pub(super) mod kind_prior;
pub(super) mod lists;
pub(super) mod match_class;
pub(super) mod target;
