//! Calls: what a call can mean, and who calls what.
//!
//! - `access`: who can call what: privacy as the languages have it, so that what they rule out is not shown.
//! - `body_fit`: how a call fits where types without a name have a part in it.
//! - `call_fit`: how well the text of a call fits a callable of the called name.
//! - `call_places`: the places where names are called, by file, so that a file is read once for all of them.
//! - `call_site`: a site where a name is called: what stands before the name, and what that is.
//! - `callable`: what can be called: the properties that decide which calls can refer to it.
//! - `callees`: each call in a symbol is matched against all declarations of the called name, as for callers.
//! - `caller_counts`: caller counts of many declarations at once, for sorting hits by callers.
//! - `callers`: callers by name: call sites are indexed by a hash of the called name.
//! - `constructions`: Java: constructors that are called by other names than their type's: `this(…)`, `super(…)`, `T::new`.
//! - `named_fit`: how a place that names a symbol fits it, whether it calls the symbol or not.
//! - `namespace_fit`: C++: how a call fits a function by the namespaces around both.
//! - `overloads`: functions of one name and one type: which of them a call means, by the types of its arguments.
//! - `receiver_fit`: how a call fits a callable by the type of what it is made on.
//! - `rust_fit`: Rust: how a call fits where a type has several methods of one name, its own and those of traits.
//! - `script_binding`: what modules of JavaScript rule out.
//! - `script_fit`: how a call in JavaScript fits a callable by what the functions around it bind.
//! - `telling`: whether a name that is declared once tells what is called.
//! - `tested`: which of many symbols a test reaches, told in one search for all of them.
//! - `unqualified_fit`: how a call without a receiver fits a callable: by what is in scope, and by the types around it.
//! - `uses`: calls of a type: the functions outside it that construct it or call something on it by its name.

pub(in crate::docql::relations) mod access;
mod body_fit;
pub(in crate::docql::relations) mod call_fit;
pub(in crate::docql::relations) mod call_places;
pub(in crate::docql::relations) mod call_site;
pub(in crate::docql::relations) mod callable;
pub(in crate::docql::relations) mod callees;
pub(in crate::docql) mod caller_counts;
pub(in crate::docql) mod callers;
mod constructions;
mod named_fit;
mod namespace_fit;
pub(in crate::docql::relations) mod overloads;
mod receiver_fit;
mod rust_fit;
mod script_binding;
mod script_fit;
mod telling;
pub(in crate::docql) mod tested;
mod unqualified_fit;
pub(in crate::docql::relations) mod uses;
