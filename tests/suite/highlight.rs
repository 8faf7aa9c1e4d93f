//! Highlighting: every query compiles, samples get the scopes a reader would give them, limits hold.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use docql::document::{LineIndex, SCOPES, Scope, Span};
use docql::languages::highlight::{HighlightBudget, Highlighter, SOURCES, highlight, query_problem};

#[test]
fn every_query_compiles_and_names_scopes() {
    let problems: Vec<String> =
        SOURCES.iter().filter_map(|source| Some(format!("{}: {}", source.id, query_problem(source)?))).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Each line of the sample, below it what is not plain: `keyword fn · function main`.
fn dump(text: &str, scopes: &[(Span, Scope)]) -> String {
    let lines = LineIndex::new(text);
    let mut out = String::new();
    for number in 1..=lines.count() {
        let line = lines.span(number);
        let _ = writeln!(out, "| {}", lines.text(text, number));
        let parts: Vec<String> = scopes
            .iter()
            .filter(|(span, _)| span.start < line.end && line.start < span.end)
            .map(|(span, scope)| {
                let piece = Span::new(span.start.max(line.start), span.end.min(line.end)).of(text);
                format!("{} {}", SCOPES[*scope as usize].1, piece.trim_end_matches('\n'))
            })
            .collect();
        if !parts.is_empty() {
            let _ = writeln!(out, "    {}", parts.join(" · "));
        }
    }
    out
}

fn sample(id: &str) -> Option<PathBuf> {
    let folder = Path::new("tests/languages").join(id);
    let files = std::fs::read_dir(folder).ok()?;
    files.filter_map(|entry| Some(entry.ok()?.path())).find(|path| {
        path.file_stem().is_some_and(|stem| stem == "highlight") && path.extension() != Some("txt".as_ref())
    })
}

#[test]
fn samples_get_the_scopes_a_reader_would_give_them() {
    let mut wrong = Vec::new();
    for source in SOURCES {
        let path = sample(source.id).unwrap_or_else(|| panic!("no sample for {}", source.id));
        let text = std::fs::read_to_string(&path).expect("sample");
        let lines = LineIndex::new(&text);
        let all = Span::new(0, text.len() as u32);
        let scopes = highlight(source.id, &text, &lines, all, &HighlightBudget::default());
        let found = dump(&text, &scopes);
        let golden = path.with_extension("txt");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&golden, &found).expect("golden");
        } else if std::fs::read_to_string(&golden).ok().as_ref() != Some(&found) {
            wrong.push(format!("{} differs:\n{found}", golden.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_window_has_the_colours_of_the_whole() {
    for source in SOURCES {
        let text = std::fs::read_to_string(sample(source.id).expect("sample")).expect("text");
        let lines = LineIndex::new(&text);
        let budget = HighlightBudget::default();
        let mut highlighter = Highlighter::new(source.id);
        let all = highlighter.scopes(&text, &lines, Span::new(0, text.len() as u32), &budget);
        for line in 1..=lines.count() {
            let window = lines.span(line);
            let expected: Vec<(Span, Scope)> = all
                .iter()
                .filter(|(span, _)| span.start < window.end && window.start < span.end)
                .map(|(span, scope)| (Span::new(span.start.max(window.start), span.end.min(window.end)), *scope))
                .collect();
            assert_eq!(highlighter.scopes(&text, &lines, window, &budget), expected, "{} line {line}", source.id);
        }
    }
}

fn scopes_of(id: &str, text: &str, budget: &HighlightBudget) -> Vec<(String, Scope)> {
    let lines = LineIndex::new(text);
    let all = Span::new(0, text.len() as u32);
    highlight(id, text, &lines, all, budget)
        .into_iter()
        .map(|(span, scope)| (span.of(text).to_owned(), scope))
        .collect()
}

#[test]
fn languages_without_a_grammar_are_read_line_by_line() {
    let budget = HighlightBudget::default();
    let perl = scopes_of("perl", "# note\nmy $x = \"a\\n\" . 1;\n", &budget);
    for expected in [("my", Scope::Keyword), ("\\n", Scope::Escape), ("1", Scope::Number)] {
        assert!(perl.contains(&(expected.0.to_owned(), expected.1)), "{expected:?} in {perl:?}");
    }
    assert_eq!(perl[0].1, Scope::Comment);
    let diff = scopes_of("diff", "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n", &budget);
    assert!(diff.iter().any(|(text, scope)| text.contains("old") && *scope == Scope::Removed), "{diff:?}");
    assert!(diff.iter().any(|(text, scope)| text.contains("new") && *scope == Scope::Added), "{diff:?}");
    let script = scopes_of("", "#!/usr/bin/perl\nmy $x = 1; # note\n", &budget);
    assert!(script.iter().any(|(text, scope)| text.contains("note") && *scope == Scope::Comment), "{script:?}");
    assert!(scopes_of("nothing-known", "let x = 1;\n", &budget).is_empty());
}

#[test]
fn a_window_far_into_a_file_is_coloured_without_reading_what_is_before() {
    let text = "my $x = 1; # note\n".repeat(30_000);
    let lines = LineIndex::new(&text);
    let mut highlighter = Highlighter::new("perl");
    for first in [20_000, 19_950, 20_030, 1] {
        let window = Span::new(lines.start(first), lines.start(first + 50));
        let scopes = highlighter.scopes(&text, &lines, window, &HighlightBudget::default());
        assert_eq!(scopes.iter().filter(|(_, scope)| *scope == Scope::Comment).count(), 50);
        assert!(scopes.iter().all(|(span, _)| window.covers(*span)));
    }
}

#[test]
fn what_is_too_much_stays_plain() {
    let budget = HighlightBudget::default();
    let long = format!("let a = \"{}\";\nlet b = 1;\n", "x".repeat(6_000));
    let scopes = scopes_of("rust", &long, &budget);
    assert_eq!(scopes.first().map(|(text, _)| text.as_str()), Some("let"));
    assert_eq!(scopes.len(), 2, "only the short line has colours");
    let small = HighlightBudget { max_bytes: 10, ..HighlightBudget::default() };
    assert!(scopes_of("rust", "fn main() { return 1; }", &small).is_empty());
    let tickets = docql::stdx::Tickets::default();
    let stale = HighlightBudget::until_stale(tickets.issue());
    tickets.cancel();
    assert!(scopes_of("rust", &"fn main() { return 1; }\n".repeat(5_000), &stale).is_empty());
    assert!(scopes_of("perl", "my $x = 1;\n", &stale).is_empty());
}

#[test]
fn broken_code_keeps_what_is_understood() {
    let scopes = scopes_of("rust", "fn ok() {}\n\n)))) ???\n\nfn also() { 1 }\n", &HighlightBudget::default());
    assert!(scopes.contains(&("ok".to_owned(), Scope::Function)));
    assert!(!scopes.iter().any(|(text, _)| text.contains(')') || text.contains('?')), "{scopes:?}");
}

#[test]
fn every_language_with_an_outline_has_colours() {
    for language in docql::languages::LANGUAGES {
        let source = docql::languages::highlight::highlight_source(language.info.id);
        assert!(source.is_some(), "{} has no row in the table of highlight sources", language.info.id);
    }
}
