//! Standard input as a source: one file that never changes.

use super::seam::{ListRequest, Listed, Source};
use crate::indexer::files::classify::{format_of, head_of};
use crate::indexer::files::options::WalkError;
use crate::indexer::files::walked_files::{Findings, WalkedFile};
use crate::library::{FileEntry, Origin, ReadError, Root, Stamp};
use std::path::Path;

/// The bytes of standard input, shown as the file `-`.
pub(in crate::indexer) struct Input {
    bytes: Vec<u8>,
    /// Over this it has no outline.
    limit: u64,
}

impl Input {
    /// With these bytes, and an outline if there are no more than `limit`.
    pub(in crate::indexer) fn new(bytes: Vec<u8>, limit: u64) -> Input {
        Input { bytes, limit }
    }
}

impl Source for Input {
    fn owns(&self, origin: &Origin) -> bool {
        matches!(origin, Origin::Input)
    }

    fn list(&self, request: &ListRequest<'_>) -> Result<Listed, WalkError> {
        let size = self.bytes.len() as u64;
        let entry = FileEntry {
            path: "-".into(),
            origin: Origin::Input,
            root: request.first_root,
            repository: None,
            size,
            modified: 0,
            format: format_of(Path::new("-"), || head_of(&self.bytes)).info,
            text_only: size > self.limit,
        };
        let found = WalkedFile { entry, real: None, stamp: Stamp::of_version(size, 0) };
        let root = Root { origin: Origin::Input, prefix: String::new(), name: "-".to_owned() };
        Ok(Listed { roots: vec![root], findings: Findings { files: vec![found], ..Findings::default() } })
    }

    fn read(&self, _: &FileEntry, _: u64, _: &mut Vec<u8>, work: &mut dyn FnMut(&[u8])) -> Result<(), ReadError> {
        work(&self.bytes);
        Ok(())
    }

    fn bytes(&self, _: &FileEntry, _: u64) -> Result<Vec<u8>, ReadError> {
        Ok(self.bytes.clone())
    }

    fn window(&self, _: &FileEntry, start: u64, length: usize) -> Result<Vec<u8>, ReadError> {
        let start = self.bytes.len().min(start as usize);
        Ok(self.bytes[start..self.bytes.len().min(start.saturating_add(length))].to_vec())
    }

    fn stamp(&self, file: &FileEntry) -> Option<Stamp> {
        Some(Stamp::of_version(file.size, 0))
    }
}
