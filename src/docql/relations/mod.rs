//! From one node to others: callers, callees, uses, supertypes, links, tests.
//!
//! - `access`: who can call what: privacy as the languages have it, so that what they rule out is not shown.
//! - `ambiguity`: the declarations that share a name, and which of them a site in code refers to.
//! - `blind_spots`: what the callers of a symbol leave open: calls through what it implements, as a value, by name,
//!   from elsewhere.
//! - `call_fit`: how well the text of a call fits a callable of the called name.
//! - `call_places`: the places where names are called, by file, so that what is read of a file is read once for all of them.
//! - `callees`: each call in a symbol is matched against all declarations of the called name, as for callers.
//! - `caller_counts`: caller counts of many declarations at once, for sorting hits by callers.
//! - `callers`: callers by name: call sites are indexed by a hash of the called name.
//! - `definition`: what a name in a text means, by the call, its qualifiers, imports and modules.
//! - `documents`: relations between documents: links, backlinks, mentions, related documents.
//! - `implementations`: types that name a type as a supertype, and in Go those that have its methods.
//! - `inheritance`: supertypes of a type, as nodes; which of several types of a name a declaration means.
//! - `linkage`: prototypes of C and the definition of a function are one symbol, and `static` ones are those of their
//!   file.
//! - `lookup`: declarations by name, nearest first, and the symbols that enclose a position.
//! - `members`: members of a type, including those written outside it.
//! - `memo`: values that are made once for a whole query, whichever thread asks first.
//! - `modules`: python: what a dotted name means where it stands, followed through imports from module to module.
//! - `name_resolution`: name resolution at a site in code, by imports, paths and enclosing modules.
//! - `receiver_fit`: how a call fits a callable by the type of what it is made on.
//! - `steps`: relations in code, by name.
//! - `typing`: the types of values, as far as what is written near a call tells: parameters, annotations,
//!   constructions, results.
//! - `uses`: calls of a type: the functions outside it that construct it or call something on it by its name.

mod access;
mod ambiguity;
pub(super) mod blind_spots;
mod call_fit;
mod call_places;
mod callees;
pub(super) mod caller_counts;
mod callers;
pub(super) mod definition;
mod documents;
mod implementations;
mod inheritance;
mod linkage;
mod lookup;
mod members;
mod memo;
mod modules;
mod name_resolution;
mod receiver_fit;
pub(super) mod steps;
mod typing;
mod uses;
