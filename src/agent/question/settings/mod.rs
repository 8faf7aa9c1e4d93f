//! Settings, options and keys: what they are where nobody has set them, how many there may be, what gives them a value.
//!
//! - `defaults`: what a setting is where nobody has set it, and which lines say so.
//! - `keys`: words of it that are written as keys and options are, though no quotes say so.
//! - `limits`: questions for how many of something there may be at most.
//! - `sought`: settings that a question asks for by what they are about.
//! - `values`: questions for what gives a name its value.

pub(in crate::agent) mod defaults;
pub(in crate::agent) mod keys;
pub(in crate::agent) mod limits;
pub(in crate::agent) mod sought;
pub(in crate::agent) mod values;
