//! Every other document: by its nodes, as CSV, as its source, as a placeholder.

pub(super) mod csv;
mod nodes;
pub(super) mod placeholder;
pub(super) mod record;
pub(super) mod rendered;
pub(super) mod source;
pub(super) mod sticky;
