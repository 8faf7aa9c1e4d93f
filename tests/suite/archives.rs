//! Archives as directories: the same answers as for what was packed, and nothing that an archive says leads out.

use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use zip::write::SimpleFileOptions;

const FILES: [(&str, &str); 4] = [
    ("docs/guide.md", "# Guide\n\n## Install\n\nTurn the key of the lighthouse.\n"),
    (
        "src/lamp.rs",
        "/// Shines.\npub struct Lamp;\n\nimpl Lamp {\n    pub fn shine(&self) { burn(); }\n}\n\nfn burn() {}\n",
    ),
    ("data/limits.json", "{\"limits\": {\"wick\": 3}}\n"),
    (".hidden/notes.md", "# Hidden\n"),
];

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("a part");
        zip.write_all(bytes).expect("bytes");
    }
    zip.finish().expect("an archive").into_inner()
}

/// A tar with one header for each file, of this type.
fn tarred(files: &[(&str, &[u8], tar::EntryType)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, bytes, kind) in files {
        let mut header = tar::Header::new_ustar();
        // As it stands: the library refuses names that lead out.
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(bytes.len() as u64);
        header.set_entry_type(*kind);
        header.set_mtime(1_714_979_289);
        if *kind == tar::EntryType::Symlink {
            header.set_link_name("/etc/passwd").expect("a name");
        }
        header.set_cksum();
        tar.append(&header, *bytes).expect("a file");
    }
    tar.into_inner().expect("an archive")
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(bytes).expect("bytes");
    out.finish().expect("a stream")
}

fn samples(directory: &Path) {
    let bytes = FILES.map(|(name, text)| (name, text.as_bytes()));
    std::fs::write(directory.join("all.zip"), zipped(&bytes)).expect("an archive");
    let tar = tarred(&bytes.map(|(name, bytes)| (name, bytes, tar::EntryType::Regular)));
    std::fs::write(directory.join("all.tar"), &tar).expect("an archive");
    std::fs::write(directory.join("all.tar.gz"), gzipped(&tar)).expect("an archive");
    for (name, text) in FILES {
        let path = directory.join("all").join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, text).expect("a file");
    }
}

/// What a run in `directory` writes, and what it says.
fn run(directory: &Path, arguments: &[&str]) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
    command.args(arguments).current_dir(directory).env_clear().env("HOME", directory).env("TMPDIR", directory);
    let ran = command.output().expect("a run");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(ran.stdout), text(ran.stderr))
}

fn opened(directory: &Path, archive: &str) -> Indexer {
    let mut options = WorkspaceOptions::at(directory);
    options.roots = vec![PathBuf::from(archive)];
    let indexer = Indexer::open(options).expect("an archive");
    let paths: Vec<_> = indexer.library().files().iter().map(|file| file.path.clone()).collect();
    indexer.ensure_files(&paths, &Ticket::forever()).expect("read");
    indexer
}

fn paths(indexer: &Indexer) -> Vec<String> {
    indexer.library().files().iter().map(|file| file.path.to_string()).collect()
}

#[test]
fn an_archive_answers_as_the_directory_that_was_packed() {
    let place = tempfile::tempdir().expect("a folder");
    samples(place.path());
    let questions: [&[&str]; 5] = [
        &["query", "$.code.class(\"Lamp\").methods[*]"],
        &["query", "$.code.function(\"burn\").callers()"],
        &["query", "$.data..wick"],
        &["query", "$.content.grep(\"lighthouse\")"],
        &["search", "turn the key"],
    ];
    for archive in ["all.zip", "all.tar", "all.tar.gz"] {
        for question in questions {
            let ask = |root: &str| run(place.path(), &[question, &[root, "--no-index"]].concat());
            let (expected, _) = ask("all");
            let (found, said) = ask(archive);
            assert!(!expected.is_empty(), "{question:?}");
            assert_eq!(found.replace(&format!("{archive}/"), "all/"), expected, "{archive} {question:?}: {said}");
        }
    }
}

#[test]
fn files_have_the_path_and_the_time_that_the_archive_says() {
    let place = tempfile::tempdir().expect("a folder");
    samples(place.path());
    for archive in ["all.zip", "all.tar.gz"] {
        let indexer = opened(place.path(), archive);
        let expected = ["data/limits.json", "docs/guide.md", "src/lamp.rs"].map(|path| format!("{archive}/{path}"));
        assert_eq!(paths(&indexer), expected);
    }
    let library = opened(place.path(), "all.tar.gz").library();
    assert_eq!(library.files()[0].modified, 1_714_979_289);
    let (hidden, _) = run(place.path(), &["query", "$.files", "all.zip", "--hidden", "--no-index"]);
    assert!(hidden.contains("all.zip/.hidden/notes.md"), "{hidden}");
    let (chosen, _) = run(place.path(), &["query", "$.files", "all.zip", "-g", "*.rs", "--no-index"]);
    assert_eq!(chosen.trim(), "all.zip/src/lamp.rs");
}

#[test]
fn nothing_in_an_archive_leads_out_of_it() {
    let place = tempfile::tempdir().expect("a folder");
    let text: &[u8] = b"# Text\n";
    let regular = tar::EntryType::Regular;
    let tar = tarred(&[
        ("../out.md", text, regular),
        ("/etc/out.md", text, regular),
        ("a/../../out.md", text, regular),
        ("link.md", b"", tar::EntryType::Symlink),
        ("pipe.md", b"", tar::EntryType::Fifo),
        ("inner.zip", text, regular),
        ("./a/good.md", text, regular),
    ]);
    std::fs::write(place.path().join("bad.tar"), tar).expect("an archive");
    let zip = zipped(&[("..\\out.md", text), ("a/../../out.md", text), ("inner.jar", text), ("a/good.md", text)]);
    std::fs::write(place.path().join("bad.zip"), zip).expect("an archive");
    for (archive, reasons) in [
        ("bad.tar", &["no name of a file", "a symbolic link", "not a regular file", "an archive inside"][..]),
        ("bad.zip", &["no name of a file", "an archive inside"][..]),
    ] {
        let indexer = opened(place.path(), archive);
        assert_eq!(paths(&indexer), [format!("{archive}/a/good.md")]);
        let library = indexer.library();
        for reason in reasons {
            assert!(
                library.skipped().iter().any(|skipped| skipped.reason.starts_with(reason)),
                "{reason}: {:?}",
                library.skipped()
            );
        }
    }
}

#[test]
fn what_unpacks_to_too_much_is_left_out() {
    let place = tempfile::tempdir().expect("a folder");
    let bomb = vec![b' '; 40 << 20];
    std::fs::write(place.path().join("bomb.zip"), zipped(&[("bomb.md", &bomb), ("good.md", b"# Good\n")]))
        .expect("one");
    let tar = tarred(&[("good.md", b"# Good\n", tar::EntryType::Regular), ("bomb.md", &bomb, tar::EntryType::Regular)]);
    std::fs::write(place.path().join("bomb.tgz"), gzipped(&tar)).expect("an archive");
    for archive in ["bomb.zip", "bomb.tgz"] {
        let indexer = opened(place.path(), archive);
        assert!(paths(&indexer).contains(&format!("{archive}/good.md")), "{:?}", paths(&indexer));
        let library = indexer.library();
        let is_told = library.skipped().iter().any(|skipped| skipped.reason.contains("times its size"));
        assert!(is_told, "{archive}: {:?}", library.skipped());
    }
}

#[test]
fn what_is_damaged_says_so() {
    let place = tempfile::tempdir().expect("a folder");
    samples(place.path());
    std::fs::write(place.path().join("no.zip"), b"not an archive").expect("a file");
    let (_, said) = run(place.path(), &["query", "$.files", "no.zip", "--no-index"]);
    assert!(said.contains("no.zip: compressed: cannot be unpacked"), "{said}");
    // A bit of a compressed file is wrong: it says so, the others are read.
    let mut zip = std::fs::read(place.path().join("all.zip")).expect("bytes");
    let at = zip.windows(13).position(|bytes| bytes == b"docs/guide.md").expect("a name") + 20;
    zip[at] ^= 0xff;
    std::fs::write(place.path().join("cut.zip"), zip).expect("an archive");
    let library = opened(place.path(), "cut.zip").library();
    assert!(library.skipped().iter().any(|skipped| skipped.path == "cut.zip/docs/guide.md"), "{:?}", library.skipped());
    let tar = std::fs::read(place.path().join("all.tar")).expect("bytes");
    std::fs::write(place.path().join("cut.tar"), &tar[..1_600]).expect("an archive");
    let library = opened(place.path(), "cut.tar").library();
    assert_eq!(library.files()[0].path.as_ref(), "cut.tar/docs/guide.md");
    assert!(library.skipped().iter().any(|skipped| skipped.path == "cut.tar"), "{:?}", library.skipped());
}

#[test]
fn an_editor_gets_a_copy_of_the_text_that_nobody_can_write() {
    let place = tempfile::tempdir().expect("a folder");
    samples(place.path());
    let (found, _) =
        run(place.path(), &["query", "$.content.grep(\"lighthouse\")", "all.zip", "-f", "vimgrep", "--no-index"]);
    let (path, rest) = found.trim().split_once(".txt:").expect(&found);
    assert_eq!(rest, "5:21:Turn the key of the lighthouse.");
    let copy = PathBuf::from(format!("{path}.txt"));
    assert!(copy.starts_with(place.path()) && copy.ends_with("guide.md.txt"), "{copy:?}");
    assert_eq!(std::fs::read_to_string(&copy).expect("a copy"), FILES[0].1);
    assert!(copy.metadata().expect("a file").permissions().readonly());
    let (again, _) =
        run(place.path(), &["query", "$.content.grep(\"lighthouse\")", "all.zip", "-f", "vimgrep", "--no-index"]);
    assert_eq!(again, found, "one text, one copy");
}
