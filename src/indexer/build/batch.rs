//! Reading and parsing many files at once: every thread takes the next file and fills a segment of its own.

use super::name_prefilter::NamePrefilter;
use super::reuse::Reuse;
use crate::document::{Document, FormatFamily, FormatInfo};
use crate::indexer::files::progress::{Progress, Report, Stage};
use crate::indexer::source::loader::{SourceLoader, decode, has_document};
use crate::library::{
    CallSite, ContentKey, FileId, Library, ReadError, RowTable, Segment, SegmentBuilder, Skipped, name_hash,
};
use crate::stdx::Ticket;
use rayon::ThreadPool;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Instant;
use xxhash_rust::xxh3::xxh3_128;

/// Files done between two reports.
const REPORT_EVERY: u32 = 64;

/// A pass over many files.
pub(in crate::indexer) struct Batch<'b> {
    pub library: &'b Library,
    pub loader: &'b SourceLoader,
    /// In the order in which they are wanted.
    pub files: &'b [FileId],
    /// Parse only files that may declare one of these; all of them for `None`.
    pub prefilter: Option<&'b NamePrefilter>,
    /// Content that need not be parsed again.
    pub reuse: &'b Reuse,
    /// Take no further file after this moment.
    pub until: Option<Instant>,
    pub ticket: &'b Ticket,
    pub progress: Report<'b>,
    /// The base of the numbers reported: files done before, and files in all.
    pub offset: (u32, u32),
}

/// The result of looking at the bytes of a file.
enum Reading {
    /// No name that is looked for can be in it.
    NotWanted,
    /// It has been parsed before, elsewhere or earlier; this is its text, for the call sites.
    Known(ContentKey, Option<String>),
    /// Its document, or why its bytes are none.
    Parsed(ContentKey, Result<Box<Document>, ReadError>),
}

/// The results of a pass.
#[derive(Default)]
pub(in crate::indexer) struct Harvest {
    /// The nodes of some files, one builder per thread, with the files of its rows.
    pub segments: Vec<(SegmentBuilder, Vec<FileId>)>,
    /// Filters over the trigrams of some files.
    pub filters: Vec<(RowTable, Vec<FileId>)>,
    /// Files that turned out to hold no text, or could not be read.
    pub skipped: Vec<Skipped>,
    /// The number of files of the batch that were looked at.
    pub done: usize,
}

/// Segments with the files of their rows, and what could not be read.
type Parts = (Vec<(Arc<Segment>, Vec<FileId>)>, Vec<Skipped>);

impl Harvest {
    /// Closes the segments.
    pub(in crate::indexer) fn finish(self) -> Parts {
        let close = |(builder, files): (SegmentBuilder, _)| (Arc::new(builder.finish()), files);
        (self.segments.into_iter().map(close).collect(), self.skipped)
    }
}

impl Batch<'_> {
    /// Runs on all threads of `pool`; returns early when the time is up or the ticket stale.
    pub(in crate::indexer) fn run(&self, pool: &ThreadPool) -> Harvest {
        let (cursor, done) = (AtomicUsize::new(0), AtomicU32::new(0));
        let parts = pool.broadcast(|_| self.work(&cursor, &done));
        let mut harvest = Harvest { done: done.into_inner() as usize, ..Harvest::default() };
        for (builder, files, skipped) in parts {
            if !files.is_empty() {
                harvest.segments.push((builder, files));
            }
            harvest.skipped.extend(skipped);
        }
        harvest
    }

    fn work(&self, cursor: &AtomicUsize, done: &AtomicU32) -> (SegmentBuilder, Vec<FileId>, Vec<Skipped>) {
        let (mut builder, mut files, mut skipped) = (SegmentBuilder::default(), Vec::new(), Vec::new());
        // However short the time, every thread does one file: no step is without progress.
        let mut is_first = true;
        while !self.ticket.is_stale() && (is_first || self.until.is_none_or(|until| Instant::now() < until)) {
            is_first = false;
            let Some(&id) = self.files.get(cursor.fetch_add(1, Ordering::Relaxed)) else { break };
            match self.read(id) {
                Ok(Reading::NotWanted) => {}
                Ok(Reading::Known(key, text)) => {
                    if let Some((segment, row)) = self.reuse.find(&key) {
                        let calls = text.map(|text| call_sites(&text, self.library.file(id).format, 0));
                        builder.copy(segment, row, &calls.unwrap_or_default());
                        files.push(id);
                    }
                }
                Ok(Reading::Parsed(key, document)) => {
                    // Known to be nothing: it has a row without nodes, so that it is not read again.
                    let document = document.unwrap_or_else(|reason| {
                        skipped.push(self.skipped(id, reason.to_string()));
                        Box::default()
                    });
                    skipped.extend(lost(&self.library.file(id).path, &document));
                    push(&mut builder, &document, key, self.library.file(id).format);
                    files.push(id);
                }
                Err(reason) => {
                    skipped.push(self.skipped(id, reason.to_string()));
                    push(&mut builder, &Document::default(), ContentKey::default(), self.library.file(id).format);
                    files.push(id);
                }
            }
            let count = done.fetch_add(1, Ordering::Relaxed) + 1;
            if count.is_multiple_of(REPORT_EVERY) {
                let (before, total) = self.offset;
                (self.progress)(Progress { stage: Stage::Structure, done: before + count, total });
            }
        }
        (builder, files, skipped)
    }

    fn skipped(&self, id: FileId, reason: String) -> Skipped {
        Skipped { path: self.library.file(id).path.to_string(), reason }
    }

    fn read(&self, id: FileId) -> Result<Reading, ReadError> {
        let entry = self.library.file(id);
        if !has_document(entry) {
            // A row without nodes: it is known that there is nothing to know.
            let key = ContentKey { hash: 1, size: entry.size, format: name_hash(entry.format.id) };
            return Ok(Reading::Parsed(key, Ok(Box::default())));
        }
        if let (Some(prefilter), Some(trigrams)) = (self.prefilter, self.library.trigrams(id))
            && !prefilter.may_hold_unread(&entry.path, entry.format, trigrams)
        {
            return Ok(Reading::NotWanted);
        }
        let bytes = self.loader.bytes(entry)?;
        if self.prefilter.is_some_and(|prefilter| !prefilter.may_hold(&entry.path, entry.format, &bytes)) {
            return Ok(Reading::NotWanted);
        }
        let key = content_key(&bytes, entry.format);
        if self.reuse.find(&key).is_some_and(|(segment, row)| !segment.outline(row).is_empty()) {
            let text = if entry.format.derived_text { None } else { decode(bytes).ok() };
            return Ok(Reading::Known(key, text));
        }
        Ok(Reading::Parsed(key, self.loader.parse(entry, bytes).map(Box::new)))
    }
}

/// What a document lacks as a whole, to be told with the files that were left out.
pub(in crate::indexer) fn lost<'d>(path: &'d str, document: &'d Document) -> impl Iterator<Item = Skipped> + 'd {
    document.of_all().map(|reason| Skipped { path: path.to_owned(), reason: reason.to_owned() })
}

/// The key that tells whether a file must be parsed again.
pub(in crate::indexer) fn content_key(bytes: &[u8], format: &FormatInfo) -> ContentKey {
    ContentKey { hash: xxh3_128(bytes), size: bytes.len() as u64, format: name_hash(format.id) }
}

fn push(builder: &mut SegmentBuilder, document: &Document, key: ContentKey, format: &FormatInfo) {
    let calls = call_sites(&document.text, format, builder.len() as u32);
    builder.push(document, key, calls);
}

fn call_sites(text: &str, format: &FormatInfo, document: u32) -> Vec<CallSite> {
    let mut calls = Vec::new();
    if let (FormatFamily::Code, Some(lexis)) = (format.family, format.lexis) {
        CallSite::scan(text, lexis, document, &mut calls);
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::indexer::files::options::WorkspaceOptions;
    use crate::indexer::source::sources::Sources;
    use crate::indexer::walk;
    use crate::indexer::walk::disk::Disk;
    use crate::library::{NeededName, RowKind, TrigramTableBuilder};

    #[test]
    fn a_file_that_its_filter_rules_out_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["a.rs", "b.rs", "c.rs"] {
            std::fs::write(folder.path().join(name), "fn wanted() {}").expect("a file");
        }
        let ticket = Ticket::forever();
        let options = WorkspaceOptions::at(folder.path());
        let library = walk(&options, &ticket, &|_| {}).expect("a walk");
        let disk = Disk::of(Arc::new(options), Vec::new());
        let mut filters = TrigramTableBuilder::default();
        // The first filter is wrong, so that it shows whether the file was read nevertheless.
        filters.push("");
        filters.push("fn wanted() {}");
        let library = library.with_rows(RowKind::Trigrams, filters.finish(), &[FileId(0), FileId(1)]);
        let files: Vec<FileId> = library.file_ids().collect();
        let harvest = Batch {
            library: &library,
            loader: &SourceLoader::new(Sources::new(vec![Box::new(disk)]), 1 << 20),
            files: &files,
            prefilter: Some(&NamePrefilter::new(&[NeededName::part("wanted".to_owned())])),
            reuse: &Reuse::default(),
            until: None,
            ticket: &ticket,
            progress: &|_| {},
            offset: (0, 3),
        }
        .run(&rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread"));
        assert_eq!(harvest.done, 3);
        assert_eq!(harvest.segments.iter().flat_map(|(_, files)| files.clone()).collect::<Vec<_>>(), files[1..]);
    }
}
