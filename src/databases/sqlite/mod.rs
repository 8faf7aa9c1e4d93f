//! SQLite: files that are opened for reading only, whatever is in them and whatever is asked of them.

mod copy;
mod guard;
pub(super) mod open;
mod rows;
pub(super) mod where_clause;
