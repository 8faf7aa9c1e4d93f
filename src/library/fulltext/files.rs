//! The files of an index in a directory as one commit names them, to be compared with what was written.

use super::fields::{TextFields, TextIndex};
use super::recorded::{COMMITTED, Record};
use std::path::{Path, PathBuf};
use tantivy::SegmentMeta;
use tantivy::index::SegmentComponent;

/// Attempts to read a commit that its owner keeps replacing.
const ATTEMPTS: usize = 3;

/// The files of every segment.
const WRITTEN: [SegmentComponent; 6] = [
    SegmentComponent::Postings,
    SegmentComponent::Positions,
    SegmentComponent::FastFields,
    SegmentComponent::FieldNorms,
    SegmentComponent::Terms,
    SegmentComponent::Store,
];

/// What tells a commit from those of other indexes, and from those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextMark {
    /// The number of the index, which no other has.
    pub identity: u64,
    /// Grows with each commit of an index.
    pub commit: u64,
}

/// The files of the last commit to a directory.
#[derive(Debug)]
pub struct TextFiles {
    directory: PathBuf,
    record: Record,
    mark: TextMark,
    note: Option<String>,
    left: Vec<PathBuf>,
}

impl TextFiles {
    /// The files of the last commit to `directory`; `None` if it cannot be read, or is not what was written.
    pub fn of(directory: &Path) -> Option<TextFiles> {
        (0..ATTEMPTS).find_map(|_| TextFiles::read(directory))
    }

    fn read(directory: &Path) -> Option<TextFiles> {
        let commit = || std::fs::read(directory.join(COMMITTED)).ok();
        let bytes = commit()?;
        // The record comes second: it knows the commits before it as long as they are the last ones.
        let record = Record::read(directory).filter(|record| record.knows_commit(&bytes))?;
        let (index, _) = TextFields::in_directory(directory).ok()?;
        let metas = index.load_metas().ok()?;
        let of_segment = |segment: &SegmentMeta| {
            let deleted = segment.has_deletes().then_some(SegmentComponent::Delete);
            WRITTEN.into_iter().chain(deleted).map(|part| segment.relative_path(part)).collect::<Vec<PathBuf>>()
        };
        let files = metas.segments.iter().flat_map(of_segment);
        let mark = TextMark { identity: record.identity, commit: metas.opstamp };
        let left = files.collect();
        let read = TextFiles { directory: directory.to_owned(), record, mark, note: metas.payload.clone(), left };
        (commit()? == bytes).then_some(read)
    }

    /// The mark of the commit.
    pub fn mark(&self) -> TextMark {
        self.mark
    }

    /// What the writer has noted with the commit.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Names of the files that are left to compare.
    pub fn names(&self) -> impl Iterator<Item = &Path> {
        self.left.iter().map(PathBuf::as_path)
    }

    /// True if the file is what was written. Reads all of it.
    pub fn is_whole(&self, name: &Path) -> bool {
        self.record.is_whole(&self.directory, name)
    }

    /// True if the next file is what was written, or has been merged into another since; `None` after the last one.
    /// Reads all of it.
    pub fn is_next_whole(&mut self) -> Option<bool> {
        let name = self.left.pop()?;
        Some(self.is_whole(&name) || !self.directory.join(name).exists())
    }
}

impl TextIndex {
    /// True if the files of the index in `directory` are what was written. Reads all of them.
    pub fn is_whole(directory: &Path) -> bool {
        TextFiles::of(directory).is_some_and(|files| files.names().all(|name| files.is_whole(name)))
    }
}
