//! What a name in code can mean: declarations by name, and the imports, modules and prototypes that decide.
//!
//! - `ambiguity`: the declarations that share a name, and which of them a site in code refers to.
//! - `c`: C and C++: headers, macros, linkage and namespaces.
//! - `facades`: Kotlin: what Java calls functions by that stand in files of Kotlin.
//! - `generics`: C#: how many types a type takes, which tells it from others of its name.
//! - `go`: Go: packages by the module paths of manifests, and the files that a build leaves out.
//! - `import_paths`: the modules that paths of imports lead to, and which declarations stand in them.
//! - `lookup`: declarations by name, nearest first, and the symbols that enclose a position.
//! - `lua`: Lua: tables, the modules that give them away, and what names stand for.
//! - `meaning`: what a dotted name means, as modules tell.
//! - `memo`: values that are made once for a whole query, whichever thread asks first.
//! - `modules`: what a dotted name means where it stands, in the languages in which imports tell.
//! - `name_resolution`: name resolution at a site in code, by imports, paths and enclosing modules.
//! - `packages`: Java and Kotlin: packages that rule out types of others.
//! - `php`: PHP: what names of types mean, and what classes take in from traits.
//! - `private_names`: names that nothing outside of their class can mean.
//! - `python`: Python: imports, and what names mean through them.
//! - `qualifiers`: the names that are joined to a name before it.
//! - `relative`: paths that are written in a file: from its directory.
//! - `rust`: Rust: crates, files of modules, paths.
//! - `scripts`: JavaScript and TypeScript: imports followed to the files and exports that they mean.
//! - `sourcing`: shells: which scripts read which others into them, and so whose functions a script can call.

pub(in crate::docql::relations) mod ambiguity;
pub(super) mod c;
pub(in crate::docql::relations) mod facades;
pub(in crate::docql::relations) mod generics;
pub(in crate::docql::relations) mod go;
mod import_paths;
pub(in crate::docql::relations) mod lookup;
pub(in crate::docql::relations) mod lua;
pub(in crate::docql::relations) mod meaning;
pub(in crate::docql::relations) mod memo;
pub(in crate::docql::relations) mod modules;
pub(in crate::docql::relations) mod name_resolution;
pub(in crate::docql::relations) mod packages;
pub(in crate::docql::relations) mod php;
pub(in crate::docql::relations) mod private_names;
pub(in crate::docql::relations) mod python;
pub(in crate::docql::relations) mod qualifiers;
pub(super) mod relative;
pub(in crate::docql::relations) mod rust;
mod scripts;
pub(in crate::docql::relations) mod sourcing;
