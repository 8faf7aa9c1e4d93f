//! Bytes of files: regular files only, and never more than the limit.

use crate::formats::{self, Decoded, Format};
use crate::stdx::size;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// Why a file has no text: it is none.
pub(in crate::indexer) const BINARY: &str = "binary";

/// How much of a file its format is named by.
const HEAD_BYTES: usize = 1024;

/// Reads the file at `path`. The error is a clause for people.
pub(in crate::indexer) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    // Opening a pipe waits for its writer, and a device may never end: look before opening.
    let metadata = fs::metadata(path).map_err(|error| clause(&error))?;
    if !metadata.is_file() {
        return Err("not a regular file".to_owned());
    }
    if metadata.len() > limit {
        return Err(over(metadata.len(), limit));
    }
    let mut bytes = Vec::with_capacity(metadata.len() as usize + 1);
    let file = File::open(path).map_err(|error| clause(&error))?;
    file.take(limit + 1).read_to_end(&mut bytes).map_err(|error| clause(&error))?;
    match bytes.len() as u64 {
        length if length > limit => Err(over(length, limit)),
        _ => Ok(bytes),
    }
}

/// At most `length` bytes of the file at `path` from `start` on. The error is a clause for people.
pub(in crate::indexer) fn window(path: &Path, start: u64, length: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(length);
    let mut read = || {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(start))?;
        file.take(length as u64).read_to_end(&mut bytes)
    };
    read().map_err(|error| clause(&error))?;
    Ok(bytes)
}

/// Whether the first bytes of a file are those of a text.
pub(in crate::indexer) fn is_text(head: Vec<u8>) -> bool {
    matches!(formats::decode(head), Decoded::Text { .. })
}

/// Reads the file at `path` into `scratch`, whose length only grows: its first bytes, as many as returned, are
/// those of the file. `expected` is the size it had when it was found.
pub(in crate::indexer) fn read_into(
    path: &Path,
    limit: u64,
    expected: u64,
    scratch: &mut Vec<u8>,
) -> Result<usize, String> {
    let mut file = open_at_once(path).map_err(|error| clause(&error))?;
    let mut length = 0;
    let mut wanted = expected.min(limit) as usize + 1;
    loop {
        if scratch.len() < wanted {
            scratch.resize(wanted.max(LEAST_SCRATCH).next_power_of_two(), 0);
        }
        let taken = match file.read(&mut scratch[length..]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            taken => taken.map_err(|error| clause(&error))?,
        };
        length += taken;
        if length as u64 > limit {
            return Err(over(length as u64, limit));
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

/// The least memory to read into, in bytes: most source files fit.
const LEAST_SCRATCH: usize = 1 << 16;

/// Names the format of the file at `path`. Its first bytes are read only where the name does not say it.
/// The same rule serves the walk and the parser, so that both agree.
pub(in crate::indexer) fn format_of(path: &Path, head: impl FnOnce() -> Vec<u8>) -> &'static Format {
    let by_name = formats::detect(path, &[]);
    if by_name.info.id != PLAIN || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt")) {
        return by_name;
    }
    formats::detect(path, &head())
}

/// The id of the format of which nothing is known.
pub(in crate::indexer) const PLAIN: &str = "plain";

/// The first bytes of a regular file; empty if it cannot be read.
pub(in crate::indexer) fn head(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        let _ = file.take(HEAD_BYTES as u64).read_to_end(&mut bytes);
    }
    bytes
}

/// The first bytes of what was read.
pub(in crate::indexer) fn head_of(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len().min(HEAD_BYTES)].to_vec()
}

/// What went wrong, in words that do not depend on the system.
pub(in crate::indexer) fn clause(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no longer there".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// `41 MB, over the limit of 8 MB`
pub(in crate::indexer) fn over(bytes: u64, limit: u64) -> String {
    format!("{}, over the limit of {}", size(bytes), size(limit))
}
