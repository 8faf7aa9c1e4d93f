//! Rust: crates, files of modules, paths.
//!
//! - `crates`: the crates of the workspace, by the names that manifests give them, and the files of modules.
//! - `local_types`: types that are declared in a function, which nothing outside of it can name.
//! - `modules`: the files that hold what `mod name;` declares.
//! - `paths`: paths that lead out of the workspace.
//! - `shadowing`: imports of macros and functions that are called like a type beside them.

pub(in crate::docql::relations) mod crates;
pub(in crate::docql::relations) mod local_types;
pub(in crate::docql::relations) mod modules;
pub(in crate::docql::relations) mod paths;
pub(in crate::docql::relations::names) mod shadowing;
