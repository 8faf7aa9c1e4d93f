//! Two processes on one workspace: one writes the index, the other maps what it saves, and takes its place.

use crate::saving::{Place, complete, everything, found, sample};
use docql::indexer::{Indexer, News, Outlook, Saved, Watch};
use docql::library::Library;
use docql::stdx::Ticket;
use std::sync::mpsc;
use std::time::Duration;

const DEADLINE: Duration = Duration::from_secs(60);

/// More files than a reader reads by itself.
const MANY: usize = 80;

fn step(indexer: &Indexer) -> Outlook {
    indexer.index_some(Duration::from_secs(60), &Ticket::forever(), &|_| {}).expect("a step")
}

fn look(indexer: &Indexer) {
    indexer.refresh_list(&Ticket::forever()).expect("a walk");
}

fn is_all_mapped(library: &Library) -> bool {
    let tables = library.row_tables().all(|(_, table)| table.origin().is_some());
    tables && library.segments().iter().all(|segment| segment.file().is_some())
}

/// A word that is in one of [`add_many`]'s files only.
const WORD: &str = "flanges";

fn add_many(place: &Place) {
    place.write("more/wheel.rs", "/// Has flanges.\nfn wheel() {}\n");
    for number in 0..MANY {
        place.write(&format!("more/{number}.rs"), &format!("/// Pumps.\nfn pump{number}() {{ helper(); }}\n"));
    }
}

#[test]
fn a_reader_maps_what_the_writer_saves_instead_of_doing_its_work() {
    let place = sample();
    let writer = place.saved();
    let reader = place.opened();
    add_many(&place);
    look(&reader);
    assert_eq!(step(&reader), Outlook::Elsewhere);
    assert!(reader.is_reader() && !reader.has_unsaved() && !reader.library().is_complete());
    assert!(!reader.follow(), "nothing has been saved yet");

    look(&writer);
    complete(&writer);
    assert_eq!(writer.save(), Ok(Saved::Yes));
    assert!(reader.follow() && !reader.follow());
    let library = reader.library();
    assert!(library.is_complete() && library.is_text_complete() && is_all_mapped(&library));
    assert_eq!(everything(&library), everything(&writer.library()));
    assert_eq!(found(&library, WORD), ["more/wheel.rs:1"]);
    assert!(library.file_ids().all(|file| library.vectors(file).is_some()), "vectors too");
    assert_eq!(step(&reader), Outlook::Done);
}

#[test]
fn a_reader_adds_a_few_files_to_the_words_that_are_there_and_writes_nothing() {
    let place = sample();
    let writer = place.saved();
    let reader = place.opened();
    let before = directory_listing(&place);
    // Not to be read again: its words come from what was saved.
    std::fs::remove_file(place.root().join("docs/guide.md")).expect("removed");
    place.write("src/engine.rs", "/// Drives flywheels.\nfn drive() {}\n");
    reader.refresh_paths(&[place.root().join("src/engine.rs")], &Ticket::forever(), &|_| {}).expect("a look");
    complete(&reader);
    let library = reader.library();
    assert!(library.is_text_complete());
    assert_eq!(found(&library, "flywheels"), ["src/engine.rs:1"]);
    assert_eq!(found(&library, "wheels"), ["docs/guide.md:1"], "the old words of the changed file are gone");
    assert_eq!(reader.save(), Ok(Saved::Other));
    assert!(!reader.has_unsaved(), "the other one saves");
    assert_eq!(directory_listing(&place), before);

    look(&writer);
    complete(&writer);
    assert_eq!(writer.save(), Ok(Saved::Yes));
    look(&reader);
    assert!(reader.follow());
    assert!(is_all_mapped(&reader.library()));
    assert_eq!(found(&reader.library(), "flywheels"), ["src/engine.rs:1"]);
    assert_eq!(everything(&reader.library()), everything(&writer.library()));
}

#[test]
fn a_reader_takes_the_place_of_a_writer_that_goes() {
    let place = sample();
    let writer = place.saved();
    let reader = place.opened();
    place.write("src/engine.rs", "/// Drives flywheels.\nfn drive() {}\n");
    look(&reader);
    complete(&reader);
    assert_eq!(reader.save(), Ok(Saved::Other));
    let (bell, rung) = mpsc::channel();
    reader.inherit(move || assert!(bell.send(()).is_ok()));
    assert!(!reader.succeed(), "the writer is there");
    // It goes without having seen the change.
    drop(writer);
    rung.recv_timeout(DEADLINE).expect("the right to write");
    assert!(reader.succeed() && !reader.is_reader());
    complete(&reader);
    assert!(reader.has_unsaved());
    assert_eq!(reader.save(), Ok(Saved::Yes));
    let expected = everything(&reader.library());
    assert_eq!(found(&reader.library(), "flywheels"), ["src/engine.rs:1"]);
    drop(reader);
    let again = place.opened();
    assert!(again.library().is_complete() && again.library().is_text_complete(), "words were saved too");
    assert_eq!(everything(&again.library()), expected);
    assert_eq!(found(&again.library(), "flywheels"), ["src/engine.rs:1"]);
    assert_eq!(again.verify(&Ticket::forever(), &|_| {}), []);
}

#[test]
fn a_reader_of_an_index_that_is_not_there_yet_follows_its_making() {
    let place = Place::new(&[]);
    add_many(&place);
    let writer = Indexer::open(place.options()).expect("an indexer");
    assert_eq!(step(&writer), Outlook::More);
    let reader = Indexer::open(place.options()).expect("an indexer");
    while step(&reader) == Outlook::More {}
    assert!(reader.is_reader() && !reader.library().is_complete());
    // A question is answered all the same.
    reader.ensure(&docql::library::Needs::FullText, &Ticket::forever(), &|_| {}).expect("fresh");
    assert_eq!(found(&reader.library(), WORD), ["more/wheel.rs:1"]);
    complete(&writer);
    assert_eq!(writer.save(), Ok(Saved::Yes));
    assert!(reader.follow() && is_all_mapped(&reader.library()));
    assert_eq!(found(&reader.library(), WORD), ["more/wheel.rs:1"]);
    assert_eq!(everything(&reader.library()), everything(&writer.library()));
}

#[test]
fn the_watcher_tells_that_the_index_was_saved() {
    let place = sample();
    let writer = place.saved();
    let (sender, news) = mpsc::channel();
    let watch = Watch::start(move |news| drop(sender.send(news))).expect("a watcher");
    watch.follow(writer.places());
    let reader = place.opened();
    watch.follow_index(reader.index_place().expect("a place"));
    assert!(!reader.follow());
    place.write("src/engine.rs", "fn drive() {}\n");
    look(&writer);
    complete(&writer);
    assert_eq!(writer.save(), Ok(Saved::Yes));
    look(&reader);
    while !reader.follow() {
        while news.recv_timeout(DEADLINE).expect("news") != News::Saved {}
    }
    assert_eq!(everything(&reader.library()), everything(&writer.library()));
}

/// The names in the directory of the index, and below.
fn directory_listing(place: &Place) -> Vec<std::path::PathBuf> {
    let mut names = Vec::new();
    let mut left = vec![place.directory()];
    while let Some(directory) = left.pop() {
        for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
            if entry.path().is_dir() {
                left.push(entry.path());
            }
            names.push(entry.path());
        }
    }
    names.sort();
    names
}
