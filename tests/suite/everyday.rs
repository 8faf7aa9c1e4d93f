//! What people say who do not know the names of things: help and palette find it, and the shell mends it.

use crate::screens::Session;
use std::path::Path;
use std::process::Command;

fn run(arguments: &[&str]) -> (String, String) {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.args(arguments).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"));
    let output = command.env_clear().env("HOME", home.path()).output().expect("a run");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn commands_are_found_by_everyday_words() {
    let asked = [
        ("who calls", "callers"),
        ("find usages", "references"),
        ("go to definition", "definition"),
        ("what does it call", "callees"),
        ("base class", "supertypes"),
        ("bookmarks", "places"),
        ("is it tested", "tests"),
        ("collapse", "fold"),
        ("exit", "quit"),
        ("full screen", "zoom"),
        ("word wrap", "wrap"),
        ("clipboard", "copy path:line"),
    ];
    let mut session = Session::new(120, 36);
    session.press("<esc>");
    for (words, title) in asked {
        for panel in ["?", ":"] {
            session.press(panel).press(words);
            let row = session.model.overlays.last().and_then(|panel| panel.selected()).expect(words).text.clone();
            assert_eq!(row.split(" [").next().unwrap_or_default(), title, "{panel}{words}");
            session.press("<esc>");
        }
        let (out, err) = run(&["help", words]);
        let is_topic = !out.contains("(command)");
        assert!(is_topic || out.contains(&format!("{title} (command)")), "{words}: {out}{err}");
    }
    assert!(run(&["help", "who calls"]).0.starts_with("callers (command): What calls it."));
}

#[test]
fn a_forgotten_quote_is_put_where_it_belongs() {
    let fixes = |query: &str| docql::docql::check(query).into_iter().flat_map(|found| found.fixes).collect::<Vec<_>>();
    assert_eq!(fixes("$.code.class(\"DFA).methods")[0], "$.code.class(\"DFA\").methods");
    assert_eq!(fixes("$.code.class('DFA).method(\"x\")")[0], "$.code.class(\"DFA\").method(\"x\")");
    assert_eq!(fixes("$.toc[?(@.title == \"Use)]")[0], "$.toc[?(@.title == \"Use\")]");
    // A parenthesis that the text itself opens belongs to it.
    assert_eq!(fixes("$.content.grep(\"run(a)b)")[0], "$.content.grep(\"run(a)b\")");
    assert_eq!(fixes("$.content.grep(\"run(")[0], "$.content.grep(\"run(\")");
    let err = run(&["q", "$.code.class(\"AuthService).methods"]).1;
    assert!(err.contains("fix: $.code.class(\"AuthService\").methods"), "{err}");
    assert_eq!(err.matches("error[").count(), 1, "{err}");
}

#[test]
fn explain_counts_along_the_steps_where_it_is_told_where_to_look() {
    let query = "$.code.class(\"AuthService\").methods[?(@.visibility == \"private\")]";
    let (out, err) = run(&["explain", query, "auth"]);
    let counts: Vec<&str> = out.lines().filter_map(|line| line.rsplit_once(": ").map(|(_, count)| count)).collect();
    assert!(err.is_empty() && counts.starts_with(&["1", "4", "1"]), "{out}{err}");
    assert!(!run(&["explain", query]).0.contains(": 4"), "without a place nothing is read");
    let json = run(&["explain", query, "auth", "-f", "json"]).0;
    assert!(json.contains("\"counts\":[1,4,1]"), "{json}");
}

#[test]
fn doctor_says_what_it_could_not_look_at() {
    let (out, _) = run(&["doctor"]);
    assert!(out.contains("output is not a terminal now") && !out.contains("this is none"), "{out}");
}

#[test]
fn records_tell_their_place_where_files_do_not() {
    let ranks = |query: &str| -> Vec<(String, Option<u64>)> {
        let out = run(&["query", query, "-f", "json"]).0;
        let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let files = document["files"].as_object().expect("files");
        let records = files.values().flat_map(|records| records.as_array().expect("records"));
        let name = |record: &serde_json::Value| record["name"].as_str().unwrap_or_default().to_owned();
        records.map(|record| (name(record), record["rank"].as_u64())).collect()
    };
    let in_order = run(&["query", "$.code.functions.sort(\"name\")", "-f", "jsonl", "--fields", "name"]).0;
    let names: Vec<String> = in_order
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("JSON")["name"].as_str().expect("a name").into()
        })
        .collect();
    let mut sorted = ranks("$.code.functions.sort(\"name\")");
    assert!(sorted.iter().all(|(_, rank)| rank.is_some()) && sorted.len() > 10, "{sorted:?}");
    sorted.sort_by_key(|(_, rank)| *rank);
    assert_eq!(sorted.into_iter().map(|(name, _)| name).collect::<Vec<_>>(), names);
    assert!(ranks("$.code.functions[*]").iter().all(|(_, rank)| rank.is_none()), "files tell the order");
}

#[test]
fn every_step_stands_once_in_the_help() {
    let out = run(&["help", "functions"]).0;
    let mut steps: Vec<&str> =
        out.lines().filter_map(|line| line.trim().split_once("  ")).map(|(name, _)| name).collect();
    let all = steps.len();
    steps.sort_unstable();
    steps.dedup();
    assert!(all > 90 && steps.len() == all, "{out}");
    let parent = out.lines().find(|line| line.trim().starts_with(".parent() ")).expect("parent");
    assert!(parent.contains("what it lies in; the rows it refers to"), "{parent}");
}

#[test]
fn a_list_that_is_compared_with_a_number_is_to_be_counted() {
    for (query, fix) in [
        ("$.code.functions[?(@.tests() == 0)]", "$.code.functions[?(@.tests().count() == 0)]"),
        ("$.code.classes[?(3 < @.methods)]", "$.code.classes[?(3 < @.methods.count())]"),
    ] {
        let found = docql::docql::check(query);
        assert!(found.iter().any(|found| found.message.contains("a list, not a number")), "{query}: {found:?}");
        assert_eq!(found.iter().flat_map(|found| found.fixes.clone()).collect::<Vec<_>>(), [fix]);
        assert!(docql::docql::check(fix).is_empty());
    }
    assert!(docql::docql::check("$.toc[?(@.level == 2 && @.lines > 3)]").is_empty());
}

#[test]
fn a_list_that_is_compared_with_a_number_has_a_length() {
    for (query, fix) in [
        ("$.code.functions[?(@.params > 3)]", "$.code.functions[?(length(@.params) > 3)]"),
        ("$.code.functions[?(2 < count(@.params))]", "$.code.functions[?(2 < length(@.params))]"),
    ] {
        let found = docql::docql::check(query);
        assert!(found.iter().any(|found| found.message.contains("is a list of texts")), "{query}: {found:?}");
        assert_eq!(found[0].fixes[0], fix);
        assert!(docql::docql::check(fix).is_empty(), "{fix}");
    }
    assert!(docql::docql::check("$.code.functions[?(@.params ~= \"id\" && count(@.children) > 1)]").is_empty());
}

#[test]
fn a_time_that_is_compared_with_something_else_is_refused() {
    for query in [
        "$.files[?(@.modified > \"30 days\")]",
        "$.toc[?(\"yesterday\" <= @.modified)]",
        "$.files[?(@.ext == \"rs\" && @.modified >= 2026)]",
    ] {
        let found = docql::docql::check(query);
        assert!(found.iter().any(|found| found.message.contains("is no time")), "{query}: {found:?}");
        let fix = &found[0].fixes[0];
        assert!(fix.contains("\"20") && docql::docql::check(fix).is_empty(), "{fix}");
    }
    for allowed in [
        "$.files[?(@.modified >= \"2026-11\")]",
        "$.files[?(@.modified ~= \"11-20\")]",
        "$.files[?(@.modified == null)]",
        "$.tables[*].rows[?(@.modified > \"last week\")]",
    ] {
        assert!(docql::docql::check(allowed).is_empty(), "{allowed}");
    }
}

#[test]
fn a_number_that_is_compared_with_a_word_is_refused() {
    for (query, fix) in [
        ("$.code.functions[?(@.level > \"auth\")]", "$.code.functions[?(@.level > 1)]"),
        ("$.toc[?(\"ten\" == @.line)].count()", "$.toc[?(1 == @.line)].count()"),
        ("$.files[?(@.extension==\"rs\" && !(@.size <= true))]", "$.files[?(@.extension == \"rs\" && !(@.size <= 1))]"),
    ] {
        let found = docql::docql::check(query);
        assert!(found.iter().any(|found| found.message.contains("is a number")), "{query}: {found:?}");
        assert_eq!(found[0].fixes[0], fix);
        assert!(found[0].fixes.iter().all(|fix| docql::docql::check(fix).is_empty()), "{found:?}");
    }
    for allowed in [
        "$.toc[?(@.level == \"2\")]",
        "$.toc[?(@.level != \"two\")]",
        "$.toc[?(@.level == null)]",
        "$.content.table.rows[?(@.size == \"large\")]",
        "$.toc[?(@.level == @.name)]",
        "$.toc[?(@.name > \"m\")]",
    ] {
        assert!(docql::docql::check(allowed).is_empty(), "{allowed}");
    }
    assert!(docql::docql::compile_data("$[?(@.level > \"auth\")]").is_ok(), "data is compared as RFC 9535 says");
}

#[test]
fn sections_without_a_text_of_their_own_can_be_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.md"), "# Top\n\n## Empty\n\n## Full\n\nText.\n").expect("a file");
    let of = |query: &str| {
        let place = folder.path().to_str().expect("a path");
        let out = run(&["query", query, place, "-f", "jsonl", "--fields", "text"]).0;
        let text = |line: &str| {
            let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
            record["text"].as_str().unwrap_or_default().to_owned()
        };
        out.lines().map(text).collect::<Vec<_>>()
    };
    assert_eq!(of("$.toc[?(@.text == \"\")]"), ["Top", "Empty"]);
    assert_eq!(of("$.toc[?(@.text != \"\")]"), ["Full"]);
    assert_eq!(of("$.toc[?(@.text)]"), ["Full"]);
}

#[test]
fn fixes_of_habits_can_be_run_as_they_are() {
    let found = |query: &str| docql::docql::check(query);
    for (query, fix) in [
        ("$.code.functions[?(@.path glob \"src/*\")]", "$.code.functions[?(@.path startsWith \"src/\")]"),
        ("$.files[?(@.path glob \"**/*.rs\")]", "$.files[?(@.path =~ \"^.*/[^/]*[.]rs$\")]"),
        ("$.files[?(@.path glob \"*.rs\")]", "$.files[?(@.path endsWith \".rs\")]"),
        ("$.files[?(@.path glob \"*test*\")]", "$.files[?(@.path ~= \"test\")]"),
        ("$.code.functions[?(@.lines between 90 and 100)]", "$.code.functions[?(@.lines >= 90 && @.lines <= 100)]"),
        (
            "$.code.functions[?(@.lines between 90 and 100 && @.doc)]",
            "$.code.functions[?(@.lines >= 90 && @.lines <= 100 && @.doc)]",
        ),
        ("$.code.functions[?(@.loc > 100)]", "$.code.functions[?(@.lines > 100)]"),
        ("$.code.todos[*]", "$.content.grep(\"TODO\")"),
        ("$.code.fixmes", "$.content.grep(\"FIXME\")"),
        (
            "$.code.function(\"uv_run\").callPath(\"main\")",
            "$.code.function(\"uv_run\").callers(20)[?(@.name == \"main\")]",
        ),
        ("$.code.functions[?(@.calls ~= \"uv__free\")]", "$.code.functions[?(@.callees ~= \"uv__free\")]"),
        ("$.code.functions[?(@.calls == \"uv__free\")]", "$.code.functions[?(@.callees == \"uv__free\")]"),
        ("$.code.functions[?(@.file =~ \"src/.*\")]", "$.code.functions[?(@.path =~ \"src/.*\")]"),
        ("$.code.functions[?(@.file == \"src/a.c\")]", "$.code.functions[?(@.path == \"src/a.c\")]"),
    ] {
        let fixes: Vec<String> = found(query).into_iter().flat_map(|found| found.fixes).collect();
        assert_eq!(fixes.first().map(String::as_str), Some(fix), "{query}: {fixes:?}");
        assert!(found(fix).is_empty(), "{fix}: {:?}", found(fix));
    }
    assert_eq!(found("$.code.functions[?(@.lines between 90 and 100)]").len(), 1);
    for fine in ["$.files[?(@.file =~ \"(src/)?a\")]", "$.files[?(@.line ~= \"1\")]", "$.files[?(@.file ~= \"a.c\")]"] {
        assert!(found(fine).is_empty(), "{fine}: {:?}", found(fine));
    }
}

#[test]
fn an_alias_without_members_names_the_type_that_has_them() {
    let text = "struct loop_s {\n  int count;\n};\ntypedef struct loop_s loop_t;\n";
    let results = crate::relations::results(&[("a.c", text)], "$.code.class(\"loop_t\").fields[*]");
    assert_eq!(results.hints, ["\"loop_t\" is an alias of loop_s"]);
    assert_eq!(results.suggestions, ["$.code.class(\"loop_s\").fields[*]"]);
}
