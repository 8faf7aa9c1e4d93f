//! Pages of documents: rendered, compared, of files too large to index.

pub(super) mod changed_files;
mod changes;
mod compare;
pub(super) mod find;
mod large;
pub(super) mod names;
mod opened;
pub(super) mod outline;
pub(super) mod page;
mod page_parts;
pub(super) mod pictures;
mod scopes;
