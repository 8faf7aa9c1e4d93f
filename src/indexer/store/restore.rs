//! From a manifest back to a library, before anything of the workspace has been looked at.

use super::manifest::Manifest;
use crate::document::FormatInfo;
use crate::formats;
use crate::indexer::options::MAX_FILE_BYTES;
use crate::indexer::walk::Stamp;
use crate::library::{FileEntry, Inventory, Library, Loader, Repository, Root, Segment, Skipped};
use std::sync::Arc;

/// What was committed last.
pub(in crate::indexer) struct Restored {
    manifest: Manifest,
    segments: Vec<Arc<Segment>>,
}

/// The same as parts of an indexer's state.
pub(in crate::indexer) struct State {
    pub library: Library,
    /// One per file.
    pub stamps: Vec<Stamp>,
    /// The number of each file in the full-text index.
    pub numbers: Vec<Option<u32>>,
    pub next_number: u32,
}

impl Restored {
    pub(super) fn new(manifest: Manifest, segments: Vec<Arc<Segment>>) -> Restored {
        Restored { manifest, segments }
    }

    /// When it was written, in seconds since 1970.
    pub(in crate::indexer) fn written(&self) -> u64 {
        self.manifest.meta.written
    }

    /// Names of segments whose bytes are not what was written. Reads all of them.
    pub(in crate::indexer) fn damaged(&self) -> Vec<String> {
        let is_damaged = |segment: &&Arc<Segment>| segment.saved_checksum() != Some(segment.checksum());
        self.segments.iter().filter(is_damaged).filter_map(|segment| Some(segment.file()?.to_owned())).collect()
    }

    /// The library that was committed, shown as `root` shows its files. Whether the files are still so has
    /// to be looked at.
    pub(in crate::indexer) fn state(&self, root: Root, loader: Arc<dyn Loader>) -> State {
        let meta = &self.manifest.meta;
        let formats: Vec<Option<&'static FormatInfo>> =
            meta.formats.iter().map(|id| formats::by_id(id).map(|format| format.info)).collect();
        let count = self.manifest.len();
        let (mut files, mut stamps, mut numbers) =
            (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
        let mut rows = Vec::with_capacity(count);
        for number in 0..count {
            let record = self.manifest.record(number);
            let Some(format) = formats.get(record.format as usize).copied().flatten() else { continue };
            let path = self.manifest.path(number);
            files.push(FileEntry {
                path: match root.prefix.as_str() {
                    "" => path.into(),
                    prefix => format!("{prefix}{path}").into(),
                },
                absolute: root.absolute.join(path),
                root: 0,
                repository: record.repository,
                size: record.size,
                modified: record.modified.div_euclid(1_000_000_000),
                format,
                text_only: record.size > MAX_FILE_BYTES,
            });
            stamps.push(Stamp { size: record.size, modified: i128::from(record.modified) });
            numbers.push(record.number);
            rows.push(record.row);
        }
        let with = |path: &String| match path.as_str() {
            "" => root.prefix.trim_end_matches('/').to_owned(),
            path => format!("{}{path}", root.prefix),
        };
        let repositories = meta.repositories.iter();
        let inventory = Inventory {
            repositories: repositories
                .map(|(path, name)| Repository { path: with(path), name: name.clone() })
                .collect(),
            skipped: meta
                .skipped
                .iter()
                .map(|(path, reason)| Skipped { path: with(path), reason: reason.clone() })
                .collect(),
            files,
            roots: vec![root],
        };
        let library = Library::restored(inventory, self.segments.clone(), rows, loader);
        State { library, stamps, numbers, next_number: meta.next_number }
    }
}
