//! Whatever a text is made of, reading it costs bounded work: what is beyond the budget is text, with the reason.

use crate::architecture::{code, files};
use docql::document::{Document, LineIndex, Span, TEXT_ONLY};
use docql::languages::highlight::{HighlightBudget, highlight};
use docql::languages::{by_id, parse};
use std::path::{Path, PathBuf};

fn read(language: &str, text: &str) -> Document {
    parse(by_id(language).expect("a language"), text.to_owned())
}

/// The reason for which a text has no outline.
fn reason(language: &str, text: &str) -> String {
    let document = read(language, text);
    assert!(document.nodes.is_empty(), "{language}: {}", document.nodes.len());
    assert_eq!(document.text, text);
    let problem = document.problems.first().expect("a reason");
    assert_eq!(problem.line, 0);
    problem.message.clone()
}

#[test]
fn what_nests_too_deeply_is_text() {
    let deep = format!("{TEXT_ONLY}: nested too deeply");
    assert_eq!(reason("javascript", &"[".repeat(100_000)), deep);
    assert_eq!(reason("c", &"struct a { ".repeat(50_000)), deep);
    assert_eq!(reason("python", &"(a,".repeat(100_000)), deep);
}

#[test]
fn what_is_ambiguous_everywhere_is_text() {
    for (language, text) in [
        ("javascript", "/[".repeat(100_000)),
        ("kotlin", "a<".repeat(50_000)),
        ("csharp", "a<".repeat(50_000)),
        ("c", "x=>".repeat(100_000)),
    ] {
        let document = read(language, &text);
        assert!(document.problems.iter().any(|problem| problem.line < 2), "{language}");
    }
}

#[test]
fn comments_in_a_row_are_not_nested() {
    let text = format!("{}fn behind() {{}}\n", "// words\n".repeat(20_000));
    assert_eq!(read("rust", &text).nodes.iter().filter(|node| &*node.name == "behind").count(), 1);
    let text = format!("package a\n{}\nfunc Behind() {{}}\n", "\n// words\n".repeat(20_000));
    assert_eq!(read("go", &text).nodes.iter().filter(|node| &*node.name == "Behind").count(), 1);
}

#[test]
fn long_programs_are_within_the_budget() {
    let table = format!("int t[] = {{\n{}}};\nint last(void);\n", "0x12, 0x34, 0x56,\n".repeat(20_000));
    assert!(read("c", &table).nodes.iter().any(|node| &*node.name == "last"));
    let many = "LIB_EXPORT int f(void)\n".repeat(2_000);
    assert!(read("c", &many).problems.iter().all(|problem| problem.line > 0));
}

#[test]
fn yaml_that_its_scanner_cannot_bear_has_no_colours() {
    let coloured = |text: &str| {
        let whole = Span::new(0, text.len() as u32);
        highlight("yaml", text, &LineIndex::new(text), whole, &HighlightBudget::default()).len()
    };
    assert!(coloured("a: 1\nb:\n  - c\n") > 0);
    assert_eq!(coloured(&"- ".repeat(2_000)), 0);
    let stairs: String = (0..400).map(|at| format!("{}a:\n", " ".repeat(at))).collect();
    assert_eq!(coloured(&stairs), 0);
}

#[test]
fn one_file_makes_the_objects_of_the_parser() {
    let languages = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/languages");
    let makes = |path: &PathBuf| {
        let code = code(path);
        ["Parser::new(", "Query::new("].iter().any(|new| {
            code.match_indices(new).any(|(at, _)| !code[..at].ends_with(|before: char| before.is_alphanumeric()))
        })
    };
    let made: Vec<PathBuf> = files(&languages).into_iter().filter(makes).collect();
    assert_eq!(made, [languages.join("parsing/parser.rs")]);
    for path in files(&languages.with_file_name("")) {
        assert!(path.starts_with(&languages) || !code(&path).contains("tree_sitter"), "{}", path.display());
    }
}

/// The program, run on a folder with one file; what it prints and says.
fn run(name: &str, text: &str, arguments: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), text).expect("a file");
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_docql"))
        .args(arguments)
        .current_dir(folder.path())
        .env_clear()
        .env("HOME", folder.path().join(".home"))
        .output()
        .expect("a run");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(ran.stdout), text(ran.stderr))
}

#[test]
fn every_command_says_which_file_has_no_outline() {
    let hostile = "[".repeat(100_000);
    let reason = "a.js: text only, no outline: nested too deeply";
    assert_eq!(run("a.js", &hostile, &["skipped"]).0, format!("{reason}\n"));
    let (out, said) = run("a.js", &hostile, &["toc"]);
    assert!(out.is_empty() && said.contains(reason), "{said}");
    let (json, _) = run("a.js", &hostile, &["query", "$.code.function", "-f", "json"]);
    assert!(json.contains("1 file has no outline: docql skipped says which, and why"), "{json}");
    assert!(run("a.js", &hostile, &["query", "$.content.grep(\"[[[\")"]).0.contains("a.js:1"));
}

#[test]
fn an_answer_from_a_file_of_too_many_blocks_says_that_it_is_read_in_part() {
    let text = "a\n\n".repeat(400_001) + "# Last\n";
    let (count, said) = run("a.md", &text, &["query", "$.toc.count()"]);
    assert_eq!(count, "0\n");
    assert!(said.contains("a.md: read in part: more than 400000 blocks"), "{said}");
}

// These would take minutes if a step of them looked through the whole file.

#[test]
fn many_declarations_of_a_file_are_listed_in_one_pass() {
    let types: String = (0..3_000).map(|at| format!("class C{at} {{ int f() {{ return 1; }} }}\n")).collect();
    assert_eq!(run("A.java", &types, &["toc"]).0.lines().count(), 1 + 2 * 3_000);
    let (rows, _) = run("A.java", &types, &["query", "$.toc[*]", "-f", "jsonl"]);
    assert_eq!(rows.lines().count(), 2 * 3_000);
}

#[test]
fn members_elsewhere_are_found_in_one_pass() {
    let types: String = (0..2_000).map(|at| format!("type T{at} struct{{}}\nfunc (t T{at}) M{at}() {{}}\n")).collect();
    let (out, _) = run("a.go", &format!("package a\n{types}"), &["toc"]);
    assert!(out.contains("  struct T1999 4000\n    method M1999 4001\n"), "{}", &out[out.len() - 200..]);
}

#[test]
fn a_query_of_many_filters_is_read_in_one_pass() {
    let query = format!("$.code.function{}", "[?(@.name == \"a\")]".repeat(3_000));
    let plan = docql::docql::compile(&query).expect("a query");
    assert_eq!(plan.canonical(), query);
}

#[test]
fn errors_of_nested_filters_are_told_up_to_a_bound() {
    for steps in [20, 60, 100, 300] {
        let query = format!("$.toc{}", "[?(@.pat.toc".repeat(steps));
        let found = docql::docql::check(&query);
        assert!((1..=32).contains(&found.len()), "{steps}: {}", found.len());
        assert!(found.iter().any(|known| known.message.contains("path")), "{steps}: {found:?}");
    }
}

#[test]
fn a_place_in_a_query_counts_the_blanks_before_it() {
    for blanks in [0, 3] {
        let query = format!("{}$.toc[?(@.titel == \"a\")]", " ".repeat(blanks));
        let (out, said) = run("a.md", "# A\n", &["query", &query, "-f", "json"]);
        let place = query.find("titel").expect("a place");
        assert!(out.contains(&format!("\"span\":[{place},{}]", place + 5)), "{out}");
        assert!(said.contains(&format!("\n  {query}\n")), "{said}");
    }
}

#[test]
fn a_title_of_hundred_thousand_characters_is_found() {
    let text = format!("# {}\n\nbehind\n", "中文字的标题".repeat(20_000));
    assert!(run("a.md", &text, &["query", "behind"]).0.contains("a.md"));
}

#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_is_no_data_and_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.json");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("a run").success());
    for place in [pipe.as_path(), std::path::Path::new("/dev/zero"), folder.path()] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_docql"))
            .args(["query", "$.a", "--data"])
            .arg(place)
            .output()
            .expect("a run");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("no regular file; --data - reads standard input"), "{said}");
    }
}

#[test]
fn data_beyond_the_limit_is_not_read() {
    let (out, said) = run("a.json", &" ".repeat((64 << 20) + 1), &["query", "--data", "a.json", "$"]);
    assert!(out.is_empty() && said.contains("--data does not read"), "{said}");
}

#[test]
fn an_endpoint_is_shown_by_its_name_and_a_file_of_them_says_where_they_are() {
    let text = "openapi: 3.0.0\npaths:\n  /planets/{planetId}:\n    get:\n      summary: One planet\n    delete:\n      summary: No planet\n";
    let (out, said) = run("api.yaml", text, &["show", "api.yaml#GET /planets/{planetId}"]);
    assert!(out.contains("One planet") && !out.contains("No planet"), "{out}{said}");
    let (out, said) = run("api.yaml", text, &["toc", "api.yaml"]);
    assert!(out.is_empty() && said.contains("$.entities[*] lists what is named in it"), "{said}");
    let (out, _) = run("api.yaml", text, &["query", "$.entities[*]"]);
    assert!(out.contains("GET /planets/{planetId}"), "{out}");
    let (_, said) = run("plain.yaml", "a: 1\n", &["toc"]);
    assert!(said.contains("docql show FILE prints a file") && !said.contains("$.entities"), "{said}");
}
