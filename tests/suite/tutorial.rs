//! The tutorial can be done as it says, step by step; it can be skipped, left and gone on with.

use crate::pty::Terminal;
use crate::screens::Session;
use crate::workspace::copy;
use docql::app::tutorial::{ROWS, STEPS, Tutorial, asked};
use std::path::Path;

/// What each step asks, as keys, one thing after the other.
const PLAYED: [&[&str]; 10] = [
    &["light"],
    &["<ret>", "<down>"],
    &["/$.code.class(\"Keeper\")<ret>", "<ret>"],
    &["<bs>", "L"],
    &["/$.code.method(\"light\")<ret>", "c"],
    &["/$.code.class(\"La<tab>", "<ret>"],
    &["/$.toc[?(@.level==1)]<ret>"],
    &["1", "j<right>"],
    &["3", "z", "z"],
    &["?copy", "<esc>"],
];

fn session() -> (Session, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("folder");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/tutorial"), &folder.path().join("lighthouse"));
    let mut session = Session::at(&folder.path().join("lighthouse"), 100, 30);
    session.model.tutorial = Some(Tutorial::default());
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    (session, folder)
}

fn done(session: &Session) -> usize {
    session.model.tutorial.as_ref().expect("tutorial").done
}

#[test]
fn every_step_is_noticed_when_it_is_done_and_not_before() {
    let (mut session, _folder) = session();
    for (at, parts) in PLAYED.iter().enumerate() {
        assert_eq!(parts.len(), STEPS[at].parts.len(), "{}", STEPS[at].title);
        for (part, keys) in parts.iter().enumerate() {
            let state = session.model.tutorial.clone().expect("tutorial");
            assert_eq!((state.done, state.part), (at, part), "before {keys}\n{}", session.text());
            assert!(session.text().contains(&format!("TUTORIAL {} of 10", at + 1)), "{}", session.text());
            assert!(session.text().contains(STEPS[at].title));
            session.press(keys);
        }
        assert_eq!(done(&session), at + 1, "after {parts:?}\n{}", session.text());
    }
    assert!(session.text().contains("all ten steps are done"), "{}", session.text());
}

#[test]
fn what_is_half_typed_or_already_so_is_not_taken_for_done() {
    let (mut session, _folder) = session();
    let state = |session: &Session| session.model.tutorial.as_ref().map(|tutorial| (tutorial.done, tutorial.part));
    // A condition is finished when it is run, not when its first field is typed.
    for _ in 0..6 {
        session.press("<f9>");
    }
    session.press("$.toc[?(@.level");
    assert_eq!(state(&session), Some((6, 0)));
    session.press("==1<ret>");
    assert_eq!(state(&session), Some((7, 0)));
    // Going to the tree is not unfolding a row, though the way to the selection is unfolded.
    session.press("1");
    assert_eq!(state(&session), Some((7, 1)));
    session.press("<f9>");
    assert_eq!(state(&session), Some((8, 0)), "one step at a time");
    assert!(session.text().contains(" F9 skip"), "{}", session.text());
}

#[test]
fn what_a_step_asks_fits_and_names_keys_that_work() {
    let (mut session, _folder) = session();
    let command = regex::Regex::new(r"(^| ):[a-z]").expect("regex");
    for step in STEPS {
        for part in step.parts {
            let text = asked(part, &session.model.keymap);
            assert!(!text.contains(['{', '}']) && !command.is_match(&text), "a command without a key: {text}");
            assert!(text.chars().count() <= usize::from(ROWS - 1) * 76, "too long for 80 columns: {text}");
        }
        session.press("<f9>");
    }
    assert_eq!(done(&session), STEPS.len(), "each can be skipped");
}

#[test]
fn a_small_screen_is_left_to_the_explorer() {
    let (mut session, _folder) = session();
    for (width, height, shown) in [(80, 24, true), (60, 20, true), (40, 10, false), (20, 4, false), (1, 1, false)] {
        session.driver.send(&mut session.model, docql::app::Msg::Resized { width, height });
        assert_eq!(session.text().contains("TUTORIAL"), shown, "{width}x{height}\n{}", session.text());
    }
}

#[test]
fn it_can_be_left_and_gone_on_with() {
    let mut terminal = Terminal::start(100, 30, &["tutorial"]);
    terminal.wait_for("TUTORIAL 1 of 10");
    terminal.press("light");
    terminal.wait_for("TUTORIAL 2 of 10 ─ Done. Next: Results");
    terminal.press("\r");
    terminal.wait_for("Good. Results (2 of 2)");
    terminal.press("j");
    terminal.wait_for("TUTORIAL 3 of 10");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
    let mut terminal = Terminal::again(terminal, 100, 30, &["tutorial"]);
    terminal.wait_for("TUTORIAL 3 of 10 ─ Drill down");
    terminal.press("\u{1b}");
    terminal.wait_for("? keys");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    let left: Vec<_> = std::fs::read_dir(terminal.home.path().join("tmp")).expect("tmp").collect();
    assert!(left.is_empty(), "the workspace is removed: {left:?}");
}
