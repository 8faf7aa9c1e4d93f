//! Rows of the lists over the panes, and the place of such a list on the screen.

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
