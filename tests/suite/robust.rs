//! What a day brings: huge files, folders that cannot be read or are gone, storms of signals, a killed process.
//! The terminal is left as it was, memory stays bounded, the index stays usable.

use crate::pty::Terminal;
use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

/// Bytes of private memory that a run may take while the files are larger: what `ulimit -d` takes, in KiB. It
/// counts what is asked for, not what happens to be in memory, so that it is the same on every machine.
const MEMORY: u32 = 900_000;

/// A log of 1 GB, a JSON file of one line of 100 MB, a PDF of 500 MB, and a small program. What is never read is
/// a hole that takes no room.
fn huge_files(folder: &Path) {
    let sparse = |name: &str, head: &[u8], length: u64, tail: &[u8]| {
        let mut file = fs::File::create(folder.join(name)).expect("a file");
        file.write_all(head).expect("written");
        file.seek(SeekFrom::Start(length - tail.len() as u64)).expect("sought");
        file.write_all(tail).expect("written");
    };
    let lines: String = (1..=20_000).map(|line| format!("{line}: connection refused\n")).collect();
    sparse("server.log", lines.as_bytes(), 1 << 30, b"\nthe last line\n");
    sparse("book.pdf", b"%PDF-1.7\n", 500 << 20, b"\n%%EOF\n");
    let mut json = String::from("[");
    json.push_str(&"{\"a\":1},".repeat(100_000));
    let mut file = fs::File::create(folder.join("data.json")).expect("a file");
    for _ in 0..125 {
        file.write_all(json.as_bytes()).expect("written");
    }
    file.write_all(b"{\"needle\":2}]").expect("written");
    fs::write(folder.join("small.rs"), "/// A needle.\nfn needle() {}\n").expect("written");
}

#[test]
fn huge_files_are_searched_and_shown_in_bounded_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    huge_files(folder.path());
    let line = format!("ulimit -d {MEMORY}; docql --threads 2 .; echo ended $?");
    let mut terminal = Terminal::shell_in(folder.path(), &line);
    terminal.wait_for("type words");
    terminal.press("needle\r");
    terminal.wait_for("small.rs");
    terminal.press("/$.files[?(@.name == \"data.json\")]\r");
    terminal.wait_for("[{\"a\":1},");
    // Over a quarter of a gigabyte nothing is read, and it is said.
    terminal.press(":problems\r");
    terminal.wait_for("2 FILES LEFT OUT");
    for file in ["server.log", "book.pdf"] {
        assert!(terminal.text().contains(file), "{file}:\n{}", terminal.text());
    }
    terminal.press("\u{3}");
    terminal.wait_until("end of the list", |screen| !screen.contents().contains("LEFT OUT"));
    terminal.press("/$.content.grep(\"needle\")\r");
    terminal.wait_for("3 hits");
    terminal.press("q");
    terminal.wait_for("ended 0");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}

#[test]
fn a_directory_that_cannot_be_read_is_passed_over_and_told() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.rs"), "fn readable() {}\n").expect("written");
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).expect("a folder");
    fs::write(closed.join("b.rs"), "fn hidden_away() {}\n").expect("written");
    let mode = |bits| std::os::unix::fs::PermissionsExt::from_mode(bits);
    fs::set_permissions(&closed, mode(0o000)).expect("permissions");
    // Who runs the tests as root can read everything.
    let is_closed = fs::read_dir(&closed).is_err();
    let mut terminal = Terminal::at(folder.path(), 120, 36, &["-q", "$.code.functions", "."]);
    terminal.wait_for("fn readable()");
    assert!(!is_closed || !terminal.text().contains("hidden_away"), "{}", terminal.text());
    terminal.press("\u{1b}");
    terminal.wait_for("? keys");
    if is_closed {
        terminal.press(":problems\r");
        terminal.wait_for("LEFT OUT");
        assert!(terminal.text().contains("closed"), "{}", terminal.text());
        terminal.press("\u{3}");
        terminal.wait_until("end of the list", |screen| !screen.contents().contains("LEFT OUT"));
    }
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
    fs::set_permissions(&closed, mode(0o755)).expect("permissions");
}

#[test]
fn a_current_directory_that_is_gone_is_said_and_one_that_goes_is_survived() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut gone = Terminal::shell_in(folder.path(), "mkdir gone; cd gone; rmdir ../gone; docql; echo ended $?");
    gone.wait_for("the current directory is gone");
    gone.wait_for("ended 2");
    assert_eq!(gone.end(), 0);
    let place = folder.path().join("place");
    fs::create_dir(&place).expect("a folder");
    fs::write(place.join("a.rs"), "fn alone() {}\n").expect("written");
    let mut terminal = Terminal::at(&place, 100, 30, &["-q", "$.code.functions", "."]);
    terminal.wait_for("fn alone()");
    fs::remove_dir_all(&place).expect("removed");
    terminal.press("\u{15}anything");
    terminal.wait_for("❯ anything");
    terminal.press("\u{1b}");
    terminal.wait_for("? keys");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}

#[test]
fn a_storm_of_sizes_ends_on_a_whole_screen() {
    let mut terminal = Terminal::start(100, 30, &["-q", "validate token", "."]);
    terminal.wait_for("hits in");
    for round in 0..200_u16 {
        match round % 4 {
            0 => terminal.resize(1 + round % 7, 1 + round % 3),
            1 => terminal.resize(200, 60),
            2 => terminal.resize(20 + round % 60, 4 + round % 20),
            _ => terminal.signal("WINCH"),
        }
    }
    terminal.resize(100, 30);
    terminal.wait_for("hits in");
    terminal.wait_until("all of its lines", |screen| {
        let text = screen.contents();
        text.contains("─2 RESULTS") && text.contains("─3 PREVIEW") && text.contains("Esc browse")
    });
    terminal.press("\u{1b}");
    terminal.wait_for("? keys");
    terminal.signal("TERM");
    terminal.end();
    terminal.assert_sane();
}

#[test]
fn a_process_that_is_killed_while_it_indexes_leaves_an_index_to_go_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    for number in 0..400 {
        let text = format!("/// Number {number}.\npub fn work_{number}() {{ helper(); }}\n").repeat(20);
        fs::write(folder.path().join(format!("f{number}.rs")), text).expect("written");
    }
    let root = folder.path().to_string_lossy().into_owned();
    let mut terminal = Terminal::start(100, 30, &[&root]);
    terminal.wait_for("type words");
    terminal.signal("KILL");
    terminal.gone();
    for _ in 0..2 {
        terminal = terminal.again(100, 30, &["-q", "$.code.function(\"work_399\")", &root]);
        terminal.wait_for("pub fn work_399");
        terminal.press("\u{1b}");
        terminal.wait_for("? keys");
        terminal.press("q");
        assert_eq!(terminal.end(), 0);
        terminal.assert_sane();
    }
}
