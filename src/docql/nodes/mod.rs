//! The results of queries: items, lists of them, the values of their fields.
//!
//! - `asked`: fields that an evaluation asks for: what they would be read from and is not indexed is noted as lacking.
//! - `callables`: what can be called: how it is declared, and what it calls.
//! - `context`: the context of an evaluation: library, ticket and variables.
//! - `described_elsewhere`: what an endpoint refers to in other files of the workspace.
//! - `evidence`: how a relation is known: what is written at the site, or the name alone.
//! - `fields`: the values of fields: read from columns where possible, from the text where necessary.
//! - `hit`: results for screens and reports: plain data, no handles.
//! - `links`: where the addresses of links lead: files and sections of the workspace, or nowhere.
//! - `lists`: what a query passes along its steps: items, lists of them, and the part of a document that each is.
//! - `matched`: the match of a hit: where in it stands what was looked for.
//! - `names`: what nodes are called: ids, qualified names, the places that people write, and how names are compared.
//! - `noted`: what a query has noted on its way: what it saw, what it knows already, what it lacks.
//! - `outline`: the outline of a document as people see it: impl blocks are hidden, their methods listed under their
//!   types.
//! - `pages`: pages of paginated documents: on which one a place is, and which lines one has.
//! - `picture_size`: how large pictures are: files, and those that documents show.
//! - `rows`: tables and their rows.
//! - `structure`: directories: derived from the sorted list of files, never stored.
//! - `supertypes`: names of supertypes, from the declaration of a type and its impl blocks.
//! - `value`: values of fields, paths and literals.
//! - `visible`: who may see what is declared, which a declaration in another file may say.
//! - `written`: values as people read them: doc comments without their markers, times.

pub(super) mod asked;
pub(super) mod callables;
pub(super) mod context;
mod described_elsewhere;
pub(super) mod evidence;
pub(super) mod fields;
pub(super) mod hit;
pub(super) mod links;
pub(super) mod lists;
pub(super) mod matched;
pub(super) mod names;
pub(super) mod noted;
pub(super) mod outline;
pub(super) mod pages;
mod picture_size;
pub(super) mod rows;
pub(super) mod structure;
pub(super) mod supertypes;
pub(super) mod value;
pub(super) mod visible;
mod written;
