//! Completion at the caret: `tests/docql/completion.txt` holds texts with `▏` for the caret, each followed
//! by the text that its first candidate makes, and by the first candidates with their counts.
//!
//! `UPDATE=1` writes the answers anew, and a human reads the difference.

use crate::workspace::{Workspace, expect, tests};
use docql::docql::{CandidateKind, Completions, ListCache, complete, complete_with};
use docql::library::{Library, Needs};
use docql::stdx::Ticket;
use std::fmt::Write;
use std::fs;

const CARET: char = '▏';
/// So many candidates are shown.
const SHOWN: usize = 10;

fn at_caret(line: &str, library: Option<&Library>) -> (String, Completions) {
    let caret = line.find(CARET).expect("a caret");
    let text = line.replace(CARET, "");
    let completions = complete(&text, caret, library, &Ticket::forever());
    (text, completions)
}

fn answer(line: &str, library: &Library) -> String {
    let (text, completions) = at_caret(line, Some(library));
    let mut out = String::new();
    match completions.candidates.first() {
        Some(first) => {
            let replace = first.replaced(completions.replace).range();
            let (start, end) = (replace.start, replace.end);
            let (before, after) = first.insert.split_at(first.caret);
            let _ = writeln!(out, "  {}{before}{CARET}{after}{}", &text[..start], &text[end..]);
        }
        None => out.push_str("  nothing\n"),
    }
    let labels: Vec<String> = completions
        .candidates
        .iter()
        .take(SHOWN)
        .map(|candidate| match candidate.count {
            Some(count) => format!("{} ×{count}", candidate.label),
            None if candidate.kind == CandidateKind::Field => format!("{} ({})", candidate.label, candidate.detail),
            None => candidate.label.clone(),
        })
        .collect();
    if !labels.is_empty() {
        let _ = writeln!(out, "  {}", labels.join("  "));
    }
    if !completions.closers.is_empty() {
        let _ = writeln!(out, "  closes {}", completions.closers);
    }
    out
}

#[test]
fn completion_offers_what_a_person_would_want() {
    let workspace = Workspace::new();
    let library = workspace.library(&Needs::Structure, 2);
    let path = tests().join("docql/completion.txt");
    let text = fs::read_to_string(&path).expect("the cases");
    let mut out = String::new();
    let mut cases = 0;
    for line in text.lines().filter(|line| !line.starts_with("  ")) {
        let _ = writeln!(out, "{line}");
        if line.contains(CARET) {
            out.push_str(&answer(line, &library));
            cases += 1;
        }
    }
    expect(&path, &out);
    assert!(cases >= 120, "{cases} cases");
}

/// What a candidate makes of a text can be typed on: nothing is doubled, and nothing after the caret is lost.
#[test]
fn every_candidate_makes_a_text_that_can_be_typed_on() {
    let workspace = Workspace::new();
    let library = workspace.library(&Needs::Structure, 2);
    let text = fs::read_to_string(tests().join("docql/completion.txt")).expect("the cases");
    for line in text.lines().filter(|line| line.contains(CARET) && !line.starts_with("  ")) {
        let (text, completions) = at_caret(line, Some(&library));
        if !text.starts_with(['$', '.']) {
            continue;
        }
        for candidate in &completions.candidates {
            let replace = candidate.replaced(completions.replace).range();
            let (start, end) = (replace.start, replace.end);
            let made = format!("{}{}{}", &text[..start], candidate.insert, &text[end..]);
            assert!(!made.contains("$$") && !made.contains("[["), "{line}: {made}");
            assert!(made.ends_with(&text[end..]), "{line}: {made}");
            let typed = &made[..start + candidate.caret];
            let spoiled = docql::docql::check(typed)
                .into_iter()
                .find(|diagnostic| diagnostic.severity == docql::docql::Severity::Error && !diagnostic.incomplete);
            let before = docql::docql::check(&text[..start]).into_iter().any(|diagnostic| !diagnostic.incomplete);
            assert!(before || spoiled.is_none(), "{line}: {} makes {typed}: {spoiled:?}", candidate.label);
        }
    }
}

#[test]
fn without_a_corpus_the_language_is_known() {
    for line in ["$.▏", "$.code.▏", "$.toc[?(@.▏", "$.toc[?(@.level ▏"] {
        let (_, completions) = at_caret(line, None);
        assert!(completions.candidates.len() > 4, "{line}");
    }
    assert!(at_caret("$.code.class(\"▏", None).1.candidates.is_empty());
}

#[test]
fn stale_work_stops() {
    let workspace = Workspace::new();
    let library = workspace.library(&Needs::Structure, 2);
    let tickets = docql::stdx::Tickets::default();
    let ticket = tickets.issue();
    tickets.cancel();
    let completions = complete("$.code.class(\"", 14, Some(&library), &ticket);
    assert!(completions.candidates.is_empty());
}

/// What is offered gives something, as far as that is known without reading texts.
#[test]
fn no_step_is_offered_that_finds_nothing() {
    // Only texts tell who is meant by a name or a link, who names it and what has changed.
    const IN_TEXTS: [&str; 9] = [
        "callees()",
        "changed",
        "definition()",
        "implementations()",
        "links()",
        "backlinks()",
        "mentions()",
        "references()",
        "tests()",
    ];
    const NEED_WORDS: [&str; 7] = ["chapter(", "grep(", "search(", "limit(", "nth(", "sort(", "sql("];
    let workspace = Workspace::new();
    let library = workspace.library(&Needs::Structure, 2);
    let steps = |before: &str| -> Vec<String> {
        let text = format!("{before}.");
        let offered = complete(&text, text.len(), Some(&library), &Ticket::forever()).candidates;
        let is_step = |candidate: &&docql::docql::Candidate| {
            use CandidateKind::{Field, Function, List, Root};
            matches!(candidate.kind, Root | List | Function | Field) && !IN_TEXTS.contains(&&*candidate.label)
        };
        offered.iter().filter(is_step).map(|candidate| candidate.insert.replace("(\"\")", "(\"*\")")).collect()
    };
    for before in [
        "$",
        "$.code",
        "$.content",
        "$.files[*]",
        "$.code.class(\"AuthService\")",
        "$.code.class(\"AuthService\").methods[0]",
        "$.code.method(\"validateToken\")",
        "$.code.function(\"deploy\")",
        "$.content.heading(\"Deployment\")",
    ] {
        let steps = steps(before);
        assert!(steps.len() > 8, "{before}: {steps:?}");
        for step in steps.iter().filter(|step| !NEED_WORDS.iter().any(|word| step.starts_with(word))) {
            let query = format!("{before}.{step}");
            let plan = docql::docql::compile(&query).unwrap_or_else(|errors| panic!("{query}: {errors:?}"));
            let outcome = docql::docql::run(&plan, &library, &Ticket::forever()).expect("a fresh ticket");
            assert!(outcome.count.unwrap_or(outcome.items.len()) > 0, "{query} finds nothing");
        }
    }
    // Who types it all the same is told that there is none.
    let (_, typed) = at_caret("$.code.protoc▏", Some(&library));
    assert!(typed.candidates.iter().all(|candidate| candidate.count == Some(0)), "{typed:?}");
    assert!(!typed.candidates.is_empty());
}

/// Whoever types letter by letter is offered the same as whoever comes with the whole text, in every workspace.
#[test]
fn what_is_kept_from_key_to_key_changes_no_answer() {
    let workspace = Workspace::new();
    let libraries = [workspace.library(&Needs::Files, 1), workspace.library(&Needs::Structure, 2)];
    let lists = ListCache::default();
    let texts = [
        "$.toc[?(@.title ~= \"in\" && @.level == 2 && @.kind == \"h\")]",
        "$.code.methods[?(@.visibility == \"pu\" && @.name startsWith \"val\")]",
        "$.files[?(@.extension == \"m\" || @.kind == \"f\")]",
    ];
    for text in texts {
        for end in (1..=text.len()).filter(|&end| text.is_char_boundary(end)) {
            for library in &libraries {
                let before = &text[..end];
                let kept = complete_with(&lists, before, end, Some(library), &Ticket::forever());
                assert_eq!(kept, complete(before, end, Some(library), &Ticket::forever()), "{before}");
            }
        }
    }
}
