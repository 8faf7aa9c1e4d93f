//! Reports of wrong behaviour as people write them: a title and a paragraph. The sources that a fix touches come first.

use crate::folders::write;
use docql::agent::{Research, ResearchLimits, research};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

const TITLE: &str = "No error from tag if the repository is locked";

const PARAGRAPH: &str = "When the repository is locked by another process, the tag command prints nothing about the lock and \
                         leaves with success, also with --json.";

/// The same words stand in the manual, and in a source that has another name.
const FILES: [(&str, &str); 4] = [
    (
        "doc/scripting.md",
        "# Exit codes\n\nIf the repository is locked by another process, a command leaves with 11 and prints an error about \
         the lock.\n\n--json\n: prints lines of JSON\n",
    ),
    (
        "src/repository.go",
        "package src\n\n// Lock takes the lock of the repository, if it is not locked by another process.\nfunc Lock(repository \
         string) error {\n\treturn nil\n}\n",
    ),
    (
        "cmd/cmd_tag.go",
        "package cmd\n\n// run runs the command.\nfunc run(repository string) {\n\tif err := src.Lock(repository); err != nil \
         {\n\t\treturn\n\t}\n}\n",
    ),
    (
        "cmd/cmd_list.go",
        "package cmd\n\n// list runs the command.\nfunc list(repository string) {\n\tif err := src.Lock(repository); err != nil \
         {\n\t\treturn\n\t}\n}\n",
    ),
];

fn ask(text: &str) -> Research {
    let folder = tempfile::tempdir().expect("a folder");
    FILES.iter().for_each(|(name, text)| write(folder.path(), name, text));
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    research(&workspace, text, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

fn paths(found: &Research) -> Vec<&str> {
    found.citations.iter().map(|citation| &*citation.passage.path).collect()
}

#[test]
fn a_title_and_a_paragraph_are_a_report_and_the_named_command_comes_before_documents() {
    let found = ask(&format!("{TITLE}\n\n{PARAGRAPH}"));
    let paths = paths(&found);
    let place = |path: &str| paths.iter().position(|one| *one == path).expect(path);
    assert!(found.is_answered, "a report is not declined");
    assert!(place("cmd/cmd_tag.go") < place("doc/scripting.md"), "{paths:?}");
    assert!(place("cmd/cmd_tag.go") < place("cmd/cmd_list.go"), "{paths:?}");
}

#[test]
fn a_question_with_the_reason_why_it_is_asked_is_no_report() {
    let found = ask(&format!("Which code does a command leave with when the repository is locked?\n\n{PARAGRAPH}"));
    assert_eq!(paths(&found)[0], "doc/scripting.md", "what documents say is not put behind sources");
}

#[test]
fn what_a_manual_shows_and_what_others_wrote_come_after_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let shown = "def draw_footer(page):\n    \"\"\"Draws the footer of a long page twice.\"\"\"\n    page.footer()\n    page.footer()\n";
    for path in ["docs/draw.py", "testing/footers.py", "app/_vendor/pages.py"] {
        write(
            folder.path(),
            path,
            &shown.replace("draw", path.split('/').next_back().unwrap_or_default().trim_end_matches(".py")),
        );
    }
    write(folder.path(), "app/table.py", "def finish(page):\n    # The footer comes last.\n    page.footer()\n");
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let report = format!("Footer of a long page is drawn twice\n\n{PARAGRAPH}");
    let found =
        research(&workspace, &report, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer");
    assert_eq!(paths(&found).first(), Some(&"app/table.py"), "{:?}", paths(&found));
}

#[test]
fn what_is_made_of_the_sources_comes_after_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "// Draws the footer of a long page.\nexport function drawFooter(page) {\n  page.footer();\n}\n";
    for path in ["browser_dist/footer.js", "src/footer.js"] {
        write(folder.path(), path, text);
    }
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let report = format!("Footer of a long page is drawn twice\n\n{PARAGRAPH}");
    let found =
        research(&workspace, &report, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer");
    assert_eq!(paths(&found).first(), Some(&"src/footer.js"), "{:?}", paths(&found));
}
