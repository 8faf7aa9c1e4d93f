//! Many repositories: which there are, which a question is about, and how that is said and overridden.

use docql::agent::{Research, ResearchLimits, research};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What packages are called, and what they say of themselves.
const PACKAGES: [(&str, &str); 12] = [
    ("alder", "Parses command line arguments and prints usage"),
    ("birch", "Compresses and unpacks archives of files"),
    ("cedar", "Draws text and windows in a terminal"),
    ("douglas", "Connects to databases and runs queries"),
    ("elm", "Reads and writes JSON documents"),
    ("fir", "Sends mail over SMTP"),
    ("ginkgo", "Computes hashes and signatures of messages"),
    ("hazel", "Schedules jobs at times of the day"),
    ("ivy", "Renders Markdown as HTML pages"),
    ("juniper", "Measures and prints how long functions take"),
    ("katsura", "Translates messages into other languages"),
    ("larch", "Watches directories for changed files"),
];

fn write(folder: &Path, path: &str, text: &str) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

/// A folder of packages. Each has a retry that says the same.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, description) in PACKAGES {
        let manifest = format!("[package]\nname = \"{name}\"\ndescription = \"{description}.\"\n");
        write(folder.path(), &format!("{name}-1.0.0/Cargo.toml"), &manifest);
        let source = format!(
            "//! {name}.\n\n/// Tries once more after a failure.\npub fn retry_{name}(times: u32) {{\n    again(times);\n}}\n"
        );
        write(folder.path(), &format!("{name}-1.0.0/src/lib.rs"), &source);
    }
    folder
}

fn options(folder: &Path) -> WorkspaceOptions {
    WorkspaceOptions { packages: true, ..WorkspaceOptions::at(folder) }
}

fn ask(workspace: &Indexer, question: &str) -> Research {
    research(workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

fn repositories(options: WorkspaceOptions) -> Vec<(String, String)> {
    let workspace = Indexer::open(options).expect("a workspace");
    let library = workspace.library();
    library.repositories().iter().map(|one| (one.name.clone(), one.path.clone())).collect()
}

#[test]
fn manifests_and_given_roots_are_repositories_where_that_is_wanted() {
    let folder = folder();
    assert_eq!(repositories(WorkspaceOptions::at(folder.path())), []);
    let all = repositories(options(folder.path()));
    assert_eq!(all.len(), PACKAGES.len());
    assert_eq!(all[0], ("alder-1.0.0".to_owned(), "alder-1.0.0".to_owned()));
    let roots: Vec<PathBuf> = vec!["elm-1.0.0".into(), "fir-1.0.0/".into()];
    let named = repositories(WorkspaceOptions { roots, ..WorkspaceOptions::at(folder.path()) });
    assert_eq!(named.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["elm-1.0.0", "fir-1.0.0"]);
}

#[test]
fn a_question_about_many_repositories_looks_in_those_that_it_is_about() {
    let folder = folder();
    let workspace = Indexer::open(options(folder.path())).expect("a workspace");
    let found = ask(&workspace, "how often is sending mail retried");
    assert_eq!(found.repositories.first().map(String::as_str), Some("fir-1.0.0"), "{:?}", found.repositories);
    assert!((5..=8).contains(&found.repositories.len()), "{:?}", found.repositories);
    assert!(found.notes.iter().any(|note| note.contains("of 12 repositories, repo:* looks in all: fir-1.0.0")));
    for citation in &found.citations {
        let own = citation.passage.path.split('/').next().expect("a directory");
        assert!(found.repositories.iter().any(|name| name == own), "{own} is none of {:?}", found.repositories);
    }
    assert!(found.steps[0].step.text().contains(" repo:fir-1.0.0"), "what is looked in can be entered");
    for step in found.steps.iter().filter(|taken| taken.step.language() == "docql") {
        assert!(docql::docql::compile(step.step.text()).is_ok(), "{}", step.step.text());
    }
    // Overridden: all of them, or the one that is named.
    assert_eq!(ask(&workspace, "how often is sending mail retried repo:*").repositories, Vec::<String>::new());
    let one = ask(&workspace, "how often is it retried repo:elm");
    assert!(!one.citations.is_empty() && one.citations.iter().all(|it| it.passage.path.starts_with("elm-")));
}

#[test]
fn golden_repositories_come_first_where_something_speaks_for_them() {
    let folder = folder();
    let golden = vec!["larch".to_owned()];
    let workspace = Indexer::open(WorkspaceOptions { golden, ..options(folder.path()) }).expect("a workspace");
    let found = ask(&workspace, "how often is a failure tried once more");
    assert_eq!(found.repositories.first().map(String::as_str), Some("larch-1.0.0"), "{:?}", found.repositories);
}

#[test]
fn few_repositories_are_all_looked_in() {
    let folder = folder();
    for (name, _) in &PACKAGES[..4] {
        std::fs::remove_dir_all(folder.path().join(format!("{name}-1.0.0"))).expect("gone");
    }
    let workspace = Indexer::open(options(folder.path())).expect("a workspace");
    assert_eq!(ask(&workspace, "how often is sending mail retried").repositories, Vec::<String>::new());
    let auto = ask(&workspace, "how often is sending mail retried repo:auto");
    assert_eq!(auto.repositories.first().map(String::as_str), Some("fir-1.0.0"), "{:?}", auto.repositories);
}

#[test]
fn words_choose_repositories_too() {
    let folder = folder();
    let run = |words: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_docql"))
            .args(["search", words, "--no-index"])
            .current_dir(folder.path())
            .env("DOCQL_REPOSITORIES_PACKAGES", "true")
            .output()
            .expect("docql");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let some = run("retry sending mail repo:auto");
    assert!(some.contains("of 12 repositories, repo:* looks in all: fir-1.0.0"), "{some}");
    assert!(some.contains("retry_fir"), "{some}");
    // A whole name is that repository alone, not each whose name holds it.
    let elm = run("retry repo:elm-1.0.0");
    assert!(elm.contains("retry_elm") && !elm.contains("retry_fir"), "{elm}");
}
