//! The preview of a file that is deleted.

use super::pane::PreviewPane;
use crate::app::protocol::page::Page;
use std::sync::Arc;

impl PreviewPane {
    /// A file that is gone stays on the screen, struck out, until something else is looked at.
    pub(super) fn kept_if_deleted(&self, page: Arc<Page>) -> Arc<Page> {
        match &self.page {
            Some(old) if page.deleted && old.path == page.path && !old.lines.is_empty() => struck(old),
            _ => page,
        }
    }

    /// Another query was answered: what was deleted is no longer looked at.
    pub(in crate::app) fn forget_deleted(&mut self) {
        if self.target.is_none() {
            self.page.take_if(|page| page.deleted);
        }
    }

    /// The file that is looked at was deleted.
    pub(in crate::app) fn strike(&mut self) {
        self.close_record();
        if let Some(page) = &self.page {
            self.page = Some(struck(page));
        }
    }
}

/// The page of a file that is gone.
fn struck(page: &Arc<Page>) -> Arc<Page> {
    Arc::new(Page { deleted: true, coloured: true, label: "deleted".to_owned(), ..Page::clone(page) })
}
