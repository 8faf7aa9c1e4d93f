//! Questions how something is done with a project, or made for it: documents for people come first, and what machines
//! check the project with is no answer.

use crate::folders::write;
use docql::agent::{Research, ResearchLimits, research};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

fn ask(files: &[(&str, &str)], question: &str) -> Research {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("ring");
    files.iter().for_each(|(path, text)| write(&root, path, text));
    let workspace = Indexer::open(WorkspaceOptions::at(&root)).expect("a workspace");
    research(&workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

/// The first place that is shown.
fn first(files: &[(&str, &str)], question: &str) -> (String, String) {
    let found = ask(files, question);
    let first = found.citations.first().map(|cited| (cited.passage.path.to_string(), cited.passage.text.clone()));
    first.unwrap_or_default()
}

#[test]
fn how_something_is_made_is_told_by_documents() {
    let files = [
        (
            "docs/plugins/generators.md",
            "---\ntitle: Generators\n---\n\nYou can create a generator when you need more pages.\n\nIt gets the site.\n",
        ),
        (
            "lib/document.rb",
            "class Document\n  # Write the generated document file to the destination directory.\n  def write(generator)\n  end\nend\n",
        ),
        ("lib/generator.rb", "class Generator\n  def write_generator\n  end\nend\n"),
        ("docs/themes.md", "# Themes\n\nText.\n\n## Creating a theme\n\nMake a directory.\n"),
    ];
    for (question, path, text) in [
        ("how do I write a generator", "docs/plugins/generators.md", "create a generator"),
        ("how do I create my own theme?", "docs/themes.md", "Make a directory."),
    ] {
        let (found, shown) = first(&files, question);
        assert!(found == path && shown.contains(text), "{question}: {found}: {shown}");
    }
}

#[test]
fn how_tests_are_run_is_told_by_commands_and_by_the_section_on_it() {
    let gradle = [
        (
            "CONTRIBUTING.md",
            "# Contributing\n\nSign here.\n\n## Code\n\nGet working code before you submit:\n\n```\n./gradlew clean check\n```\n",
        ),
        ("android/README.md", "# Android\n\n## Testing on Android\n\nStart an emulator.\n"),
    ];
    let (path, text) = first(&gradle, "how do I run the tests");
    assert!(path == "CONTRIBUTING.md" && text.contains("./gradlew clean check"), "{path}: {text}");
    let guide = [(
        "CONTRIBUTING.md",
        "# Guide\n\n## Debugging errors in tests\n\nLook at the trace.\n\n## Testing against others\n\nLink it.\n\n## Running Tests\n\n\
         Type `npm test`.\n",
    )];
    let (_, text) = first(&guide, "how do I run the tests");
    assert!(text.contains("Running Tests"), "{text}");
}

#[test]
fn a_name_that_a_language_without_an_outline_may_declare_is_not_said_to_be_declared_nowhere() {
    let files = [
        ("src/a.c", "int open_kiln(void) { return 1; }\n"),
        ("perl/kiln.pl", "sub fire_kiln {\n  return shift;\n}\n\nfire_kiln(3);\n"),
    ];
    let told = ask(&files, "what calls fire_kiln").said.join("; ");
    assert!(told.contains("perl/kiln.pl:1") && !told.starts_with("nothing here declares"), "{told}");
    assert!(!ask(&files, "what calls fire_oven").said.join("; ").contains("kiln.pl"));
}

#[test]
fn a_guide_in_the_documentation_comes_before_what_tools_read() {
    let files = [
        (
            "docs/contributing.rst",
            "Contributing\n============\n\nRunning tests\n-------------\n\nTo run them, use tox.\n",
        ),
        (
            "pyproject.toml",
            "[tool.pytest.ini_options]\ntestpaths = [\"tests\"]\nmarkers = [\"slow: marks slow tests\"]\n",
        ),
        ("src/a.py", "def run_tests():\n    pass\n"),
    ];
    assert_eq!(first(&files, "how do I run the tests").0, "docs/contributing.rst");
}

#[test]
fn where_checks_are_configured_and_who_has_written_it_is_told() {
    let files = [
        ("azure-pipelines.yml", "name: build\non: push\njobs:\n  one:\n    timeout-minutes: 30\n"),
        ("AUTHORS", "Ada Ring <ada@example.org>\n"),
        ("src/config.py", "TIMEOUT = 5  # default timeout of a call\n\ndef list_of_public_names():\n    ci = 1\n"),
        ("src/list.dat", "ci\nconfigured\n"),
    ];
    assert_eq!(first(&files, "where is the CI configured").0, "azure-pipelines.yml");
    assert_eq!(first(&files, "who wrote this project").0, "AUTHORS");
    assert_eq!(first(&files, "what is the default timeout").0, "src/config.py");
}

#[test]
fn an_option_that_a_macro_declares_is_found_by_its_name() {
    let files = [
        (
            "src/gring.cc",
            "GRING_DEFINE_bool_(catch_all, BoolFromEnv(\"catch_all\",\n                   true),\n    \"Catches all.\");\n\n\
             GRING_DEFINE_string_(\n    color, StringFromEnv(\"color\", \"auto\"),\n    \"Whether to use colors.\");\n\n\
             DEFINE_int32(depth, 7, \"How deep.\");\n",
        ),
        ("docs/use.md", "# Use\n\nWith `--gring_color` there are colors.\n"),
    ];
    for (question, shown) in [
        ("what is the default of the flag gring_color", "\"auto\""),
        ("what is the default of gring_catch_all", "true"),
    ] {
        let (path, text) = first(&files, question);
        assert!(path == "src/gring.cc" && text.contains(shown), "{question}: {path}: {text}");
    }
}

#[test]
fn an_option_that_nothing_declares_is_declined_though_its_word_stands_in_a_text() {
    let files = [
        ("src/lib.rs", "/// Renders pages in parallel and waits.\npub fn render() {}\n"),
        (
            "src/cli.rs",
            "#[derive(Parser)]\npub struct Cli {\n    /// Renders drafts too.\n    #[clap(long)]\n    pub drafts: bool,\n}\n",
        ),
    ];
    let found = ask(&files, "what does --parallel do");
    assert!(!found.is_answered, "{:?}", found.citations);
    assert!(ask(&files, "what does --drafts do").is_answered);
}
