//! The explorer in a real pseudo-terminal: first frame, first answer, keys, bursts, cursor, idle, memory – and fzf beside it.
//!
//! `cargo bench --bench terminal -- --root DIR` measures DIR; `--only first,keys` some of it; `--json` prints a
//! line of JSON per figure, for scripts. Without arguments it measures docql's own sources.

mod measures;
mod process;
mod report;
mod session;

use measures::Bench;
use std::path::PathBuf;
use std::time::Duration;

const HELP: &str = "\
measures the explorer in a pseudo-terminal

  --root DIR          what is opened (default: docql's own sources)
  --program FILE      the docql to measure (default: the one just built)
  --only LIST         of: first, answer, warm, keys, bursts, cursor, idle, memory, edit, fzf (default: all)
  --index DIR         where docql keeps its index (default: a new place each time; then there is no `warm`)
  --size WxH          of the terminal for keys (default 80x24; the first frame has 120x36)
  --runs N            starts to measure (default 15)
  --bursts N          bursts of typing (default 1000)
  --patience SECONDS  how long indexing may take before keys are measured (default 600)
  --list COMMAND      what fzf is fed with (default: rg --files)
  --json              a line of JSON per figure
";

fn main() {
    let mut bench = Bench {
        root: PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src"),
        program: PathBuf::from(env!("CARGO_BIN_EXE_docql")),
        only: Vec::new(),
        size: (80, 24),
        runs: 15,
        bursts: 1000,
        patience: Duration::from_secs(600),
        list: "rg --files".to_owned(),
        index: None,
        json: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_else(|| refuse(&format!("{word} needs a value")));
        match word.as_str() {
            "--root" => bench.root = PathBuf::from(value()),
            "--program" => bench.program = PathBuf::from(value()),
            "--only" => bench.only = value().split(',').map(str::to_owned).collect(),
            "--size" => bench.size = size(&value()),
            "--runs" => bench.runs = number(&value()),
            "--bursts" => bench.bursts = number(&value()),
            "--patience" => bench.patience = Duration::from_secs(number(&value()) as u64),
            "--list" => bench.list = value(),
            "--index" => bench.index = Some(PathBuf::from(value())),
            "--json" => bench.json = true,
            "--help" => {
                print!("{HELP}");
                return;
            }
            // What cargo gives to every benchmark, and the filters that are meant for others.
            "--bench" => {}
            other if other.starts_with('-') => refuse(&format!("{other} is not known")),
            _ => {}
        }
    }
    let absolute = |path: PathBuf| path.canonicalize().unwrap_or_else(|error| refuse(&format!("{path:?}: {error}")));
    (bench.root, bench.program) = (absolute(bench.root), absolute(bench.program));
    bench.run();
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| refuse(&format!("{text} is not a number")))
}

fn size(text: &str) -> (u16, u16) {
    let parts = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    parts.unwrap_or_else(|| refuse(&format!("{text} is not a size such as 80x24")))
}

fn refuse(reason: &str) -> ! {
    eprintln!("{reason}\n\n{HELP}");
    std::process::exit(2);
}
