//! Tables and what may be said of them.
//!
//! - `identifiers`: names as SQL.
//! - `homes`: where tables are: in a database, or in files whose tables are one together.
//! - `files`: files whose tables a question may be about.
//! - `catalog`: the tables that there are.
//! - `spoken`: how people say the names of columns and tables.
//! - `related`: the tables that one refers to, whose columns stand behind its own.
//! - `inferred`: references that a database does not declare.
//! - `children`: the tables that refer to one, or are linked with it.
//! - `clocks`: how columns hold points of time, as far as their values tell.
//! - `conditions`: conditions of rows, as SQL and as a filter.

pub(in crate::agent::tables) mod catalog;
pub(in crate::agent::tables) mod children;
pub(in crate::agent::tables) mod clocks;
pub(in crate::agent::tables) mod conditions;
pub(in crate::agent::tables) mod files;
pub(in crate::agent::tables) mod homes;
pub(in crate::agent::tables) mod identifiers;
mod inferred;
pub(in crate::agent::tables) mod related;
pub(in crate::agent::tables) mod spoken;
