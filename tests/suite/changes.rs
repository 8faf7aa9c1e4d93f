//! How files differ from the commit that is checked out: in queries, in every kind of repository, and nothing that a
//! repository says is run.

use crate::revisions::{Place, has_git, hostile, marks};
use crate::screens::Session;
use docql::agent::{ResearchLimits, research};
use docql::app::{EDITED, MODIFIED, Msg, NEW};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use std::fs;
use std::path::PathBuf;

const ENGINE: &str = "/// Turns the wheels.\npub struct Engine;\n\nimpl Engine {\n    pub fn run(&self) {\n        helper();\n    }\n\n    pub fn stop(&self) {}\n}\n\nfn helper() {}\n";

/// A repository in which something has happened to files of every kind since the commit.
fn changed() -> Place {
    let place = Place::new();
    place.write("src/engine.rs", ENGINE);
    place.write("src/same.rs", "fn same() {}\n");
    place.write("src/touched.rs", "fn touched() {}\n");
    place.write("src/windows.rs", "fn one() {}\nfn two() {}\n");
    place.write("src/old_name.rs", "fn first() {}\nfn second() {}\nfn third() {}\nfn fourth() {}\n");
    place.write("src/forgotten.rs", "fn forgotten() {}\n");
    place.write("guide.md", "# Guide\n\n## Start\n\nHere.\n\n## End\n\nThere.\n");
    place.commit("v1");
    place.write("src/engine.rs", ENGINE.replace("helper();\n", "helper();\n        helper();\n"));
    place.write("src/touched.rs", "fn touched() {}\n");
    place.write("src/windows.rs", "fn one() {}\r\nfn two() {}\r\n");
    place.write("guide.md", "# Guide\n\n## Start\n\nHere and now.\n\n## End\n\nThere.\n");
    place.git("work", &["mv", "src/old_name.rs", "src/name.rs"]);
    place.write("src/name.rs", "fn first() {}\nfn second() {}\nfn other() {}\nfn fourth() {}\n");
    place.git("work", &["rm", "-q", "--cached", "src/forgotten.rs"]);
    place.write("src/added.rs", "fn added() {}\n");
    place.git("work", &["add", "src/added.rs"]);
    place.write("new.rs", "fn new() {}\n");
    place
}

/// Paths of changed files, each with its word.
fn states(place: &Place, directory: &str, more: &[&str]) -> Vec<String> {
    let asked = ["query", "$.files[?(@.changed)]", "-f", "jsonl", "--fields", "path,changed"];
    let (_, out, err) = place.run(directory, &[&asked, more].concat());
    assert_eq!(err, "");
    let lines = out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    lines
        .map(|line| format!("{} {}", line["path"].as_str().unwrap_or("?"), line["changed"].as_str().unwrap_or("?")))
        .collect()
}

#[test]
fn files_tell_how_they_differ_from_the_commit() {
    if !has_git("files_tell_how_they_differ_from_the_commit") {
        return;
    }
    let place = changed();
    let all = [
        "guide.md modified",
        "new.rs untracked",
        "src/added.rs added",
        "src/engine.rs modified",
        "src/forgotten.rs untracked",
        "src/name.rs renamed",
    ];
    assert_eq!(states(&place, "work", &[]), all, "what was only touched, or has other ends of lines, is the same");
    assert_eq!(states(&place, "work", &[]), all, "with an index too");
    assert_eq!(
        states(&place, "work/src", &["."]),
        ["added.rs added", "engine.rs modified", "forgotten.rs untracked", "name.rs renamed"]
    );
    assert_eq!(states(&place, "", &["work/guide.md"]), ["work/guide.md modified"]);
    assert_eq!(states(&place, "work", &["--at", "v1"]), [""; 0], "a commit does not differ from itself");
    place.commit("v2");
    assert_eq!(states(&place, "work", &[]), [""; 0]);
    place.git("work", &["reset", "-q", "--soft", "v1"]);
    assert_eq!(states(&place, "work", &[]).len(), 5, "the index is the same, the commit another");
}

#[test]
fn files_that_are_gone_are_named_and_mark_their_directories() {
    if !has_git("files_that_are_gone_are_named_and_mark_their_directories") {
        return;
    }
    let place = Place::new();
    for path in ["a.md", "deep/er/b.md", "deep/c.md", "kept/d.md"] {
        place.write(path, "# One\n");
    }
    place.commit("v1");
    fs::remove_file(place.path("work/deep/er/b.md")).expect("removed");
    let asked = |directory: &str, query: &str, more: &[&str]| {
        let out = place.run(directory, &[&["query", query, "-f", "json"], more].concat()).1;
        serde_json::from_str::<serde_json::Value>(&out).expect("JSON")
    };
    let notes = |directory: &str, query: &str, more: &[&str]| asked(directory, query, more)["notes"].to_string();
    let query = "$.files[?(@.changed == \"deleted\")]";
    let said = notes("work", query, &[]);
    assert!(said.contains("1 file is deleted: deep/er/b.md; --at HEAD"), "{said}");
    let below = notes("work/deep", query, &["."]);
    assert!(below.contains("1 file is deleted: er/b.md"), "{below}");
    assert_eq!(notes("work/kept", query, &["."]), "null", "outside of what was asked for");
    assert_eq!(notes("work", "$.files[*]", &[]), "null", "nobody asked");
    assert_eq!(notes("work", query, &["--at", "v1"]), "null");
    place.git("work", &["rm", "-q", "deep/c.md"]);
    place.write("deep/e.md", "# One\n");
    let said = notes("work", query, &[]);
    assert!(said.contains("2 files are deleted: deep/c.md, deep/er/b.md; --at HEAD"), "{said}");

    let mut session = Session::at(&place.path("work"), 120, 36);
    session.driver.looks_at_commits = true;
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("1<wait>");
    assert!(row(&session, "deep").contains(MODIFIED), "{}", session.text());
    assert!(!row(&session, "kept").contains(MODIFIED), "{}", session.text());
}

#[test]
fn nodes_are_modified_where_one_of_their_lines_is() {
    if !has_git("nodes_are_modified_where_one_of_their_lines_is") {
        return;
    }
    let place = changed();
    let names = |query: &str| {
        let out = place.run("work", &["query", query, "-f", "jsonl", "--fields", "name,changed"]).1;
        let lines = out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        let name = |line: serde_json::Value| {
            format!("{} {}", line["name"].as_str().unwrap_or("?"), line["changed"].as_str().unwrap_or("?"))
        };
        lines.map(name).collect::<Vec<_>>()
    };
    assert_eq!(
        names("$.code.query(\"*\")[?(@.changed && @.file == \"engine.rs\")]"),
        ["run modified"],
        "the method, not those beside it"
    );
    assert_eq!(names("$.code.functions[?(@.changed == \"untracked\")]"), ["new untracked", "forgotten untracked"]);
    assert_eq!(names("$.code.functions[?(@.file == \"name.rs\" && @.changed)]"), ["other modified"]);
    assert_eq!(names("$.code.functions[?(@.file == \"same.rs\" && !@.changed)]"), ["same ?"]);
    assert_eq!(names("$.content.heading(\"*\")[?(@.changed)]"), ["Guide modified", "Start modified"]);
    assert_eq!(names("$.code.function(\"forgotten\")[?(@.changed)]"), ["forgotten untracked"]);
}

#[test]
fn conflicts_new_repositories_and_working_trees_are_told() {
    if !has_git("conflicts_new_repositories_and_working_trees_are_told") {
        return;
    }
    let place = Place::new();
    place.write("a.md", "# One\n");
    assert_eq!(states(&place, "work", &[]), ["a.md untracked"]);
    place.git("work", &["add", "a.md"]);
    assert_eq!(states(&place, "work", &[]), ["a.md added"], "there is no commit yet");
    place.commit("v1");
    place.git("work", &["worktree", "add", "-q", "-b", "side", "../side"]);
    fs::write(place.path("side/a.md"), "# Two\n").expect("written");
    assert_eq!(
        (states(&place, "side", &[]), states(&place, "work", &[])),
        (vec!["a.md modified".to_owned()], Vec::new())
    );
    place.git("side", &["commit", "-q", "-a", "-m", "two"]);
    place.write("a.md", "# Three\n");
    place.git("work", &["commit", "-q", "-a", "-m", "three"]);
    assert!(!place.ran("work", &["merge", "-q", "side"], b"").status.success());
    assert_eq!(states(&place, "work", &[]), ["a.md conflicted"]);
    fs::create_dir(place.path("plain")).expect("a folder");
    fs::write(place.path("plain/a.md"), "# A\n").expect("written");
    assert_eq!(states(&place, "plain", &[]), [""; 0], "outside of Git nothing is changed");
    // A repository in the workspace is one of its own.
    place.git("", &["init", "-q", "work/inner"]);
    place.write("inner/b.md", "# B\n");
    place.git("work/inner", &["add", "b.md"]);
    assert_eq!(states(&place, "work", &[]), ["a.md conflicted", "inner/b.md added"]);
}

#[test]
#[cfg(unix)]
fn asking_for_changes_runs_nothing_that_a_repository_says() {
    if !has_git("asking_for_changes_runs_nothing_that_a_repository_says") {
        return;
    }
    let place = changed();
    place.write(".gitattributes", "* filter=x diff=x merge=x\n");
    place.git("work", &["add", ".gitattributes"]);
    place.git("", &["init", "-q", "work/inner"]);
    place.write("inner/b.md", "# B\n");
    let left = hostile(&place);
    for name in ["git", "git-ls-files", "git-diff-index"] {
        fs::copy(place.path("evil/transport"), place.path("work").join(name)).expect("copied");
    }
    let search_path = format!(".::bin:{}", std::env::var("PATH").unwrap_or_default());
    for query in ["$.files[?(@.changed)]", "$.code.functions[?(@.changed == \"modified\")]", "$.toc.sort(\"changed\")"]
    {
        let asked = ["query", query, "-f", "jsonl", "--fields", "path,changed"];
        let out = place.docql("work", &asked).env("PATH", &search_path).output().expect("a run");
        assert!(out.status.success() && !out.stdout.is_empty(), "{query}: {}", String::from_utf8_lossy(&out.stderr));
    }
    assert_eq!(marks(&left), [""; 0].map(PathBuf::from));
    // The traps are traps.
    place.ran("work", &["status"], b"");
    assert!(!marks(&left).is_empty());
}

/// The row of the screen that shows a text, in the columns of the preview if `is_source`.
fn row(session: &Session, text: &str) -> String {
    let screen = session.text();
    screen.lines().find(|line| line.contains(text)).unwrap_or_else(|| panic!("no {text}\n{screen}")).to_owned()
}

#[test]
fn the_explorer_marks_changed_files_and_lines_and_walks_them() {
    if !has_git("the_explorer_marks_changed_files_and_lines_and_walks_them") {
        return;
    }
    let place = changed();
    let mut session = Session::at(&place.path("work"), 120, 36);
    session.driver.looks_at_commits = true;
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("$.files[*]<ret><wait>");
    for (file, sign) in [("engine.rs", MODIFIED), ("name.rs", MODIFIED), ("added.rs", NEW), ("forgotten.rs", NEW)] {
        assert!(row(&session, &format!("src/{file}")).contains(sign), "{file}\n{}", session.text());
    }
    assert!(!row(&session, "src/same.rs").contains(MODIFIED), "{}", session.text());
    session.press("1<wait>");
    assert!(row(&session, "src").contains(MODIFIED), "the directory tells of what is in it\n{}", session.text());

    session.press("/<c-u>$.code.class(\"Engine\")<ret><wait>");
    assert!(row(&session, "▾ src/engine.rs").contains(MODIFIED), "{}", session.text());
    let line = format!("{EDITED}  7         helper();");
    assert!(session.text().contains(&line), "{}", session.text());
    session.press("3)");
    assert!(session.text().contains("change 1 of 1"), "{}", session.text());
    session.press(")");
    assert!(session.text().contains("no change below"), "{}", session.text());
    session.press("D");
    assert!(session.text().contains("engine.rs:2 · changes"), "{}", session.text());
    assert!(session.text().contains("1 line added since the commit"), "{}", session.text());
    assert!(session.text().contains("+         helper();"), "{}", session.text());
    session.press("D");
    assert!(session.text().contains(&line), "{}", session.text());

    // A commit is seen when somebody comes back to the window.
    place.commit("v2");
    session.driver.send(&mut session.model, Msg::FocusGained);
    assert!(!session.text().contains(EDITED) && !session.text().contains(MODIFIED), "{}", session.text());
}

#[test]
fn changes_are_shown_as_lines_that_are_gone_and_lines_that_came() {
    if !has_git("changes_are_shown_as_lines_that_are_gone_and_lines_that_came") {
        return;
    }
    let place = Place::new();
    let text: String = (1..=40).map(|line| format!("line {line}\n")).collect();
    place.write("a.txt", &text);
    place.commit("v1");
    place.write("a.txt", text.replace("line 20\n", "line twenty\n").replace("line 35\n", ""));
    let mut session = Session::at(&place.path("work"), 100, 40);
    session.driver.looks_at_commits = true;
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("$.files[*]<ret><wait>3D<wait>");
    let shown: Vec<String> = session
        .text()
        .lines()
        .filter_map(|line| line.rsplit_once('│').map(|(_, right)| right.trim_end_matches([' ', '▐']).to_owned()))
        .skip(1)
        .take(18)
        .collect();
    let expected = [
        "     ⋯",
        "  17   line 17",
        "  18   line 18",
        "  19   line 19",
        "     - line 20",
        "  20 + line twenty",
        "  21   line 21",
        "  22   line 22",
        "  23   line 23",
        "     ⋯",
        "  32   line 32",
        "  33   line 33",
        "  34   line 34",
        "     - line 35",
        "  35   line 36",
        "  36   line 37",
        "  37   line 38",
        "     ⋯",
    ];
    assert_eq!(shown, expected);
    session.press(")");
    assert!(session.text().contains("change 1 of 2"), "{}", session.text());
    session.press(")");
    assert!(session.text().contains("change 2 of 2"), "{}", session.text());
    session.press("(");
    assert!(session.text().contains("change 1 of 2"), "{}", session.text());
}

#[test]
fn a_file_that_is_listed_for_its_changes_is_shown_at_the_first() {
    if !has_git("a_file_that_is_listed_for_its_changes_is_shown_at_the_first") {
        return;
    }
    let place = Place::new();
    let text: String = (1..=400).map(|line| format!("line {line} of it\n")).collect();
    place.write("a.txt", &text);
    place.write("b.txt", "same\n");
    place.commit("v1");
    place.write("a.txt", text.replace("line 200 of it\n", "line two hundred\n").replace("line 300 of it\n", ""));
    let opened = |query: &str| {
        let mut session = Session::at(&place.path("work"), 120, 36);
        session.driver.looks_at_commits = true;
        session.driver.walk(&mut session.model).expect("walk");
        session.driver.index(&mut session.model);
        session.press(&format!("{query}<ret><wait>"));
        session
    };
    let mut session = opened("$.files[?(@.changed)]");
    assert!(session.text().contains("line two hundred"), "{}", session.text());
    session.press("3)");
    assert!(session.text().contains("change 2 of 2"), "{}", session.text());
    let session = opened("$.files[?(@.name == \"a.txt\")]");
    assert!(session.text().contains("line 1 of it"), "{}", session.text());
}

#[test]
fn a_question_about_what_has_changed_is_answered_by_the_changes() {
    if !has_git("a_question_about_what_has_changed_is_answered_by_the_changes") {
        return;
    }
    let ask = |place: &Place, question: &str| {
        let workspace = Indexer::open(WorkspaceOptions::at(place.path("work"))).expect("a workspace");
        research(&workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
    };
    let place = Place::new();
    place.write("engine.rs", "fn run() {\n    old();\n}\n\nfn still() {}\n\nfn start() {\n    run();\n}\n");
    place.write("CONTRIBUTING.md", "# Branches\n\nSay what changed on a branch, and which functions.\n");
    place.commit("base");
    let found = ask(&place, "what changed on this branch?");
    assert!(
        !found.is_answered
            && found.said
                == ["nothing here differs from a commit; what commits have changed is asked with --at HEAD~3..HEAD"],
        "{:?}",
        found.said
    );
    place.write("engine.rs", "fn run() {\n    new();\n}\n\nfn still() {}\n\nfn start() {\n    run();\n}\n");
    let found = ask(&place, "which functions changed and who calls them?");
    let titles: Vec<String> = found.citations.iter().map(|citation| citation.passage.title()).collect();
    assert!(found.is_answered, "{titles:?}");
    assert_eq!(titles, ["run · changed", "start · calls what has changed"]);
    assert_eq!(found.said[0], "1 file changed: engine.rs");
}

#[test]
fn what_only_has_another_name_has_changed_as_a_file_and_in_no_function() {
    if !has_git("what_only_has_another_name_has_changed_as_a_file_and_in_no_function") {
        return;
    }
    let place = Place::new();
    place.write("a.rs", "fn one() {}\nfn two() {}\n");
    place.commit("v1");
    place.git("work", &["mv", "a.rs", "b.rs"]);
    assert_eq!(states(&place, "work", &[]), ["b.rs renamed"]);
    let functions = || place.found("work", &["query", "$.code.functions[?(@.changed)].count()"]);
    assert_eq!(functions(), "0\n");
    place.write("b.rs", "fn one() {}\nfn two() { one() }\n");
    assert_eq!(functions(), "1\n");
}

#[test]
fn a_key_lists_the_files_that_differ() {
    if !has_git("a_key_lists_the_files_that_differ") {
        return;
    }
    let place = changed();
    let mut session = Session::at(&place.path("work"), 120, 36);
    session.driver.looks_at_commits = true;
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("<esc>gh<wait>");
    let results = session.model.results.results.clone().expect("rows");
    let names: Vec<&str> = results.hits.iter().map(|hit| hit.key.path()).collect();
    assert_eq!(names.len(), 6, "{names:?}");
    assert!(names.contains(&"src/name.rs") && !names.contains(&"src/same.rs"), "{names:?}");
}

#[test]
fn what_differs_and_is_not_read_is_told() {
    if !has_git("what_differs_and_is_not_read_is_told") {
        return;
    }
    let place = Place::new();
    place.write(".gitignore", "*.lock\n");
    place.write("a.rs", "fn one() {}\n");
    place.write("own.lock", "one\n");
    place.write("same.lock", "one\n");
    place.git("work", &["add", "-f", "own.lock", "same.lock"]);
    place.commit("v1");
    place.write("own.lock", "two\n");
    let (_, _, said) = place.run("work", &["query", "$.files[?(@.changed)]"]);
    assert!(
        said.contains("1 file differs and is not read here, as an ignore file says so or it is no text: own.lock"),
        "{said}"
    );
    place.git("work", &["commit", "-qam", "v2"]);
    let (_, _, said) = place.run("work", &["query", "$.files[?(@.changed)]"]);
    assert!(!said.contains("own.lock"), "{said}");
    let (_, _, said) = place.run("work", &["query", "$.files[?(@.changed)]", "--at", "HEAD~1..HEAD"]);
    assert!(said.contains("own.lock") && !said.contains("same.lock"), "{said}");
}

#[test]
fn what_a_deleted_file_declared_is_gone() {
    if !has_git("what_a_deleted_file_declared_is_gone") {
        return;
    }
    let place = Place::new();
    let many: String = (0..9).map(|at| format!("def helper_{at}(): pass\n")).collect();
    place.write("g.py", format!("{many}def gone():\n    pass\n\ndef moved():\n    pass\n"));
    place.write("u.py", "import g\n\ng.gone()\ng.gone()\ng.moved()\n");
    place.commit("v1");
    fs::remove_file(place.path("work/g.py")).expect("a file");
    place.write("m.py", "def moved():\n    pass\n");
    let said =
        |more: &[&str]| place.run("work", &[&["query", "$.files[?(@.changed == \"deleted\")]"], more].concat()).2;
    for staged in [false, true] {
        if staged {
            place.git("work", &["rm", "-q", "--cached", "g.py"]);
        }
        let said = said(&[]);
        assert!(said.contains("1 file is deleted: g.py"), "{said}");
        assert!(said.contains("10 declarations are gone: function gone (g.py), function helper_0 (g.py)"), "{said}");
        assert!(said.contains("and 5 more") && !said.contains("moved"), "{said}");
        assert!(said.contains("2 lines still have the name gone: $.content.grep(/\\bgone\\b/)"), "{said}");
    }
    place.git("work", &["checkout", "-q", "-b", "topic"]);
    place.commit("v2");
    let said = said(&["--at", "v1..topic"]);
    assert!(said.contains("10 declarations are gone: function gone (g.py)"), "{said}");
    assert!(said.contains("2 lines still have the name gone"), "{said}");
}
