//! Rows without long text, which are in no index of words: what a question says of them is looked for in them.

use crate::follow::ask as asked;
use crate::worded::{ask, made_by};
use docql::indexer::Indexer;
use std::process::Command;

const HOUSE: &str = "
CREATE TABLE actor (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO actor VALUES (1, 'Penelope Guiness'), (2, 'Nick Wahl');
CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT, description TEXT, length INTEGER);
INSERT INTO film VALUES (1, 'AFRICAN EGG', 'A Tale of a Crocodile and a Shark', 90), (2, 'BOAT', 'A Tale of a Shark and a Cat', 80),
  (3, 'LAMP', 'A Story of a Teacher', 100);
CREATE TABLE visit (id INTEGER PRIMARY KEY, place TEXT, guests INTEGER);
INSERT INTO visit VALUES (1, 'Oslo', 7), (2, 'Bonn', 3);
";

fn house() -> (tempfile::TempDir, Indexer) {
    made_by("house.db", HOUSE)
}

#[test]
fn what_rows_hold_is_found_and_never_said_to_be_nowhere() {
    let (folder, workspace) = house();
    let found = ask(&workspace, "films about a crocodile and a shark");
    let counted = found.counted.as_ref().unwrap_or_else(|| panic!("{:?}", found.remarks()));
    assert_eq!(counted.query, r#"$.table("film").rows.search("crocodile shark")"#);
    assert_eq!(counted.rows[0][1], "AFRICAN EGG");
    assert!(found.is_answered && found.confidence() < 1.0 && found.nowhere.is_empty(), "{:?}", found.nowhere);
    // What no row and no column says leaves the question open.
    let open = ask(&workspace, "who married Penelope Guiness");
    assert!(!open.is_answered, "{:?}", open.counted);
    assert!(open.doubt.as_deref().is_some_and(|doubt| doubt.contains("\"married\"")), "{:?}", open.doubt);
    // A count is no matter of some rows.
    let home = tempfile::tempdir().expect("a home");
    let (code, text, _) = asked(folder.path(), home.path(), &["how many sharks did the teacher see"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(!text.contains("nothing says \"sharks\"") && text.contains("rows of film in house.db hold"), "{text}");
    assert!(ask(&workspace, "the visit with the highest zebra").counted.is_none());
}

#[test]
fn no_word_is_said_to_be_in_no_row_that_some_row_has() {
    let (_folder, workspace) = house();
    // One row has the crocodile, another one the teacher.
    let apart = ask(&workspace, "films about a crocodile and a teacher");
    let counted = apart.counted.as_ref().unwrap_or_else(|| panic!("{:?}", apart.remarks()));
    let rows = counted.rows.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("\n");
    assert!(rows.contains("AFRICAN EGG") && rows.contains("LAMP"), "{rows}");
    let doubt = apart.doubt.as_deref().unwrap_or_default();
    assert!(!apart.is_answered && !doubt.contains("says") && doubt.contains("other rows"), "{doubt}");
    // A column beyond those that are looked through at first is looked at before a word is called absent.
    let columns: Vec<String> = (0..30).map(|number| format!("c{number} TEXT")).collect();
    let values: Vec<String> = (0..30).map(|number| format!("'v{number}'")).collect();
    let sql = format!(
        "CREATE TABLE shelf (id INTEGER PRIMARY KEY, {}, tail TEXT); INSERT INTO shelf VALUES (1, {}, 'a Walrus');
         INSERT INTO shelf (id, c0) VALUES (2, 'a lamp and a crate');",
        columns.join(", "),
        values.join(", ")
    );
    let (_wide, workspace) = made_by("wide.db", &sql);
    let found = ask(&workspace, "which shelf has a lamp, a crate and a walrus");
    let said = format!("{:?} {:?}", found.doubt, found.remarks());
    assert!(!said.contains("says \"walrus\"") && !found.nowhere.contains(&"walrus".to_owned()), "{said}");
    let found = ask(&workspace, "which shelf has a lamp, a crate and a zebra");
    assert!(found.doubt.as_deref().is_some_and(|doubt| doubt.contains("no row of shelf says \"zebra\"")), "{said}");
}

#[test]
fn the_hint_of_a_search_names_the_table_that_has_the_words() {
    let (folder, _workspace) = house();
    let output = Command::new(env!("CARGO_BIN_EXE_docql"))
        .args(["search", "crocodile"])
        .current_dir(folder.path())
        .env("XDG_CACHE_HOME", folder.path().join("../cache"))
        .output()
        .expect("docql");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(text.contains(r#"film has "crocodile": $.table("film").rows.search("crocodile")"#), "{text}");
}
