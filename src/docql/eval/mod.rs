//! Plan → items: steps over lists, filters, scans of columns, files and texts.

mod apply;
mod chunks;
mod compare;
mod content;
mod data;
mod file_scan;
pub(super) mod filter;
mod fulltext;
mod grep;
mod list_ops;
pub(super) mod navigate;
mod order;
mod pushdown;
pub(super) mod rows;
pub(super) mod run;
pub(super) mod select;
pub(super) mod selection;
mod start;
