//! Files → full text, vectors, vectors of pictures and descriptions if a service makes any.
//!
//! - `compared`: what is kept beside the structure, compared with the texts it was made of: vectors and descriptions.
//! - `describing`: having a language model describe what no description is known of: a few requests at a time, and what
//!   is paid for is kept at once.
//! - `descriptions`: descriptions of what files declare and say, as far as a language model has made any: cutting files
//!   into what is described, and giving every file the descriptions that are known of its content.
//! - `embedding_queue`: requests to an embeddings endpoint: a few files at a time, while everything else goes on.
//! - `indexer`: the full-text index of a workspace: opened when it is first needed, at the place that it is given.
//! - `merging`: the merge policy of the full-text index: small segments are put together, those full of deleted entries
//!   rewritten.
//! - `numbers`: the numbers of files in the full-text index: given out once, never again, so that entries of a file
//!   that has changed can never be taken for the new ones.
//! - `paid_pool`: what services have said – descriptions of texts, vectors of pictures – by the hash of what it was
//!   said of, in a file beside the index: nobody pays twice for the same content, even where files move, branches are
//!   switched, or the index is made anew.
//! - `pictures`: vectors of files that are pictures, where the user has configured an endpoint for them: each content
//!   is sent once.
//! - `pieces`: cutting a file into what gets a vector: what it says of itself, declarations with their documentation,
//!   paragraphs of sections.
//! - `reading`: reads a file once for everything that needs its decoded text: entries, trigrams, sections.
//! - `row_pieces`: what stands beside the further pieces of a long row.
//! - `units`: cutting a text into what full-text search finds: sections of prose, runs of lines of everything else.
//! - `vectors`: the last stage: vectors of what every file declares and says, made where text and structure are known.
//! - `writer`: the one writer of a full-text index, in memory or in a directory.

pub(super) mod compared;
pub(super) mod describing;
pub(super) mod descriptions;
mod embedding_queue;
pub(super) mod indexer;
mod merging;
pub(super) mod numbers;
mod paid_pool;
pub(super) mod pictures;
mod pieces;
mod reading;
mod row_pieces;
pub(super) mod units;
pub(super) mod vectors;
pub(super) mod writer;
