//! The sources of files: the seam, standard input, and files for the read side.
//!
//! - `open_databases`: databases that are open: the last few, as long as neither they nor the changes beside them are
//!   others than they were.
//! - `input`: standard input as a source: one file that never changes.
//! - `document_bytes`: a document as bytes, and back.
//! - `kept_documents`: documents whose text costs much to be made, kept on disk by the content that they were made of.
//! - `recent_documents`: such documents in memory, the last few, where they are not kept on disk.
//! - `single_flight`: what several threads want at once is made by one.
//! - `loader`: files for the read side: bytes → text → document or data.
//! - `seam`: the seam under the indexer: where files come from.
//! - `shown_text`: the text that is shown of a file that holds another, as a file that editors can open.
//! - `sources`: the sources of a workspace as one.

mod document_bytes;
pub(super) mod input;
mod kept_documents;
pub(super) mod loader;
mod open_databases;
mod recent_documents;
pub(super) mod seam;
mod shown_text;
mod single_flight;
pub(super) mod sources;
