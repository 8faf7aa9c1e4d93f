//! From one node to others: callers, callees, uses, supertypes, links, tests. In reading order:
//!
//! - `names`: what a name in code can mean: declarations by name, and the imports, modules and prototypes that
//!   decide between them.
//! - `types`: what they have above them, below them and inside them.
//! - `typing`: the types of values, as far as what is written near a call tells: parameters, annotations,
//!   constructions, results.
//! - `calls`: what a call can mean, and who calls what.
//! - `anonymous`: implementations without a name.
//! - `templates`: templates of components, whose expressions are not read as code.
//! - `blind_spots`: what the callers of a symbol leave open: calls as a value, by name, from elsewhere.
//! - `definition`: what a name in a text means, by the call, its qualifiers, imports and modules.
//! - `described`: terms of documents that are called like declarations.
//! - `documents`: relations between documents: links, backlinks, mentions, related documents.
//! - `elsewhere`: where a type has a member that was looked for in vain.
//! - `included`: texts that files of C include: what they name.
//! - `left_out`: what an answer leaves out without a row.
//! - `named`: the places in code that name symbols, each judged by what is written around it.
//! - `open_dispatch`: what stays open of calls through types above.
//! - `queries`: queries that find a symbol again.
//! - `references`: the places in code that name a symbol, the sure ones first.
//! - `code_blocks`: what the code in a document names.
//! - `steps`: relations in code, by name.
//! - `untied`: lines of code that hold the name of a symbol of which no reference is known.
//! - `unnamed_calls`: what is called without its name: operators, constructors of C++.
//! - `unresolved`: names of symbols in programs without an outline.
//! - `words`: the words in a text that may name symbols.

mod anonymous;
pub(super) mod blind_spots;
pub(super) mod calls;
mod code_blocks;
pub(super) mod definition;
mod described;
mod documents;
pub(super) mod elsewhere;
mod included;
mod left_out;
mod named;
mod names;
pub(super) mod open_dispatch;
pub(super) mod queries;
pub(super) mod references;
pub(super) mod steps;
mod templates;
mod types;
mod typing;
pub(super) mod unnamed_calls;
pub(super) mod unresolved;
pub(super) mod untied;
mod words;
