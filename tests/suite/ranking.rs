//! What the search scores on cases over small corpora, compared with a golden file: each change of the
//! ranking shows there what it costs and what it brings.

use super::workspace::{copy, expect, tests};
use serde_json::Value;
use std::fmt::Write;
use std::process::{Command, Stdio};

/// The modes that are measured.
const MODES: &[&str] = &["smart", "hybrid", "keyword", "semantic"];

/// Everything but the times.
fn measured() -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let corpora = [("harbor", "corpus"), ("depot", "ranking/corpus")];
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.arg("eval").arg(tests().join("ranking/regression.toml")).args(["--no-index", "-f", "json"]);
    for (name, path) in corpora {
        // Copied, so that neither the checkout around it nor its ignore files matter.
        let place = folder.path().join(name);
        copy(&tests().join(path), &place);
        command.arg("--corpus").arg(format!("{name}={}", place.display()));
    }
    command.args(MODES.iter().flat_map(|mode| ["--mode", mode]));
    command.env_clear().env("HOME", folder.path()).stdin(Stdio::null());
    let output = command.output().expect("the program starts");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// A table of classes; for the first mode a line for each case: its ranks, and what stood first where it is not right.
fn report(mode: &Value, cases: bool) -> String {
    let mut out = format!("# {}\n", mode["mode"].as_str().expect("a name"));
    for group in mode["groups"].as_array().expect("groups") {
        let _ = writeln!(
            out,
            "{:15} {:3}  R@1 {:.3}  R@5 {:.3}  R@10 {:.3}  MRR@10 {:.3}  nDCG@10 {:.3}",
            group["class"].as_str().expect("a class"),
            group["cases"],
            number(&group["recall@1"]),
            number(&group["recall@5"]),
            number(&group["recall@10"]),
            number(&group["mrr@10"]),
            number(&group["ndcg@10"]),
        );
    }
    if !cases {
        return out;
    }
    out.push('\n');
    for case in mode["cases"].as_array().expect("cases") {
        let ranks = case["ranks"].as_array().expect("ranks");
        let shown: Vec<String> =
            ranks.iter().map(|rank| rank.as_u64().map_or("-".to_owned(), |rank| rank.to_string())).collect();
        let _ = write!(
            out,
            "{:7} {}: {}",
            shown.join(","),
            case["class"].as_str().unwrap_or(""),
            case["query"].as_str().unwrap_or("")
        );
        if !ranks.iter().any(|rank| rank.as_u64() == Some(1)) {
            let _ = write!(out, " -> {}", case["first"].as_str().unwrap_or("nothing"));
        }
        out.push('\n');
    }
    out
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn what_the_ranking_scores_is_what_is_written() {
    let answer = measured();
    let reports: Vec<String> =
        answer["modes"].as_array().expect("modes").iter().enumerate().map(|(at, mode)| report(mode, at == 0)).collect();
    expect(&tests().join("ranking/regression.txt"), &reports.join("\n"));
}
