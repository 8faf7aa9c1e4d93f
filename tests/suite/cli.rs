//! The command line: the real program in folders of its own; what it prints, what it says, how it ends.

use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A folder with a few files, and the program run in it.
struct Dir(TempDir);

/// What a run left behind.
#[derive(Debug, PartialEq)]
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Dir {
    fn new() -> Dir {
        let dir = Dir(tempfile::tempdir().expect("a folder"));
        dir.file(
            "docs/guide.md",
            "# Guide\n\nRead on.\n\n## Install\n\n```sh\nmake install\n```\n\n## Use\n\nCall `run`.\n",
        );
        dir.file(
            "src/engine.rs",
            "/// Turns.\npub struct Engine {\n    speed: u32,\n}\n\nimpl Engine {\n    /// Goes.\n    pub fn run(&self) -> u32 {\n        self.speed\n    }\n}\n\nfn main() {\n    Engine { speed: 1 }.run();\n}\n",
        );
        dir.file("data.json", "{\"a\": [1, 2, {\"b\": null}], \"c\": \"x\"}\n");
        dir
    }

    fn file(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("a file");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        self.command_in("", arguments)
    }

    fn command_in(&self, below: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
        command.args(arguments).current_dir(self.0.path().join(below)).env_clear();
        command.env("HOME", self.0.path().join("home")).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        finish(self.command(arguments))
    }

    fn run_in(&self, below: &str, arguments: &[&str]) -> Ran {
        finish(self.command_in(below, arguments))
    }

    fn feed(&self, arguments: &[&str], input: &str) -> Ran {
        let mut command = self.command(arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("written");
        ran(child.wait_with_output().expect("an end"))
    }

    /// What is printed by a run that finds something and says nothing beside it.
    #[track_caller]
    fn prints(&self, arguments: &[&str], out: &str) {
        assert_eq!(self.run(arguments), Ran { code: 0, out: out.to_owned(), err: String::new() });
    }

    #[track_caller]
    fn json(&self, arguments: &[&str]) -> Value {
        let ran = self.run(arguments);
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran:?}"))
    }
}

fn finish(mut command: Command) -> Ran {
    ran(command.output().expect("the program starts"))
}

fn ran(output: std::process::Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

#[test]
fn answers_come_as_lines() {
    let dir = Dir::new();
    dir.prints(
        &["query", "$.toc[*]"],
        "docs/guide.md:1: H1 Guide\ndocs/guide.md:5: H2 Install\ndocs/guide.md:11: H2 Use\n\
         src/engine.rs:2: struct Engine\nsrc/engine.rs:3: field speed\nsrc/engine.rs:8: method run\nsrc/engine.rs:13: function main\n",
    );
    dir.prints(&["q", "$.content.grep('READ')"], "docs/guide.md:3: Read on.\n");
    dir.prints(&["$.code.class('Engine').methods.name"], "src/engine.rs:8: run\n");
    dir.prints(&[".toc[0]", "docs"], "docs/guide.md:1: H1 Guide\n");
    dir.prints(&["q", "$.data.a[2]"], "data.json:1: [2] = {\"b\":null}\n");
    dir.prints(&["q", "$.files"], "data.json\ndocs/guide.md\nsrc/engine.rs\n");
    dir.prints(&["q", "$.toc[*].count()"], "7\n");
    dir.prints(&["q", "$.structure"], "├─ docs/\n│  └─ guide.md\n├─ src/\n│  └─ engine.rs\n└─ data.json\n");
    dir.prints(&["q", "$.structure.flat()"], "docs/\ndocs/guide.md\nsrc/\nsrc/engine.rs\ndata.json\n");
    dir.prints(&["q", "$.code.method('run').callers()"], "src/engine.rs:14: function main\n");
    dir.prints(&["q", "engine", "-n", "1", "--kind", "struct"], "src/engine.rs:2: struct Engine\n");
}

#[test]
fn answers_come_with_their_context_or_whole() {
    let dir = Dir::new();
    dir.prints(
        &["q", "$.code.method('run')", "--full"],
        "src/engine.rs:8: method run\n     8:     pub fn run(&self) -> u32 {\n     9-         self.speed\n    10-     }\n",
    );
    dir.prints(
        &["q", "$.content.grep('read on')", "-C", "2"],
        "docs/guide.md:3: Read on.\n     1- # Guide\n     2- \n     3: Read on.\n     4- \n     5- ## Install\n",
    );
}

#[test]
fn answers_come_in_every_format() {
    let dir = Dir::new();
    dir.prints(&["q", "$.toc[*]", "-f", "paths"], "docs/guide.md\nsrc/engine.rs\n");
    dir.prints(&["q", "$.toc[*]", "-f", "paths", "-0"], "docs/guide.md\0src/engine.rs\0");
    dir.prints(&["q", "$.toc[*]", "-f", "count"], "7\n");
    dir.prints(&["q", "$.toc[*].count()", "-f", "count"], "7\n");
    let places = |arguments: &[&str]| dir.run(&[arguments, &["-f", "count"]].concat()).out;
    assert_eq!(places(&["search", "Engine", "--case-sensitive"]), places(&["q", "Engine case:exact"]));
    assert_eq!(places(&["q", "Engine", "-w"]), places(&["search", "Engine word:whole"]));
    let refused = dir.run(&["q", "$.toc", "-w"]);
    assert!(refused.code == 2 && refused.err.contains("are for words"), "{}", refused.err);
    dir.prints(&["q", "$.code.methods", "-f", "vimgrep"], "src/engine.rs:8:12:    pub fn run(&self) -> u32 {\n");
    // Of a picture there is no text to read: its row is the file.
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0";
    fs::write(dir.0.path().join("docs/icon.png"), picture).expect("a file");
    assert!(dir.run(&["q", "docs/icon.png", "-f", "vimgrep"]).out.starts_with("docs/icon.png:1:"));
    fs::remove_file(dir.0.path().join("docs/icon.png")).expect("it was there");
    dir.prints(&["q", "$.content.grep(/\\bon\\b/)", "-f", "vimgrep"], "docs/guide.md:3:6:Read on.\n");
    dir.prints(
        &["q", "$.content.h2('Install')", "-f", "md", "--full"],
        "# `$.content.h2(\"Install\")`\n\n## docs/guide.md\n\n- [docs/guide.md:5](docs/guide.md#L5) heading **Install**\n\n  \
         ````markdown\n  ## Install\n  \n  ```sh\n  make install\n  ```\n  \n  ````\n\n\n",
    );
    let shown = dir.run(&["show", "docs/guide.md", "-f", "md"]).out;
    assert!(
        shown.contains("- [guide.md](docs/guide.md)\n\n  ````markdown\n") && shown.contains("\n  ## Install\n"),
        "{shown}"
    );
    dir.prints(
        &["q", "$.code.methods", "-f", "jsonl", "--fields", "name,line,path"],
        "{\"path\":\"src/engine.rs\",\"type\":\"method\",\"name\":\"run\",\"line\":8}\n",
    );
}

#[test]
fn json_is_what_the_contract_says() {
    let dir = Dir::new();
    assert_eq!(
        dir.json(&["q", "$.content.heading(\"Install\")", "-f", "json"]),
        json!({"type": "docql_result", "schema": 1, "query": "$.content.heading(\"Install\")", "total": 1, "truncated": false,
            "files": {"docs/guide.md": [{"type": "heading", "text": "Install", "line": 5, "end_line": 10,
                "content": "## Install\n\n```sh\nmake install\n```", "level": 2, "parent": "Guide", "anchor": "install",
                "language": "markdown", "id": "docs/guide.md#heading:guide/install"}]}})
    );
    assert_eq!(
        dir.json(&["q", "$.code.method(\"run\")", "-f", "json"])["files"]["src/engine.rs"],
        json!([{"type": "method", "name": "run", "line": 8, "end_line": 10,
            "source": "pub fn run(&self) -> u32 {\n        self.speed\n    }", "level": 2,
            "signature": "pub fn run(&self) -> u32", "doc": "Goes.", "visibility": "public", "parent": "Engine",
            "qualified_name": "Engine::run", "language": "rust", "id": "src/engine.rs#method:Engine.run"}])
    );
    assert_eq!(
        dir.json(&["q", "$.content.grep(\"self.speed\")", "-f", "json"])["files"],
        json!({"src/engine.rs": [{"type": "match", "text": "self.speed", "line": 9, "end_line": 9, "parent": "run",
            "level": 2, "qualified_name": "Engine::run", "language": "rust", "match_line": 9, "match_column": 9,
            "match_spans": [[9, 9, 10]], "match_count": 1, "id": "src/engine.rs#L9"}]})
    );
    assert_eq!(
        dir.json(&["q", "$.data.a[2].b", "-f", "json"])["files"],
        json!({"data.json": [{"type": "value", "value": null, "location": "$['a'][2]['b']", "line": 1}]})
    );
    assert_eq!(
        dir.json(&["q", "$.code.class(\"Engine\").line", "-f", "json"])["files"],
        json!({"src/engine.rs": [{"type": "value", "value": 2, "line": 2}]})
    );
    assert_eq!(
        dir.json(&["q", "$.toc.count()", "-f", "json"]),
        json!({"type": "docql_count", "schema": 1, "query": "$.toc.count()", "count": 3})
    );
    assert_eq!(
        dir.json(&["q", "$.structure[?(@.path ~= \"docs\")]", "-f", "json"]),
        json!({"type": "docql_structure", "schema": 1, "query": "$.structure[?(@.path ~= \"docs\")]",
            "tree": "└─ docs/\n   └─ guide.md\n", "paths": ["docs", "docs/guide.md"], "directories": 1, "files": 1})
    );
    let cut = dir.json(&["q", "$.toc[*]", "-f", "json", "-n", "2", "--brief"]);
    assert_eq!((&cut["total"], &cut["truncated"]), (&json!(7), &json!(true)));
    assert_eq!(cut["files"]["docs/guide.md"].as_array().map(Vec::len), Some(2));
    assert!(cut["files"]["docs/guide.md"][0].get("content").is_none());
    let some = dir.json(&["q", "$.toc[0]", "-f", "json", "--fields", "line,title,visibility"]);
    assert_eq!(
        some["files"]["docs/guide.md"][0],
        json!({"type": "heading", "line": 1, "title": "Guide", "visibility": null})
    );
    let slip = dir.run(&["q", "engine", "-f", "json", "--fields", "line,nmae"]);
    assert_eq!((slip.code, slip.out.as_str()), (2, ""));
    assert!(slip.err.contains("no field \"nmae\"; did you mean name?"), "{slip:?}");
    let call = dir.json(&["q", "$.code.method('run').callers()", "-f", "json", "--brief"]);
    assert_eq!(call["files"]["src/engine.rs"][0]["call_line"], 14);
    assert_eq!(call["files"]["src/engine.rs"][0]["depth"], 1);
}

/// What a file calls outside of all functions is called by the file: the row leads to the call.
#[test]
fn a_file_that_calls_is_told_with_the_line_of_its_call() {
    let dir = Dir::new();
    dir.file("tool.py", "def tie_up():\n    pass\n\n\ntie_up()\n");
    let query = "$.code.function('tie_up').callers()";
    assert_eq!(dir.run(&["q", query]).out, "tool.py:5: file tool.py\n");
    assert!(dir.run(&["q", query, "-f", "md"]).out.contains("(tool.py#L5) file"));
    let told = dir.json(&["q", query, "-f", "json", "--brief"]);
    let call = &told["files"]["tool.py"][0];
    assert_eq!((&call["call_line"], &call["call"]), (&json!(5), &json!("tie_up()")), "{told}");
}

#[test]
fn what_is_read_can_be_chosen() {
    let dir = Dir::new();
    let first = |text: &str| Ran { code: 0, out: text.to_owned(), err: String::new() };
    dir.prints(&["q", "$.toc[0]", "src"], "src/engine.rs:2: struct Engine\n");
    dir.prints(&["q", "$.toc[0]", "./src"], "src/engine.rs:2: struct Engine\n");
    assert_eq!(dir.run_in("src", &["q", "$.toc[0]", "../docs"]), first("../docs/guide.md:1: H1 Guide\n"));
    dir.prints(&["q", "$.toc[0]", "--root", "src"], "engine.rs:2: struct Engine\n");
    dir.prints(&["q", "$.files", "-g", "*.md"], "docs/guide.md\n");
    dir.prints(&["q", "$.files", "-g", "!*.md", "-g", "!*.json"], "src/engine.rs\n");
    dir.prints(&["q", "$.toc[*]", "--lang", "rust", "--kind", "methods"], "src/engine.rs:8: method run\n");
    assert_eq!(dir.feed(&["q", "$.files", "--files-from", "-"], "docs/guide.md\n"), first("docs/guide.md\n"));
    dir.file("list", "src/engine.rs\0data.json\0");
    dir.prints(&["q", "$.files", "--files-from", "list"], "data.json\nsrc/engine.rs\n");
    assert_eq!(dir.feed(&["q", "$.toc[*]", "-"], "# One\n\n## Two\n"), first("-:1: H1 One\n-:3: H2 Two\n"));
    assert_eq!(dir.feed(&["q", "$.data.a", "-"], "{\"a\":1}"), first("-:1: a = 1\n"));
    dir.file(".hidden/a.md", "# Hidden\n");
    dir.file(".ignore", "docs\n");
    dir.prints(&["q", "$.files"], "data.json\nlist\nsrc/engine.rs\n");
    dir.prints(&["q", "$.files", "--hidden", "-g", "*.md"], ".hidden/a.md\n");
    dir.prints(&["q", "$.files", "--no-ignore", "-g", "*.md"], "docs/guide.md\n");
    let outlined = ["q", "$.toc[*]", "--max-filesize", "100", "-g", "*.rs"];
    assert_eq!(dir.run(&outlined).code, 1, "no outline of a larger file");
    dir.prints(&["q", "$.content.grep('speed: u')", "--max-filesize", "100"], "src/engine.rs:3: speed: u32,\n");
    let toc = dir.run(&["toc", "src", "--max-filesize", "100"]);
    assert_eq!((toc.code, toc.out.as_str()), (1, ""));
    let said = "docql: src/engine.rs: 182 bytes: too large for an outline, text only\n";
    assert!(toc.err.starts_with(said), "{}", toc.err);
    let missing = dir.run(&["q", "$.toc", "nowhere"]);
    assert_eq!((missing.code, missing.err.as_str()), (2, "docql: nowhere: no such file or directory\n"));
}

#[test]
fn a_file_that_is_named_has_an_outline_however_large_it_is() {
    let dir = Dir::new();
    dir.file("big.c", &format!("int first(void);\n/*{}*/\nint last(void);\n", "-".repeat(9 << 20)));
    dir.file("small.c", "int small(void);\n");
    let functions = |paths: &[&str]| dir.run(&[&["q", "$.code.functions", "-g", "*.c"][..], paths].concat()).out;
    assert_eq!(functions(&[]), "small.c:1: function small\n");
    assert_eq!(functions(&["big.c"]), "big.c:1: function first\nbig.c:3: function last\n");
    assert_eq!(functions(&["big.c", "small.c"]).lines().count(), 3);
    assert_eq!(functions(&[".", "big.c"]), "small.c:1: function small\n", "a directory is as it always is");
    assert_eq!(functions(&["big.c", "--max-filesize", "1K"]), "", "what is said holds");
    let asked = dir.run(&["q", "$.code.function('first')", "-g", "*.c"]);
    assert!(asked.err.contains("big.c too large for an outline"), "{}", asked.err);
    assert!(!dir.run(&["q", "$.code.function('first')", "big.c"]).err.contains("too large"));
    assert_eq!(dir.run(&["skipped"]).out, "big.c: 9 MB: too large for an outline, text only\n");
    dir.file("big.log", &"a line of words\n".repeat(10 << 16));
    let skipped = dir.run(&["skipped"]).out;
    assert!(
        skipped.contains("big.log: 10 MB: too large for the index of words, its lines are searched\n"),
        "{skipped}"
    );
}

#[test]
fn the_exit_code_tells_what_happened() {
    let dir = Dir::new();
    let codes = |arguments: &[&str]| dir.run(arguments).code;
    assert_eq!(codes(&["q", "$.toc[0]"]), 0);
    assert_eq!(codes(&["q", "$.toc[?(@.level==9)]"]), 1);
    assert_eq!(codes(&["q", "$.toc[?(@.level==9)].count()"]), 0);
    assert_eq!(codes(&["q", "$.code.function(\"nowhere\").callers.count()"]), 1, "a count of what is not there");
    assert_eq!(codes(&["q", "$.toc["]), 2);
    assert_eq!(codes(&["q", "$.toc[*]", "--kind", "nonsense"]), 2);
    assert_eq!(codes(&["q", "--nonsense"]), 2);
    assert_eq!(codes(&["q", "words that nobody wrote here"]), 1);
    assert_eq!(dir.run(&["q", "-s", "$.toc[0]"]), Ran { code: 0, out: String::new(), err: String::new() });
    assert_eq!(dir.run(&["q", "-s", "$.toc[99]"]), Ran { code: 1, out: String::new(), err: String::new() });
}

#[test]
fn ranked_hits_are_restricted_before_they_are_cut_and_counted_whole() {
    let dir = Dir::new();
    let mut many = String::new();
    for number in 0..70 {
        many.push_str(&format!("## Turbine {number}\n\nSpins.\n\n"));
    }
    dir.file("docs/many.md", &many);
    dir.file("src/turbine.rs", "/// A turbine.\npub struct Turbine;\n");
    for limit in ["1", "3", "60"] {
        let headings = dir.run(&["q", "turbine", "--kind", "heading", "-f", "paths", "-n", limit]);
        assert_eq!(headings.out, "docs/many.md\n");
        dir.prints(&["q", "turbine", "--kind", "heading", "-f", "count", "-n", limit], "70\n");
        let rust = dir.run(&["q", "turbine", "--lang", "rust", "-n", limit]).out;
        assert!(rust.starts_with("src/turbine.rs:2: struct Turbine\n") && !rust.contains("many.md"), "{rust}");
    }
    let some = dir.json(&["q", "turbine kind:heading", "-f", "json", "--brief", "-n", "3"]);
    assert_eq!((&some["total"], &some["truncated"]), (&json!(70), &json!(true)));
    let slip = dir.run(&["q", "turbine", "--lang", "rusd"]);
    assert_eq!((slip.code, slip.err.as_str()), (2, "docql: there is no language \"rusd\"; did you mean rust?\n"));
    assert!(dir.run(&["q", "$.code.structs", "--lang", "RS"]).out.contains("struct Turbine"));
    // What nobody asked for in full is not written in full, and it says so.
    let unasked = dir.run(&["q", "turbine kind:heading"]);
    assert_eq!((unasked.out.lines().count(), unasked.err.as_str()), (50, "docql: 50 of 70 shown (--all)\n"));
    assert_eq!(dir.run(&["q", "turbine kind:heading", "--all"]).out.lines().count(), 70);
}

#[test]
fn what_is_said_to_the_letter_is_counted_and_listed_whole() {
    let dir = Dir::new();
    for file in 0..130 {
        dir.file(&format!("src/m{file}.go"), "package m\n\nfunc f() {\n\ta := 1\n\tb := kiln.Fire(a)\n}\n");
    }
    let out = |words: &str, format: &str| dir.run(&["q", words, "-f", format]).out;
    assert_eq!((out(":=", "count"), out("\"kiln.Fire(\"", "count")), ("260\n".to_owned(), "130\n".to_owned()));
    assert_eq!(out(":=", "paths").lines().count(), 130);
    let all = dir.run(&["q", "\"kiln.Fire(\"", "--all", "-f", "vimgrep"]);
    assert_eq!(all.out.lines().count(), 130);
    assert!(all.err.contains("$.content.grep(/kiln\\.Fire\\(/)"), "{}", all.err);
    assert_eq!(out("path:m12 \":=\"", "count"), "22\n", "m12, and m120 to m129");
}

#[test]
fn lines_for_editors_are_cut_around_what_was_found() {
    let dir = Dir::new();
    let line = format!("{}needle{}", "x ".repeat(50_000), " y".repeat(50_000));
    dir.file("one.txt", &line);
    let found = dir.run(&["q", "$.content.grep('needle')", "-f", "vimgrep"]).out;
    assert!(found.starts_with("one.txt:1:100001:…") && found.contains("needle"), "{found}");
    assert!(found.len() < 1_100 && found.ends_with("…\n"), "{found}");
}

#[test]
fn an_editor_walks_through_all_places_of_one_message_in_a_function() {
    let dir = Dir::new();
    let text = "package a\n\nfunc migrate(path string) error {\n\tif a(path) {\n\t\treturn fmt.Errorf(\"couldn't migrate the file `%s`: %s\", path, 1)\n\t}\n\t\
                if b(path) {\n\t\treturn fmt.Errorf(\"couldn't migrate the file `%s`: %s\", path, 2)\n\t}\n\treturn nil\n}\n";
    dir.file("a.go", text);
    let found = dir.run(&["search", "-f", "vimgrep", "couldn't migrate the file `/x/a.yml`: EOF"]).out;
    let lines: Vec<&str> = found.lines().filter_map(|line| line.strip_prefix("a.go:")).collect();
    assert!(lines.len() == 2 && lines[0].starts_with("5:") && lines[1].starts_with("8:"), "{found}");
}

#[test]
fn an_identifier_stands_above_its_scattered_parts() {
    let dir = Dir::new();
    let scattered = "def lean():\n    docs = 1\n    exclude = 2\n    docs = exclude\n    return docs, exclude\n";
    dir.file("a.py", scattered);
    dir.file("b.py", "def reads(settings):\n    x = 1\n    y = 2\n    z = 3\n    return settings.exclude_docs\n");
    for query in ["exclude_docs", "excludeDocs"] {
        let found = dir.run(&["q", query]).out;
        assert!(found.starts_with("b.py:5: function reads\na.py:4: function lean\n"), "{found}");
    }
}

#[test]
fn what_is_no_word_at_all_finds_nothing() {
    let dir = Dir::new();
    let ran = dir.run(&["q", "zzzqqq"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.starts_with("docql: \"zzzqqq\" occurs nowhere\n"), "{ran:?}");
}

#[test]
fn options_behind_words_are_told_where_they_belong() {
    let ran = Dir::new().run(&["turbine", "-f", "json"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("to search:  docql query 'turbine'"), "{ran:?}");
}

#[test]
fn notes_go_to_standard_error() {
    let dir = Dir::new();
    let cut = dir.run(&["q", "$.toc[*]", "-n", "1"]);
    assert_eq!(
        cut,
        Ran { code: 0, out: "docs/guide.md:1: H1 Guide\n".into(), err: "docql: 1 of 7 shown (--all)\n".into() }
    );
    let none = dir.run(&["q", "$.code.class('Engin')"]);
    assert_eq!(
        none,
        Ran {
            code: 1,
            out: String::new(),
            err: "docql: nothing here is called \"Engin\"; nearest: Engine\ndocql: try: $.code.class(\"Engine\")\n"
                .into()
        }
    );
    let narrowed = dir.run(&["q", "$.toc[*]", "--kind", "trait"]);
    assert_eq!(narrowed.err, "docql: 7 found, but none that --kind and --lang leave\n");
    let condition = dir.run(&["q", "$.toc[?(@.level==1 && @.title==\"guide\")]"]);
    assert_eq!(
        condition.err,
        "docql: of 7 rows level==1 leaves 3, of these title==\"guide\" none\ndocql: nearest title: \"Guide\" 1\n\
         docql: try: $.toc[?(@.level == 1 && @.title == \"Guide\")]\n"
    );
    let extension = dir.run(&["q", "$.files[?(@.extension==\".md\")]"]);
    assert!(extension.err.contains("nearest extension: \"md\" "), "{}", extension.err);
    let kind = dir.run(&["q", "$.code.classes[?(@.kind==\"strukt\")]"]);
    assert!(kind.err.contains("docql: try: $.code.classes[?(@.kind == \"struct\")]"), "{}", kind.err);
    let level = dir.run(&["q", "$.toc[?(@.level==9)]"]);
    assert!(level.err.contains("level goes from 1 to "), "{}", level.err);
    let hints = dir.json(&["q", "$.code.class('run')", "-f", "json"]);
    assert_eq!(hints["suggestions"], json!(["$.code.method(\"run\")"]));
}

#[test]
fn wrong_queries_are_shown_with_a_caret() {
    let dir = Dir::new();
    assert_eq!(
        dir.run(&["q", "$.toc[?(@.titel == \"x\")]"]),
        Ran {
            code: 2,
            out: String::new(),
            err: "error[Q017]: there is no field \"titel\"; did you mean \"title\"?\n  $.toc[?(@.titel == \"x\")]\n            \
                  ^^^^^ expected name title kind type level line end_line path file extension directory language …\n  \
                  fix: $.toc[?(@.title == \"x\")]\n"
                .into()
        }
    );
    let wide = dir.run(&["q", "$.toc[?(@.title == \"架构\" && @.x)]"]).err;
    assert!(
        wide.contains("\n  $.toc[?(@.title == \"架构\" && @.x)]\n                                 ^ expected"),
        "{wide}"
    );
    let error = dir.json(&["q", "$.toc[?(@.level = = = 1)]", "-f", "json"]);
    assert_eq!((&error["type"], &error["code"]), (&json!("docql_error"), &json!("Q012")));
    assert!(
        error["span"].is_array()
            && error["expected"].is_array()
            && error["fixes"].is_array()
            && error["message"].is_string()
    );
}

#[test]
fn data_files_are_queried_by_the_standard() {
    let dir = Dir::new();
    dir.prints(&["q", "$.a[*]", "--data", "data.json"], "[1,2,{\"b\":null}]\n");
    dir.prints(&["q", "$..b", "--data", "data.json"], "[null]\n");
    dir.file("data.yaml", "a:\n  - x\n  - 1.5\n");
    dir.file("data.toml", "[a]\nb = [true]\n");
    dir.prints(&["q", "$.a[?@ > 1]", "--data", "data.yaml"], "[1.5]\n");
    dir.prints(&["q", "$.a.b[0]", "--data", "data.toml"], "[true]\n");
    assert_eq!(
        dir.feed(&["q", "$[::-1]", "--data", "-"], "[1,2]"),
        Ran { code: 0, out: "[2,1]\n".into(), err: String::new() }
    );
    assert_eq!(dir.run(&["q", "$.x", "--data", "data.json"]), Ran { code: 1, out: "[]\n".into(), err: String::new() });
    let strict = dir.run(&["q", "$.a[?@ ~= 1]", "--data", "data.json"]);
    assert!(strict.code == 2 && strict.out.is_empty() && strict.err.starts_with("error[Q023]: RFC 9535"), "{strict:?}");
    dir.file("broken.json", "{\"a\":\n");
    let broken = dir.run(&["q", "$", "--data", "broken.json"]);
    assert!(broken.code == 2 && broken.err.starts_with("docql: broken.json:2: "), "{broken:?}");
    assert_eq!(dir.run(&["q", "$", "--data", "none.json"]).code, 2);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let dir = Dir::new();
    dir.file("long.txt", &"a line of text\n".repeat(200_000));
    let mut command = dir.command(&["q", "$.content.grep('line')"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut first = [0; 64];
    std::io::Read::read_exact(child.stdout.as_mut().expect("a pipe"), &mut first).expect("a beginning");
    drop(child.stdout.take());
    let ended = ran(child.wait_with_output().expect("an end"));
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
}

#[test]
fn escape_sequences_never_reach_the_output() {
    let dir = Dir::new();
    dir.file(
        "evil.md",
        "# Ti\u{1b}[31mtle\n\nA \u{1b}]0;owned\u{7} paragraph\u{9b}2J.\n\n```sh\necho \u{1b}[2J\n```\n",
    );
    let queries =
        ["$.toc[*]", "$.content.grep('paragraph')", "$.content.codeblock", "$.toc.title", "$.content", "paragraph"];
    for query in queries {
        for format in ["text", "json", "jsonl", "vimgrep", "md", "paths", "count"] {
            // Only these two show more of a hit than its line.
            let more = [&[][..], &["--full"], &["-C", "3"]];
            for more in if matches!(format, "text" | "md") { &more[..] } else { &more[..1] } {
                let ran = dir.run(&[&["q", query, "evil.md", "-f", format], *more].concat());
                let dirty = |text: &str| text.chars().any(|c| c.is_control() && c != '\n' && c != '\t');
                assert!(!dirty(&ran.out) && !dirty(&ran.err), "{query} {format}: {:?}", ran.out);
                assert_eq!(ran.code, 0, "{query} {format}: {ran:?}");
            }
        }
    }
    for arguments in [&["toc", "evil.md"][..], &["complete", "--line", "$.content.heading(\"", "evil.md"]] {
        assert!(!dir.run(arguments).out.contains(['\u{1b}', '\u{7}', '\u{9b}']));
    }
    // Nor what is given as an argument, in what is said of it.
    for arguments in [&["q", "$.toc", "no\u{1b}[31m"][..], &["no\u{1b}[31m"], &["q", "$.a", "--data", "no\u{1b}[31m"]] {
        let ran = dir.run(arguments);
        assert!(ran.code == 2 && ran.err.contains("no␛[31m") && !ran.err.contains('\u{1b}'), "{ran:?}");
    }
}

#[test]
fn a_word_is_neither_a_subcommand_nor_a_path() {
    let dir = Dir::new();
    let word = dir.run(&["foo"]);
    assert_eq!(
        (word.code, word.err.as_str()),
        (
            2,
            "docql: \"foo\" is neither a subcommand nor a path\n  to search:  docql query 'foo'\n  to open:    docql ./foo\n"
        )
    );
    assert!(dir.run(&["qery"]).err.contains("did you mean docql query?"));
    let path = dir.run(&["docs"]);
    assert!(path.code == 2 && path.err.contains("terminal"), "{path:?}");
    // A place in a file is one, too, as it is written for lines, pages and anchors.
    for place in
        ["docs/guide.md:3", "docs/guide.md:3:1:", "docs/guide.md:p2", "docs/guide.md#page=2", "docs/guide.md#use"]
    {
        let opened = dir.run(&[place]);
        assert!(opened.code == 2 && opened.err.contains("terminal"), "{place}: {opened:?}");
    }
    // A file that is named from somewhere below is looked for.
    let below = dir.run(&["engine.rs:3"]);
    assert!(below.code == 2 && below.err.contains("terminal"), "{below:?}");
    assert!(dir.run(&["engine:3"]).err.contains("neither a subcommand nor a path"));
    let gone = dir.run(&["docs/gone.md#use"]);
    assert!(gone.err.contains("neither a subcommand nor a path"), "{gone:?}");
    let nothing = dir.run(&[]);
    assert!(nothing.code == 2 && nothing.err.contains("terminal"), "{nothing:?}");
    let absolute = dir.run(&["/nowhere/at/all"]);
    assert!(absolute.code == 2 && absolute.err.contains("no such file or directory"), "{absolute:?}");
    assert!(!absolute.err.contains("./"), "{absolute:?}");
}

#[test]
fn a_name_where_a_place_or_a_value_is_wanted_is_told_what_it_is() {
    let dir = Dir::new();
    let shown = dir.run(&["show", "run"]);
    assert!(
        shown.err.contains("run is no path; it is declared as src/engine.rs#method:Engine.run: $.code.query(\"run\")"),
        "{shown:?}"
    );
    assert!(dir.run(&["show", "src/engine.rs#Engine.run"]).out.contains("pub fn run"));
    let data = dir.run(&["query", "$.data.c", "--data", "data.json"]);
    assert!(data.out == "[]\n" && data.err.contains("asks the value itself: $.c"), "{data:?}");
    assert_eq!(dir.run(&["query", "$.c", "--data", "data.json"]).out, "[\"x\"]\n");
}

#[test]
fn help_is_there_for_every_topic_and_name() {
    let dir = Dir::new();
    let topics = dir.run(&["help"]).out;
    let pages = docql::cli::PAGES.iter().map(|page| page.name);
    for topic in pages.chain(["roots", "functions", "fields", "operators", "kinds", "formats"]) {
        assert!(topics.contains(&format!("  {topic} ")), "{topic}");
        let page = dir.run(&["help", topic]);
        assert!(page.code == 0 && page.out.lines().count() > 5 && page.err.is_empty(), "{topic}: {page:?}");
        assert!(!page.out.contains("<!--"), "{topic}");
    }
    let both = dir.run(&["help", "search"]).out;
    assert!(both.starts_with("# Search with plain words") && both.contains("\nsearch (function): "), "{both}");
    let words = dir.run(&["help", "tmux"]).out;
    assert!(words.starts_with("# Terminals"), "{words}");
    let section = dir.run(&["help", "large files"]).out;
    assert!(section.starts_with("Formats and languages (docql help formats)\n\n## Large files\n"), "{section}");
    dir.file("home/.config/docql/config.toml", "[keys.browse]\n'ctrl-g' = 'query.facets'\n");
    assert!(dir.run(&["help", "keys"]).out.contains("| `F` `Ctrl-G` |"), "the keys are those of the user");
    dir.prints(
        &["help", "$.callers()"],
        "callers (function): what calls it, over so many steps\n  example: $.code.method(\"validateToken\").callers(2)\n",
    );
    assert_eq!(
        dir.run(&["help", "nonsense"]),
        Ran {
            code: 2,
            out: String::new(),
            err: "docql: there is no topic \"nonsense\"; docql help lists them\n".into()
        }
    );
    let short = dir.run(&["-h"]).out;
    assert!(short.contains("docql query") && short.lines().count() < 60, "{short}");
}

#[test]
fn explain_says_how_a_query_is_read() {
    let dir = Dir::new();
    dir.prints(
        &["explain", "$.code.class(\"Eng*\").methods[?(@.line > 1)][0].callers(2)"],
        "$.code.class(\"Eng*\").methods[?(@.line > 1)][0].callers(2)\n  1. each document\n  \
         2. inside: class with a name that matches /(?is)^Eng.*$/\n  3. inside: method of any name\n  \
         4. of each list: where line>1\n  5. of each list: number 0\n  6. callers over 2 step(s)\n  \
         7. only files with a name that contains \"eng\"\n  reads: the structure of all files\n",
    );
    let lenient = dir.run(&["explain", "$.toc[?(@.level = 1)]"]);
    assert!(lenient.code == 0 && lenient.out.contains("note[Q012]"), "{lenient:?}");
    assert_eq!(dir.run(&["explain", "$.toc[?"]).code, 2);
    let plan = dir.json(&["explain", "-f", "json", "$.toc[0]"]);
    assert_eq!((&plan["type"], &plan["canonical"]), (&json!("docql_plan"), &json!("$.toc[0]")));
    assert_eq!(dir.run(&["explain", "--strict", "$.a[?@.b ~= 1]"]).code, 2);
}

#[test]
fn completion_answers_editors() {
    let dir = Dir::new();
    let answer = dir.json(&["complete", "--line", "$.code.class(\"En", "--point", "16", "-f", "json"]);
    assert_eq!(answer["replace"], json!([13, 16]));
    assert_eq!(answer["closers"], "\")");
    let first = &answer["candidates"][0];
    assert_eq!(
        (&first["label"], &first["insert"], &first["kind"], &first["count"]),
        (&json!("Engine"), &json!("\"Engine\""), &json!("name"), &json!(1))
    );
    dir.prints(&["complete", "--line", "$.conten", "--no-corpus"], "content\t$.content\n");
    assert_eq!(dir.run(&["complete", "--line", "$.toc[?(@.level == 1", "--point", "9999"]).code, 0);
}

#[test]
fn outlines_and_what_was_left_out() {
    let dir = Dir::new();
    dir.prints(
        &["toc", "--depth", "1"],
        "docs/guide.md\n  H1 Guide 1\nsrc/engine.rs\n  struct Engine 2\n  function main 13\n",
    );
    dir.prints(&["toc", "docs"], "docs/guide.md\n  H1 Guide 1\n    H2 Install 5\n    H2 Use 11\n");
    assert_eq!(dir.run(&["toc", "data.json"]).code, 1);
    assert_eq!(dir.run(&["skipped"]).code, 1);
    fs::write(dir.0.path().join("blob.bin"), [0, 1, 2, 255].repeat(64)).expect("a file");
    let skipped = dir.run(&["skipped"]);
    assert!(skipped.code == 0 && skipped.out.starts_with("blob.bin: "), "{skipped:?}");
}

#[test]
fn the_workspace_is_not_written_to() {
    let dir = Dir::new();
    let all = |path: &Path| -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(path)
            .expect("a folder")
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let before = all(dir.0.path());
    dir.run(&["q", "$.content.search('run')", "docs", "src"]);
    let after: Vec<String> = all(dir.0.path()).into_iter().filter(|name| name != "home").collect();
    assert_eq!(before, after);
}

#[test]
fn a_file_that_is_no_text_is_found_by_its_path_in_every_format() {
    let dir = Dir::new();
    dir.file("lib/engine.so", "\0\u{1}\u{2}\0");
    for (typed, format, line) in [
        ("lib/engine.so", "vimgrep", "lib/engine.so:1:1:engine.so\n"),
        ("engine.so", "jsonl", r#"{"path":"lib/engine.so","type":"file","name":"engine.so","id":"lib/engine.so"}"#),
    ] {
        let ran = dir.run(&["q", typed, "-f", format, "-n", "1"]);
        assert!(ran.out.starts_with(line), "{typed} {format}: {}", ran.out);
    }
    let shown = dir.run(&["show", "lib/engine.so"]);
    assert!(shown.err.contains("lib/engine.so is there, but left out: binary"), "{}", shown.err);
}

#[test]
fn places_that_a_text_names_are_printed_in_every_format() {
    let dir = Dir::new();
    dir.file("trace.txt", "boom\n    at src/engine.rs:9:5\nnote: gone.rs:1\nmain\n   src/engine.rs:14\n");
    let text = "src/engine.rs:9: self.speed\nsrc/engine.rs:14: Engine { speed: 1 }.run();\n";
    assert_eq!(squeezed(&dir.run(&["places", "trace.txt"]).out), text);
    let mut piped = dir.command(&["places", "-f", "paths"]);
    piped.stdin(fs::File::open(dir.0.path().join("trace.txt")).expect("a file"));
    assert_eq!(finish(piped).out, "src/engine.rs\n");
    for (format, part) in [
        ("json", "\"line\":14"),
        ("jsonl", "\"parent\":\"run\""),
        ("vimgrep", "src/engine.rs:9:"),
        ("md", "engine.rs"),
        ("count", "2"),
    ] {
        let ran = dir.run(&["places", "trace.txt", "-f", format]);
        assert!(ran.code == 0 && ran.out.contains(part), "{format}: {ran:?}");
    }
    for command in ["search", "query"] {
        let mut piped = dir.command(&[command, "-"]);
        piped.stdin(fs::File::open(dir.0.path().join("trace.txt")).expect("a file"));
        assert_eq!(squeezed(&finish(piped).out), text, "{command} - reads messages, too");
        let pasted = "error: no speed\n --> src/engine.rs:9:5\n";
        let ran = dir.run(&[command, pasted, "-f", "jsonl", "--fields", "line,message"]);
        assert_eq!(
            ran.out,
            "{\"path\":\"src/engine.rs\",\"type\":\"match\",\"line\":9,\"message\":\"error: no speed\"}\n"
        );
        assert!(dir.run(&[command, "self\nspeed"]).out.contains("engine.rs"), "words on two lines are words");
    }
    dir.file("none.txt", "nothing to see\n");
    let ran = dir.run(&["places", "none.txt"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("names a place"), "{}", ran.err);
    assert_eq!(dir.run(&["places", "missing.txt"]).code, 2);
}

/// The text without the spaces that lines begin with behind their place.
fn squeezed(text: &str) -> String {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect()
}

#[test]
fn what_is_read_otherwise_than_written_is_said_in_every_output() {
    let dir = Dir::new();
    for (query, said) in [
        ("$.toc.[*]", "no dot is needed"),
        ("$.content.heading(Guide)", "text belongs in quotes"),
        ("$.code.class(\"Engine\",)", "nothing follows the comma"),
        ("$.toc[?(@.level==1 & @.name~=\"e\")]", "doubled"),
    ] {
        let ran = dir.run(&["q", query]);
        assert!(ran.err.contains(said) && ran.err.contains("read as $."), "{query}: {ran:?}");
        let notes = dir.json(&["q", query, "-f", "json"])["notes"].to_string();
        assert!(notes.contains(said), "{query}: {notes}");
    }
    assert!(!dir.run(&["q", "$.toc[*]"]).err.contains("read as"));
}

#[test]
fn the_first_diagnostic_is_the_cause() {
    let dir = Dir::new();
    let ran = dir.run(&["q", "$.toc[?(@.name =~ /abc)]"]);
    assert!(ran.err.starts_with("error[Q004]: the closing \"/\" is missing"), "{}", ran.err);
    assert!(ran.err.contains("fix: $.toc[?(@.name =~ /abc/)]"), "{}", ran.err);
    assert!(!ran.err.contains("Q018"), "{}", ran.err);
}

#[test]
fn nothing_asked_and_what_cannot_be_read_are_errors() {
    let dir = Dir::new();
    for arguments in [&["q", ""][..], &["q", "  "], &["search", ""]] {
        let ran = dir.run(arguments);
        assert!(ran.code == 2 && ran.err.contains("empty"), "{arguments:?}: {ran:?}");
    }
    // Names in brackets are members.
    let ran = |query: &str| dir.run(&["q", query, "-f", "jsonl"]).out;
    assert_eq!(ran("$[\"code\"][\"methods\"]"), ran("$.code.methods"));
    assert_eq!(ran("$.code['class'][*]"), ran("$.code.class[*]"));
    assert!(ran("$.code.methods").contains("run"));
}

#[test]
fn paths_and_messages_in_brackets_are_words_and_paths_of_the_language_are_not() {
    let dir = Dir::new();
    dir.file("src/log.rs", "fn log() {\n    print(\"[store] cannot open the file\");\n}\n");
    let first = |query: &str| {
        let ran = dir.run(&["q", "-f", "vimgrep", "-n", "1", "--", query]);
        ran.out.lines().next().unwrap_or(&ran.err).to_owned()
    };
    assert!(first("./src/engine.rs:8").starts_with("src/engine.rs:8:"), "{}", first("./src/engine.rs:8"));
    assert!(first("../x/src/engine.rs:8:5").starts_with("src/engine.rs:8:5:"), "{}", first("../x/src/engine.rs:8:5"));
    assert!(first("[store] cannot open the file").starts_with("src/log.rs:2:"), "{}", first("[store] cannot open"));
    for query in [".code.methods", ".toc", "..[?(@.name==\"run\")]", "[?(@.name==\"run\")]"] {
        assert!(first(query).contains(':') && !first(query).contains("log.rs:2"), "{query}: {}", first(query));
    }
    assert!(first(".cod.class(\"x\")").starts_with("error[Q"), "a slip in the language is told");
}

#[test]
fn json_says_how_many_hits_of_a_word_have_it_whole() {
    let dir = Dir::new();
    dir.file(
        "src/cart.rs",
        "fn turnstile_gate() {}\n\nfn open() { turnstile_gate(); }\n\n/// A turnstile at the gate.\nfn shut() {}\n",
    );
    let read =
        |words: &str| -> Value { serde_json::from_str(&dir.run(&["query", words, "-f", "json"]).out).expect("JSON") };
    let answer = read("turnstile_gate");
    let (named, total) = (answer["with_name"].as_u64().expect("how many"), answer["total"].as_u64().expect("a number"));
    assert!(0 < named && named < total, "{named} of {total}");
    assert!(read("shut")["with_name"].is_null(), "where all have it, nothing is said");
}

#[test]
fn words_that_stand_in_more_places_than_are_counted_say_or_more() {
    let dir = Dir::new();
    let many: String = (0..1_200).map(|number| format!("fn turnstile_{number}() {{}}\n")).collect();
    dir.file("src/many.rs", &many);
    let ran = dir.run(&["query", "turnstile", "-f", "json", "--brief", "-n", "5"]);
    let answer: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!((&answer["at_least"], &answer["truncated"]), (&json!(true), &json!(true)), "{}", answer["total"]);
    assert!(answer["total"].as_u64().is_some_and(|total| (1_000..1_200).contains(&total)), "{}", answer["total"]);
    assert!(dir.run(&["query", "turnstile", "-n", "5"]).err.contains(" or more shown (--all)"));
    // What is counted whole says nothing of it.
    assert!(!dir.run(&["query", "turnstile_7", "-f", "json", "-n", "5"]).out.contains("at_least"));
    let whole = dir.run(&["query", "turnstile", "-f", "count"]);
    assert!(whole.out.trim().parse().is_ok_and(|count: usize| count >= 1_200), "{whole:?}");
}
