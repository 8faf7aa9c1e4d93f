//! JavaScript and TypeScript: imports followed to the files and exports that they mean.
//!
//! - `exports`: what a module of JavaScript exports, and what its imports take, as its text writes them.
//! - `importers`: JavaScript and TypeScript: which files import a module, or stand for it.
//! - `mappings`: TypeScript: what a `tsconfig.json` maps the paths of imports to.
//! - `modules`: JavaScript and TypeScript: imports and exports followed from module to module.
//! - `paths`: JavaScript and TypeScript: the file that the path of an import leads to.

pub(in crate::docql::relations::names) mod exports;
mod importers;
pub(in crate::docql::relations::names) mod mappings;
pub(in crate::docql::relations::names) mod modules;
pub(in crate::docql::relations::names) mod paths;
