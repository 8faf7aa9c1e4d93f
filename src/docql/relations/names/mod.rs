//! What a name in code can mean: declarations by name, and the imports, modules and prototypes that decide.
//!
//! - `ambiguity`: the declarations that share a name, and which of them a site in code refers to.
//! - `facades`: Kotlin: what Java calls functions by that stand in files of Kotlin.
//! - `go`: Go: packages by the module paths of manifests, and the files that a build leaves out.
//! - `import_paths`: the modules that paths of imports lead to, and which declarations stand in them.
//! - `includes`: C: which files include which, as far as the workspace tells.
//! - `linkage`: prototypes of C and the definition of a function are one symbol, and `static` ones are those of their
//!   file.
//! - `linked`: C: what the functions of one name are to a linker: which files define them, and which of those others see.
//! - `lookup`: declarations by name, nearest first, and the symbols that enclose a position.
//! - `macros`: C: names that macros give to what is declared under another one.
//! - `meaning`: what a dotted name means, as modules tell.
//! - `memo`: values that are made once for a whole query, whichever thread asks first.
//! - `modules`: what a dotted name means where it stands, in the languages in which imports tell.
//! - `name_resolution`: name resolution at a site in code, by imports, paths and enclosing modules.
//! - `namespaces`: C++: the namespaces that declarations stand in and places see.
//! - `packages`: Java and Kotlin: packages that rule out types of others.
//! - `php`: PHP: what names of types mean, and what classes take in from traits.
//! - `private_names`: names that nothing outside of their class can mean.
//! - `python`: Python: imports, and what names mean through them.
//! - `qualifiers`: the names that are joined to a name before it.
//! - `relative`: paths that are written in a file: from its directory.
//! - `rust`: Rust: crates, files of modules, paths.
//! - `scripts`: JavaScript and TypeScript: imports followed to the files and exports that they mean.
//! - `sourcing`: shells: which scripts read which others into them, and so whose functions a script can call.
//! - `standard_headers`: C: the headers that come with the language and the system.
//! - `tags`: C: names of structures, unions and enumerations, which are apart from all others.

pub(in crate::docql::relations) mod ambiguity;
pub(in crate::docql::relations) mod facades;
pub(in crate::docql::relations) mod go;
mod import_paths;
pub(in crate::docql::relations) mod includes;
pub(in crate::docql::relations) mod linkage;
mod linked;
pub(in crate::docql::relations) mod lookup;
mod macros;
pub(in crate::docql::relations) mod meaning;
pub(in crate::docql::relations) mod memo;
pub(in crate::docql::relations) mod modules;
pub(in crate::docql::relations) mod name_resolution;
pub(in crate::docql::relations) mod namespaces;
pub(in crate::docql::relations) mod packages;
pub(in crate::docql::relations) mod php;
pub(in crate::docql::relations) mod private_names;
pub(in crate::docql::relations) mod python;
pub(in crate::docql::relations) mod qualifiers;
pub(super) mod relative;
pub(in crate::docql::relations) mod rust;
mod scripts;
pub(in crate::docql::relations) mod sourcing;
mod standard_headers;
pub(in crate::docql::relations) mod tags;
