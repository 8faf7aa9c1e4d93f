//! Candidates → order: fusion, rescoring, late interaction, diversity, reranking. In reading order:
//!
//! - `fuse`: reciprocal rank fusion: one entry per target, with its rank in every channel that found it.
//! - `score`: the final score: name match, kind, text, fused rank and the file's role, on one scale, weights in
//!   tables.
//! - `roles`: the share of a score that hits keep by the role of their file.
//! - `identity`: what an identifier that was typed is at each place: what has only its parts stands behind.
//! - `lead`: the one place that comes first, whatever else ranks.
//! - `rescore`: the best candidates are read, and measured on their own text and their own vectors.
//! - `late_interaction`: what each of the best candidates says in short, and each word of the question by itself.
//! - `diversify`: whoever describes something wants to see several places that it may be, before several hits of one
//!   file, or of one name.
//! - `rerank`: the best hits in the order of a cross-encoder, which reads question and text together.

pub(super) mod diversify;
pub(super) mod fuse;
mod identity;
pub(super) mod late_interaction;
mod lead;
pub(super) mod rerank;
pub(super) mod rescore;
mod roles;
pub(super) mod score;
