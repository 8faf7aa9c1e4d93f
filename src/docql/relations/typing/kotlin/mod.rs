//! Kotlin: what tests and casts tell of values, and what functions yield that extend types of libraries.
//!
//! - `casts`: where `is`, `!is` and `as` tell that a value is of a type, and which of two types that is then.
//! - `extensions`: what is called on a value of a library's type, and is declared here.

pub(super) mod casts;
mod extensions;
