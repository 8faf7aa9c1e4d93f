//! The query of one level, as every channel is asked it.

use super::name_query::NameQuery;
use crate::document::Kind;
use crate::library::{FileId, Library, Outline, TextQuery};
use crate::search::model::channels::is_entity;
use crate::search::request::filter::Filter;
use crate::stdx::Ticket;

/// The words of one level, for names and for texts, with the limits of the answer.
pub(super) struct ChannelQuery<'q> {
    pub library: &'q Library,
    pub filter: &'q Filter<'q>,
    pub names: &'q NameQuery,
    pub text: &'q TextQuery,
    /// Candidates that a channel hands on, at most.
    pub depth: usize,
    /// Names that are counted in a channel, at most: beyond them only the best are looked for.
    pub max_counted: usize,
    pub ticket: &'q Ticket,
}

impl ChannelQuery<'_> {
    /// The files that pass the filters.
    pub(super) fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        self.library.file_ids().filter(|&file| self.filter.accepts_file(file))
    }

    /// True if nodes of a kind are found by their names, or some of them.
    pub(super) fn is_candidate(&self, kind: Kind) -> bool {
        (kind.in_outline() || is_entity(kind)) && self.filter.may_accept(kind)
    }

    /// True if a node of such a kind passes the filters.
    pub(super) fn accepts(&self, outline: &Outline<'_>, node: u32) -> bool {
        self.filter.accepts_node(outline.kind(node), outline.flags(node))
            && self.filter.accepts_name(outline.name(node))
    }
}
