//! Calls: what a call can mean, and who calls what.
//!
//! - `access`: who can call what: privacy as the languages have it, so that what they rule out is not shown.
//! - `call_places`: the places where names are called, by file, so that a file is read once for all of them.
//! - `call_site`: a site where a name is called: what stands before the name, and what that is.
//! - `callable`: what can be called: the properties that decide which calls can refer to it.
//! - `called_names`: the names that what is called has, in all the ways in which it may be called by one.
//! - `callees`: each call in a symbol is matched against all declarations of the called name, as for callers.
//! - `caller_counts`: caller counts of many declarations at once, for sorting hits by callers.
//! - `callers`: callers by name: call sites are indexed by a hash of the called name.
//! - `computed`: PHP: calls by names that are put together, which are not followed.
//! - `constructors`: constructors that are called by other names than their type's, or by none.
//! - `dispatch`: dynamic dispatch: a call through an interface or a type above may run what implements or overrides it.
//! - `fit`: how a call fits a callable, by what is written at the call and what is known around it.
//! - `overloads`: functions of one name and one type: which of them a call means, by the types of its arguments.
//! - `renamed`: JavaScript: functions that are called by a name that is neither their own nor one of an import.
//! - `supers`: Ruby: methods that are called by `super`.
//! - `telling`: whether a name that is declared once tells what is called.
//! - `tested`: which of many symbols a test reaches, told in one search for all of them.
//! - `uses`: calls of a type: the functions outside it that construct it or call something on it by its name.

pub(in crate::docql::relations) mod access;
pub(in crate::docql::relations) mod call_places;
pub(in crate::docql::relations) mod call_site;
pub(in crate::docql::relations) mod callable;
mod called_names;
pub(in crate::docql::relations) mod callees;
pub(in crate::docql) mod caller_counts;
pub(in crate::docql) mod callers;
pub(in crate::docql::relations) mod computed;
mod constructors;
pub(in crate::docql::relations) mod dispatch;
pub(in crate::docql::relations) mod fit;
pub(in crate::docql::relations) mod overloads;
mod renamed;
mod supers;
mod telling;
pub(in crate::docql) mod tested;
pub(in crate::docql::relations) mod uses;
