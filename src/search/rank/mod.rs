//! Candidates → order: fusion, rescoring, late interaction, diversity, reranking.

pub(super) mod diversify;
pub(super) mod fuse;
pub(super) mod late_interaction;
pub(super) mod rerank;
pub(super) mod rescore;
mod roles;
pub(super) mod score;
