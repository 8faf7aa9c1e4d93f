//! Names of roots and files: `/`-separated, relative to the base, as a user would type them.

use crate::library::ReadError;
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

/// A root, ready to be walked.
#[derive(Debug)]
pub(in crate::indexer) struct RootPlace {
    /// As the user knows it; symbolic links are not resolved.
    pub absolute: PathBuf,
    /// The start of the walk: the same place without a symbolic link at its end.
    pub walked: PathBuf,
    /// The path as it is shown; empty for the base itself.
    pub shown: String,
    /// Its last part.
    pub name: String,
}

impl RootPlace {
    /// Looks at the root `given` below `base`.
    pub(in crate::indexer) fn new(base: &Path, given: &Path) -> Result<RootPlace, ReadError> {
        let absolute = tidy(&base.join(given));
        let walked = std::fs::canonicalize(&absolute)?;
        let is_base = absolute == tidy(base) || std::fs::canonicalize(base).is_ok_and(|base| base == walked);
        let shown = if is_base { String::new() } else { slashed(given) };
        let name = walked.file_name().map_or_else(|| slashed(&walked), |name| name.to_string_lossy().into_owned());
        Ok(RootPlace { absolute, walked, shown, name })
    }

    /// The prefix of the paths of its files.
    pub(in crate::indexer) fn prefix(&self) -> String {
        match self.shown.as_str() {
            "" => String::new(),
            shown if shown.ends_with('/') => shown.to_owned(),
            shown => format!("{shown}/"),
        }
    }
}

/// The part of `path` below `root`; all of it where it is not below.
pub(in crate::indexer) fn below<'p>(path: &'p Path, root: &Path) -> &'p Path {
    // Comparing bytes takes a tenth of comparing parts.
    let quick = || path.to_str()?.strip_prefix(root.to_str()?)?.strip_prefix('/');
    quick().map(Path::new).or_else(|| path.strip_prefix(root).ok()).unwrap_or(path)
}

/// A path below a root as it is shown, with what stands before the paths of the root. It has no `.` parts.
pub(in crate::indexer) fn shown<'p>(relative: &'p Path, prefix: &str) -> Cow<'p, str> {
    match relative.to_str() {
        Some(text) if prefix.is_empty() && !cfg!(windows) => Cow::Borrowed(text),
        _ => Cow::Owned(format!("{prefix}{}", slashed(relative))),
    }
}

/// The path without `.` parts. `..` stays: what it means depends on symbolic links.
pub(in crate::indexer) fn tidy(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

/// The path with `/` between its parts and without `.` parts. Bytes that are no text become `�`.
pub(in crate::indexer) fn slashed(path: &Path) -> String {
    let mut out = String::new();
    for part in path.components() {
        match part {
            Component::CurDir => continue,
            Component::RootDir => {
                out.push('/');
                continue;
            }
            Component::Prefix(_) | Component::ParentDir | Component::Normal(_) => {}
        }
        if !out.is_empty() && !out.ends_with('/') {
            out.push('/');
        }
        out.push_str(&part.as_os_str().to_string_lossy());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_below_a_root_is_shown_with_its_prefix() {
        let below = |path, root| below(Path::new(path), Path::new(root)).display().to_string();
        assert_eq!(below("/a/b/c", "/a"), "b/c");
        assert_eq!(
            (below("/a/b", "/"), below("/ab/c", "/a"), below("/a", "/a")),
            ("a/b".into(), "/ab/c".into(), "".into())
        );
        assert_eq!(shown(Path::new("b/c"), ""), "b/c");
        assert_eq!((shown(Path::new("b/c"), "../a/"), shown(Path::new(""), "")), ("../a/b/c".into(), "".into()));
    }

    #[test]
    fn paths_are_shown_as_typed() {
        assert_eq!(slashed(Path::new("./docs//a/./b/")), "docs/a/b");
        assert_eq!(slashed(Path::new("../x")), "../x");
        assert_eq!(slashed(Path::new("/usr/share/")), "/usr/share");
        assert_eq!(slashed(Path::new(".")), "");
        assert_eq!(slashed(Path::new("/")), "/");
    }
}
