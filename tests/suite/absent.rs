//! What is not there is said, with the nearest of what is: keys of data, patterns of names.

use crate::folders::write;
use docql::docql::Results;
use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

fn results(query: &str) -> Results {
    let folder = tempfile::tempdir().expect("a folder");
    write(
        folder.path(),
        "compose.yml",
        "services:\n  mysql:\n    image: a\n  postgres:\n    image: b\n    ports: [1, 2]\n",
    );
    let java = "package a;\n\nimport java.util.List;\nimport org.junit.jupiter.api.Test;\n\nclass OrderService {}\n";
    write(folder.path(), "A.java", java);
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    let question = Question::in_report(query, Reading::Docql, 100, (true, true));
    answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results
}

#[test]
fn a_key_that_data_does_not_have_is_named_with_the_nearest() {
    let absent = results("$.data.services.postgre");
    assert_eq!(absent.hints, ["there is no key \"postgre\"; nearest: postgres"]);
    assert_eq!(absent.suggestions, ["$.data.services.postgres"]);
    assert_eq!(results("$.data.volumes").hints, ["there is no key \"volumes\"; there are: services"]);
    assert_eq!(
        results("$.data.services.postgres.ports.x").hints,
        ["a list has no key \"x\"; [*] goes into its elements"]
    );
    let inner = results("$.data.services[\"mysq\"].image");
    assert_eq!(inner.suggestions, ["$.data.services.mysql.image"]);
    assert!(results("$.data.services.mysql").hints.is_empty());
}

#[test]
fn a_condition_on_data_that_asks_for_its_file_is_told() {
    let absent = results("$.data.services[?(@.path==\"compose.yml\")]");
    assert_eq!(absent.hints, ["@.path is a key of the data here; without it each hit has the path of its file"]);
    assert_eq!(absent.suggestions, ["$.data.services"]);
}

#[test]
fn a_condition_on_data_that_nothing_meets_says_which_keys_there_are() {
    let absent = results("$.data[?(@.key==\"services\")]");
    assert_eq!(
        absent.hints,
        [
            "of 1 values none has key==\"services\"",
            "none of them has a key \"key\"; they have: mysql, postgres",
            "a key is a step; here there are: services",
        ]
    );
    assert_eq!(absent.suggestions, ["$.data.services"]);
    // The nearest key, and what stands behind the condition.
    let absent = results("$.data.services[?(@.key==\"mysq\")].image");
    assert_eq!(absent.suggestions, ["$.data.services.mysql.image"]);
    // A key that is there has values, of which the nearest is told.
    let absent = results("$.data.services[?(@.image==\"aa\")]");
    assert_eq!(absent.hints, ["of 2 values none has image==\"aa\"", "nearest image: \"a\" 1"]);
    assert_eq!(absent.suggestions, ["$.data.services[?(@.image == \"a\")]"]);
    // Values without keys, and conditions on the values themselves.
    let absent = results("$.data.services.postgres.ports[?(@.key==\"x\")]");
    assert_eq!(absent.hints, ["of 2 values none has key==\"x\"", "none of them has a key \"key\", nor any other"]);
    assert_eq!(
        results("$.data.services.postgres.ports[?(@ > 7)]").hints,
        ["of 2 values none has @>7", "@ goes from 1 to 2 here"]
    );
}

#[test]
fn files_that_hold_no_data_are_told_of_with_what_they_hold() {
    let absent = results("$.files[?(@.extension==\"java\")].data.name");
    assert_eq!(absent.hints, ["the file that is meant is none that holds data: JSON, YAML, TOML, XML, INI, HCL"]);
    assert!(absent.suggestions.is_empty());
    let absent = results("$.files[?(@.extension==\"yml\")].frontmatter[?(@.image==\"a\")]");
    assert_eq!(absent.hints, ["the file that is meant is none that begins with front matter in YAML or TOML"]);
    assert_eq!(absent.suggestions, ["$.files[?(@.extension == \"yml\")].data[?(@.image == \"a\")]"]);
}

#[test]
fn a_pattern_where_a_text_is_compared_as_it_is_is_written_as_one() {
    let suggested = |query: &str| results(query).suggestions;
    for (asked, meant) in [
        ("$.code.classes[?(@.name ~= \"^ord\")]", "$.code.classes[?(@.name =~ /^ord/i)]"),
        ("$.code.classes[?(@.name ~= \"Order|Cart\")]", "$.code.classes[?(@.name =~ /Order|Cart/i)]"),
        ("$.code.classes[?(@.name ~= \"*Order*\")]", "$.code.classes[?(@.name ~= \"Order\")]"),
        ("$.code.classes[?(@.name == \"Order*\")]", "$.code.classes[?(@.name =~ /^Order/i)]"),
        ("$.code.classes[?(@.name == \"*Service\")]", "$.code.classes[?(@.name =~ /Service$/i)]"),
        (
            "$.code.classes[?(@.name ~= \"^a|x\" || @.name ~= \"y.*\")]",
            "$.code.classes[?(@.name =~ /^a|x/i || @.name =~ /y.*/i)]",
        ),
        (
            "$.code.classes[?(@.line > 0 && @.name startsWith \"^Ord\")]",
            "$.code.classes[?(@.line > 0 && @.name =~ /^Ord/i)]",
        ),
        ("$.code.class(\"^Ord\")", "$.code.class(/^Ord/i)"),
        ("$.code.class(\"Order.*|Cart\").methods", "$.code.class(/Order.*|Cart/i).methods"),
        ("$.content.grep(\"^class \\\\w+\")", "$.content.grep(/^class \\w+/i)"),
        ("$.content.grep(\"import|clas s\")", "$.content.grep(/import|clas s/i)"),
    ] {
        let absent = results(asked);
        assert_eq!(absent.suggestions.first().map(String::as_str), Some(meant), "{asked}: {:?}", absent.hints);
        assert!(absent.hints.iter().any(|hint| hint.contains("a regular expression stands")), "{:?}", absent.hints);
    }
    // What is no pattern stays what it is.
    for plain in ["a+b", "x (y)", "f[0]", "$x", "C++", "**", "1-2", "a.b"] {
        let query = format!("$.code.classes[?(@.name ~= \"{plain}\")]");
        assert!(suggested(&query).iter().all(|query| !query.contains("=~")), "{plain}");
    }
}

#[test]
fn imports_are_found_by_globs_over_their_path_and_the_nearest_named_where_none_fits() {
    let names = |query: &str| results(query).hits.iter().map(|hit| hit.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names("$.code.import(\"org.junit.*\")"), ["Test"]);
    assert_eq!(names("$.code.import(\"*.util.*\")"), ["List"]);
    assert_eq!(names("$.code.import(\"Te*\")"), ["Test"]);
    assert_eq!(names("$.code.import(\"org*\")"), Vec::<String>::new(), "without a dot it is a glob over the name");
    let absent = results("$.code.import(\"org.junitt.*\")");
    assert_eq!(absent.hints, ["none of the 2 names matches; nearest: org.junit.jupiter.api.Test"]);
    let absent = results("$.code.class(\"OrderX*\")");
    assert_eq!(absent.hints, ["none of the 1 names matches; nearest: OrderService"]);
}

#[test]
fn an_import_is_found_by_its_path_as_well_as_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "a.ts", "import colors from 'picocolors'\nimport { join } from 'node:path'\n");
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    let results = |query: &str| {
        let question = Question::in_report(query, Reading::Docql, 100, (true, true));
        answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results
    };
    let lines = |query: &str| results(query).hits.iter().map(|hit| hit.line).collect::<Vec<_>>();
    assert_eq!(lines("$.code.import(\"picocolors\")"), [1]);
    assert_eq!(lines("$.code.import(\"colors\")"), [1]);
    assert_eq!(lines("$.code.import(\"Join\")"), [2]);
    assert_eq!(results("$.code.import(\"picocolor\")").hints.len(), 1);
}

#[test]
fn who_imports_a_module_takes_something_from_it() {
    let folder = tempfile::tempdir().expect("a folder");
    write(
        folder.path(),
        "a.py",
        "import os\nfrom os import path\nfrom web.http.client import Client\nfrom web import http\nimport web.html\n",
    );
    write(folder.path(), "b.go", "package b\n\nimport (\n\t\"example.com/org/keys\"\n\t\"net\"\n\t\"net/http\"\n)\n");
    write(folder.path(), "C.java", "import java.util.List;\nimport java.util.concurrent.Future;\n\nclass C {}\n");
    write(folder.path(), "d.rs", "use serde::{Deserialize, de::Error};\n");
    write(folder.path(), "e.c", "#include <linux/module.h>\n");
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    let places = |module: &str| {
        let query = format!("$.code.import(\"{module}\")");
        let question = Question::in_report(&query, Reading::Docql, 100, (true, true));
        let results = answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results;
        results.hits.iter().map(|hit| format!("{}:{}", hit.path, hit.line)).collect::<Vec<_>>().join(" ")
    };
    for (module, expected) in [
        ("os", "a.py:1 a.py:2"),
        ("web.http", "a.py:3 a.py:4"),
        ("web.http.client", "a.py:3"),
        ("http", "a.py:4 b.go:6"),
        ("example.com/org/keys", "b.go:4"),
        ("org/keys", "b.go:4"),
        ("net", "b.go:5"),
        ("net/http", "b.go:6"),
        ("java.util", "C.java:1 C.java:2"),
        ("java.util.List", "C.java:1"),
        ("serde", "d.rs:1 d.rs:1"),
        ("serde::de", "d.rs:1"),
        ("linux/module.h", "e.c:1"),
        ("web.htm", ""),
    ] {
        assert_eq!(places(module), expected, "{module}");
    }
}

#[test]
fn what_a_node_does_not_have_is_nothing_and_the_query_that_asks_so_is_named() {
    let absent = results("$.code.class(\"OrderService\")[?(@.doc == null)]");
    assert!(absent.hits.is_empty());
    assert!(absent.suggestions.contains(&"$.code.class(\"OrderService\")[?(!@.doc)]".to_owned()), "{absent:?}");
    assert_eq!(results("$.code.class(\"OrderService\")[?(!@.doc)]").hits.len(), 1);
}

#[test]
fn a_regular_expression_behind_contains_is_offered_behind_the_operator_for_it() {
    let absent = results("$.code[*][?(@.path ~= \"^Core/\")]");
    assert_eq!(absent.suggestions[0], "$.code[*][?(@.path =~ /^Core\\//i)]");
    assert!(
        absent.hints.iter().any(|hint| hint.contains("a regular expression stands after =~")),
        "{:?}",
        absent.hints
    );
    let absent = results("$.files[?(@.name ~= \"A.*va\")]");
    assert_eq!(absent.suggestions[0], "$.files[?(@.name =~ /A.*va/i)]");
    assert_eq!(results(&absent.suggestions[0]).total, 1);
    assert!(!results("$.files[?(@.name ~= \"core\")]").suggestions.iter().any(|query| query.contains("=~")));
}

#[test]
fn a_step_for_a_folder_is_offered_as_a_condition_on_the_path() {
    for (query, fix) in [
        ("$.code.in(\"core\")", "$.code[*][?(@.path ~= \"core\")]"),
        ("$.code.functions.in('core').callers()", "$.code.functions[?(@.path ~= \"core\")].callers()"),
        ("$.files.under(\"src\")", "$.files[?(@.path ~= \"src\")]"),
    ] {
        let diagnostics = docql::docql::check(query);
        assert_eq!(diagnostics[0].fixes.first().map(String::as_str), Some(fix), "{query}: {diagnostics:?}");
        assert!(docql::docql::check(fix).is_empty(), "{fix}");
    }
}

#[test]
fn that_a_language_is_read_as_text_alone_is_told_where_its_declarations_are_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "Sources/App.swift", "final class Application {\n    func boot() {}\n}\n");
    write(folder.path(), "Sources/Route.swift", "struct Route {}\n");
    write(folder.path(), "tool.py", "def main(): pass\n");
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    let results = |query: &str| {
        let question = Question::in_report(query, Reading::Docql, 100, (true, true));
        answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results
    };
    let said = "of Swift (2 files) docql reads the text and no declarations: words and grep find what is there";
    assert_eq!(results("$.code.classes").hints, [said]);
    let named = results("$.code.class(\"Application\")");
    assert_eq!(named.hints[0], said);
    assert_eq!(named.suggestions[0], "$.content.grep(\"Application\")");
    let part = results("$.code.query(\"Boot\")");
    assert_eq!(part.hints, [said, "no name here has \"Boot\" in it"]);
    assert_eq!(part.suggestions, ["$.content.grep(\"Boot\")"]);
    assert!(results("$.code.functions").hints.is_empty(), "there are some");
}
