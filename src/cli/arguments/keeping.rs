//! What looks after the index, the settings and the clients.

use super::workspace::{FileSelection, Workspace};
use crate::serve::clients::CLIENTS;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Without an option the index is brought up to date.
#[derive(Debug, Args)]
pub struct Index {
    /// The directory to index (the git root of the current directory, else that)
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub workspace: Workspace,
    /// Keep it up to date until interrupted
    #[arg(long, conflicts_with_all = ["status", "clear", "verify", "at"])]
    pub watch: bool,
    /// Say where it is, how large and how complete
    #[arg(long, conflicts_with_all = ["clear", "verify"])]
    pub status: bool,
    /// Remove it
    #[arg(long, conflicts_with = "verify")]
    pub clear: bool,
    /// Compare it with the files; exit code 1 if something differs
    #[arg(long)]
    pub verify: bool,
    /// Have your language model describe each piece in a line, for searches by other words
    #[arg(long, conflicts_with_all = ["watch", "status", "clear", "verify"])]
    pub describe: bool,
    /// With --describe: say what would be sent, and send nothing
    #[arg(long, requires = "describe")]
    pub dry_run: bool,
    /// With --describe: end before so many tokens are spent
    #[arg(long, value_name = "N", requires = "describe")]
    pub max_tokens: Option<u64>,
    /// No progress, no summary
    #[arg(short, long)]
    pub quiet: bool,
}

/// Without an option the values that count are printed.
#[derive(Debug, Args)]
pub struct ConfigArguments {
    /// Say where the settings are
    #[arg(long, conflicts_with_all = ["print_config", "edit", "check"])]
    pub path: bool,
    /// Print every value that counts and who says so; or the commented defaults
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, default_missing_value = "effective",
          require_equals = true, conflicts_with_all = ["edit", "check"])]
    pub print_config: Option<PrintedConfig>,
    /// Open the settings in your editor, then check them
    #[arg(long, conflicts_with = "check")]
    pub edit: bool,
    /// Say what is wrong with them; exit code 1 if something is
    #[arg(long)]
    pub check: bool,
}

/// What `docql config` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PrintedConfig {
    Effective,
    Default,
}

#[derive(Debug, Args)]
#[command(after_help = "The server talks over standard input and output until its input ends.
It reads, and changes nothing but its own index; nothing outside of the directories is ever read.

  docql mcp --print-config claude      what goes into the configuration of a client
  docql help agents                    the tools, with worked calls")]
pub struct Mcp {
    /// The directories that agents may ask about (the git root of the current directory, else that)
    #[arg(value_name = "DIR")]
    pub roots: Vec<PathBuf>,
    /// Print what goes into the configuration of a client: claude, cursor, vscode, codex, zed
    #[arg(long, value_name = "CLIENT", value_parser = client())]
    pub print_config: Option<String>,
    #[command(flatten)]
    pub selected: FileSelection,
}

fn client() -> clap::builder::PossibleValuesParser {
    CLIENTS.iter().map(|client| client.name).collect::<Vec<_>>().into()
}

#[derive(Debug, Args)]
pub struct Doctor {
    /// keys: show which key arrives, and what it does
    pub topic: Option<DoctorTopic>,
    /// Ask the embeddings endpoint too, if one is configured; else nothing is sent anywhere
    #[arg(long, conflicts_with = "topic")]
    pub online: bool,
}

/// What `docql doctor` looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DoctorTopic {
    Keys,
}
