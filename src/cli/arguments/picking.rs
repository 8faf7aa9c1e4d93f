//! The explorer as a chooser for shells and editors.

use super::workspace::Workspace;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "The explorer is drawn on the terminal, whatever standard input and output are.
Enter picks the row, or all rows marked with Space; Esc or q leaves without.
Exit code: 0 picked, 1 nothing to pick from, 2 error, 130 left without picking.

  $EDITOR \"$(docql pick --files --format paths)\"
  cd \"$(docql pick --directories)\"
  cargo build 2>&1 | docql pick --places
  git ls-files | docql pick --files-from - --format vimgrep | vim -q -")]
pub struct Pick {
    /// What the prompt holds; an existing path is a path
    #[arg(value_name = "QUERY")]
    pub first: Option<String>,
    /// Where to look
    pub paths: Vec<PathBuf>,
    /// What the prompt holds, also if there is a path of that name
    #[arg(short, long, value_name = "QUERY")]
    pub query: Option<String>,
    /// Find files by their paths, not by what is in them; Ctrl-T switches
    #[arg(long, conflicts_with = "directories")]
    pub files: bool,
    /// Find directories by their paths
    #[arg(long)]
    pub directories: bool,
    /// Choose among the places that the text on standard input names
    #[arg(long, conflicts_with_all = ["files", "directories", "query"])]
    pub places: bool,
    /// Choose one of the earlier queries, and print that
    #[arg(long, conflicts_with_all = ["first", "paths", "query", "format"])]
    pub queries: bool,
    /// How to print what was picked: place is path:line
    #[arg(short, long, value_enum, default_value = "place")]
    pub format: PickFormat,
    /// End places and paths with NUL
    #[arg(short = '0', long)]
    pub null: bool,
    /// Draw on so many lines below the cursor, not on the whole screen
    #[arg(long, value_name = "LINES", value_parser = clap::value_parser!(u16).range(4..))]
    pub inline: Option<u16>,
    /// Colours: auto, light, dark, ansi16, mono, or the name of any theme
    #[arg(long, value_name = "NAME")]
    pub theme: Option<String>,
    #[command(flatten)]
    pub workspace: Workspace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PickFormat {
    Place,
    Paths,
    Vimgrep,
    Text,
    Json,
    Jsonl,
    Md,
}
