//! What people meet who know nothing but the keys that the explorer shows: no key leads nowhere, nothing is told
//! that is not so.

use crate::screens::Session;
use docql::app::Focus;
use std::path::Path;
use tempfile::TempDir;

/// An explorer on files of its own.
fn on(files: &[(&str, &str)]) -> (TempDir, Session) {
    let folder = tempfile::tempdir().expect("folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("folder");
        std::fs::write(path, text).expect("file");
    }
    let mut session = Session::at(folder.path(), 120, 36);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    (folder, session)
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
