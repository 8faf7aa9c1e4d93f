//! The index on disk: what is saved is found again, what is damaged is built again, and no moment is a bad
//! one to be killed in.

use docql::engine::{Question, Reading, answer};
use docql::indexer::{Indexer, Outlook, Saved, WorkspaceOptions};
use docql::library::{Library, TextQuery};
use docql::stdx::Ticket;
use proptest::test_runner::{Config, TestRunner};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A workspace, and a place for its index beside it.
pub struct Place {
    pub folder: TempDir,
}

impl Place {
    pub fn new(files: &[(&str, &str)]) -> Place {
        let place = Place { folder: tempfile::tempdir().expect("a folder") };
        fs::create_dir(place.index()).expect("a folder for indexes");
        fs::create_dir(place.root()).expect("a workspace");
        files.iter().for_each(|(path, text)| place.write(path, text));
        place
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    pub fn index(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        fs::write(path, text).expect("a file");
    }

    pub fn options(&self) -> WorkspaceOptions {
        let options = WorkspaceOptions { threads: 2, ..WorkspaceOptions::at(self.root()) };
        options.with_index(Some(self.index()))
    }

    /// An indexer that has looked at the files and knows nothing but what was saved.
    pub fn opened(&self) -> Indexer {
        let indexer = Indexer::unwalked(self.options()).expect("an indexer");
        indexer.refresh_list(&Ticket::forever()).expect("a walk");
        indexer
    }

    /// An indexer that knows everything and has saved it.
    pub fn saved(&self) -> Indexer {
        let indexer = Indexer::open(self.options()).expect("an indexer");
        complete(&indexer);
        assert_eq!(indexer.save(), Ok(Saved::Yes));
        indexer
    }

    /// The directory of the one index.
    pub fn directory(&self) -> PathBuf {
        let mut found = fs::read_dir(self.index()).expect("indexes").flatten();
        found.next().expect("an index").path()
    }
}

pub fn complete(indexer: &Indexer) {
    while let Ok(Outlook::More) = indexer.index_some(Duration::from_secs(60), &Ticket::forever(), &|_| {}) {}
}

const ENGINE: &str = "/// Turns the wheels.\npub struct Engine;\n\nimpl Engine {\n    pub fn run(&self) { helper(); }\n}\n\nfn helper() {}\n";

pub fn sample() -> Place {
    Place::new(&[
        ("src/engine.rs", ENGINE),
        ("src/größe.py", "class Größe:\n    def messen(self):\n        return 1\n"),
        ("docs/guide.md", "# Guide\n\nAll about wheels.\n\n## Install\n\nTurn the key.\n"),
        ("data/numbers.json", "{\"a\": [1, 2, 3]}\n"),
    ])
}

/// Everything that a library knows of the structure of its files, for comparison.
pub fn everything(library: &Library) -> Vec<String> {
    let mut all = Vec::new();
    for (file, outline) in library.outlines() {
        all.push(format!("{} {:?}", library.file(file).path, library.title(file)));
        for node in 0..outline.len() {
            let place = (outline.kind(node), outline.level(node), outline.span(node), outline.line(node));
            let names = (outline.name(node), outline.detail(node), outline.parent(node), outline.end(node));
            all.push(format!("  {place:?} {names:?} {:?}", library.owner(docql::library::NodeRef { file, node })));
        }
    }
    for name in ["helper", "run"] {
        all.push(format!("{name}: {:?}", library.call_sites(name)));
    }
    all
}

pub fn found(library: &Library, words: &str) -> Vec<String> {
    let query = TextQuery { terms: vec![words.to_owned()], ..TextQuery::default() };
    let hits = library.search_text(&query, &|_| true, 10, &Ticket::forever()).hits;
    hits.iter().map(|hit| format!("{}:{}", library.file(hit.file).path, hit.line)).collect()
}

#[test]
fn what_was_saved_is_there_at_the_next_start_without_reading_a_file() {
    let place = sample();
    let before = place.saved();
    let (expected, wheels) = (everything(&before.library()), found(&before.library(), "wheels"));
    assert!(expected.len() > 8 && wheels.len() == 2, "{expected:#?} {wheels:?}");
    drop(before);
    let again = place.opened();
    let library = again.library();
    assert!(library.is_complete() && library.is_text_complete());
    assert_eq!(everything(&library), expected);
    assert_eq!(found(&library, "wheels"), wheels);
    assert!(library.file_ids().all(|file| library.trigrams(file).is_some() || library.file(file).format.derived_text));
    assert_eq!(again.take_notices(), [""; 0]);
    assert!(!again.has_unsaved(), "nothing has changed, so nothing is written");
    assert_eq!(fs::read_dir(place.root()).expect("the workspace").count(), 3, "the workspace is not written to");
}

#[test]
fn edited_removed_and_new_files_are_told_apart_and_the_rest_keeps_its_structure() {
    let place = sample();
    drop(place.saved());
    place.write("src/engine.rs", "pub struct Motor;\n");
    place.write("src/new.rs", "fn fresh() { helper(); }\n");
    fs::remove_file(place.root().join("docs/guide.md")).expect("removed");
    let indexer = place.opened();
    let library = indexer.library();
    let is_known = |path: &str| library.find(path).map(|file| library.is_indexed(file));
    assert_eq!(is_known("src/engine.rs"), Some(false));
    assert_eq!(is_known("src/new.rs"), Some(false));
    assert_eq!(is_known("docs/guide.md"), None);
    assert_eq!(is_known("src/größe.py"), Some(true));
    assert_eq!(found(&library, "wheels"), [""; 0]);
    complete(&indexer);
    assert_eq!(indexer.save(), Ok(Saved::Yes));
    let expected = everything(&indexer.library());
    drop(indexer);
    let again = place.opened();
    assert_eq!(everything(&again.library()), expected);
    assert_eq!(again.verify(&Ticket::forever(), &|_| {}), []);
    let fresh = Indexer::open(WorkspaceOptions::at(place.root())).expect("an indexer");
    complete(&fresh);
    assert_eq!(everything(&fresh.library()), expected, "the same as without an index");
}

#[test]
fn a_renamed_or_touched_file_is_read_and_not_parsed_again() {
    let place = sample();
    let calls = place.saved().library().call_sites("helper").len();
    let (from, to) = (place.root().join("src/engine.rs"), place.root().join("lib/engine.rs"));
    fs::create_dir(place.root().join("lib")).expect("a folder");
    fs::rename(from, &to).expect("renamed");
    // Touched: the same bytes at another time.
    place.write("docs/guide.md", &fs::read_to_string(place.root().join("docs/guide.md")).expect("text"));
    let indexer = place.opened();
    complete(&indexer);
    let library = indexer.library();
    let file = library.find("lib/engine.rs").expect("the file");
    let names: Vec<&str> = library.outline(file).map(|o| (0..o.len()).map(|node| o.name(node)).collect()).unwrap();
    assert!(names.contains(&"Engine") && names.contains(&"helper"), "{names:?}");
    assert_eq!(library.call_sites("helper").len(), calls, "what it calls has moved with it");
    assert_eq!(found(&library, "wheels").len(), 2);
    assert_eq!(indexer.verify(&Ticket::forever(), &|_| {}), []);
}

#[test]
fn one_process_writes_and_the_other_reads() {
    let place = sample();
    let writer = place.saved();
    let reader = Indexer::open(place.options()).expect("an indexer");
    complete(&reader);
    assert!(reader.library().is_complete());
    // Locks count per process: the one that is held here lets this process in, and keeps others out.
    let other = docql(&place).args(["index", "."]).output().expect("a run");
    assert_eq!(other.status.code(), Some(2));
    let said = String::from_utf8_lossy(&other.stderr);
    assert!(said.contains("another docql is writing this index"), "{said}");
    let other = docql(&place).args(["query", "$.code.class(\"Engine\")", "."]).output().expect("a run");
    assert_eq!(String::from_utf8_lossy(&other.stdout), "src/engine.rs:2: struct Engine\n");
    drop(writer);
}

#[test]
fn foreign_and_damaged_indexes_are_built_again_and_it_is_said() {
    let place = sample();
    let indexer = place.saved();
    let expected = everything(&indexer.library());
    drop(indexer);
    let manifest = place.directory().join("manifest");
    let whole = fs::read(&manifest).expect("a manifest");
    let foreign: Vec<u8> = whole.iter().enumerate().map(|(at, byte)| if at == 8 { byte + 1 } else { *byte }).collect();
    for (bytes, word) in [(&whole[..whole.len() / 2], "damaged"), (&foreign, "another version")] {
        fs::write(&manifest, bytes).expect("written");
        let again = Indexer::open(place.options()).expect("an indexer");
        let notices = again.take_notices();
        assert!(notices.len() == 1 && notices[0].contains(word), "{notices:?}");
        complete(&again);
        assert_eq!(again.save(), Ok(Saved::Yes));
        drop(again);
        let after = place.opened();
        assert_eq!(everything(&after.library()), expected);
        assert!(after.library().is_text_complete());
    }
}

/// `DOCQL_CASES` sets how many damages.
#[test]
fn any_damage_of_any_file_changes_no_answer() {
    let place = sample();
    let (expected, wheels) = {
        let saved = place.saved();
        (everything(&saved.library()), found(&saved.library(), "wheels"))
    };
    let files: Vec<PathBuf> = all_files(&place.directory());
    let cases = std::env::var("DOCQL_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(60);
    let mut runner = TestRunner::new_with_rng(
        Config { cases, failure_persistence: None, ..Config::default() },
        TestRunner::deterministic().new_rng(),
    );
    let strategy = (0..files.len(), proptest::num::usize::ANY, 1u8.., proptest::bool::ANY);
    let backup: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("bytes")).collect();
    runner
        .run(&strategy, |(file, at, flip, cut)| {
            let mut bytes = backup[file].clone();
            if bytes.is_empty() {
                return Ok(());
            }
            let at = at % bytes.len();
            if cut {
                bytes.truncate(at)
            } else {
                bytes[at] ^= flip
            }
            fs::write(&files[file], bytes).expect("written");
            let indexer = Indexer::open(place.options()).expect("an indexer");
            let _ = (everything(&indexer.library()), found(&indexer.library(), "wheels"));
            complete(&indexer);
            let library = indexer.library();
            let is_whole = everything(&library) == expected && found(&library, "wheels") == wheels;
            proptest::prop_assert!(is_whole, "{:?} at {at}", files[file]);
            drop(indexer);
            for (file, bytes) in files.iter().zip(&backup) {
                fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
                fs::write(file, bytes).expect("written back");
            }
            Ok(())
        })
        .expect("no damage goes unseen");
}

#[test]
fn what_a_killed_writer_left_of_a_commit_is_no_damage() {
    let place = sample();
    drop(place.saved());
    let files = all_files(&place.directory());
    let named = |end: &str| files.iter().find(|file| file.to_string_lossy().ends_with(end)).expect("a file");
    // Half of the list of what is deleted in a segment.
    let segment = named(".term").file_stem().expect("a name").to_string_lossy().into_owned();
    let (left, managed) = (format!("{segment}.9999.del"), named(".managed.json"));
    fs::write(managed.with_file_name(&left), b"half").expect("written");
    let mut names: Vec<String> = serde_json::from_slice(&fs::read(managed).expect("names")).expect("a list");
    names.push(left);
    fs::write(managed, serde_json::to_vec(&names).expect("a list")).expect("written");
    let indexer = place.opened();
    assert_eq!(indexer.take_notices(), [""; 0]);
    assert!(indexer.library().is_text_complete());
}

fn all_files(directory: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory").flatten() {
        match entry.path().is_dir() {
            true => all.extend(all_files(&entry.path())),
            false => all.push(entry.path()),
        }
    }
    all.sort();
    all.retain(|file| !file.ends_with("lock") && !file.to_string_lossy().contains(".lock"));
    all
}

#[test]
fn where_nothing_can_be_saved_everything_else_works_and_it_is_said() {
    let place = sample();
    // A file where the directory should be: as good as a read-only disk, for root too.
    fs::remove_dir(place.index()).expect("removed");
    fs::write(place.index(), "in the way").expect("a file");
    let indexer = Indexer::open(place.options()).expect("an indexer");
    complete(&indexer);
    assert!(indexer.library().is_complete() && indexer.library().is_text_complete());
    let problem = indexer.save().expect_err("nothing can be saved").to_string();
    assert!(problem.starts_with("the index cannot be saved: "), "{problem}");
    indexer.save_quietly();
    assert_eq!(indexer.take_notices(), [problem]);
    assert!(!indexer.has_unsaved(), "it is not tried again");
    let ran = docql(&place).args(["query", "$.code.class(\"Engine\")", "."]).output().expect("a run");
    assert_eq!(ran.status.code(), Some(0));
}

#[test]
fn a_part_of_the_workspace_uses_the_index_and_does_not_change_it() {
    let place = sample();
    drop(place.saved());
    let bytes = |file: &PathBuf| fs::read(file).expect("bytes");
    let before: Vec<Vec<u8>> = all_files(&place.directory()).iter().map(bytes).collect();
    let options = WorkspaceOptions { globs: vec!["*.rs".to_owned()], ..place.options() };
    let indexer = Indexer::unwalked(options).expect("an indexer");
    indexer.refresh_list(&Ticket::forever()).expect("a walk");
    assert_eq!(indexer.library().files().len(), 1);
    assert!(indexer.library().is_complete(), "its structure was saved");
    complete(&indexer);
    assert_eq!(indexer.save(), Ok(Saved::NotKept));
    drop(indexer);
    let after: Vec<Vec<u8>> = all_files(&place.directory()).iter().map(bytes).collect();
    assert!(before == after);
}

#[test]
fn directories_below_one_that_is_indexed_read_its_index_and_write_nothing() {
    let place = sample();
    let wheels = found(&place.saved().library(), "wheels");
    let bytes = |file: &PathBuf| fs::read(file).expect("bytes");
    let before: Vec<Vec<u8>> = all_files(&place.directory()).iter().map(bytes).collect();
    // One directory as the base; two below the base, in another order than they have in the index.
    let only = WorkspaceOptions { base: place.root().join("src"), ..place.options() };
    let both = WorkspaceOptions { roots: vec!["src".into(), "../work/docs".into()], ..place.options() };
    let mut last = None;
    for (options, paths, expected) in [
        (only, vec!["engine.rs", "größe.py"], vec!["engine.rs:1"]),
        (
            both,
            vec!["../work/docs/guide.md", "src/engine.rs", "src/größe.py"],
            vec!["../work/docs/guide.md:1", "src/engine.rs:1"],
        ),
    ] {
        let indexer = Indexer::unwalked(options).expect("an indexer");
        indexer.refresh_list(&Ticket::forever()).expect("a walk");
        let library = indexer.library();
        assert_eq!(library.file_ids().map(|id| &*library.file(id).path).collect::<Vec<_>>(), paths);
        assert!(library.is_complete() && library.is_text_complete(), "it was saved");
        let mut hits = found(&library, "wheels");
        hits.sort();
        assert_eq!(hits, expected, "of {wheels:?}");
        assert_eq!(indexer.index_above().as_deref(), Some(&*place.root().canonicalize().expect("a root")));
        assert_eq!(indexer.save(), Ok(Saved::NotKept));
        last = Some(indexer);
    }
    // What is edited is known here, and the index stays as it is.
    let indexer = last.expect("the last");
    place.write("src/engine.rs", "pub fn new_wheels() {}\n");
    indexer.refresh(&Ticket::forever(), &|_| {}).expect("a walk");
    complete(&indexer);
    assert!(found(&indexer.library(), "new_wheels").iter().any(|hit| hit.ends_with("engine.rs:1")));
    assert_eq!(indexer.save(), Ok(Saved::NotKept));
    let after: Vec<Vec<u8>> = all_files(&place.directory()).iter().map(bytes).collect();
    assert!(before == after);
}

#[test]
fn several_directories_have_one_index_whatever_their_order() {
    let place = sample();
    place.write("src/lib/deep.rs", "fn deep() { helper(); }\n");
    place.write("docs/.git/HEAD", "ref: refs/heads/main\n");
    let beside = tempfile::tempdir().expect("a folder");
    fs::write(beside.path().join("wheel.rs"), "/// Spokes of wheels.\nfn spoke() { helper(); }\n").expect("a file");
    let roots = |roots: &[&Path]| WorkspaceOptions {
        roots: roots.iter().map(|root| root.to_path_buf()).collect(),
        ..place.options()
    };
    let (src, docs) = (Path::new("src"), Path::new("docs"));
    let indexer = Indexer::open(roots(&[src, beside.path(), docs])).expect("an indexer");
    complete(&indexer);
    assert_eq!(indexer.save(), Ok(Saved::Yes));
    let (expected, wheels) = (everything(&indexer.library()), found(&indexer.library(), "wheels"));
    assert!(expected.len() > 8 && wheels.len() == 3, "{expected:#?} {wheels:?}");
    let repositories = indexer.library().repositories().to_vec();
    assert_eq!(repositories.len(), 3, "each of several roots is one");
    drop(indexer);

    for order in [[src, beside.path(), docs], [docs, src, beside.path()]] {
        let again = Indexer::unwalked(roots(&order)).expect("an indexer");
        again.restore();
        assert_eq!(again.library().repositories(), repositories);
        again.refresh_list(&Ticket::forever()).expect("a walk");
        let library = again.library();
        assert!(library.is_complete() && library.is_text_complete(), "nothing is parsed again");
        assert_eq!((everything(&library), found(&library, "wheels")), (expected.clone(), wheels.clone()));
        assert!(!again.has_unsaved());
        assert_eq!(again.verify(&Ticket::forever(), &|_| {}), []);
    }
    // One of them is another workspace, with an index of its own.
    let alone = Indexer::open(roots(&[src])).expect("an indexer");
    assert_eq!(alone.library().indexed(), 0);
    complete(&alone);
    assert_eq!(alone.save(), Ok(Saved::Yes));
    assert_eq!(fs::read_dir(place.index()).expect("indexes").count(), 2);
    // One below the other: each file is there once.
    let nested = Indexer::open(roots(&[src, Path::new("src/lib")])).expect("an indexer");
    complete(&nested);
    assert_eq!(nested.save(), Ok(Saved::Yes));
    let expected = everything(&nested.library());
    drop(nested);
    let again = Indexer::unwalked(roots(&[src, Path::new("src/lib")])).expect("an indexer");
    again.refresh_list(&Ticket::forever()).expect("a walk");
    assert!(again.library().is_complete());
    assert_eq!(everything(&again.library()), expected);
}

#[test]
fn any_byte_that_is_not_as_it_was_written_is_found_by_an_audit_and_all_is_indexed_anew() {
    let place = sample();
    let before = place.saved();
    assert!(before.due_audit().is_none(), "it is new");
    fs::remove_file(place.directory().join("audited")).expect("a mark");
    assert!(before.due_audit().is_some() && !before.audit(), "all is well");
    assert!(before.due_audit().is_none(), "once a day");
    let (expected, wheels) = (everything(&before.library()), found(&before.library(), "wheels"));
    drop(before);
    let parts = all_files(&place.directory());
    let backup: Vec<Vec<u8>> = parts.iter().map(|file| fs::read(file).expect("bytes")).collect();
    let is_data = |file: &Path| file.extension().is_some_and(|ending| ending != "json" && ending != "lock");
    for (file, bytes) in parts.iter().zip(&backup).filter(|(file, bytes)| is_data(file) && !bytes.is_empty()) {
        let mut wrong = bytes.clone();
        let at = bytes.len() / 3;
        wrong[at] ^= 0x55;
        fs::write(file, wrong).expect("written");
        let _ = fs::remove_file(place.directory().join("audited"));
        let indexer = place.opened();
        // What opening it has noticed already need not be found by the audit.
        let noticed = indexer.take_notices().len();
        let audited = indexer.audit();
        assert!(noticed > 0 || audited, "{}", file.display());
        complete(&indexer);
        assert_eq!(everything(&indexer.library()), expected, "{}", file.display());
        assert_eq!(found(&indexer.library(), "wheels"), wheels, "{}", file.display());
        assert_eq!(indexer.save(), Ok(Saved::Yes));
        assert_eq!(indexer.verify(&Ticket::forever(), &|_| {}), []);
        drop(indexer);
        fs::remove_dir_all(place.directory()).expect("removed");
        for (file, bytes) in parts.iter().zip(&backup) {
            fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
            fs::write(file, bytes).expect("written back");
        }
    }
}

#[test]
fn a_search_that_comes_upon_damage_has_the_words_indexed_anew() {
    let place = sample();
    let many: Vec<String> = (0..3000).map(|number| format!("Word{number} and wheels{}.\n\n", number % 7)).collect();
    place.write("docs/many.md", &many.concat());
    let wheels = found(&place.saved().library(), "wheels");
    let parts = all_files(&place.directory());
    let backup: Vec<Vec<u8>> = parts.iter().map(|file| fs::read(file).expect("bytes")).collect();
    let mut noticed = 0;
    for (file, bytes) in parts.iter().zip(&backup).filter(|(file, _)| file.to_string_lossy().contains("text")) {
        for at in (0..bytes.len()).step_by((bytes.len() / 16).max(1)) {
            let mut wrong = bytes.clone();
            wrong[at] = !wrong[at];
            fs::write(file, wrong).expect("written");
            let indexer = place.opened();
            indexer.take_notices();
            let damaged = found(&indexer.library(), "wheels");
            if indexer.mend() {
                noticed += 1;
                assert!(damaged.is_empty() && !indexer.library().is_text_complete());
                assert_eq!(indexer.take_notices().len(), 1);
                complete(&indexer);
                assert_eq!(found(&indexer.library(), "wheels"), wheels, "{} at {at}", file.display());
                assert_eq!(indexer.save(), Ok(Saved::Yes));
                assert_eq!(indexer.verify(&Ticket::forever(), &|_| {}), []);
            }
            drop(indexer);
            for (file, bytes) in parts.iter().zip(&backup) {
                fs::create_dir_all(file.parent().expect("a parent")).expect("folders");
                fs::write(file, bytes).expect("written back");
            }
        }
    }
    assert!(noticed > 0, "no damage was noticed by searching");
}

pub fn docql(place: &Place) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.current_dir(place.root()).env_clear().env("HOME", place.folder.path());
    command.env("DOCQL_INDEX_DIR", place.index()).stdin(Stdio::null());
    command
}

#[test]
fn the_subcommand_builds_tells_verifies_and_removes() {
    let place = sample();
    let run = |arguments: &[&str]| {
        let output = docql(&place).arg("index").args(arguments).output().expect("a run");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        (output.status.code(), said)
    };
    let (code, said) = run(&["--status", "."]);
    assert!(code == Some(1) && said.starts_with("no index yet"), "{said}");
    let (code, said) = run(&["."]);
    assert!(code == Some(0) && said.starts_with("4 files, 5 symbols, 2 sections; "), "{said}");
    let (code, said) = run(&["--status", "."]);
    assert!(code == Some(0) && said.contains("4 of 4 indexed") && said.ends_with("up to date\n"), "{said}");
    assert_eq!(run(&["--verify", "."]), (Some(0), "4 files compared, nothing differs\n".to_owned()));
    place.write("src/engine.rs", "fn other() {}\n");
    let (code, said) = run(&["--status", "."]);
    assert!(code == Some(0) && said.contains("1 file to read"), "{said}");
    let (code, said) = run(&["--clear", "."]);
    assert!(code == Some(0) && said.starts_with("removed "), "{said}");
    assert_eq!(run(&["--clear", "."]), (Some(0), "there was no index\n".to_owned()));
    let (code, said) = run(&["--glob", "*.rs", "."]);
    assert!(code == Some(2) && said.contains("nothing is saved"), "{said}");
}

#[test]
fn a_name_is_found_though_the_saved_structure_is_damaged_and_verifying_says_so() {
    let place = sample();
    let run = |arguments: &[&str]| {
        let output = docql(&place).args(arguments).output().expect("a run");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let damage = || {
        assert_eq!(run(&["index", "-q", "."]).0, Some(0));
        let files = fs::read_dir(place.directory()).expect("an index").filter_map(|entry| Some(entry.ok()?.path()));
        for file in files.filter(|path| path.extension().is_some_and(|ending| ending == "seg")) {
            let file = fs::File::options().write(true).open(file).expect("a segment");
            file.set_len(file.metadata().expect("its size").len() - 1).expect("cut");
        }
    };
    damage();
    assert_eq!(run(&["index", "--verify", "."]).0, Some(1));
    damage();
    let (code, said) = run(&["query", "$.code.method(\"messen\")", "."]);
    assert!(code == Some(0) && said.contains("größe.py:2"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_ignore_file_that_never_ends_is_told_and_not_read() {
    for name in [".gitignore", ".ignore", ".docqlignore", "docs/.gitignore"] {
        let place = sample();
        std::os::unix::fs::symlink("/dev/zero", place.root().join(name)).expect("a link");
        let output = docql(&place).args(["query", "$.toc", "."]).output().expect("a run");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        let is_inside = name.contains('/');
        assert_eq!(output.status.code(), Some(if is_inside { 0 } else { 2 }), "{name}: {said}");
        assert!(is_inside || said.contains("no regular file"), "{said}");
        let skipped = docql(&place).args(["skipped", "."]).output().expect("a run");
        assert!(!is_inside || String::from_utf8_lossy(&skipped.stdout).contains("docs/.gitignore"), "{skipped:?}");
    }
}

/// Kills an indexing process at any moment, again and again, and changes files in between: what is committed
/// opens, says what the files say, and is completed by the next one. `DOCQL_CASES` sets how often.
#[test]
fn no_moment_is_a_bad_one_to_be_killed_in() {
    let rounds: u32 = std::env::var("DOCQL_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(12);
    let place = Place::new(&[]);
    for number in 0..120 {
        place.write(&format!("src/m{}/f{number}.rs", number % 7), &code(number, 0));
        place.write(&format!("docs/d{number}.md"), &format!("# Page {number}\n\n## Part\n\nwords of {number}\n"));
    }
    // The first run goes on to its end: how long that takes is the range in which the others are killed.
    let started = Instant::now();
    assert!(docql(&place).args(["index", "-q", "."]).status().expect("a run").success());
    let whole = started.elapsed();
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    for round in 0..rounds {
        for file in 0..20 {
            let number = (round * 20 + file) % 120;
            place.write(&format!("src/m{}/f{number}.rs", number % 7), &code(number, round + 1));
        }
        if round % 5 == 4 {
            fs::remove_dir_all(place.index()).expect("removed");
            fs::create_dir(place.index()).expect("a folder");
        }
        let mut child = docql(&place).args(["index", "-q", "."]).spawn().expect("a run");
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        // Any moment will do, so that it does not matter how exactly this one is hit.
        let (from, wait) = (Instant::now(), whole.mul_f64((seed % 1000) as f64 / 1000.0));
        while from.elapsed() < wait && child.try_wait().expect("a child").is_none() {
            std::thread::yield_now();
        }
        let _ = child.kill();
        child.wait().expect("an end");
        let indexer = place.opened();
        assert_eq!(indexer.take_notices(), [""; 0], "round {round}: what is committed opens");
        assert_eq!(indexer.verify(&Ticket::forever(), &|_| {}), [], "round {round}");
        complete(&indexer);
        let fresh = Indexer::open(WorkspaceOptions::at(place.root())).expect("an indexer");
        complete(&fresh);
        assert_eq!(everything(&indexer.library()), everything(&fresh.library()), "round {round}");
        for words in ["words", "common", "wheel"] {
            let (mut a, mut b) = (found(&indexer.library(), words), found(&fresh.library(), words));
            a.sort();
            b.sort();
            let library = indexer.library();
            let state = library.fulltext().map(|text| (text.len(), text.is_damaged()));
            let complete = (library.is_text_complete(), library.is_complete());
            assert_eq!(a.len(), b.len(), "round {round}: {words}, {state:?} {complete:?}");
        }
        if round % 3 == 0 {
            assert_eq!(indexer.save(), Ok(Saved::Yes), "round {round}");
        }
    }
}

fn code(number: u32, version: u32) -> String {
    let lines = "    let wheel = common(1);\n".repeat(20);
    format!(
        "/// Common things.\npub struct Type{number}V{version};\n\nfn helper() {{\n{lines}}}\n\nfn run() {{ helper(); }}\n"
    )
}

/// The vectors of all pieces of a file; `None` while they are not made.
fn vectors(library: &Library, path: &str) -> Option<Vec<Vec<u8>>> {
    let row = library.vectors(library.find(path)?)?;
    Some(row.pieces().map(|piece| piece.vector.to_vec()).collect())
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn vectors_are_saved_and_only_those_of_a_changed_file_are_made_anew() {
    let place = Place::new(&[("engine.rs", ENGINE), ("guide.md", "# Guide\n\nHow the engine starts.\n")]);
    let made = vectors(&place.saved().library(), "engine.rs").expect("vectors");
    assert_eq!(made.len(), 3, "a type and two functions");
    place.write("guide.md", "# Guide\n\nHow the wheels are greased, in full.\n");
    let again = place.opened();
    assert_eq!(vectors(&again.library(), "engine.rs"), Some(made), "read, not made");
    let before = vectors(&again.library(), "guide.md");
    assert_eq!(before, None, "those of the text that is gone are gone");
    complete(&again);
    assert_eq!(vectors(&again.library(), "guide.md").expect("vectors").len(), 1);
    let options = WorkspaceOptions { vectors: false, ..place.options() };
    fs::remove_dir_all(place.index()).expect("removed");
    let without = Indexer::open(options).expect("an indexer");
    complete(&without);
    assert_eq!(vectors(&without.library(), "engine.rs"), None, "switched off");
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn vectors_that_a_question_has_made_are_worth_saving() {
    let dir = tempfile::tempdir().expect("a directory");
    for number in 0..300 {
        let text = format!("# Part {number}\n\nHow the lamp number {number} is lit and put out.\n");
        std::fs::write(dir.path().join(format!("{number}.md")), text).expect("a file");
    }
    let index = tempfile::tempdir().expect("a directory");
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_docql"));
        let out = command.args(arguments).arg(dir.path()).env("DOCQL_INDEX_DIR", index.path()).output();
        String::from_utf8(out.expect("docql runs").stdout).expect("UTF-8")
    };
    run(&["search", "--mode", "keyword", "lamp"]);
    assert!(!run(&["index", "--status"]).contains("vectors"));
    run(&["search", "lamp"]);
    assert!(run(&["index", "--status"]).contains("vectors    300 files"));
}

#[test]
fn files_that_are_changed_under_an_open_index_change_no_answer() {
    let place = sample();
    let ask = |indexer: &Indexer, text: &str| -> Vec<String> {
        let reading = if text.starts_with('$') { Reading::Docql } else { Reading::Words };
        let question = Question::in_report(text, reading, 100, (true, true));
        let answered = answer(indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        answered.results.hits.iter().map(|hit| format!("{}:{} {}", hit.path, hit.line, hit.name)).collect()
    };
    let questions = ["wheels", "$.toc[*]", "$.code.functions[*]"];
    let all = |indexer: &Indexer| questions.map(|text| ask(indexer, text));
    let expected = all(&place.saved());
    for number in 0..all_files(&place.directory()).len() {
        let indexer = place.saved();
        let files = all_files(&place.directory());
        let Some(file) = files.get(number) else { continue };
        if !["seg", "tri", "idx", "term", "pos", "store", "fast"]
            .iter()
            .any(|end| file.extension().is_some_and(|e| e == *end))
        {
            continue;
        }
        assert_eq!(all(&indexer), expected);
        let bytes = fs::read(file).expect("bytes");
        // In place: what is mapped changes with it.
        let mut opened = fs::OpenOptions::new().write(true).open(file).expect("the file");
        opened.write_all(&vec![0; bytes.len()]).expect("zeros");
        drop(opened);
        assert_eq!(all(&indexer), expected, "{}", file.display());
        assert_eq!(indexer.take_notices().len(), 1, "it is told: {}", file.display());
        complete(&indexer);
        assert_eq!(indexer.save(), Ok(Saved::Yes));
        assert_eq!(indexer.verify(&Ticket::forever(), &|_| {}), []);
    }
}
