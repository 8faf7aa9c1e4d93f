//! Files → structure: reading, parsing, reuse, publishing.
//!
//! - `batch`: reading and parsing many files at once: every thread takes the next file and fills a segment of its own.
//! - `gate`: one pass at a time: who waits goes on checking its ticket, so that a stale request never queues.
//! - `locks`: locks with ranks: the compiler refuses a program that takes them in another order.
//! - `name_prefilter`: rules out files that cannot declare a name: a scan of bytes without false negatives, so that
//!   only hits are parsed.
//! - `order`: the order of background work: files in view, their neighbours, documents, then the rest.
//! - `published`: the current snapshot: readers take it, writers grow the next one out of it.
//! - `reuse`: content that was parsed before, wherever it stood: a renamed file or a switched branch costs no parse.
//! - `structure`: passes that bring the structure of files into the snapshot.

pub(super) mod batch;
pub(super) mod gate;
pub(super) mod locks;
pub(super) mod name_prefilter;
pub(super) mod order;
pub(super) mod published;
pub(super) mod reuse;
pub(super) mod structure;
