//! Keys that come faster than answers: they mean what is about to be there.

use crate::screens::Session;
use docql::app::{Effect, IndexProgress, Msg, update};
use docql::config::KeyPress;

#[test]
fn a_command_pressed_before_the_row_is_there_waits_for_it() {
    let mut session = Session::new(120, 36);
    session.press("$.code.method(\"validateToken\")<ret>/<c-u>deploy<ret>");
    let first = |session: &mut Session, key: char| update(&mut session.model, Msg::Key(KeyPress::char(key)));
    let back = first(&mut session, 'H');
    let edit = first(&mut session, 'e');
    assert!(!edit.iter().any(|effect| matches!(effect, Effect::OpenEditor { .. })), "not the row of the list before");
    assert!(!session.text().contains("nothing is selected"), "{}", session.text());
    session.driver.run(&mut session.model, back);
    let hit = session.model.results.selected().expect("a row").clone();
    assert_eq!(hit.name, "validateToken");
    assert_eq!(session.driver.edited.last().map(|(path, line)| (&**path, *line)), Some((&*hit.path, hit.line)));
    // Another key means that it is not wanted any more.
    let mut back = first(&mut session, 'L');
    back.extend(first(&mut session, 'H'));
    first(&mut session, 'e');
    first(&mut session, 'j');
    let before = session.driver.edited.len();
    session.driver.run(&mut session.model, back);
    assert_eq!(session.driver.edited.len(), before);
}

#[test]
fn rows_of_the_query_before_say_that_they_are_while_a_relation_is_looked_for() {
    let mut session = Session::new(120, 36);
    session.press("$.code.method(\"validateToken\")<ret>");
    assert!(!session.model.results.is_of_before());
    let effects = update(&mut session.model, Msg::Key(KeyPress::char('c')));
    assert!(session.model.results.is_of_before(), "the rows are still those of the method");
    let screen = session.text();
    assert!(screen.contains("searching…"), "{screen}");
    session.driver.run(&mut session.model, effects);
    assert!(!session.model.results.is_of_before() && !session.text().contains("searching…"));
}

#[test]
fn while_the_first_answer_is_looked_for_nothing_else_is_offered_and_stopping_is_told() {
    let mut session = Session::new(120, 36);
    let mut asked = Vec::new();
    let keys = |session: &mut Session, keys: &[KeyPress]| {
        keys.iter().flat_map(|key| update(&mut session.model, Msg::Key(*key))).collect::<Vec<Effect>>()
    };
    let key = |name: &str| KeyPress::parse(name).expect("a key");
    let text: Vec<KeyPress> = "$.code.functions".chars().map(KeyPress::char).collect();
    asked.extend(keys(&mut session, &text));
    asked.extend(keys(&mut session, &[key("enter")]));
    let screen = session.text();
    assert!(screen.contains("searching… Ctrl-C stops it") && !screen.contains("TRY  "), "{screen}");
    // Stopped, Enter asks again.
    keys(&mut session, &[key("ctrl-c")]);
    assert!(!session.text().contains("searching…"));
    session.driver.run(&mut session.model, asked);
    assert!(session.model.results.results.is_none(), "what was stopped does not come");
    let again = keys(&mut session, &[key("enter")]);
    assert!(!session.text().contains("cannot be run"), "{}", session.text());
    session.driver.run(&mut session.model, again);
    assert!(session.model.results.results.is_some());
}

#[test]
fn words_asked_while_the_index_is_made_are_asked_again_once_it_is() {
    let mut session = Session::new(120, 30);
    let progress = |done: u32| Msg::IndexProgressed(Some(IndexProgress { done, total: 9, stage: "reading" }));
    let asks = |effects: &[Effect]| effects.iter().filter(|effect| matches!(effect, Effect::RunQuery(_))).count();
    session.driver.send(&mut session.model, progress(1));
    session.press("token<ret><wait>");
    session.driver.send(&mut session.model, progress(8));
    let ended = update(&mut session.model, Msg::IndexProgressed(None));
    assert_eq!(asks(&ended), 1);
    session.driver.run(&mut session.model, ended);
    // What was asked of the whole index stays as it is.
    session.driver.send(&mut session.model, progress(8));
    assert_eq!(asks(&update(&mut session.model, Msg::IndexProgressed(None))), 0);
}
