//! The same question to the same files gives the same bytes: whatever the run, however many threads, with
//! and without an index.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How often each question is asked.
const RUNS: usize = 8;

/// What is asked of the workspace: every kind of list that threads gather, and where ties must be broken.
const QUESTIONS: &[(&str, &[&str])] = &[
    ("query", &["token", "--format", "json"]),
    ("query", &["validate user", "--format", "vimgrep", "--all"]),
    ("query", &["$.content.grep(\"the\")", "--format", "jsonl", "--all"]),
    ("query", &["$.content.search(\"install service\")", "--format", "json", "--all"]),
    ("query", &["$.code.functions.sort(\"name\")", "--all"]),
    ("query", &["$.code.function(\"deploy\").callers(3)", "--format", "json"]),
    ("query", &["$.code.classes.references()", "--format", "paths"]),
    ("query", &["$..*[?(@.line < 9)]", "--format", "json", "--all"]),
    ("query", &["$.toc[?(@.title ~= \"nothing like this\")]", "--format", "json"]),
    ("search", &["where are tokens checked", "--format", "json"]),
    ("search", &["u64 path mode", "--mode", "keyword", "--format", "json"]),
    ("search", &["stay is_valid", "--mode", "keyword", "--format", "json"]),
];

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// What a run of the program prints, and how it ends.
fn answer(home: &Path, subcommand: &str, question: &[&str], threads: usize, index: bool) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.arg(subcommand).args(question).args(["--threads", &threads.to_string()]);
    if !index {
        command.arg("--no-index");
    }
    command.args(["corpus", "docql/workspace", "journeys"]).current_dir(tests()).env_clear().stdin(Stdio::null());
    command.env("HOME", home).env("RAYON_NUM_THREADS", threads.to_string());
    let output = command.output().expect("a run");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked"), "{errors}");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn the_same_question_gives_the_same_bytes_over_runs_threads_and_indexes() {
    let home = tempfile::tempdir().expect("a home");
    let indexed = Command::new(env!("CARGO_BIN_EXE_docql"))
        .args(["index", "-q", "corpus", "docql/workspace", "journeys"])
        .current_dir(tests())
        .env_clear()
        .env("HOME", home.path())
        .status();
    assert!(indexed.expect("a run").success());
    let bare = tempfile::tempdir().expect("a home");
    for (subcommand, question) in QUESTIONS {
        let expected = answer(home.path(), subcommand, question, 1, true);
        assert!(matches!(expected.0, Some(0 | 1)), "{question:?}: {expected:?}");
        for run in 1..RUNS {
            let (threads, index) = (run % 3 + 1, run % 4 != 3);
            let place = if index { home.path() } else { bare.path() };
            let again = answer(place, subcommand, question, threads, index);
            assert!(
                again == expected,
                "{subcommand} {question:?}, run {run}, {threads} threads, index {index}:\n{}",
                first_difference(&expected.1, &again.1)
            );
        }
    }
}

/// The first line in which two texts differ, for the message.
fn first_difference(before: &str, after: &str) -> String {
    let pair = before.lines().zip(after.lines()).find(|(a, b)| a != b);
    let lengths = (before.lines().count(), after.lines().count());
    format!("{lengths:?} lines; {pair:?}")
}
