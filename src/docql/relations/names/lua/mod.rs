//! Lua: tables, the modules that give them away, and what names stand for.
//!
//! - `bindings`: what the functions around a place bind a name to.
//! - `chains`: names that are joined by dots and colons.
//! - `model`: tables, and what they have.
//! - `modules`: files by the paths that `require` takes, and what they give.
//! - `tables`: what tables have, and the tables above them.
//! - `values`: what a name, or an expression, stands for.

pub(in crate::docql::relations) mod bindings;
pub(in crate::docql::relations) mod chains;
pub(in crate::docql::relations) mod model;
pub(in crate::docql::relations) mod modules;
pub(in crate::docql::relations) mod tables;
pub(in crate::docql::relations) mod values;
