//! Functions of one name: what arguments are, how well each fits a parameter, and which function takes them best.
//!
//! - `model`: what is known of arguments, and how well one fits.
//! - `arguments`: arguments of calls: how many there are, and what is known of their types.
//! - `conversions`: how well an argument fits a parameter: what languages and their libraries take a value of one type for.
//! - `cpp_arguments`: C++: what arguments are, and how well they fit parameters.
//! - `operations`: values that are written out, and what signs make of values: the types that these have as arguments.
//! - `overloads`: functions of one name: which of them takes given arguments best.

pub(in crate::docql::relations) mod arguments;
pub(in crate::docql::relations::typing) mod conversions;
pub(in crate::docql::relations::typing) mod cpp_arguments;
pub(in crate::docql::relations) mod model;
pub(in crate::docql::relations::typing) mod operations;
pub(in crate::docql::relations) mod overloads;
