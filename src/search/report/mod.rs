//! What the hits are and why: reasons, notes, evaluation.

pub(super) mod explain;
pub(super) mod items;
pub(super) mod notes;
