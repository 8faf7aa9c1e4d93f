//! The first level of the workspace, for a tree that does not wait for the walk.

use super::walked_files::Walked;
use super::walker;
use crate::indexer::handle::Indexer;
use crate::library::{Library, Listing};
use std::sync::{Arc, PoisonError};

impl Indexer {
    /// Looks at the first level only, and publishes its files, so that they can be looked at. The listing also
    /// names its directories. `None` where files are known already, or where there is no one first level.
    pub fn glance(&self) -> Option<Listing> {
        if !self.library().files().is_empty() {
            return None;
        }
        let Walked { roots, repositories, files, folders, .. } = walker::first_level(&self.options)?;
        let _published = self.publication.lock().unwrap_or_else(PoisonError::into_inner);
        if self.library().is_walked() {
            return None;
        }
        let library = Library::new(roots, repositories, files, self.loader.clone()).with_walked(false);
        let listing = Listing { folders: Arc::new(folders), ..library.listing() };
        self.replace(library);
        Some(listing)
    }
}
