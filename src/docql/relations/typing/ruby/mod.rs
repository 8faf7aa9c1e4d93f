//! Ruby: classes and modules by their paths, where methods are looked up, and what values are.
//!
//! - `bodies`: what the bodies of classes and modules say besides their methods: mixed in modules, `class << self`.
//! - `chains`: expressions as chains: a head and the methods that are called on it.
//! - `lineage`: where methods are looked up.
//! - `model`: levels, constants and values.
//! - `own`: what `self` is at a place.
//! - `types`: classes and modules by their paths, wherever they are opened, and what they have.
//! - `values`: what an expression is.
//! - `variables`: what constants, variables and results of methods are.

mod bodies;
mod chains;
mod lineage;
pub(in crate::docql::relations) mod model;
mod own;
pub(in crate::docql::relations) mod types;
mod values;
mod variables;
