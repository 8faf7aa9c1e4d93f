//! The explorer as a dialogue in lines: the journeys of the design, from a script on standard input.

use crate::workspace::copy;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What is said when these lines are typed, on `tests/corpus`.
fn talk(script: &[&str]) -> String {
    talk_about(&["."], script)
}

/// The same with other arguments than the directory.
fn talk_about(arguments: &[&str], script: &[&str]) -> String {
    talk_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"), arguments, script)
}

/// The same in a directory.
fn talk_in(directory: &Path, arguments: &[&str], script: &[&str]) -> String {
    let home = tempfile::tempdir().expect("folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.arg("--plain").args(arguments).current_dir(directory);
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "DOCQL_INDEX_DIR"] {
        command.env(name, home.path());
    }
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("start");
    let mut lines = child.stdin.take().expect("input");
    let script = script.join("\n") + "\n";
    let writer = std::thread::spawn(move || lines.write_all(script.as_bytes()).expect("write"));
    let output = child.wait_with_output().expect("end");
    writer.join().expect("all lines are heard");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert_linear(&said);
    said
}

/// Nothing that only makes sense on a screen: no escapes, no boxes, no spinners, no repeated line in a row.
#[track_caller]
fn assert_linear(said: &str) {
    let drawn = |letter: char| {
        letter.is_control() && letter != '\n' || matches!(letter, '\u{2500}'..='\u{259f}' | '\u{2800}'..='\u{28ff}')
    };
    assert!(!said.contains(drawn), "{said}");
    let lines: Vec<&str> = said.lines().filter(|line| line.len() > 1).collect();
    assert!(lines.windows(2).all(|pair| pair[0] != pair[1]), "{said}");
}

#[track_caller]
fn assert_said(said: &str, parts: &[&str]) {
    let mut rest = said;
    for part in parts {
        let Some(at) = rest.find(part) else { panic!("not said, or not here: {part}\n{said}") };
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn a_newcomer_finds_a_way_in() {
    let said = talk(&["try", "3", "1", "enter", "list", "help caller", "back", "where", "quit"]);
    assert_said(
        &said,
        &[
            "20 files.",
            "help explains, quit leaves",
            "Queries worth trying:",
            "$.code.class(",
            "\n3. ",
            "Query: $",
            "\n1. ",
            "What calls it.",
            "Closed.",
        ],
    );
    assert!(said.lines().last().is_some_and(|place| place.starts_with("corpus, ")), "{said}");
}

#[test]
fn an_engineer_gets_from_words_to_callers_tests_and_mentions() {
    let said = talk(&["validateToken", "1", "c", "back", "t", "back", "m", "e", "quit"]);
    assert_said(
        &said,
        &[
            "1. method validateToken in AuthService, line 17, definition",
            "File auth/src/main/kotlin/auth/AuthService.kt.",
            "Line 17 to 20",
            "override fun validateToken",
            "Query: $.code.method(\"AuthService.validateToken\")",
            ".callers()",
            "method handle in LoginController, line 9",
            "You are at:\n1. method validateToken",
            ".tests()",
            "unknownTokensAreRefused",
            ".mentions()",
            "architecture.md",
        ],
    );
}

#[test]
fn a_query_is_mended_refined_and_taken_along() {
    let said = talk(&[
        "$.entities[?(@.type=\"API\"",
        "$.entities[?(@.type==\"API\" && @.name ~= \"User\")].nonsense",
        "$.code.clas(\"AuthService\")",
        "$.code.class(\"AuthService\").methods[*]",
        ":callers 2",
        "copy query",
        "quit",
    ]);
    assert_said(
        &said,
        &["Error at column", "Error at column 8", "Perhaps: $.code.class(\"AuthService\")", ".callers(2)"],
    );
    assert!(
        said.lines().last().is_some_and(|query| query.starts_with("$.") && query.ends_with(".callers(2)")),
        "{said}"
    );
}

#[test]
fn marked_rows_are_told_edited_together_and_kept_through_orders() {
    let said =
        talk(&["token", "mark", "3", "mark", "15", "mark", "e", ":group kind", ":sort callers", "2", "v", "quit"]);
    assert_said(
        &said,
        &[
            "1 marked.",
            "2 marked.",
            "3 marked.",
            // The editor is opened with the places of all marked rows; without a person they are said.
            "auth/src/main/kotlin/auth/TokenStore.kt:4\nauth/src/main/kotlin/auth/TokenStore.kt:9\ndocs/handbook.md:25\n",
            "Rows by kind.",
            "Kind methods, ",
            "Ordered by callers.",
            "\n1. method validateToken in AuthService",
            ". 3 callers\n2. ",
            ". 1 caller. Marked\n",
            "\n2. method get in UserClient, line 19. File ",
            "Nothing is marked.",
        ],
    );
}

#[test]
fn the_tree_unfolds_and_text_is_read_on() {
    let said = talk(&["tree", "4", "7", "$.files[?(@.name==\"handbook.md\")]", "1", "", "", ":line 20", "exit"]);
    assert_said(
        &said,
        &[
            "4. directory docs",
            "level 2",
            "architecture.md",
            "heading",
            "1. file handbook.md",
            "Line 1 to 1",
            "Line 2 to 21",
        ],
    );
}

#[test]
fn mistakes_are_answered_in_a_sentence() {
    let said = talk(&["99", "zoom", ":callerz", "zzqqxy", "", "/quit", ":line x", ":write", "quit"]);
    assert_said(
        &said,
        &[
            "There is no row 99.",
            "has no meaning without a screen",
            "There is no command \"callerz\"; nearest: callers",
            "No hits.",
            "That is all.",
        ],
    );
}

#[test]
fn the_end_of_the_input_ends_the_dialogue() {
    assert!(talk(&["help"]).contains("Type words to search"));
}

#[test]
fn a_file_and_its_line_open_the_workspace_there() {
    // A workspace of its own: that of a file is the repository around it.
    let folder = tempfile::tempdir().expect("folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/auth"), folder.path());
    let file = "src/main/kotlin/auth/AuthService.kt";
    for arguments in [&[&*format!("{file}:18")][..], &["+18", file]] {
        let said = talk_in(folder.path(), arguments, &["list", "1", "where", "quit"]);
        assert_said(&said, &["AuthService.kt", "line 18"]);
    }
}
