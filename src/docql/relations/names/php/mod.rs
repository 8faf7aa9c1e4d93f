//! PHP: what names of types mean, and what classes take in from traits.
//!
//! - `docs`: types that a documentation names as those which calls are handed on to.
//! - `traits`: what stands in a class without being a member of it: `use A, B;`.
//! - `types`: names of types by the namespace around them and the imports of the file.

pub(in crate::docql::relations) mod docs;
pub(in crate::docql::relations) mod traits;
pub(in crate::docql::relations) mod types;
