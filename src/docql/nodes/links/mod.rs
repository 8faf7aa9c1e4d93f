//! Where the addresses of links lead: files and sections of the workspace, or nowhere.
//!
//! - `anchor`: the section that an anchor names.
//! - `antora`: addresses as Antora resolves them: component, module, family, path.
//! - `path`: files by the paths that links are written with.
//! - `sphinx`: addresses as Sphinx resolves them: documents, labels.
//! - `target`: what an address leads to.

mod anchor;
mod antora;
mod path;
mod sphinx;
mod target;

pub use target::resolved_link;
pub(in crate::docql) use target::{Target, is_link, resolve};
