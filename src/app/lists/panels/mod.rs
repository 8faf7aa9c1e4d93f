//! Rows of the lists over the panes, and the place of such a list on the screen.
//!
//! - `area`: the place of a list over the panes: update and drawing both ask here.
//! - `bookmarks`: bookmarks and visited places, to go to one.
//! - `commands`: lists of commands: the palette, and the menu of a row.
//! - `facets`: ways to narrow the results: what is counted in them, each a condition that is put into the query or
//!   taken out.
//! - `help`: help: keys, commands, the language, and what the signs stand for; made from the tables, never written by
//!   hand.
//! - `links`: the links of the document in the preview, to follow one.
//! - `names`: the names of the source in the preview that are declared elsewhere, to go to the definition of one.
//! - `orders`: the orders of the results, to choose one.
//! - `problems`: files that were left out, and why.
//! - `query_history`: earlier queries, and those saved in the settings, to put one into the prompt.
//! - `reasons`: why a hit of a search is where it is: what made its score, what was tried, what each channel found.
//! - `refreshed`: lists that change while they are open.
//! - `siblings`: siblings of a part of the way to the selection.
//! - `themes`: themes, the user's own and those that are shipped, to choose one.
//! - `vocabulary`: the rows of help that explain DocQL, read from the language's own catalog.

pub(in crate::app) mod area;
pub(in crate::app) mod bookmarks;
pub(in crate::app) mod commands;
pub(in crate::app) mod facets;
pub(in crate::app) mod help;
pub(in crate::app) mod links;
pub(in crate::app) mod names;
pub(in crate::app) mod orders;
pub(in crate::app) mod problems;
pub(in crate::app) mod query_history;
pub(in crate::app) mod reasons;
pub(in crate::app) mod refreshed;
pub(in crate::app) mod siblings;
pub(in crate::app) mod themes;
mod vocabulary;
