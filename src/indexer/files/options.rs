//! Options of a workspace.

use super::revision_error::RevisionError;
use super::shared_databases::SharedDatabases;
use crate::databases::ServerOptions;
use crate::semantic::{Embeddings, Reranker};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest file that is parsed, unless told otherwise.
pub(in crate::indexer) const MAX_FILE_BYTES: u64 = 8 << 20;

/// The largest file whose text is read. A search reads a text whole, so this is what it may cost in memory.
pub(in crate::indexer) const MAX_TEXT_BYTES: u64 = 256 << 20;

/// Options of a workspace: what to open, and what to leave out.
#[derive(Clone, Debug)]
pub struct WorkspaceOptions {
    /// Directories and files, as they were given; none means [`WorkspaceOptions::base`].
    pub roots: Vec<PathBuf>,
    /// The bytes of standard input, shown as the file `-`.
    pub stdin: Option<Vec<u8>>,
    /// Reads hidden files and directories too. `.git` never is read.
    pub hidden: bool,
    /// Obeys `.gitignore`, `.ignore` and `.docqlignore`.
    pub ignore_files: bool,
    /// Larger files have no outline: their text is searched and shown, up to 256 MB; beyond that a file is
    /// skipped.
    pub max_file_bytes: u64,
    /// The usual limit in this workspace. It says what an index holds, so each has its own; a run
    /// with another limit uses the index and leaves it alone.
    pub usual_max_file_bytes: u64,
    /// Globs of files to keep, or with a leading `!` to leave out, as in `rg -g`.
    pub globs: Vec<String>,
    /// Rules for files to leave out besides, as lines of a `.gitignore` in [`WorkspaceOptions::base`].
    pub ignore: Vec<String>,
    /// Set if programs ask, or what is found is sent away: databases are left out then, but those of
    /// [`WorkspaceOptions::shared`].
    pub is_for_agents: bool,
    /// The databases that agents may read.
    pub shared: SharedDatabases,
    /// Databases on servers that are part of the workspace.
    pub servers: Vec<ServerOptions>,
    /// Set if nothing but the schemas of [`WorkspaceOptions::servers`] is wanted: no files, no rows.
    pub is_schema_only: bool,
    /// Takes the directories of package manifests for repositories.
    pub packages: bool,
    /// Names and paths of repositories that come first where some are chosen.
    pub golden: Vec<String>,
    /// Lets the explorer notice changed files.
    pub watch: bool,
    /// Read the files of this Git revision instead of those on disk: a commit, a tag or a branch.
    pub at: Option<String>,
    /// Read exactly these files instead of walking the roots.
    pub files_from: Option<Vec<PathBuf>>,
    /// Relative paths start here and are shown relative to it.
    pub base: PathBuf,
    /// The number of threads; 0 for as many as there are cores.
    pub threads: usize,
    /// Gives vectors to declarations and sections, by which a search finds what means the same.
    pub vectors: bool,
    /// The models that make them.
    pub embeddings: Arc<Embeddings>,
    /// Who makes vectors of pictures, and of the words that are to find them; `None` if nobody is to.
    pub pictures: Option<Arc<Embeddings>>,
    /// The reranker of search hits, if there is one.
    pub reranker: Option<Arc<Reranker>>,
    /// The directory that keeps indexes between runs; `None` keeps nothing. See [`crate::indexer::index_directory`].
    pub index: Option<PathBuf>,
}

impl WorkspaceOptions {
    /// The workspace at `base`, with the defaults for everything else.
    pub fn at(base: impl Into<PathBuf>) -> WorkspaceOptions {
        WorkspaceOptions {
            roots: Vec::new(),
            stdin: None,
            hidden: false,
            ignore_files: true,
            max_file_bytes: MAX_FILE_BYTES,
            usual_max_file_bytes: MAX_FILE_BYTES,
            globs: Vec::new(),
            ignore: Vec::new(),
            is_for_agents: false,
            shared: SharedDatabases::default(),
            servers: Vec::new(),
            is_schema_only: false,
            packages: false,
            golden: Vec::new(),
            watch: true,
            at: None,
            files_from: None,
            base: base.into(),
            threads: 0,
            vectors: true,
            embeddings: Arc::new(Embeddings::built_in()),
            pictures: None,
            reranker: None,
            index: None,
        }
    }

    /// True for the whole workspace as everybody sees it: what a saved index describes.
    pub(in crate::indexer) fn is_whole(&self) -> bool {
        let unfiltered = self.ignore_files && !self.hidden && self.globs.is_empty() && !self.has_refused();
        unfiltered && self.max_file_bytes == self.usual_max_file_bytes
    }

    /// True if the workspace consists of directories.
    pub(in crate::indexer) fn is_of_directories(&self) -> bool {
        let is_directory = |given: &PathBuf| self.base.join(given).is_dir();
        let is_directories = self.at.is_some() || self.roots.iter().all(is_directory);
        self.stdin.is_none() && self.files_from.is_none() && is_directories
    }

    /// The limit of the index, where it is another than docql's default.
    pub(in crate::indexer) fn own_limit(&self) -> Option<u64> {
        (self.usual_max_file_bytes != MAX_FILE_BYTES).then_some(self.usual_max_file_bytes)
    }

    /// The number of threads to start; at least one.
    pub(in crate::indexer) fn thread_count(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            given => given,
        }
    }
}

/// Why a workspace cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    /// A root that is not there or cannot be looked at.
    #[error("{path}: {reason}", path = path.display())]
    Root {
        /// The root as it was given.
        path: PathBuf,
        /// Why, as a clause.
        reason: String,
    },
    /// A glob that cannot be understood.
    #[error("the glob `{glob}` is not valid: {reason}")]
    Glob {
        /// The glob as it was given.
        glob: String,
        /// Why, as a clause.
        reason: String,
    },
    /// A Git revision that cannot be read.
    #[error(transparent)]
    Revision(#[from] RevisionError),
    /// The threads that read files cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(String),
    /// The walk was cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// The directory to open when none is given: the nearest one at or above `start` that holds a repository,
/// else `start`. Works, and returns `start`, where the directory has been deleted.
pub fn default_root(start: &Path) -> PathBuf {
    start.ancestors().find(|directory| directory.join(".git").exists()).unwrap_or(start).to_owned()
}
