//! What services have said – descriptions of texts, vectors of pictures – by the hash of what it was said of, in a file
//! beside the index: nobody pays twice for the same content, even where files move, branches are switched, or the index is
//! made anew.
//!
//! A line each: the hash, the day on which it was last of use, what was said. Lines are appended as soon as they are known,
//! so that what was paid for survives whatever happens next.

use crate::stdx::{not_private, private_directory, private_file, write_whole};
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// The file of descriptions.
const DESCRIPTIONS: &str = "descriptions.tsv";

/// The file of vectors of pictures, in hexadecimal digits.
const PICTURES: &str = "pictures.tsv";

/// Bytes of the file that are read, at most.
const LARGEST: u64 = 256 << 20;

/// Days after which an entry goes that was of no use.
const EXPIRY: u64 = 30;

/// What is known of contents, by their hashes.
pub(super) type Known = HashMap<u64, Arc<str>>;

/// One such file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PaidPool {
    directory: PathBuf,
    name: &'static str,
}

impl PaidPool {
    /// The descriptions beside the index in `directory`. Nothing is made by this.
    pub(super) fn of_descriptions(directory: PathBuf) -> PaidPool {
        PaidPool { directory, name: DESCRIPTIONS }
    }

    /// The vectors of pictures there. Nothing is made by this.
    pub(super) fn of_pictures(directory: PathBuf) -> PaidPool {
        PaidPool { directory, name: PICTURES }
    }

    fn file(&self) -> PathBuf {
        self.directory.join(self.name)
    }

    /// Its size, by which one is told from another; `None` where there is none.
    pub(super) fn size(&self) -> Option<u64> {
        self.file().metadata().ok().map(|metadata| metadata.len())
    }

    /// All that is known; nothing where it cannot be read, is not the user's own, or leads elsewhere.
    pub(super) fn read(&self) -> Known {
        self.lines().into_iter().map(|(hash, _, text)| (hash, text)).collect()
    }

    fn lines(&self) -> Vec<(u64, u64, Arc<str>)> {
        let file = self.file();
        let mut bytes = Vec::new();
        if not_private(&self.directory).is_some()
            || not_private(&file).is_some()
            || File::open(&file).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes)).is_err()
        {
            return Vec::new();
        }
        // The last line may be cut, where a process was ended while it wrote.
        let whole = memchr::memrchr(b'\n', &bytes).map_or(0, |end| end + 1);
        String::from_utf8_lossy(&bytes[..whole]).lines().filter_map(line).collect()
    }

    /// Appends entries.
    ///
    /// # Errors
    /// If the directory is not the user's own, or cannot be written.
    pub(super) fn add<'t>(&self, new: impl Iterator<Item = (u64, &'t str)>) -> std::io::Result<()> {
        private_directory(&self.directory)?;
        let day = today();
        // Behind a line that was cut.
        let mut text = if ends_with_line(&self.file()) { String::new() } else { "\n".to_owned() };
        for (hash, said) in new {
            let _ = writeln!(text, "{hash:016x}\t{day}\t{said}");
        }
        let mut options = private_file();
        options.append(true).open(self.file())?.write_all(text.as_bytes())
    }

    /// Leaves out what has not been of use for long. What is in `used` is of use today.
    ///
    /// # Errors
    /// If it cannot be written; then it stays as it was.
    pub(super) fn tidy(&self, used: &HashSet<u64>) -> std::io::Result<()> {
        let (day, mut seen, mut text) = (today(), HashSet::new(), String::new());
        for (hash, last, said) in self.lines().into_iter().rev() {
            let last = if used.contains(&hash) { day } else { last };
            if day.saturating_sub(last) <= EXPIRY && seen.insert(hash) {
                let _ = writeln!(text, "{hash:016x}\t{last}\t{said}");
            }
        }
        write_whole(&self.directory, self.name, text.as_bytes())
    }
}

/// True if a file is empty, not there, or ends with a whole line.
fn ends_with_line(file: &Path) -> bool {
    use std::io::{Seek, SeekFrom};
    let Ok(mut file) = File::open(file) else { return true };
    let mut last = [b'\n'];
    file.seek(SeekFrom::End(-1)).is_err() || file.read_exact(&mut last).is_err() || last == [b'\n']
}

fn line(line: &str) -> Option<(u64, u64, Arc<str>)> {
    let (hash, rest) = line.split_once('\t')?;
    let (day, text) = rest.split_once('\t')?;
    Some((u64::from_str_radix(hash, 16).ok()?, day.parse().ok()?, text.into()))
}

/// Days since 1970.
fn today() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_there_whatever_else_is_in_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let pool = PaidPool::of_descriptions(folder.path().join("index"));
        assert!(pool.size().is_none() && pool.read().is_empty());
        pool.add([(7, "Weighs parcels."), (u64::MAX, "架\tagain")].into_iter()).expect("a file");
        std::fs::OpenOptions::new()
            .append(true)
            .open(pool.file())
            .and_then(|mut file| file.write_all(b"nonsense\n0000000000000003\t1\tlong ago\n0000000000000009\t1\tcut"))
            .expect("a file");
        let read = |hash: u64| pool.read().get(&hash).map(|text| text.to_string());
        let weighs = Some("Weighs parcels.".to_owned());
        assert_eq!((read(7), read(u64::MAX), read(9)), (weighs.clone(), Some("架\tagain".to_owned()), None));
        pool.add([(8, "Counts.")].into_iter()).expect("a file");
        assert_eq!((read(8), read(3)), (Some("Counts.".to_owned()), Some("long ago".to_owned())));
        pool.tidy(&HashSet::from([7])).expect("a file");
        assert_eq!((read(7), read(8), read(3)), (weighs, Some("Counts.".to_owned()), None));
    }
}
