//! Candidates → order: fusion, measures, diversity, late interaction, reranking.

pub(super) mod diversify;
pub(super) mod fuse;
pub(super) mod late_interaction;
pub(super) mod match_class;
pub(super) mod rank;
pub(super) mod rerank;
pub(super) mod rescore;
