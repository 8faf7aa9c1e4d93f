//! Reports: hits as items, their number, the reasons for them, notes beside them.
//!
//! - `absent`: words that occur nowhere.
//! - `called`: whether a name is the one that was typed, however it is spelled.
//! - `count`: the number of hits beyond those that are shown.
//! - `explain`: explanations: why a hit is where it is, and what a search has tried.
//! - `items`: ranked hits as the items that reports and screens present.
//! - `misread`: facets that restrict nothing, or everything: of a kind, a language or a time that there is none of.
//! - `notes`: notes beside an answer: words that occur nowhere, and what was tried instead.
//! - `passage`: the passage of a long text that says most about some words.
//! - `seen`: what a reader sees of a hit: the places in its text that made it one.
//! - `unsaid`: messages that nothing here says.

mod absent;
mod called;
pub(super) mod count;
pub(super) mod explain;
pub(super) mod items;
mod misread;
pub(super) mod notes;
mod passage;
pub(super) mod seen;
mod unsaid;
