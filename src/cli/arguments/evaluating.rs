//! Measuring what words and questions find.

use super::asking::Mode;
use super::values::NumberError;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

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

fn share(text: &str) -> Result<f32, NumberError> {
    let share: f32 = text.parse().map_err(|_| NumberError::None)?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err(NumberError::Share) }
}

fn limit(text: &str) -> Result<usize, NumberError> {
    let limit: usize = text.parse().map_err(|_| NumberError::None)?;
    if limit < crate::search::eval::DEPTH { Err(NumberError::Depth) } else { Ok(limit) }
}
