//! What the libraries that come with languages have, as far as calls are told by it.
//!
//! - `containers`: containers of the library: what their methods yield of their elements.
//! - `members`: what members of types of languages and their libraries yield.
//! - `types`: types of Java's and Kotlin's libraries: which is below which, and what other languages call them.

pub(in crate::docql::relations::typing) mod containers;
pub(in crate::docql::relations::typing) mod members;
pub(in crate::docql::relations::typing) mod types;
