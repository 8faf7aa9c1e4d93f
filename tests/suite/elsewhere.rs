//! Messages and reports of other projects that the workspace has a part in: places that are not here, tests of other
//! files, and messages that the workspace makes of what it is given.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(path, text)| crate::folders::write(folder.path(), path, text));
    folder
}

/// What docql says, and what it says beside that.
fn run(dir: &Path, arguments: &[&str], input: &str) -> (Vec<String>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.args(&arguments[..1]).arg("--no-index").args(&arguments[1..]).current_dir(dir);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("docql runs");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("it is read");
    let out = child.wait_with_output().expect("docql ends");
    let lines = String::from_utf8(out.stdout).expect("UTF-8").lines().map(str::to_owned).collect();
    (lines, String::from_utf8(out.stderr).expect("UTF-8"))
}

/// The places that a text names.
fn places(dir: &Path, text: &str) -> (Vec<String>, String) {
    run(dir, &["places", "-"], text)
}

/// The places that words find.
fn found(dir: &Path, words: &str) -> Vec<String> {
    let (lines, _) = run(dir, &["search", "-f", "vimgrep", "--", words], "");
    lines.iter().map(|line| line.splitn(4, ':').take(2).collect::<Vec<_>>().join(":")).collect()
}

const RUNNER: &[(&str, &str)] = &[
    (
        "src/marks.py",
        "def check(name):\n    if name not in known:\n        warn(\n            f\"Unknown mark.{name} - is this a typo?  You can register custom marks\",\n        )\n",
    ),
    ("testing/examples/collect/tests/test_foo.py", "import x\n\n\ndef test_foo():\n    pass\n"),
    ("testing/examples/given/test_foo.py", "import x\n\n\ndef test_bar():\n    pass\n"),
    ("bench/skip.py", "\n\ndef test_foo(x):\n    pass\n\ndef test_b():\n    pass\n"),
    ("testing/test_doctest.py", "class TestDoctests:\n    def test_multiple_patterns(self):\n        pass\n"),
];

#[test]
fn what_makes_a_message_comes_before_a_place_that_is_not_here() {
    let dir = folder(RUNNER);
    let warning =
        "tests/test_foo.py:3: UnknownMarkWarning: Unknown mark.slow - is this a typo?  You can register custom marks";
    let (lines, said) = places(dir.path(), &format!("{warning}\n    @mark.slow\n"));
    assert!(lines[0].starts_with("src/marks.py:4"), "{lines:?} {said}");
    assert!(lines[1].starts_with("testing/examples/collect/tests/test_foo.py:3"), "{lines:?}");
    assert!(said.contains("test_foo.py has no line as the text shows it"), "{lines:?} {said}");
    assert_eq!(found(dir.path(), warning).first().map(String::as_str), Some("src/marks.py:4"));
    // A list of places that a tool has written in a directory is no message.
    let list: String = (1..6).map(|line| format!("collect/tests/test_foo.py:{line}: {}\n", &warning[22..])).collect();
    let (lines, _) = places(dir.path(), &list);
    assert!(lines.len() == 5 && lines.iter().all(|line| line.contains("test_foo.py")), "{lines:?}");
    // The line that is shown tells which file is meant.
    let (lines, said) = places(dir.path(), "test_foo.py:4: in <module>\n    def test_bar():\n");
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(lines[0].starts_with("testing/examples/given/test_foo.py:4"), "{lines:?}");
    assert!(!said.contains("as the text shows it"), "{said}");
}

#[test]
fn of_many_files_of_a_name_none_is_taken_for_the_one_that_is_meant() {
    let summary = "# Summary\n\n- [One](one.md)\n";
    let dir = folder(&[
        ("a/SUMMARY.md", summary),
        ("b/SUMMARY.md", summary),
        ("c/SUMMARY.md", summary),
        ("d/SUMMARY.md", summary),
        ("src/load.rs", "fn load() {\n    context(|| format!(\"Summary parsing failed for file={:?}\", path))\n}\n"),
        (
            "src/parse.rs",
            "fn parse() {\n    bail!(\n        \"failed to parse SUMMARY.md line {}, column {}: {}\", line, column, what\n    );\n}\n",
        ),
    ]);
    let text = "Error: Summary parsing failed for file=\"src/SUMMARY.md\"\n\nCaused by:\n    failed to parse SUMMARY.md line 2, column 1: Suffix chapters cannot be followed by a list\n";
    let (lines, said) = places(dir.path(), text);
    assert_eq!(lines.len(), 3, "{lines:?} {said}");
    assert!(lines[2].starts_with("a/SUMMARY.md:2") && said.contains("one of 4 files"), "{lines:?} {said}");
    let mut makers: Vec<&str> = lines[..2].iter().filter_map(|line| line.split(": ").next()).collect();
    makers.sort_unstable();
    assert_eq!(makers, ["src/load.rs:2", "src/parse.rs:3"], "{lines:?}");
}

#[test]
fn a_test_is_looked_for_in_the_file_that_is_told() {
    let dir = folder(RUNNER);
    for (text, place) in [
        ("ERROR test_foo.py::test_foo\n", "testing/examples/collect/tests/test_foo.py:4"),
        ("FAILED examples/given/test_foo.py::test_bar - assert 1\n", "testing/examples/given/test_foo.py:4"),
        ("FAILED testing/test_doctest.py::TestDoctests::test_multiple_patterns[a]\n", "testing/test_doctest.py:2"),
    ] {
        let (lines, said) = places(dir.path(), text);
        assert!(lines.len() == 1 && lines[0].starts_with(place), "{text}: {lines:?} {said}");
        assert!(!said.contains("another file"), "{said}");
    }
    for text in ["FAILED tests/unit/test_models.py::test_foo - boom\n", "tests/test_a.py::test_b FAILED\n"] {
        let (lines, said) = places(dir.path(), text);
        assert_eq!(lines, [""; 0], "{text}");
        assert!(said.contains("1 place elsewhere"), "{text}: {said}");
    }
    let hits = found(dir.path(), "ERROR test_foo.py::test_foo");
    assert_eq!(hits.first().map(String::as_str), Some("testing/examples/collect/tests/test_foo.py:4"), "{hits:?}");
    let (_, said) = run(dir.path(), &["search", "--", "FAILED tests/unit/test_models.py::test_foo - boom"], "");
    assert!(said.contains("test_foo is not in its file here"), "{said}");
    // What hardly anything else is called may have been moved, and says so.
    let (lines, said) = places(dir.path(), "FAILED proj/test_x.py::TestDoctests::test_multiple_patterns\n");
    assert!(lines[0].starts_with("testing/test_doctest.py:2"), "{lines:?}");
    assert!(said.contains("in another file than the text says"), "{lines:?} {said}");
}

const TRANSFER: &[(&str, &str)] = &[
    (
        "lib/send.c",
        "void end(void)\n{\n  failf(data, \"end of response with %\" FMT_OFF_T \" bytes missing\",\n        size - count);\n}\n",
    ),
    (
        "lib/wait.c",
        "void late(void)\n{\n  failf(data, \"Operation timed out after %\" FMT_TIME\n              \" milliseconds with %\" FMT_OFF_T \" out of %\"\n              FMT_OFF_T \" bytes received\",\n        spent, count, size);\n}\n",
    ),
    (
        "lib/range.c",
        "void range(void)\n{\n  infof(data, \"range-download from %\" PRIu64 \" to %08\" PRIx64, from, to);\n}\n",
    ),
    (
        "lib/read.c",
        "/* end of a response, bytes are missing */\nvoid read_response(void)\n{\n  response(\"bytes missing\");\n}\n",
    ),
    (
        "docs/timeout.md",
        "# Timed out\n\nThe operation timed out after milliseconds, bytes were received out of more.\n",
    ),
];

#[test]
fn a_macro_between_strings_stands_for_a_value() {
    let dir = folder(TRANSFER);
    for (message, place) in [
        ("end of response with 99 bytes missing", "lib/send.c:3"),
        ("Operation timed out after 10001 milliseconds with 52 out of 1024 bytes received", "lib/wait.c:3"),
        ("range-download from 1234 to 00ff", "lib/range.c:3"),
    ] {
        let places = found(dir.path(), message);
        assert_eq!(places.first().map(String::as_str), Some(place), "{message}: {places:?}");
    }
}

#[test]
fn what_makes_a_message_comes_before_tests_that_quote_it() {
    let quoted = "<stderr>\ntool: try 'tool --help' for more information\n</stderr>\n";
    let dir = folder(&[
        (
            "src/messages.c",
            "void help(void)\n{\n  print(\"tool: try 'tool --help' \"\n#ifdef USE_MANUAL\n        \"or 'tool --manual' \"\n#endif\n        \"for more information\\n\");\n}\n",
        ),
        ("tests/data/test1", quoted),
        ("tests/data/test2", quoted),
        ("src/run.rs", "fn run() {\n    if failed {\n        bail!(\"One or more tests failed\");\n    }\n}\n"),
        (
            "tests/suite/run.rs",
            "#[test]\nfn failing_tests() {\n    expect(str![[r#\"\nERROR One or more tests failed\n\"#]]);\n}\n",
        ),
    ]);
    for (message, place) in [
        ("ERROR One or more tests failed", "src/run.rs:3"),
        ("tool: try 'tool --help' for more information", "src/messages.c:3"),
        ("tool: try 'tool --help' or 'tool --manual' for more information", "src/messages.c:3"),
    ] {
        let places = found(dir.path(), message);
        assert_eq!(places.first().map(String::as_str), Some(place), "{message}: {places:?}");
    }
}
