//! A workspace that is part of the program, unpacked for as long as an explorer is open on it.

use anyhow::Context;
use std::path::{Path, PathBuf};

/// The unpacked files, in a directory that only the user can enter; removed when it is dropped.
pub(super) struct Unpacked {
    folder: PathBuf,
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
        let directory = std::env::temp_dir();
        // A name of this process; if someone else has taken it, another one. Never a directory that is there.
        let unpacked = (0..100)
            .map(|number| directory.join(format!("docql-{name}-{}-{number}", std::process::id())))
            .find(|folder| private_directory(folder).is_ok())
            .map(|folder| Unpacked { folder, name })
            .with_context(|| format!("cannot make a directory in {}", directory.display()))?;
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
        self.folder.join(self.name)
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// Makes a directory that only its owner can enter.
fn private_directory(path: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
