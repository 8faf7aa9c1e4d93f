//! The context of an evaluation: library, ticket and variables.

use crate::docql::nodes::noted::seen::Seen;
use crate::document::DataTree;
use crate::library::{FileId, Library};
use crate::stdx::{Stale, Ticket};
use std::sync::Arc;

/// The context of an evaluation.
#[derive(Clone, Copy)]
pub(in crate::docql) struct Context<'l> {
    pub library: &'l Library,
    pub ticket: &'l Ticket,
    /// The value of `$`: with `--data`, and in filters over data.
    pub value: Option<&'l Arc<DataTree>>,
    /// The document that `$` in a filter refers to.
    pub file: Option<FileId>,
    /// Set if lists may repeat items, as in RFC 9535.
    pub strict: bool,
    /// Remembers what is looked at: what is worth telling of it, and what was found for a whole list at once.
    pub seen: Option<&'l Seen>,
}

impl Context<'_> {
    pub(in crate::docql) fn check(&self) -> Result<(), Stale> {
        self.ticket.check()
    }
}
