//! Reading in the preview, key by key: links and the way back, folds, tables, searching, pinning, odd files.

use crate::screens::Session;
use docql::app::{Focus, Mouse, MouseAction, Msg};
use docql::workers::WorkspaceOptions;
use std::path::Path;
use tempfile::TempDir;

const GUIDE: &str = "# Guide

A claim[^proof], [the end](#the-end), [other](docs/other.md#deep), https://example.org/bare.

<details>
<summary>More</summary>

A hidden needle.

</details>

| Name | One | Two | Three | Four | Five | Six | Seven |
|------|-----|-----|-------|------|------|-----|-------|
| first | alphabet | betabets | gammagam | deltadel | epsilons | zetazeta | etaetaet |
| second | 1 | 2 | 3 | 4 | 5 | 6 | seven \"7\" |

![A logo](pictures/logo.png)

FILL
## The end

Here it ends.

[^proof]: The proof.
";

/// A workspace of documents and oddities.
fn workspace() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, content: &[u8]| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("a directory");
        std::fs::write(path, content).expect("written");
    };
    let fill: String = (1..60).map(|number| format!("Paragraph {number}.\n\n")).collect();
    write("guide.md", GUIDE.replace("FILL", &fill).as_bytes());
    let deep: String = (1..60).map(|number| format!("Line {number}.\n\n")).collect();
    write("docs/other.md", format!("# Other\n\n{deep}\n## Deep\n\nDeep inside.\n\n{deep}").as_bytes());
    let rows: String = (1..4000).map(|row| format!("{row},name {row},\"a, b\"\n")).collect();
    write("rows.csv", format!("id,name,note\n{rows}").as_bytes());
    let mut picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\0\xc8\x08\x06\0\0\0".to_vec();
    picture.extend([0; 40]);
    write("pictures/logo.png", &picture);
    let keys: String = (1..80).map(|key| format!("    key{key}: {key}\n")).collect();
    write("values.yaml", format!("server:\n  limits:\n{keys}client: 1\n").as_bytes());
    write(
        "a.rs",
        b"fn one() {\n    let same = 1;\n    let old = 2;\n}\n\nfn two() {\n    let same = 1;\n    let new = 3;\n}\n",
    );
    folder
}

fn session(folder: &TempDir, width: u16) -> Session {
    let mut session = Session::of(WorkspaceOptions::at(folder.path()), width, 36);
    session.driver.walk(&mut session.model).expect("walked");
    session.driver.index(&mut session.model);
    session
}

/// The file at `path` alone on the screen.
fn opened(folder: &TempDir, path: &str, width: u16) -> Session {
    let mut session = session(folder, width);
    session.press(&format!("$.files[?(@.path==\"{path}\")]<ret>3z"));
    assert!(session.model.preview.page.as_ref().is_some_and(|page| *page.path == *path), "{}", session.text());
    session
}

fn is_shown(session: &Session, text: &str) -> bool {
    session.text().contains(text)
}

#[test]
fn links_inside_a_document_scroll_and_back_returns() {
    let folder = workspace();
    let mut session = opened(&folder, "guide.md", 80);
    session.press("J");
    let top = session.model.preview.top;
    assert!(top > 0 && !is_shown(&session, "Here it ends"));
    session.press("othe end<ret>");
    assert!(is_shown(&session, "Here it ends"), "{}", session.text());
    assert_eq!(session.model.focus(), Focus::Preview);
    session.press("H");
    assert_eq!((session.model.preview.top, session.model.focus()), (top, Focus::Preview), "{}", session.text());
    session.press("L");
    assert!(is_shown(&session, "Here it ends"), "{}", session.text());
}

#[test]
fn footnotes_lead_to_their_note_and_back() {
    let folder = workspace();
    let mut session = opened(&folder, "guide.md", 80);
    session.press("oproof<ret>");
    assert!(is_shown(&session, "[^proof] The proof. ↩"), "{}", session.text());
    session.press("ofnref<ret>");
    assert!(is_shown(&session, "A claim[^proof]"), "{}", session.text());
}

#[test]
fn links_lead_into_sections_of_other_documents_and_back() {
    let folder = workspace();
    let mut session = opened(&folder, "guide.md", 80);
    session.press("J");
    let top = session.model.preview.top;
    session.press("oother<ret>");
    assert!(is_shown(&session, "Deep inside."), "{}", session.text());
    assert_eq!(session.model.focus(), Focus::Preview, "whoever reads goes on reading");
    session.press("H");
    assert!(is_shown(&session, "guide.md"), "{}", session.text());
    assert_eq!(session.model.preview.top, top, "{}", session.text());
}

#[test]
fn a_click_follows_a_link() {
    let folder = workspace();
    let mut session = opened(&folder, "guide.md", 80);
    let screen = session.text();
    let row = screen.lines().position(|line| line.contains("the end")).expect("a link") as u16;
    let column = screen.lines().nth(row.into()).and_then(|line| line.find("the end")).expect("a link") as u16;
    session.driver.send(&mut session.model, Msg::Mouse(Mouse { action: MouseAction::Click, column, row }));
    assert!(is_shown(&session, "Here it ends"), "{}", session.text());
}

#[test]
fn folds_open_by_key_by_target_and_while_searching() {
    let folder = workspace();
    let mut session = opened(&folder, "guide.md", 80);
    assert!(is_shown(&session, "▸ More") && !is_shown(&session, "hidden needle"), "{}", session.text());
    session.press("<ret>");
    assert!(is_shown(&session, "▾ More") && is_shown(&session, "hidden needle"), "{}", session.text());
    session.press("<ret>");
    assert!(!is_shown(&session, "hidden needle"));
    session.press("fneedle");
    assert!(is_shown(&session, "A hidden needle") && is_shown(&session, "match 1 of 1"), "{}", session.text());
    session.press("<esc><esc>");
    assert!(!is_shown(&session, "hidden needle"), "{}", session.text());
    session.press("/hidden needle<ret>");
    assert!(is_shown(&session, "A hidden needle"), "{}", session.text());
}

#[test]
fn wide_tables_scroll_by_columns_and_keep_the_first() {
    let folder = workspace();
    let mut session = opened(&folder, "guide.md", 50);
    assert!(is_shown(&session, "│ One") && !is_shown(&session, "Seven"), "{}", session.text());
    session.press("<right><right><right><right><right><right><right><right>");
    let screen = session.text();
    let header = screen.lines().find(|line| line.contains("Name")).expect("a header");
    assert!(header.contains("Seven") && header.contains('‹') && !header.contains("One"), "{header}");
    session.press("<left><left><left><left><left><left><left><left>");
    assert!(is_shown(&session, "│ One"), "{}", session.text());
}

#[test]
fn rows_open_as_records_and_tables_are_copied() {
    let folder = workspace();
    let mut session = opened(&folder, "guide.md", 50);
    session.press("]]<ret>");
    assert!(is_shown(&session, "Seven │ etaetaet") && !is_shown(&session, "Paragraph 1"), "{}", session.text());
    session.press("]");
    assert!(is_shown(&session, "Seven │ seven \"7\""), "{}", session.text());
    session.press("ytyc");
    let copied = &session.driver.copied;
    assert!(copied[0].starts_with("| Name | One |"), "{copied:?}");
    assert!(copied[1].ends_with("second,1,2,3,4,5,6,\"seven \"\"7\"\"\"\n"), "{copied:?}");
    session.press("<bs>");
    assert!(is_shown(&session, "▌second"), "{}", session.text());
    assert_eq!(session.model.focus(), Focus::Preview);
}

#[test]
fn separated_values_are_a_table_with_a_header_that_stays() {
    let folder = workspace();
    let mut session = opened(&folder, "rows.csv", 80);
    assert!(is_shown(&session, "1    │ name 1    │ a, b") || is_shown(&session, "1   │ name 1"), "{}", session.text());
    session.press("G");
    assert!(is_shown(&session, "3999"), "{}", session.text());
    assert!(is_shown(&session, "id "), "the header stays: {}", session.text());
    session.press("s");
    assert!(is_shown(&session, "3999,name 3999,\"a, b\""), "{}", session.text());
}

#[test]
fn pictures_say_how_large_they_are() {
    let folder = workspace();
    let session = opened(&folder, "guide.md", 80);
    assert!(is_shown(&session, "⟨image: A logo — pictures/logo.png 640×200⟩"), "{}", session.text());
}

#[test]
fn matches_are_counted_and_walked() {
    let folder = workspace();
    let mut session = opened(&folder, "guide.md", 80);
    session.press("fparagraph 5<ret>");
    assert!(is_shown(&session, "match 1 of 11"), "{}", session.text());
    session.press("nn");
    assert!(is_shown(&session, "match 3 of 11"), "{}", session.text());
    session.press("NNN");
    assert!(is_shown(&session, "match 11 of 11") && is_shown(&session, "from the end"), "{}", session.text());
    session.press("n");
    assert!(is_shown(&session, "match 1 of 11"), "{}", session.text());
}

#[test]
fn keys_of_data_files_stay_at_the_top() {
    let folder = workspace();
    let mut session = opened(&folder, "values.yaml", 80);
    session.press("JJJ");
    let screen = session.text();
    let top: Vec<&str> = screen.lines().skip_while(|line| !line.contains("server:")).take(3).collect();
    assert!(top[0].contains("1 server:") && top[1].contains("2   limits:"), "{screen}");
    assert!(!top[2].contains("key1:"), "{screen}");
}

#[test]
fn what_is_pinned_stays_beside_what_follows_and_is_compared_with_it() {
    let folder = workspace();
    let mut session = session(&folder, 120);
    session.press("$.code.function(\"one\")<ret>p/$.code.function(\"two\")<ret>");
    assert!(is_shown(&session, "PINNED ─ a.rs:1") && is_shown(&session, "PREVIEW ─ a.rs:6"), "{}", session.text());
    session.press("P");
    let screen = session.text();
    assert!(screen.contains("a.rs:1 ") && screen.contains("a.rs:6"), "{screen}");
    assert!(screen.contains("2     let same = 1;") && screen.contains("│   7     let same = 1;"), "{screen}");
    assert!(screen.contains("3     let old = 2;") && screen.contains("≠   8     let new = 3;"), "{screen}");
    session.press("<esc>");
    assert!(is_shown(&session, "PINNED ─ a.rs:1"), "{}", session.text());
    session.press("p");
    assert!(!is_shown(&session, "PINNED"), "{}", session.text());
    session.press("P");
    assert!(is_shown(&session, "pin something first"), "{}", session.text());
}

#[test]
fn a_deleted_file_is_struck_and_stays_until_the_next_query() {
    let folder = workspace();
    let mut session = session(&folder, 120);
    session.press("$.files[?(@.path==\"values.yaml\")]<ret>");
    std::fs::remove_file(folder.path().join("values.yaml")).expect("removed");
    session.press("R");
    assert!(is_shown(&session, "server:") && is_shown(&session, "values.yaml · deleted"), "{}", session.text());
    session.press("/xyzzyabc<ret>");
    assert!(!is_shown(&session, "server:"), "{}", session.text());
}

#[test]
fn a_file_that_has_changed_is_read_anew_and_marked() {
    let folder = workspace();
    let mut session = session(&folder, 120);
    std::fs::write(folder.path().join("guide.md"), "# Guide\n\nWritten anew.\n").expect("written");
    session.press("$.files[?(@.path==\"guide.md\")]<ret>");
    assert!(is_shown(&session, "Written anew.") && is_shown(&session, "↻guide.md"), "{}", session.text());
    session.press("R");
    assert!(is_shown(&session, "Written anew.") && !is_shown(&session, "↻guide.md"), "{}", session.text());
}

#[test]
fn a_needle_far_to_the_right_of_an_endless_line_is_found_and_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let items: Vec<String> = (0..60_000).map(|item| format!("{{\"id\":{item},\"中\":\"é\"}}")).collect();
    std::fs::write(folder.path().join("one.json"), format!("[{}]", items.join(","))).expect("written");
    for limit in [100_000, 64 << 20] {
        let options = WorkspaceOptions { max_file_bytes: limit, ..WorkspaceOptions::at(folder.path()) };
        let mut session = Session::of(options, 120, 24);
        session.driver.walk(&mut session.model).expect("walked");
        session.press("$.files<ret>3f\"id\":59<ret>");
        assert!(is_shown(&session, "\"id\":59,"), "{}", session.text());
        session.press("n");
        assert!(is_shown(&session, "\"id\":590,") && is_shown(&session, "match 2 of"), "{limit}: {}", session.text());
        session.press("NN");
        assert!(is_shown(&session, "\"id\":59999,"), "{limit}: {}", session.text());
        let skipped = session.model.preview.skipped_bytes;
        session.press("h");
        assert!(session.model.preview.skipped_bytes < skipped, "the part before it is loaded");
        let right = session.model.preview.left;
        assert!(right > 1_000, "and its end is shown: {right}");
        let mut there = 0;
        while session.model.preview.skipped_bytes < skipped - 4_000 || there < 100 {
            session.press("l");
            there += 1;
            assert!(there < 2_000);
        }
        assert!(session.model.preview.page.as_ref().is_some_and(|page| page.label.contains("highlight off")));
    }
}

#[test]
fn matches_are_found_in_the_whole_of_a_file_that_is_loaded_in_parts() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = |number: u32| match number % 9_000 {
        0 => format!("{number} needle\n"),
        _ => format!("{number} hay\n"),
    };
    std::fs::write(folder.path().join("a.txt"), (1..=30_000).map(line).collect::<String>()).expect("written");
    for limit in [10_000, 64 << 20] {
        let options = WorkspaceOptions { max_file_bytes: limit, ..WorkspaceOptions::at(folder.path()) };
        let mut session = Session::of(options, 120, 24);
        session.driver.walk(&mut session.model).expect("walked");
        session.press("$.files<ret>3fNEEDLE<ret>");
        for (key, shown, count) in [
            ("", "9000 needle", "match 1 of 3"),
            ("n", "18000 needle", "match 2 of 3"),
            ("n", "27000 needle", "match 3 of 3"),
            ("n", "9000 needle", "match 1 of 3"),
            ("N", "27000 needle", "match 3 of 3"),
        ] {
            session.press(key);
            assert!(is_shown(&session, shown) && is_shown(&session, count), "{limit}: {}", session.text());
        }
    }
}

#[test]
fn while_the_cursor_runs_on_only_the_file_it_comes_to_rest_on_is_loaded() {
    use docql::app::{Effect, Timer, update};
    use docql::config::KeyPress;
    let folder = workspace();
    let mut session = session(&folder, 120);
    session.press("$.files<ret>");
    let loads = |effects: &[Effect]| effects.iter().filter(|it| matches!(it, Effect::LoadPreview(_))).count();
    let first = update(&mut session.model, Msg::Key(KeyPress::char('j')));
    assert_eq!(loads(&first), 1, "the first step is shown at once");
    let second = update(&mut session.model, Msg::Key(KeyPress::char('j')));
    assert_eq!(loads(&second), 0);
    let generation = second.iter().find_map(|effect| match effect {
        Effect::Arm { timer: Timer::Settled, generation, .. } => Some(*generation),
        _ => None,
    });
    let fired = Msg::TimerFired { timer: Timer::Settled, generation: generation.expect("armed") };
    assert_eq!(loads(&update(&mut session.model, fired)), 1);
}
