//! JavaScript and TypeScript: what names are bound to, and what objects hold.
//!
//! - `augmented`: what is declared here in addition to the types of a module that is elsewhere.
//! - `choices`: values that are one of two.
//! - `ends`: where expressions and types end.
//! - `generics`: types that follow from what a member is taken from, and from what a function is given.
//! - `given`: what a text gives to objects: functions by their names, everything that others have.
//! - `guards`: what conditions say of a value where they hold.
//! - `hung`: functions that hang on objects, and whose `this` is such an object.
//! - `lineage`: what hangs on an object, and on those that it has everything from.
//! - `locals`: what a name means that the functions around it bind.
//! - `narrowing`: the types that conditions around a place tell of values.
//! - `objects`: objects as they are written: what each has under a name.
//! - `operators`: types that are made of others by operators, and names for types that take others.
//! - `reader`: tokens → scopes.
//! - `scopes`: the names that a piece of code binds, each with the scope in which it is known.
//! - `targets`: what declarators, parameters and patterns bind.
//! - `types`: what types stand for that have a name, yield something, or are made of others.
//! - `values`: the values that objects, modules and functions without a written type hold and yield.

mod augmented;
mod choices;
pub(in crate::docql::relations::typing) mod ends;
pub(in crate::docql::relations::typing) mod generics;
pub(in crate::docql::relations::typing) mod given;
pub(in crate::docql::relations::typing) mod guards;
mod hung;
pub(in crate::docql::relations) mod lineage;
mod locals;
mod narrowing;
mod objects;
pub(in crate::docql::relations::typing) mod operators;
mod reader;
pub(in crate::docql::relations) mod scopes;
mod targets;
pub(in crate::docql::relations::typing) mod types;
pub(in crate::docql::relations) mod values;
