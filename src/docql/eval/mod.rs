//! Plan → items: steps over lists, filters, scans of columns, files and texts.
//!
//! - `ahead`: conditions on relations: those of all rows are looked for at once.
//! - `apply`: applies steps to lists.
//! - `compare`: comparison of values: RFC 9535 section 2.3.5 over data, with DocQL's leniencies over nodes.
//! - `data`: steps into data, as in RFC 9535.
//! - `file_scan`: the scan over files: finds the files that can contribute and evaluates them in parallel, in path
//!   order.
//! - `filter`: evaluation of predicates.
//! - `list_ops`: operations on the result as a whole, and values of fields.
//! - `lone`: elements that stand once where they may be repeated.
//! - `may_call`: functions that cannot call what a condition names, told by their texts.
//! - `navigate`: moves in the tree: children, parents, siblings, the file.
//! - `order`: the order of an answer: items without duplicates, by file and in document order.
//! - `pushdown`: predicate pushdown: leaves that depend on the file are decided once per file, leaves on a one-byte
//!   column become a table, and only the rest is evaluated node by node.
//! - `rows`: rows of tables, in documents and in databases: picked, searched, related.
//! - `run`: runs a plan: each step maps lists to lists; files are evaluated in parallel, in path order.
//! - `select`: selection of declarations by kind and name.
//! - `selection`: selection over columns: the leading steps of a plan that select nodes by columns, evaluated for a
//!   whole file or for candidate nodes, without building an item for each node.
//! - `start`: the lists that queries start from, per file or for the workspace.
//! - `texts`: what reads texts: content, lines, chunks, the full text.

pub(super) mod ahead;
pub(super) mod apply;
mod compare;
pub(super) mod data;
mod file_scan;
pub(super) mod filter;
mod list_ops;
pub(super) mod lone;
mod may_call;
pub(super) mod navigate;
mod order;
pub(super) mod pushdown;
pub(super) mod rows;
pub(super) mod run;
pub(super) mod select;
pub(super) mod selection;
mod start;
mod texts;
