//! An answer depends on the files, not on how the index came to know them: edits, renames, deletions and restarts in any
//! order lead to what a fresh index answers.

use crate::saving::{Place, complete};
use docql::docql::{Detail, RecordOptions, Records};
use docql::engine::{Audience, Order, Question, Reading, Spends, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Needs;
use docql::search::Options;
use docql::stdx::Ticket;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::fs;

/// Words that files are made of; some are in most of them, some in few.
const WORDS: [&str; 12] = [
    "request",
    "handler",
    "error",
    "proxy",
    "config",
    "wheel",
    "token",
    "buffer",
    "gear",
    "用户认证",
    "reload",
    "close",
];

const QUESTIONS: [&str; 12] = [
    "request",
    "handler error",
    "proxy config reload",
    "how is the buffer closed",
    "用户认证",
    "token~",
    "\"error proxy\"",
    "Unit3",
    "$.content.grep(\"wheel\")",
    "$.code.function(\"shared\").callers()",
    "$.code.functions[?(@.name ~= \"unit\")]",
    "$.toc.count()",
];

/// A change of the workspace.
#[derive(Clone, Debug)]
enum Change {
    Write(u8, Vec<u8>),
    Rename(u8, u8),
    Remove(u8),
    /// Indexes, saves, and starts anew.
    Restart,
    /// Answers a question without saving.
    Ask(u8),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let words = proptest::collection::vec(any::<u8>(), 3..30);
    let change = prop_oneof![
        4 => (0u8..8, words).prop_map(|(file, words)| Change::Write(file, words)),
        1 => (0u8..8, 0u8..8).prop_map(|(from, to)| Change::Rename(from, to)),
        1 => (0u8..8).prop_map(Change::Remove),
        2 => Just(Change::Restart),
        1 => any::<u8>().prop_map(Change::Ask),
    ];
    proptest::collection::vec(change, 4..24)
}

fn path(file: u8) -> String {
    if file.is_multiple_of(2) { format!("src/f{file}.rs") } else { format!("docs/d{file}.md") }
}

fn text(file: u8, words: &[u8]) -> String {
    let words: Vec<&str> = words.iter().map(|word| WORDS[usize::from(*word) % WORDS.len()]).collect();
    let body = words.join(" ");
    if file.is_multiple_of(2) {
        format!("/// {body}\npub fn unit{}() {{\n    shared(\"{body}\");\n}}\n\nfn shared(_: &str) {{}}\n", words.len())
    } else {
        format!("# Unit{} {}\n\n{body}\n\n## More\n\n{body} {body}\n", words.len(), words[0])
    }
}

fn asked(indexer: &Indexer, text: &str) -> Vec<String> {
    let reading = if text.starts_with('$') { Reading::Docql } else { Reading::Words };
    let question = Question {
        text: text.to_owned(),
        reading,
        audience: Audience::Report { context: true, hints: false },
        search: Options::default(),
        kind: None,
        format: None,
        order: Order::Yielded,
        limit: 50,
        detail: Detail::Whole,
        lines: 50,
        depth: 50,
        spends: Spends::Nothing,
        titles: false,
    };
    let answered = answer(indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    let mut rows = vec![format!("{} in {}", answered.results.total, answered.results.files)];
    rows.extend(answered.results.hits.iter().map(|hit| {
        format!(
            "{}:{} {} {:?} {:?}",
            hit.path,
            hit.shown_line(),
            hit.name,
            hit.role,
            hit.score.map(|score| (score * 1e3) as i64)
        )
    }));
    rows
}

fn check(changes: &[Change]) {
    let place = Place::new(&[]);
    for file in 0..8 {
        place.write(&path(file), &text(file, &[file, file + 1, 2, 7]));
    }
    let mut indexer = place.saved();
    for change in changes {
        let at = |file: u8| place.root().join(path(file));
        match change {
            Change::Write(file, words) => place.write(&path(*file), &text(*file, words)),
            // Nothing happens where there is no such file.
            Change::Rename(from, to) => drop(fs::rename(at(*from), at(*to))),
            Change::Remove(file) => drop(fs::remove_file(at(*file))),
            Change::Restart => {
                drop(indexer);
                indexer = place.saved();
            }
            Change::Ask(question) => {
                indexer.refresh_list(&Ticket::forever()).expect("a walk");
                asked(&indexer, QUESTIONS[usize::from(*question) % QUESTIONS.len()]);
            }
        }
    }
    indexer.refresh_list(&Ticket::forever()).expect("a walk");
    complete(&indexer);
    let fresh = Indexer::open(WorkspaceOptions::at(place.root())).expect("an indexer");
    complete(&fresh);
    for question in QUESTIONS {
        assert_eq!(asked(&indexer, question), asked(&fresh, question), "{question} after {changes:?}");
    }
}

/// `DOCQL_CASES` sets how many sequences of changes.
#[test]
fn the_same_files_have_the_same_answers_whatever_happened_to_them() {
    let cases = std::env::var("DOCQL_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(12);
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    runner
        .run(&changes(), |changes| {
            check(&changes);
            Ok(())
        })
        .unwrap_or_else(|problem| panic!("{problem}"));
}

#[test]
fn what_was_gone_for_a_while_is_found_again() {
    use Change::{Ask, Rename, Restart};
    // The answer in between makes the words of the file unneeded, and nobody saves that it was gone.
    check(&[Restart, Rename(4, 5), Ask(0), Rename(5, 4), Restart]);
}

/// A file that is moved over another is that one's new text, though both are as large and as old.
#[test]
fn what_is_moved_over_a_file_of_its_size_and_time_is_read() {
    let place = Place::new(&[]);
    let then = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
    for (file, word) in [(0, "wheel"), (2, "proxy"), (4, "token")] {
        let path = place.root().join(path(file));
        place.write(&self::path(file), &format!("fn unit{file}() {{ \"{word}\" }}\n"));
        let opened = fs::File::options().append(true).open(path).expect("the file");
        opened.set_modified(then).expect("a time");
    }
    let is_as_fresh = |indexer: &Indexer| {
        let fresh = Indexer::open(WorkspaceOptions::at(place.root())).expect("an indexer");
        for question in ["wheel", "proxy", "$.code.functions"] {
            assert_eq!(asked(indexer, question), asked(&fresh, question), "{question}");
        }
    };
    let indexer = place.saved();
    let at = |file: u8| place.root().join(path(file));
    fs::rename(at(0), at(2)).expect("moved");
    let moved = [at(0), at(2)];
    indexer.refresh_paths(&moved, &Ticket::forever(), &|_| {}).expect("a look");
    is_as_fresh(&indexer);
    drop(indexer);
    fs::rename(at(2), at(4)).expect("moved");
    let again = place.opened();
    again.refresh_list(&Ticket::forever()).expect("a walk");
    is_as_fresh(&again);
}

/// Which files have been parsed depends on what was asked before; what a report says of them does not.
#[test]
fn a_list_of_files_is_the_same_before_and_after_they_are_parsed() {
    let place = Place::new(&[
        ("a/one.go", "package one\n\nfunc One() {}\n"),
        ("a/guide.md", "# The guide\n\nText.\n"),
        ("a/empty.c", ""),
        ("a/no_text.h", "\0\u{1}\u{2}not a text\n"),
    ]);
    let records = |indexer: &Indexer, text: &str, fields: &[&str]| -> Vec<String> {
        let fields: Vec<String> = fields.iter().map(|field| (*field).to_owned()).collect();
        let titles = docql::docql::tell_of_structure(&fields);
        let question = Question { titles, ..Question::in_report(text, Reading::Docql, 50, (true, false)) };
        let answered = answer(indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let options = RecordOptions { fields, brief: false };
        let mut records = Records::new(&answered.library, &options);
        let found = answered.items.iter().zip(&answered.results.hits);
        found.map(|(found, hit)| serde_json::Value::Object(records.of(found, hit)).to_string()).collect()
    };
    let opened = || {
        let indexer = Indexer::open(WorkspaceOptions::at(place.root())).expect("an indexer");
        indexer.refresh_list(&Ticket::forever()).expect("a walk");
        indexer
    };
    let parsed = opened();
    complete(&parsed);
    for query in ["$.files", "$.structure[*]"] {
        let listed = records(&opened(), query, &[]);
        assert!(listed.len() >= 3, "{listed:?}");
        assert_eq!(listed, records(&parsed, query, &[]), "{query}");
    }
    let asked = ["title", "package", "lines"];
    let named = records(&opened(), "$.files", &asked);
    assert_eq!(named, records(&parsed, "$.files", &asked));
    assert_eq!(
        named,
        [
            r#"{"type":"file","title":null,"package":null,"lines":0}"#,
            r#"{"type":"file","title":"The guide","package":null,"lines":3}"#,
            r#"{"type":"file","title":null,"package":null,"lines":null}"#,
            r#"{"type":"file","title":null,"package":"one","lines":3}"#,
        ]
    );
}

/// An index serves all who open its workspace: by its path from elsewhere, or from inside.
#[test]
fn words_of_paths_do_not_depend_on_where_the_workspace_was_opened_from() {
    let place = Place::new(&[
        ("src/proxy.rs", "fn forwards() {}\n"),
        ("src/gear.rs", "fn turns() { proxy() }\n"),
        ("docs/proxy.md", "# Of gears\n\nThe proxy turns them.\n"),
    ]);
    let inside = place.options();
    let outside = WorkspaceOptions {
        base: place.folder.path().to_owned(),
        roots: vec![place.root().file_name().expect("a name").into()],
        ..inside.clone()
    };
    let opened = |options: &WorkspaceOptions| {
        let indexer = Indexer::open(options.clone()).expect("an indexer");
        complete(&indexer);
        indexer
    };
    let fresh = opened(&WorkspaceOptions::at(place.root()));
    let first = opened(&outside);
    assert!(first.save().is_ok() && asked(&first, "proxy").iter().any(|row| row.starts_with("work/src/proxy.rs")));
    drop(first);
    let again = opened(&inside);
    for question in ["proxy", "proxy src", "gear turns", "$.content.search(\"proxy\")"] {
        assert_eq!(asked(&again, question), asked(&fresh, question), "{question}");
    }
    assert_eq!(asked(&fresh, "work"), ["0 in 0"], "the directory of the workspace is no word of its files");
}

/// Vectors are made while files come and go: one that was away for a moment has them when it is back as it was.
#[test]
fn a_file_that_was_gone_while_vectors_were_made_is_found_by_its_meaning_when_it_is_back() {
    [false, true].into_iter().for_each(vectors_come_back);
}

fn vectors_come_back(is_emptied: bool) {
    let text = "/// Turns the wheels of the machine.\npub fn turn() {}\n";
    let place = Place::new(&[("src/a.rs", text), ("src/b.rs", "/// Stops it.\npub fn stop() {}\n")]);
    let file = place.root().join("src/a.rs");
    let away = place.folder.path().join("away.rs");
    let indexer = Indexer::open(place.options()).expect("an indexer");
    indexer.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("structure");
    fs::rename(&file, &away).expect("moved away");
    // What writes a file anew empties it first.
    if is_emptied {
        fs::write(&file, "").expect("emptied");
    }
    complete(&indexer);
    fs::rename(&away, &file).expect("moved back");
    indexer.refresh_list(&Ticket::forever()).expect("a walk");
    complete(&indexer);
    let library = indexer.library();
    let has_vectors = |id| library.vectors(id).is_some_and(|row| !row.is_empty());
    assert!(library.files().len() == 2 && library.file_ids().all(has_vectors), "a file has no vectors");
}
