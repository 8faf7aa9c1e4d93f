//! The arguments of the command line, a file for what belongs together.
//!
//! - `asking`: queries, searches, questions, and what shows a place or the language itself.
//! - `evaluating`: measuring what words and questions find.
//! - `keeping`: what looks after the index, the settings and the clients.
//! - `picking`: the explorer as a chooser for shells and editors.
//! - `serving`: what serves programs over HTTP.
//! - `values`: values that several subcommands take.
//! - `workspace`: what is read, and how the explorer opens.

mod asking;
mod evaluating;
mod keeping;
mod picking;
mod serving;
mod values;
mod workspace;

pub use asking::*;
pub use evaluating::{Eval, EvalFormat, Split};
pub use keeping::{ConfigArguments, Doctor, DoctorTopic, Index, Mcp, PrintedConfig};
pub use picking::{Pick, PickFormat};
pub use serving::Serve;
pub use values::{Order, OutputFormat, Plain, Shell, When, WidgetShell};
pub use workspace::{Explorer, FileSelection, Workspace};

use clap::{Parser, Subcommand};
use std::ffi::OsString;

/// Explore code and documents as one tree, with one query language.
#[derive(Debug, Parser)]
#[command(name = "docql", version, disable_help_subcommand = true, args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  docql                                         open the explorer here
  docql query '$.code.class(\"Server\").methods[*]' .
  docql query '$.content.heading(\"Install\")' docs -f json
  docql '$.toc[?(@.title ~= \"auth\")]'           the same as docql query
  docql help                                    the manual; docql help search prints a page of it")]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub explorer: Explorer,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run one DocQL query, or search for words
    #[command(visible_alias = "q")]
    Query(Query),
    /// Search for words, by meaning too
    Search(Search),
    /// Ask a database of the workspace with SQL, reading only
    Sql(Sql),
    /// Answer a question with passages and their places, in several steps
    Ask(Ask),
    /// Choose rows in the explorer and print them, for shells and editors
    Pick(Pick),
    /// Show what an id, a place (path:12) or a name in a file (path#Type.method) names, whole
    Show(Show),
    /// Find the places that a stack trace, compiler messages or a diff name
    Places(Places),
    /// Show the outline of files
    Toc(Toc),
    /// Say how a query is read, what it needs and what is wrong with it
    Explain(Explain),
    /// Measure how well words find what a file of cases says is right
    Eval(Eval),
    /// What may stand at a caret of a query, for editors and shells
    Complete(Complete),
    /// List what was left out of the workspace, and why
    Skipped(Skipped),
    /// Build or look after the index that makes the next start instant
    Index(Index),
    /// Learn docql in ten steps, on a small workspace of its own
    Tutorial {
        /// Begin with the first step, wherever it was left
        #[arg(long)]
        restart: bool,
    },
    /// Print a script that completes subcommands, options and queries in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print keys for a shell: choose files, directories, earlier queries
    Shell {
        /// The shell
        shell: WidgetShell,
    },
    /// Print the manual page
    Man,
    /// Show, edit or check the settings
    Config(ConfigArguments),
    /// Give coding agents tools to ask docql with: a server of the Model Context Protocol
    Mcp(Mcp),
    /// Answer programs over HTTP, on this machine, with a token
    Serve(Serve),
    /// Say what the terminal can do and what is wrong with the environment; exit code 1 if there is advice
    Doctor(Doctor),
    /// Open the manual, or print a page of it, or what is known of one name
    Help {
        /// A page (start, language, search, keys …), a list, or any name of the language; docql help | cat lists them
        topic: Option<String>,
    },
}

/// The command line as its parser knows it: subcommands, options, values.
pub fn command_line() -> clap::Command {
    use clap::CommandFactory;
    Arguments::command()
}

/// `docql '$.…'` means `docql query '$.…'`.
pub fn with_implied_query(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let first = arguments.get(1).and_then(|argument| argument.to_str());
    if first.is_some_and(|first| {
        first.starts_with(['$', '＄', '￥', '¥'])
            || first.starts_with(".toc")
            || first.starts_with(".code")
            || first.starts_with(".content")
    }) {
        arguments.insert(1, "query".into());
    }
    arguments
}

/// Subcommands that look for what may be a message.
const SEARCHES: [&str; 3] = ["query", "q", "search"];

/// What is looked for may begin with a dash: `docql search '--- FAIL: TestX'`. A space in front, which no query minds, makes
/// it no option.
pub fn with_messages(arguments: Vec<OsString>) -> Vec<OsString> {
    let is_search = arguments.get(1).is_some_and(|command| SEARCHES.iter().any(|search| command == search));
    let options = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let message = |(at, argument): (usize, OsString)| match argument.to_str().filter(|text| is_message(text)) {
        Some(text) if is_search && at < options => format!(" {text}").into(),
        _ => argument,
    };
    arguments.into_iter().enumerate().map(message).collect()
}

/// An option is one word that begins with a letter, or has its value behind `=` or letters.
fn is_message(argument: &str) -> bool {
    if argument.strip_prefix('-').and_then(|rest| rest.chars().next()).is_some_and(|c| !c.is_alphanumeric() && c != '-')
    {
        return true;
    }
    let dashed = argument.split_once(' ').and_then(|(first, rest)| Some((first.strip_prefix('-')?, rest)));
    let is_plain = |word: &str| word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    dashed.is_some_and(|(first, rest)| is_plain(first) && !rest.trim().is_empty())
}

/// The first argument, if it is neither an option, nor a subcommand, nor a path, and an option behind it is why `error`
/// came about.
pub fn words_in_front<'a>(arguments: &'a [OsString], error: &clap::Error) -> Option<&'a OsString> {
    use clap::CommandFactory;
    let first = arguments.get(1).filter(|_| error.kind() == clap::error::ErrorKind::UnknownArgument)?;
    let text = first.to_string_lossy();
    let is_command = Arguments::command().find_subcommand(&*text).is_some();
    (!text.starts_with('-') && !is_command && !std::path::Path::new(first).exists()).then_some(first)
}
