//! Answers → text, JSON and Markdown, to the byte the same for the same answer.
//!
//! The files, in reading order:
//!
//! - `output_format`: the formats that an answer can be written in.
//! - `csv`: hits as comma separated values: a header, and a line each, quoted by RFC 4180.
//! - `diagnostics`: diagnostics with a caret under the place, and as JSON.
//! - `json_line`: JSON on one line, safe to be shown on a terminal.
//! - `outline`: Trees as text and JSON: outlines of files, the directory tree.
//! - `json`: the JSON of results, as `docql.md` fixes it: its own shape, not derives on the model.
//! - `plan`: how a query is read and what it needs, as text and as JSON.
//! - `source`: the file that is being written about.
//! - `text`: hits as lines: for people, for pipes, for editors.
//! - `markdown`: hits as Markdown: a heading per file, an item per hit, code fenced.
//! - `written`: what a model has written, and what it would be sent → text, JSON.
//! - `research`: what research found → text, Markdown, JSON.
//! - `fitted`: the same within a budget of tokens.

mod csv;
mod diagnostics;
mod fitted;
mod json;
mod json_line;
mod markdown;
mod outline;
mod output_format;
mod plan;
mod research;
mod source;
mod text;
mod written;

pub use csv::csv;
pub use diagnostics::{diagnostics_json, diagnostics_text};
pub use fitted::{Fitted, fitted};
pub use json::{completions_json, document, json, jsonl, records};
pub use json_line::json_line;
pub use markdown::markdown;
pub use outline::{structure, toc};
pub use output_format::{FORMATS, OutputFormat, WrittenAnswer};
pub use plan::{needs_text, plan_json};
pub use research::{ResearchStyle, research_json, research_markdown, research_text, step_json};
pub use text::{count, paths, text, vimgrep};
pub use written::{claim_json, claim_line, dry_run_json, dry_run_text};
