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
