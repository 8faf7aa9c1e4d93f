//! The journeys of the three people docql is for, in a real terminal, with every key counted.

use crate::pty::Terminal;
use std::path::Path;

/// A terminal on a repository like the one of the design, and how many keys were pressed.
struct Journey {
    terminal: Terminal,
    keys: usize,
}

impl Journey {
    fn start() -> Journey {
        let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journeys/ck");
        let terminal = Terminal::at(&repository, 120, 36, &["--no-index", "."]);
        terminal.wait_for("type words, or $ for a query");
        terminal.wait_for("biggest type");
        Journey { terminal, keys: 0 }
    }

    /// Presses keys, each character one, and waits for what they show.
    #[track_caller]
    fn press(&mut self, keys: &str, shown: &str) -> &mut Journey {
        self.keys += keys.chars().count();
        self.terminal.press(keys);
        self.terminal.wait_for(shown);
        self
    }

    /// Presses a key that is sent as several characters.
    #[track_caller]
    fn key(&mut self, sequence: &str, shown: &str) -> &mut Journey {
        self.keys += 1;
        self.terminal.press(sequence);
        self.terminal.wait_for(shown);
        self
    }

    /// Clicks on the first place where a text stands below the prompt, and waits for what that shows.
    #[track_caller]
    fn click(&mut self, on: &str, shown: &str) -> &mut Journey {
        self.button(0, on, shown)
    }

    /// The same with the right button.
    #[track_caller]
    fn right_click(&mut self, on: &str, shown: &str) -> &mut Journey {
        self.button(2, on, shown)
    }

    /// Sends what a terminal sends when a button goes down and up again (SGR).
    #[track_caller]
    fn button(&mut self, button: u8, on: &str, shown: &str) -> &mut Journey {
        self.keys += 1;
        self.terminal.wait_for(on);
        let (column, row) = self.terminal.place_of(on);
        self.terminal.press(&format!("\u{1b}[<{button};{column};{row}M\u{1b}[<{button};{column};{row}m"));
        self.terminal.wait_for(shown);
        self
    }

    /// Waits for a row of the list of completions: values of the workspace come a moment later.
    #[track_caller]
    fn offered(&mut self, row: &str) -> &mut Journey {
        self.terminal.wait_for(row);
        self
    }

    fn leave(&mut self) {
        self.terminal.press("q");
        assert_eq!(self.terminal.end(), 0);
        self.terminal.assert_sane();
    }
}

const DOWN: &str = "\u{1b}[B";
const UP: &str = "\u{1b}[A";
const ENTER: &str = "\r";
const ESC: &str = "\u{1b}";

#[test]
fn a_newcomers_first_minute() {
    let mut journey = Journey::start();
    journey.terminal.wait_for("Search code by meaning");
    journey
        .key(DOWN, "11 entries of level 1")
        .key(UP, "biggest type: 10 methods")
        // A query nobody typed, its answer, the way to it, the text.
        .key(ENTER, "app.rs:7 · rust")
        .key(ENTER, "12 hits")
        .press("G", "app.rs › TuiApp › update_preview")
        .press("c", "6 hits")
        .press("/", "PROMPT")
        .press("why does the index", "Index Storage")
        .press("/", "why does the index/");
    journey.key("\u{7f}", "Index Storage").key(ENTER, "RESULTS  Enter");
    journey.press("JJ", "README.md").press("/relocating", "words · 1 hit");
    journey.key(ENTER, "RESULTS  Enter");
    // Links can be followed once the document is shown.
    journey.terminal.wait_for("README.md:13 · re");
    journey
        .press("o", "ck › docs › chunking.md")
        .press("H", "ck › README.md › ck › Relocating the index")
        .press("?call", "callers [STEPS]");
    journey.terminal.press(ESC);
    journey.terminal.wait_until("end of help", |screen| !screen.contents().contains("KEYS AND LANGUAGE"));
    journey.leave();
}

#[test]
fn an_engineer_finds_the_callers_of_a_half_remembered_method() {
    let mut journey = Journey::start();
    journey.press("upd prev", "words · 8 hits").key(ENTER, "RESULTS  Enter").press("c", "callers of update_");
    for caller in ["cycle_preview_mode", "toggle_full_file_mode", "scroll_up", "scroll_down", "next_result"] {
        journey.terminal.wait_for(caller);
    }
    // The five keys of "docql" and Enter in the shell are not counted.
    assert!(journey.keys <= 13, "{} keys", journey.keys);
    journey.press("t", "no hits").press("H", "6 hits");
    // The title is there before the rows; an editor needs a row.
    journey.terminal.wait_for("callers of update_");
    journey.press("e", "callers of update_");
    let log = journey.terminal.home.path().join("edited.txt");
    let edited = crate::pty::wait_for_file(&log);
    assert!(edited.trim_end().ends_with("app.rs 38"), "{edited}");
    journey.terminal.wait_until("return from the editor", |screen| {
        screen.alternate_screen() && screen.contents().contains("callers of update_")
    });
    journey.press("Y", "copied").press("<", "callers of upda");
    journey.leave();
}

#[test]
fn a_power_user_types_a_filter_with_the_help_of_completion() {
    let mut journey = Journey::start();
    journey.press("$.e", "entities → nodes").press("\t", "❯ $.entities ").press("[t", "❯ $.entities[t]");
    journey.offered("│ type").press("\t==", "❯ $.entities[?(@.type ==").press("\"A", "@.type ==\"A\"");
    journey.offered("│ API").press("\t", "\"API\"").press(" && na", "\"API\" && na)");
    journey.offered("│ name").press("\t~=\"User", "3 hits");
    journey.press(ENTER, "GET /users/{id}").press("yq", "copied $.entities[?(@.type");
    journey.terminal.wait_for("@.name ~=\"User\")]");
    assert!(journey.keys <= 40, "{} keys", journey.keys);
    journey.leave();
}

#[test]
fn an_engineer_gets_to_the_callers_and_into_the_editor_with_the_mouse_alone() {
    let mut journey = Journey::start();
    journey
        .click("biggest type", "app.rs:7 · rust")
        .click("Enter open", "12 hits")
        .click("update_preview", "TuiApp › update_preview")
        .click("c callers", "callers of update_");
    for caller in ["cycle_preview_mode", "toggle_full_file_mode", "scroll_up", "scroll_down", "next_result"] {
        journey.terminal.wait_for(caller);
    }
    assert!(journey.keys <= 4, "{} clicks", journey.keys);
    journey.click("m toggle_full_file_mode     43", "app.rs:43 · rust").click("e edit", "callers of update_");
    let edited = crate::pty::wait_for_file(&journey.terminal.home.path().join("edited.txt"));
    assert!(edited.trim_end().ends_with("app.rs 43"), "{edited}");
    journey.terminal.wait_until("return from the editor", |screen| {
        screen.alternate_screen() && screen.contents().contains("callers of update_")
    });
    // The menu of a row, and what a click outside of it does.
    journey.right_click("m scroll_up  TuiApp", "copy snippet").click("copy path:line", "copied");
    journey.right_click("m scroll_up  TuiApp", "copy snippet").click("1 TOC", "callers of update_");
    journey.terminal.wait_until("end of the menu", |screen| !screen.contents().contains("copy snippet"));
    journey.leave();
}
