//! Documents in the making.
//!
//! - `blocks`: blocks of code and what they show.
//! - `diagrams`: the nodes of diagrams.
//! - `endpoints`: endpoints that a text lists.
//! - `nodes`: nodes that nest, with their lines and tables.
//! - `sections`: headings → sections.
//! - `spans`: cells of tables that span rows and columns.

pub(super) mod blocks;
mod diagrams;
pub(super) mod endpoints;
pub(super) mod nodes;
pub(super) mod sections;
pub(super) mod spans;
