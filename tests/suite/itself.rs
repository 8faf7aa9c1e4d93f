//! Questions about the project itself that call it by its name, and what says how to work with it where no section does.

use crate::folders;

const FILES: &[(&str, &str)] = &[
    ("LICENSE", "                 Mild License\n\nPermission is granted to whoever asks.\n"),
    ("README.md", "# Ringer\n\nRings what is to be rung.\n"),
    (
        "BUILDING",
        "Build instructions\n\n(1) Prerequisites\n\n    A compiler.\n\n(2) Run the test cases\n\n    $ make check\n",
    ),
    (
        "package.json",
        "{\n  \"name\": \"@bells/ringer\",\n  \"license\": \"Mild\",\n  \"scripts\": {\n    \"dev\": \"bundler\",\n    \
         \"lint\": \"linter .\",\n    \"build\": \"bundler build\"\n  }\n}\n",
    ),
    (
        "lib/contrib/bell.js",
        "// Licensed under what ringer uses; which licence, see there.\nexport function ringer() {}\n",
    ),
    (
        "lib/run.js",
        "/** Runs tests of a ringer: builds and lints code from source. */\nexport function run(tests) {}\n",
    ),
];

/// The first citations of the answer.
fn cited(files: &[(&str, &str)], question: &str) -> Vec<String> {
    let found = folders::ask(files, question);
    assert!(found.is_answered, "{question}: {:?}", found.remarks());
    found.citations.iter().map(|citation| citation.passage.path.to_string()).collect()
}

#[test]
fn the_name_of_the_project_says_no_more_than_this_project() {
    for question in [
        "what licence is this under",
        "which licence does ringer use",
        "what licence is Ringer under?",
        "ringer 用什么许可证",
    ] {
        let cited = cited(FILES, question);
        assert_eq!(cited.first().map(String::as_str), Some("LICENSE"), "{question}");
        assert!(cited.contains(&"package.json".to_owned()), "the manifest says so too: {cited:?}");
    }
}

#[test]
fn plain_text_and_scripts_say_how_a_project_is_worked_with() {
    for (question, path) in [
        ("how do I build ringer", "BUILDING"),
        ("how do I run the tests", "BUILDING"),
        ("如何运行测试", "BUILDING"),
        ("how do I lint the code", "package.json"),
        ("how do I build the front end", "package.json"),
        ("how do I start the dev server", "package.json"),
    ] {
        let cited = cited(FILES, question);
        assert_eq!(cited.first().map(String::as_str), Some(path), "{question}: {cited:?}");
    }
}

#[test]
fn what_a_tool_reads_answers_where_nobody_has_written_how() {
    let files = [
        ("Makefile", "all: tool\n\ntest-unit: tool\n\t./tool --check\n"),
        ("tool.c", "/* Tests how a test is run. */\nint test_run(void) { return 0; }\n"),
    ];
    assert_eq!(cited(&files, "how do I run the tests").first().map(String::as_str), Some("Makefile"));
    let files = [
        ("pom.xml", "<project>\n  <artifactId>bells</artifactId>\n  <packaging>jar</packaging>\n</project>\n"),
        ("src/main/java/Builder.java", "/** Builds from source. */\nclass Builder {\n  void build() {}\n}\n"),
    ];
    assert_eq!(cited(&files, "how do I build bells").first().map(String::as_str), Some("pom.xml"));
}
