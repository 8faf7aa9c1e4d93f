//! `.zip` and its kin: a directory at the end, and files that are unpacked one by one when they are read.

use super::checks::{MAX_MEMBERS, tidy, within_bounds};
use super::members::{Member, Visitor};
use crate::indexer::files::classify::HEAD_BYTES;
use crate::library::ReadError;
use crate::stdx::day_number;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use zip::ZipArchive;
use zip::result::ZipError;

/// An open file that several readers share, each at a place of its own.
#[derive(Clone)]
struct Shared {
    file: Arc<Mutex<File>>,
    at: u64,
}

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.at))?;
        let count = file.read(buffer)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Shared {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        self.at = match to {
            SeekFrom::Current(by) => {
                let outside = || std::io::Error::from(std::io::ErrorKind::InvalidInput);
                self.at.checked_add_signed(by).ok_or_else(outside)?
            }
            to => file.seek(to)?,
        };
        Ok(self.at)
    }
}

/// An archive.
pub(super) struct Zipped(ZipArchive<Shared>);

impl Zipped {
    /// The archive at `path`.
    pub(super) fn open(path: &Path) -> Result<Zipped, ReadError> {
        let file = Shared { file: Arc::new(Mutex::new(File::open(path)?)), at: 0 };
        ZipArchive::new(file).map(Zipped).map_err(|error| problem(&error))
    }

    /// Shows all files.
    pub(super) fn list(&self, visitor: &mut dyn Visitor) {
        let mut before = 0;
        for number in 0..self.0.len() {
            if visitor.is_over() {
                return;
            }
            let Ok(entry) = self.0.by_index_data(number) else { continue };
            if entry.is_dir() {
                continue;
            }
            let raw = String::from_utf8_lossy(entry.name_raw()).into_owned();
            let name = entry.name().map_or(raw, |name| name.into_owned());
            if number >= MAX_MEMBERS {
                return visitor.refuse(&name, ReadError::TooManyMembers(MAX_MEMBERS));
            }
            let (size, packed) = (entry.size(), entry.compressed_size());
            let checked = match () {
                () if entry.is_symlink() => Err(ReadError::Link),
                () if entry.encrypted() => Err(ReadError::Encrypted),
                () => within_bounds(size, packed, before).and_then(|()| tidy(&name)),
            };
            let modified = entry.last_modified().map_or(0, seconds);
            match checked {
                Ok(path) => {
                    let member = Member { path, number: number as u32, size, modified };
                    let mut head = || self.cut(number as u32, HEAD_BYTES as u64).unwrap_or_default();
                    if visitor.offer(member, &mut head) {
                        before += size;
                    }
                }
                Err(reason) => visitor.refuse(&name, reason),
            }
        }
    }

    /// The first bytes of a file.
    fn cut(&self, number: u32, length: u64) -> Result<Vec<u8>, ReadError> {
        let mut archive = self.0.clone();
        let file = archive.by_index(number as usize).map_err(|error| problem(&error))?;
        let mut bytes = Vec::new();
        let read = file.take(length).read_to_end(&mut bytes);
        read.map_err(|error| ReadError::DamagedPacking(error.to_string()))?;
        Ok(bytes)
    }

    /// A file of up to `limit` bytes.
    pub(super) fn read(&self, number: u32, limit: u64) -> Result<Vec<u8>, ReadError> {
        let bytes = self.cut(number, limit.saturating_add(1))?;
        match bytes.len() as u64 > limit {
            true => Err(ReadError::UnpacksOver(limit)),
            false => Ok(bytes),
        }
    }
}

fn problem(error: &ZipError) -> ReadError {
    ReadError::DamagedPacking(error.to_string())
}

/// Seconds since 1970 of a local time that names no place: taken as it stands.
fn seconds(time: zip::DateTime) -> i64 {
    let (year, month, day) = (i64::from(time.year()), i64::from(time.month()), i64::from(time.day()));
    let days = day_number(year, month, day);
    days * 86_400 + i64::from(time.hour()) * 3_600 + i64::from(time.minute()) * 60 + i64::from(time.second())
}
