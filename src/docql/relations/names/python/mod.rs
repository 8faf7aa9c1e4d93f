//! Python: imports, and what names mean through them.
//!
//! - `aliases`: Python: further names that a class or module gives to its functions.
//! - `imports`: Python: the name that an import binds.
//! - `places`: Python: where the modules of a workspace are.
//! - `modules`: Python: imports followed from module to module.

pub(in crate::docql::relations) mod aliases;
pub(in crate::docql::relations::names) mod imports;
pub(in crate::docql::relations::names) mod modules;
mod places;
