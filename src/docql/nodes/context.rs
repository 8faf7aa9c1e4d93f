//! What evaluation needs to know, and whom it tells.

use crate::document::DataTree;
use crate::library::{FileId, Library};
use crate::stdx::{Stale, Ticket};
use std::sync::Arc;

/// What evaluation needs to know.
#[derive(Clone, Copy)]
pub(in crate::docql) struct Context<'l> {
    pub library: &'l Library,
    pub ticket: &'l Ticket,
    /// For `--data` and for `$` inside of filters over data.
    pub value: Option<&'l Arc<DataTree>>,
    /// The document that `$` in a filter speaks of.
    pub file: Option<FileId>,
    /// Whether lists may repeat items, as RFC 9535 has it.
    pub strict: bool,
}

impl Context<'_> {
    pub(in crate::docql) fn check(&self) -> Result<(), Stale> {
        self.ticket.check()
    }
}
