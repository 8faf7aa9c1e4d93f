//! Pages of documents: rendered, compared, of files too large to index.
//!
//! - `changed_files`: the files of the workspace that differ from the commits that are checked out.
//! - `changes`: a file as its changes: the lines that differ from the commit that is checked out, with some around
//!   them.
//! - `compare`: two places of the workspace side by side, line against line.
//! - `find`: looks for text in a whole file, which may be too large to be held, and tells the lines that have it.
//! - `instead`: what stands in the place of a page: a picture, facts about a file that is no text, a reason why nothing is
//!   shown.
//! - `large`: files too large to be held: a sparse index of their lines, and windows of lines around a place.
//! - `links`: the links of a text that is shown as it is in its file: where they stand on its lines, and where they
//!   lead.
//! - `names`: looks up the names on the screen that are declared elsewhere in the workspace.
//! - `opened`: a text that is open in the preview: what its next page can use again.
//! - `outline`: the outline of one file, parsed when it is looked at.
//! - `page`: pages of the preview: plain text at once, then colours and the scopes that stay visible.
//! - `page_parts`: parts that pages have in common.
//! - `pictures`: pictures of the workspace: where one lies that a document names, how large it is, and decoding it.
//! - `scopes`: scopes that stay at the top of the preview while their inside is scrolled: signatures, headings, keys,
//!   table headers.

pub(super) mod changed_files;
mod changes;
mod compare;
pub(super) mod find;
mod instead;
mod large;
mod links;
pub(super) mod names;
mod opened;
pub(super) mod outline;
pub(super) mod page;
mod page_parts;
pub(super) mod pictures;
mod scopes;
