//! What people meet who know nothing but the keys that the explorer shows: no key leads nowhere, nothing is told
//! that is not so.

use crate::screens::Session;
use docql::app::{Focus, start};
use tempfile::TempDir;

/// An explorer on files of its own.
fn on(files: &[(&str, &str)]) -> (TempDir, Session) {
    crate::screens::on(files, (120, 36))
}

fn prompt(session: &Session) -> &str {
    session.model.prompt.line.text()
}

fn said(session: &Session) -> &str {
    session.model.toast.as_ref().map_or("", |toast| &toast.text)
}

fn hits(session: &Session) -> usize {
    session.model.results.results.as_ref().map_or(0, |results| results.total)
}

const PROGRAM: &str = "import sys\n\nclass Empty:\n    pass\n\nclass Full:\n    def inside(self):\n        pass\n\n\
                       def serve_command():\n    from os import path\n    serve()\n\ndef outer():\n    def inner():\n        \
                       pass\n    import os\n";

#[test]
fn enter_lists_what_is_inside_or_shows_the_row_and_never_an_empty_list() {
    let (_folder, mut session) =
        on(&[("a.py", PROGRAM), ("b.md", "# Title\n\n## Bare\n\n## Told\n\n- one\n  - two\n")]);
    for (query, inside) in [
        ("$.code.function(\"serve_command\")", 0),
        ("$.code.class(\"Empty\")", 0),
        ("$.code.class(\"Full\")", 1),
        ("$.code.function(\"outer\")", 1),
        ("$.content.heading(\"Bare\")", 0),
        ("$.content.heading(\"Told\")", 1),
        ("$.content.list[0]", 0),
    ] {
        session.press(&format!("<esc>/{query}<ret>"));
        assert_eq!((hits(&session), session.model.focus()), (1, Focus::Results), "{query}");
        session.press("<ret>");
        if inside == 0 {
            assert_eq!((session.model.focus(), prompt(&session)), (Focus::Preview, query));
        } else {
            assert_eq!((session.model.focus(), hits(&session)), (Focus::Results, inside), "{}", prompt(&session));
        }
    }
}

#[test]
fn a_relation_that_a_row_does_not_have_is_refused_and_nothing_else_changes() {
    let (_folder, mut session) =
        on(&[("a.py", PROGRAM), ("b.md", "# Hooks\n\nText about hooks.\n\n# More\n\nMore.\n")]);
    session.press("hooks<ret>");
    let (crumbs, rows, screen) = (session.model.crumbs.clone(), hits(&session), session.text());
    for (key, title) in [("c", "callers"), ("r", "references"), ("d", "definition"), ("C", "callees")] {
        session.press(key);
        let told = said(&session).to_owned();
        assert!(told.starts_with(&format!("a heading has no {title}; it has ")), "{told}");
        assert!(told.contains("m mentions") && told.contains("g x related") && !told.contains("c callers"), "{told}");
        assert_eq!((prompt(&session), hits(&session), &session.model.crumbs), ("hooks", rows, &crumbs));
    }
    session.model.toast = None;
    assert_eq!(session.text(), screen, "title and breadcrumb");
    session.press("H");
    assert_eq!(said(&session), "this is where you started", "no place was added to the history");
    // What a row does have is gone to; a file has no callers either.
    session.press("<esc>/hooks<ret>m");
    assert!(prompt(&session).ends_with(".mentions()"), "{}", prompt(&session));
    session.press("<esc>/$.files[?(@.name==\"a.py\")]<ret>c");
    assert!(said(&session).starts_with("a file has no callers"), "{}", said(&session));
}

#[test]
fn the_signs_of_the_screen_are_in_the_help_and_found_there() {
    let (_folder, mut session) = on(&[("a.py", PROGRAM)]);
    session.press("<esc>?legend");
    let shown = |session: &Session| -> Vec<(String, String)> {
        let panel = session.model.overlays.last().expect("help");
        let rows = panel.shown.iter().filter_map(|shown| match shown {
            docql::app::Shown::Row(at) => Some(&panel.rows[*at]),
            docql::app::Shown::Title(_) => None,
        });
        rows.map(|row| (row.left.clone(), row.text.clone())).collect()
    };
    let legend = shown(&session);
    for sign in ["§", "¶", "m", "f", "x", "c", ".", "~call", "+", "▪", "▐", "◆", "●"] {
        assert!(legend.iter().any(|(left, _)| left == sign), "{sign}: {legend:?}");
    }
    session.press("<esc>?bookmark");
    assert!(shown(&session).iter().any(|(left, _)| left == "◆"));
}

#[test]
fn callers_that_may_mean_another_are_counted_apart_and_marked_however_they_are_arranged() {
    let text =
        "class A:\n    def run(self):\n        pass\n\ndef sure():\n    A().run()\n\ndef unsure(it):\n    it.run()\n";
    let (_folder, mut session) = on(&[("a.py", text), ("b.py", "class B:\n    def run(self):\n        pass\n")]);
    session.press("<esc>/$.code.class(\"A\").method(\"run\")<ret><wait><wait>");
    let screen = session.text();
    assert!(screen.contains("called by 1, +1 by name only"), "{screen}");
    session.press("cB");
    let screen = session.text();
    assert!(screen.lines().any(|line| line.contains("unsure") && line.contains('~')), "{screen}");
}

#[test]
fn hints_of_the_preview_are_those_of_a_table_only_where_the_cursor_is_on_its_row() {
    let text = "# Ports\n\nText.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n";
    let (_folder, mut session) = on(&[("a.md", text)]);
    let hint = |session: &Session| session.text().lines().last().unwrap_or_default().to_owned();
    session.press("<esc>/$.content.heading(\"Ports\")<ret>3");
    let before = hint(&session);
    assert!(before.contains("w wrap") && before.contains("s source") && !before.contains("copy table"), "{before}");
    session.press("]");
    let on_row = hint(&session);
    assert!(on_row.contains("Enter row as record") && on_row.contains("copy table"), "{on_row}");
}

#[test]
fn what_was_walked_through_is_in_the_history_and_what_was_only_typed_is_not() {
    let (_folder, mut session) = on(&[("a.md", "# Hooks\n\nhooks\n\n# Hooks again\n\nhooks\n")]);
    session.press("hook");
    assert_eq!(session.model.query_history.texts().count(), 0);
    session.press("s<down>");
    assert_eq!(session.model.query_history.texts().collect::<Vec<_>>(), ["hooks"]);
    session.press("<down><down>");
    assert_eq!(session.model.query_history.texts().count(), 1);
    session.press("<c-c>again<esc>yy");
    assert_eq!(session.model.query_history.texts().next(), Some("again"), "a key acted on a row");
}

#[test]
fn what_is_offered_first_is_source_and_its_numbers_are_those_of_completion() {
    let of_tests: String = (0..9).map(|at| format!("    def test_{at}(self):\n        pass\n\n")).collect();
    let source = "class Engine:\n    def start(self):\n        def inner():\n            pass\n    def stop(self):\n        pass\n";
    let (_folder, mut session) =
        on(&[("tests/test_a.py", &format!("class EngineTests:\n{of_tests}")), ("engine.py", source)]);
    let starters = &session.model.results.starters;
    let biggest = starters.iter().find(|starter| starter.note.starts_with("biggest type")).expect("type");
    assert_eq!(
        (biggest.query.as_str(), biggest.note.as_str()),
        ("$.code.class(\"Engine\")", "biggest type: 2 methods")
    );
    session.press("$.code.class(\"Eng");
    let completions = session.model.prompt.completions.as_ref().expect("names");
    let engine = completions.candidates.iter().find(|candidate| candidate.label == "Engine").expect("Engine");
    assert!(engine.detail.ends_with("· 2 methods"), "{}", engine.detail);
}

#[test]
fn what_a_language_calls_by_itself_is_no_example() {
    let types: String = (0..4)
        .map(|at| {
            let body = "        self.x = 1\n".repeat(9);
            format!("class T{at}:\n    def __init__(self):\n{body}\n")
        })
        .collect();
    let calls = "def serve():\n    pass\n\ndef run():\n    super().__init__()\n    super().__init__()\n    serve()\n";
    let (_folder, session) = on(&[("a.py", &format!("{types}{calls}"))]);
    let queries: Vec<&str> = session.model.results.starters.iter().map(|starter| starter.query.as_str()).collect();
    assert!(queries.contains(&"$.code.function(\"serve\").callers()"), "{queries:?}");
}

#[test]
fn nothing_that_others_have_written_is_offered_where_there_is_own_code() {
    let foreign = "class Parser:\n    def one(self):\n        pass\n    def two(self):\n        pass\n";
    let files = [
        (
            "src/lamp.c",
            "struct lamp {\n    int on;\n    int dim;\n};\nint light(struct lamp *l) {\n    return l->on;\n}\n",
        ),
        ("deps/tool/parser.py", foreign),
        ("vendor/docs/a.md", "# Wires\n\n## Wires again\n\n## Wires\n"),
        ("guide.md", "# Lamps\n\nHow they burn.\n"),
    ];
    let (_folder, session) = on(&files);
    let queries: Vec<&str> = session.model.results.starters.iter().map(|starter| starter.query.as_str()).collect();
    assert!(queries.contains(&"$.code.class(\"lamp\")"), "{queries:?}");
    assert!(queries.contains(&"$.content.heading(\"Lamps\")"), "{queries:?}");
    assert!(!queries.iter().any(|query| query.contains("Parser") || query.contains("Wires")), "{queries:?}");
    let (_folder, session) = on(&files[1..3]);
    let queries: Vec<&str> = session.model.results.starters.iter().map(|starter| starter.query.as_str()).collect();
    assert!(queries.contains(&"$.code.class(\"Parser\")"), "there is nothing else: {queries:?}");
}

#[test]
fn prose_is_compared_as_it_reads_and_long_lines_can_be_broken() {
    let page = |word: &str| {
        format!(
            "<html><body><h1>Ropes</h1><p>A {word} rope holds a boat at its place in wind and in the stream of the \
                 river, whatever comes.</p></body></html>"
        )
    };
    let code = "NAME = 1\n\nclass Config:\n    docs = make(dir=True, exists=True, default='docs', other='a long value that goes on')\n    \
                \"\"\"The directory of the documents.\"\"\"\n    site = make(dir=True, exists=True, default='site', other='a long value that goes on')\n    \
                \"\"\"Where pages are written.\n\n    Cleaned first.\n    \"\"\"\n";
    let (_folder, mut session) = on(&[("a.html", &page("laid")), ("b.html", &page("braided")), ("c.py", code)]);
    session.press("<esc>/$.files[?(@.extension==\"html\")]<ret>p<down>P");
    let screen = session.text();
    assert!(screen.contains("laid rope") && screen.contains("braided rope"), "{screen}");
    assert!(!screen.contains("<p>") && screen.contains("whatever comes."), "{screen}");
    session.press("Pp<esc><esc>/$.code.class(\"Config\").fields[*]<ret>p<down>P");
    let cut = session.text();
    assert!(cut.contains("The directory of the documents") && cut.contains("Cleaned first."), "{cut}");
    assert!(!cut.contains("goes on"), "{cut}");
    session.press("w");
    let broken = session.text();
    assert!(broken.contains("goes on"), "{broken}");
}

#[test]
fn a_list_of_completions_is_gone_through_by_pages_once_it_is_entered() {
    let names: String = (0..40).map(|at| format!("def name_{at:02}():\n    pass\n\n")).collect();
    let (_folder, mut session) = on(&[("a.py", &names)]);
    session.press("$.code.function(\"name");
    assert!(session.text().contains("8 of 40"), "{}", session.text());
    session.press("<down><pagedown>");
    assert_eq!(session.model.prompt.chosen_label(), Some("name_08"));
    session.press("<pageup><pageup>");
    assert_eq!(session.model.prompt.chosen_label(), Some("name_00"));
}

#[test]
fn examples_of_the_help_are_written_with_names_of_the_workspace() {
    let source = "class Engine:\n    def start(self):\n        pass\n\ndef drive():\n    pass\n";
    let (_folder, mut session) = on(&[("engine.py", source)]);
    session.press("<esc>?");
    let panel = session.model.overlays.last().expect("help");
    let examples: Vec<&str> = panel.rows.iter().map(|row| row.right.as_str()).collect();
    assert!(examples.contains(&"$.code.class(\"Engine\")"), "{examples:?}");
    let foreign = ["AuthService", "validateToken", "\"deploy\""];
    let left: Vec<&&str> = examples.iter().filter(|row| foreign.iter().any(|name| row.contains(name))).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn enter_on_a_passage_of_an_answer_shows_it_and_keeps_the_answer() {
    let guide = "# Backups\n\nA backup is encrypted with the master key.\n\n## Keys\n\nOf keys.\n\n## More\n\nText.\n";
    let (_folder, mut session) = on(&[("guide.md", guide)]);
    session.press("? with what is a backup encrypted<ret>");
    let shown =
        |session: &Session| session.model.results.results.as_ref().map(|results| (results.shape, results.total));
    let answer = shown(&session);
    assert_eq!(answer.map(|(shape, _)| shape), Some(docql::docql::Shape::Answer));
    session.press("1<ret>");
    assert_eq!((session.model.focus(), shown(&session)), (Focus::Preview, answer));
}

#[test]
fn who_opens_one_file_sees_that_file() {
    use crate::folders::write;
    use docql::indexer::WorkspaceOptions;
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "docs/guide.md", "# Guide\n\n## Install\n\nPress the button.\n\n## Use\n\nTurn the wheel.\n");
    write(folder.path(), "docs/other.md", "# Other\n");
    let roots = vec![folder.path().join("docs/guide.md")];
    let options = WorkspaceOptions { roots, ..WorkspaceOptions::at(folder.path()) };
    let mut session = crate::screens::Session::of(options, 120, 30);
    session.driver.walk(&mut session.model).expect("walked");
    session.press("");
    let text = session.text();
    assert!(text.contains("Press the button") && text.contains("§ Install"), "{text}");
    assert!(!text.contains("no files here"), "{text}");
    session.press("$.toc[?(@.name==\"Use\")]<ret>");
    assert!(!session.text().contains("›  ›"), "{}", session.text());
}

#[test]
fn prose_that_is_shown_as_its_source_is_read_without_scrolling_aside() {
    let sentence = "This is a guide to help you through all of the many options that there are, one after the other, so that nobody is lost and everybody comes home.";
    let prose = format!("Title\n=====\n\n{sentence}\n");
    let code = format!("x = 1  # {sentence}\n");
    let (_folder, mut session) = on(&[("a.rst", &prose), ("b.py", &code)]);
    session.press("<c-t>a.rst<ret>");
    let shown =
        |session: &Session| session.text().split_whitespace().collect::<Vec<_>>().join(" ").contains("comes home.");
    assert!(shown(&session), "{}", session.text());
    session.press("w");
    assert!(!shown(&session), "it is cut when that is asked for: {}", session.text());
    session.press("w/<c-u><c-t>b.py<ret>");
    assert!(shown(&session), "what was asked for is meant of all files: {}", session.text());
    let (_other, mut session) = on(&[("b.py", &code)]);
    session.press("<c-t>b.py<ret>");
    assert!(!shown(&session), "lines of programs are cut: {}", session.text());
}

#[test]
fn keys_choose_among_places_that_were_handed_over() {
    let (_folder, mut session) = on(&[("a.py", "x = 1\ny = 2\n"), ("b.py", "z = 3\n")]);
    session.model.picking = true;
    let effects = start(&mut session.model, Some("a.py:1: one\na.py:2: two\nb.py:1: three\n"));
    session.driver.run(&mut session.model, effects);
    session.press("<wait>b.py<wait>");
    assert_eq!(prompt(&session).lines().count(), 3, "what was handed over stays as it is");
    session.press("<ret>");
    let picked: Vec<String> = session.model.picked.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect();
    assert_eq!((picked, session.model.quit), (vec!["b.py:1".to_owned()], true));
    // Who wants none of them leaves at once.
    let (_folder, mut session) = on(&[("a.py", "x = 1\ny = 2\n")]);
    session.model.picking = true;
    let effects = start(&mut session.model, Some("a.py:1: one\na.py:2: two\n"));
    session.driver.run(&mut session.model, effects);
    session.press("tw<c-c>");
    assert!(session.model.quit && session.model.picked.is_empty());
}
