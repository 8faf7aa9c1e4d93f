//! Bytes of files on disk: regular files only, and never more than the limit.

use crate::indexer::files::classify::HEAD_BYTES;
use crate::library::ReadError;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// The least memory to read into, in bytes: most source files fit.
const MIN_SCRATCH: usize = 1 << 16;

/// Reads the file at `path`.
pub(super) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadError> {
    // Opening a pipe waits for its writer, and a device may never end: look before opening.
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(ReadError::NotRegular);
    }
    if metadata.len() > limit {
        return Err(ReadError::TooLarge(metadata.len(), limit));
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize + 1);
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 {
        length if length > limit => Err(ReadError::TooLarge(length, limit)),
        _ => Ok(bytes),
    }
}

/// At most `length` bytes of the file at `path` from `start` on.
pub(super) fn window(path: &Path, start: u64, length: usize) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::with_capacity(length);
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    file.take(length as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the file at `path` into `scratch`, whose length only grows: its first bytes, as many as returned, are
/// those of the file. `expected` is the size it had when it was found.
pub(super) fn read_into(path: &Path, limit: u64, expected: u64, scratch: &mut Vec<u8>) -> Result<usize, ReadError> {
    let mut file = open_at_once(path)?;
    let mut length = 0;
    let mut wanted = expected.min(limit) as usize + 1;
    loop {
        if scratch.len() < wanted {
            scratch.resize(wanted.max(MIN_SCRATCH).next_power_of_two(), 0);
        }
        let taken = match file.read(&mut scratch[length..]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            taken => taken?,
        };
        length += taken;
        if length as u64 > limit {
            return Err(ReadError::TooLarge(length as u64, limit));
        }
        // With all that is expected and room left, asking once more would only be told that this is all.
        if taken == 0 || (length as u64 >= expected && length < scratch.len()) {
            return Ok(length);
        }
        wanted = length + 1;
    }
}

/// Opens a file for reading without waiting: opening a pipe would wait for its writer. Looking before opening
/// would cost a scan of many files a fifth of its time.
fn open_at_once(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    options.read(true).open(path)
}

/// The first bytes of a regular file; empty if it cannot be read.
pub(super) fn head(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        let _ = file.take(HEAD_BYTES as u64).read_to_end(&mut bytes);
    }
    bytes
}
