//! What a name in code can mean: declarations by name, and the imports, modules and prototypes that decide.
//!
//! - `ambiguity`: the declarations that share a name, and which of them a site in code refers to.
//! - `linkage`: prototypes of C and the definition of a function are one symbol, and `static` ones are those of their
//!   file.
//! - `lookup`: declarations by name, nearest first, and the symbols that enclose a position.
//! - `memo`: values that are made once for a whole query, whichever thread asks first.
//! - `modules`: python: what a dotted name means where it stands, followed through imports from module to module.
//! - `name_resolution`: name resolution at a site in code, by imports, paths and enclosing modules.
//! - `private_names`: names that nothing outside of their class can mean.

pub(in crate::docql::relations) mod ambiguity;
pub(in crate::docql::relations) mod linkage;
pub(in crate::docql::relations) mod lookup;
pub(in crate::docql::relations) mod memo;
pub(in crate::docql::relations) mod modules;
pub(in crate::docql::relations) mod name_resolution;
pub(in crate::docql::relations) mod private_names;
