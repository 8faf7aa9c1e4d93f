//! What can be called: how it is declared, and what it calls.
//!
//! - `annotations`: annotations, attributes and decorators of a declaration: their names, without what they are given.
//! - `called`: the names that a declaration calls, read from its own text.
//! - `heads`: what stands before the name of a method.
//! - `params`: the parameters of functions, as they are written.
//! - `signature`: signatures on one line.

pub(in crate::docql) mod annotations;
pub(in crate::docql) mod called;
pub(in crate::docql) mod heads;
pub(in crate::docql) mod params;
pub(in crate::docql) mod signature;
