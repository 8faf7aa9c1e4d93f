//! An index that can be believed: what is not this index's, not this revision's, or not what was written is noticed,
//! told in plain words, and made anew; an edit is seen whatever its file says of its time.

use crate::saving::{Place, complete, docql, found};
use docql::indexer::{Indexer, Saved};
use docql::library::TextQuery;
use docql::stdx::Ticket;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

const DAMAGED: &str = "the saved words are damaged: they are indexed anew";

/// A workspace of pages about things that come in turns.
fn pages(things: &[&str]) -> Place {
    let place = Place::new(&[]);
    for number in 0..24 {
        let thing = things[number % things.len()];
        place.write(&format!("d{number}.md"), &format!("# Page {number}\n\nabout {thing} here\n"));
    }
    place
}

fn text(place: &Place) -> PathBuf {
    place.directory().join("text")
}

/// The files in a directory, sorted by their endings, of one ending by size.
fn parts(directory: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(directory).expect("files").flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.is_file());
    found.sort_by_key(|path| (path.extension().map(ToOwned::to_owned), path.metadata().expect("a size").len()));
    found
}

fn copied(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).expect("a folder");
    for path in parts(from) {
        fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("a copy");
    }
}

/// The words of `place` are not what belongs there: that is found, told, and mended by indexing.
fn assert_mended(place: &Place, thing: &str, expected: usize, what: &str) {
    let verifier = Indexer::unwalked(place.options()).expect("an indexer");
    verifier.refresh_list(&Ticket::forever()).expect("a walk");
    let faults: Vec<String> =
        verifier.verify(&Ticket::forever(), &|_| {}).into_iter().map(|fault| fault.path).collect();
    assert_eq!(faults, ["text"], "{what}");
    drop(verifier);
    let indexer = place.opened();
    assert_eq!(indexer.take_notices(), [DAMAGED], "{what}");
    complete(&indexer);
    assert_eq!(count(&indexer, thing), expected, "{what}");
    assert_eq!(indexer.save(), Ok(Saved::Yes), "{what}");
    assert_eq!(indexer.verify(&Ticket::forever(), &|_| {}), [], "{what}");
    drop(indexer);
    assert_eq!(place.opened().take_notices(), [""; 0], "{what}");
}

fn count(indexer: &Indexer, word: &str) -> usize {
    let mut found = found(&indexer.library(), word);
    // No more than ten are asked for.
    found.dedup();
    found.len()
}

#[test]
fn files_of_the_words_of_another_index_are_not_believed() {
    let other = pages(&["linen", "barley"]);
    drop(other.saved());
    for ending in ["term", "idx", "fast", "fieldnorm", "json", ""] {
        let place = pages(&["barley", "copper", "marble", "velvet", "cotton"]);
        drop(place.saved());
        let ours = parts(&text(&place)).into_iter();
        let mut theirs = parts(&text(&other)).into_iter();
        let is_wanted = |path: &PathBuf| path.extension().is_some_and(|of| of == ending);
        match ending {
            "" => copied(&text(&other), &text(&place)),
            "json" => drop(fs::copy(text(&other).join("meta.json"), text(&place).join("meta.json")).expect("a copy")),
            _ => {
                for ours in ours.filter(is_wanted) {
                    let theirs = theirs.find(is_wanted).expect("as many files");
                    fs::copy(theirs, ours).expect("a copy");
                }
            }
        }
        assert_mended(&place, "barley", 5, &format!("{ending:?} of another index"));
    }
}

#[test]
fn words_of_another_revision_of_the_index_are_not_believed() {
    let place = pages(&["barley", "copper", "marble", "velvet"]);
    drop(place.saved());
    let (before, manifest) = (place.folder.path().join("before"), place.directory().join("manifest"));
    copied(&text(&place), &before);
    place.write("d0.md", "# Page 0\n\nabout hops here\n");
    drop(place.saved());
    let (after, old) = (place.folder.path().join("after"), fs::read(&manifest).expect("a manifest"));
    copied(&text(&place), &after);
    // An older state of the words.
    fs::remove_dir_all(text(&place)).expect("removed");
    copied(&before, &text(&place));
    assert_mended(&place, "hops", 1, "older words");
    // Words in which entries are gone for good that the manifest counts on.
    let manifests = |indexer: &Indexer| {
        assert_eq!(indexer.save(), Ok(Saved::Yes));
        fs::read(&manifest).expect("a manifest")
    };
    let indexer = place.opened();
    complete(&indexer);
    let old = (old, manifests(&indexer)).1;
    for thing in ["oats", "rye"] {
        place.write("d1.md", &format!("# Page 1\n\nabout {thing} here\n"));
        indexer.refresh(&Ticket::forever(), &|_| {}).expect("a walk");
        complete(&indexer);
        manifests(&indexer);
    }
    drop(indexer);
    place.write("d1.md", "# Page 1\n\nabout copper here\n");
    fs::write(&manifest, old).expect("written");
    assert_mended(&place, "copper", 6, "an older manifest");
}

/// What a program of this version says of a question.
fn asked(place: &Place, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = docql(place).args(arguments).output().expect("a run");
    (status.code(), String::from_utf8_lossy(&stdout).into_owned(), String::from_utf8_lossy(&stderr).into_owned())
}

/// Damage without a trace, as a disk does that fails: the seals are made to fit.
#[cfg(unix)]
#[test]
fn words_whose_bytes_a_disk_has_lost_are_told_in_plain_words() {
    use std::os::unix::fs::MetadataExt;
    for ending in ["fast", "term", "idx", "fieldnorm"] {
        let place = pages(&["barley", "copper", "marble"]);
        drop(place.saved());
        let expected = asked(&place, &["query", "barley", "-f", "paths", "--all"]);
        let seals = place.directory().join("seals");
        let mut sealed = fs::read_to_string(&seals).expect("seals");
        for path in parts(&text(&place)).into_iter().filter(|path| path.extension().is_some_and(|of| of == ending)) {
            let mut bytes = fs::read(&path).expect("bytes");
            // All but the end, which says how the rest is to be read.
            let damaged = bytes.len() * 3 / 4;
            bytes[..damaged].iter_mut().for_each(|byte| *byte = !*byte);
            fs::write(&path, bytes).expect("written");
            let (name, found) = (path.file_name().expect("a name").to_string_lossy(), path.metadata().expect("a seal"));
            let time = |seconds: i64, rest: i64| seconds * 1_000_000_000 + rest;
            let seal = format!(
                "{} {} {} {}\ttext/{name}",
                found.len(),
                time(found.mtime(), found.mtime_nsec()),
                time(found.ctime(), found.ctime_nsec()),
                found.ino()
            );
            sealed = sealed
                .lines()
                .map(|line| if line.ends_with(&format!("\ttext/{name}")) { seal.as_str() } else { line })
                .collect::<Vec<&str>>()
                .join("\n");
        }
        fs::write(&seals, sealed).expect("written");
        let (code, hits, said) = asked(&place, &["query", "barley", "-f", "paths", "--all"]);
        assert!(!said.contains("panicked"), "{ending}: {said}");
        if (code, &hits) != (expected.0, &expected.1) || !said.is_empty() {
            assert!(said.contains("damaged") || said.contains("nothing"), "{ending}: {said}");
        }
        assert_eq!(asked(&place, &["index", "--verify", "."]).0, Some(1), "{ending}");
        assert_eq!(asked(&place, &["index", "-q", "."]).0, Some(0), "{ending}");
    }
}

#[cfg(unix)]
#[test]
fn an_edit_of_the_same_size_is_seen_though_its_time_of_change_is_set_back() {
    let place = pages(&["barley"]);
    drop(place.saved());
    let path = place.root().join("d3.md");
    let then = path.metadata().expect("metadata").modified().expect("a time");
    place.write("d3.md", "# Page 3\n\nabout copper here\n");
    fs::File::options().append(true).open(&path).expect("the file").set_modified(then).expect("a time");
    let indexer = place.opened();
    complete(&indexer);
    assert_eq!(found(&indexer.library(), "copper"), ["d3.md:1"]);
    // The same while it is open.
    place.write("d3.md", "# Page 3\n\nabout marble here\n");
    fs::File::options().append(true).open(&path).expect("the file").set_modified(then).expect("a time");
    let changes = indexer.refresh(&Ticket::forever(), &|_| {}).expect("a walk");
    assert_eq!(changes.edited.len(), 1);
}

#[cfg(unix)]
#[test]
fn a_file_that_was_only_touched_keeps_what_is_known_of_it() {
    use std::os::unix::fs::PermissionsExt;
    let place = pages(&["barley"]);
    drop(place.saved());
    for number in 0..24 {
        let path = place.root().join(format!("d{number}.md"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).expect("permissions");
    }
    let indexer = place.opened();
    assert!(indexer.library().is_complete() && indexer.library().is_text_complete());
    assert!(indexer.has_unsaved(), "the next start need not read them again");
    assert_eq!(indexer.save(), Ok(Saved::Yes));
    drop(indexer);
    assert!(!place.opened().has_unsaved());
}

#[test]
fn words_of_which_no_manifest_was_written_change_no_rank() {
    let place = pages(&["barley", "copper", "marble"]);
    let indexer = place.saved();
    let scores = |indexer: &Indexer| {
        let query = TextQuery { terms: vec!["barley".to_owned()], ..TextQuery::default() };
        let hits = indexer.library().search_text(&query, &|_| true, 100, &Ticket::forever()).hits;
        hits.iter().map(|hit| (hit.file, hit.score.to_string())).collect::<Vec<_>>()
    };
    let expected = scores(&indexer);
    assert_eq!(expected.len(), 8);
    // Read again because it was written again, and committed; the process ends before it saves.
    place.write("d0.md", "# Page 0\n\nabout barley here\n");
    let path = place.root().canonicalize().expect("a path").join("d0.md");
    indexer.refresh_paths(&[path], &Ticket::forever(), &|_| {}).expect("a look");
    complete(&indexer);
    drop(indexer);
    let again = place.opened();
    assert_eq!(again.take_notices(), [""; 0]);
    complete(&again);
    assert_eq!(scores(&again), expected);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_an_ignore_file_is_told_and_not_waited_for() {
    for name in [".gitignore", ".docqlignore", "docs/.ignore"] {
        let place = pages(&["barley"]);
        place.write("docs/e.md", "# E\n");
        let made = std::process::Command::new("mkfifo").arg(place.root().join(name)).status();
        assert!(made.expect("a run").success());
        let (code, out, said) = asked(&place, &["query", "$.toc", "."]);
        let is_inside = name.contains('/');
        assert_eq!(code, Some(if is_inside { 0 } else { 2 }), "{name}: {out} {said}");
        assert!(is_inside || said.contains("no regular file"), "{name}: {said}");
        let (_, skipped, _) = asked(&place, &["skipped", "."]);
        assert!(!is_inside || skipped.contains(name), "{name}: {skipped}");
    }
}

#[test]
fn what_is_in_the_way_of_an_index_is_removed() {
    for name in ["manifest", "seals", "text"] {
        let place = pages(&["barley"]);
        drop(place.saved());
        let path = place.directory().join(name);
        if path.is_dir() {
            fs::remove_dir_all(&path).expect("removed");
            fs::write(&path, "no directory").expect("a file");
        } else {
            fs::remove_file(&path).expect("removed");
            fs::create_dir(&path).expect("a directory");
            fs::write(path.join("in"), "the way").expect("a file");
        }
        let draft = text(&place).join(".tmpA1b2C3");
        let has_draft = fs::write(&draft, "half").is_ok();
        let (code, _, said) = asked(&place, &["index", "-q", "."]);
        assert_eq!(code, Some(0), "{name}: {said}");
        let (code, said, _) = asked(&place, &["index", "--verify", "."]);
        assert_eq!(code, Some(0), "{name}: {said}");
        assert!(name != "manifest" || has_draft && !draft.exists(), "what a killed writer left is gone");
    }
}
