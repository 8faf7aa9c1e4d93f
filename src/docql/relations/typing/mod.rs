//! The types of values, as far as what is written near a call tells: parameters, annotations, constructions, results.
//!
//! - `arity`: how many arguments functions take, where that tells those of one name apart.
//! - `bodies`: Java, Kotlin: bodies of types without a name: of constants, behind `new T(…)` and `object : T {`.
//! - `bound`: what a name is bound to, where a function binds it.
//! - `csharp`: C#: what `x as T` and the conditions on parameters for types tell of values.
//! - `declared`: the types that declarations are written with: of variables and fields, and of what functions yield.
//! - `elements`: what values of a written type hold: elements of lists, items of arrays, keys of maps, what generators yield.
//! - `evaluate`: chain → type.
//! - `expected`: C#: the type that is expected where `new(…)` stands, which names none.
//! - `expressions`: expressions as tokens and as chains of links.
//! - `known`: what is known of the thing that a call is made on.
//! - `kotlin`: Kotlin: what tests and casts tell of values, what functions yield that extend types of libraries or have no
//!   written type, what blocks make the own value.
//! - `library`: what the libraries that come with languages have.
//! - `locals`: the names that functions bind: variables and parameters.
//! - `named_values`: what a name declares, as a value: a function, a type itself, a variable with what it is set to; or that
//!   it stands for something elsewhere.
//! - `names`: what names mean at a place: types, functions, variables, packages.
//! - `overloading`: functions of one name: what arguments are, how well each fits, and which function takes them best.
//! - `python`: Python: what its statements bind, and what its functions take and yield.
//! - `results`: declaration → type: what a member of a type is, what a field or variable holds, what a function yields.
//! - `ruby`: Ruby: classes and modules by their paths, where methods are looked up, and what values are.
//! - `rust`: Rust: what patterns and closures bind, what blocks and methods of the library yield.
//! - `scripts`: JavaScript and TypeScript: what names are bound to, and what objects hold.
//! - `step`: a type and a link of a chain behind it: what each member, call and index yields.
//! - `table`: what is looked up while types are told, once for a whole query: declarations by name, types above others,
//!   imports.
//! - `type_parameters`: names of types that a function or a type declares for itself.
//! - `variables`: a first name → its type: a parameter or local variable, the type around it, a member of that, what
//!   is imported.
//! - `written`: types as they are written: what they point to, hold and are called.

pub(super) mod arity;
pub(super) mod bodies;
mod bound;
mod csharp;
mod declared;
mod elements;
mod evaluate;
mod expected;
pub(super) mod expressions;
pub(super) mod known;
mod kotlin;
pub(in crate::docql::relations) mod library;
pub(super) mod locals;
mod named_values;
mod names;
pub(in crate::docql::relations) mod overloading;
pub(in crate::docql::relations) mod python;
mod results;
pub(in crate::docql::relations) mod ruby;
mod rust;
pub(super) mod scripts;
mod step;
pub(super) mod table;
mod type_parameters;
mod variables;
pub(in crate::docql::relations) mod written;
