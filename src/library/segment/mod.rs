//! Nodes of a batch of files in flat columns, the same in memory and in a mapped file.
//!
//! - `bitsliced_signatures`: the letters of names, sliced: for each letter a number that says of 64 names which of them
//!   hold it.
//! - `builder`: filling a segment, document by document.
//! - `calls`: call sites: for the hash of each name, the documents and the places in them.
//! - `columns`: segments: the structure of some documents as flat columns, in memory or mapped from a file.
//! - `letters`: the letters of the names of a segment's nodes.
//! - `name_index`: the nodes of a segment by their whole names.
//! - `name_signature`: signatures of names: the letters that each holds, in fourteen bytes.
//! - `names`: finding names that hold a text: one pass over the names of a segment, at the speed of memory.
//! - `numbers`: the numbers of the nodes of one file: packed in as few bits as the file needs, readable at any node.
//! - `outline`: the nodes of one file, read from the columns of its segment.
//! - `spelled`: the spelling of names: the class of each byte of an ASCII name, and the starts of its parts.

pub(super) mod bitsliced_signatures;
pub(super) mod builder;
pub(super) mod calls;
pub(super) mod columns;
mod letters;
mod name_index;
pub(super) mod name_signature;
pub(super) mod names;
mod numbers;
pub(super) mod outline;
pub(crate) mod spelled;
