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
