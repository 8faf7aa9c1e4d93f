//! What the explorer's own threads do without being asked: index to the last stage, save, look for damage, follow
//! another process.

use crate::saving::{Place, complete, everything, found, sample};
use docql::app::{Effect, Msg};
use docql::indexer::{Indexer, News, Watch};
use docql::stdx::{Ticket, Tickets};
use docql::workers::Workers;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

const DEADLINE: Duration = Duration::from_secs(60);

/// An explorer without a screen.
struct Explorer {
    messages: Receiver<Msg>,
    workers: Workers,
}

impl Explorer {
    fn start(place: &Place) -> Explorer {
        let (sender, messages) = mpsc::channel();
        let workers = Workers::start(place.options(), None, None, &sender).expect("threads");
        Explorer { messages, workers }
    }

    /// The first message that `is_it` accepts.
    #[track_caller]
    fn wait(&self, what: &str, is_it: impl Fn(&Msg) -> bool) {
        let until = Instant::now() + DEADLINE;
        while let Ok(message) = self.messages.recv_timeout(until.saturating_duration_since(Instant::now())) {
            if is_it(&message) {
                return;
            }
        }
        panic!("no message: {what}");
    }

    fn wait_until_all_is_indexed(&self) {
        let is_all = |message: &Msg| match message {
            Msg::LibraryChanged(listing) => listing.walked && listing.counts.indexed == listing.counts.files,
            _ => false,
        };
        self.wait("all is indexed", is_all);
    }
}

/// Tells when the index of a place is saved.
struct Saves {
    news: Receiver<News>,
    _watch: Watch,
}

impl Saves {
    fn of(place: &Place) -> Saves {
        let indexer = place.opened();
        let directory: PathBuf = indexer.index_place().expect("a place");
        std::fs::create_dir_all(&directory).expect("a folder");
        let (sender, news) = mpsc::channel();
        let _watch = Watch::start(move |news| drop(sender.send(news))).expect("a watcher");
        _watch.follow(indexer.places());
        _watch.follow_index(directory);
        assert_eq!(news.recv_timeout(DEADLINE), Ok(News::Saved), "said once, for what was saved before");
        Saves { news, _watch }
    }

    /// Waits for a save after which `is_so` holds of what is found on disk.
    #[track_caller]
    fn wait(&self, place: &Place, is_so: impl Fn(&Indexer) -> bool) -> Indexer {
        loop {
            let indexer = place.opened();
            if is_so(&indexer) {
                return indexer;
            }
            while self.news.recv_timeout(DEADLINE).expect("a save") != News::Saved {}
        }
    }
}

fn has_everything(indexer: &Indexer) -> bool {
    let library = indexer.library();
    library.is_complete()
        && library.is_text_complete()
        && library.file_ids().all(|file| library.vectors(file).is_some())
}

#[test]
fn an_example_that_is_asked_for_does_not_replace_completions() {
    let place = sample();
    let explorer = Explorer::start(&place);
    explorer.wait_until_all_is_indexed();
    let text = "$.".to_owned();
    let offered = docql::docql::complete(&text, text.len(), None, &Ticket::forever());
    let candidate = Box::new(offered.candidates.first().expect("a candidate").clone());
    let (completions, examples) = (Tickets::default(), Tickets::default());
    for _ in 0..20 {
        // The threads have no time to begin with one before the next is there.
        let (ticket, of_example) = (completions.issue(), examples.issue());
        let number = ticket.number();
        let complete = Effect::Complete { ticket, text: text.clone(), caret: text.len() };
        let (all, candidate) = (offered.replace, candidate.clone());
        let find = Effect::FindExample { ticket: of_example, text: text.clone(), all, candidate };
        assert!(explorer.workers.perform(complete).is_none() && explorer.workers.perform(find).is_none());
        explorer.wait(
            "completions",
            |message| matches!(message, Msg::CompletionsArrived { ticket, .. } if *ticket == number),
        );
    }
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn an_explorer_makes_vectors_as_its_last_stage_and_saves_them() {
    let place = sample();
    let saves = Saves::of(&place);
    let explorer = Explorer::start(&place);
    let saved = saves.wait(&place, has_everything);
    let library = saved.library();
    let guide = library.find("docs/guide.md").expect("the file");
    assert!(library.vectors(guide).is_some_and(|vectors| vectors.pieces().count() > 0));
    drop(explorer);
}

#[test]
fn an_explorer_looks_for_damage_by_itself_and_mends_it() {
    let place = sample();
    let before = place.saved();
    let (expected, wheels) = (everything(&before.library()), found(&before.library(), "wheels"));
    let file = before.library().segments().iter().find_map(|segment| segment.file().map(str::to_owned));
    drop(before);
    // In the letters of a name: opening the file does not look at them.
    let file = place.directory().join(file.expect("a segment"));
    let mut bytes = std::fs::read(&file).expect("bytes");
    let at = bytes.windows(6).position(|bytes| bytes == b"Engine").expect("a name");
    bytes[at] = b'A';
    std::fs::write(&file, bytes).expect("written");
    // A new index is looked at a day later.
    std::fs::remove_file(place.directory().join("audited")).expect("a mark");
    assert_ne!(everything(&place.opened().library()), expected, "it is damaged, and opens");

    let saves = Saves::of(&place);
    let explorer = Explorer::start(&place);
    explorer.wait(
        "the damage is told",
        |message| matches!(message, Msg::WorkerFailed(told) if told == "the saved index is damaged: indexing anew"),
    );
    explorer.wait_until_all_is_indexed();
    let saved = saves.wait(&place, |indexer| has_everything(indexer) && everything(&indexer.library()) == expected);
    assert_eq!(found(&saved.library(), "wheels"), wheels);
    assert_eq!(saved.verify(&Ticket::forever(), &|_| {}), []);
    drop(explorer);
}

#[test]
fn an_explorer_shows_what_the_process_that_writes_has_saved() {
    let place = sample();
    for number in 0..100 {
        place.write(&format!("more/{number}.rs"), "fn pump() {}\n");
    }
    let writer = Indexer::open(place.options()).expect("an indexer");
    let first = writer.index_some(Duration::from_millis(1), &Ticket::forever(), &|_| {});
    assert!(first.is_ok(), "it is the writer now");
    let explorer = Explorer::start(&place);
    explorer.wait(
        "it says why it waits",
        |message| matches!(message, Msg::WorkerFailed(told) if told.starts_with("another docql is indexing")),
    );
    complete(&writer);
    writer.save().expect("saved");
    explorer.wait_until_all_is_indexed();
    // The writer goes: what is edited now, the explorer saves.
    let saves = Saves::of(&place);
    drop(writer);
    place.write("src/engine.rs", "/// Drives flywheels.\nfn drive() {}\n");
    let saved = saves.wait(&place, |indexer| found(&indexer.library(), "flywheels") == ["src/engine.rs:1"]);
    assert!(has_everything(&saved));
    drop(explorer);
}
