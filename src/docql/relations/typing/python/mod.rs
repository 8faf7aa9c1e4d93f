//! Python: what its statements bind, and what its functions take and yield.
//!
//! - `annotations`: types that are written as texts.
//! - `enumerations`: classes below `Enum`, whose fields are values of them.
//! - `entered`: what `with` statements bind.
//! - `fixtures`: fixtures of pytest, which tests and other fixtures ask for by the names of their parameters.
//! - `generic`: functions that yield what they are given, or an instance of it.
//! - `targets`: what comprehensions and assignments of several names bind.
//! - `blocks`: how far names are known.
//! - `call_fit`: whether a call may be one of a function, by its arguments.
//! - `protocols`: what values of types yield that are called, indexed or gone through, and parts of tuples.
//! - `signature`: what a function takes.

pub(in crate::docql::relations) mod annotations;
pub(in crate::docql::relations::typing) mod blocks;
pub(in crate::docql::relations::typing) mod call_fit;
pub(in crate::docql::relations::typing) mod entered;
pub(super) mod enumerations;
pub(in crate::docql::relations::typing) mod fixtures;
pub(in crate::docql::relations::typing) mod generic;
mod protocols;
pub(in crate::docql::relations::typing) mod signature;
pub(in crate::docql::relations::typing) mod targets;
