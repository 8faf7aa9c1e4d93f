//! The tree of calls: unfolded in place, cut where it repeats, grown anew from a row.

use crate::screens::Session;
use docql::indexer::WorkspaceOptions;
use std::path::Path;

/// The rows of the results, from their third column on.
fn rows(session: &Session) -> Vec<String> {
    let text = session.text();
    let pane = text.lines().filter_map(|line| line.split('│').nth(1));
    pane.map(|row| row.trim_end_matches('▐').trim_end().to_owned()).filter(|row| !row.is_empty()).collect()
}

fn row_of<'r>(rows: &'r [String], name: &str) -> &'r str {
    rows.iter().find(|row| row.contains(name)).unwrap_or_else(|| panic!("no {name} in\n{}", rows.join("\n")))
}

fn tree_of(query: &str) -> Session {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/journeys/ck");
    let mut session = Session::of(WorkspaceOptions::at(&repository), 160, 40);
    session.driver.walk(&mut session.model).expect("walked");
    session.driver.index(&mut session.model);
    session.press(query);
    session.press("<ret>:call-tree<ret>");
    session
}

#[test]
fn callers_unfold_in_place_and_what_was_shown_is_cut() {
    let mut session = tree_of("$.code.method(\"update_preview\")");
    assert!(session.text().contains("call tree of update_preview"), "{}", session.text());
    assert_eq!(session.model.results.results.as_ref().map(|results| results.total), Some(6));
    assert!(row_of(&rows(&session), "cycle_preview_mode").contains("▸ m cycle_preview_mode"));
    session.press("l");
    let unfolded = rows(&session);
    assert!(row_of(&unfolded, "cycle_preview_mode").contains("▾ m cycle_preview_mode"), "{}", unfolded.join("\n"));
    let child = row_of(&unfolded, "event_loop");
    let column = |row: &str, sign: char| row.chars().position(|character| character == sign);
    assert!(column(child, '▸') > column(row_of(&unfolded, "cycle_preview_mode"), '▾'), "indented: {child}");
    // On, in and down to where nobody calls any more.
    session.press("ll");
    session.press("ll");
    let deep = rows(&session);
    assert!(row_of(&deep, " run ").contains("← entry point"), "{}", deep.join("\n"));
    assert!(session.model.results.selected().is_some_and(|hit| hit.name == "run"));
    // Another way to the same place is cut.
    session.press("j");
    assert!(session.model.results.selected().is_some_and(|hit| hit.name == "toggle_full_file_mode"));
    session.press("l");
    let cut = rows(&session);
    assert_eq!(cut.iter().filter(|row| row.contains("m event_loop")).count(), 2, "{}", cut.join("\n"));
    assert!(cut.iter().any(|row| row.contains("m event_loop") && row.contains("↑ already shown")));
    session.press("l");
    session.press("l");
    assert!(session.text().contains("shown further up already"), "{}", session.text());
    // Left goes to what it is below, and folds that.
    session.press("h");
    assert!(session.model.results.selected().is_some_and(|hit| hit.name == "toggle_full_file_mode"));
    session.press("h");
    assert_eq!(rows(&session).iter().filter(|row| row.contains("m event_loop")).count(), 1);
    // The editor opens at the call.
    session.press("e");
    assert_eq!(session.driver.edited.last().map(|(_, line)| *line), Some(43));
}

#[test]
fn a_tree_grows_anew_from_a_row_and_comes_back() {
    let mut session = tree_of("$.code.method(\"update_preview\")");
    session.press("lj");
    assert!(session.model.results.selected().is_some_and(|hit| hit.name == "event_loop"));
    session.press("C");
    assert!(session.text().contains("call tree of event_loop"), "{}", session.text());
    let callees = rows(&session);
    assert!(row_of(&callees, "cycle_preview_mode").contains("▸ m"), "{}", callees.join("\n"));
    session.press("H");
    assert!(session.text().contains("call tree of update_preview"), "{}", session.text());
    assert!(session.model.results.tree.is_some() && row_of(&rows(&session), "cycle_preview_mode").contains("▸ m"));
    // Another question is a list again.
    session.press("/$.code.functions<ret>");
    assert!(session.model.results.tree.is_none());
    session.press("/$.content.heading(\"Index Storage\")<ret>:call-tree<ret>");
    assert!(session.text().contains("is nothing that is called"), "{}", session.text());
}
