//! From a manifest back to a library, before anything of the workspace has been looked at.

use super::manifest::Manifest;
use crate::document::FormatInfo;
use crate::formats;
use crate::indexer::numbers::FileNumbers;
use crate::indexer::options::MAX_FILE_BYTES;
use crate::indexer::walk::Stamp;
use crate::library::{FileEntry, Inventory, Library, Loader, Repository, Root, Segment, Skipped, TrigramTable};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// What was committed last.
pub(in crate::indexer) struct Restored {
    manifest: Manifest,
    segments: Vec<Arc<Segment>>,
    trigrams: Vec<TrigramTable>,
}

/// The same as parts of an indexer's state.
pub(in crate::indexer) struct State {
    pub library: Library,
    /// One per file.
    pub stamps: Vec<Stamp>,
    pub numbers: FileNumbers,
}

impl Restored {
    pub(super) fn new(manifest: Manifest, segments: Vec<Arc<Segment>>, trigrams: Vec<TrigramTable>) -> Restored {
        Restored { manifest, segments, trigrams }
    }

    /// When it was written, in seconds since 1970.
    pub(in crate::indexer) fn written(&self) -> u64 {
        self.manifest.meta.written
    }

    /// Names of segments whose bytes are not what was written. Reads all of them.
    pub(in crate::indexer) fn damaged(&self) -> Vec<String> {
        let is_damaged = |segment: &&Arc<Segment>| segment.saved_checksum() != Some(segment.checksum());
        let segments = self.segments.iter().filter(is_damaged).filter_map(|segment| Some(segment.file()?.to_owned()));
        let tables = self.trigrams.iter().filter_map(|table| {
            let (file, checksum) = table.origin()?;
            (checksum != xxh3_64(table.as_bytes())).then(|| file.to_owned())
        });
        segments.chain(tables).collect()
    }

    /// The library that was committed, shown as `root` shows its files. Whether the files are still so has
    /// to be looked at.
    pub(in crate::indexer) fn state(&self, root: Root, loader: Arc<dyn Loader>) -> State {
        let meta = &self.manifest.meta;
        let formats: Vec<Option<&'static FormatInfo>> =
            meta.formats.iter().map(|id| formats::by_id(id).map(|format| format.info)).collect();
        let count = self.manifest.len();
        let (mut files, mut stamps) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let (mut rows, mut filters) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut paths: Vec<Arc<str>> = vec!["".into(); meta.next_number as usize];
        for number in 0..count {
            let record = self.manifest.record(number);
            let Some(format) = formats.get(record.format as usize).copied().flatten() else { continue };
            let path = self.manifest.path(number);
            let entry = FileEntry {
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
            };
            files.push(entry);
            stamps.push(Stamp { size: record.size, modified: i128::from(record.modified) });
            if let (Some(slot), Some(entry)) =
                (record.number.and_then(|number| paths.get_mut(number as usize)), files.last())
            {
                let entry: &FileEntry = entry;
                *slot = Arc::clone(&entry.path);
            }
            rows.push(record.row);
            filters.push(record.trigrams);
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
        let structure = (self.segments.clone(), rows);
        let library = Library::restored(inventory, structure, (self.trigrams.clone(), filters), loader);
        State { library, stamps, numbers: FileNumbers::from_paths(paths) }
    }
}
