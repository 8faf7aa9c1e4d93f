//! Expressions as tokens and as chains of links.
//!
//! - `angles`: lists of type arguments between angles: where they end, where they begin.
//! - `blocks`: Kotlin: blocks that are given to functions.
//! - `chain`: expressions as chains: a first name and what is taken from it, link by link.
//! - `model`: pieces of code as tokens, and what an expression in them is.
//! - `tokens`: the tokens of a piece of code, good enough for reading expressions and declarations.

pub(in crate::docql::relations::typing) mod angles;
mod blocks;
pub(in crate::docql::relations::typing) mod chain;
pub(in crate::docql::relations::typing) mod model;
pub(in crate::docql::relations) mod tokens;
