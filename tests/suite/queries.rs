//! What queries find: `tests/docql/*.txt` hold queries, each followed by all that it finds.
//!
//! A line that begins with `$` or `.` is a query and one with `#` a comment; everything else is an
//! answer. `UPDATE=1` writes the answers anew, and a human reads the difference against the contract.

use crate::workspace::{Workspace, expect, tests};
use docql::docql::catalog::{FIELDS, FILTER_FUNCTIONS, OPERATORS, ROWS};
use docql::docql::{Hit, Outcome, compile, present, run, run_with_progress};
use docql::document::Kind;
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::{Library, Needs};
use docql::stdx::Ticket;
use std::cell::RefCell;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// The answer to `query` as the files of expectations show it.
fn answer(query: &str, library: &Library) -> String {
    let plan = match compile(query) {
        Ok(plan) => plan,
        Err(diagnostics) => {
            let first = &diagnostics[0];
            return format!("  {} at {}: {}\n", first.code, first.span.start, first.message);
        }
    };
    let mut out = String::new();
    if plan.canonical() != query {
        let _ = writeln!(out, "  = {}", plan.canonical());
    }
    let outcome = run(&plan, library, &Ticket::forever()).expect("a fresh ticket");
    let results = present(&plan, &outcome, library, usize::MAX);
    for hit in &results.hits {
        let _ = writeln!(out, "  {}", line(hit));
    }
    for hint in results.hints.iter().chain(&results.suggestions) {
        let _ = writeln!(out, "  ! {hint}");
    }
    out
}

fn line(hit: &Hit) -> String {
    let place = if hit.line == 0 { hit.path.to_string() } else { format!("{}:{}", hit.path, hit.line) };
    let kind = if hit.kind == Kind::Heading { hit.role.to_lowercase() } else { hit.kind.id().to_owned() };
    let mut out = match hit.kind {
        Kind::File => format!("{place} {kind}"),
        Kind::Directory => format!("{}/", hit.key.0),
        Kind::Value if hit.snippet.is_empty() => format!("{place} {kind} {}", hit.name),
        Kind::Value => format!("{place} {kind} {} = {}", hit.name, hit.snippet),
        _ => format!("{place} {kind} {}", hit.name),
    };
    if hit.depth > 0 {
        let _ = write!(out, " <{}> {}", hit.depth, hit.snippet);
    }
    if hit.score.is_some() {
        out.push_str(" *");
    }
    out.trim().to_owned()
}

/// The files of queries.
fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(tests().join("docql"))
        .expect("the folder of queries")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .filter(|path| {
            !path.file_name().is_some_and(|name| {
                ["malformed", "completion", "typing", "wanted"]
                    .iter()
                    .any(|other| name.to_string_lossy().starts_with(other))
            })
        })
        .collect();
    files.sort();
    files
}

fn is_hit(line: &str) -> bool {
    !["  = ", "  ! ", "  Q0"].iter().any(|mark| line.starts_with(mark))
}

fn is_query(line: &str) -> bool {
    line.starts_with(['$', '.', '＄'])
}

fn queries() -> Vec<String> {
    let texts = files().into_iter().map(|path| fs::read_to_string(path).expect("a file of queries"));
    texts.flat_map(|text| text.lines().filter(|line| is_query(line)).map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Every example of the vocabulary.
fn examples() -> Vec<&'static str> {
    let rows = ROWS.iter().map(|row| row.example);
    rows.chain(OPERATORS.iter().map(|row| row.example)).chain(FILTER_FUNCTIONS.iter().map(|row| row.example)).collect()
}

#[test]
fn queries_find_what_the_contract_says() {
    let workspace = Workspace::new();
    let library = workspace.library(&Needs::FullText, 2);
    for path in files() {
        let text = fs::read_to_string(&path).expect("a file of queries");
        let mut out = String::new();
        for line in text.lines().filter(|line| !line.starts_with("  ")) {
            let _ = writeln!(out, "{line}");
            if is_query(line) {
                out.push_str(&answer(line, &library));
            }
        }
        expect(&path, &out);
    }
}

/// What the fixtures have none of: no language here has protocols.
#[cfg(feature = "sqlite")]
const WITHOUT_HITS: &[&str] = &["protocol", "protocols"];

#[test]
#[cfg(feature = "sqlite")]
fn every_example_of_the_vocabulary_finds_something() {
    let workspace = Workspace::with_database();
    let library = workspace.library(&Needs::FullText, 2);
    let wrong: Vec<&str> = ROWS
        .iter()
        .filter(|row| answer(row.example, &library).lines().any(is_hit) == WITHOUT_HITS.contains(&row.name))
        .map(|row| row.example)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    for example in examples().split_off(ROWS.len()) {
        let found = answer(example, &library);
        assert!(found.lines().any(is_hit), "{example}: {found}");
    }
}

#[test]
fn every_field_can_be_read_compared_and_sorted_by() {
    let workspace = Workspace::new();
    let library = workspace.library(&Needs::FullText, 2);
    for row in FIELDS {
        for name in [row.name].iter().chain(row.aliases) {
            let somewhere = [
                "$..",
                "$.files",
                "$.structure",
                "$.content.search(\"token\")",
                "$.code.function(\"deploy\").callers()",
            ]
            .iter()
            .any(|from| {
                let query = match *from {
                    "$.." => format!("$..[?@.{name}]"),
                    from => format!("{from}[?@.{name}]"),
                };
                answer(&query, &library).lines().any(is_hit)
            });
            // Paginated documents and pictures are of formats that the fixtures leave out, and they are in no repository.
            let is_left_out =
                matches!(*name, "page" | "slide" | "sheet" | "cell" | "width" | "height" | "changed" | "change");
            assert_eq!(somewhere, !is_left_out, "nothing has a {name}");
            for query in
                [format!("$.toc[*].sort(\"-{name}\")"), format!("$.toc[*].{name}"), format!("$..[?@.{name} != \"x\"]")]
            {
                assert!(compile(&query).is_ok(), "{query}: {:?}", compile(&query).err());
            }
        }
    }
}

#[test]
fn answers_are_the_same_each_time_and_with_any_number_of_threads() {
    let workspace = Workspace::new();
    let two = workspace.library(&Needs::FullText, 2);
    let one = workspace.library(&Needs::FullText, 1);
    let single = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    let all: Vec<String> = queries().into_iter().chain(examples().into_iter().map(str::to_owned)).collect();
    for query in &all {
        let first = answer(query, &two);
        for _ in 0..5 {
            assert_eq!(answer(query, &two), first, "{query}");
        }
        assert_eq!(single.install(|| answer(query, &one)), first, "{query} on one thread");
    }
}

/// What a query needs is enough: with only that indexed it finds what it finds with everything indexed.
#[test]
fn what_a_query_needs_is_enough() {
    let workspace = Workspace::new();
    let whole = workspace.library(&Needs::Structure, 2);
    let all: Vec<String> = queries().into_iter().chain(examples().into_iter().map(str::to_owned)).collect();
    let wrong: Vec<String> = all
        .iter()
        .filter_map(|query| {
            let plan = compile(query).ok()?;
            if matches!(plan.needs(), Needs::Structure | Needs::FullText) {
                return None;
            }
            let library = workspace.library(plan.needs(), 1);
            let (some, all) = (answer(query, &library), answer(query, &whole));
            let hits = |text: &str| text.lines().filter(|line| !line.starts_with("  !")).collect::<Vec<_>>().join("\n");
            (hits(&some) != hits(&all)).then(|| format!("{query} needs {:?}\n{some}but\n{all}", plan.needs()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_answer_that_is_shown_while_it_grows_only_grows_at_its_end() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..1_000 {
        let text = format!("def first_{number}(): pass\n\nclass Kind{number}:\n    def member(self): pass\n");
        fs::write(folder.path().join(format!("file{number}.py")), text).expect("written");
    }
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    indexer.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let library = indexer.library();
    for query in ["$.toc[*]", "$.code.functions[?(@.line > 1)]", "$.code.classes.methods", "$.code.functions.parent()"]
    {
        let plan = compile(query).expect("a query");
        let keys = |outcome: &Outcome| -> Vec<String> {
            present(&plan, outcome, &library, usize::MAX).hits.into_iter().map(|hit| hit.key.0).collect()
        };
        let batches: RefCell<Vec<(Vec<String>, usize)>> = RefCell::default();
        let outcome = run_with_progress(&plan, &library, &Ticket::forever(), &|outcome, done, all| {
            assert_eq!(all, 1_000, "{query}");
            batches.borrow_mut().push((keys(outcome), done));
        });
        let (whole, batches) = (keys(&outcome.expect("a fresh ticket")), batches.into_inner());
        assert!(!batches.is_empty(), "{query} tells nothing before its end");
        for (batch, done) in &batches {
            assert!(whole.starts_with(batch), "{query} after {done} files");
            let files = batch.iter().map(|key| key.split('#').next()).collect::<std::collections::HashSet<_>>();
            assert_eq!(files.len(), *done, "{query} tells less than it knows");
        }
    }
}

#[test]
fn declarations_by_a_part_of_their_name_begin_with_whole_names_of_any_file() {
    let files = &[
        ("a.ts", "export function hasOwnProperty() {}\n"),
        ("b.ts", "export function hasOwnKey() {}\nexport function hasOwn() {}\n"),
        ("c.ts", "export function hasOwner() {}\n"),
    ];
    let found = crate::relations::results(files, "$.code.query(\"hasOwn\")");
    let names: Vec<&str> = found.hits.iter().map(|hit| hit.name.as_str()).collect();
    assert_eq!(names, ["hasOwn", "hasOwnKey", "hasOwnProperty", "hasOwner"]);
}

#[test]
fn what_is_here_as_something_else_is_not_called_missing() {
    let files = &[
        ("a.test.ts", "test('onMounted', () => {})\n"),
        ("b.ts", "export const onMounted = make('m')\nexport function unmounted() {}\n"),
    ];
    let found = crate::relations::results(files, "$.code.function(\"onMounted\")");
    let told = found.hints.join("\n");
    assert!(told.contains("is a constant") || told.contains("is a variable"), "{told}");
    assert!(!told.contains("nothing here"), "{told}");
}
