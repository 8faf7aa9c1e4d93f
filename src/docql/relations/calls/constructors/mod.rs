//! Constructors that are called by other names than their type's, or by none, in each language its own way.
//!
//! - `constructions`: Java, Kotlin, C#: constructors that are called by other names than their type's: `this(…)`, `super(…)`, `T::new`.
//! - `inherited`: JavaScript, PHP, C++: constructors that types below one inherit or call.
//! - `initializers`: Python: constructors that types below have, and what runs them by other names than their type's.
//! - `made`: C++: constructors that are called by a variable which is made from something.
//! - `target_typed`: C#: constructors that are called by `new(…)`, of a type that is written elsewhere.

pub(super) mod constructions;
pub(super) mod inherited;
pub(super) mod initializers;
pub(super) mod made;
pub(super) mod target_typed;
