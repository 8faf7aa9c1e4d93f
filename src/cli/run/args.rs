//! The arguments of the command line.

use crate::search;
use crate::serve::clients::CLIENTS;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

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
    /// Say what the terminal can do and what is wrong with the environment; exit code 1 if there is advice
    Doctor(Doctor),
    /// Open the manual, or print a page of it, or what is known of one name
    Help {
        /// A page (start, language, search, keys …), a list, or any name of the language; docql help | cat lists them
        topic: Option<String>,
    },
}

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
#[derive(Debug, Default, Args)]
pub struct Workspace {
    /// Take relative paths from here and show paths relative to it
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Read only files that match; with a leading ! none that do
    #[arg(short, long, value_name = "GLOB")]
    pub glob: Vec<String>,
    /// Read files that .gitignore and the like leave out
    #[arg(long)]
    pub no_ignore: bool,
    /// Read hidden files and directories
    #[arg(long)]
    pub hidden: bool,
    /// Give larger files no outline, only search and show them (8M)
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub max_filesize: Option<u64>,
    /// Read a Git revision instead: a commit, a tag or a branch
    #[arg(long, value_name = "REV", conflicts_with = "files_from")]
    pub at: Option<String>,
    /// Read the files listed here, one a line; - is standard input
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<PathBuf>,
    /// Neither use nor save an index
    #[arg(long)]
    pub no_index: bool,
    /// How many threads to use (all cores)
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

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
    /// Read only files that match; with a leading ! none that do
    #[arg(short, long, value_name = "GLOB")]
    pub glob: Vec<String>,
    /// Read files that .gitignore and the like leave out
    #[arg(long)]
    pub no_ignore: bool,
    /// Read hidden files and directories
    #[arg(long)]
    pub hidden: bool,
    /// Neither use nor save an index
    #[arg(long)]
    pub no_index: bool,
    /// How many threads to use (all cores)
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
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

#[derive(Debug, Args)]
pub struct Query {
    /// A DocQL path ($…) or search words
    pub query: String,
    /// Where to look; - is standard input
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub workspace: Workspace,
    /// Words: capitals count
    #[arg(long, hide_short_help = true)]
    pub case_sensitive: bool,
    /// Words: whole words only
    #[arg(short, long, hide_short_help = true)]
    pub word_regexp: bool,
    /// How to write the answer
    #[arg(short, long, value_enum, default_value = "text")]
    pub format: OutputFormat,
    /// At most so many hits
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// All hits, also on a terminal
    #[arg(long, conflicts_with = "limit")]
    pub all: bool,
    /// Lines of context around each hit
    #[arg(short = 'C', long, value_name = "N", default_value_t = 0)]
    pub context: u32,
    /// Show symbols and sections whole
    #[arg(long)]
    pub full: bool,
    /// The order of hits: by path, or by rank where there is one
    #[arg(long, value_enum)]
    pub sort: Option<Order>,
    /// Only hits of this kind (class, method, heading …)
    #[arg(long, value_name = "KIND")]
    pub kind: Option<String>,
    /// Only hits in this language
    #[arg(long, value_name = "LANG")]
    pub lang: Option<String>,
    /// Only these fields in json and jsonl, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub fields: Vec<String>,
    /// No bodies (content, source) in json and jsonl
    #[arg(long)]
    pub brief: bool,
    /// End paths with NUL in the paths format
    #[arg(short = '0', long)]
    pub null: bool,
    /// Print nothing; the exit code tells
    #[arg(short = 's', long)]
    pub quiet: bool,
    /// Query this JSON, YAML or TOML file as RFC 9535 has it; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "at")]
    pub data: Option<PathBuf>,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// When to use colours
    #[arg(long, value_enum, default_value = "auto")]
    pub color: When,
}

#[derive(Debug, Args)]
#[command(
    after_help = "The answer is made of passages, word for word, each with its place. Nothing leaves this machine.
Exit code: 0 answered, 1 nothing here answers it, 2 error.

  docql ask 'how long is a lock kept, and where is that checked'
  docql ask 'who calls close_all' src --steps"
)]
pub struct Ask {
    /// The question, in words
    pub question: String,
    /// Where to look
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub workspace: Workspace,
    /// How to write the answer
    #[arg(short, long, value_enum, default_value = "text")]
    pub format: AskFormat,
    /// Show the steps; each can be entered as a query
    #[arg(long)]
    pub steps: bool,
    /// Show all lines of each passage
    #[arg(long)]
    pub full: bool,
    /// Passages, at most
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// When to use colours
    #[arg(long, value_enum, default_value = "auto")]
    pub color: When,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AskFormat {
    Text,
    Md,
    Json,
    Jsonl,
}

impl Query {
    /// A question with nothing else said: all hits, as text.
    pub fn plain(query: String, paths: Vec<PathBuf>, workspace: Workspace) -> Query {
        Query {
            query,
            paths,
            workspace,
            case_sensitive: false,
            word_regexp: false,
            format: OutputFormat::Text,
            limit: None,
            all: true,
            context: 0,
            full: false,
            sort: None,
            kind: None,
            lang: None,
            fields: Vec::new(),
            brief: false,
            null: false,
            quiet: false,
            data: None,
            timeout: None,
            color: When::Auto,
        }
    }
}

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

#[derive(Debug, Args)]
#[command(after_help = "Ids are in json, jsonl and $.…[?(@.id == …)]; the end of a path suffices where it is unique.

  docql show src/server.rs:120                      what encloses the line
  docql show src/server.rs:120-140                  the lines
  docql show src/server.rs#Server.close
  docql show docs/guide.md#install
  docql show 'src/Stream.java#method:Stream.read(byte[],int)'")]
pub struct Show {
    /// An id, path:line, path:line-line, path#name or path#anchor
    pub id: String,
    /// Where to look
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub workspace: Workspace,
    /// How to write the answer
    #[arg(short, long, value_enum, default_value = "text")]
    pub format: OutputFormat,
    /// Only these fields in json and jsonl, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub fields: Vec<String>,
    /// When to use colours
    #[arg(long, value_enum, default_value = "auto")]
    pub color: When,
}

#[derive(Debug, Args)]
#[command(after_help = "Paths are found by their ends: a trace may come from another machine.

  cargo build 2>&1 | docql places
  git diff | docql places -f vimgrep | vim -q -
  go test ./... 2>&1 | docql pick --places")]
pub struct Places {
    /// The text; - is standard input
    #[arg(value_name = "TEXT", default_value = "-")]
    pub text: PathBuf,
    /// Where the files are
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub workspace: Workspace,
    /// How to write the places
    #[arg(short, long, value_enum, default_value = "text")]
    pub format: OutputFormat,
    /// Lines of context around each place
    #[arg(short = 'C', long, value_name = "N", default_value_t = 0)]
    pub context: u32,
    /// Only these fields in json and jsonl, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub fields: Vec<String>,
    /// End paths with NUL in the paths format
    #[arg(short = '0', long)]
    pub null: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value = "auto")]
    pub color: When,
}

#[derive(Debug, Args)]
pub struct Toc {
    /// Where to look
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub workspace: Workspace,
    /// Down to so many levels (0: all)
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub depth: usize,
}

#[derive(Debug, Args)]
pub struct Explain {
    /// A DocQL path or search words
    pub query: String,
    /// Where to look: with directories or files, each step says how much it finds there
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub workspace: Workspace,
    /// Read it as RFC 9535 has it
    #[arg(long)]
    pub strict: bool,
    /// json or text
    #[arg(short, long, value_enum, default_value = "text")]
    pub format: Plain,
}

#[derive(Debug, Args)]
#[command(after_help = EVAL_HELP)]
pub struct Eval {
    /// Files of cases
    #[arg(required = true, value_name = "CASES.toml")]
    pub cases: Vec<PathBuf>,
    /// The cases are questions for docql ask, with the places that answer them
    #[arg(long)]
    pub ask: bool,
    /// How to search; may be given several times, for a table each
    #[arg(short, long, value_enum, value_name = "MODE", default_value = "smart")]
    pub mode: Vec<Mode>,
    /// The share of meaning in hybrid and smart, from 0 to 1
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub alpha: Option<f32>,
    /// Only cases of this class; may be given several times
    #[arg(long, value_name = "CLASS")]
    pub class: Vec<String>,
    /// Only cases of this split
    #[arg(long, value_enum)]
    pub split: Option<Split>,
    /// Where a corpus is, instead of what the cases say; may be given several times
    #[arg(long, value_name = "NAME=DIR")]
    pub corpus: Vec<String>,
    /// A hit anywhere in the right file counts, and each file once
    #[arg(long)]
    pub by_file: bool,
    /// So many hits are looked at for the rank of a miss
    #[arg(short = 'n', long, value_name = "K", default_value_t = 50, value_parser = limit)]
    pub limit: usize,
    /// List at most so many misses of each mode
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub misses: usize,
    /// How to write the answer; json has every case
    #[arg(short, long, value_enum, default_value = "text")]
    pub format: EvalFormat,
    /// Neither use nor save an index
    #[arg(long)]
    pub no_index: bool,
    /// How many threads to use (all cores)
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

const EVAL_HELP: &str = r##"A file of cases names directories and asks:

  [corpus.manual]
  path = "docs"                          # beside this file; or $VARIABLE/docs

  [[case]]
  query = "how do I restore a backup"
  class = "question"                     # any word; scores are told per class
  split = "held"                         # or "tune" (the default)
  expected = ["backup.md#Restore"]       # any one is right; all = […]: every one is wanted

A right place is "path" (anything in the file), "path#name" (a declaration or
section of exactly this name; "#name" in any file) or "path:line" (what begins
on the line, else the innermost around it). A hit counts if it is that
declaration or section, or lies inside of it where it is a function; what
encloses it does not.

recall@k is the share of right answers among the first k hits; MRR@10 one by
the rank of the first right one; nDCG@10 adds 1 / log2(rank + 1) for each and
divides by the best possible. Misses of the held split, which nobody should
see while tuning, are listed with --split held only.

Exit code: 0 measured, 2 if a case can never be met because its place is not
there, or if something else is wrong."##;

#[derive(Debug, Args)]
#[command(after_help = "\"exact phrase\" -without ~nearly~ path: ext: lang: kind: repo: narrow a search.

  docql search \"how are sessions renewed\" src
  docql search --explain \"retry with backoff\"
  docql search --mode semantic 释放内存 /usr/share/doc")]
pub struct Search {
    #[command(flatten)]
    pub query: Query,
    /// What decides about hits and their order
    #[arg(long, value_enum, default_value = "smart")]
    pub mode: Mode,
    /// The share of meaning against words, from 0 to 1
    #[arg(long, value_name = "SHARE")]
    pub alpha: Option<f32>,
    /// Show what made each score: channels, ranks and parts
    #[arg(long)]
    pub explain: bool,
    /// Show how the words are read and widened, and search for nothing
    #[arg(long, conflicts_with = "explain")]
    pub expand_only: bool,
}

/// How words are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
pub enum Mode {
    /// As the explorer and docql query do: words, their relatives and meaning together
    Smart,
    /// Words as written and meaning together
    Hybrid,
    /// Words only
    Keyword,
    /// Meaning only
    Semantic,
    /// Plain BM25, to compare with
    #[value(hide = true)]
    Bm25,
}

impl Mode {
    /// The mode of the search; `None` for one that only measures.
    pub fn mode(self) -> Option<search::Mode> {
        match self {
            Mode::Smart => Some(search::Mode::Smart),
            Mode::Hybrid => Some(search::Mode::Hybrid),
            Mode::Keyword => Some(search::Mode::Keyword),
            Mode::Semantic => Some(search::Mode::Semantic),
            Mode::Bm25 => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Split {
    Tune,
    Held,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EvalFormat {
    Text,
    Json,
}

fn share(text: &str) -> Result<f32, String> {
    let share: f32 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("from 0 (words only) to 1 (meaning only)".to_owned()) }
}

fn limit(text: &str) -> Result<usize, String> {
    let limit: usize = text.parse().map_err(|_| "not a number".to_owned())?;
    if limit < crate::search::eval::DEPTH { Err("at least 10, which the scores look at".to_owned()) } else { Ok(limit) }
}

#[derive(Debug, Args)]
pub struct Complete {
    /// The query so far
    #[arg(long, value_name = "TEXT")]
    pub line: String,
    /// The caret, in bytes (the end)
    #[arg(long, value_name = "N")]
    pub point: Option<usize>,
    /// Where values come from
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub workspace: Workspace,
    /// Print whole queries, each with a candidate in its place, for shells
    #[arg(long, conflicts_with = "format")]
    pub words: bool,
    /// Take what is known of the files after so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,
    /// Offer only what the language knows, without reading files
    #[arg(long)]
    pub no_corpus: bool,
    /// json or text
    #[arg(short, long, value_enum, default_value = "text")]
    pub format: Plain,
}

#[derive(Debug, Args)]
pub struct Skipped {
    /// Where to look
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub workspace: Workspace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    Text,
    Json,
    Jsonl,
    Paths,
    Vimgrep,
    Md,
    Count,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
    Nushell,
}

/// Shells whose command line can be changed by a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WidgetShell {
    Bash,
    Zsh,
    Fish,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plain {
    Text,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Order {
    Rank,
    Path,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
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

/// The first argument, if it is neither an option, nor a subcommand, nor a path, and an option behind it is why `error`
/// came about.
pub fn words_in_front<'a>(arguments: &'a [OsString], error: &clap::Error) -> Option<&'a OsString> {
    use clap::CommandFactory;
    let first = arguments.get(1).filter(|_| error.kind() == clap::error::ErrorKind::UnknownArgument)?;
    let text = first.to_string_lossy();
    let is_command = Arguments::command().find_subcommand(&*text).is_some();
    (!text.starts_with('-') && !is_command && !std::path::Path::new(first).exists()).then_some(first)
}

fn bytes(text: &str) -> Result<u64, String> {
    crate::config::parse_size(text).ok_or_else(|| "a size is a number with K, M or G".to_owned())
}
