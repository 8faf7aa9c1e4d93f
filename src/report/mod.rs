//! Answers → text, JSON and Markdown, to the byte the same for the same answer.

mod answer;
mod csv;
mod diagnostics;
mod json;
mod json_line;
mod markdown;
mod outline;
mod plan;
mod research;
mod source;
mod text;
mod written;

pub use answer::{Answer, FORMATS, Format};
pub use csv::csv;
pub use diagnostics::{diagnostics_json, diagnostics_text};
pub use json::{completions_json, document, json, jsonl, records};
pub use json_line::json_line;
pub use markdown::markdown;
pub use outline::{structure, toc};
pub use plan::{needs_text, plan_json};
pub use research::{ResearchStyle, research_json, research_markdown, research_text, step_json};
pub use text::{count, paths, text, vimgrep};
pub use written::{claim_json, claim_line, dry_run_json, dry_run_text};
