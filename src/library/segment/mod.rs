//! Nodes of a batch of files in flat columns, the same in memory and in a mapped file.

pub(super) mod bitsliced_signatures;
pub(super) mod builder;
pub(super) mod calls;
pub(super) mod columns;
mod letters;
pub(super) mod name_signature;
pub(super) mod names;
mod numbers;
pub(super) mod outline;
pub(crate) mod spelled;
