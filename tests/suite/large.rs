//! Large files in the preview: windows of files that have no outline, colours that are kept from page to page.

use crate::screens::Session;
use docql::app::{Msg, Page, PreviewRequest};
use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::{Ticket, Tickets};
use docql::workers::Previewer;
use std::fmt::Write;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

/// A workspace of one file in which everything over `limit` bytes is large.
fn workspace(name: &str, bytes: &[u8], limit: u64) -> (TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), bytes).expect("written");
    let options = WorkspaceOptions { max_file_bytes: limit, ..WorkspaceOptions::at(folder.path()) };
    let indexer = Indexer::open(options).expect("a workspace");
    (folder, indexer)
}

fn request(path: &str, line: u32, ticket: Ticket) -> PreviewRequest {
    PreviewRequest::source(ticket, path.into(), line, 80)
}

/// The pages that are sent for a line.
fn pages(previewer: &mut Previewer, indexer: &Indexer, path: &str, line: u32) -> Vec<Arc<Page>> {
    asked(previewer, indexer, &request(path, line, Ticket::forever()), &|| {})
}

/// The same, with something that happens whenever a page arrives.
fn asked(previewer: &mut Previewer, indexer: &Indexer, request: &PreviewRequest, then: &dyn Fn()) -> Vec<Arc<Page>> {
    let sent = Mutex::new(Vec::new());
    previewer.prepare(&indexer.library(), request, &|message| {
        let Msg::PreviewReady { page, .. } = message else { panic!("{message:?}") };
        sent.lock().expect("not poisoned").push(page);
        then();
    });
    sent.into_inner().expect("not poisoned")
}

fn text_at(page: &Page, line: u32) -> String {
    page.lines.iter().find(|shown| shown.number == Some(line)).map_or_else(String::new, |shown| shown.text())
}

/// Lines `1: …`, `2: …`, with every 777th very long and every 500th outside ASCII.
fn log(lines: u32) -> String {
    let mut text = String::new();
    for line in 1..=lines {
        let rest = match line {
            _ if line % 777 == 0 => "x".repeat(60_000),
            _ if line % 500 == 0 => "größer 架构".repeat(5),
            _ => "connection refused".to_owned(),
        };
        writeln!(text, "{line}: {rest}").expect("a string");
    }
    text
}

#[test]
fn any_place_of_a_large_file_is_shown_with_its_line_number() {
    let text = log(30_000);
    let (_folder, indexer) = workspace("server.log", text.as_bytes(), 1 << 20);
    let mut previewer = Previewer::default();
    let first = pages(&mut previewer, &indexer, "server.log", 0);
    assert_eq!(first.iter().map(|page| page.total).collect::<Vec<_>>(), [0, 30_000], "shown before it is counted");
    assert_eq!(first.iter().map(|page| page.coloured).collect::<Vec<_>>(), [false, true]);
    // Backwards, over the ends, and around the places that the line index remembers.
    for line in [29_999, 4_096, 4_097, 4_098, 8_193, 1, 12_345, 20_202, 500, 30_000, 17_483] {
        let page = pages(&mut previewer, &indexer, "server.log", line).pop().expect("a page");
        let (near, far) = (line.saturating_sub(900).max(1), (line + 900).min(30_000));
        for at in [near, line, far] {
            let expected: String = text.lines().nth(at as usize - 1).expect("there").chars().take(30).collect();
            assert!(text_at(&page, at).starts_with(&expected), "line {at} of the page around {line}");
        }
        let held: usize = page.lines.iter().flat_map(|line| &line.spans).map(|span| span.text.len()).sum();
        assert!(page.lines.len() <= 2_000 && held < 1 << 20, "{held} bytes");
        assert_eq!((page.total, page.scopes.len()), (30_000, 0));
    }
}

#[test]
fn a_single_line_of_megabytes_is_cut() {
    let (_folder, indexer) = workspace("data.json", "[1,2,架],".repeat(400_000).as_bytes(), 1 << 20);
    let page = pages(&mut Previewer::default(), &indexer, "data.json", 1).pop().expect("a page");
    assert_eq!((page.total, page.lines.len()), (1, 1));
    let text = page.lines[0].text();
    assert!(text.starts_with("[1,2,架],[1,") && text.ends_with('…') && text.len() < 40_000, "{}", text.len());
}

#[test]
fn large_files_of_every_shape_are_shown_or_say_why_not() {
    let shapes: [(&[u8], &str); 6] = [
        (b"no end of line", "no end of line"),
        (b"carriage\r\nreturn\r\n", "carriage"),
        (b"\n\n\n", ""),
        (b"caf\xe9 au lait\n", "café au lait"),
        (b"\xff\xfea\0b\0\n\0", "cannot be read: UTF-16, and too large to be shown; it can be searched"),
        (b"\xef\xbb\xbfmarked\n", "marked"),
    ];
    for (bytes, shown) in shapes {
        let (_folder, indexer) = workspace("a.txt", bytes, 1);
        let page = pages(&mut Previewer::default(), &indexer, "a.txt", 7).pop().expect("a page");
        let first = page.lines.first().map_or_else(String::new, |line| line.text());
        let all = pages(&mut Previewer::default(), &indexer, "a.txt", 0).pop().expect("a page");
        let text = all.lines.first().map_or_else(String::new, |line| line.text());
        assert_eq!(text, shown, "{bytes:?} (beyond its end: {first:?})");
    }
}

#[test]
fn a_large_file_that_changes_is_counted_again() {
    let (folder, indexer) = workspace("a.log", "one\n".repeat(5_000).as_bytes(), 100);
    let mut previewer = Previewer::default();
    assert_eq!(pages(&mut previewer, &indexer, "a.log", 1).pop().map(|page| page.total), Some(5_000));
    // Cut off behind our back: what is there is shown.
    std::fs::write(folder.path().join("a.log"), "one\n".repeat(3_000)).expect("written");
    let mut fresh = Previewer::default();
    assert_eq!(pages(&mut fresh, &indexer, "a.log", 1).pop().map(|page| page.total), Some(3_000));
    indexer.refresh(&Ticket::forever(), &|_| {}).expect("walked");
    assert_eq!(pages(&mut previewer, &indexer, "a.log", 1).pop().map(|page| page.total), Some(3_000));
}

/// A C program of so many functions, four lines each.
fn program(functions: u32) -> String {
    (1..=functions).map(|number| format!("int work_{number}(int a)\n{{\n\treturn a + {number};\n}}\n")).collect()
}

/// Samples of all languages, each several times in one file: in the middle of it, what is shown first is what is shown
/// in the end, but for a few colours.
#[test]
fn the_first_page_is_the_last_one_but_for_few_colours() {
    use crate::workspace::tests;
    let mut compared = 0;
    for language in std::fs::read_dir(tests().join("languages")).expect("samples").flatten() {
        let samples = std::fs::read_dir(language.path()).expect("a folder").flatten().map(|entry| entry.path());
        for sample in samples.filter(|path| path.file_stem().is_some_and(|stem| stem == "sample")) {
            let name = sample.file_name().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&sample).expect("a sample");
            let (_folder, indexer) = workspace(&name, format!("{text}\n").repeat(6).as_bytes(), 1 << 20);
            indexer.ensure(&docql::library::Needs::Structure, &Ticket::forever(), &|_| {}).expect("read");
            let line = (text.lines().count() as u32 + 1) * 3;
            let pages = pages(&mut Previewer::patient(), &indexer, &name, line);
            let (first, last) = (&pages[0], &pages[pages.len() - 1]);
            let places = |page: &Page| page.scopes.iter().map(|scope| (scope.line, scope.end_line)).collect::<Vec<_>>();
            assert_eq!((first.first, first.lines.len(), &first.label), (last.first, last.lines.len(), &last.label));
            assert!(first.lines.iter().zip(&last.lines).all(|(a, b)| a.text() == b.text()), "{name}");
            assert!(pages.iter().all(|page| places(page) == places(last)), "{name}: scopes come and go");
            let library = indexer.library();
            let id = library.find(&name).expect("the file");
            let nodes = library.outline(id).expect("indexed").nodes();
            assert_eq!(nodes, library.document(id).expect("read").nodes, "{name}");
            let near: Vec<_> = (first.lines.iter().zip(&last.lines)).skip(line as usize - 10).take(40).collect();
            if near.iter().any(|(first, _)| is_coloured(&pages[0], first.source_line)) {
                let same = near.iter().filter(|(first, last)| first.spans == last.spans).count();
                assert!(same * 10 >= near.len() * 9, "{name}: {same} of {}", near.len());
                compared += 1;
            }
        }
    }
    assert!(compared > 0, "no page has colours");
}

#[test]
fn texts_that_were_looked_at_keep_their_colours() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.c", "b.c"] {
        std::fs::write(folder.path().join(name), program(900)).expect("written");
    }
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let mut previewer = Previewer::default();
    for name in ["a.c", "b.c"] {
        assert!(pages(&mut previewer, &indexer, name, 1_000).len() > 2, "plain or nearly, near ones, all");
    }
    // Back again: nothing is parsed, so there is nothing to be shown before.
    let again = pages(&mut previewer, &indexer, "a.c", 2_001);
    assert_eq!(again.len(), 2);
    assert!(again.iter().all(|page| is_coloured(page, 2_001)));
}

fn is_coloured(page: &Page, line: u32) -> bool {
    use docql::document::Scope;
    page.lines.iter().any(|shown| shown.number == Some(line) && shown.spans.iter().any(|it| it.scope != Scope::Text))
}

#[test]
fn a_program_is_shown_plain_then_in_colours_and_moves_in_it_parse_nothing() {
    let (_folder, indexer) = workspace("a.c", program(7_500).as_bytes(), 8 << 20);
    let mut previewer = Previewer::default();
    let first = pages(&mut previewer, &indexer, "a.c", 15_001);
    let states: Vec<(bool, bool, bool)> =
        first.iter().map(|page| (page.coloured, is_coloured(page, 15_001), is_coloured(page, 12_101))).collect();
    // Whether the first page has colours already depends on how fast the machine is.
    assert_eq!(states[1..], [(false, true, false), (true, true, true)], "screen first");
    let shapes: Vec<_> = first.iter().map(|page| (page.first, page.total, page.lines.len())).collect();
    assert_eq!(shapes, [(12_001, 30_000, 6_000); 3], "nothing but colours changes");
    let scope = first[2].scopes.iter().find(|scope| scope.line == 15_001).expect("a scope");
    assert_eq!((scope.end_line, scope.label.text().as_str()), (15_004, "int work_3751(int a)"));
    let second = pages(&mut previewer, &indexer, "a.c", 29_001);
    assert_eq!(second.len(), 2, "nothing plain in between");
    assert!(second.iter().all(|page| is_coloured(page, 29_001)) && second[1].coloured);
}

#[test]
fn overtaken_colours_come_with_the_next_request() {
    let (_folder, indexer) = workspace("a.c", program(7_500).as_bytes(), 8 << 20);
    let mut previewer = Previewer::default();
    let tickets = Tickets::default();
    let overtaken = asked(&mut previewer, &indexer, &request("a.c", 1, tickets.issue()), &|| drop(tickets.issue()));
    assert_eq!(overtaken.len(), 1, "plain, and no more once something else is wanted");
    assert!(pages(&mut previewer, &indexer, "a.c", 1).pop().is_some_and(|page| page.coloured && is_coloured(&page, 1)));
}

#[test]
fn the_explorer_jumps_to_both_ends_of_a_large_file() {
    let (folder, _indexer) = workspace("server.log", log(30_000).as_bytes(), 1 << 20);
    let options = WorkspaceOptions { max_file_bytes: 1 << 20, ..WorkspaceOptions::at(folder.path()) };
    let mut session = Session::of(options, 120, 24);
    session.driver.walk(&mut session.model).expect("walked");
    session.driver.index(&mut session.model);
    session.press("$.files<ret>3");
    assert!(session.text().contains("1 1: connection refused"), "{}", session.text());
    session.press("G");
    assert!(session.text().contains("30000 30000: größer"), "{}", session.text());
    assert_eq!(session.model.preview.percent(), 100);
    session.press("<pageup>");
    assert!(session.text().contains("29980 29980: connection"), "{}", session.text());
    session.press("gg");
    assert!(session.text().contains("1 1: connection refused"), "{}", session.text());
    assert!(session.text().contains("text only"), "{}", session.text());
}

/// Whether `word` stands in the preview of a header with this text as a keyword, the label of the preview, and whether
/// the index has a class in it.
fn header(text: &str, word: &str) -> (bool, String, bool) {
    use docql::document::{Kind, Scope};
    let (_folder, indexer) = workspace("shape.h", text.as_bytes(), 1 << 20);
    indexer.ensure(&docql::library::Needs::Structure, &Ticket::forever(), &|_| {}).expect("read");
    let library = indexer.library();
    let outline = library.outline(library.find("shape.h").expect("the file")).expect("indexed");
    let has_class = (0..outline.len()).any(|node| outline.kind(node) == Kind::Class);
    let page = pages(&mut Previewer::default(), &indexer, "shape.h", 1).pop().expect("a page");
    let spans = page.lines.iter().flat_map(|line| &line.spans);
    let is_keyword = spans.filter(|span| span.text.trim() == word).any(|span| span.scope == Scope::Keyword);
    (is_keyword, page.label.clone(), has_class)
}

#[test]
fn a_header_is_shown_in_the_language_in_which_it_is_indexed() {
    let cpp = header("#pragma once\n\nclass Shape {\npublic:\n    virtual double area() const = 0;\n};\n", "class");
    assert!(cpp.0 && cpp.2, "{cpp:?}");
    let c = header("#pragma once\n\nstruct shape {\n    int class;\n};\n\nint area(int class);\n", "class");
    assert!(!c.0 && !c.2, "{c:?}");
    assert_eq!((cpp.1.as_str(), c.1.as_str()), ("c", "c"), "what the ending says, as the field of the file does");
}

#[test]
fn words_that_only_a_large_file_has_are_found_in_its_lines() {
    let text: String = (1..=20_000).map(|line| format!("worker {} is done with part {line}\n", line % 97)).collect();
    let (folder, _) = workspace("server.log", text.as_bytes(), 1 << 10);
    std::fs::write(folder.path().join("notes.md"), "# Notes\n\nEach worker has a part.\n").expect("written");
    let options = WorkspaceOptions { max_file_bytes: 1 << 10, ..WorkspaceOptions::at(folder.path()) };
    let indexer = Indexer::open(options).expect("a workspace");
    let found = |words: &str| {
        let question = Question::in_report(words, Reading::Words, 5, (false, true));
        let answer = answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let lines: Vec<u32> = answer.results.hits.iter().map(|hit| hit.shown_line()).collect();
        (lines, answer.results.notes)
    };
    for words in ["part 17777", "is done with part 17777", "\"part 17777\"", "17777"] {
        let (lines, notes) = found(words);
        assert_eq!(lines.first(), Some(&17_777), "{words}: {notes:?}");
        assert!(!notes.iter().any(|note| note.contains("nowhere")), "{words}: {notes:?}");
    }
    let (lines, notes) = found("part 99999");
    assert!(!lines.contains(&99_999) && notes.iter().any(|note| note.contains("too large for the index")), "{notes:?}");
    assert!(notes.iter().any(|note| note.contains("nowhere in the index of words")), "{notes:?}");
}
