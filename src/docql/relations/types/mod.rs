//! Types: what they have above them, below them and inside them.
//!
//! - `function_tables`: C: the functions that values of a structure hold for one of its fields.
//! - `go_embedding`: Go: how types are written that are embedded in others, and what another name for a type stands for.
//! - `go_library`: Go: interfaces of its library.
//! - `go_signatures`: Go: the types of the parameters and results of a method, by which it is told from others of its name.
//! - `heads`: where the heads of types have the names of what they extend.
//! - `hierarchy`: the types of a workspace and what they extend, for those who ask for many.
//! - `implementations`: types that name a type as a supertype, and in Go and Python those that have its methods.
//! - `inheritance`: supertypes of a type, as nodes; which of several types of a name a declaration means.
//! - `matching`: whether two methods of a name may have parameters of the same types.
//! - `members`: members of a type, including those written outside it.
//! - `nested`: Java, C#: which of several types of a name is meant that stand in other types.
//! - `overriding`: methods and properties that implement or override one of a type above theirs.
//! - `partial`: C#: the parts of a type that is declared in several places.
//! - `php_below`: PHP: what is below types: the classes that take in a trait, what inherits from a type.
//! - `protocols`: Python: types that have the methods of a protocol, and so are of it without saying so.
//! - `rust_heads`: Rust: what the names in the heads of traits and of `impl` blocks can mean.

mod function_tables;
mod go_embedding;
pub(in crate::docql::relations) mod go_library;
pub(in crate::docql::relations) mod go_signatures;
mod heads;
pub(in crate::docql::relations) mod hierarchy;
pub(in crate::docql::relations) mod implementations;
pub(in crate::docql::relations) mod inheritance;
mod matching;
pub(in crate::docql::relations) mod members;
pub(in crate::docql::relations) mod nested;
pub(in crate::docql::relations) mod overriding;
pub(in crate::docql::relations) mod partial;
pub(in crate::docql::relations) mod php_below;
pub(in crate::docql::relations) mod protocols;
mod rust_heads;
