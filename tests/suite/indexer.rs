//! The write side: what is found, what is read, and that snapshots stay consistent.

use docql::indexer::{Indexer, Outlook, Progress, Stage, WalkError, WorkspaceOptions, default_root, walk};
use docql::library::{FileId, Library, NamePart, NeededName, Needs, NodeRef, ReadError, TextQuery};
use docql::stdx::{Ticket, Tickets};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use tempfile::TempDir;

/// A folder with these files; parents are made.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, content) in files {
        write(folder.path(), path, content);
    }
    folder
}

fn write(folder: &Path, path: &str, content: impl AsRef<[u8]>) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
    fs::write(path, content).expect("a file");
}

fn quiet(_: Progress) {}

fn options(base: &Path) -> WorkspaceOptions {
    WorkspaceOptions { threads: 2, ..WorkspaceOptions::at(base) }
}

fn paths(library: &Library) -> Vec<&str> {
    library.files().iter().map(|entry| &*entry.path).collect()
}

fn walked(options: &WorkspaceOptions) -> Library {
    walk(options, &Ticket::forever(), &quiet).expect("a walk")
}

fn skipped(library: &Library) -> Vec<(&str, &str)> {
    library.skipped().iter().map(|skipped| (skipped.path.as_str(), skipped.reason.as_str())).collect()
}

fn names(library: &Library) -> Vec<String> {
    let mut all = Vec::new();
    for (file, outline) in library.outlines() {
        let named = (0..outline.len()).filter(|&node| !outline.name(node).is_empty());
        all.extend(named.map(|node| format!("{}:{}", library.file(file).path, outline.name(node))));
    }
    all
}

fn indexed(options: WorkspaceOptions, needs: &Needs) -> Indexer {
    let indexer = Indexer::open(options).expect("an indexer");
    indexer.ensure(needs, &Ticket::forever(), &quiet).expect("a fresh ticket");
    indexer
}

#[test]
fn ignore_files_and_hidden_files_are_obeyed_unless_told_otherwise() {
    let folder = folder(&[
        (".gitignore", b"target/\n*.log\n!keep.log\n"),
        (".hidden/a.md", b"# Hidden"),
        (".venv/lib.py", b"def lib(): pass"),
        (".env", b"KEY=1"),
        ("a.md", b"# A"),
        ("b.log", b"log"),
        ("keep.log", b"log"),
        ("sub/.ignore", b"x.md"),
        ("sub/.docqlignore", b"y.md"),
        ("sub/x.md", b"# X"),
        ("sub/y.md", b"# Y"),
        ("sub/z.md", b"# Z"),
        ("target/t.md", b"# T"),
        (".git/config", b""),
    ]);
    let written = [".gitignore", ".hidden/a.md", "a.md", "keep.log", "sub/.docqlignore", "sub/.ignore", "sub/z.md"];
    assert_eq!(paths(&walked(&options(folder.path()))), written, "what people write in a repository is read");
    let everything = WorkspaceOptions { hidden: true, ignore_files: false, ..options(folder.path()) };
    let library = walked(&everything);
    assert_eq!(
        paths(&library),
        [
            ".env",
            ".gitignore",
            ".hidden/a.md",
            ".venv/lib.py",
            "a.md",
            "b.log",
            "keep.log",
            "sub/.docqlignore",
            "sub/.ignore",
            "sub/x.md",
            "sub/y.md",
            "sub/z.md",
            "target/t.md",
        ]
    );
}

#[test]
fn hidden_files_are_read_in_repositories_and_where_rules_ask_for_them() {
    let files: [(&str, &[u8]); 8] = [
        // What an editor keeps beside a file is not read.
        ("sub/.ci/.check.md.swp", b"b0VIM"),
        ("sub/.#check.md", b"# Check"),
        (".ci/check.md", b"# Check"),
        (".cache/c.md", b"# C"),
        ("sub/.git/config", b""),
        ("sub/.ci/check.md", b"# Check"),
        ("sub/.cache/c.md", b"# C"),
        ("sub/.env.example.complete", b"KEY="),
    ];
    let folder = folder(&files);
    let read = |options: &WorkspaceOptions| {
        let library = walked(options);
        paths(&library).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let options = options(folder.path());
    assert_eq!(read(&options), ["sub/.ci/check.md", "sub/.env.example.complete"]);
    write(folder.path(), ".ignore", "!.ci\n");
    write(folder.path(), "sub/.ignore", "!.cache\n");
    assert_eq!(
        read(&options),
        [".ci/check.md", "sub/.cache/c.md", "sub/.ci/check.md", "sub/.env.example.complete", "sub/.ignore"]
    );
    let globs = WorkspaceOptions { globs: vec!["**/.cache/**".into(), "**/.cache".into()], ..options };
    assert_eq!(read(&globs), [".cache/c.md", "sub/.cache/c.md"]);
}

#[test]
fn git_ignore_files_count_in_repositories_only() {
    // Packages of sources carry rules that would leave out all of them.
    let folder = folder(&[(".gitignore", b"/*\n"), ("a.md", b"# A"), ("sub/b.md", b"# B")]);
    assert_eq!(paths(&walked(&options(folder.path()))), ["a.md", "sub/b.md"]);
}

#[test]
fn repositories_are_recognised_at_any_depth() {
    let folder = folder(&[
        ("a.md", b""),
        ("one/.git/HEAD", b"ref"),
        ("one/b.md", b""),
        ("one/deps/two/.git", b"gitdir: elsewhere"),
        ("one/deps/two/src/c.md", b""),
    ]);
    let library = walked(&options(folder.path()));
    let found: Vec<_> = library.repositories().iter().map(|r| (r.path.as_str(), r.name.as_str())).collect();
    assert_eq!(found, [("one", "one"), ("one/deps/two", "two")]);
    let of: Vec<_> = library.files().iter().map(|entry| entry.repository).collect();
    assert_eq!(of, [None, Some(0), Some(1)]);
    assert_eq!(default_root(&folder.path().join("one/deps")), folder.path().join("one"));
    let gone = folder.path().join("gone/away");
    assert!(folder.path().ancestors().any(|above| above.join(".git").exists()) || default_root(&gone) == gone);

    fs::create_dir(folder.path().join(".git")).expect("a repository");
    let library = walked(&options(folder.path()));
    assert_eq!(library.repositories()[0].path, "");
    assert_eq!(library.files()[0].repository, Some(0));
}

#[test]
fn limits_binary_files_and_missing_roots_are_told() {
    let folder = folder(&[
        ("big.md", format!("# Big\n{}", "needle ".repeat(500)).as_bytes()),
        ("big.bin", &[0; 3000]),
        ("picture.png", b"\x89PNG"),
        ("sneaky.md", b"text\0\0\0\0binary"),
        ("small.md", b"# Small"),
    ]);
    let limited = WorkspaceOptions { max_file_bytes: 2048, ..options(folder.path()) };
    let indexer = indexed(limited, &Needs::Structure);
    let library = indexer.library();
    assert_eq!(paths(&library), ["big.md", "picture.png", "small.md", "sneaky.md"]);
    assert_eq!(skipped(&library), [("big.bin", "binary"), ("sneaky.md", "binary")]);
    assert!(library.is_complete(), "a binary file is known to have nothing");
    let big = library.find("big.md").expect("there");
    assert!(library.file(big).text_only, "larger than what is parsed");
    assert_eq!(library.outline(big).map(|outline| outline.len()), Some(0), "no outline, and known to have none");
    assert_eq!(library.document(big).map(|_| ()), Err(ReadError::TextOnly(library.file(big).size)));
    assert_eq!(library.file(big).too_large().to_string(), "3 kB: too large for an outline, text only");
    assert!(library.text(big).is_ok_and(|text| text.contains("needle")), "its text is there");
    assert_eq!(library.window(big, 2, 4).as_deref(), Ok(b"Big\n".as_slice()));
    assert_eq!(library.window(big, 1 << 40, 4).as_deref(), Ok(b"".as_slice()));
    assert_eq!(library.text(library.find("sneaky.md").expect("there")), Err(ReadError::Binary));
    fs::remove_file(folder.path().join("small.md")).expect("removed");
    let small = library.find("small.md").expect("listed");
    assert_eq!(library.document(small).map(|_| ()), Err(ReadError::Gone));

    let missing = WorkspaceOptions { roots: vec!["nowhere".into()], ..options(folder.path()) };
    let error = walk(&missing, &Ticket::forever(), &quiet).expect_err("no such root");
    assert_eq!(error.to_string(), "nowhere: no longer there");
    let glob = WorkspaceOptions { globs: vec!["a{".into()], ..options(folder.path()) };
    assert!(matches!(walk(&glob, &Ticket::forever(), &quiet), Err(WalkError::Glob { .. })));
}

#[test]
fn every_encoding_and_line_ending_is_read() {
    let folder = folder(&[
        ("bom.md", b"\xef\xbb\xbf# Bom\r\n\r\ntext\r\n"),
        ("latin.md", b"# Gr\xf6\xdfe\n"),
        ("wide.md", b"\xff\xfe#\0 \0W\0i\0d\0e\0\n\0"),
    ]);
    let indexer = indexed(options(folder.path()), &Needs::Named(vec![NeededName::part("wide".into())]));
    let library = indexer.library();
    assert_eq!(names(&library), ["bom.md:Bom", "latin.md:Größe", "wide.md:Wide"]);
    assert!(!library.text(FileId(0)).expect("text").starts_with('\u{feff}'));
}

#[cfg(unix)]
#[test]
fn links_and_odd_files_never_hang_the_walk() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;
    let folder = folder(&[("real/a.md", b"# A"), ("real/b.md", b"# B")]);
    let at = |path: &str| folder.path().join(path);
    symlink(at("real"), at("real/loop")).expect("a link");
    symlink(at("real/a.md"), at("real/linked.md")).expect("a link");
    symlink(at("real"), at("door")).expect("a link");
    fs::write(at("real").join(std::ffi::OsStr::from_bytes(b"x\xff.md")), "# Odd").expect("a file");
    fs::write(at("real").join(std::ffi::OsStr::from_bytes(b"x\xfe.md")), "# Odder").expect("a file");
    assert_eq!(paths(&walked(&options(&at("real")))), ["a.md", "b.md", "x\u{fffd}.md", "x\u{fffd}.md~2"]);

    let through = WorkspaceOptions { roots: vec!["door".into()], ..options(folder.path()) };
    let indexer = indexed(through, &Needs::Structure);
    let library = indexer.library();
    assert_eq!(names(&library).len(), 4, "the odd names are read through their real paths");
    assert_eq!(&*library.file(FileId(0)).path, "door/a.md");
    assert_eq!(library.file(FileId(0)).origin.path(), Some(&*at("door/a.md")));
}

#[cfg(unix)]
#[test]
fn compressed_text_is_read_like_the_text_in_it() {
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut encoder, bytes).unwrap();
        encoder.finish().unwrap()
    };
    let zstd = |bytes: &[u8]| ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest);
    let long = "one more line of a log\n".repeat(100_000);
    let dir = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(dir.path().join(name), bytes).unwrap();
    write("guide.md.gz", &gzip(b"# Guide\n\n## Setup\n\nInstall the lamp.\n"));
    write("old.log.1.zst", &zstd("lamp broken at 05:12\n灯坏了\n".as_bytes()));
    write("lamp.1.gz", &gzip(b".TH LAMP 1\n.SH NAME\nlamp \\- gives light\n"));
    write("all.tar.gz", &gzip(b"lamp"));
    write("bomb.txt.gz", &gzip(long.as_bytes()));
    write("cut.md.gz", &gzip(b"# Cut\n")[..12]);
    write("named.gz", b"# lamp, not compressed\n");
    let options = WorkspaceOptions { max_file_bytes: 1 << 20, ..options(dir.path()) };
    let indexer = indexed(options, &Needs::Structure);
    let library = indexer.library();
    let names: Vec<&str> = library.files().iter().map(|file| &*file.path).collect();
    assert_eq!(names, ["bomb.txt.gz", "cut.md.gz", "guide.md.gz", "lamp.1.gz", "old.log.1.zst"]);
    let headings = |path: &str| {
        let document = library.document(library.find(path).unwrap()).unwrap();
        document
            .nodes
            .iter()
            .filter(|node| !node.name.is_empty())
            .map(|node| format!("{} {}", node.line, node.name))
            .collect::<Vec<_>>()
    };
    assert_eq!(headings("guide.md.gz"), ["1 Guide", "3 Setup"]);
    assert_eq!(headings("lamp.1.gz"), ["1 LAMP(1)", "2 NAME"]);
    assert_eq!(&*library.text(library.find("old.log.1.zst").unwrap()).unwrap(), "lamp broken at 05:12\n灯坏了\n");
    let reasons = skipped(&library);
    for (path, reason) in [
        ("all.tar.gz", "binary"),
        ("bomb.txt.gz", "compressed: over the limit of 1 MB when unpacked"),
        ("named.gz", "binary"),
    ] {
        assert!(reasons.contains(&(path, reason)), "{path}: {reasons:?}");
    }
    assert!(reasons.iter().any(|(path, reason)| *path == "cut.md.gz" && reason.contains("cannot be unpacked")));
}

#[test]
fn what_cannot_be_read_is_skipped_with_its_reason() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[("closed/a.md", b"# A"), ("secret.md", b"# S"), ("open.md", b"# O"), ("gone.md", b"# G")]);
    let close = |path: &str, mode| {
        fs::set_permissions(folder.path().join(path), fs::Permissions::from_mode(mode)).expect("permissions")
    };
    close("closed", 0o000);
    close("secret.md", 0o000);
    let is_root = fs::read(folder.path().join("secret.md")).is_ok();
    let indexer = Indexer::open(options(folder.path())).expect("an indexer");
    fs::remove_file(folder.path().join("gone.md")).expect("removed");
    indexer.ensure(&Needs::Structure, &Ticket::forever(), &quiet).expect("fresh");
    close("closed", 0o755);
    let library = indexer.library();
    assert!(skipped(&library).contains(&("gone.md", "no longer there")));
    assert!(names(&library).contains(&"open.md:O".to_owned()));
    if !is_root {
        assert!(skipped(&library).contains(&("closed", "permission denied")));
        assert!(skipped(&library).contains(&("secret.md", "permission denied")));
    }
}

#[test]
fn roots_are_shown_as_they_were_given() {
    let folder = folder(&[("docs/a.md", b"# A"), ("docs/sub/b.md", b"# B"), ("src/c.md", b"# C"), ("d.md", b"# D")]);
    let of = |roots: &[&str]| {
        let roots = roots.iter().map(PathBuf::from).collect();
        let library = walked(&WorkspaceOptions { roots, ..options(folder.path()) });
        library.files().iter().map(|entry| entry.path.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(of(&["docs"]), ["docs/a.md", "docs/sub/b.md"]);
    assert_eq!(of(&["./docs/", "docs/sub", "docs"]), ["docs/a.md", "docs/sub/b.md"]);
    assert_eq!(of(&["docs/sub", "."]), ["d.md", "docs/a.md", "docs/sub/b.md", "src/c.md"]);
    assert_eq!(of(&["d.md", "src"]), ["d.md", "src/c.md"]);
    let absolute = folder.path().join("src");
    assert_eq!(of(&[&absolute.to_string_lossy()]), [format!("{}/c.md", absolute.to_string_lossy())]);
    assert_eq!(of(&[&folder.path().to_string_lossy()]).len(), 4);
    assert_eq!(of(&[&folder.path().to_string_lossy()])[0], "d.md");

    let listed = Some(vec!["src/c.md".into(), "docs".into(), "nothing.md".into()]);
    let library = walked(&WorkspaceOptions { files_from: listed, ..options(folder.path()) });
    assert_eq!(paths(&library), ["src/c.md"]);
    assert_eq!(skipped(&library), [("docs", "a directory"), ("nothing.md", "no longer there")]);

    let globs = vec!["*.md".into(), "!docs/sub/**".into()];
    assert_eq!(
        paths(&walked(&WorkspaceOptions { globs, ..options(folder.path()) })),
        ["d.md", "docs/a.md", "src/c.md"]
    );
}

#[test]
fn standard_input_is_a_file() {
    let folder = folder(&[]);
    let piped = WorkspaceOptions { stdin: Some(b"hello\nworld\n".to_vec()), ..options(folder.path()) };
    let indexer = indexed(piped, &Needs::FullText);
    let library = indexer.library();
    assert_eq!(paths(&library), ["-"]);
    assert_eq!(&*library.text(FileId(0)).expect("text"), "hello\nworld\n");
    let hits = search(&library, &["world"]);
    assert_eq!(hits, ["-:1"]);
}

fn search(library: &Library, terms: &[&str]) -> Vec<String> {
    let query = TextQuery { terms: terms.iter().map(|&term| term.to_owned()).collect(), ..TextQuery::default() };
    ask(library, &query)
}

fn ask(library: &Library, query: &TextQuery) -> Vec<String> {
    assert!(library.fulltext().is_some(), "a full-text index");
    let found = library.search_text(query, &|_| true, 100, &Ticket::forever());
    found.hits.iter().map(|hit| format!("{}:{}", library.file(hit.file).path, hit.line)).collect()
}

/// A workspace with many names, some only in some files.
fn generated() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..60_u32 {
        let word = ["Alpha", "beta_gamma", "Größe", "架构", "delta"][number as usize % 5];
        let code = format!("fn {word}{number}() {{\n    call_{number}();\n}}\nstruct Other{}\n", number % 7);
        write(folder.path(), &format!("src/m{}/f{number}.rs", number % 4), code);
        write(folder.path(), &format!("docs/d{number}.md"), format!("# About *{word}* {number}\n\ntext\n"));
    }
    folder
}

fn named(library: &Library, needle: &str) -> Vec<NodeRef> {
    let mut found = Vec::new();
    library.nodes_named(needle, NamePart::Any, |node| {
        found.push(node);
        true
    });
    found
}

#[test]
fn parsing_what_may_match_finds_the_same_as_parsing_everything() {
    let folder = generated();
    let everything = indexed(options(folder.path()), &Needs::Structure).library();
    assert!(everything.is_complete());
    for needle in ["alpha", "gamma1", "größe2", "架构", "other3", "delta14", "nothing", "about alpha 5", "f5", "a"]
    {
        let some = indexed(options(folder.path()), &Needs::Named(vec![NeededName::part(needle.to_owned())])).library();
        assert_eq!(named(&some, needle), named(&everything, needle), "{needle}");
    }
    let one = indexed(options(folder.path()), &Needs::Named(vec![NeededName::part("other3".into())])).library();
    assert!(one.indexed() < everything.indexed(), "not everything is parsed for one name");
}

#[test]
fn a_longer_name_needs_no_second_scan() {
    let folder = generated();
    let indexer = indexed(options(folder.path()), &Needs::Named(vec![NeededName::part("delt".into())]));
    let first = indexer.library().revision();
    indexer.ensure(&Needs::Named(vec![NeededName::part("delta14".into())]), &Ticket::forever(), &quiet).expect("fresh");
    assert_eq!(indexer.library().revision(), first);
}

#[test]
fn passes_at_the_same_time_lose_nothing() {
    let folder = generated();
    let indexer = Indexer::open(options(folder.path())).expect("an indexer");
    let needs = [
        Needs::Named(vec![NeededName::part("alpha".into())]),
        Needs::Structure,
        Needs::Named(vec![NeededName::part("gamma".into()), NeededName::part("架构".into())]),
        Needs::FullText,
    ];
    std::thread::scope(|scope| {
        for need in &needs {
            scope.spawn(|| indexer.ensure(need, &Ticket::forever(), &quiet).expect("fresh"));
        }
        scope.spawn(|| {
            let forever = Ticket::forever();
            while indexer.index_some(Duration::from_millis(1), &forever, &quiet) == Ok(Outlook::More) {}
        });
        scope.spawn(|| indexer.refresh(&Ticket::forever(), &quiet).expect("a refresh"));
    });
    let alone = indexed(options(folder.path()), &Needs::FullText).library();
    indexer.ensure(&Needs::FullText, &Ticket::forever(), &quiet).expect("fresh");
    let library = indexer.library();
    assert!(library.is_complete() && library.listing().searchable);
    assert_eq!(names(&library), names(&alone));
    assert_eq!(search(&library, &["delta"]), search(&alone, &["delta"]));
}

#[test]
fn many_small_passes_are_merged_without_a_trace() {
    let folder = generated();
    let indexer = Indexer::open(options(folder.path())).expect("an indexer");
    for number in 0..60 {
        indexer
            .ensure(&Needs::Named(vec![NeededName::part(format!("call_{number}"))]), &Ticket::forever(), &quiet)
            .expect("fresh");
        write(folder.path(), &format!("docs/d{number}.md"), format!("# Changed a bit {number}"));
        indexer.refresh(&Ticket::forever(), &quiet).expect("a refresh");
    }
    indexer.ensure(&Needs::Structure, &Ticket::forever(), &quiet).expect("fresh");
    let alone = indexed(options(folder.path()), &Needs::Structure).library();
    assert_eq!(names(&indexer.library()), names(&alone));
    assert_eq!(indexer.library().call_sites("call_7"), alone.call_sites("call_7"));
    assert_eq!(named(&indexer.library(), "alpha"), named(&alone, "alpha"));
}

#[test]
fn a_stale_ticket_ends_a_pass_and_keeps_what_was_done() {
    let folder = generated();
    let indexer = Indexer::open(options(folder.path())).expect("an indexer");
    let tickets = Tickets::default();
    let ticket = tickets.issue();
    tickets.cancel();
    assert!(indexer.ensure(&Needs::Structure, &ticket, &quiet).is_err());
    assert!(walk(&options(folder.path()), &ticket, &quiet).is_err());
    assert!(indexer.ensure(&Needs::Files, &ticket, &quiet).is_ok(), "nothing to do is never too late");
}

#[test]
fn the_background_takes_what_is_in_view_first_and_ends() {
    let folder = generated();
    let single = WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(folder.path()) };
    let indexer = Indexer::open(single).expect("an indexer");
    indexer.prioritise("src/m3/f7.rs");
    let forever = Ticket::forever();
    let stages = Mutex::new(Vec::new());
    let note = |progress: Progress| stages.lock().expect("a lock").push(progress.stage);
    let mut steps = 0;
    while indexer.index_some(Duration::from_millis(2), &forever, &note) == Ok(Outlook::More) {
        let library = indexer.library();
        assert!(library.indexed() == 0 || library.is_indexed(library.find("src/m3/f7.rs").expect("there")));
        steps += 1;
        assert!(steps < 100_000, "no step forward");
    }
    assert!(indexer.library().is_complete() && indexer.library().listing().searchable);
    assert!(stages.lock().expect("a lock").contains(&Stage::Text));
}

#[test]
fn words_of_files_that_are_gone_do_not_stand_before_those_that_are_there() {
    let letters = || (b'a'..=b'z').map(char::from);
    let gone: String = letters().map(|letter| format!("    zebra{letter} = 1\n")).collect();
    let gone: String = ["one", "two", "three"].map(|name| format!("def {name}():\n{gone}\n")).concat();
    let parts: String = letters().map(|letter| format!("def part_{letter}():\n    nothing = 1\n\n")).collect();
    let there: &[u8] = b"def first():\n    zebrazz = 1\n\ndef second():\n    zebrazz = zebrazy\n";
    let folder = folder(&[("gone.py", gone.as_bytes()), ("parts.py", parts.as_bytes()), ("z.py", there)]);
    let indexer = indexed(options(folder.path()), &Needs::FullText);
    assert_eq!(indexer.library().completions("zebr", 2), ["zebraa", "zebrab"]);
    fs::remove_file(folder.path().join("gone.py")).expect("removed");
    indexer.refresh(&Ticket::forever(), &quiet).expect("a refresh");
    indexer.ensure(&Needs::FullText, &Ticket::forever(), &quiet).expect("fresh");
    assert_eq!(indexer.library().completions("zebr", 4), ["zebrazy", "zebrazz"]);
}

#[test]
fn a_refresh_sees_edits_renames_and_deletions() {
    let folder = folder(&[("a.md", b"# Old"), ("b.md", b"# Stays"), ("c.md", b"# Moves"), ("d.md", b"# Leaves")]);
    let indexer = indexed(options(folder.path()), &Needs::FullText);
    let old = indexer.library();
    write(folder.path(), "a.md", "# Newer words");
    fs::rename(folder.path().join("c.md"), folder.path().join("0.md")).expect("renamed");
    fs::remove_file(folder.path().join("d.md")).expect("removed");
    write(folder.path(), "new/e.md", "# Appears");
    indexer.refresh(&Ticket::forever(), &quiet).expect("a refresh");
    let library = indexer.library();
    assert!(library.revision() > old.revision());
    assert_eq!(names(&library), ["0.md:Moves", "a.md:Newer words", "b.md:Stays", "new/e.md:Appears"]);
    assert_eq!(names(&old).len(), 4, "a reader keeps its snapshot");
    assert_eq!(search(&library, &["stays"]), ["b.md:1"]);
    assert_eq!(search(&library, &["old"]), [""; 0], "what a file no longer says is not found");
    indexer.ensure(&Needs::FullText, &Ticket::forever(), &quiet).expect("fresh");
    let library = indexer.library();
    assert_eq!(search(&library, &["newer"]), ["a.md:1"]);
    assert_eq!(search(&library, &["moves"]), ["0.md:1"]);
    assert_eq!(search(&library, &["leaves"]), [""; 0]);
    assert!(library.listing().searchable);
}

#[test]
fn text_is_found_by_words_parts_phrases_and_pairs() {
    let folder = folder(&[
        ("a.rs", b"/// Checks a token.\nfn validate_token() {\n    AuthService::login();\n}\n"),
        (
            "b.md",
            "# 用户认证流程\n\n用户登录后，系统会验证权限。\n\n# Running tests\n\nRun the slow tests first.\n"
                .as_bytes(),
        ),
        ("c.md", b"# Other\n\nThe first tests are slow. A token is a token is a token.\n"),
    ]);
    let library = indexed(options(folder.path()), &Needs::FullText).library();
    assert_eq!(search(&library, &["auth"]), ["a.rs:1"]);
    assert_eq!(search(&library, &["authservice"]), ["a.rs:1"]);
    assert_eq!(search(&library, &["AuthService", "validateToken"]), ["a.rs:1"], "spelled another way");
    assert_eq!(search(&library, &["认证"]), ["b.md:1"]);
    assert_eq!(search(&library, &["流程"]), ["b.md:1"], "the end of a run");
    assert_eq!(search(&library, &["验证权限"]), ["b.md:1"]);
    assert_eq!(search(&library, &["权"]), ["b.md:1"], "one character");
    assert_eq!(search(&library, &["runs", "test"]), ["b.md:5"], "stems");
    assert_eq!(search(&library, &["valid"]), ["a.rs:1"]);
    assert_eq!(search(&library, &["permissi"]), [""; 0]);
    let phrase = |phrase: &str| ask(&library, &TextQuery { phrases: vec![phrase.to_owned()], ..TextQuery::default() });
    assert_eq!(phrase("slow tests"), ["b.md:5"]);
    assert_eq!(phrase("tests are slow"), ["c.md:1"]);
    assert_eq!(phrase("slow running"), [""; 0]);
    assert_eq!(phrase("are slower"), [""; 0], "a phrase is not stemmed");
    assert_eq!(phrase("系统会"), ["b.md:1"]);
    let without = TextQuery { terms: vec!["tests".into()], excluded: vec!["token".into()], ..TextQuery::default() };
    assert_eq!(ask(&library, &without), ["b.md:5"]);
    let fuzzy = TextQuery { fuzzy: vec!["tokne".into()], ..TextQuery::default() };
    assert_eq!(ask(&library, &fuzzy).len(), 2);
}

#[test]
fn a_filter_applies_before_the_best_are_chosen() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..50 {
        write(folder.path(), &format!("common/{number}.md"), "needle needle needle\n");
    }
    write(folder.path(), "rare/only.md", format!("{} needle\n", "hay ".repeat(400)));
    let library = indexed(options(folder.path()), &Needs::FullText).library();
    let query = TextQuery { terms: vec!["needle".into()], ..TextQuery::default() };
    let wanted = |file: FileId| library.file(file).path.starts_with("rare/");
    let found = library.search_text(&query, &wanted, 1, &Ticket::forever());
    assert_eq!((found.total, found.hits.len()), (1, 1));
    let all = library.search_text(&query, &|_| true, 3, &Ticket::forever());
    assert_eq!(all.total, 51);
    let order: Vec<_> = all.hits.iter().map(|hit| &*library.file(hit.file).path).collect();
    assert_eq!(order, ["common/0.md", "common/1.md", "common/10.md"], "equal scores stand in path order");
}

#[test]
fn a_glance_sees_the_first_level_by_the_rules_of_the_walk() {
    let folder = folder(&[
        (".docqlignore", b"left\n*.log\n"),
        ("b.md", b"# b"),
        ("a/x/y.md", b"# y"),
        ("left/z.md", b"# z"),
        (".hidden/h.md", b"# h"),
        ("c.log", b"log"),
    ]);
    let indexer = Indexer::unwalked(options(folder.path())).expect("an indexer");
    let listing = indexer.glance().expect("a first level");
    let folders: Vec<&str> = listing.folders.iter().map(|folder| &**folder).collect();
    assert_eq!((folders, listing.walked), (vec!["a/"], false));
    let library = indexer.library();
    assert_eq!(paths(&library), ["b.md"]);
    assert_eq!(&*library.text(FileId(0)).expect("a text"), "# b");
    indexer.refresh(&Ticket::forever(), &quiet).expect("a walk");
    assert_eq!(paths(&indexer.library()), ["a/x/y.md", "b.md"]);
    assert!(indexer.glance().is_none(), "everything is known already");
    let two = WorkspaceOptions { roots: vec!["a".into(), "left".into()], ..options(folder.path()) };
    assert!(Indexer::unwalked(two).expect("an indexer").glance().is_none());
}
