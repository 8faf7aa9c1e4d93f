//! The types of values, as far as what is written near a call tells: parameters, annotations, constructions, results.
//!
//! - `arguments`: arguments of calls: what is known of their types, and how well one fits a parameter.
//! - `arity`: how many arguments functions take, where that tells those of one name apart.
//! - `bodies`: Java: bodies of types without a name: of constants, and behind `new T(…)`.
//! - `chain`: expressions as chains: a first name and what is taken from it, link by link.
//! - `containers`: containers of the library: what their methods yield of their elements.
//! - `conversions`: how well an argument fits a parameter: what languages and their libraries take a value of one type for.
//! - `declared`: the types that declarations are written with: of variables and fields, and of what functions yield.
//! - `evaluate`: chain → type: what each member, call and index yields.
//! - `known`: what is known of the thing that a call is made on.
//! - `locals`: the names that functions bind: variables and parameters.
//! - `library_members`: what members of types of languages and their libraries yield.
//! - `library_types`: types of Java's and Kotlin's libraries: which is below which, and what other languages call them.
//! - `model`: pieces of code as tokens, and what an expression in them is.
//! - `names`: what names mean at a place: types, functions, variables, packages.
//! - `operations`: values that are written out, and what signs make of values: the types that these have as arguments.
//! - `overloads`: functions of one name: which of them takes given arguments best.
//! - `python`: Python: what its statements bind, and what its functions take and yield.
//! - `results`: declaration → type: what a member of a type is, what a field or variable holds, what a function yields.
//! - `table`: what is looked up while types are told, once for a whole query: declarations by name, types above others,
//!   imports.
//! - `tokens`: the tokens of a piece of code, good enough for reading expressions and declarations.
//! - `variables`: a first name → its type: a parameter or local variable, the type around it, a member of that, what
//!   is imported.
//! - `written`: types as they are written: what they point to, hold and are called.

pub(super) mod arguments;
pub(super) mod arity;
pub(super) mod bodies;
mod chain;
mod containers;
mod conversions;
mod declared;
mod evaluate;
pub(super) mod known;
mod library_members;
mod library_types;
pub(super) mod locals;
mod model;
mod names;
mod operations;
pub(super) mod overloads;
mod python;
mod results;
pub(super) mod table;
pub(in crate::docql::relations) mod tokens;
mod variables;
mod written;
