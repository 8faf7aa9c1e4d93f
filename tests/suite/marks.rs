//! Marked rows: commands agree on what they act upon, and what is marked but not shown is told.

use crate::screens::Session;
use docql::app::{Effect, Msg};

/// The effects of a key, carried out as well.
fn copied(session: &mut Session, keys: &str) -> Vec<String> {
    let before = session.driver.copied.len();
    session.press(keys);
    session.driver.copied[before..].to_vec()
}

#[test]
fn commands_act_on_all_marked_rows_else_on_the_row() {
    let mut session = Session::new(120, 36);
    session.press("$.code.methods[*]<ret><space><space>");
    let marked: Vec<String> = session.model.results.marked_here().iter().map(|hit| hit.name.clone()).collect();
    assert_eq!(marked.len(), 2);
    assert!(session.text().contains("● 2 marked"), "{}", session.text());
    assert_eq!(copied(&mut session, "yy")[0].lines().count(), 2);
    assert!(session.text().contains("copied 2 marked rows"), "{}", session.text());

    // Another list, which shows none of them: they are meant all the same, and it is said that they are not seen.
    session.press("/<c-u>$.content.heading(\"Deployment\")<ret><wait>");
    assert!(session.text().contains("● 2 marked (2 not shown)"), "{}", session.text());
    assert_eq!(copied(&mut session, "yy")[0].lines().count(), 2);
    assert!(session.text().contains("copied 2 marked rows (2 not shown)"), "{}", session.text());

    // One of them is shown again.
    session.press("/<c-u>$.code.method(\"");
    session.driver.send(&mut session.model, Msg::QueryGiven(format!("$.code.method(\"{}\")", marked[0])));
    session.press("<wait>");
    let here = session.model.results.marked_here().len();
    assert!(here >= 1 && session.text().contains("marked"), "{}", session.text());
    session.press("<esc>v");
    assert!(!session.text().contains("marked ("), "{}", session.text());
    let hit = session.model.results.selected().expect("a row").clone();
    assert_eq!(copied(&mut session, "yy"), [format!("{}:{}", hit.path, hit.line)], "without marks the row it is");
    session.press("e");
    assert_eq!(session.driver.edited.last().map(|(path, line)| (&**path, *line)), Some((&*hit.path, hit.line)));
}

#[test]
fn the_editor_is_given_the_places_of_all_marked_rows() {
    let mut session = Session::new(120, 36);
    session.press("$.files[*]<ret><space><space><space>");
    let key = docql::config::KeyPress::char('e');
    let effects = docql::app::update(&mut session.model, Msg::Key(key));
    let opened = effects.iter().find_map(|effect| match effect {
        Effect::OpenEditor(places) => Some(places.clone()),
        _ => None,
    });
    let paths: Vec<_> = opened.expect("an editor").into_iter().map(|place| place.path).collect();
    let marked: Vec<_> = session.model.results.marked_here().iter().map(|hit| hit.path.clone()).collect();
    assert_eq!(paths.len(), 3);
    assert!(marked.iter().all(|path| paths.contains(path)), "{paths:?}");
}

#[test]
fn panels_say_that_letters_are_typed() {
    let mut session = Session::new(120, 36);
    session.press("$.code.methods[*]<ret>");
    for key in ["S", "F", "?"] {
        session.press(key);
        assert!(session.text().contains("type to filter; arrows or Ctrl-N/P to move"), "{}", session.text());
        session.press("<down>x");
        assert!(!session.text().contains("type to filter;"), "{}", session.text());
        session.press("<esc>");
    }
}
