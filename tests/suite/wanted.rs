//! Completion as a person wants it: `tests/completion/wanted.txt`, each line a text with a caret, the token that is to
//! be replaced, the candidates wanted among the first three, and the text once the first of them is taken.

use crate::workspace::{Workspace, tests};
use docql::docql::catalog::{CatalogKind, FIELDS, FILTER_FUNCTIONS, OPERATORS, ROWS};
use docql::docql::{Candidate, CandidateKind, Completions, complete};
use docql::library::{Library, Needs};
use docql::stdx::Ticket;
use std::fs;

/// How near to the top a wanted candidate stands.
const TOP: usize = 3;

/// One line of the file.
struct Case {
    line: String,
    text: String,
    caret: usize,
    /// What a candidate is to replace.
    token: std::ops::Range<usize>,
    wanted: Vec<String>,
    /// The text once the first is taken, with the caret.
    made: String,
}

impl Case {
    fn read(line: &str) -> Option<Case> {
        let mut parts = line.split(" ⇒ ");
        let (marked, wanted, made) = (parts.next()?, parts.next()?, parts.next()?);
        let (mut text, mut caret, mut start, mut end) = (String::new(), 0, None, None);
        for character in marked.chars() {
            match character {
                '⟨' => start = Some(text.len()),
                '⟩' => end = Some(text.len()),
                '▏' => caret = text.len(),
                other => text.push(other),
            }
        }
        let wanted = if wanted == "-" { Vec::new() } else { wanted.split(" | ").map(str::to_owned).collect() };
        let token = start.unwrap_or(caret)..end.unwrap_or(caret);
        Some(Case { line: line.to_owned(), text, caret, token, wanted, made: made.to_owned() })
    }

    fn completions(&self, library: &Library) -> Completions {
        complete(&self.text, self.caret, Some(library), &Ticket::forever())
    }

    /// The text once a candidate is taken: the caret, and ⟪ where it began to replace outside of the token.
    fn taken(&self, candidate: &Candidate, completions: &Completions) -> String {
        let replace = candidate.replaced(completions.replace).range();
        let (before, after) = candidate.insert.split_at(candidate.caret);
        let mark = if replace.start == self.token.start { "" } else { "⟪" };
        format!("{}{mark}{before}▏{after}{}", &self.text[..replace.start], &self.text[replace.end..])
    }
}

fn cases() -> Vec<Case> {
    let text = fs::read_to_string(tests().join("completion/wanted.txt")).expect("the cases");
    text.lines().filter(|line| !line.starts_with('#')).filter_map(Case::read).collect()
}

fn library() -> (Workspace, std::sync::Arc<Library>) {
    let workspace = Workspace::new();
    let library = workspace.library(&Needs::Structure, 2);
    (workspace, library)
}

fn rank(completions: &Completions, label: &str) -> Option<usize> {
    completions.candidates.iter().position(|candidate| candidate.label == label)
}

#[test]
fn of_two_steps_of_one_name_the_one_is_offered_that_can_be_meant() {
    let (_workspace, library) = library();
    for (query, label, other) in [
        (r#"$.code.class("AuthService").tes"#, "tests()", "tests"),
        (r#"$.code.function("deploy").imp"#, "imports()", "imports"),
        (r#"$.code.module("*").tes"#, "tests", "tests()"),
    ] {
        let completions = complete(query, query.len(), Some(&library), &Ticket::forever());
        assert!(rank(&completions, label).is_some(), "{query}");
        assert_eq!(rank(&completions, other), None, "{query}");
    }
}

#[test]
fn wanted_candidates_stand_at_the_top_and_replace_the_token() {
    let (_workspace, library) = library();
    let (mut wrong, mut far, mut wanted) = (Vec::new(), Vec::new(), 0);
    let cases = cases();
    assert!(cases.len() >= 300, "{} cases", cases.len());
    for case in &cases {
        let completions = case.completions(&library);
        let shown: Vec<&str> = completions.candidates.iter().take(6).map(|it| it.label.as_str()).collect();
        if completions.replace.range() != case.token {
            wrong.push(format!("{}\n  replaces {:?}, not {:?}", case.line, completions.replace, case.token));
        }
        let Some(first) = case.wanted.first() else {
            if !completions.candidates.is_empty() {
                wrong.push(format!("{}\n  offers {shown:?}", case.line));
            }
            continue;
        };
        for label in &case.wanted {
            wanted += 1;
            if rank(&completions, label).is_none_or(|rank| rank >= TOP) {
                far.push(format!("{}\n  {label} is not among the first of {shown:?}", case.line));
            }
        }
        let Some(at) = rank(&completions, first) else { continue };
        let made = case.taken(&completions.candidates[at], &completions);
        if made != case.made {
            wrong.push(format!("{}\n  makes {made}", case.line));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(far.len() * 100 <= wanted * 5, "{} of {wanted}:\n{}", far.len(), far.join("\n"));
}

/// Three letters of what is wanted bring it to the top, wherever it is wanted.
#[test]
fn three_letters_are_enough_for_what_is_wanted() {
    const LETTERS: usize = 3;
    let (_workspace, library) = library();
    let (mut missed, mut all) = (Vec::new(), 0);
    for case in cases() {
        for label in &case.wanted {
            let word = label.trim_start_matches(['~', '@', '.', '?', '(']).split(['(', ' ']).next().unwrap_or_default();
            let is_word = word.chars().all(|c| c.is_alphanumeric() || "_.".contains(c)) && word.chars().count() > 1;
            if !is_word || label.starts_with('~') || case.text.starts_with(|c: char| c.is_alphanumeric()) {
                continue;
            }
            let quote: String =
                case.text[case.token.clone()].chars().take(1).filter(|c| "\"'“＂".contains(*c)).collect();
            let member = if label.starts_with('.') { "." } else { "" };
            let letters: String = word.chars().take(LETTERS).collect();
            let typed = format!("{}{quote}{member}{letters}", &case.text[..case.token.start]);
            let completions = complete(&typed, typed.len(), Some(&library), &Ticket::forever());
            all += 1;
            let label = label.trim_start_matches('.');
            if rank(&completions, label).is_none_or(|rank| rank >= TOP) {
                let shown: Vec<&str> = completions.candidates.iter().take(4).map(|it| it.label.as_str()).collect();
                missed.push(format!("{typed} → {label}: {shown:?}"));
            }
        }
    }
    assert!(all >= 300, "{all}");
    assert!(missed.len() * 100 <= all * 5, "{} of {all}:\n{}", missed.len(), missed.join("\n"));
}

/// Whatever the vocabulary has can be found by completing.
#[test]
fn every_row_of_the_catalog_is_offered_somewhere() {
    let offered = |text: String, kinds: &[CandidateKind], name: &str| {
        let completions = complete(&text, text.len(), None, &Ticket::forever());
        completions.candidates.iter().any(|candidate| {
            let label = candidate.label.split('(').next().unwrap_or_default();
            kinds.contains(&candidate.kind) && label == name
        })
    };
    let lists = [
        "$.code",
        "$.content",
        "$.files[*]",
        "$.toc[*]",
        "$.structure",
        "$.code.class(\"x\")",
        "$.content.heading(\"x\")",
        "$.content.grep(\"x\")",
        "$.repos[*]",
        "$.databases[*]",
        "$.tables[*]",
    ];
    use CandidateKind::{Field, Function, List, Operator, Root};
    for row in ROWS {
        let kinds = match row.kind {
            CatalogKind::Root => [Root],
            CatalogKind::List => [List],
            CatalogKind::Function => [Function],
        };
        let found = match row.kind {
            CatalogKind::Root => offered(format!("$.{}", row.name), &kinds, row.name),
            _ => lists.iter().any(|list| offered(format!("{list}.{}", row.name), &kinds, row.name)),
        };
        assert!(found, "{} is offered nowhere", row.name);
    }
    for row in FIELDS {
        let found = lists.iter().any(|list| offered(format!("{list}[?(@.{}", row.name), &[Field], row.name));
        assert!(found, "@.{} is offered nowhere", row.name);
    }
    for row in OPERATORS {
        let fields = ["title", "level", "kind", "headers"];
        let found = fields.iter().any(|field| offered(format!("$.toc[?(@.{field} "), &[Operator], row.name));
        assert!(found, "{} is offered nowhere", row.name);
    }
    for row in FILTER_FUNCTIONS {
        assert!(offered("$.toc[?(".to_owned(), &[Function], row.name), "{} is offered nowhere", row.name);
    }
}
