//! Go: packages, and which of their files a build takes.
//!
//! - `builds`: files that a build leaves out unless it is asked for them by a tag.
//! - `modules`: packages by the module paths of manifests, and what they declare.
//! - `reach`: the packages that a file depends on, directly and through others.

pub(in crate::docql::relations) mod builds;
pub(in crate::docql::relations) mod modules;
pub(in crate::docql::relations) mod reach;
