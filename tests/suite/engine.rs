//! The engine answers for every front end: whole answers, answers that grow, and why there is none.

use docql::agent::{ResearchEvent, ResearchLimits, research};
use docql::docql::{Detail, RecordOptions};
use docql::engine::{Event, Order, Question, Reading, Unanswered, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::report as written;
use docql::report::WrittenAnswer;
use docql::stdx::{Ticket, Tickets};
use std::sync::Mutex;

fn workspace() -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    let files = [
        ("src/token.rs", "/// Checks a token.\npub fn validate_token() {}\n\npub struct Token;\n"),
        ("src/user.rs", "pub fn user() {\n    validate_token();\n}\n"),
        ("guide.md", "# Guide\n\nA token is checked by `validate_token`.\n"),
    ];
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let options = WorkspaceOptions::at(folder.path());
    let indexer = Indexer::open(options).expect("a workspace");
    (folder, indexer)
}

fn report(text: &str, reading: Reading) -> Question {
    Question::in_report(text, reading, 100, (true, true))
}

#[test]
fn a_report_is_one_complete_answer_and_its_items_are_those_of_its_hits() {
    let (_folder, workspace) = workspace();
    let events = Mutex::new(Vec::new());
    let question = report("$.code.functions", Reading::Docql);
    let answered = answer(&workspace, &question, &Ticket::forever(), &|event| events.lock().expect("free").push(event));
    let answered = answered.expect("an answer");
    let names: Vec<&str> = answered.results.hits.iter().map(|hit| hit.name.as_str()).collect();
    assert_eq!(names, ["validate_token", "user"]);
    assert_eq!(answered.items.len(), 2);
    assert!(answered.has_indexed, "a fresh workspace had to be indexed for it");
    let grew = events.lock().expect("free").iter().any(|event| matches!(event, Event::Growing(_)));
    assert!(!grew, "a report does not grow");
    let again = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    assert!(!again.has_indexed);
    assert_eq!(again.results.hits.len(), 2);
}

#[test]
fn kind_format_and_order_restrict_queries_and_words_alike() {
    let (_folder, workspace) = workspace();
    for (text, reading) in [("$.toc[*]", Reading::Docql), ("token", Reading::Words)] {
        let mut question = report(text, reading);
        question.kind = docql::document::Kind::parse("struct");
        let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let names: Vec<&str> = answered.results.hits.iter().map(|hit| hit.name.as_str()).collect();
        assert_eq!(names, ["Token"], "{text}");
    }
    let mut question = report("token", Reading::Words);
    (question.order, question.format) = (Order::Path, Some("rust"));
    let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    let paths: Vec<&str> = answered.results.hits.iter().map(|hit| &*hit.path).collect();
    assert!(paths.is_sorted() && paths.iter().all(|path| path.ends_with(".rs")), "{paths:?}");
    assert!(!answered.results.ranked);
}

#[test]
fn a_line_is_the_match_of_one_hit_also_where_functions_stand_in_functions() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "export function outer() {\n  const first = 1\n  function inner() {\n    throw new Error('the pipe is closed already')\n  }\n  inner(first)\n}\n";
    std::fs::write(folder.path().join("pipe.js"), text).expect("a file");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let question = report("the pipe is closed already", Reading::Words);
    let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    let hits = &answered.results.hits;
    let shown: Vec<u32> = hits.iter().filter_map(|hit| Some(hit.matched.as_ref()?.line)).collect();
    assert_eq!(shown.iter().filter(|line| **line == 4).count(), 1, "{shown:?}");
    assert_eq!(shown.first(), Some(&4));
    assert!(hits.iter().any(|hit| hit.name == "outer"), "the one around it is still a hit");
}

#[test]
fn a_screen_sees_what_is_known_before_the_whole_answer() {
    let (_folder, workspace) = workspace();
    let events = Mutex::new(Vec::new());
    let question = Question::on_screen("$.code.functions", Reading::Docql, false, 50);
    let answered = answer(&workspace, &question, &Ticket::forever(), &|event| events.lock().expect("free").push(event));
    let events = events.into_inner().expect("free");
    let first = events.iter().find_map(|event| if let Event::Growing(results) = event { Some(results) } else { None });
    assert_eq!(first.and_then(|results| results.partial), Some((0, 3)), "nothing is indexed at first, and it says so");
    let results = answered.expect("an answer").results;
    assert_eq!((results.hits.len(), results.partial), (2, None));
}

#[test]
fn words_that_were_found_before_all_names_were_known_are_marked_as_a_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write("a.rs", "fn save_token() {}\nfn load_token() {}\nfn drop_token() {}\n");
    write("b.rs", "fn other() {}\n");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let partial = |question: &Question| {
        answer(&workspace, question, &Ticket::forever(), &|_| {}).expect("an answer").results.partial
    };
    // A screen is asked again once everything is indexed; what the shell says stays.
    let on_screen = Question::on_screen("token", Reading::Words, false, 10);
    assert_eq!(partial(&on_screen), Some((1, 2)));
    assert_eq!(partial(&report("token", Reading::Words)), None);
    assert_eq!(partial(&on_screen), None);
}

#[test]
fn there_is_no_answer_for_what_cannot_be_read_is_not_wanted_or_not_listed() {
    let (folder, workspace) = workspace();
    let invalid = answer(&workspace, &report("$.code.class(", Reading::Docql), &Ticket::forever(), &|_| {});
    assert!(matches!(invalid, Err(Unanswered::Invalid(diagnostics)) if !diagnostics.is_empty()));
    let tickets = Tickets::default();
    let overtaken = tickets.issue();
    tickets.cancel();
    let stale = answer(&workspace, &report("token", Reading::Words), &overtaken, &|_| {});
    assert!(matches!(stale, Err(Unanswered::Stale)));
    let options = WorkspaceOptions::at(folder.path());
    let unwalked = Indexer::unwalked(options).expect("a workspace");
    let question = Question::on_screen("token", Reading::Words, false, 50);
    let unlisted = answer(&unwalked, &question, &Ticket::forever(), &|_| {});
    assert!(matches!(unlisted, Err(Unanswered::Unlisted)));
}

#[test]
fn what_is_meant_in_a_document_is_found_in_it_however_many_names_come_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let program: String = (0..230).map(|at| format!("fn lamp_{at}() {{}}\n")).collect();
    crate::folders::write(folder.path(), "lib.rs", &program);
    let notes = format!("# Notes\n\n{}The lamp burns.\n", "Of gulls.\n\n".repeat(40));
    crate::folders::write(folder.path(), "notes.md", &notes);
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let question = Question::in_report("lamp", Reading::Words, 1_000, (true, true));
    let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    let at = answered.results.hits.iter().position(|hit| &*hit.path == "notes.md").expect("the notes");
    let line = answered.results.hits[at].matched.as_ref().map(|matched| matched.line);
    assert_eq!((at >= 200, line), (true, Some(83)), "at {at}");
}

#[test]
fn what_is_written_of_rows_is_the_same_without_what_only_a_screen_needs() {
    let place = crate::workspace::Workspace::new();
    let workspace = Indexer::open(WorkspaceOptions::at(&place.root)).expect("a workspace");
    let told = |text: &str, detail: Detail| {
        let question = Question { detail, ..report(text, Reading::Docql) };
        let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let shown = WrittenAnswer {
            results: &answered.results,
            items: &answered.items,
            library: &answered.library,
            options: RecordOptions::default(),
            colour: false,
            grouped: false,
            context: 1,
            full: false,
            path_end: '\n',
        };
        let mut out = Vec::new();
        for write in [
            written::text,
            written::json,
            written::jsonl,
            written::paths,
            written::vimgrep,
            written::csv,
            written::markdown,
        ] {
            write(&shown, &mut out).expect("written");
        }
        let queries = answered.results.hits.iter().filter(|hit| !hit.query.is_empty()).count();
        (String::from_utf8(out).expect("text"), queries)
    };
    for query in [
        "$.toc[*]",
        "$..*",
        "$.code.functions[*]",
        "$.content[*]",
        "$.code.function(\"deploy\").callers()",
        "$.content.grep(\"token\")",
        "$.code.comments(\"token\")",
        "$.entities[*]",
        "$.files[*]",
        "$.code.class(\"AuthService\").references()",
    ] {
        let ((whole, queries), (brief, none)) = (told(query, Detail::Whole), told(query, Detail::Written));
        assert!(whole == brief && !whole.is_empty(), "{query}");
        assert!(
            queries > none || query == "$.files[*]",
            "{query}: {queries} rows can be entered, {none} of those that are written"
        );
    }
}

#[test]
fn a_defect_on_the_way_is_told_and_the_next_question_is_answered() {
    let (_folder, workspace) = workspace();
    let question = report("$.code.functions", Reading::Docql);
    let events = std::sync::atomic::AtomicUsize::new(0);
    let fails = |_: Event| {
        events.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        panic!("something that nobody has thought of");
    };
    let Err(Unanswered::Defect(said)) = answer(&workspace, &question, &Ticket::forever(), &fails) else {
        panic!("an answer, or none, after {events:?} events");
    };
    assert_eq!(said[0].code, "Q900");
    assert!(said[0].message.contains("something that nobody has thought of"), "{}", said[0].message);
    let again = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    assert_eq!(again.results.hits.len(), 2);
}

/// What a step has not found for a defect may well be there.
#[test]
fn a_defect_in_a_step_of_research_is_no_answer() {
    let (folder, workspace) = workspace();
    let steps = std::sync::atomic::AtomicUsize::new(0);
    let fails = |event: ResearchEvent| match event {
        // From then on a step has something to index.
        ResearchEvent::Step(_) => {
            let before = steps.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            std::fs::write(folder.path().join(format!("src/{before}.rs")), "pub fn validate_token() {}\n")
                .expect("a file");
            workspace.refresh_list(&Ticket::forever()).expect("the list");
        }
        ResearchEvent::Engine(Event::Indexed(_)) if steps.load(std::sync::atomic::Ordering::Relaxed) > 0 => {
            panic!("something that nobody has thought of")
        }
        _ => {}
    };
    let limits = ResearchLimits::default();
    let found = research(&workspace, "who calls `validate_token`?", limits, &Ticket::forever(), &fails);
    let Err(Unanswered::Defect(said)) = found else {
        panic!("{steps:?} steps: {:?}", found.map(|found| found.is_answered))
    };
    assert!(said[0].message.contains("something that nobody has thought of"), "{}", said[0].message);
}
