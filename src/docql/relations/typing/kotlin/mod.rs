//! Kotlin: what tests and casts tell of values, and what functions yield that extend types of libraries.
//!
//! - `casts`: where `is`, `!is` and `as` tell that a value is of a type.
//! - `extensions`: what is called on a value of a library's type, and is declared here.
//! - `narrowed`: which of two types a value is of, where a test says another than its declaration.

pub(super) mod casts;
mod extensions;
mod narrowed;
