//! C and C++: headers, macros, linkage and namespaces.
//!
//! - `branches`: C: branches of conditions, of which a build takes one.
//! - `includes`: C: which files include which, as far as the workspace tells.
//! - `linkage`: prototypes of C and the definition of a function are one symbol, and `static` ones are those of their
//!   file.
//! - `linked`: C: what the functions of one name are to a linker: which files define them, and which of those others see.
//! - `macros`: C: names that macros give to what is declared under another one.
//! - `namespaces`: C++: the namespaces that declarations stand in and places see.
//! - `standard_headers`: C: the headers that come with the language and the system.
//! - `tags`: C: names of structures, unions and enumerations, which are apart from all others.

mod branches;
pub(in crate::docql::relations) mod includes;
pub(in crate::docql::relations) mod linkage;
pub(in crate::docql::relations::names) mod linked;
pub(in crate::docql::relations::names) mod macros;
pub(in crate::docql::relations) mod namespaces;
pub(in crate::docql::relations::names) mod standard_headers;
pub(in crate::docql::relations) mod tags;
