//! The names that functions bind: variables and parameters.
//!
//! - `around`: what a place stands in: the body of a function without a name, what is made for each item of a list.
//! - `binding`: the declaration of a local variable or parameter, looked for backwards from where it is used.
//! - `cases`: values that branches compare with.
//! - `declarators`: C++: names with brackets behind them that are declared, and not called.
//! - `expressions`: C and C++: where `a && b` is an expression, and no declaration of `b`.
//! - `function_types`: parameters that only the type of a function names.
//! - `go_values`: Go: names that mean a variable where they stand, whatever type has them.
//! - `heads`: what stands before a block, whose names are known in it alone.
//! - `hiding`: variables and parameters that hide functions of their name from calls by it alone.
//! - `lambda`: functions without a name: where their parameters stand, and what they are given to.
//! - `lambda_types`: the types of these parameters, which follow from what the function is given to.
//! - `literals`: Go: the types of what is made in braces, by which their keys are fields.
//! - `places`: names without qualifiers: whether one is read, bound, or the key of something.
//! - `several`: C++: several names that are declared in one statement.
//! - `sigils`: PHP: what binds a variable, and the types that are written before it.
//! - `typed`: names that are declared with a type beside them.

mod around;
pub(in crate::docql::relations::typing) mod binding;
mod cases;
pub(in crate::docql::relations::typing) mod declarators;
mod expressions;
mod function_types;
mod go_values;
mod heads;
pub(in crate::docql::relations::typing) mod hiding;
pub(in crate::docql::relations::typing) mod lambda;
pub(in crate::docql::relations::typing) mod lambda_types;
mod literals;
pub(in crate::docql::relations) mod places;
mod several;
pub(in crate::docql::relations::typing) mod sigils;
mod typed;
