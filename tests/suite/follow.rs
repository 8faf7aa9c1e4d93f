//! Questions that go on from the one before: from the shell, in the explorer.

use crate::ask::files;
use crate::screens::Session;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// What `docql ask` says in this folder, for a user with this home.
pub fn ask(folder: &Path, home: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_docql"))
        .arg("ask")
        .args(arguments)
        .current_dir(folder)
        .env("HOME", home)
        .env("XDG_CACHE_HOME", home.join("cache"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .env("XDG_STATE_HOME", home.join("state"))
        .env_remove("DOCQL_STATE_DIR")
        .output()
        .expect("docql");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

pub fn json(folder: &Path, home: &Path, arguments: &[&str]) -> Value {
    let (_, text, errors) = ask(folder, home, &[arguments, &["-f", "json"]].concat());
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{errors}"))
}

/// The places that an answer cites.
fn cites(answer: &Value, path: &str, line: u64) -> bool {
    answer["citations"]
        .as_array()
        .expect("citations")
        .iter()
        .any(|one| one["path"] == path && one["line"].as_u64() <= Some(line) && one["end_line"].as_u64() >= Some(line))
}

#[test]
fn the_shell_goes_on_from_the_last_question_of_the_folder() {
    let (folder, home) = (files(), tempfile::tempdir().expect("a home"));
    let (code, _, errors) = ask(folder.path(), home.path(), &["--continue", "and who calls it?"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("without --continue"), "{errors}");
    let first = json(folder.path(), home.path(), &["who takes stale locks away?"]);
    assert_eq!((&first["read_as"], &first["question"]), (&Value::Null, &"who takes stale locks away?".into()));
    let next = json(folder.path(), home.path(), &["--continue", "and who calls it?"]);
    assert_eq!(next["question"], "and who calls it?");
    assert_eq!(next["read_as"], "and who calls `remove_stale_locks`?", "{next:#}");
    assert!(cites(&next, "src/start.rs", 4), "the caller: {next:#}");
    // The chain goes on; a question of its own leaves it, and is what the next one goes on from.
    let tests = json(folder.path(), home.path(), &["-c", "what about the tests"]);
    assert_eq!(tests["read_as"], "tests of `remove_stale_locks`");
    let other = json(folder.path(), home.path(), &["-c", "which snapshots does the policy keep"]);
    assert_eq!(other["read_as"], Value::Null);
    let why = json(folder.path(), home.path(), &["-c", "why?"]);
    assert!(why["read_as"].as_str().is_some_and(|read| read.contains("snapshots")), "{why:#}");
    // What "it" stands for is named in front of it.
    let named = json(folder.path(), home.path(), &["-c", "what is staleAfter by default and what does it do"]);
    assert_eq!(named["read_as"], Value::Null);
    // What is asked of the project itself is a question of its own.
    json(folder.path(), home.path(), &["what licence is this under"]);
    let build = json(folder.path(), home.path(), &["-c", "how do I build it?"]);
    assert_eq!(build["read_as"], Value::Null, "{build:#}");
    // Another folder has nothing to go on from.
    let elsewhere = files();
    assert_eq!(ask(elsewhere.path(), home.path(), &["-c", "why?"]).0, Some(2));
}

#[test]
fn how_a_question_was_read_is_said() {
    let (folder, home) = (files(), tempfile::tempdir().expect("a home"));
    ask(folder.path(), home.path(), &["who takes stale locks away?"]);
    let (_, text, _) = ask(folder.path(), home.path(), &["-c", "who calls it?"]);
    assert!(text.contains("read as: who calls `remove_stale_locks`?"), "{text}");
}

#[test]
fn a_question_with_a_key_in_it_is_not_kept() {
    let (folder, home) = (files(), tempfile::tempdir().expect("a home"));
    let secret = "why does password=hunter2hunter2 fail for stale locks";
    ask(folder.path(), home.path(), &[secret]);
    assert_eq!(ask(folder.path(), home.path(), &["-c", "why?"]).0, Some(2));
}

#[test]
fn the_explorer_goes_on_from_the_answer_that_it_shows() {
    let folder = files();
    let mut session = Session::at(folder.path(), 160, 40);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("? who takes stale locks away<ret>");
    session.press("/<c-u>? and who calls it?<ret>");
    let results = session.model.results.results.clone().expect("an answer");
    assert!(
        results.notes.iter().any(|note| note == "read as: and who calls `remove_stale_locks`?"),
        "{:?}",
        results.notes
    );
    assert!(results.hits.iter().any(|hit| &*hit.path == "src/start.rs"), "{:?}", results.hits);
    // Asked once more – the files have changed – it is read as before, not from its own answer.
    session.press("/<ret>");
    let again = session.model.results.results.clone().expect("an answer");
    assert_eq!(again.notes, results.notes);
}

#[test]
fn the_way_back_to_an_answer_shows_it_without_asking_anew() {
    let folder = files();
    let mut session = Session::at(folder.path(), 160, 40);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("? who takes stale locks away<ret>");
    let answer = session.model.results.results.clone().expect("an answer");
    // What is asked meanwhile is another question's beginning; asked anew the first one might be read otherwise.
    session.press("/<c-u>? and who calls it?<ret>/<c-u>locks<ret>");
    assert_ne!(session.model.results.results.as_ref().map(|results| results.shape), Some(answer.shape));
    session.press("H");
    // The file of the answer is gone: asked anew the question would have another.
    std::fs::remove_dir_all(folder.path()).expect("removed");
    session.press("H");
    assert_eq!(session.model.prompt.line.text(), "? who takes stale locks away");
    assert_eq!(session.model.results.results, Some(answer));
    assert!(!session.model.results.running, "nothing is asked");
}
