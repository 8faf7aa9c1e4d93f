//! A workspace that is part of the program, unpacked for as long as an explorer is open on it.

use crate::stdx::Scratch;
use anyhow::Context;
use std::path::PathBuf;

/// The unpacked files, in a directory that only the user can enter; removed when it is dropped.
pub(super) struct Unpacked {
    folder: Scratch,
    name: &'static str,
}

impl Unpacked {
    /// Unpacks `files`, paths with their texts, as the workspace `name`.
    ///
    /// # Errors
    /// The directory for temporary files cannot be written to.
    pub(super) fn new<'f>(
        name: &'static str,
        files: impl IntoIterator<Item = (&'f str, String)>,
    ) -> anyhow::Result<Unpacked> {
        let folder =
            Scratch::new().with_context(|| format!("cannot make a directory in {}", std::env::temp_dir().display()))?;
        let unpacked = Unpacked { folder, name };
        for (path, text) in files {
            let file = unpacked.root().join(path);
            let written =
                file.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&file, text));
            written.with_context(|| format!("cannot unpack {}", file.display()))?;
        }
        Ok(unpacked)
    }

    /// The root of the workspace.
    pub(super) fn root(&self) -> PathBuf {
        self.folder.path().join(self.name)
    }
}
