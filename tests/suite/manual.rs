//! The manual is read in the explorer: from the shell, and from an explorer that is open.

use crate::pty::Terminal;

/// Temporary files that are left.
fn left(terminal: &Terminal) -> Vec<String> {
    let entries = std::fs::read_dir(terminal.home.path().join("tmp")).expect("tmp");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn help_opens_the_manual_as_a_workspace_of_its_pages() {
    let mut terminal = Terminal::start(120, 40, &["help"]);
    terminal.wait_for("README.md · rendered");
    terminal.wait_for("The docql manual");
    terminal.press("copy over ssh\r");
    terminal.wait_for("terminals.md");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
    assert!(left(&terminal).is_empty(), "the pages are removed: {:?}", left(&terminal));
    // Bookmarks and the session in the manual are kept, though it is unpacked anew each time.
    let mut terminal = Terminal::again(terminal, 120, 40, &["help"]);
    terminal.wait_for("RESUME");
    terminal.press("\x1b");
    terminal.wait_for("? keys");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn an_explorer_lends_the_screen_to_the_manual_and_takes_it_back() {
    let mut terminal = Terminal::start(120, 40, &["."]);
    terminal.wait_for("Harbor is a small login service");
    terminal.press("\x1b");
    terminal.wait_for("? keys");
    terminal.press(":manual\r");
    terminal.wait_for("The docql manual");
    terminal.press("\x1b");
    terminal.wait_for("? keys");
    terminal.press("q");
    terminal.wait_for("Harbor is a small login service");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
    assert!(left(&terminal).is_empty(), "the pages are removed: {:?}", left(&terminal));
}
