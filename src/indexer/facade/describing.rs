//! Descriptions by a language model, where somebody asks for them.

use super::indexer::Indexer;
use crate::indexer::text::describing::{self, DescribeLimits, DescribePass, DescribeReport};
use crate::library::FileEntry;
use crate::semantic::Describer;
use crate::stdx::{Stale, Ticket};

impl Indexer {
    /// Has `describer` describe every piece of the files that has no description, and keeps what it says. `on_round` is
    /// called whenever something has been kept. Files that look like keys are not sent, nor databases that agents may not
    /// read. `None` where nothing can be kept.
    ///
    /// # Errors
    /// If the ticket goes stale; what was described until then is kept.
    pub fn describe(
        &self,
        describer: &Describer,
        limits: DescribeLimits,
        ticket: &Ticket,
        on_round: &mut dyn FnMut(&DescribeReport),
    ) -> Result<Option<DescribeReport>, Stale> {
        self.with_describe_pass(limits, ticket, |pass| describing::describe(describer, pass, on_round))
    }

    /// What [`Indexer::describe`] would send. Nothing is sent.
    ///
    /// # Errors
    /// If the ticket goes stale.
    pub fn describe_dry(&self, limits: DescribeLimits, ticket: &Ticket) -> Result<Option<DescribeReport>, Stale> {
        self.with_describe_pass(limits, ticket, describing::planned)
    }

    fn with_describe_pass(
        &self,
        limits: DescribeLimits,
        ticket: &Ticket,
        work: impl FnOnce(&DescribePass<'_>) -> Result<DescribeReport, Stale>,
    ) -> Result<Option<DescribeReport>, Stale> {
        let Some(place) = self.index_place() else { return Ok(None) };
        let is_shared = |file: &FileEntry| self.options.is_file_shared(file);
        let published = &self.published;
        work(&DescribePass { published, place, is_shared: &is_shared, limits, ticket }).map(Some)
    }
}
