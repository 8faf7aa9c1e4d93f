//! Sizes and times of many files: on Linux each is asked for in its directory, not by its whole path.

#[cfg(target_os = "linux")]
use crate::indexer::files::stamp::in_nanoseconds;
use crate::library::Stamp;
use std::io;
use std::path::Path;

/// Asks for the stamps of files. Those of one directory are best asked for one after the other.
#[derive(Debug, Default)]
pub(super) struct Stamps {
    /// The directory that was asked last, open, and its path with a `/` at the end.
    #[cfg(target_os = "linux")]
    last: Option<(Vec<u8>, rustix::fd::OwnedFd)>,
}

#[cfg(target_os = "linux")]
impl Stamps {
    /// The stamp of the file at `path`; of a symbolic link, that of the link.
    pub(in crate::indexer) fn of(&mut self, path: &Path) -> io::Result<Stamp> {
        use rustix::fs::{AtFlags, Mode, OFlags};
        let bytes = path.as_os_str().as_encoded_bytes();
        let Some((directory, name)) = memchr::memrchr(b'/', bytes).map(|slash| bytes.split_at(slash + 1)) else {
            return path.symlink_metadata().map(|metadata| Stamp::of(&metadata));
        };
        if self.last.as_ref().is_none_or(|(last, _)| last != directory) {
            self.last = None;
            let opened = rustix::fs::open(directory, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty());
            // Where no more files can be open at a time, the whole path does as well.
            let Ok(opened) = opened else { return path.symlink_metadata().map(|metadata| Stamp::of(&metadata)) };
            self.last = Some((directory.to_owned(), opened));
        }
        let Some((_, directory)) = &self.last else { return Err(io::ErrorKind::NotFound.into()) };
        let found = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)?;
        let modified = i128::from(found.st_mtime) * 1_000_000_000 + found.st_mtime_nsec as i128;
        let changed = in_nanoseconds(found.st_ctime, found.st_ctime_nsec as i64);
        Ok(Stamp { size: found.st_size as u64, version: modified, changed })
    }
}

#[cfg(not(target_os = "linux"))]
impl Stamps {
    /// The stamp of the file at `path`; of a symbolic link, that of the link.
    pub(in crate::indexer) fn of(&mut self, path: &Path) -> io::Result<Stamp> {
        path.symlink_metadata().map(|metadata| Stamp::of(&metadata))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    #[test]
    fn a_stamp_is_what_the_metadata_say() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("in")).expect("a folder");
        let before_1970 = SystemTime::UNIX_EPOCH - Duration::new(3, 250);
        let files = ["a", "in/b", "c", "in/d"].map(|name| folder.path().join(name));
        let mut stamps = Stamps::default();
        for (number, file) in files.iter().enumerate() {
            std::fs::write(file, vec![b'x'; number]).expect("a file");
            let opened = std::fs::File::options().append(true).open(file).expect("the file");
            opened.set_modified(before_1970 + Duration::new(2, 7) * number as u32).expect("a time");
            let expected = Stamp::of(&file.symlink_metadata().expect("its metadata"));
            assert_eq!(stamps.of(file).expect("a stamp"), expected, "{file:?}");
        }
        assert_eq!(
            stamps.of(&folder.path().join("in/none")).map_err(|error| error.kind()),
            Err(io::ErrorKind::NotFound)
        );
        assert_eq!(
            stamps.of(&folder.path().join("no/none")).map_err(|error| error.kind()),
            Err(io::ErrorKind::NotFound)
        );
    }
}
