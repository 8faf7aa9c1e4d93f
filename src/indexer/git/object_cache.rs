//! Objects that were read from repositories, kept on disk: many in a pack, which is mapped when it is next needed.
//!
//! **Invariants:** a pack is written as a whole and never changed; all packs together stay below the limit, those that
//! were used longest ago leave first; bytes that are not those that were written are never handed out. Packs belong to
//! one repository each: an object that is not what its hash says misleads nobody else.

use super::pack::{self, Key, Pack};
use crate::stdx::private_directory;
use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, SystemTime};
use xxhash_rust::xxh3::xxh3_64;

/// Most bytes of all packs.
pub(super) const MAX_BYTES: u64 = 1_000_000_000;

/// So many bytes become a pack at once.
const PACK_BYTES: usize = 16 << 20;

/// Packs below this are put together when there are many of them.
const SMALL_BYTES: u64 = 4 << 20;

/// From this number on small packs are put together.
const MANY_SMALL: usize = 16;

/// A pack that was used more lately than this need not be marked as used.
const MARK_EVERY: Duration = Duration::from_secs(60 * 60);

/// The ending of files of packs.
const ENDING: &str = ".objects";

/// The ending of files that are being written.
const DRAFT: &str = ".tmp";

/// The objects of one repository that were read.
pub(super) struct ObjectCache {
    /// `None` keeps objects in memory only.
    directory: Option<PathBuf>,
    /// The beginning of the names of this repository's packs.
    prefix: String,
    limit: u64,
    /// Mapped when they are first asked for.
    packs: RwLock<Option<Packs>>,
    /// The pack in which an object was found last: the next one is probably near.
    last: AtomicUsize,
    fresh: Mutex<Fresh>,
}

/// The packs of a repository.
type Packs = Arc<Vec<Arc<Pack>>>;

/// Objects that are in no pack yet.
#[derive(Default)]
struct Fresh {
    objects: HashMap<Key, Arc<[u8]>>,
    bytes: usize,
    /// Set when there is no room left: everything on disk is in use.
    is_full: bool,
}

impl ObjectCache {
    /// The cache in `directory` of the repository at `repository`, with at most `limit` bytes.
    pub(super) fn new(directory: Option<PathBuf>, repository: &Path, limit: u64) -> ObjectCache {
        let prefix = format!("{:016x}-", xxh3_64(repository.as_os_str().as_encoded_bytes()));
        let (packs, last, fresh) = (RwLock::default(), AtomicUsize::default(), Mutex::default());
        ObjectCache { directory, prefix, limit, packs, last, fresh }
    }

    /// Calls `work` with the bytes of an object; false if it is not here.
    pub(super) fn get(&self, key: &Key, work: &mut dyn FnMut(&[u8])) -> bool {
        let fresh = self.fresh.lock().unwrap_or_else(PoisonError::into_inner).objects.get(key).cloned();
        if let Some(bytes) = fresh {
            work(&bytes);
            return true;
        }
        let packs = self.packs();
        let last = self.last.load(Ordering::Relaxed).min(packs.len());
        for (number, pack) in packs.iter().enumerate().skip(last).chain(packs.iter().enumerate().take(last)) {
            if let Some(bytes) = pack.get(key) {
                self.last.store(number, Ordering::Relaxed);
                work(bytes);
                return true;
            }
        }
        false
    }

    /// Keeps an object.
    pub(super) fn put(&self, key: Key, bytes: &[u8]) {
        let full = {
            let mut fresh = self.fresh.lock().unwrap_or_else(PoisonError::into_inner);
            if fresh.is_full || fresh.objects.insert(key, bytes.into()).is_some() {
                return;
            }
            fresh.bytes += bytes.len();
            if fresh.bytes < PACK_BYTES {
                return;
            }
            std::mem::take(&mut *fresh)
        };
        self.write(full.objects);
    }

    /// Writes what is not in a pack yet.
    pub(super) fn settle(&self) {
        let fresh = {
            let mut fresh = self.fresh.lock().unwrap_or_else(PoisonError::into_inner);
            if self.directory.is_none() || fresh.objects.is_empty() {
                return;
            }
            let is_full = fresh.is_full;
            std::mem::replace(&mut *fresh, Fresh { is_full, ..Fresh::default() })
        };
        self.write(fresh.objects);
    }

    /// Removes the packs of this repository.
    pub(super) fn clear(&self) {
        let mut packs = self.packs.write().unwrap_or_else(PoisonError::into_inner);
        for pack in self.on_disk().iter().filter(|pack| pack.is_of(&self.prefix)) {
            let _ = fs::remove_file(&pack.path);
        }
        *packs = Some(Packs::default());
    }

    fn packs(&self) -> Packs {
        if let Some(packs) = &*self.packs.read().unwrap_or_else(PoisonError::into_inner) {
            return Arc::clone(packs);
        }
        let mut packs = self.packs.write().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(packs.get_or_insert_with(|| Arc::new(self.opened())))
    }

    fn opened(&self) -> Vec<Arc<Pack>> {
        let own = self.on_disk().into_iter().filter(|pack| pack.is_of(&self.prefix));
        let open = |file: PackFile| {
            let pack = Pack::open(&file.path)?;
            if file.used.elapsed().is_ok_and(|age| age > MARK_EVERY) {
                // Where it cannot be marked, it leaves the earlier.
                let _ = File::options().append(true).open(&file.path).and_then(|it| it.set_modified(SystemTime::now()));
            }
            Some(Arc::new(pack))
        };
        own.filter_map(open).collect()
    }

    /// All packs, of every repository.
    fn on_disk(&self) -> Vec<PackFile> {
        let entries = self.directory.iter().flat_map(fs::read_dir).flatten().flatten();
        let pack = |entry: fs::DirEntry| {
            let (name, metadata) = (entry.file_name().into_string().ok()?, entry.metadata().ok()?);
            let used = metadata.modified().ok()?;
            if name.ends_with(DRAFT) && used.elapsed().is_ok_and(|age| age > MARK_EVERY) {
                // Of a process that was killed.
                let _ = fs::remove_file(entry.path());
            }
            name.ends_with(ENDING).then(|| PackFile { path: entry.path(), name, bytes: metadata.len(), used })
        };
        entries.filter_map(pack).collect()
    }

    /// Writes a pack, with those in it that are small where there are many, and makes room for it.
    fn write(&self, mut objects: HashMap<Key, Arc<[u8]>>) {
        // Without a directory the oldest are simply forgotten.
        let Some(directory) = &self.directory else { return };
        let mut packs = self.packs().to_vec();
        let is_small = |pack: &Arc<Pack>| pack.bytes() < SMALL_BYTES;
        let mut gathered = Vec::new();
        if packs.iter().filter(|pack| is_small(pack)).count() >= MANY_SMALL {
            gathered = packs.extract_if(.., |pack| is_small(pack)).collect();
            for pack in &gathered {
                pack.each(|key, bytes| {
                    objects.entry(key).or_insert_with(|| bytes.into());
                });
            }
        }
        let bytes = pack::encode(&objects);
        if !self.make_room(bytes.len() as u64, &packs) {
            self.fresh.lock().unwrap_or_else(PoisonError::into_inner).is_full = true;
            return;
        }
        let name = format!("{}{:016x}{ENDING}", self.prefix, xxh3_64(&bytes));
        let draft = directory.join(format!("{name}.{}{DRAFT}", std::process::id()));
        // Not synchronised with the disk: what a crash damages is read from the repository again.
        let written = private_directory(directory)
            .and_then(|()| fs::write(&draft, &bytes))
            .and_then(|()| fs::rename(&draft, directory.join(&name)));
        if written.is_err() {
            let _ = fs::remove_file(&draft);
            return;
        }
        for pack in &gathered {
            let _ = fs::remove_file(pack.path());
        }
        packs.extend(Pack::open(&directory.join(&name)).map(Arc::new));
        *self.packs.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(packs));
    }

    /// Removes packs until `wanted` more bytes fit, those first that were used longest ago; false if they do not fit.
    /// Packs from which something was read here stay.
    fn make_room(&self, wanted: u64, packs: &[Arc<Pack>]) -> bool {
        let mut all = self.on_disk();
        all.sort_by_key(|pack| pack.used);
        let mut total: u64 = all.iter().map(|pack| pack.bytes).sum();
        for file in all {
            if total + wanted <= self.limit {
                break;
            }
            let is_used = packs.iter().any(|pack| pack.path() == file.path && pack.is_used());
            if !is_used && fs::remove_file(&file.path).is_ok() {
                total -= file.bytes;
            }
        }
        total + wanted <= self.limit
    }
}

impl Drop for ObjectCache {
    fn drop(&mut self) {
        self.settle();
    }
}

/// A pack on disk.
struct PackFile {
    path: PathBuf,
    name: String,
    bytes: u64,
    /// Its time of change.
    used: SystemTime,
}

impl PackFile {
    fn is_of(&self, prefix: &str) -> bool {
        self.name.starts_with(prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cat_file::Kind;
    use super::*;
    use crate::library::ObjectId;

    fn key(number: u8) -> Key {
        Key { kind: Kind::Blob, id: ObjectId::from_bytes(&[number; 20]).expect("an id") }
    }

    fn got(cache: &ObjectCache, number: u8) -> Option<Vec<u8>> {
        let mut found = None;
        cache.get(&key(number), &mut |bytes| found = Some(bytes.to_vec()));
        found
    }

    fn files(directory: &Path) -> Vec<PathBuf> {
        fs::read_dir(directory).expect("a directory").flatten().map(|entry| entry.path()).collect()
    }

    #[test]
    fn what_was_read_is_there_the_next_time_and_only_for_its_repository() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = |repository: &str| ObjectCache::new(Some(folder.path().join("c")), Path::new(repository), 1 << 20);
        let cache = open("/a");
        cache.put(key(1), b"one");
        cache.put(key(2), b"");
        assert_eq!((got(&cache, 1), got(&cache, 3)), (Some(b"one".to_vec()), None));
        drop(cache);
        let again = open("/a");
        assert_eq!((got(&again, 1), got(&again, 2)), (Some(b"one".to_vec()), Some(Vec::new())));
        assert_eq!((got(&open("/b"), 1), got(&again, 3)), (None, None));
        for file in files(&folder.path().join("c")) {
            let mut bytes = fs::read(&file).expect("a pack");
            for byte in &mut bytes {
                *byte ^= 1;
            }
            fs::write(&file, bytes).expect("damage");
        }
        assert_eq!(got(&open("/a"), 1), None, "damaged");
        again.clear();
        assert_eq!(files(&folder.path().join("c")), [""; 0].map(PathBuf::from));
    }

    #[test]
    fn a_damaged_object_is_not_handed_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || ObjectCache::new(Some(folder.path().to_owned()), Path::new("/a"), 1 << 20);
        let cache = open();
        cache.put(key(1), b"first object");
        cache.put(key(2), b"second object");
        drop(cache);
        let file = files(folder.path()).remove(0);
        let mut bytes = fs::read(&file).expect("a pack");
        let at = bytes.windows(5).position(|window| window == b"first").expect("the object");
        bytes[at] = b'F';
        fs::write(&file, bytes).expect("damage");
        assert_eq!((got(&open(), 1), got(&open(), 2)), (None, Some(b"second object".to_vec())));
    }

    #[test]
    fn the_packs_used_longest_ago_leave_first_and_those_in_use_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = |repository: &str| ObjectCache::new(Some(folder.path().to_owned()), Path::new(repository), 3000);
        let write = |repository: &str, number: u8, age: u64| {
            let before = files(folder.path());
            open(repository).put(key(number), &[number; 1000]);
            let new = files(folder.path()).into_iter().find(|file| !before.contains(file)).expect("a pack");
            let then = SystemTime::now() - Duration::from_secs(age);
            File::options().append(true).open(new).and_then(|file| file.set_modified(then)).expect("a time");
        };
        write("/a", 1, 500);
        write("/b", 2, 900);
        let held = open("/b");
        assert!(got(&held, 2).is_some());
        write("/c", 3, 0);
        assert!(got(&open("/a"), 1).is_some() && got(&open("/b"), 2).is_none(), "the oldest has left");
        assert!(got(&held, 2).is_some(), "what is mapped stays readable");
        let user = open("/a");
        assert!(got(&user, 1).is_some() && files(folder.path()).len() == 2);
        user.put(key(4), &[4; 2500]);
        user.settle();
        assert_eq!(files(folder.path()).len(), 1, "what is in use stays, and what finds no room is not kept");
        assert!(got(&user, 1).is_some() && got(&open("/a"), 4).is_none());
    }

    #[test]
    fn many_small_packs_become_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || ObjectCache::new(Some(folder.path().to_owned()), Path::new("/a"), 1 << 30);
        for number in 0..=MANY_SMALL as u8 {
            open().put(key(number), &[number; 10]);
        }
        assert_eq!(files(folder.path()).len(), 1);
        assert!((0..=MANY_SMALL as u8).all(|number| got(&open(), number) == Some(vec![number; 10])));
    }
}
