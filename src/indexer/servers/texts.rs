//! The texts of rows that were read from a server, kept compressed beside what is known of it: a search looks at hundreds
//! of them without asking the server again, and they are there while it cannot be reached.
//!
//! A text is a file of its own, named after the piece and the version of its rows, and never changed.

use super::known::{KnownTable, Piece};
use crate::stdx::{private_directory, private_file};
use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// Bytes of all texts of a server, compressed, at most; what finds no room is asked of the server.
const MAX_BYTES: u64 = 4 << 30;

/// Bytes of one text, at most.
const MAX_TEXT_BYTES: usize = 64 << 20;

/// The ending of their files.
const ENDING: &str = "rows";

/// Numbers of files that are being written, so that threads take different ones.
static DRAFTS: AtomicU64 = AtomicU64::new(0);

/// The texts of one server.
#[derive(Default)]
pub(super) struct Texts {
    /// `None` keeps nothing.
    directory: Option<PathBuf>,
    /// The bytes of all files, counted when the first is written.
    bytes: OnceLock<AtomicU64>,
}

/// What names the text of a piece, and of the program that wrote it: the nodes of a text that another version has written
/// would be those of other lines.
pub(super) fn key(table: &KnownTable, piece: &Piece) -> u64 {
    let mut hash = Xxh3Default::new();
    let reading = env!("DOCQL_READING");
    for part in [reading.as_bytes(), table.name.as_bytes(), table.sql.as_bytes(), piece.name.as_bytes()] {
        hash.update(part);
        hash.update(&[0]);
    }
    hash.update(&piece.rows.to_le_bytes());
    hash.update(&piece.version.to_le_bytes());
    hash.digest()
}

impl Texts {
    pub(super) fn at(directory: Option<PathBuf>) -> Texts {
        Texts { directory, bytes: OnceLock::new() }
    }

    fn path(&self, key: u64) -> Option<PathBuf> {
        Some(self.directory.as_ref()?.join(format!("{key:016x}.{ENDING}")))
    }

    /// The text with this key; `None` if it is not here, or not as it was written.
    pub(super) fn get(&self, key: u64) -> Option<String> {
        let bytes = fs::read(self.path(key)?).ok()?;
        let (seal, packed) = bytes.split_first_chunk::<8>()?;
        let size = u32::from_le_bytes(*packed.first_chunk::<4>()?) as usize;
        if u64::from_le_bytes(*seal) != xxh3_64(packed) || size > MAX_TEXT_BYTES {
            return None;
        }
        String::from_utf8(lz4_flex::decompress_size_prepended(packed).ok()?).ok()
    }

    /// Keeps a text. What cannot be kept is asked of the server again.
    pub(super) fn put(&self, key: u64, text: &str) {
        let (Some(directory), Some(path)) = (&self.directory, self.path(key)) else { return };
        if text.len() > MAX_TEXT_BYTES || path.exists() {
            return;
        }
        let packed = lz4_flex::compress_prepend_size(text.as_bytes());
        let bytes = [xxh3_64(&packed).to_le_bytes().as_slice(), &packed].concat();
        let held = self.bytes.get_or_init(|| AtomicU64::new(self.files().map(|(_, bytes)| bytes).sum()));
        if held.load(Ordering::Relaxed) + bytes.len() as u64 > MAX_BYTES || private_directory(directory).is_err() {
            return;
        }
        // Not synchronised with the disk: what a crash damages is read from the server again.
        let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
        let draft = path.with_extension(format!("{}-{number}.tmp", std::process::id()));
        let made = private_file().truncate(true).open(&draft).and_then(|mut file| file.write_all(&bytes));
        let written = made.and_then(|()| fs::rename(&draft, &path));
        match written {
            Ok(()) => {
                held.fetch_add(bytes.len() as u64, Ordering::Relaxed);
            }
            Err(_) => drop(fs::remove_file(&draft)),
        }
    }

    /// Removes the texts with other keys.
    pub(super) fn keep_only(&self, keys: &HashSet<u64>) {
        for (path, bytes) in self.files() {
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            let key = stem.and_then(|stem| u64::from_str_radix(stem, 16).ok());
            if key.is_none_or(|key| !keys.contains(&key))
                && fs::remove_file(&path).is_ok()
                && let Some(held) = self.bytes.get()
            {
                held.fetch_sub(bytes.min(held.load(Ordering::Relaxed)), Ordering::Relaxed);
            }
        }
    }

    /// The files of texts, and their sizes.
    fn files(&self) -> impl Iterator<Item = (PathBuf, u64)> {
        let entries = self.directory.iter().flat_map(fs::read_dir).flatten().flatten();
        entries.filter_map(|entry| {
            let path = entry.path();
            let is_text = path.extension().is_some_and(|ending| ending == ENDING);
            is_text.then(|| entry.metadata().ok().map(|found| (path, found.len())))?
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_kept_until_others_take_their_place_and_damage_is_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let texts = Texts::at(Some(folder.path().join("texts")));
        let text = "The barley sprouted. ".repeat(500);
        texts.put(1, &text);
        texts.put(2, "");
        assert_eq!((texts.get(1), texts.get(2), texts.get(3)), (Some(text.clone()), Some(String::new()), None));
        let file = texts.path(1).expect("a path");
        let bytes = fs::read(&file).expect("a file");
        assert!(bytes.len() < text.len() / 4);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            fs::write(&file, &damaged).expect("damage");
            assert_eq!(texts.get(1), None, "byte {at}");
        }
        fs::write(&file, &bytes[..7]).expect("damage");
        assert_eq!(texts.get(1), None);
        fs::write(&file, &bytes).expect("a file");
        texts.keep_only(&HashSet::from([2]));
        assert_eq!((texts.get(1), texts.get(2)), (None, Some(String::new())));
        Texts::default().put(1, "nowhere");
        assert_eq!(Texts::default().get(1), None);
    }
}
