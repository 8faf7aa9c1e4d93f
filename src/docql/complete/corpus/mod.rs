//! Names and values of the corpus.
//!
//! - `data`: keys and values of data files and front matter; columns of tables and the values in them.
//! - `name_search`: search for the distinct names that match the typed text.
//! - `names`: names and titles of the corpus, for arguments of functions.
//! - `roots`: counts of the corpus for roots.
//! - `tables`: names of databases and of their tables, for arguments of functions.
//! - `words`: candidates for search words: names of the corpus, and facets: `path:`, `lang:`, `kind:`, `ext:`, `repo:`,
//!   `table:`.

pub(super) mod data;
pub(super) mod name_search;
pub(super) mod names;
pub(super) mod roots;
pub(super) mod tables;
pub(super) mod words;
