//! Where there is no room for the index: the last saved state opens, nothing hangs, and it is said what to do.
#![cfg(unix)]

use crate::saving::{Place, complete, docql, everything, found, sample};
use docql::indexer::{Indexer, Saved};
use docql::stdx::Ticket;
use std::process::{Command, Output};

/// Writes files with many words, none of which is in two of them.
fn fill(place: &Place) {
    for file in 0..60u32 {
        let words: Vec<String> = (0..200u32).map(|word| spelled(file * 200 + word)).collect();
        let functions: Vec<String> = words.iter().map(|word| format!("fn {word}() {{}}\n")).collect();
        place.write(&format!("zz/{file}.rs"), &functions.concat());
    }
}

/// A word of letters for each number.
fn spelled(number: u32) -> String {
    number.to_string().bytes().map(|digit| char::from(b'k' + digit - b'0')).collect::<String>() + "word"
}

/// Indexes where no file may get larger than `blocks` of 512 bytes, as on a disk that is full.
fn index_within(place: &Place, blocks: u32) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ; ulimit -f \"$0\"; exec \"$@\"", &blocks.to_string()]);
    let run = docql(place);
    shell.arg(run.get_program()).args(["index", "."]).current_dir(place.root());
    for (name, value) in run.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell.output().expect("a run")
}

#[test]
fn a_full_disk_leaves_the_last_saved_state_and_says_what_to_do() {
    let place = sample();
    let before = place.saved();
    let (expected, wheels) = (everything(&before.library()), found(&before.library(), "wheels"));
    drop(before);
    fill(&place);
    let mut failures = 0;
    for blocks in [1, 4, 16, 64, 256, 1024] {
        let ran = index_within(&place, blocks);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        if ran.status.success() {
            continue;
        }
        failures += 1;
        assert_eq!(ran.status.code(), Some(2), "{blocks}: {said}");
        assert!(said.contains("cannot be saved") && said.contains("set DOCQL_INDEX_DIR"), "{blocks}: {said}");
        let opened = place.opened();
        assert_eq!(opened.take_notices(), [""; 0], "{blocks}: nothing is damaged");
        assert_eq!(everything(&opened.library()), expected, "{blocks}");
        assert_eq!(found(&opened.library(), "wheels"), wheels, "{blocks}");
    }
    assert!(failures >= 3, "{failures}");
    let ran = docql(&place).args(["index", "."]).output().expect("a run");
    assert_eq!(ran.status.code(), Some(0), "with room it goes on: {}", String::from_utf8_lossy(&ran.stderr));
    let opened = place.opened();
    assert!(opened.library().is_complete() && opened.library().is_text_complete());
    assert_eq!(opened.verify(&Ticket::forever(), &|_| {}), []);
    let hits = found(&opened.library(), &spelled(777));
    assert!(hits.len() == 1 && hits[0].starts_with("zz/3.rs:"), "{hits:?}");
}

#[test]
fn words_that_find_no_room_stay_in_memory_and_those_that_were_saved_are_left_alone() {
    let place = sample();
    drop(place.saved());
    let indexer = place.opened();
    // The words are written here, until their directory is gone: every further write fails.
    place.write("src/more.rs", "/// Has flanges.\nfn more() {}\n");
    indexer.refresh_list(&Ticket::forever()).expect("a walk");
    complete(&indexer);
    std::fs::remove_dir_all(place.directory().join("text")).expect("removed");
    std::fs::write(place.directory().join("text"), "in the way").expect("a file");
    place.write("src/last.rs", "/// Has spokes.\nfn last() {}\n");
    indexer.refresh_list(&Ticket::forever()).expect("a walk");
    complete(&indexer);
    let library = indexer.library();
    let notices = indexer.take_notices();
    assert!(library.is_text_complete(), "{notices:?}");
    assert_eq!(found(&library, "spokes"), ["src/last.rs:1"]);
    assert_eq!(found(&library, "flanges"), ["src/more.rs:1"]);
    assert_eq!(found(&library, "wheels").len(), 2);
    assert!(notices.iter().any(|notice| notice.contains("the words cannot be written")), "{notices:?}");
    // The rest is saved all the same, and the next start has the words made once more.
    assert_eq!(indexer.save(), Ok(Saved::Yes));
    drop(indexer);
    assert!(!place.directory().join("text").is_file(), "what was in the way is gone");
    let again = Indexer::open(place.options()).expect("an indexer");
    complete(&again);
    assert_eq!(found(&again.library(), "spokes"), ["src/last.rs:1"]);
}
