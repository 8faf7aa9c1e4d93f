//! Classifies files by their names and first bytes: left out, or read as some format.

use super::options::MAX_TEXT_BYTES;
use crate::document::FormatInfo;
use crate::formats::{self, Decoded, Format};
use crate::library::ReadError;
use std::path::Path;

/// The bytes of a file that name its format.
pub(in crate::indexer) const HEAD_BYTES: usize = 1024;

/// The id of the format of which nothing is known.
pub(in crate::indexer) const PLAIN: &str = "plain";

/// The format of a file, and how much of it is read.
#[derive(Clone, Copy, Debug)]
pub(in crate::indexer) struct Class {
    pub format: &'static FormatInfo,
    /// Set if it is too large for an outline.
    pub text_only: bool,
}

/// Classifies a file of `size` bytes by its name and, where that does not say enough, by its first bytes. Files over
/// `limit` bytes have no outline.
///
/// # Errors
///
/// If the file is left out.
pub(in crate::indexer) fn classify(
    name: &Path,
    size: u64,
    limit: u64,
    head: impl Fn() -> Vec<u8>,
) -> Result<Class, ReadError> {
    let Some((packing, inner)) = formats::packing(name) else { return classify_unpacked(name, size, limit, head) };
    // How much is in it is known only once it is unpacked: `limit` holds there again.
    if size > limit {
        return Err(ReadError::TooLarge(size, limit));
    }
    let packed = head();
    if !formats::is_packed(packing, &packed) {
        return Err(ReadError::Binary);
    }
    classify_unpacked(&inner, 0, limit, || formats::unpack_cut(packing, &packed, HEAD_BYTES as u64))
}

/// Whether a file of `size` bytes has no outline. Of a package it is mostly pictures that make the size.
pub(in crate::indexer) fn is_text_only(format: &FormatInfo, size: u64, limit: u64) -> bool {
    let is_read_in_parts = formats::is_database(format) || formats::is_picture(format);
    let is_package = size <= formats::LARGEST as u64 && formats::is_package(format);
    size > limit && !is_read_in_parts && !is_package
}

fn classify_unpacked(name: &Path, size: u64, limit: u64, head: impl Fn() -> Vec<u8>) -> Result<Class, ReadError> {
    // A database is not read whole, so it may be larger than any text.
    if size > limit {
        let format = formats::detect(name, &head()).info;
        if formats::is_database(format) || formats::is_picture(format) {
            return Ok(Class { format, text_only: false });
        }
    }
    if size > MAX_TEXT_BYTES {
        return Err(ReadError::TooLarge(size, MAX_TEXT_BYTES));
    }
    if is_binary_name(name) && formats::detect(name, &[]).info.id == PLAIN {
        return Err(packed_otherwise(name).map_or(ReadError::Binary, ReadError::Unread));
    }
    // A large file is not read to find out what it is.
    let text_only = is_text_only(formats::detect(name, &[]).info, size, limit);
    if text_only && !matches!(formats::decode(head()), Decoded::Text { .. }) {
        return Err(ReadError::Binary);
    }
    Ok(Class { format: format_of(name, head).info, text_only })
}

/// The format of a file. Its first bytes are read only where the name does not say it. The same rule serves the
/// listing and the parser, so that both agree.
pub(in crate::indexer) fn format_of(name: &Path, head: impl FnOnce() -> Vec<u8>) -> &'static Format {
    let by_name = formats::detect(name, &[]);
    if by_name.info.id != PLAIN || name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt")) {
        return by_name;
    }
    formats::detect(name, &head())
}

/// The first bytes of what was read.
pub(in crate::indexer) fn head_of(bytes: &[u8]) -> Vec<u8> {
    bytes[..bytes.len().min(HEAD_BYTES)].to_vec()
}

/// Name endings of files that hold no text: not opened to find that out.
const BINARY_EXTENSIONS: &[&str] = &[
    "7z",
    "a",
    "apk",
    "avif",
    "bin",
    "blend",
    "bmp",
    "br",
    "bz2",
    "cab",
    "class",
    "crate",
    "deb",
    "dll",
    "dmg",
    "dylib",
    "eot",
    "exe",
    "flac",
    "gif",
    "gz",
    "heic",
    "icns",
    "ico",
    "iso",
    "jar",
    "jpeg",
    "jpg",
    "ko",
    "lib",
    "lz4",
    "m4a",
    "mkv",
    "mov",
    "mp3",
    "mp4",
    "msi",
    "npy",
    "npz",
    "o",
    "ogg",
    "onnx",
    "otf",
    "parquet",
    "pdb",
    "png",
    "psd",
    "pyc",
    "pyd",
    "rar",
    "rlib",
    "rmeta",
    "rpm",
    "safetensors",
    "so",
    "sqlite",
    "syso",
    "tar",
    "tgz",
    "tif",
    "tiff",
    "ttf",
    "war",
    "wasm",
    "wav",
    "webm",
    "webp",
    "whl",
    "wmv",
    "woff",
    "woff2",
    "xz",
    "zip",
    "zst",
];

/// Files that hold text or other files, packed as nothing here unpacks: the endings of their names, and what to do.
const PACKED_OTHERWISE: &[(&str, &str)] = &[
    ("xz", "packed as xz, which is not read; unpack it, or pack it as .gz or .zst"),
    ("bz2", "packed as bzip2, which is not read; unpack it, or pack it as .gz or .zst"),
    ("7z", "packed as 7z, which is not read; unpack it, or pack it as .zip"),
    ("rar", "packed as rar, which is not read; unpack it, or pack it as .zip"),
];

fn packed_otherwise(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?;
    let row = PACKED_OTHERWISE.iter().find(|(ending, _)| ending.eq_ignore_ascii_case(extension));
    row.map(|(_, reason)| *reason)
}

/// True if the name alone says that the file holds no text.
fn is_binary_name(path: &Path) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| {
        let lower = extension.to_ascii_lowercase();
        BINARY_EXTENSIONS.binary_search(&lower.as_str()).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_extensions_are_sorted() {
        assert!(BINARY_EXTENSIONS.is_sorted());
        assert!(is_binary_name(Path::new("a/b.PNG")) && !is_binary_name(Path::new("png")));
    }
}
