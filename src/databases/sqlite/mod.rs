//! SQLite: files that are opened for reading only, whatever is in them and whatever is asked of them.
//!
//! - `open`: a file as a database, without a write to it or beside it.
//! - `copy`: a private copy of a database whose newest changes lie in a file beside it.
//! - `guard`: what a connection may do: reading of listed tables with listed functions, within limits.
//! - `where_clause`: conditions that SQL decides as docql does.
//! - `rows`: rows under conditions.

mod copy;
mod guard;
pub(super) mod open;
mod rows;
pub(super) mod where_clause;
