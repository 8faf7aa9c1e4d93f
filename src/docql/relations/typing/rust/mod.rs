//! Rust: what patterns and closures bind, what blocks and methods of the library yield, and what types are made of.
//!
//! - `aliases`: written types: what aliases stand for, what futures and iterators yield, bounds of type parameters, fields
//!   of tuples.
//! - `closures`: where parameters of functions without a name stand.
//! - `given`: the types of what these are given, and of what generic functions yield for what they are given.
//! - `library`: what methods of the library's types yield, and what they give to closures.
//! - `paths`: what paths lead to, and what is made by them.
//! - `patterns`: names in patterns: what is taken apart, and how far a name reaches.
//! - `matched`: the types of names that patterns bind.
//! - `types`: written types taken apart.
//! - `values`: what blocks, conditions and `match` yield, and where statements end.
//! - `wrappers`: types of other libraries that hold one which is declared here.

mod aliases;
pub(in crate::docql::relations::typing) mod closures;
mod given;
mod library;
mod matched;
mod paths;
pub(in crate::docql::relations::typing) mod patterns;
pub(in crate::docql::relations::typing) mod types;
pub(in crate::docql::relations::typing) mod values;
mod wrappers;
