//! Work that is overtaken ends: counted in looks at the ticket and in work between them, never in time.

use crate::workspace::Workspace;
use docql::docql::{Detail, Presented, compile, complete, present_while, run};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::{Library, Needs};
use docql::search;
use docql::stdx::{Stale, Ticket};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

fn answer(query: &str, library: &Library, ticket: &Ticket) -> Result<usize, Stale> {
    let plan = compile(query).expect("a query");
    let outcome = run(&plan, library, ticket)?;
    let wanted = Presented { limit: 100, explains: true, detail: Detail::Whole };
    Ok(present_while(&plan, &outcome, library, wanted, ticket)?.total)
}

/// So often more than allowed may be looked: each thread learns of it on its own.
const THREADS_AND_BRANCHES: u64 = 64;

const QUERIES: &[&str] = &[
    "$.toc[*]",
    "$.toc",
    "$.toc[?(@.title ~= \"token\")]",
    "$.toc[?(@.title ~= \"nothing has this\")]",
    "$.code.function(\"validate\")",
    "$.code.function(\"valdate\")",
    "$.code.functions.parent()",
    "$.code.functions.sort(\"-lines\")",
    "$.code.functions.unique()",
    "$.code.functions.count()",
    "$.code.classes.methods",
    "$.code.functions.callers(2)",
    "$.code.functions.callees()",
    "$.code.symbols.references()",
    "$..[?(@.doc ~= \"token\")]",
    "$.content.grep(\"token\")",
    "$.content.headings.links()",
    "$.files[?(@.lines > 3)]",
];

#[test]
fn a_query_that_is_overtaken_at_any_look_ends_there() {
    let workspace = Workspace::new();
    let library = workspace.library(&Needs::Structure, 2);
    for query in QUERIES {
        let (ticket, looks) = Ticket::counted(u64::MAX);
        answer(query, &library, &ticket).expect("nobody overtakes it");
        let all = looks.load(Ordering::Acquire);
        for allowed in [0, 1, all / 2, all.saturating_sub(1)] {
            let (ticket, looks) = Ticket::counted(allowed);
            // How many looks there are varies a little with how threads share the work.
            let answered = answer(query, &library, &ticket);
            let looked = looks.load(Ordering::Acquire);
            assert!(answered.is_err() || looked <= allowed, "{query} went on after {allowed} of {all} looks");
            assert!(looked <= allowed + THREADS_AND_BRANCHES, "{query} looked {looked} times, {allowed} allowed");
        }
    }
}

/// Sections, and functions, in one file each: the work that no division into files makes smaller.
const MANY: u64 = 24_000;

fn large() -> (tempfile::TempDir, Arc<Library>) {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut sections, mut functions) = (String::new(), String::new());
    for number in 0..MANY {
        let _ = writeln!(sections, "# Section {number}\n");
        let _ = writeln!(functions, "def function_{number}(): pass");
    }
    std::fs::write(folder.path().join("sections.md"), sections).expect("written");
    std::fs::write(folder.path().join("functions.py"), functions).expect("written");
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    indexer.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    (folder, indexer.library())
}

/// Nodes that are looked at between two looks at the ticket, at most, on average.
const STRIDE: u64 = 4096;

#[test]
fn there_is_little_work_between_two_looks() {
    let (_folder, library) = large();
    for (query, nodes) in [
        ("$.toc[*]", 2 * MANY),
        ("$.toc", MANY),
        ("$.code.functions", MANY),
        ("$.code.functions[?(@.name =~ /x$/)]", MANY),
        ("$.code.function(\"function_*1\")", MANY),
        ("$.toc[?(@.title ~= \"section\")]", MANY),
        ("$.code.functions.count()", MANY),
        // Choosing, keys and every merge look.
        ("$.code.functions.sort(\"-name\")", 4 * MANY),
        ("$.code.functions.unique()", 2 * MANY),
        ("$.code.functions.parent()", 2 * MANY),
        ("$.code.functions[?(@.name == \"a\"), ?(@.name == \"b\")]", 2 * MANY),
        ("$.code.function(\"functio\")", MANY),
    ] {
        let (ticket, looks) = Ticket::counted(u64::MAX);
        answer(query, &library, &ticket).expect("nobody overtakes it");
        let looks = looks.load(Ordering::Acquire);
        assert!(looks >= nodes / STRIDE, "{query}: {looks} looks for {nodes} nodes");
    }
    for words in ["function", "zzyzx", "fn", "functoin_123"] {
        let (ticket, looks) = Ticket::counted(u64::MAX);
        search::run(&search::read(words), &library, &search::Options::default(), 10, &ticket);
        assert!(looks.load(Ordering::Acquire) >= 2 * MANY / STRIDE, "{words}");
    }
    for typed in ["$.code.function(\"fun", "$.code.functions[?(@.kind == "] {
        let (ticket, looks) = Ticket::counted(u64::MAX);
        complete(typed, typed.len(), Some(&library), &ticket);
        assert!(looks.load(Ordering::Acquire) >= MANY / STRIDE, "{typed}");
    }
}
