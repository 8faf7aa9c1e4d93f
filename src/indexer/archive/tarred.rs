//! `.tar`, compressed or not: files one after the other, read once from front to back and kept in memory.

use super::checks::{MAX_KEPT, MAX_MEMBERS, MAX_RATIO, MAX_UNPACKED, SMALL, tidy};
use super::members::{Member, Visitor};
use crate::formats::Packing;
use crate::indexer::files::classify::HEAD_BYTES;
use crate::library::ReadError;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;
use tar::{Archive, Entry, EntryType};

/// The files that were taken.
#[derive(Default)]
pub(super) struct Tarred(Vec<Box<[u8]>>);

/// A reader that fails behind its last byte, where another would say that this is all.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let Some(left) = self.left.checked_sub(count as u64) else {
            return Err(std::io::Error::other(format!("it unpacks to more than {MAX_RATIO} times its size")));
        };
        self.left = left;
        Ok(count)
    }
}

impl Tarred {
    /// Reads the archive at `path` and shows all files; the number of one that is taken is its place in what is kept.
    pub(super) fn open(path: &Path, packing: Option<Packing>, visitor: &mut dyn Visitor) -> Result<Tarred, ReadError> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        let file = BufReader::with_capacity(1 << 16, file);
        let damaged = |error: &dyn std::fmt::Display| ReadError::DamagedPacking(error.to_string());
        let unpacked: Box<dyn Read> = match packing {
            None => Box::new(file),
            Some(Packing::Gzip) => Box::new(flate2::read::MultiGzDecoder::new(file)),
            Some(Packing::Zstd) => {
                Box::new(ruzstd::decoding::StreamingDecoder::new(file).map_err(|error| damaged(&error))?)
            }
        };
        let left = size.saturating_mul(MAX_RATIO).clamp(SMALL, MAX_UNPACKED);
        let mut archive = Archive::new(Bounded { inner: unpacked, left });
        let mut files = Files { kept: Tarred::default(), left: MAX_KEPT, visitor };
        let mut count = 0;
        for entry in archive.entries().map_err(|error| damaged(&error))? {
            count += 1;
            let read = entry.map_err(|error| damaged(&error)).and_then(|entry| files.take(entry, count));
            match read {
                Ok(()) if files.visitor.is_over() => break,
                Ok(()) => {}
                // What stands before it counts, if there is anything.
                Err(reason) if count == 1 => return Err(reason),
                Err(reason) => {
                    files.visitor.refuse("", reason);
                    break;
                }
            }
        }
        Ok(files.kept)
    }

    /// A file of up to `limit` bytes.
    pub(super) fn read(&self, number: u32, limit: u64) -> Result<&[u8], ReadError> {
        let bytes = self.0.get(number as usize).ok_or(ReadError::Gone)?;
        match bytes.len() as u64 {
            length if length > limit => Err(ReadError::TooLarge(length, limit)),
            _ => Ok(bytes),
        }
    }
}

struct Files<'v> {
    kept: Tarred,
    left: u64,
    visitor: &'v mut dyn Visitor,
}

impl Files<'_> {
    fn take<R: Read>(&mut self, mut entry: Entry<'_, R>, count: usize) -> Result<(), ReadError> {
        let damaged = |error: std::io::Error| ReadError::DamagedPacking(error.to_string());
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let checked = match entry.header().entry_type() {
            EntryType::Directory | EntryType::XGlobalHeader => return Ok(()),
            EntryType::Symlink | EntryType::Link => Err(ReadError::Link),
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => tidy(&name),
            _ => Err(ReadError::NotRegular),
        };
        let (size, modified) = (entry.size(), entry.header().mtime().unwrap_or(0) as i64);
        if count > MAX_MEMBERS {
            return Err(ReadError::TooManyMembers(MAX_MEMBERS));
        }
        let path = match checked {
            Ok(_) if size > self.left => Err(ReadError::ArchiveTooLarge(MAX_KEPT)),
            checked => checked,
        };
        let path = match path {
            Ok(path) => path,
            Err(reason) => {
                self.visitor.refuse(&name, reason);
                return Ok(());
            }
        };
        let mut bytes = Vec::new();
        entry.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut bytes).map_err(damaged)?;
        let member = Member { path, number: self.kept.0.len() as u32, size, modified };
        if self.visitor.offer(member, &mut || bytes.clone()) {
            let rest = entry.take(size.saturating_sub(bytes.len() as u64)).read_to_end(&mut bytes);
            self.left = self.left.saturating_sub(bytes.len() as u64);
            self.kept.0.push(bytes.into_boxed_slice());
            rest.map_err(damaged)?;
        }
        Ok(())
    }
}
