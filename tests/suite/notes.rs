//! What stands beside an answer: words that occur nowhere, what was tried, what was meant as a query.

use crate::screens::Session;
use std::path::Path;
use std::process::Command;

/// What the program says on standard error when asked for `words` in the corpus.
fn said(words: &str) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.args(["query", words]).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"));
    let output = command.env_clear().env("HOME", home.path()).output().expect("a run");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn the_shell_says_which_words_are_nowhere_and_what_was_tried() {
    let one = said("token frobnicate");
    assert!(one.contains("docql: \"frobnicate\" occurs nowhere\n"), "{one}");
    assert!(one.contains("docql: tried: as written 0 → some of the words "), "{one}");
    let two = said("zzqx token qqyy");
    assert!(two.contains("\"zzqx\" and \"qqyy\" occur nowhere\n"), "{two}");
    let all = said("validate token");
    assert!(!all.contains("nowhere") && !all.contains("tried"), "{all}");
}

#[test]
fn a_facet_that_restricts_nothing_says_so() {
    let kind = said("kind:clas token");
    assert!(kind.contains("kind:clas was read as a word: there is no such kind; nearest: class"), "{kind}");
    let time = said("modified:soon token");
    assert!(time.contains("modified:soon was read as a word: times are written 7d"), "{time}");
    let language = said("lang:koltin token");
    assert!(language.contains("lang:koltin: no file here is of that; nearest: kotlin"), "{language}");
    let right = said("kind:class lang:kotlin token");
    assert!(!right.contains("was read") && !right.contains("no file here"), "{right}");
}

#[test]
fn a_query_without_its_sign_is_taken_for_words_and_told_so() {
    let err = said("code.class(\"AuthService\")");
    assert!(err.contains("docql: try: $.code.class(\"AuthService\")\n"), "{err}");
    assert!(!said("config.parse").contains("try: $"), "a name with a dot is no query");
}

#[test]
fn the_explorer_says_it_above_the_rows() {
    let mut session = Session::new(120, 36);
    session.press("token frobnicate");
    let text = session.text();
    assert!(text.contains("\"frobnicate\" occurs nowhere"), "{text}");
    assert!(text.contains("tried: as written 0 →"), "{text}");
    // The first hit is chosen, not the note.
    session.press("<ret>");
    assert!(session.model.subject().is_some_and(|subject| subject.line > 0));
}
