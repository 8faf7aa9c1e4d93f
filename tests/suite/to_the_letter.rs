//! What is typed or quoted as it stands: options that messages name, capitals and whole words, signs, names with spaces.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("a file");
    }
    folder
}

fn docql(dir: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_docql"))
        .args(arguments)
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("docql runs");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("it is read");
    child.wait_with_output().expect("docql ends")
}

/// The hits as `path:line`, and what is said beside them.
fn found(dir: &Path, words: &str) -> (Vec<String>, String) {
    let out = docql(dir, &["search", "--no-index", "-f", "vimgrep", "--", words], "");
    let text = String::from_utf8(out.stdout).expect("UTF-8");
    let places = text.lines().map(|line| line.splitn(4, ':').take(2).collect::<Vec<_>>().join(":")).collect();
    (places, String::from_utf8(out.stderr).expect("UTF-8"))
}

const MESSAGES: [(&str, &str); 5] = [
    (
        "set.c",
        "int set(void)\n{\n\tcmdq_error(item, \"can't specify a value with -r\");\n\tcmdq_error(item, \"-a and -d cannot be used together\");\n\tcmdq_error(item, \"no value is kept with -rec\");\n}\n",
    ),
    ("list.go", "package list\n\nfunc check() {\n\tfail(\"go list -versions can only be used with -m\")\n}\n"),
    ("parse.rs", "fn parse() {\n    fail(\"expected ext:rs but got nothing\");\n}\n"),
    ("env.sh", "run() {\n  echo \"$HOME is not set\"\n}\n"),
    (
        "guide.md",
        "# Values\n\nSpecify a value with care: together, used, set, expected.\n\n## Other values\n\nSpecify a value.\n",
    ),
];

#[test]
fn a_letter_with_a_minus_is_an_option_and_leaves_out_nothing() {
    let dir = folder(&[
        (
            "manual.md",
            "# Walks\n\nA walk through all folders can be turned off with the `-l` option.\n\n# Others\n\nLamps.\n",
        ),
        ("notes.md", "# Turned\n\nThe lamp was turned on and off.\n"),
    ]);
    let (places, said) = found(dir.path(), "walk through folders turned off with -l");
    assert_eq!(places.first().map(String::as_str), Some("manual.md:3"), "{places:?} {said}");
}

#[test]
fn a_message_that_names_options_or_filters_is_found_as_it_stands() {
    let dir = folder(&MESSAGES);
    for (typed, place) in [
        ("can't specify a value with -r", "set.c:3"),
        ("-a and -d cannot be used together", "set.c:4"),
        ("go list -versions can only be used with -m", "list.go:4"),
        ("expected ext:rs but got nothing", "parse.rs:2"),
        ("$HOME is not set", "env.sh:2"),
        ("$ tool set -r\ncan't specify a value with -r", "set.c:3"),
    ] {
        let (places, said) = found(dir.path(), typed);
        assert_eq!(places.first().map(String::as_str), Some(place), "{typed}: {places:?} {said}");
        let out = docql(dir.path(), &["query", "--no-index", "-n", "1", typed], "");
        assert!(String::from_utf8_lossy(&out.stdout).starts_with(place.split(':').next().expect("a path")), "{out:?}");
    }
    let (_, said) = found(dir.path(), "no value is kept with -rec");
    assert!(said.contains("-rec was read as a word") && said.contains("-\"rec\" leaves out rec"), "{said}");
    let expanded = docql(dir.path(), &["search", "--expand-only", "specify a value -care"], "");
    let expanded = String::from_utf8_lossy(&expanded.stdout).into_owned();
    assert!(expanded.contains("without: care\n") && expanded.contains("or as it stands"), "{expanded}");
}

#[test]
fn what_stands_nowhere_behind_a_minus_is_left_out() {
    let dir = folder(&MESSAGES);
    let (places, _) = found(dir.path(), "specify value -care");
    assert!(!places.is_empty() && places.iter().all(|place| place != "guide.md:3"), "{places:?}");
    // In quotes it is never part of the text.
    let (places, said) = found(dir.path(), "specify a value with -\"r\"");
    assert!(places.iter().all(|place| !place.starts_with("set.c")), "{places:?} {said}");
    // In front of words it is one of them, and that is said.
    let (_, said) = found(dir.path(), "-nothing values");
    assert!(said.contains("-nothing was read as a word"), "{said}");
}

#[test]
fn a_message_in_front_needs_no_dashes_on_the_command_line() {
    let dir = folder(&[("a_test.go", "package a\n\nfunc TestX(t *testing.T) {\n}\n")]);
    assert_eq!(found(dir.path(), "--- FAIL: TestX (0.00s)").0, ["a_test.go:3"]);
    let out = docql(dir.path(), &["search", "--no-such-option", "x"], "");
    assert_eq!(out.status.code(), Some(2), "{out:?}");
}

#[test]
fn the_line_of_a_match_is_found_as_literally_as_the_match() {
    let text = "package a\n// The scat comes first here.\nfunc needle() {\n\ta := concat; cat := 2\n\tCat := 3\n}\n";
    let dir = folder(&[("a.go", text)]);
    for words in ["Cat case:exact word:whole", "\"Cat\"", "Cat case:exact"] {
        let out = docql(dir.path(), &["search", "--no-index", "-f", "jsonl", words], "");
        let line = String::from_utf8(out.stdout).expect("UTF-8");
        let hit: serde_json::Value = serde_json::from_str(line.lines().next().expect("a hit")).expect("JSON");
        assert_eq!(hit["match_line"], 5, "{words}: {hit}");
        assert_eq!(hit["match_spans"], serde_json::json!([[5, 2, 3]]), "{words}: {hit}");
    }
}

#[test]
fn a_chapter_whose_title_says_what_was_typed_is_read_from_its_title() {
    let part = "Nothing of it is told here, at some length and in several words.\n\n".repeat(20);
    let text = format!(
        "# Multiple Accounts with it\n\n{part}## Scope\n\nSupport for multiple accounts: accounts, multiple and \
         accounts.\n\n{part}## Limits\n\nThere may be multiple accounts.\n"
    );
    let dir = folder(&[("guide.md", &text)]);
    let out = docql(dir.path(), &["search", "--no-index", "-f", "jsonl", "--brief", "multiple accounts"], "");
    let lines = String::from_utf8(out.stdout).expect("UTF-8");
    let hits = || lines.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let chapter = hits().find(|hit| hit["level"] == 1).expect("the chapter");
    assert_eq!((&chapter["match_line"], &chapter["match_count"]), (&1.into(), &3.into()), "{chapter}");
}

#[test]
fn signs_and_spaces_in_quotes_are_compared_too() {
    let dir = folder(&[
        ("slogger.go", "package a\n\nfunc Slogger() {}\n"),
        ("log.go", "package a\n\nfunc log() {\n\th.s.logger.Info(1)\n}\n"),
        ("spaced.go", "package a\n\nfunc spaced() {\n\tif err != nil {\n\t}\n}\n"),
        ("dense.go", "package a\n\nfunc dense() {\n\tif err!=nil {\n\t}\n}\n"),
        ("call.js", "call(function () {\n  done();\n})\n"),
    ]);
    assert_eq!(found(dir.path(), "\"s.logger\"").0, ["log.go:4"]);
    assert_eq!(found(dir.path(), "\"err!=nil\"").0, ["dense.go:4"]);
    assert_eq!(found(dir.path(), "\"err != nil\"").0, ["spaced.go:4"]);
    assert_eq!(found(dir.path(), "\"})\"").0, ["call.js:3"], "signs alone");
    assert_eq!(found(dir.path(), "\"ogger.Inf\"").0, ["log.go:4"], "parts of words");
    let (places, said) = found(dir.path(), "\"err!= nil\"");
    assert!(!places.is_empty() && said.contains("no place says \"err!= nil\" to the letter"), "{places:?} {said}");
}

#[test]
fn a_message_in_quotes_finds_its_string_where_nothing_says_it_as_it_is() {
    let dir = folder(&[
        ("app.py", "def load(name):\n    raise Usage(f\"Could not import {name!r}.\")\n"),
        ("tags.py", "def add(key):\n    raise KeyError(f\"Tag '{key}' is already registered.\")\n"),
        ("guide.md", "# Import\n\nA module could not be there. A tag is registered.\n"),
    ]);
    for (typed, place) in
        [("\"Could not import 'shop'.\"", "app.py:2"), ("KeyError: \"Tag 'foo' is already registered.\"", "tags.py:2")]
    {
        let (places, said) = found(dir.path(), typed);
        assert_eq!(places.first().map(String::as_str), Some(place), "{typed}: {places:?} {said}");
        assert!(said.contains("to the letter; a program makes it"), "{typed}: {said}");
    }
    let (places, said) = found(dir.path(), "\"tag is registered\"");
    assert_eq!((places.as_slice(), said.contains("makes it")), (&["guide.md:3".to_owned()][..], false), "{said}");
}

#[test]
fn what_passes_filters_alone_is_counted_whole() {
    let dir =
        folder(&[("a.js", "let a = 1;\n"), ("b.js", "let b = 1;\n"), ("c.js", "let c = 1;\n"), ("d.py", "d = 1\n")]);
    let out = docql(dir.path(), &["query", "--no-index", "-n", "1", "-f", "json", "--brief", "ext:js"], "");
    let told: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!((&told["total"], &told["truncated"]), (&3.into(), &true.into()), "{told}");
}

#[test]
fn a_string_of_a_script_is_one_place_though_it_is_found_in_two_ways() {
    let script = "#!/bin/sh\nfor opt in \"$@\"; do\n  case $opt in\n    --all) ;;\n    *)\n      echo \"unknown option: $opt\"\n      exit 1 ;;\n  esac\ndone\n";
    let dir = folder(&[("install", script)]);
    let places = found(dir.path(), "unknown option: --foo").0;
    assert_eq!(places.iter().filter(|place| *place == "install:6").count(), 1, "{places:?}");
}

#[test]
fn a_word_in_a_function_and_in_one_inside_it_is_shown_in_each_at_its_own_line() {
    let dir = folder(&[
        (
            "a.js",
            "function outer() {\n  const inner = () => {\n    let x = 1;\n    return zorkmid(x);\n  };\n  let y = 2;\n\n  inner();\n  return zorkmid(y);\n}\n",
        ),
        ("a.py", "class Shop:\n    def sell(self):\n        zorkmid()\n\n    total = zorkmid()\n"),
    ]);
    let places = found(dir.path(), "\"zorkmid\"").0;
    for place in ["a.js:4", "a.js:9", "a.py:3", "a.py:5"] {
        assert!(places.iter().any(|found| found == place), "{place}: {places:?}");
    }
    assert!(!places.contains(&"a.js:2".to_owned()), "{places:?}");
}

#[test]
fn a_quoted_word_that_nothing_says_is_told_whatever_else_is_found() {
    let dir = folder(&[("server.go", "package a\n\nfunc Server() {}\n"), ("guide.md", "# Server\n\nIt serves.\n")]);
    for typed in ["\"zorkmid\"", "server \"zorkmid\"", "\"Zorkmid\" server"] {
        let said = found(dir.path(), typed).1;
        assert!(said.contains("\"zorkmid\" occurs nowhere"), "{typed}: {said}");
    }
    let said = found(dir.path(), "\"It serves\"").1;
    assert!(!said.contains("nowhere"), "{said}");
}

#[test]
fn a_path_that_nothing_has_is_told_with_the_nearest_which_is_opened_at_the_line() {
    let dir = folder(&[
        ("cmd/main.go", "package a\n\nfunc main() {}\n"),
        ("net/main.go", "package b\n\nfunc other() {}\n"),
        ("guide.md", "# Mian\n\nNothing.\n"),
    ]);
    let (places, said) = found(dir.path(), "cmd/mian.go:3");
    assert_eq!(places.first().map(String::as_str), Some("cmd/main.go:3"), "{places:?}");
    assert!(said.contains("no file here is called cmd/mian.go; nearest: cmd/main.go"), "{said}");
    let (places, said) = found(dir.path(), "cmd/main.go:99");
    assert_eq!(places.first().map(String::as_str), Some("cmd/main.go:3"), "{places:?}");
    assert!(said.contains("cmd/main.go has 3 lines, and no line 99"), "{said}");
    assert!(!found(dir.path(), "cmd/main.go:2").1.contains("no line"), "it has that");
    let said = found(dir.path(), "nosuch.go:3").1;
    assert!(said.contains("no file here is called nosuch.go"), "{said}");
    assert!(!found(dir.path(), "main.go").1.contains("no file"), "there are two");
    // Letters that stand somewhere in another name are not meant before a name with two letters exchanged.
    let dir = folder(&[
        ("lib/multi.c", "int multi;\nint other;\n"),
        ("lib/multi_ntfy.c", "int note;\nint other;\n"),
        ("docs/examples/multi-post.c", "int post;\nint other;\n"),
        ("lib/my_usual_list.c", "int list;\nint other;\n"),
    ]);
    for typed in ["mulit.c:2", "lib/mulit.c:2"] {
        let (places, said) = found(dir.path(), typed);
        assert_eq!(places.first().map(String::as_str), Some("lib/multi.c:2"), "{typed}: {places:?}");
        assert!(said.contains("nearest: lib/multi.c"), "{typed}: {said}");
    }
}

#[test]
fn a_message_that_nothing_here_makes_is_told() {
    let files = [
        ("paths.py", "def application(kind):\n    \"\"\"The type is ``\"application/pdf\"``, detected.\"\"\"\n"),
        ("consumer.py", "def run(self):\n    self.log.debug(f\"Detected mime type: {mime_type}\")\n"),
    ];
    let message = "Detected mime type: application/pdf";
    let (places, said) = found(folder(&files).path(), message);
    assert_eq!(places.first().map(String::as_str), Some("consumer.py:2"), "{places:?}");
    assert!(!said.contains("nothing here says"), "{said}");
    let (places, said) = found(folder(&files[..1]).path(), message);
    assert!(!places.is_empty() && said.contains("nothing here says this message"), "{places:?}: {said}");
    assert!(!found(folder(&files[..1]).path(), "application type").1.contains("this message"), "these are words");
}

#[test]
fn what_a_program_says_below_a_command_finds_its_string_and_a_snapshot_is_no_program() {
    let dir = folder(&[
        ("error.rs", "fn f() {\n    let text = format!(\"The program `{program}` was not found. Is it there?\");\n}\n"),
        ("snapshots/a.snap", "---\nsource: error.rs\n---\nThe program `rebar3` was not found. Is it there?\n"),
    ]);
    for pasted in [
        "The program `rebar3` was not found. Is it there?",
        "$ shop build\nerror: The program `rebar3` was not found. Is it there?\n$",
        "# shop build\nThe program `rebar3` was not found. Is it there?",
    ] {
        let places = found(dir.path(), pasted).0;
        assert_eq!(places.first().map(String::as_str), Some("error.rs:2"), "{pasted}: {places:?}");
    }
}

#[test]
fn names_with_spaces_are_paths_where_there_are_such_files() {
    let dir = folder(&[
        ("my dir/file name.txt", "one\ntwo\nthree\n"),
        ("my dir/plain.txt", "one\ntwo\n"),
        ("other/name.txt", "one\ntwo\n"),
    ]);
    assert_eq!(found(dir.path(), "my dir/file name.txt:2").0[0], "my dir/file name.txt:2");
    assert!(found(dir.path(), "my dir/file name.txt").0[0].starts_with("my dir/file name.txt"));
    for (line, place) in [
        ("my dir/file name.txt:2: oops", "my dir/file name.txt:2"),
        ("error: /home/x/my dir/file name.txt:3:1: oops", "my dir/file name.txt:3"),
        ("my dir/plain.txt:2: oops", "my dir/plain.txt:2"),
        ("see other/name.txt:1", "other/name.txt:1"),
    ] {
        let out = docql(dir.path(), &["places", "--no-index", "-f", "vimgrep", "-", "."], line);
        assert!(String::from_utf8_lossy(&out.stdout).starts_with(place), "{line}: {out:?}");
    }
}

#[test]
fn a_match_far_to_the_right_in_a_very_long_line_is_shown() {
    let filler = |from: usize| (from..from + 1_500).map(|at| format!("v{at}=f({at});")).collect::<String>();
    let dir = folder(&[("app.js", &format!("function q(){{{} needleWord(1);{}}}\n", filler(0), filler(2_000)))]);
    let out = docql(dir.path(), &["search", "--no-index", "-f", "jsonl", "--brief", "needleWord"], "");
    let hit: serde_json::Value = serde_json::from_slice(&out.stdout).expect("one hit");
    assert_eq!(hit["match_line"], 1, "{hit}");
    assert!(hit["match_column"].as_u64() > Some(10_000), "{hit}");
}

#[test]
fn what_a_message_quotes_may_be_a_value_and_stand_elsewhere() {
    let dir = folder(&[
        (
            "resolve.js",
            "function fail(url, from) {\n  throw new Error(`Failed to resolve import \"${url}\" from \"${from}\". Does the file exist?`)\n}\n",
        ),
        ("guide.md", "# Library\n\nimport Foo from './Foo.vue'\n\nEntry: src/main.ts\n"),
        ("main.js", "import Foo from \"./Foo.vue\"\nconst entry = \"src/main.ts\"\n"),
    ]);
    let message = "[vite] Internal server error: Failed to resolve import \"./Foo.vue\" from \"src/main.ts\". Does the file exist?";
    assert_eq!(found(dir.path(), message).0.first().map(String::as_str), Some("resolve.js:2"));
    // Few words beside a quoted one are no message: what is quoted counts.
    assert!(found(dir.path(), "import \"./Foo.vue\"").0.iter().all(|place| !place.starts_with("resolve")));
}

#[test]
fn who_speaks_may_stand_in_brackets_before_a_message() {
    let reply = "void create(void)\n{\n\ts.wrongtypeerr = create_object(\n\t\t\"-WRONGTYPE Operation against a key holding the wrong kind of value\\r\\n\");\n}\n";
    let test = "test error {\n\tassert_error \"WRONGTYPE Operation against a key*\" {r get a}\n\tassert_error \"*wrong kind of value*\" {r set key value}\n}\n";
    let dir = folder(&[
        ("module.h", "#define WRONGTYPE \"WRONGTYPE Operation against a key holding the wrong kind of value\"\n"),
        ("server.c", reply),
        ("a.tcl", test),
        ("b.tcl", test),
    ]);
    let mut places = found(dir.path(), "(error) WRONGTYPE Operation against a key holding the wrong kind of value").0;
    places.truncate(2);
    places.sort();
    assert_eq!(places, ["module.h:1", "server.c:4"]);
}

#[test]
fn a_program_may_say_its_name_and_a_number_before_a_message() {
    let dir = folder(&[
        (
            "lib/socket.c",
            "void receive(struct data *d)\n{\n\tif(failed(d))\n\t\tfailf(d, \"Recv failure: %s\", reason(d));\n}\n\n\
             void peer(struct data *d)\n{\n\treset_connection(d);\n}\n",
        ),
        (
            "docs/errors.md",
            "# Errors\n\n## RECV_ERROR (56)\n\nFailure of a connection: reset by a peer, curl could not receive.\n",
        ),
        ("docs/reset.md", "# Connection reset by peer\n\nThe connection of curl was reset by its peer.\n"),
    ]);
    for message in [
        "Recv failure: Connection reset by peer",
        "curl: (56) Recv failure: Connection reset by peer",
        "/usr/bin/curl: error: Recv failure: Connection reset by peer",
    ] {
        let (places, said) = found(dir.path(), message);
        assert_eq!(places.first().map(String::as_str), Some("lib/socket.c:4"), "{message}: {places:?} {said}");
    }
}

#[test]
fn an_expression_that_is_broken_is_said_to_be_searched_as_words() {
    let dir = folder(&[("net.c", "int listenTo(int port);\n")]);
    for (words, reason) in [("/listenTo(/", "unclosed group"), ("/listenTo[/", "unclosed character class")] {
        let (_, said) = found(dir.path(), words);
        assert!(said.contains("is no regular expression") && said.contains(reason), "{words}: {said}");
    }
    assert!(!found(dir.path(), "/usr/lib/").1.contains("expression"));
}

#[test]
fn of_files_that_are_only_like_what_was_typed_those_come_first_that_have_the_line() {
    let dir = folder(&[("server_view.c", &"x\n".repeat(30)), ("div/sv.rc", "a\nb\n"), ("s.rv.c", "a\n")]);
    assert_eq!(found(dir.path(), "srvw.c:20").0.first().map(String::as_str), Some("server_view.c:20"));
}

/// A template: a reader sees `Owners` and `last`; what is in its tags and scripts is for who works on it.
const PAGES: [(&str, &str); 2] = [
    (
        "owners.html",
        "<html><body>\n<h1>Owners</h1>\n<tr th:each=\"owner : ${listOwners}\">\n<td class=\"col-sm-10\">last</td></tr>\n\
         <script>\n  const totalPages = 3;\n</script>\n<!-- see issue 77 -->\n</body></html>\n",
    ),
    ("Owners.java", "class Owners {\n  int totalPages() { return 1; }\n}\n"),
];

#[test]
fn what_stands_in_tags_and_scripts_of_pages_is_found() {
    let dir = folder(&PAGES);
    for (typed, place) in [
        ("\"th:each\"", "owners.html:3"),
        ("listOwners", "owners.html:3"),
        ("col-sm-10", "owners.html:4"),
        ("see issue 77", "owners.html:8"),
    ] {
        let (places, said) = found(dir.path(), typed);
        assert!(places.contains(&place.to_owned()), "{typed}: {places:?} {said}");
        assert!(!said.contains("nowhere") && !said.contains("no place says"), "{typed}: {said}");
    }
    let (places, _) = found(dir.path(), "totalPages");
    assert_eq!(places, ["Owners.java:2", "owners.html:6"], "a declaration comes before a script of a page");
}

#[test]
fn a_term_of_signs_is_meant_to_the_letter_and_nothing_is_left_out_of_nothing() {
    let dir = folder(&[
        ("a.c", "int f(struct s *p)\n{\n\tint a = p->flags;\n\tint flags = 0;\n\treturn a != ~0;\n}\n"),
        ("run.sh", "run() {\n  java -Xmx2g -jar a.jar\n}\n"),
    ]);
    for (typed, place) in [("->flags", "a.c:3"), ("!=", "a.c:5"), ("~0", "a.c:5"), ("-Xmx", "run.sh:2")] {
        let (places, said) = found(dir.path(), typed);
        assert_eq!(places, [place], "{typed}: {said}");
    }
    let (_, said) = found(dir.path(), "-Xmx");
    assert_eq!(said, "");
}

#[test]
fn scripts_count_and_list_what_holds_the_words() {
    let files: Vec<(String, String)> =
        (0..70).map(|at| (format!("f{at:02}.md"), format!("# Part {at}\n\nThe owner of it.\n"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let dir = folder(&files);
    let of = |arguments: &[&str]| {
        let out = docql(dir.path(), &[&["query", "--no-index"], arguments].concat(), "");
        (String::from_utf8(out.stdout).expect("UTF-8"), out.status.code())
    };
    assert_eq!(of(&["owner", "-l"]).0.lines().count(), 70, "a list is whole");
    assert_eq!(of(&["tenant landlord", "-c"]), ("0\n".to_owned(), Some(1)), "nothing has these words");
}

#[test]
fn words_are_counted_and_listed_by_what_has_all_of_them() {
    let dir = folder(&[
        ("all.md", "# One\n\nThe broker drops a stale ledger entry at night.\n"),
        ("again.md", "# Two\n\nA ledger entry is stale. Every broker drops it.\n"),
        ("some.md", "# Three\n\nThe broker drops nothing, and the entry stays.\n"),
        ("one.md", "# Four\n\nA ledger.\n"),
    ]);
    let of = |arguments: &[&str]| {
        String::from_utf8(docql(dir.path(), &[arguments, &["--no-index"]].concat(), "").stdout).expect("UTF-8")
    };
    let words = "broker drops stale ledger entry";
    let rows = of(&["query", words, "-f", "vimgrep"]).lines().count();
    assert!(rows > 2, "rows show what has some of them, too");
    for command in ["query", "search"] {
        assert_eq!(of(&[command, words, "-c"]), "2\n", "{command}");
        let mut files: Vec<String> = of(&[command, words, "-l"]).lines().map(str::to_owned).collect();
        files.sort();
        assert_eq!(files, ["again.md", "all.md"], "{command}");
        assert_eq!(of(&[command, "broker ledgerless", "-c"]), "0\n", "{command}");
    }
    // A mode that is asked for is meant.
    assert_ne!(of(&["search", words, "-c", "--mode", "hybrid"]), "2\n");
}

#[test]
fn a_message_of_another_version_leads_to_the_string_that_it_is_made_from() {
    let python = "class NoSuchOption(Error):\n    \"\"\"An option that does not exist.\"\"\"\n\n    def __init__(self, name):\n        \
                  message = _(\"No such option {name!r}.\").format(name=name)\n        super().__init__(message)\n\n\
                  def check(name):\n    raise TypeError(f\"{name} cannot be required.\")\n";
    let dir = folder(&[
        ("errors.py", python),
        ("docs/options.md", "# Options\n\nThere is no such thing as an option `--foo` that cannot be required.\n"),
        ("docs/such.md", "# No such option\n\nAn option such as foo.\n"),
        ("context.kt", "fun register() {\n    throw AlreadyStarted(\"An application has already been started\")\n}\n"),
        (
            "docs/started.md",
            "# Issue: Application Already Started\n\n```\nAlreadyStarted: An application has already been started\n```\n",
        ),
    ]);
    for (typed, place) in [
        ("No such option: --foo", "errors.py:5"),
        ("Error: No such option: --foo", "errors.py:5"),
        ("no such option `--foo`", "errors.py:5"),
        ("No such option \"--foo\"", "errors.py:5"),
        ("main.conf cannot be required", "errors.py:9"),
        // Who quotes a message stands behind the place that says it.
        ("An application has already been started", "context.kt:2"),
    ] {
        let (places, said) = found(dir.path(), typed);
        assert_eq!(places.first().map(String::as_str), Some(place), "{typed}: {places:?} {said}");
    }
}

/// A page that quotes a message is what was typed; a test that does stands behind the program all the same.
#[test]
fn a_test_that_quotes_a_message_stands_behind_what_makes_it_with_a_page_beside_it_and_without() {
    let program = "package net\n\nfunc Reach(h string, n int) error {\n\treturn fmt.Errorf(\"failed to reach %s after %d \
                   attempts\", h, n)\n}\n";
    let test =
        "package net\n\nfunc TestReach(t *testing.T) {\n\tlog(\"failed to reach 10.0.0.7 after 3 attempts\")\n}\n";
    let page = "# Errors\n\nIf you see `failed to reach 10.0.0.7 after 3 attempts`, restart it.\n";
    let programs = [("src/net.go", program), ("src/net_test.go", test)];
    for files in [&programs[..], &[programs[0], programs[1], ("README.md", page)]] {
        let dir = folder(files);
        let (places, said) = found(dir.path(), "failed to reach 10.0.0.7 after 3 attempts");
        let at = |path: &str| places.iter().position(|place| place.starts_with(path));
        let (program, test) = (at("src/net.go:"), at("src/net_test.go:"));
        assert!(program.is_some() && (test.is_none() || program < test), "{places:?} {said}");
        assert_eq!(at("README.md:"), (files.len() > 2).then_some(0), "{places:?} {said}");
    }
}

#[test]
fn a_message_that_is_written_over_several_lines_leads_to_its_string() {
    let elixir = "defmodule Shop.Cart do\n  def replace(name, owner) do\n    raise \"\"\"\n    you are attempting to change \
                  part #{inspect(name)} of #{inspect(owner)}\n    but the `:on_change` option of this part is set to \
                  `:raise`.\n\n    Set it to something else, or leave the part as it is.\n    \"\"\"\n  end\nend\n";
    let kotlin = "class Sender {\n    fun send(body: Any, kind: String) {\n        check(body is Text) {\n            \
                  \"\"\"\n                |Cannot prepare the body for sending.\n                |The body type is: \
                  ${body::class}, with kind: ${kind.trim()}.\n                \"\"\".trimMargin()\n        }\n    }\n}\n";
    let ruby = "class Loader\n  def load(path)\n    fail <<~MESSAGE\n      could not load the plugin #{path.inspect} from\n      \
                #{folder} since it is older\n    MESSAGE\n  end\nend\n";
    let quoted = "# Changes\n\nYou are attempting to change a part, it says, if the option of this part is set.\n\n\
                  ## Sending\n\nThe body type is text. Prepare the body for sending with the right kind.\n\n\
                  ## Plugins\n\nTo load the plugin is older than the folder.\n";
    let tests = "defmodule CartTest do\n  test \"raises\" do\n    assert_raise RuntimeError, ~r\"you are attempting to \
                 change part\", fn ->\n      replace(:a, :b)\n    end\n  end\nend\n";
    let dir = folder(&[
        ("lib/cart.ex", elixir),
        ("src/sender.kt", kotlin),
        ("lib/loader.rb", ruby),
        ("docs/changes.md", quoted),
        ("test/cart_test.exs", tests),
    ]);
    for (typed, file, lines) in [
        (
            "you are attempting to change part :tags of Shop.Post but the :on_change option of this part is set to :raise",
            "lib/cart.ex",
            4..=5,
        ),
        ("Cannot prepare the body for sending. The body type is: class Foo, with kind: json", "src/sender.kt", 5..=6),
        ("could not load the plugin \"a.rb\" from /usr/lib/x since it is older", "lib/loader.rb", 4..=5),
    ] {
        let (places, said) = found(dir.path(), typed);
        let (path, line) = places.first().and_then(|place| place.split_once(':')).unwrap_or_default();
        let is_there = path == file && line.parse().is_ok_and(|line: u32| lines.contains(&line));
        assert!(is_there, "{typed}: {places:?} {said}");
    }
}

#[test]
fn capitals_in_quotes_count_whichever_way_one_asks() {
    let dir = folder(&[
        ("a.rs", "fn one() {\n    // TODO: say more\n}\n"),
        ("b.rs", "fn two() {\n    // a todo of old\n}\n"),
        ("c.md", "# Plans\n\nThe Todo list of HTTP clients.\n\nWhat an http client is.\n"),
    ]);
    let files = |arguments: &[&str]| {
        let out = docql(dir.path(), &[&["query", "--no-index", "-f", "paths", "--all"][..], arguments].concat(), "");
        let text = String::from_utf8(out.stdout).expect("UTF-8");
        let mut files: Vec<String> = text.lines().map(str::to_owned).collect();
        files.sort();
        files.concat()
    };
    for (asked, expected) in [
        (&["\"TODO\""][..], "a.rs"),
        (&["\"todo\""], "a.rsb.rsc.md"),
        (&["TODO", "--case-sensitive"], "a.rs"),
        (&["TODO", "-i"], "a.rsb.rsc.md"),
        (&["\"TODO\"", "-i"], "a.rsb.rsc.md"),
        (&["/TODO/"], "a.rs"),
        (&["/TODO/", "-i"], "a.rsb.rsc.md"),
        (&["/todo/"], "a.rsb.rsc.md"),
        (&["$.content.grep(\"TODO\")"], "a.rsb.rsc.md"),
        (&["$.content.grep(\"TODO\", \"case\")"], "a.rs"),
        (&["$.content.search(\"TODO\")"], "a.rsb.rsc.md"),
        // What Ctrl-X makes of words in quotes says the same as they do.
        (&["$.content.search(\"\\\"TODO\\\"\")"], "a.rs"),
        (&["$.content.search(\"\\\"todo\\\"\")"], "a.rsb.rsc.md"),
        (&["$.content.search(\"\\\"Http client\\\"\")"], ""),
    ] {
        assert_eq!(files(asked), expected, "{asked:?}");
    }
    let refused = docql(dir.path(), &["query", "--no-index", "$.content.grep(\"TODO\")", "-i"], "");
    let said = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(refused.status.code() == Some(2) && said.contains("ignores case"), "{said}");
    let explained = |words: &str| String::from_utf8(docql(dir.path(), &["explain", words], "").stdout).expect("UTF-8");
    assert!(explained("\"TODO\" list").contains("to the letter: capitals of \"TODO\" count"));
    assert!(explained("TODO case:exact word:whole").contains("to the letter: capitals count, whole words only"));
    assert!(!explained("\"TODO\" case:any").contains("to the letter"));
}

#[test]
fn values_that_stand_in_a_message_as_they_were_typed_are_of_it() {
    let log = "void f(void)\n{\n\tlog(\"request failed\");\n\tlog(\"request failed status=404 retry=3\");\n}\n";
    let dir = folder(&[("f.c", log)]);
    let (places, said) = found(dir.path(), "request failed status=404 retry=3");
    assert_eq!(places.first().map(String::as_str), Some("f.c:4"), "{said}");
    let (places, said) = found(dir.path(), "request failed status=500 retry=1");
    assert_eq!(places.first().map(String::as_str), Some("f.c:3"), "{said}");
}

#[test]
fn what_a_usage_or_a_log_has_in_brackets_is_no_query() {
    let usage = "const char *usage = \"[-1aNr] [-F format] [-O order]\";\nconst char *log = \"[0] first of all\";\n";
    let dir = folder(&[("keys.c", usage)]);
    for (typed, place) in [("[-1aNr] [-F format] [-O order]", "keys.c:1"), ("[0] first of all", "keys.c:2")] {
        let out = docql(dir.path(), &["query", "--no-index", "-n", "1", "-f", "vimgrep", typed], "");
        assert!(String::from_utf8_lossy(&out.stdout).starts_with(place), "{typed}: {out:?}");
    }
    let out = docql(dir.path(), &["query", "--no-index", "-f", "count", "[*]"], "");
    assert!(out.status.success(), "{out:?}");
}

#[test]
fn two_words_of_a_text_lead_to_it_however_many_names_hold_them_apart() {
    let apart: String = (0..40).map(|at| format!("def open_a_socket_{at}():\n    pass\n\n")).collect();
    let said: String = (0..30).map(|at| format!("## Part {at}\n\nAn open socket is kept for a while.\n\n")).collect();
    let files =
        [("apart.py", apart.as_str()), ("said.md", said.as_str()), ("one.txt", "first\nseldom open then closed\n")];
    let dir = folder(&files);
    let (places, _) = found(dir.path(), "open socket");
    assert!(places[0].starts_with("said.md:"), "an everyday phrase: {places:?}");
    assert!(places[1].starts_with("apart.py:"), "its other places keep to their rank: {places:?}");
    // Names that begin with the words are not them, names that are the words come first.
    fs::write(dir.path().join("begins.py"), "def open_socket_again():\n    pass\n").expect("a file");
    assert!(found(dir.path(), "open socket").0[0].starts_with("said.md:"));
    fs::write(dir.path().join("is.py"), "def openSocket():\n    pass\n").expect("a file");
    assert_eq!(found(dir.path(), "open socket").0[0], "is.py:1");
    assert_eq!(found(dir.path(), "open then").0[0], "one.txt:2");
}

#[test]
fn what_a_query_searches_for_has_its_line_too() {
    let long = "filling a line\n".repeat(20_000);
    let text =
        format!("# Far\n\nNothing is refused here, and no connection.\n\n{long}\nConnection refused, at last.\n");
    let dir =
        folder(&[("far.md", &text), ("near.go", "package a\n\nfunc dial() {\n\tfail(\"connection refused\")\n}\n")]);
    let lines = |arguments: &[&str]| -> Vec<(String, u64)> {
        let out = docql(dir.path(), arguments, "");
        let text = String::from_utf8(out.stdout).expect("UTF-8");
        let hits = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
        let hits = hits.filter(|hit| hit["path"].is_string());
        let mut all: Vec<(String, u64)> = hits
            .map(|hit| (hit["path"].as_str().expect("a path").to_owned(), hit["match_line"].as_u64().unwrap_or(0)))
            .collect();
        all.sort();
        all
    };
    let expected = [("far.md".to_owned(), 20_006), ("near.go".to_owned(), 4)];
    for query in ["$.content.search(\"connection refused\")", "$.content.search('connection refused')[0:5]"] {
        assert_eq!(lines(&["query", "--no-index", "-f", "jsonl", query]), expected, "{query}");
    }
    assert_eq!(lines(&["search", "--no-index", "-f", "jsonl", "connection refused"]), expected);
    let out =
        docql(dir.path(), &["query", "--no-index", "-f", "vimgrep", "$.content.search(\"connection refused\")"], "");
    let places = String::from_utf8(out.stdout).expect("UTF-8");
    assert!(places.contains("near.go:4:8:"), "{places}");
    // Steps that lead elsewhere say nothing of these words.
    let out = docql(dir.path(), &["query", "--no-index", "-f", "json", "$.content.search('refused').parent()"], "");
    assert!(!String::from_utf8_lossy(&out.stdout).contains("match_line"), "{out:?}");
}

#[test]
fn a_copied_query_works_wherever_in_the_repository_it_is_pasted() {
    let dir = folder(&[
        (".git/HEAD", "ref: refs/heads/main\n"),
        ("core/src/dial.py", "def dial():\n    pass\n"),
        ("core/other/x.py", "def dial():\n    pass\n"),
        ("README.md", "# Here\n"),
    ]);
    let at = |below: &str, arguments: &[&str]| {
        let out = docql(&dir.path().join(below), arguments, "");
        (String::from_utf8(out.stdout).expect("UTF-8"), String::from_utf8(out.stderr).expect("UTF-8"))
    };
    let copied = "$.code.function(\"dial\")[?(@.path==\"core/src/dial.py\")]";
    for below in ["", "core", "core/src", "core/other"] {
        let (out, said) = at(below, &["query", "--no-index", "-f", "vimgrep", copied]);
        assert_eq!(out, "core/src/dial.py:1:5:def dial():\n", "{below}: {said}");
        assert_eq!(said.contains("paths begin at"), !below.is_empty(), "{said}");
        let (out, said) = at(below, &["show", "--no-index", "core/src/dial.py#dial"]);
        assert!(out.contains("def dial()"), "{below}: {out} {said}");
    }
    for (command, place) in [("show", "../src/dial.py:1"), ("query", "../src/dial.py:1")] {
        let (out, said) = at("core/other", &[command, "--no-index", place]);
        assert!(out.contains("core/src/dial.py") || out.contains("def dial()"), "{command}: {out} {said}");
    }
    let (out, said) = at("core/src", &["query", "--no-index", "-f", "paths", "$.files[?(@.path == 'README.md')]"]);
    assert_eq!(out, "README.md\n", "{said}");
    // What is there is meant, and where to look may be told.
    let (out, said) = at("core/src", &["query", "--no-index", "-f", "paths", "$.files[?(@.path == 'dial.py')]"]);
    assert_eq!((out.as_str(), said.as_str()), ("dial.py\n", ""));
    assert_eq!(at("core/src", &["query", "--no-index", copied, "."]).0, "");
    // A diff is of the root wherever Git was called.
    let diff = "diff --git a/core/src/dial.py b/core/src/dial.py\n--- a/core/src/dial.py\n+++ b/core/src/dial.py\n\
                @@ -1,2 +1,2 @@\n-def call():\n+def dial():\n     pass\ndiff --git a/core/other/x.py \
                b/core/other/x.py\n--- a/core/other/x.py\n+++ b/core/other/x.py\n@@ -1,2 +1,2 @@\n-def \
                call():\n+def dial():\n     pass\n";
    for below in ["", "core", "core/src"] {
        let out = docql(&dir.path().join(below), &["places", "--no-index", "-f", "paths", "-"], diff);
        assert_eq!(String::from_utf8_lossy(&out.stdout), "core/src/dial.py\ncore/other/x.py\n", "{below}: {out:?}");
    }
}

/// In quotes capitals count, for names as for texts.
#[test]
fn a_name_that_is_what_stands_in_quotes_comes_before_one_that_holds_it() {
    let dir = folder(&[(
        "a.go",
        "package p\n\n// ReadRequest reads.\nfunc ReadRequest() {}\n\nfunc readRequest() { ReadRequest() }\n\nfunc other() { readRequest(); readRequest() }\n",
    )]);
    for (words, first) in [("\"ReadRequest\"", "a.go:3"), ("\"readRequest\"", "a.go:6")] {
        let (places, said) = found(dir.path(), words);
        assert_eq!(places[0], first, "{words}: {places:?} {said}");
    }
}

#[test]
fn a_title_is_what_was_typed_though_a_number_stands_in_front_of_it() {
    let dir = folder(&[(
        "guide.md",
        "# Guide\n\n## 1.2. Harbours\n\nSee below.\n\n### 1.2.4. Harbours at night\n\nHarbours, and all harbours. Which \
         harbours open at night: harbours of the north.\n\n## 2.1. Choosing harbours\n\nHarbours are chosen by depth: \
         harbours.\n",
    )]);
    assert_eq!(found(dir.path(), "harbours").0[0], "guide.md:3");
}

#[test]
fn a_code_of_something_else_is_no_code_that_is_asked_for() {
    let dir = folder(&[
        ("STYLE.md", "# Code style\n\nWhich code style do we use? We use black with 100 columns.\n"),
        ("style.py", "def style(text):\n    \"\"\"Style used by the printer.\"\"\"\n    return text\n"),
    ]);
    let (places, said) = found(dir.path(), "what code style do we use");
    assert!(places[0].starts_with("STYLE.md"), "{places:?} {said}");
}
