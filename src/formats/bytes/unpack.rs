//! Compressed text: gzip and Zstandard, unpacked in memory and never past a limit.

use std::io::Read;
use std::path::{Path, PathBuf};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// RFC 1952.
    Gzip,
    /// RFC 8878.
    Zstd,
}

/// Why compressed bytes were not unpacked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackProblem {
    /// More bytes would come out than are wanted: reading stopped there.
    #[error("over the limit of {} when unpacked", crate::stdx::size(*.0))]
    TooLarge(u64),
    /// The bytes are not what the name says, or cut.
    #[error("cannot be unpacked: {0}")]
    Damaged(String),
}

/// One packing: endings of file names, and the first bytes of every such file.
struct PackingRow {
    packing: Packing,
    endings: &'static [&'static str],
    magic: &'static [u8],
}

const ROWS: &[PackingRow] = &[
    PackingRow { packing: Packing::Gzip, endings: &["gz", "gzip"], magic: &[0x1f, 0x8b] },
    PackingRow { packing: Packing::Zstd, endings: &["zst", "zstd"], magic: &[0x28, 0xb5, 0x2f, 0xfd] },
];

/// Archives that hold several files: unpacking one would yield no text.
const ARCHIVES: &[&str] = &["tar", "cpio"];

/// How the file at `path` is compressed, by its name, and the name of what is in it: `README.md` for `README.md.gz`.
pub fn packing(path: &Path) -> Option<(Packing, PathBuf)> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    let row = ROWS.iter().find(|row| row.endings.contains(&ending.as_str()))?;
    let inner = path.with_extension("");
    let is_archive = inner
        .extension()
        .and_then(|inner| inner.to_str())
        .is_some_and(|inner| ARCHIVES.iter().any(|archive| archive.eq_ignore_ascii_case(inner)));
    (!is_archive).then_some((row.packing, inner))
}

/// Whether `bytes` begin as files of this packing do.
pub fn is_packed(packing: Packing, bytes: &[u8]) -> bool {
    ROWS.iter().any(|row| row.packing == packing && bytes.starts_with(row.magic))
}

/// Unpacks `bytes`.
///
/// # Errors
/// [`UnpackProblem::TooLarge`] as soon as more than `limit` bytes have come out; [`UnpackProblem::Damaged`] if the
/// bytes are no stream of this packing, or end early.
pub fn unpack(packing: Packing, bytes: &[u8], limit: u64) -> Result<Vec<u8>, UnpackProblem> {
    let mut out = Vec::new();
    unpack_into(packing, bytes, limit.saturating_add(1), &mut out)?;
    if out.len() as u64 > limit { Err(UnpackProblem::TooLarge(limit)) } else { Ok(out) }
}

/// As many bytes, at most `length`, as come out of `bytes`, which may be cut anywhere.
pub fn unpack_cut(packing: Packing, bytes: &[u8], length: u64) -> Vec<u8> {
    let mut out = Vec::new();
    // Where the stream ends is of no interest: what came out before that stands.
    let _ = unpack_into(packing, bytes, length, &mut out);
    out
}

fn unpack_into(packing: Packing, bytes: &[u8], length: u64, out: &mut Vec<u8>) -> Result<(), UnpackProblem> {
    let damaged = |error: &dyn std::fmt::Display| UnpackProblem::Damaged(error.to_string());
    match packing {
        Packing::Gzip => {
            let reader = flate2::read::MultiGzDecoder::new(bytes);
            reader.take(length).read_to_end(out).map_err(|error| damaged(&error))?;
        }
        Packing::Zstd => {
            let mut rest = bytes;
            while !rest.is_empty() && (out.len() as u64) < length {
                let frame = ruzstd::decoding::StreamingDecoder::new(&mut rest).map_err(|error| damaged(&error))?;
                let left = length - out.len() as u64;
                frame.take(left).read_to_end(out).map_err(|error| damaged(&error))?;
            }
        }
    }
    Ok(())
}
