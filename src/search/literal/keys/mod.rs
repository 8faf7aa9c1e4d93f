//! Where keys are defined: those of data and stylesheets, those of settings that are written with dots, and variables of
//! the environment.
//!
//! - `defined`: where a key of data, or a selector of a stylesheet, is defined.
//! - `environment`: where a program reads a variable of its environment.
//! - `nested`: where a key that was written with dots is defined: each of its parts within the one before it.
//! - `registered`: where a setting is registered by a call.

pub(in crate::search) mod defined;
pub(super) mod environment;
pub(super) mod nested;
pub(super) mod registered;
