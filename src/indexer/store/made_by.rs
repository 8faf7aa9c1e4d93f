//! Which program an index is of: one that another version has written is made anew.

/// The program, as far as it matters for what is stored: its version, and a fingerprint of the tables, queries and code
/// by which bytes become nodes, call sites and text units. The build script takes it.
pub(super) const MADE_BY: &str = concat!("docql ", env!("CARGO_PKG_VERSION"), " ", env!("DOCQL_READING"));
