//! The index of a working tree, and how it differs from the commit, as git lists them.

use crate::library::ObjectId;
use std::collections::HashMap;

/// A file in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tracked {
    pub id: ObjectId,
    /// False for links and submodules.
    pub is_file: bool,
    /// True where a merge has left several versions.
    pub is_unmerged: bool,
    /// True where a sparse checkout leaves it out.
    pub is_skipped: bool,
    /// Bytes, and seconds since 1970 of the last change, when git looked last; `None` where it does not tell.
    seen: Option<(u64, i64)>,
}

impl Tracked {
    /// True if the file is as old and as large as it was when git put it into an index written at `written`, and could
    /// not have been changed since without telling.
    pub(super) fn fits(&self, (size, modified): (u64, i64), written: i64) -> bool {
        self.was_seen_so((size, modified)) && modified < written
    }

    /// True if the file is as old and as large as it was when git put it into the index.
    pub(super) fn was_seen_so(&self, seen: (u64, i64)) -> bool {
        self.seen == Some(seen)
    }
}

/// A difference between the index and the commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Staged {
    Added,
    /// From this text.
    Modified(ObjectId),
    /// From a file with this text.
    Renamed(ObjectId),
    /// With this text.
    Deleted(ObjectId),
}

/// The files of `git ls-files -z --stage --debug`, by their paths.
pub(super) fn tracked(list: &[u8]) -> HashMap<Box<[u8]>, Tracked> {
    let mut files: HashMap<Box<[u8]>, Tracked> = HashMap::new();
    let mut rest = list;
    while let Some(at) = memchr::memchr(0, rest) {
        let (line, behind) = (&rest[..at], &rest[at + 1..]);
        let (facts, next) = facts(behind);
        rest = next;
        let Some((path, file, stage)) = entry(line, facts) else { continue };
        // Of several versions that of this side counts.
        if stage == b"0" || stage == b"2" || !files.contains_key(path) {
            files.insert(path.into(), file);
        }
    }
    files
}

/// `mode id stage⇥path`.
fn entry(line: &[u8], facts: Facts) -> Option<(&[u8], Tracked, &[u8])> {
    let at = memchr::memchr(b'\t', line)?;
    let mut words = line[..at].split(|byte| *byte == b' ');
    let (mode, id, stage) = (words.next()?, words.next()?, words.next()?);
    let (is_file, is_unmerged) = (mode.starts_with(b"100"), stage != b"0");
    let Facts { seen, is_skipped } = facts;
    Some((&line[at + 1..], Tracked { id: ObjectId::from_hex(id)?, is_file, is_unmerged, is_skipped, seen }, stage))
}

/// What git knows about a file.
struct Facts {
    seen: Option<(u64, i64)>,
    is_skipped: bool,
}

/// The flag of files that a sparse checkout leaves out.
const SKIPPED: u32 = 1 << 30;

/// What git knows about a file, in indented lines, and what follows them.
fn facts(text: &[u8]) -> (Facts, &[u8]) {
    let (mut rest, mut size, mut modified, mut is_skipped) = (text, None, None, false);
    while let Some(line) = rest.strip_prefix(b"  ") {
        let end = memchr::memchr(b'\n', line).unwrap_or(line.len());
        let shown = std::str::from_utf8(&line[..end]).unwrap_or_default();
        let fact = |name: &str| shown.strip_prefix(name)?.split([':', '\t']).next()?.trim().parse::<i64>().ok();
        size = size.or_else(|| fact("size:"));
        modified = modified.or_else(|| fact("mtime:"));
        let flags = shown.rsplit_once("flags:").and_then(|(_, flags)| u32::from_str_radix(flags.trim(), 16).ok());
        is_skipped |= flags.is_some_and(|flags| flags & SKIPPED != 0);
        rest = line.get(end + 1..).unwrap_or_default();
    }
    let seen = size.zip(modified).and_then(|(size, modified)| Some((u64::try_from(size).ok()?, modified)));
    (Facts { seen, is_skipped }, rest)
}

/// The differences of `git diff-index --cached --raw -z -M`, by the paths that files have now.
pub(super) fn staged(list: &[u8]) -> HashMap<Box<[u8]>, Staged> {
    let mut words = list.split(|byte| *byte == 0);
    let mut files = HashMap::new();
    while let (Some(facts), Some(path)) = (words.next(), words.next()) {
        let mut facts = facts.split(|byte| *byte == b' ').skip(2);
        let old = facts.next().and_then(ObjectId::from_hex);
        let new = facts.next().and_then(ObjectId::from_hex);
        let state = match (facts.next().and_then(<[u8]>::first), old) {
            (Some(b'A'), _) => Staged::Added,
            (Some(b'D'), Some(old)) => Staged::Deleted(old),
            (Some(b'R' | b'C'), Some(old)) => {
                let Some(path) = words.next() else { break };
                files.insert(path.into(), Staged::Renamed(old));
                continue;
            }
            // Only its mode is another.
            (Some(b'M'), old) if old == new => continue,
            (Some(b'M' | b'T'), Some(old)) => Staged::Modified(old),
            _ => continue,
        };
        files.insert(path.into(), state);
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "14ee7c9055702525791ad7065fb624998685230c";
    const TWO: &str = "24ee7c9055702525791ad7065fb624998685230c";

    fn id(hex: &str) -> ObjectId {
        ObjectId::from_hex(hex.as_bytes()).expect("an id")
    }

    #[test]
    fn files_are_read_with_what_git_saw_of_them() {
        let facts = "  ctime: 5:1\n  mtime: 7:2\n  dev: 1\tino: 2\n  uid: 0\tgid: 0\n  size: 9\tflags: 0\n";
        let list = [
            format!("100644 {ONE} 0\ta b\nc\0{facts}"),
            format!("120000 {ONE} 0\tlink\0{facts}"),
            format!("100644 {ONE} 1\tboth\0{facts}100644 {TWO} 2\tboth\0{facts}100644 {ONE} 3\tboth\0{facts}"),
            format!("100755 {TWO} 0\tbare\0"),
            format!("100644 {TWO} 0\tsparse\0{}", facts.replace("flags: 0", "flags: 40004000")),
            "nonsense\0".to_owned(),
        ];
        let files = tracked(list.concat().as_bytes());
        assert_eq!(files.len(), 5);
        let file = |path: &str| files[path.as_bytes()];
        assert_eq!(
            file("a b\nc"),
            Tracked { id: id(ONE), is_file: true, is_unmerged: false, is_skipped: false, seen: Some((9, 7)) }
        );
        assert!(!file("link").is_file);
        assert!(file("sparse").is_skipped && file("sparse").seen == Some((9, 7)));
        assert!(file("both").is_unmerged && file("both").id == id(TWO));
        assert_eq!(file("bare").seen, None);
    }

    #[test]
    fn differences_are_read_by_the_name_that_a_file_has_now() {
        let zero = "0".repeat(40);
        let list = [
            format!(":000000 100644 {zero} {ONE} A\0new\0"),
            format!(":100644 100644 {ONE} {TWO} M\0text\0"),
            format!(":100644 100755 {ONE} {ONE} M\0mode\0"),
            format!(":100644 100644 {ONE} {TWO} R086\0old\0now\0"),
            format!(":100644 000000 {ONE} {zero} D\0gone\0"),
            format!(":000000 100644 {zero} {zero} U\0both\0"),
        ];
        let files = staged(list.concat().as_bytes());
        let file = |path: &str| files.get(path.as_bytes()).copied();
        assert_eq!(file("new"), Some(Staged::Added));
        assert_eq!(file("text"), Some(Staged::Modified(id(ONE))));
        assert_eq!(file("now"), Some(Staged::Renamed(id(ONE))));
        assert_eq!(file("gone"), Some(Staged::Deleted(id(ONE))));
        assert_eq!((file("mode"), file("old"), file("both")), (None, None, None));
    }
}
