//! Files and directories by their paths, and the places that pasted text names, key by key.

use crate::screens::Session;
use docql::app::{Focus, Msg, PromptReading, Sought};
use std::path::Path;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// An explorer on files of three lines each.
fn on(paths: &[&str]) -> (TempDir, Session) {
    let folder = tempfile::tempdir().expect("folder");
    for name in paths {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("folder");
        std::fs::write(path, "one\ntwo serves\nthree\n").expect("file");
    }
    let session = opened(folder.path());
    (folder, session)
}

fn opened(folder: &Path) -> Session {
    let mut session = Session::at(folder, 120, 36);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session
}

const FILES: [&str; 6] = [
    "net/http/server.go",
    "net/http/httptest/server.go",
    "net/http/serve_test.go",
    "net/dial.go",
    "docs/guide.md",
    "z.go",
];

/// The names of the rows.
fn rows(session: &Session) -> Vec<&str> {
    let results = session.model.results.results.as_ref();
    results.map_or(Vec::new(), |results| results.hits.iter().map(|hit| hit.name.as_str()).collect())
}

fn prompt(session: &Session) -> &str {
    session.model.prompt.line.text()
}

/// The file in the preview and the line that is looked at.
fn looked_at(session: &Session) -> (String, u32) {
    let target = session.model.preview.target.as_ref();
    target.map_or((String::new(), 0), |target| (target.path.to_string(), target.line))
}

#[test]
fn the_prompt_finds_files_and_goes_back_to_contents_with_the_same_text() {
    let (_folder, mut session) = on(&FILES);
    session.press("serve<c-t>");
    assert_eq!((prompt(&session), session.model.prompt.reading()), ("serve", PromptReading::Files));
    assert_eq!(rows(&session)[0], "net/http/server.go");
    assert!(session.text().contains("files ❯ serve"), "{}", session.text());
    session.press("r");
    assert_eq!(rows(&session)[..2], ["net/http/server.go", "net/http/httptest/server.go"]);
    session.press("<bs>s<c-t>");
    assert_eq!((prompt(&session), session.model.prompt.reading()), ("serves", PromptReading::Words));
    assert!(session.text().contains("two serves"), "{}", session.text());
}

#[test]
fn words_of_a_path_stand_in_any_order_and_what_was_typed_is_marked() {
    let (_folder, mut session) = on(&FILES);
    session.press("<c-t>server http");
    assert_eq!(rows(&session)[0], "net/http/server.go");
    let results = session.model.results.results.clone().expect("rows");
    let marked: Vec<&str> = results.hits[0].name_marks.iter().map(|mark| &results.hits[0].name[mark.clone()]).collect();
    assert_eq!(marked, ["http", "server"]);
    session.press("<c-u>nthttser");
    assert_eq!(rows(&session)[0], "net/http/server.go", "letters in order");
    session.press("<c-u>nothing of this");
    assert!(session.text().contains("no path has these letters"), "{}", session.text());
    session.press("<ret>");
    assert_eq!(session.model.focus(), Focus::Prompt, "there is nothing to open");
}

#[test]
fn enter_opens_the_file_at_the_line_that_was_typed() {
    let (_folder, mut session) = on(&FILES);
    session.press("<c-t>http/server.go:3:2<ret>");
    assert_eq!((session.model.focus(), looked_at(&session)), (Focus::Preview, ("net/http/server.go".to_owned(), 3)));
    session.press("e");
    assert_eq!(session.driver.edited, [("net/http/server.go".into(), 3)]);
    session.press("<esc>");
    assert_eq!((session.model.focus(), rows(&session).len()), (Focus::Results, 2), "the list is still there");
    session.press("<ret><esc>j/");
    assert_eq!((prompt(&session), session.model.prompt.sought), ("", Sought::Contents), "the ordinary prompt");
}

#[test]
fn a_directory_is_found_and_entered() {
    let (_folder, mut session) = on(&FILES);
    session.press("<c-t>http/");
    assert_eq!(rows(&session)[..2], ["net/http/", "net/http/httptest/"]);
    session.press("<ret>");
    assert_eq!(prompt(&session), "$.structure[?(@.directory==\"net/http\")]");
    assert_eq!(session.model.focus(), Focus::Results);
    session.press(":directory ttest<ret>");
    assert_eq!((rows(&session), session.model.prompt.sought), (vec!["net/http/httptest/"], Sought::Directories));
    assert!(session.text().contains("1 directory"), "{}", session.text());
    session.press("<esc>H");
    assert_eq!(prompt(&session), "$.structure[?(@.directory==\"net/http\")]");
    session.press("H");
    assert_eq!((prompt(&session), session.model.prompt.sought), ("http/", Sought::Files), "back to the finder");
}

/// A checkout writes all files at about one time, and of a small one a few that were changed are soon a tenth.
#[test]
fn files_are_changed_that_were_written_after_most_however_many_they_are() {
    let names: Vec<String> = (0..20).map(|number| format!("f{number:02}.md")).collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "# F\n")).collect();
    let day = Duration::from_secs(86_400);
    let now = SystemTime::now();
    for (ages, changed) in [
        // One checkout, and three that were changed since.
        ((0..20).map(|at| if at < 3 { 0 } else { 300 }).collect::<Vec<u32>>(), 3),
        // Files as they were written over the years.
        ((0..20).map(|at| at * 30).collect(), 2),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        for ((name, text), age) in files.iter().zip(&ages) {
            std::fs::write(folder.path().join(name), text).expect("a file");
            let file = std::fs::File::options().append(true).open(folder.path().join(name)).expect("a file");
            file.set_modified(now - day * *age).expect("a time");
        }
        let workspace =
            docql::indexer::Indexer::open(docql::indexer::WorkspaceOptions::at(folder.path())).expect("a workspace");
        let asked = docql::engine::PathQuestion {
            text: String::new(),
            wanted: docql::search::Wanted::Files,
            recent: Vec::new(),
            limit: 100,
        };
        workspace.refresh_list(&docql::stdx::Ticket::forever()).expect("the list");
        let found = docql::engine::paths(&workspace.library(), &asked, &docql::stdx::Ticket::forever()).expect("rows");
        let told = found.hits.iter().filter(|hit| hit.snippet == "changed").count();
        assert_eq!(told, changed, "{ages:?}");
    }
}

#[test]
fn with_nothing_typed_what_was_viewed_comes_first_then_what_was_changed() {
    let (folder, mut session) = on(&FILES);
    let changed = std::fs::File::options().append(true).open(folder.path().join("net/dial.go")).expect("file");
    changed.set_modified(SystemTime::now() + Duration::from_secs(7_200)).expect("a time");
    session.press("<esc>R<c-t>z.go<ret><esc><c-t>");
    session.press("<c-u>");
    assert_eq!(
        rows(&session),
        [
            "z.go",
            "net/dial.go",
            "docs/guide.md",
            "net/http/httptest/server.go",
            "net/http/serve_test.go",
            "net/http/server.go"
        ]
    );
    let shown = session.text();
    assert!(shown.contains("viewed") && shown.contains("changed"), "{shown}");
}

#[test]
fn a_query_is_put_aside_while_a_file_is_looked_for() {
    let (_folder, mut session) = on(&FILES);
    session.press("$.files[*]<c-t>");
    assert_eq!((prompt(&session), rows(&session).len()), ("", 6));
    session.press("<c-t>");
    assert_eq!((prompt(&session), session.model.prompt.reading()), ("$.files[*]", PromptReading::Docql));
    session.press("<ret>gf");
    assert_eq!((prompt(&session), session.model.focus()), ("", Focus::Prompt));
    session.press("guide<c-x>");
    assert_eq!(prompt(&session), "$.files[?(@.path ~= \"guide\")]", "as a query");
    // Letters that stand apart in the paths are a pattern: the query finds the same files.
    session.press("<ret>gfnet hts.go");
    let found = rows(&session).len();
    session.press("<c-x>");
    assert_eq!(prompt(&session), "$.files[?(@.path =~ /n.*e.*t/i && @.path =~ /h.*t.*s.*\\..*g.*o/i)]");
    session.press("<ret>");
    assert_eq!(rows(&session).len(), found);
}

#[test]
fn what_is_typed_of_a_path_is_neither_a_command_nor_a_query_and_not_remembered() {
    let (_folder, mut session) = on(&["$odd.go", "(a).go"]);
    session.press("<c-t>$");
    assert_eq!((prompt(&session), rows(&session)), ("$", vec!["$odd.go"]));
    session.press("<c-u>(");
    assert_eq!((prompt(&session), rows(&session)), ("(", vec!["(a).go"]));
    session.press("<ret><esc><c-r>");
    assert!(session.model.overlays.is_empty(), "no earlier query");
}

const TRACE: &str = "panic: boom\n\ngoroutine 1 [running]:\nnet/http.(*Server).Serve(0xc0)\n\t/usr/lib/go/src/net/http/server.go:2 +0x4d\n\
                     main.main()\n\t/tmp/gone.go:7 +0x1\nsecond\n\tnet/dial.go:3 +0x2\n";

#[test]
fn pasted_lines_become_places_to_walk() {
    let (_folder, mut session) = on(&FILES);
    session.press("typed");
    // Terminals send the lines of what is pasted with carriage returns.
    session.driver.send(&mut session.model, Msg::Paste(TRACE.replace('\n', "\r")));
    assert_eq!(session.model.prompt.reading(), PromptReading::Places);
    assert_eq!(rows(&session), ["two serves", "three"]);
    let shown = session.text();
    assert!(shown.contains("2 places") && shown.contains("http.(*Server).Serve"), "{shown}");
    assert!(shown.contains("1 place elsewhere"), "{shown}");
    session.press("<ret>");
    assert_eq!((session.model.focus(), looked_at(&session)), (Focus::Results, ("net/http/server.go".to_owned(), 2)));
    session.press("n");
    assert_eq!(looked_at(&session), ("net/dial.go".to_owned(), 3));
    session.press("N<ret>");
    assert_eq!(session.model.focus(), Focus::Preview);
    session.press("<esc>e");
    assert_eq!(session.driver.edited, [("net/http/server.go".into(), 2)]);
    session.press("H");
    assert_eq!(prompt(&session), "typed", "what was typed is not lost");
}

#[test]
fn pasted_lines_without_places_are_words_and_a_pasted_line_is_typed() {
    let (_folder, mut session) = on(&FILES);
    session.driver.send(&mut session.model, Msg::Paste("two\nserves\n".to_owned()));
    assert!(session.text().contains("two serves"), "{}", session.text());
    session.press("<c-u>a");
    session.driver.send(&mut session.model, Msg::Paste("one line\n".to_owned()));
    assert_eq!(prompt(&session), "aone line");
}

#[test]
fn pasted_lines_that_were_deleted_come_back_as_lines() {
    let (_folder, mut session) = on(&FILES);
    session.driver.send(&mut session.model, Msg::Paste(TRACE.to_owned()));
    session.press("<c-u>");
    assert_eq!(prompt(&session), "");
    session.press("<c-y>");
    assert_eq!(session.model.prompt.reading(), PromptReading::Places);
    assert_eq!(rows(&session), ["two serves", "three"]);
    session.press("<c-u>ab <c-w><c-y>");
    assert_eq!(prompt(&session), "ab ", "a word comes back as a word");
}

#[test]
fn a_path_is_found_however_it_is_written() {
    let (folder, mut session) = on(&FILES);
    let whole = folder.path().join("net/http/server.go");
    let whole = whole.to_str().expect("a path");
    let written = [
        ("./net/http/server.go".to_owned(), 0),
        ("../net/http/server.go:2:3".to_owned(), 2),
        (whole.to_owned(), 0),
        (format!("{whole}:3"), 3),
        ("~/src/net/http/server.go".to_owned(), 0),
        ("net\\http\\server.go".to_owned(), 0),
        ("a/net/http/server.go".to_owned(), 0),
        ("b/net/http/server.go:2".to_owned(), 2),
        ("example.org/x/v2/net/http/server.go:2".to_owned(), 2),
        ("https://example.org/x/blob/main/net/http/server.go".to_owned(), 0),
        ("https://example.org/x/blob/main/net/http/server.go#L2-L3".to_owned(), 2),
        ("net/http/server.go(2)".to_owned(), 2),
        ("net/http/server.go(2,5)".to_owned(), 2),
        ("net/http/server.go:2-3".to_owned(), 2),
        ("net/http/server.go:2:".to_owned(), 2),
        ("`net/http/server.go`".to_owned(), 0),
        ("'net/http/server.go:2'".to_owned(), 2),
        ("(net/http/server.go:2)".to_owned(), 2),
        ("net/http/server.go, line 2".to_owned(), 2),
        ("File \"/srv/lib/net/http/server.go\", line 2, in serve".to_owned(), 2),
        ("net/http/server.go:2:1: undefined: serves".to_owned(), 2),
        ("http server.go".to_owned(), 0),
        ("+++ b/net/http/server.go".to_owned(), 0),
        ("M  net/http/server.go".to_owned(), 0),
        ("modified:   net/http/server.go".to_owned(), 0),
    ];
    for (typed, line) in written {
        session.press("<esc>/<c-u>");
        session.driver.send(&mut session.model, Msg::Paste(typed.clone()));
        let first = session.model.results.selected().map(|hit| (hit.path.to_string(), hit.line));
        let first = first.map(|(path, at)| (path, if line == 0 { 0 } else { at }));
        assert_eq!(first, Some(("net/http/server.go".to_owned(), line)), "{typed}\n{}", session.text());
    }
    // A line that was asked for is shown from its first letter on.
    session.press("<esc>/<c-u>z.go:2");
    assert_eq!(rows(&session)[0], "two serves");
    // What only looks like the end of a path is none.
    for typed in ["other/z.go", "no/such/file.go:2"] {
        session.press("<esc>/<c-u>");
        session.driver.send(&mut session.model, Msg::Paste(typed.to_owned()));
        assert!(session.model.results.selected().is_none_or(|hit| hit.line != 2), "{typed}\n{}", session.text());
    }
}

#[test]
fn parts_of_a_path_begin_words_in_it_unless_a_text_holds_them_as_written() {
    let (folder, _) = on(&["httpx/_transports/default.py", "httpx/transport_default.py", "reader/old/write.py"]);
    std::fs::write(folder.path().join("a.md"), "# Disks\n\nHow they read/write.\n").expect("a file");
    let mut session = opened(folder.path());
    let mut first = |typed: &str| {
        session.press("<esc>/<c-u>");
        session.press(typed);
        session.model.results.selected().map(|hit| hit.path.to_string())
    };
    assert_eq!(first("trans/defa").as_deref(), Some("httpx/_transports/default.py"));
    assert_eq!(first("reader/wri").as_deref(), Some("reader/old/write.py"));
    assert_eq!(first("read/write").as_deref(), Some("a.md"), "as it is written");
}

#[test]
fn the_finder_reads_a_path_with_its_line_however_it_is_written() {
    let (_folder, mut session) = on(&FILES);
    for typed in ["/home/x/net/http/server.go:3", "net/http/server.go(3)", "b/net/http/server.go#L3"] {
        session.press("<esc>/<c-u><c-t><c-u>");
        session.driver.send(&mut session.model, Msg::Paste(typed.to_owned()));
        session.press("<ret>");
        assert_eq!(looked_at(&session), ("net/http/server.go".to_owned(), 3), "{typed}");
        session.press("<esc>/<c-t>");
    }
}

#[test]
fn letters_that_stand_together_in_a_name_go_before_beginnings_run_together() {
    let (_folder, mut session) = on(&["net/http/httptest/a.go", "p/testdata/b.go"]);
    session.press(":directory ptest<ret>");
    assert_eq!(rows(&session), ["net/http/httptest/", "p/testdata/"]);
}

#[test]
fn rows_of_a_trace_say_the_function_of_each_frame() {
    let (_folder, mut session) = on(&FILES);
    let trace = "goroutine 5 [running]:\nexample.org/x/net/http.(*Server).Serve(0xc000123, 0x1)\n\t                 /home/x/net/http/server.go:2 +0x1b\n  File \"/srv/net/dial.go\", line 2, in dial\n    x()";
    session.driver.send(&mut session.model, Msg::Paste(trace.to_owned()));
    let shown = session.text();
    assert!(shown.contains("    http.(*Server).Serve") && shown.contains("    in dial"), "{shown}");
}

#[test]
fn a_path_with_an_anchor_leads_to_its_section() {
    let place = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(place.path().join("docs")).expect("a folder");
    std::fs::write(place.path().join("docs/guide.md"), "# Guide\n\nWords.\n\n## Set up\n\nMore.\n").expect("a file");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_docql"));
    command.args(["search", "docs/guide.md#set-up", "--no-index"]).current_dir(place.path());
    let ran = command.env_clear().env("HOME", place.path()).output().expect("a run");
    let said = String::from_utf8(ran.stdout).expect("UTF-8");
    assert!(said.starts_with("docs/guide.md:5"), "{said}");
}

#[test]
fn behind_a_whole_path_stands_what_mentions_it_and_no_name_like_it() {
    let folder = tempfile::tempdir().expect("folder");
    let files = [
        ("fs/read_write.c", "int x;\n"),
        ("fs/other.c", "int fs_read_write_c(void)\n{\n\treturn 1;\n}\n"),
        ("notes.md", "# Notes\n\nMost of it is in fs/read_write.c today.\n"),
    ];
    for (path, text) in files {
        std::fs::create_dir_all(folder.path().join(path).parent().expect("folder")).expect("folder");
        std::fs::write(folder.path().join(path), text).expect("file");
    }
    let mut session = opened(folder.path());
    session.press("fs/read_write.c");
    assert_eq!(rows(&session), ["read_write.c", "Notes"]);
    session.press("<bs><bs>");
    assert!(rows(&session).contains(&"fs_read_write_c"), "{:?}", rows(&session));
}

#[test]
fn a_file_opens_at_its_top_though_a_hit_has_led_into_it() {
    let folder = tempfile::tempdir().expect("folder");
    let lines: String = (0..200).map(|number| format!("int value_{number};\n")).collect();
    std::fs::write(folder.path().join("stats.c"), lines + "int stats_late(void)\n{\n\treturn 1;\n}\n").expect("file");
    std::fs::write(folder.path().join("other.c"), "int other_one;\n").expect("file");
    let mut session = opened(folder.path());
    session.press("stats_late");
    assert!(session.text().contains("return 1;"), "{}", session.text());
    session.press("<c-u>other_one<c-u>stats.c");
    assert!(session.text().contains("int value_0;"), "{}", session.text());
}

#[test]
fn behind_the_finder_the_prompt_is_the_ordinary_one_with_the_query_before_it() {
    let (_folder, mut session) = on(&FILES);
    for leave in ["<ret><esc>", "<esc>"] {
        session.press("<esc>/<c-u>two serves<ret><c-t><c-u>dial");
        assert_eq!(rows(&session), ["net/dial.go"]);
        session.press(leave);
        session.press("/");
        assert_eq!((prompt(&session), session.model.prompt.sought), ("two serves", Sought::Contents), "{leave}");
        assert_eq!(session.model.focus(), Focus::Prompt);
        session.press("one");
        assert_eq!((prompt(&session), session.model.prompt.reading()), ("one", PromptReading::Words), "it is selected");
        if leave == "<ret><esc>" {
            session.press("<esc>H");
            assert_eq!((prompt(&session), session.model.prompt.sought), ("dial", Sought::Files), "what was opened");
        }
        session.press("<esc>H");
        assert_eq!((prompt(&session), session.model.prompt.sought), ("two serves", Sought::Contents));
    }
}

#[test]
fn a_mistyped_name_of_a_file_is_offered_those_like_it() {
    let (_folder, mut session) = on(&["src/parse_config.rs", "src/parse_confug.md", "docs/guide.md", "net/a.go"]);
    session.press("<c-t>prase_config.rs");
    assert_eq!(rows(&session), ["src/parse_config.rs"]);
    assert!(session.text().contains("no file matches; similar:"), "{}", session.text());
    session.press("<c-u>src/prase_config");
    assert_eq!(rows(&session), ["src/parse_config.rs", "src/parse_confug.md"], "the nearest first");
    session.press("<c-u>giude.md<ret>");
    assert_eq!(looked_at(&session).0, "docs/guide.md");
    session.press("<esc><c-t><c-u>xyz");
    assert!(session.text().contains("no path has these letters"), "{}", session.text());
}

#[test]
fn a_mistyped_directory_is_offered_those_like_it_and_both_are_copied_as_they_are() {
    let (_folder, mut session) = on(&["src/parsers/config.rs", "docs/guide.md"]);
    session.press(":directory<ret>prasers");
    assert_eq!(rows(&session), ["src/parsers/"]);
    assert!(session.text().contains("no directory matches; similar:"), "{}", session.text());
    session.press("<esc><c-t><c-u>giude.md");
    let query = &session.model.results.results.as_ref().expect("results").query;
    assert_eq!(query, "$.files[?(@.path in [\"docs/guide.md\"])]");
}

#[test]
fn what_is_there_but_left_out_says_so_where_it_is_named() {
    let files = ["src/a.rs", ".secret/plan.md", "out/log.txt", ".ignore"];
    let (folder, _) = on(&files);
    std::fs::write(folder.path().join(".ignore"), "out\n").expect("a file");
    std::fs::write(folder.path().join("src/blob.bin"), [0, 1, 2, 0]).expect("a file");
    let mut session = opened(folder.path());
    let said = |session: &Session| {
        let results = session.model.results.results.as_ref().expect("results");
        results.notes.iter().chain(&results.hints).cloned().collect::<Vec<_>>().join("; ")
    };
    session.press("<c-t>out/log.txt");
    assert_eq!(
        said(&session),
        "out/log.txt is there, but left out: by an ignore file (--no-ignore reads it), the settings or -g"
    );
    assert!(session.text().contains("out/log.txt is there, but left out"), "{}", session.text());
    session.press("<esc>/<c-u>.secret/plan.md<ret>");
    let hidden = ".secret/plan.md is there, but left out: hidden (--hidden reads it)";
    assert!(said(&session).contains(hidden), "{}", said(&session));
    session.press("/<c-u>src/blob.bin<ret>");
    assert!(said(&session).contains("src/blob.bin is there, but left out: binary"), "{}", said(&session));
    session.press("/<c-u>blob.bin<ret>");
    assert!(said(&session).contains("src/blob.bin is there, but left out: binary"), "{}", said(&session));
    for other in ["src/a.rs", "../secret/plan.md", "src/b.rs", "/etc/hostname", "a.rs", "lob.bin"] {
        session.press(&format!("/<c-u>{other}<ret>"));
        assert!(!said(&session).contains("left out"), "{other}: {}", said(&session));
    }
}

#[test]
fn on_a_narrow_screen_files_of_one_name_are_told_apart_by_the_folder_that_differs() {
    let paths = ["packages/react-dom/src/client/index.js", "packages/react-reconciler/src/client/index.js"];
    let (_folder, mut session) = on(&paths);
    session.driver.send(&mut session.model, Msg::Resized { width: 80, height: 24 });
    session.press("index.js<c-t>");
    for folder in ["…/react-dom/…/index.js", "/…/index.js"] {
        assert!(session.text().contains(folder), "{folder}\n{}", session.text());
    }
    assert!(session.text().contains("reconciler"), "{}", session.text());
    // The same in the headers of a list.
    session.press("<c-c><c-t>serves<ret>");
    assert!(session.text().contains("…/react-dom/…/index.js"), "{}", session.text());
}

#[test]
fn what_the_keys_of_copying_copy_is_told_at_eighty_columns_where_there_is_room() {
    let (_folder, mut session) = on(&FILES);
    session.driver.send(&mut session.model, Msg::Resized { width: 80, height: 24 });
    session.press("$.files<ret>");
    assert!(session.text().contains("y y copy path:line"), "{}", session.text());
}

#[test]
fn a_file_that_nothing_reads_is_found_by_its_path_and_says_why() {
    let (folder, _) = on(&["src/a.rs", "data/model.txt"]);
    std::fs::write(folder.path().join("data/model.bin"), [0, 1, 2, 0]).expect("a file");
    let mut session = opened(folder.path());
    session.press("<c-t>model");
    assert_eq!(rows(&session), ["data/model.bin", "data/model.txt"]);
    session.press(".bin");
    assert_eq!(rows(&session), ["data/model.bin"]);
    assert!(session.text().contains("binary"), "{}", session.text());
    session.press("<ret>");
    assert_eq!(looked_at(&session).0, "data/model.bin");
    assert!(session.text().contains("4 bytes"), "{}", session.text());
    session.press("/<c-u>model<ret>");
    assert!(rows(&session).iter().all(|row| *row != "data/model.bin"), "words are in what is read");
    for typed in ["data/model.bin", "model.bin"] {
        session.press(&format!("/<c-u>{typed}<ret>"));
        let first = &session.model.results.results.as_ref().expect("results").hits[0];
        assert_eq!((&*first.path, &*first.name, &*first.snippet), ("data/model.bin", "model.bin", "binary"), "{typed}");
        session.press("<ret>");
        assert_eq!(looked_at(&session).0, "data/model.bin");
        assert!(session.text().contains("4 bytes"), "{}", session.text());
    }
}

#[test]
fn of_several_words_the_letters_of_each_tell_how_well_it_matches() {
    let (_folder, mut session) = on(&["packages/runtime-core/src/renderer.ts", "packages/reactivity/core-renew/ts.c"]);
    session.press("<c-t>rtcore ren");
    assert_eq!(rows(&session)[0], "packages/runtime-core/src/renderer.ts");
}

#[test]
fn the_line_that_is_typed_behind_a_file_says_whose_callers_are_meant_and_whether_it_is_there() {
    let folder = tempfile::tempdir().expect("folder");
    let text = "fn first() {}\n\nfn second() {\n    first();\n}\n\nfn third() { second(); }\n";
    std::fs::write(folder.path().join("calls.rs"), text).expect("file");
    let mut session = opened(folder.path());
    session.press("<c-t>calls.rs:4<ret><esc>c<wait>");
    assert_eq!(rows(&session), ["third"], "{}", session.text());
    session.press("<esc><c-t><c-u>calls.rs:400");
    assert!(session.text().contains("calls.rs has 7 lines, and no line"), "{}", session.text());
    // What others lack says nothing of the file that has the line.
    std::fs::write(folder.path().join("calls.rsx"), "fn short() {}\n").expect("file");
    let mut session = opened(folder.path());
    session.press("<c-t>calls.rs:4");
    assert_eq!(rows(&session), ["calls.rs", "calls.rsx"], "{}", session.text());
    assert!(!session.text().contains("and no line"), "{}", session.text());
}

#[test]
fn a_mistyped_name_with_a_line_leads_to_the_name_that_is_nearly_it() {
    let (_folder, mut session) = on(&["lib/multi.c", "lib/my_usual_list.c", "docs/multi-post.c"]);
    session.press("<c-t>mulit.c:2");
    assert_eq!(rows(&session), ["lib/multi.c"], "{}", session.text());
    assert!(session.text().contains("similar"), "{}", session.text());
}

/// Parts of a path by their letters are no slip, whatever name is near them.
#[test]
fn a_line_behind_letters_of_a_path_changes_nothing_of_what_they_find() {
    let (_folder, mut session) = on(&[
        "pkg/gui/controllers/branches_controller.go",
        "pkg/commands/branch.go",
        "pkg/gui/scrollbar.go",
        "pkg/scope.go",
    ]);
    for typed in ["pgc/brancon.go", "pg/scro.go"] {
        session.press(&format!("<c-t><c-u>{typed}"));
        let found: Vec<String> = rows(&session).into_iter().map(str::to_owned).collect();
        session.press(":2");
        assert_eq!(rows(&session), found, "{typed}: {}", session.text());
        assert!(!found.is_empty(), "{typed}");
        session.press("<esc>");
    }
}

/// `accts.go` is two letters from `ats.go`, and leaves three out of `accounts.go`: it is short for that.
#[test]
fn a_name_that_is_short_for_another_is_no_slip() {
    let (_folder, mut session) = on(&["server/accounts.go", "server/ats/ats.go"]);
    for typed in ["serv/accts.go", "serv/accts.go:2", "accts.go:2"] {
        session.press(&format!("<c-t><c-u>{typed}"));
        assert_eq!(rows(&session)[0], "server/accounts.go", "{typed}: {}", session.text());
        session.press(&format!("<esc>/<c-u>{typed}"));
        let first = session.model.results.selected().map(|hit| hit.path.to_string());
        assert_eq!(first.as_deref(), Some("server/accounts.go"), "{typed}: {}", session.text());
    }
}

#[test]
fn with_nothing_typed_the_file_before_the_one_that_is_shown_comes_first() {
    let (_folder, mut session) = on(&FILES);
    session.press("<c-t>z.go<ret><c-t><c-u>net/dial.go<ret><c-t><c-u>");
    assert_eq!(rows(&session)[..2], ["z.go", "net/dial.go"]);
}

#[test]
fn the_query_of_what_was_typed_finds_as_many_as_there_are() {
    let paths: Vec<String> =
        (0..40).map(|number| format!("render/{number}.c")).chain(["r/e/n/d.c".to_owned()]).collect();
    let (_folder, mut session) = on(&paths.iter().map(String::as_str).collect::<Vec<&str>>());
    session.press("<c-t>rend");
    let results = session.model.results.results.clone().expect("rows");
    session.press("<c-x><ret>");
    let again = session.model.results.results.clone().expect("rows");
    assert_eq!((results.total, again.total), (41, 41), "{}", prompt(&session));
}

#[test]
fn words_that_begin_parts_come_before_names_that_only_hold_them() {
    let (_folder, mut session) = on(&[
        "compiler-core/src/error.rs",
        "compiler-core/src/error/snapshots/gleam_core__error__tests__io.snap",
        "compiler-core/src/type_/expression.rs",
        "compiler-core/src/type_/snapshots/core_type_exp.snap",
        "compiler-core/src/erlang/pattern.rs",
        "compiler-core/src/erlang/tests/patterns.rs",
        "core/snapshots/x_erlang_pattern.snap",
    ]);
    for (typed, first) in [
        ("core error", "compiler-core/src/error.rs"),
        ("core type exp", "compiler-core/src/type_/expression.rs"),
        ("erlang pattern", "compiler-core/src/erlang/pattern.rs"),
    ] {
        session.press(&format!("<c-t><c-u>{typed}"));
        assert_eq!(rows(&session)[0], first, "{typed}");
        session.press("<c-t>");
    }
}
