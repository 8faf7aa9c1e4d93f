//! Live updates: looking again at a few paths says the same as opening the workspace anew, and the watcher
//! tells which paths.

use docql::indexer::{Change, Changes, Indexer, News, Progress, Watch, WorkspaceOptions};
use docql::library::{Library, Needs, TextQuery};
use docql::stdx::Ticket;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// How long the system may take to tell; a machine under load is slow.
const DEADLINE: Duration = Duration::from_secs(30);

fn quiet(_: Progress) {}

fn write(folder: &Path, path: &str, content: &str) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
    fs::write(path, content).expect("a file");
}

fn options(base: &Path) -> WorkspaceOptions {
    // The system's own folder may be a link, and a linked root is walked as a whole.
    WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(fs::canonicalize(base).expect("a folder")) }
}

/// A folder with these files, and an indexer that knows all about them.
fn workspace(files: &[(&str, &str)]) -> (TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    files.iter().for_each(|(path, content)| write(folder.path(), path, content));
    let indexer = Indexer::open(options(folder.path())).expect("an indexer");
    indexer.ensure(&Needs::FullText, &Ticket::forever(), &quiet).expect("a fresh ticket");
    (folder, indexer)
}

fn look(indexer: &Indexer, folder: &Path, paths: &[&str]) -> Changes {
    let base = fs::canonicalize(folder).expect("a folder");
    let paths: Vec<PathBuf> = paths.iter().map(|path| base.join(path)).collect();
    indexer.refresh_paths(&paths, &Ticket::forever(), &quiet).expect("a look")
}

fn texts(paths: &[Arc<str>]) -> Vec<&str> {
    paths.iter().map(|path| &**path).collect()
}

/// Everything a reader can see: files, nodes, what was left out, and where the words are.
fn seen(library: &Library) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for (id, entry) in library.file_ids().zip(library.files()) {
        let repository = entry.repository.map(|number| library.repositories()[number as usize].path.clone());
        all.push(format!("{} {} {} {repository:?}", entry.path, entry.size, entry.format.id));
        let outline = library.outline(id).expect("everything is indexed");
        all.extend((0..outline.len()).map(|node| format!("  {} {}", outline.line(node), outline.name(node))));
        all.push(format!("  {:?}", library.text(id).map(|text| text.len())));
    }
    all.extend(library.skipped().iter().map(|skipped| format!("{} skipped: {}", skipped.path, skipped.reason)));
    for word in ["alpha", "beta", "gamma", "delta"] {
        let query = TextQuery { terms: vec![word.to_owned()], ..TextQuery::default() };
        assert!(library.fulltext().is_some(), "everything is indexed");
        let hits = library.search_text(&query, &|_| true, 1000, &Ticket::forever()).hits;
        let mut places: Vec<String> =
            hits.iter().map(|hit| format!("{word} {} {}", library.file(hit.file).path, hit.line)).collect();
        places.sort();
        all.extend(places);
    }
    all
}

#[track_caller]
fn assert_as_if_opened_anew(indexer: &Indexer, folder: &Path) {
    indexer.ensure(&Needs::FullText, &Ticket::forever(), &quiet).expect("a fresh ticket");
    let anew = Indexer::open(options(folder)).expect("an indexer");
    anew.ensure(&Needs::FullText, &Ticket::forever(), &quiet).expect("a fresh ticket");
    assert_eq!(seen(&indexer.library()), seen(&anew.library()));
    assert_eq!(indexer.places(), anew.places());
}

#[test]
fn a_saved_file_is_wholly_known_at_once_and_its_neighbours_keep_their_rows() {
    let (folder, indexer) = workspace(&[("a.md", "# alpha"), ("b.rs", "fn beta() {}"), ("c.md", "# gamma")]);
    let before = indexer.library();
    write(folder.path(), "b.rs", "fn delta() {}\nfn more() { delta() }");
    let changes = look(&indexer, folder.path(), &["b.rs"]);
    assert_eq!(texts(&changes.edited), ["b.rs"]);
    assert_eq!(changes.len(), 1);
    let library = indexer.library();
    assert!(library.is_complete() && library.is_text_complete() && library.listing().searchable);
    assert_eq!(library.call_sites("delta").len(), 2);
    assert!(seen(&library).contains(&"delta b.rs 1".to_owned()) && !seen(&library).contains(&"beta b.rs 1".to_owned()));
    assert!(seen(&before).iter().any(|line| line.contains("beta")), "a reader keeps its snapshot");
    assert_as_if_opened_anew(&indexer, folder.path());
    // Long ago, so that nobody has to be careful with it.
    let file = fs::File::options().append(true).open(folder.path().join("a.md")).expect("a file");
    file.set_modified(SystemTime::UNIX_EPOCH + DEADLINE).expect("another time");
    assert_eq!(texts(&look(&indexer, folder.path(), &["a.md"]).edited), ["a.md"]);
    let revision = indexer.library().revision();
    assert!(look(&indexer, folder.path(), &["a.md", "nothing.md"]).is_empty());
    assert_eq!(indexer.library().revision(), revision, "nothing has changed");
}

#[test]
fn files_come_go_and_move() {
    let (folder, indexer) = workspace(&[("a.md", "# alpha"), ("sub/b.md", "# beta"), ("sub/deep/c.md", "# gamma")]);
    write(folder.path(), "sub/new.md", "# delta");
    assert_eq!(texts(&look(&indexer, folder.path(), &["sub/new.md"]).added), ["sub/new.md"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    fs::remove_file(folder.path().join("a.md")).expect("removed");
    assert_eq!(texts(&look(&indexer, folder.path(), &["a.md"]).removed), ["a.md"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    fs::rename(folder.path().join("sub/b.md"), folder.path().join("sub/0.md")).expect("renamed");
    let changes = look(&indexer, folder.path(), &["sub/b.md", "sub/0.md"]);
    assert_eq!((texts(&changes.added), texts(&changes.removed)), (vec!["sub/0.md"], vec!["sub/b.md"]));
    assert_as_if_opened_anew(&indexer, folder.path());
    // An editor that saves by renaming: the file it writes first comes and goes.
    write(folder.path(), "sub/.0.md.swp", "# alpha beta");
    fs::rename(folder.path().join("sub/.0.md.swp"), folder.path().join("sub/0.md")).expect("renamed");
    let changes = look(&indexer, folder.path(), &["sub/.0.md.swp", "sub/0.md"]);
    assert_eq!((texts(&changes.edited), changes.len()), (vec!["sub/0.md"], 1));
    assert_as_if_opened_anew(&indexer, folder.path());
}

#[test]
fn directories_come_go_move_and_become_files() {
    let (folder, indexer) = workspace(&[("a/b/c.md", "# alpha"), ("a/d.md", "# beta"), ("e.md", "# gamma")]);
    fs::rename(folder.path().join("a"), folder.path().join("z")).expect("renamed");
    let changes = look(&indexer, folder.path(), &["a", "z"]);
    assert_eq!(texts(&changes.added), ["z/b/c.md", "z/d.md"]);
    assert_eq!(texts(&changes.removed), ["a/b/c.md", "a/d.md"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    fs::remove_dir_all(folder.path().join("z/b")).expect("removed");
    write(folder.path(), "z/b", "# a file");
    look(&indexer, folder.path(), &["z/b"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    fs::remove_file(folder.path().join("e.md")).expect("removed");
    write(folder.path(), "e.md/inside.md", "# delta");
    assert_eq!(texts(&look(&indexer, folder.path(), &["e.md"]).added), ["e.md/inside.md"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    // Two directories change places: the paths are the same, what they hold is not.
    write(folder.path(), "y/b", "# beta beta");
    look(&indexer, folder.path(), &["y"]);
    for (from, to) in [("z", "x"), ("y", "z"), ("x", "y")] {
        fs::rename(folder.path().join(from), folder.path().join(to)).expect("renamed");
    }
    look(&indexer, folder.path(), &["y", "z"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    fs::create_dir(folder.path().join("empty")).expect("a directory");
    assert!(look(&indexer, folder.path(), &["empty"]).is_empty());
    assert_as_if_opened_anew(&indexer, folder.path());
    assert!(indexer.places().directories.iter().any(|path| path.ends_with("empty")), "files can appear there");
}

#[test]
fn ignore_rules_hold_for_what_is_new_and_edited_rules_for_all() {
    let (folder, indexer) = workspace(&[
        (".ignore", "target/\n*.tmp\n"),
        ("a.md", "# alpha"),
        ("sub/.ignore", "x.md"),
        ("sub/b.md", "# beta"),
    ]);
    for path in ["target/t.md", "sub/x.md", "sub/y.tmp", "sub/new/x.md", "sub/new/y.md", "sub/.hidden.md"] {
        write(folder.path(), path, "# gamma");
    }
    let changes = look(&indexer, folder.path(), &["target", "sub/x.md", "sub/y.tmp", "sub/new", "sub/.hidden.md"]);
    assert_eq!(texts(&changes.added), ["sub/new/y.md"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    write(folder.path(), ".ignore", "sub/new\n");
    let changes = look(&indexer, folder.path(), &[".ignore"]);
    assert_eq!(texts(&changes.added), ["sub/y.tmp", "target/t.md"]);
    assert_eq!(texts(&changes.removed), ["sub/new/y.md"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    fs::create_dir(folder.path().join(".git")).expect("a directory");
    write(folder.path(), ".gitignore", "a.md");
    look(&indexer, folder.path(), &[".git"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    assert!(indexer.library().find("a.md").is_none());
}

#[cfg(unix)]
#[test]
fn links_pipes_unreadable_binary_and_large_files_leave_and_return() {
    use std::os::unix::fs::symlink;
    let (folder, indexer) = workspace(&[("a.md", "# alpha"), ("b.md", "# beta"), ("sub/c.md", "# gamma")]);
    let at = |path: &str| folder.path().join(path);
    fs::remove_file(at("a.md")).expect("removed");
    symlink(at("b.md"), at("a.md")).expect("a link");
    assert_eq!(texts(&look(&indexer, folder.path(), &["a.md"]).removed), ["a.md"]);
    fs::remove_dir_all(at("sub")).expect("removed");
    symlink(folder.path(), at("sub")).expect("a link to itself");
    look(&indexer, folder.path(), &["sub"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    fs::remove_file(at("sub")).expect("removed");
    write(folder.path(), "b.md", "no\0text");
    assert_eq!(texts(&look(&indexer, folder.path(), &["b.md", "sub"]).edited), ["b.md"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    write(folder.path(), "b.md", "# text again");
    look(&indexer, folder.path(), &["b.md"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    assert!(indexer.library().skipped().is_empty());
    let large = fs::File::create(at("b.md")).expect("a file");
    large.set_len(9 << 20).expect("a large file");
    look(&indexer, folder.path(), &["b.md"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    write(folder.path(), "b.md", "# small again");
    write(folder.path(), "image.png", "none");
    look(&indexer, folder.path(), &["b.md", "image.png"]);
    assert_as_if_opened_anew(&indexer, folder.path());
    fs::remove_file(at("image.png")).expect("removed");
    look(&indexer, folder.path(), &["image.png"]);
    assert_as_if_opened_anew(&indexer, folder.path());
}

#[test]
fn several_roots_and_single_files_are_looked_at_too() {
    let (folder, _) =
        workspace(&[("one/a.md", "# alpha"), ("two/b.md", "# beta"), ("c.md", "# gamma"), ("d.md", "# x")]);
    let roots = ["one", "two", "c.md"].map(PathBuf::from).to_vec();
    let several = WorkspaceOptions { roots, ..options(folder.path()) };
    let indexer = Indexer::open(several.clone()).expect("an indexer");
    write(folder.path(), "c.md", "# delta");
    write(folder.path(), "d.md", "# not of the workspace");
    let changes = look(&indexer, folder.path(), &["c.md", "d.md", "e.md"]);
    assert_eq!((texts(&changes.edited), changes.len()), (vec!["c.md"], 1));
    write(folder.path(), "two/new.md", "# new");
    fs::remove_file(folder.path().join("one/a.md")).expect("removed");
    let changes = look(&indexer, folder.path(), &["two/new.md", "one/a.md"]);
    assert_eq!((texts(&changes.added), texts(&changes.removed)), (vec!["two/new.md"], vec!["one/a.md"]));
    indexer.ensure(&Needs::FullText, &Ticket::forever(), &quiet).expect("a fresh ticket");
    let anew = Indexer::open(several).expect("an indexer");
    anew.ensure(&Needs::FullText, &Ticket::forever(), &quiet).expect("a fresh ticket");
    assert_eq!(seen(&indexer.library()), seen(&anew.library()));
}

#[test]
fn a_workspace_that_is_gone_keeps_its_last_state() {
    let (folder, indexer) = workspace(&[("inside/a.md", "# alpha")]);
    let before = seen(&indexer.library());
    let away = folder.path().with_extension("away");
    fs::rename(folder.path(), &away).expect("renamed");
    let base = folder.path().to_owned();
    let outcome = indexer.refresh(&Ticket::forever(), &quiet);
    fs::rename(&away, &base).expect("renamed");
    assert!(outcome.is_err_and(|problem| problem.to_string().contains("no longer there")));
    assert_eq!(seen(&indexer.library()), before);
    assert!(indexer.refresh(&Ticket::forever(), &quiet).expect("it is back").is_empty());
}

/// Something that happens to a small tree.
#[derive(Clone, Debug)]
enum Deed {
    Write(String, u8),
    Remove(String),
    Rename(String, String),
}

fn place() -> impl Strategy<Value = String> {
    prop_oneof!["[ab]/[ab]/[ab]\\.md", "[ab]/[ab]\\.md", "[ab]\\.md", "[ab]/[ab]", "[ab]", "([ab]/)?\\.ignore"]
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        3 => (place(), any::<u8>()).prop_map(|(path, seed)| Deed::Write(path, seed)),
        1 => place().prop_map(Deed::Remove),
        1 => (place(), place()).prop_map(|(from, to)| Deed::Rename(from, to)),
    ]
}

/// Carries out a deed; the paths that a watcher would tell.
fn carry_out(folder: &Path, deed: &Deed, touched: &mut BTreeSet<String>) {
    let made = |path: &str, touched: &mut BTreeSet<String>| {
        // Directories that are made on the way.
        let above = path.match_indices('/').map(|(at, _)| &path[..at]).find(|above| !folder.join(above).exists());
        touched.extend([path, above.unwrap_or(path)].map(str::to_owned));
    };
    match deed {
        Deed::Write(path, seed) => {
            made(path, touched);
            let words = ["alpha", "beta", "gamma", "delta"];
            let text = if path.ends_with(".ignore") {
                format!("{}\n", ["a", "b.md", "/b", "*.md\n!a.md"][*seed as usize % 4])
            } else {
                format!("# {} {}\n{seed}\n", words[*seed as usize % 4], words[*seed as usize / 4 % 4])
            };
            let path = folder.join(path);
            let _ = fs::create_dir_all(path.parent().expect("a parent")).and_then(|()| fs::write(&path, text));
        }
        Deed::Remove(path) => {
            touched.insert(path.clone());
            let path = folder.join(path);
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        Deed::Rename(from, to) => {
            touched.insert(from.clone());
            made(to, touched);
            let to = folder.join(to);
            let _ = fs::create_dir_all(to.parent().expect("a parent")).and_then(|()| fs::rename(folder.join(from), to));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn looking_at_what_was_touched_is_as_good_as_opening_anew(
        deeds in proptest::collection::vec((deed(), any::<bool>()), 1..24),
    ) {
        let (folder, indexer) = workspace(&[("a/a.md", "# alpha"), ("b.md", "# beta")]);
        let mut touched = BTreeSet::new();
        for (number, (deed, is_seen)) in deeds.iter().enumerate() {
            carry_out(folder.path(), deed, &mut touched);
            if *is_seen || number + 1 == deeds.len() {
                let paths: Vec<&str> = touched.iter().map(String::as_str).collect();
                look(&indexer, folder.path(), &paths);
                touched.clear();
            }
        }
        assert_as_if_opened_anew(&indexer, folder.path());
    }
}

/// A watcher of a workspace, and what it tells.
fn watched(files: &[(&str, &str)]) -> (TempDir, Indexer, Watch, mpsc::Receiver<News>) {
    let (folder, indexer) = workspace(files);
    let (sender, receiver) = mpsc::channel();
    let watch = Watch::start(move |news| drop(sender.send(news))).expect("a thread");
    watch.follow(indexer.places());
    (folder, indexer, watch, receiver)
}

/// Does what the watcher says until a file is as it is wanted.
#[track_caller]
fn follow_until(indexer: &Indexer, watch: &Watch, news: &mpsc::Receiver<News>, is_so: impl Fn(&Library) -> bool) {
    while !is_so(&indexer.library()) {
        match news.recv_timeout(DEADLINE).expect("news") {
            News::Changed(Change::Everything) | News::Polling(_) => {
                indexer.refresh(&Ticket::forever(), &quiet).expect("a walk");
            }
            News::Changed(Change::Paths(paths)) => {
                indexer.refresh_paths(&paths, &Ticket::forever(), &quiet).expect("a look");
            }
            News::Saved | News::Vacant => {}
        }
        watch.follow(indexer.places());
    }
}

#[test]
fn the_watcher_follows_files_and_directories() {
    let (folder, indexer, watch, news) = watched(&[("a.md", "# alpha"), ("sub/b.md", "# beta"), (".ignore", "off/")]);
    let has = |text: &'static str| move |library: &Library| seen_names(library).contains(&text.to_owned());
    write(folder.path(), "a.md", "# edited");
    follow_until(&indexer, &watch, &news, has("a.md edited"));
    write(folder.path(), "new/deep/c.md", "# made");
    follow_until(&indexer, &watch, &news, has("new/deep/c.md made"));
    write(folder.path(), "new/deep/c.md", "# written in a directory that is new");
    follow_until(&indexer, &watch, &news, has("new/deep/c.md written in a directory that is new"));
    fs::rename(folder.path().join("new"), folder.path().join("old")).expect("renamed");
    follow_until(&indexer, &watch, &news, |library| library.find("old/deep/c.md").is_some());
    write(folder.path(), "old/deep/c.md", "# written in a directory that has moved");
    follow_until(&indexer, &watch, &news, has("old/deep/c.md written in a directory that has moved"));
    fs::remove_dir_all(folder.path().join("old")).expect("removed");
    follow_until(&indexer, &watch, &news, |library| library.find("old/deep/c.md").is_none());
    write(folder.path(), "old/deep/c.md", "# back");
    follow_until(&indexer, &watch, &news, has("old/deep/c.md back"));
    write(folder.path(), "off/d.md", "# ignored");
    write(folder.path(), ".ignore", "sub/");
    follow_until(&indexer, &watch, &news, |library| library.find("off/d.md").is_some());
    assert!(indexer.library().find("sub/b.md").is_none());
    assert_as_if_opened_anew(&indexer, folder.path());
}

fn seen_names(library: &Library) -> Vec<String> {
    let named = |(id, outline): (docql::library::FileId, docql::library::Outline<'_>)| -> Vec<String> {
        (0..outline.len()).map(|node| format!("{} {}", library.file(id).path, outline.name(node))).collect()
    };
    library.outlines().flat_map(named).collect()
}

#[test]
fn a_switched_branch_is_followed_and_no_file_is_lost() {
    const FILES: usize = 900;
    /// The longest file of the first branch.
    const SHORT: u64 = "fn on_one_899() {}".len() as u64;
    let path = |number: usize| format!("{}/{number}.rs", number % 7);
    let files: Vec<(String, String)> =
        (0..FILES).map(|number| (path(number), format!("fn on_one_{number}() {{}}"))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
    let (folder, indexer, watch, news) = watched(&files);
    // As git does it: every file that differs is removed and written anew; some go, some come.
    for number in 0..FILES {
        std::fs::remove_file(folder.path().join(path(number))).expect("removed");
        match number % 10 {
            0 => write(folder.path(), &format!("new/{number}.rs"), "fn added() {}"),
            1 => {}
            _ => write(folder.path(), &path(number), &format!("fn on_the_other_{number}() {{}}")),
        }
    }
    let is_new = |path: &str, size: u64| match path.strip_prefix("new/") {
        Some(_) => true,
        None => folder.path().join(path).metadata().is_ok_and(|found| found.len() == size) && size > SHORT,
    };
    follow_until(&indexer, &watch, &news, |library| {
        library.files().len() == FILES * 9 / 10 && library.files().iter().all(|file| is_new(&file.path, file.size))
    });
    assert_as_if_opened_anew(&indexer, folder.path());
}

#[test]
fn who_catches_up_has_been_told_of_all_that_happened_before() {
    let (folder, indexer, watch, news) = watched(&[("a.rs", "fn a() {}"), ("sub/b.rs", "fn b() {}")]);
    if !watch.catch_up(&Ticket::forever()) {
        writeln!(std::io::stderr(), "SKIPPED: the system does not tell all").expect("standard error");
        return;
    }
    let told = || news.try_iter().filter_map(|news| if let News::Changed(change) = news { Some(change) } else { None });
    // The places are newly watched.
    told().for_each(drop);
    let deeds: [&dyn Fn(u32); 5] = [
        &|round| write(folder.path(), "a.rs", &format!("fn a{round}() {{}}")),
        &|round| write(folder.path(), &format!("new{round}/deep/c.rs"), "fn c() {}"),
        &|round| write(folder.path(), &format!("new{round}/deep/c.rs"), "fn again() {}"),
        &|round| fs::rename(folder.path().join(format!("new{round}")), folder.path().join("moved")).expect("renamed"),
        &|_| fs::remove_dir_all(folder.path().join("moved")).expect("removed"),
    ];
    for round in 0..6 {
        for deed in deeds {
            deed(round);
            assert!(watch.catch_up(&Ticket::forever()));
            let change = told().reduce(Change::and).expect("something happened");
            match change {
                Change::Everything => indexer.refresh(&Ticket::forever(), &quiet).expect("a walk"),
                Change::Paths(paths) => indexer.refresh_paths(&paths, &Ticket::forever(), &quiet).expect("a look"),
            };
            watch.follow(indexer.places());
            assert_as_if_opened_anew(&indexer, folder.path());
        }
        assert!(watch.catch_up(&Ticket::forever()));
        told().for_each(drop);
    }
}

#[test]
fn reading_raises_no_news() {
    let (folder, indexer, watch, news) = watched(&[("a.md", "# alpha"), ("sub/b.md", "# beta")]);
    let base = fs::canonicalize(folder.path()).expect("a folder");
    // What was said about the start of the watch is taken first: a mark is set and waited for.
    write(folder.path(), "mark.md", "# one");
    follow_until(&indexer, &watch, &news, |library| library.find("mark.md").is_some());
    for path in ["a.md", "sub/b.md"] {
        fs::read(base.join(path)).expect("read");
    }
    write(folder.path(), "mark.md", "# two and more");
    let mut told = BTreeSet::new();
    while !told.contains(&base.join("mark.md")) {
        match news.recv_timeout(DEADLINE).expect("news") {
            News::Changed(Change::Paths(paths)) => told.extend(paths),
            other => panic!("{other:?}"),
        }
    }
    assert!(told.iter().all(|path| path.ends_with("mark.md")), "{told:?}");
}

#[test]
fn a_directory_keeps_its_files_when_files_beside_and_above_it_are_new() {
    let (folder, indexer) = workspace(&[("a/a.md", "# alpha"), ("a/a/a.md", "# beta"), ("b.md", "# gamma")]);
    write(folder.path(), "a/b.md", "# new beside it");
    write(folder.path(), "c.md", "# new above it");
    look(&indexer, folder.path(), &["a/b.md", "c.md"]);
    assert!(indexer.library().find("a/a/a.md").is_some());
    assert_as_if_opened_anew(&indexer, folder.path());
}
