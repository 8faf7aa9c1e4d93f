//! The course of research: where it looks, the steps of each round, and when it is done; without effects.
//!
//! - `scope`: the repositories that a question is followed in, where there are many.
//! - `steps`: the steps of a round by rules.
//! - `moves`: how far it goes, what it does next, what a step has found.
//! - `inquiry`: a question with all that it is asked with.
//! - `machine`: the loop: says which steps to take, is told what they found, says when it is done.
//! - `taking`: what it makes of what a step has found.
//! - `verdict`: whether the evidence answers the question, and what is to be said of it.
//! - `noted`: what it is told before it begins.

pub(super) mod inquiry;
pub(super) mod machine;
pub(super) mod moves;
mod noted;
pub(super) mod scope;
pub(super) mod steps;
mod taking;
mod verdict;
