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
