//! Bytes of files: regular files only, and never more than the limit.

use crate::formats::{self, Decoded, Format};
use crate::stdx::size;
use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// How much of a file its format is named by.
const HEAD_BYTES: usize = 1024;

/// Reads the file at `path`. The error is a clause for people.
pub(super) fn read(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
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
pub(super) fn window(path: &Path, start: u64, length: usize) -> Result<Vec<u8>, String> {
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
pub(super) fn is_text(head: Vec<u8>) -> bool {
    matches!(formats::decode(head), Decoded::Text { .. })
}

/// Names the format of the file at `path`. Its first bytes are read only where the name does not say it.
/// The same rule serves the walk and the parser, so that both agree.
pub(super) fn format_of(path: &Path, head: impl FnOnce() -> Vec<u8>) -> &'static Format {
    let by_name = formats::detect(path, &[]);
    if by_name.info.id != PLAIN || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt")) {
        return by_name;
    }
    formats::detect(path, &head())
}

/// The id of the format of which nothing is known.
pub(super) const PLAIN: &str = "plain";

/// The first bytes of a regular file; empty if it cannot be read.
pub(super) fn head(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Ok(file) = File::open(path) {
        let _ = file.take(HEAD_BYTES as u64).read_to_end(&mut bytes);
    }
    bytes
}

/// The first bytes of what was read.
pub(super) fn head_of(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len().min(HEAD_BYTES)].to_vec()
}

/// What went wrong, in words that do not depend on the system.
pub(super) fn clause(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "no longer there".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// `41 MB, over the limit of 8 MB`
pub(super) fn over(bytes: u64, limit: u64) -> String {
    format!("{}, over the limit of {}", size(bytes), size(limit))
}
