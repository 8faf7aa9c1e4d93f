//! Hidden names: which files and directories are read although their names begin with a dot.

use super::rules::MAX_IGNORE_BYTES;
use ignore::gitignore::Gitignore;
use ignore::overrides::Override;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Hidden names that hold the state of programs and secrets of a user, not what people write: left out in Git
/// repositories too. Most are ignored by Git as well, but not in every repository.
const STATE: &[&str] = &[
    // Version control.
    ".git",
    ".hg",
    ".svn",
    ".jj",
    ".bzr",
    ".pijul",
    ".sl",
    // Environments, caches and output of tools.
    ".venv",
    ".env",
    ".virtualenv",
    ".direnv",
    ".tox",
    ".nox",
    ".cache",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".hypothesis",
    ".ipynb_checkpoints",
    ".eggs",
    ".gradle",
    ".m2",
    ".ivy2",
    ".sbt",
    ".bloop",
    ".metals",
    ".bsp",
    ".terraform",
    ".serverless",
    ".aws-sam",
    ".next",
    ".nuxt",
    ".output",
    ".svelte-kit",
    ".astro",
    ".angular",
    ".parcel-cache",
    ".turbo",
    ".nx",
    ".nyc_output",
    ".yarn",
    ".pnp.cjs",
    ".pnp.loader.mjs",
    ".pnpm-store",
    ".npm",
    ".bundle",
    ".dart_tool",
    ".pub-cache",
    ".stack-work",
    ".cabal",
    ".ghcup",
    ".opam",
    ".lake",
    ".build",
    ".swiftpm",
    ".rustup",
    ".idea",
    ".vs",
    ".history",
    ".ccls-cache",
    ".clangd",
    ".vagrant",
    ".sass-cache",
    ".jekyll-cache",
    ".DS_Store",
    ".Trash",
    ".Spotlight-V100",
    ".fseventsd",
    // Of a user, where the home directory is a repository.
    ".local",
    ".mozilla",
    ".thunderbird",
    ".ssh",
    ".gnupg",
    ".password-store",
    ".aws",
    ".azure",
    ".kube",
    ".docker",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".pgpass",
    ".git-credentials",
    ".authinfo",
    ".bash_history",
    ".zsh_history",
    ".python_history",
    ".psql_history",
    ".mysql_history",
    ".sqlite_history",
    ".lesshst",
    ".viminfo",
];

/// What a part of the name behind `.env.` is where it says which keys there are and not what they are.
const SAMPLES: [&[u8]; 5] = [b"example", b"sample", b"template", b"dist", b"defaults"];

/// Ignore files, any of which may ask for a hidden name, from those that count most to those that count least.
const ASKING: [&str; 3] = [".docqlignore", ".ignore", ".gitignore"];

/// True if a name is hidden.
pub(in crate::indexer) fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().first() == Some(&b'.')
}

/// True if a hidden name in a Git repository is read: it holds what people write, such as the workflows of a forge, and
/// settings of tools.
pub(in crate::indexer) fn is_written(name: &[u8]) -> bool {
    let is_sample = |end: &[u8]| end.split(|byte| *byte == b'.').any(|part| SAMPLES.contains(&part));
    let of_keys = name.strip_prefix(b".env.").is_some_and(|end| !is_sample(end));
    !of_keys && !is_of_editor(name) && !STATE.iter().any(|state| state.as_bytes() == name)
}

/// True for what an editor keeps beside a file while it is open: Vim's `.name.swp`, Emacs' `.#name`.
fn is_of_editor(name: &[u8]) -> bool {
    let is_swap = |end: &[u8]| matches!(end, [b'.', b's', b'u'..=b'w', b'a'..=b'z']);
    name.starts_with(b".#") || name.len().checked_sub(4).is_some_and(|at| at > 1 && is_swap(&name[at..]))
}

/// What decides whether a hidden file or directory on disk is read.
pub(in crate::indexer) struct HiddenRules {
    /// True if all are.
    pub is_wanted: bool,
    /// The globs of the command line, which may ask for one.
    pub globs: Override,
    /// True if ignore files count, which may ask for one too.
    pub ignore_files: bool,
}

impl HiddenRules {
    /// True if a hidden entry is read.
    pub fn keep(&self, path: &Path, is_directory: bool) -> bool {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        self.is_wanted
            || is_written(name) && is_in_repository(path)
            || self.globs.matched(path, is_directory).is_whitelist()
            || self.ignore_files && is_asked_for(path, is_directory)
    }
}

/// True below a directory that holds a repository.
fn is_in_repository(path: &Path) -> bool {
    path.ancestors().skip(1).any(|above| above.join(".git").exists())
}

/// True if the innermost ignore file that says anything of an entry asks for it: `!.name`.
fn is_asked_for(path: &Path, is_directory: bool) -> bool {
    let files = path.ancestors().skip(1).flat_map(|above| ASKING.map(|name| above.join(name)));
    let is_said = |file: PathBuf| {
        let said = Gitignore::new(file).0.matched(path, is_directory).map(|_| ());
        (!said.is_none()).then_some(said.is_whitelist())
    };
    files
        .filter(|file| file.metadata().is_ok_and(|it| it.is_file() && it.len() <= MAX_IGNORE_BYTES))
        .find_map(is_said)
        .unwrap_or(false)
}
