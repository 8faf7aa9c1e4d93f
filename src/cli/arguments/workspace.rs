//! What is read, and how the explorer opens.

use super::values::NumberError;
use clap::Args;
use std::path::PathBuf;

/// The explorer's arguments.
#[derive(Debug, Args)]
pub struct Explorer {
    /// Where to look: directories or files (the git root of the current directory, else that)
    pub paths: Vec<PathBuf>,
    /// Fill the prompt
    #[arg(short, long, value_name = "QUERY")]
    pub query: Option<String>,
    /// Talk in lines instead of drawing, for screen readers and scripts
    #[arg(long)]
    pub plain: bool,
    /// Go on where the last session in this workspace ended
    #[arg(long, conflicts_with = "query")]
    pub resume: bool,
    /// Draw on so many lines below the cursor, not on the whole screen
    #[arg(long, conflicts_with = "plain", value_name = "LINES", value_parser = clap::value_parser!(u16).range(4..))]
    pub inline: Option<u16>,
    /// Write the directory of the last row into this file on leaving with q, for a shell to change to
    #[arg(long, conflicts_with = "plain", value_name = "FILE", hide_short_help = true)]
    pub cwd_file: Option<PathBuf>,
    /// Colours: auto, light, dark, ansi16, mono, or the name of any theme
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    #[command(flatten)]
    pub workspace: Workspace,
}

/// What is read.
#[derive(Clone, Debug, Default, Args)]
pub struct Workspace {
    /// Take relative paths from here and show paths relative to it
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    #[command(flatten)]
    pub selected: FileSelection,
    /// Give larger files no outline, only search and show them (8M)
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub max_filesize: Option<u64>,
    /// Read a Git revision instead: a commit, a tag, a branch, main...topic
    #[arg(long, value_name = "REV", conflicts_with = "files_from")]
    pub at: Option<String>,
    /// Read the files listed here, one a line; - is standard input
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,
}

/// Which files of directories are read, and how.
#[derive(Clone, Debug, Default, Args)]
pub struct FileSelection {
    /// Read only files that match; with a leading ! none that do
    #[arg(short, long, value_name = "GLOB")]
    pub glob: Vec<String>,
    /// Read files that .gitignore and the like leave out
    #[arg(long)]
    pub no_ignore: bool,
    /// Read all hidden files and directories but .git
    #[arg(long)]
    pub hidden: bool,
    /// Open this database too: a name from the settings, or a file of SQLite
    #[arg(long, value_name = "NAME")]
    pub db: Vec<String>,
    /// Of these databases nothing but the schema is needed, and no files.
    #[arg(skip)]
    pub is_schema_only: bool,
    /// Neither use nor save an index
    #[arg(long)]
    pub no_index: bool,
    /// How many threads to use (all cores)
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

fn bytes(text: &str) -> Result<u64, NumberError> {
    crate::config::parse_size(text).ok_or(NumberError::Size)
}
