//! Archives by the endings of their names.

use crate::formats::Packing;
use std::path::Path;

/// How files are put together in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::indexer) enum Kind {
    /// Each is compressed by itself.
    Zip,
    /// One after the other, and compressed as a whole.
    Tar(Option<Packing>),
}

/// A kind, and how the names of its archives end.
struct Row {
    kind: Kind,
    endings: &'static [&'static str],
}

const ROWS: &[Row] = &[
    Row {
        kind: Kind::Zip,
        endings: &[".zip", ".jar", ".war", ".ear", ".aar", ".whl", ".egg", ".nupkg", ".vsix", ".xpi", ".apk", ".ipa"],
    },
    Row { kind: Kind::Tar(None), endings: &[".tar"] },
    Row { kind: Kind::Tar(Some(Packing::Gzip)), endings: &[".tar.gz", ".tgz", ".crate"] },
    Row { kind: Kind::Tar(Some(Packing::Zstd)), endings: &[".tar.zst", ".tzst"] },
];

/// The kind of the archive at `path`, by its name.
pub(in crate::indexer) fn kind_of(path: &Path) -> Option<Kind> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let is_named = |row: &&Row| row.endings.iter().any(|ending| name.len() > ending.len() && name.ends_with(ending));
    ROWS.iter().find(is_named).map(|row| row.kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_are_known_by_their_endings() {
        let kind = |name: &str| kind_of(Path::new(name));
        assert_eq!((kind("a/b.ZIP"), kind("lib-1.2.jar")), (Some(Kind::Zip), Some(Kind::Zip)));
        assert_eq!(kind("x.tar.gz"), Some(Kind::Tar(Some(Packing::Gzip))));
        assert_eq!((kind("x.tgz"), kind("x.tar")), (kind("x.tar.gz"), Some(Kind::Tar(None))));
        for other in ["zip", ".zip", "a.docx", "a.md.gz", "tar.gz", "a.rs"] {
            assert_eq!(kind(other), None, "{other}");
        }
    }
}
