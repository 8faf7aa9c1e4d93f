//! Kotlin: what tests and casts tell of values, what functions yield that extend types of libraries, what blocks and
//! companions have to do with it.
//!
//! - `casts`: where `is`, `!is` and `as` tell that a value is of a type.
//! - `companions`: what the companion of a type has, which is called on the type.
//! - `extensions`: what is called on a value of a library's type, and is declared here.
//! - `narrowed`: which of two types a value is of, where a test says another than its declaration.
//! - `scoped`: blocks in which `this` is another value, or a parameter is.
//! - `values`: what expressions yield that stand for a type which is not written.

pub(super) mod casts;
mod companions;
mod extensions;
mod narrowed;
mod scoped;
pub(super) mod values;
