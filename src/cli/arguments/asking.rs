//! Queries, searches, questions, and what shows a place or the language itself.

use super::values::{Order, OutputFormat, Plain, When};
use super::workspace::Workspace;
use crate::search;
use clap::{Args, ValueEnum};
use std::num::{NonZeroUsize, ParseIntError};
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub struct Query {
    /// A DocQL path ($…), search words or a regular expression; - reads them from standard input, where messages of a compiler are places
    pub query: String,
    /// Where to look; - is standard input
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub workspace: Workspace,
    /// Words: capitals count
    #[arg(long, hide_short_help = true)]
    pub case_sensitive: bool,
    /// Words: capitals count nowhere, in quotes and in expressions neither
    #[arg(short, long, hide_short_help = true, conflicts_with = "case_sensitive")]
    pub ignore_case: bool,
    /// Words: whole words only
    #[arg(short, long, hide_short_help = true)]
    pub word_regexp: bool,
    /// How to write the answer
    #[arg(short, long, value_enum, default_value = "text")]
    pub format: OutputFormat,
    /// The number of hits alone, as -f count; of words only of what has all of them: rows show what has some, or means the same, behind that
    #[arg(short, long, conflicts_with = "format")]
    pub count: bool,
    /// The files with hits, as -f paths; of words only those that have all of them, the ones that -c counts
    #[arg(short = 'l', long, conflicts_with_all = ["format", "count"])]
    pub files_with_matches: bool,
    /// At most so many hits
    #[arg(short = 'n', long, value_name = "N")]
    pub limit: Option<usize>,
    /// All hits, of words too, also on a terminal
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

impl Query {
    /// The same with its short flags for a format spelled out.
    pub fn with_format(self) -> Query {
        let format = match self {
            Query { count: true, .. } => OutputFormat::Count,
            Query { files_with_matches: true, .. } => OutputFormat::Paths,
            Query { format, .. } => format,
        };
        Query { format, ..self }
    }

    /// A question with nothing else said: all hits, as text.
    pub fn plain(query: String, paths: Vec<PathBuf>, workspace: Workspace) -> Query {
        Query {
            query,
            paths,
            workspace,
            case_sensitive: false,
            ignore_case: false,
            word_regexp: false,
            format: OutputFormat::Text,
            count: false,
            files_with_matches: false,
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
#[command(
    // What is changed goes to the end, unless it is said where it stands.
    mut_arg("query", |query| query.index(1).required(false).default_value("").hide_default_value(true)),
    mut_arg("paths", |paths| paths.index(2))
)]
#[command(after_help = "\"exact phrase\" -without ~nearly~ path: ext: lang: kind: repo: narrow a search.

  docql search \"how are sessions renewed\" src
  docql search --image shot.png \"dark theme\"
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
    /// Pictures like this one, nearest first; words say what else they show
    #[arg(long, value_name = "FILE")]
    pub image: Option<PathBuf>,
    /// Show what made each score: channels, ranks and parts
    #[arg(long)]
    pub explain: bool,
    /// Show how the words are read and widened, and search for nothing
    #[arg(long, conflicts_with = "explain")]
    pub expand_only: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Only reading is let through: SELECT, WITH and VALUES over the tables of one database.

  docql sql \"SELECT region, sum(amount) FROM orders GROUP BY region\"
  docql sql --db shop \"SELECT count(*) FROM orders\" -f jsonl")]
pub struct Sql {
    #[command(flatten)]
    pub query: Query,
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

#[derive(Debug, Args)]
#[command(after_help = "The answer is made of passages, word for word, each with its place; if your settings name a
model ([models]), of its sentences, each compared with what it cites. Without one, words go
nowhere but to services that your settings name for search.
Exit code: 0 answered, 1 nothing here answers it, 2 error.

  docql ask 'how long is a lock kept, and where is that checked'
  docql ask --continue 'and who calls it'
  docql ask 'who calls close_all' src --steps")]
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
    /// Go on from the last question that was asked here: "and who calls it"
    #[arg(short = 'c', long = "continue")]
    pub goes_on: bool,
    /// Show the steps; each can be entered as a query
    #[arg(long)]
    pub steps: bool,
    /// Show all lines of each passage
    #[arg(long)]
    pub full: bool,
    /// Passages, at most
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10, value_parser = at_least_one)]
    pub limit: usize,
    /// Tokens of the whole answer, at most: fewer lines of passages, then fewer passages
    #[arg(long, value_name = "N")]
    pub max_tokens: Option<usize>,
    /// Ask no model, though the settings name one
    #[arg(long, conflicts_with = "dry_run")]
    pub no_model: bool,
    /// Ask the model anew, though its last answer to this is kept
    #[arg(long)]
    pub no_cache: bool,
    /// Show what a model would be sent, and where; nothing is sent
    #[arg(long)]
    pub dry_run: bool,
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

fn at_least_one(text: &str) -> Result<usize, ParseIntError> {
    text.parse().map(NonZeroUsize::get)
}
