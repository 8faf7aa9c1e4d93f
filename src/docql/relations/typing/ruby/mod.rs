//! Ruby: classes and modules by their paths, where methods are looked up, and what values are.
//!
//! - `below`: what is below a type.
//! - `bindings`: what binds the variables of a file.
//! - `bodies`: what the bodies of classes and modules say besides their methods: mixed in modules, `class << self`.
//! - `chains`: expressions as chains: a head and the methods that are called on it.
//! - `code`: a file as values are told from it.
//! - `core`: classes of the language.
//! - `ends`: where blocks end.
//! - `handed`: modules that are mixed in from outside: `Base.include X`.
//! - `lineage`: where methods are looked up.
//! - `mixing`: which modules a type names in its body, and which types name a module.
//! - `model`: levels, constants and values.
//! - `outside`: where the variables of values are set from outside.
//! - `own`: what `self` is at a place.
//! - `results`: where the values stand that a method yields.
//! - `types`: classes and modules by their paths, wherever they are opened, and what they have.
//! - `values`: what an expression is.
//! - `variables`: what constants, variables and results of methods are.

mod below;
mod bindings;
mod bodies;
mod chains;
mod code;
pub(in crate::docql::relations) mod core;
mod ends;
mod handed;
mod lineage;
mod mixing;
pub(in crate::docql::relations) mod model;
mod outside;
mod own;
mod results;
pub(in crate::docql::relations) mod types;
mod values;
mod variables;
