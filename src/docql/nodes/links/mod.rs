//! Where the addresses of links lead: files and sections of the workspace, or nowhere.
//!
//! - `anchor`: the section that an anchor names.
//! - `antora`: addresses as Antora resolves them: component, module, family, path.
//! - `labels`: what a label names that stands in the text: a theorem, a figure, a formula.
//! - `path`: files by the paths that links are written with.
//! - `sphinx`: addresses as Sphinx resolves them: documents, labels.
//! - `target`: what an address leads to.

mod anchor;
mod antora;
mod labels;
mod path;
mod sphinx;
mod target;

pub(in crate::docql::nodes) use labels::labelled;
pub(in crate::docql::nodes) use path::join;
pub use target::resolved_link;
pub(in crate::docql) use target::{Target, is_link, resolve};
