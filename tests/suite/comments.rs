//! Comments, imports and terms of documents in queries: the line that matches, the text that is compared, the declaration
//! that is meant.

use docql::docql::Results;
use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use tempfile::TempDir;

fn workspace(files: &[(&str, &str)]) -> (TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

fn asked(indexer: &Indexer, text: &str) -> Results {
    let reading = if text.starts_with('$') { Reading::Docql } else { Reading::Words };
    let question = Question::in_report(text, reading, 50, (true, true));
    answer(indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results
}

/// The lines that hits show, with what they show.
fn shown(results: &Results) -> Vec<String> {
    results.hits.iter().map(|hit| format!("{}:{} {}", hit.path, hit.shown_line(), hit.name)).collect()
}

#[test]
fn a_comment_of_several_lines_shows_the_one_that_matches() {
    let code = "def f(x):\n    if x:\n        y = 1\n    else:  # what failed\n        # TODO mend\n        # it soon\n        pass\n\
                z = 1  # first,\n       # then TODO\n";
    let (_folder, indexer) =
        workspace(&[("a.py", code), ("b.go", "package b\n\n/*\n words\n TODO here\n*/\nvar x int\n")]);
    let results = asked(&indexer, "$.code.comments(\"todo\")");
    assert_eq!(shown(&results), ["a.py:5 # TODO mend", "a.py:9 # then TODO", "b.go:5 TODO here"]);
    let first = results.hits[0].matched.as_ref().expect("a match");
    assert_eq!((results.hits[0].line, results.hits[0].end_line, first.column), (5, 6, 11));
    assert_eq!(asked(&indexer, "$.code.comments[*]").hits.len(), 4);
}

#[test]
fn the_source_of_an_import_is_compared_as_it_is_shown() {
    let (_folder, indexer) = workspace(&[("a.py", "from jwt.tokens import decode\nimport os\n")]);
    assert_eq!(shown(&asked(&indexer, "$.code.imports[?(@.source ~= \"jwt\")]")), ["a.py:1 decode"]);
}

#[test]
fn a_term_of_a_document_stands_for_what_is_declared_by_its_name() {
    let (_folder, indexer) = workspace(&[
        (
            "guide.rst",
            "Guide\n=====\n\n.. method:: Spider.update(settings)\n\n   Changes the settings of a spider, update after update.\n\n\
             .. method:: nowhere\n\n   Is nowhere.\n",
        ),
        (
            "spider.py",
            "class Spider:\n    def update(self, settings):\n        pass\n\n\ndef run(spider: Spider):\n    spider.update({})\n",
        ),
        ("other.py", "class Other:\n    def update(self):\n        pass\n"),
    ]);
    let term = "$.entities[?(@.type==\"Term\" && @.name ~= \"update\")]";
    assert_eq!(asked(&indexer, term).hits.len(), 1);
    let callers = asked(&indexer, &format!("{term}.callers()"));
    assert_eq!(shown(&callers), ["spider.py:7 run"]);
    assert!(callers.notes.iter().any(|note| note.contains("is described there")), "{:?}", callers.notes);
    assert_eq!(shown(&asked(&indexer, &format!("{term}.definition()"))), ["spider.py:2 update"]);
    let nowhere = asked(&indexer, "$.entities[?(@.type==\"Term\" && @.name ~= \"nowhere\")].callers()");
    assert!(nowhere.hits.is_empty());
}

#[test]
fn who_types_a_name_means_what_is_declared_before_what_describes_it() {
    let guide = "Guide\n=====\n\n.. method:: update_settings\n\n   update_settings changes the settings: update_settings, \
                 update_settings.\n";
    let (_folder, indexer) = workspace(&[
        ("guide.rst", guide),
        ("spider.py", "class Spider:\n    def update_settings(self):\n        pass\n"),
    ]);
    let hits = asked(&indexer, "update_settings").hits;
    assert_eq!((&*hits[0].path, &*hits[1].path), ("spider.py", "guide.rst"));
}

#[test]
fn a_name_of_several_parts_is_no_member_of_a_type_that_is_called_like_one_of_them() {
    let settings = "class Settings:\n    def update(self):\n        pass\n";
    let uses = "from spider import update_settings\n\n\ndef begin():\n    update_settings()\n";
    let (_folder, indexer) =
        workspace(&[("settings.py", settings), ("spider.py", "def update_settings():\n    pass\n"), ("uses.py", uses)]);
    let hits = asked(&indexer, "update_settings").hits;
    let at = |path: &str| hits.iter().position(|hit| &*hit.path == path);
    assert_eq!(at("spider.py"), Some(0));
    assert!(at("uses.py") < at("settings.py").or(Some(usize::MAX)), "{:?}", shown(&asked(&indexer, "update_settings")));
    // Typed as two words it may be.
    assert!(shown(&asked(&indexer, "settings update")).contains(&"settings.py:2 update".to_owned()));
}
