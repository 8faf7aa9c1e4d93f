//! What must not happen to the person at the terminal: text of others that commands it, an index of others that is
//! believed, a terminal that is not given back.
#![cfg(unix)]

use crate::pty::Terminal;
use crate::saving::{docql, sample};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// What the terminal must not be told by anybody but docql: a title, the other screen, text turned around, 8-bit codes.
const HOSTILE: [&str; 5] = ["\x1b]", "\x1b[2J", "\u{202e}", "\u{9b}", "\x07"];

fn assert_harmless(what: &str, written: &str) {
    for bytes in HOSTILE {
        assert!(!written.contains(bytes), "{what}: {bytes:?} reached the terminal in {written:?}");
    }
}

#[test]
fn nothing_in_files_names_and_arguments_commands_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let evil = "\x1b]0;owned\x07\x1b[2J\u{202e}gpj\u{9b}31m";
    let name = format!("a{evil}.md");
    fs::write(folder.path().join(&name), format!("# Title {evil}\n\nText {evil} here.\n")).expect("a file");
    fs::write(folder.path().join("d.json"), format!("{{\"a\": \"\\u001b]0;x{evil}\"}}").replace('\x1b', "\\u001b"))
        .expect("a file");
    fs::write(folder.path().join("query.txt"), format!("$.toc[?(@.title == \"{evil}\")]")).expect("a file");
    // The shell puts what is hostile together, so that the line itself is not.
    let evil = "E=$(printf '\\033]0;owned\\007\\033[2J\\342\\200\\256\\302\\233')";
    for line in [
        "docql query 'text'",
        "docql query '$.toc[*]' -f md",
        "docql query '$.toc[*]' -f json",
        "docql query '$.files[*]' -f jsonl",
        "docql query '$.files[*]' -f paths",
        "docql query '$.content' --full",
        "docql query --data d.json '$.a'",
        "docql toc",
        "docql query \"$E\"",
        "docql query \"\\$.toc[?(@.name == '$E')]\"",
        "docql query \"\\$.toc[?(@.$E)]\"",
        "docql explain \"\\$.content.heading('$E')\"",
        "docql search \"$E text\" --explain",
        "docql query '$.toc[*]' \"$E.md\"",
        "docql \"$E\"",
        "docql --no-such-option-\"$E\"",
        "docql query '$.toc[*]' --format \"$E\"",
        "docql help \"$E\"",
        "docql query '$.toc[*]' --at \"$E\"",
        "docql eval \"$E\"",
        "docql config --check --config \"$E\"",
    ] {
        let mut terminal = Terminal::shell_in(folder.path(), &format!("{evil}; {line}"));
        terminal.end();
        assert_harmless(line, &terminal.written());
    }
}

fn all(directory: &Path) -> Vec<PathBuf> {
    let mut found = vec![directory.to_owned()];
    for entry in fs::read_dir(directory).expect("a directory").flatten() {
        match entry.path() {
            path if path.is_dir() => found.extend(all(&path)),
            path => found.push(path),
        }
    }
    found
}

#[test]
fn nobody_else_can_look_into_an_index() {
    let place = sample();
    assert!(docql(&place).args(["index", "--quiet"]).status().expect("docql").success());
    // As an earlier version left it.
    let directory = place.directory();
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).expect("allowed");
    place.write("src/more.rs", "fn more() {}\n");
    assert!(docql(&place).args(["index", "--quiet"]).status().expect("docql").success());
    for path in all(&directory) {
        let mode = fs::metadata(&path).expect("metadata").permissions().mode();
        let own_files = path.parent() == Some(&directory) && path.is_file();
        if path.is_dir() || own_files {
            assert_eq!(mode & 0o077, 0, "{} has mode {mode:o}", path.display());
        }
    }
}

#[test]
fn an_index_behind_a_link_is_neither_read_nor_written_and_it_is_said() {
    let place = sample();
    assert!(docql(&place).args(["index", "--quiet"]).status().expect("docql").success());
    let directory = place.directory();
    let elsewhere = place.folder.path().join("elsewhere");
    fs::rename(&directory, &elsewhere).expect("moved");
    std::os::unix::fs::symlink(&elsewhere, &directory).expect("a link");
    let before: Vec<_> =
        all(&elsewhere).iter().map(|path| fs::metadata(path).and_then(|m| m.modified()).ok()).collect();
    let output = docql(&place).args(["query", "$.code.function(\"helper\")", "-f", "paths"]).output().expect("docql");
    assert!(String::from_utf8_lossy(&output.stdout).contains("engine.rs"), "{output:?}");
    let told = docql(&place).args(["index", "--quiet"]).output().expect("docql");
    let told = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(told.contains("is a symbolic link"), "{told}");
    let after: Vec<_> = all(&elsewhere).iter().map(|path| fs::metadata(path).and_then(|m| m.modified()).ok()).collect();
    assert_eq!(before, after);
}

#[test]
fn the_terminal_is_given_back_however_the_program_ends() {
    for signal in ["QUIT", "BUS"] {
        let mut terminal = Terminal::start(100, 30, &["."]);
        terminal.wait_for("type words");
        terminal.signal(signal);
        let code = terminal.end();
        assert!(signal != "BUS" || code == 2, "{signal}: {code}");
        terminal.assert_sane();
    }
    let mut terminal = Terminal::start(100, 30, &["."]);
    terminal.wait_for("type words");
    terminal.signal("BUS");
    terminal.end();
    assert!(terminal.text().contains("cut short while it was read"), "{}", terminal.text());
}

#[test]
fn settings_of_a_workspace_do_not_lead_out_of_it() {
    let place = sample();
    let secret = place.folder.path().join("secret.txt");
    fs::write(&secret, "password = hunter2\n").expect("a file");
    let link = place.root().join(".docql.toml");
    std::os::unix::fs::symlink(&secret, &link).expect("a link");
    let told = || {
        let output = docql(&place).args(["query", "$.files[*]", "-f", "count"]).output().expect("docql");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let first = told();
    assert!(first.contains("leads out of the workspace") && !first.contains("hunter2"), "{first}");
    // One that stays inside is read.
    fs::remove_file(&link).expect("removed");
    fs::write(place.root().join("shared.toml"), "password = 1\n").expect("a file");
    std::os::unix::fs::symlink("shared.toml", &link).expect("a link");
    let second = told();
    assert!(second.contains("password") && !second.contains("leads out"), "{second}");
}
