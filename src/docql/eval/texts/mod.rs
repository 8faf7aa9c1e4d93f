//! What reads texts: content, lines, chunks, the full text.
//!
//! - `chunks`: chunks, pieces of retrieval size: sections cut at paragraphs, code cut at declarations.
//! - `content`: content functions: headings, chapters, sections, blocks, comments, chunks, full text.
//! - `fulltext`: `.search("words")`: ranked full-text search inside a list.
//! - `grep`: matching lines of files and parts of files, by ripgrep's engine: parallel, in order, cancellable.

pub(in crate::docql::eval) mod chunks;
pub(in crate::docql::eval) mod content;
pub(in crate::docql::eval) mod fulltext;
pub(in crate::docql::eval) mod grep;
