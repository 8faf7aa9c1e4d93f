//! How a call fits a callable of the called name.
//!
//! - `body_fit`: how a call fits where types without a name have a part in it.
//! - `call_fit`: how well the text of a call fits a callable of the called name.
//! - `cpp_fit`: C and C++: what enumerations list, and what is given to macros.
//! - `kotlin_fit`: Kotlin: how a call fits a function that extends a type, what blocks and imports of members tell, and how Java
//!   calls what stands in a file of Kotlin.
//! - `lua_fit`: Lua: how a name fits a declaration by the table it is joined to, by what modules give and by what functions bind.
//! - `module_fit`: how a call fits that is qualified by a value, a module or a package, and what modules say of names at its site.
//! - `named_fit`: how a place that names a symbol fits it, whether it calls the symbol or not.
//! - `namespace_fit`: C++: how a call fits a function by the namespaces around both.
//! - `pasted_fit`: C++: plain names that macros put behind a namespace.
//! - `php_fit`: PHP: how a call fits a callable by the own value, by the type that is named before it, and by what types hand on.
//! - `php_pairs`: PHP: methods that are named by a text behind what has them.
//! - `receiver_fit`: how a call fits a callable by the type of what it is made on.
//! - `ruby_fit`: Ruby: how a call fits a method by what it is called on, at the level of values or of the class itself.
//! - `rust_fit`: Rust: how a call fits where a type has several methods of one name, its own and those of traits.
//! - `script_binding`: what modules of JavaScript rule out.
//! - `script_fit`: how a call in JavaScript fits a callable by what the functions around it bind.
//! - `unqualified_fit`: how a call without a receiver fits a callable: by what is in scope, and by the types around it.

pub(in crate::docql::relations::calls) mod body_fit;
pub(in crate::docql::relations) mod call_fit;
pub(in crate::docql::relations::calls) mod cpp_fit;
pub(in crate::docql::relations::calls) mod kotlin_fit;
pub(in crate::docql::relations::calls) mod lua_fit;
pub(in crate::docql::relations::calls) mod module_fit;
pub(in crate::docql::relations::calls) mod named_fit;
pub(in crate::docql::relations::calls) mod namespace_fit;
pub(in crate::docql::relations::calls) mod pasted_fit;
pub(in crate::docql::relations::calls) mod php_fit;
pub(in crate::docql::relations) mod php_pairs;
pub(in crate::docql::relations::calls) mod receiver_fit;
pub(in crate::docql::relations::calls) mod ruby_fit;
pub(in crate::docql::relations::calls) mod rust_fit;
pub(in crate::docql::relations::calls) mod script_binding;
pub(in crate::docql::relations::calls) mod script_fit;
pub(in crate::docql::relations::calls) mod unqualified_fit;
