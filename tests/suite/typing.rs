//! Typing and completing queries, key by key: `tests/completion/typing.txt`, each line the keys and the text, with the
//! caret, that they make.

use crate::screens::Session;
use crate::workspace::tests;
use std::fs;

/// The labels of the list, if it is shown.
fn list(session: &Session) -> Vec<&str> {
    let prompt = &session.model.prompt;
    let shown = prompt.completions.as_ref().filter(|_| prompt.popup_open());
    shown.map_or(Vec::new(), |all| all.candidates.iter().map(|candidate| candidate.label.as_str()).collect())
}

fn session(keys: &str) -> Session {
    let mut session = Session::new(120, 36);
    session.press(keys);
    session
}

#[test]
fn nothing_is_chosen_beforehand_and_enter_runs_what_is_typed() {
    let session = session("$.toc<ret>");
    assert_eq!(session.model.prompt.line.text(), "$.toc");
    let mut chosen = self::session("$.code.<down><down>");
    assert_eq!(chosen.model.prompt.chosen_label(), Some("function(name)"));
    chosen.press("<ret>");
    assert_eq!(chosen.model.prompt.line.text(), "$.code.function(\"\")", "the chosen row is taken first");
}

#[test]
fn escape_closes_the_list_until_the_token_changes() {
    let mut session = session("$.co<esc>");
    assert!(list(&session).is_empty());
    session.press("d");
    assert!(list(&session).is_empty(), "the same token");
    session.press("e.");
    assert!(list(&session).contains(&"class(name)"), "another token");
    session.press("zzz");
    assert!(list(&session).is_empty(), "nothing fits");
    session.press("<bs><bs><bs>");
    assert!(list(&session).contains(&"class(name)"), "an empty list comes back");
}

#[test]
fn settings_say_when_the_list_opens() {
    let mut session = Session::new(120, 36);
    session.model.prompt.popup_choice = Some(docql::config::PopupChoice::Tab);
    session.press("$.co");
    assert!(list(&session).is_empty());
    session.press("<tab>");
    assert_eq!(list(&session), ["code", "content"]);
    session.press("<tab>");
    assert_eq!(session.model.prompt.line.text(), "$.code");
    session.model.prompt.popup_choice = Some(docql::config::PopupChoice::Off);
    session.press("<c-u>$.fro");
    assert!(list(&session).is_empty());
    session.press("<tab>");
    assert_eq!(session.model.prompt.line.text(), "$.frontmatter", "Tab completes all the same");
    session.model.prompt.popup_choice = Some(docql::config::PopupChoice::Auto);
    session.model.prompt.popup_delay = 300;
    session.press("<c-u>$.co");
    assert!(list(&session).is_empty(), "while keys come");
    session.press("<wait>");
    assert_eq!(list(&session), ["code", "content"]);
}

/// Values of the workspace arrive while a row is chosen: it stays where it is.
#[test]
fn the_chosen_row_stays_in_its_place_when_values_arrive() {
    let mut session = session("$.toc[?(@.kind == ");
    let all = session.model.prompt.completions.clone().expect("values");
    let mut known = all.clone();
    known.candidates.reverse();
    session.model.prompt.completions_arrived(known);
    session.press("<down><down><down>");
    let prompt = &mut session.model.prompt;
    let (before, at) = (prompt.chosen_label().map(str::to_owned), prompt.popup.chosen);
    prompt.completions_arrived(all.clone());
    assert_eq!((prompt.chosen_label().map(str::to_owned), prompt.popup.chosen), (before, at));
    let shown = prompt.completions.as_ref().expect("values");
    assert_eq!(shown.candidates.len(), all.candidates.len(), "each once");
}

#[test]
fn small_screens_show_one_row_and_no_screen_hides_prompt_or_status() {
    let mut small = Session::new(60, 20);
    small.press("$.code.");
    let text = small.text();
    let row = text.lines().nth(2).expect("a row");
    assert!(row.contains("class(name)") && row.trim_end().ends_with('⇥') && row.contains("1 of "), "{text}");
    for (width, height) in [(80, 24), (100, 21), (120, 36), (61, 21)] {
        let mut session = Session::new(width, height);
        session.press("$.code.");
        let text = session.text();
        let rows: Vec<&str> = text.lines().collect();
        assert!(rows[1].contains("$.code."), "{text}");
        let foot = rows.iter().rposition(|row| row.contains("Esc close")).expect("a list");
        assert!(foot + 1 < rows.len(), "the status line stays\n{text}");
        let listed = rows.iter().filter(|row| row.contains("symbols │")).count();
        assert!(listed <= 8, "{listed} rows\n{text}");
    }
}

#[test]
fn what_is_being_typed_is_not_called_wrong_while_it_can_be_completed() {
    let mut session = session("$.code.cla<wait>");
    assert!(session.model.prompt.error().is_none());
    session.press("xq<wait>");
    assert!(session.model.prompt.error().is_some());
    session.press("<ret>");
    assert!(session.model.prompt.error().is_some());
}

#[test]
fn an_example_of_this_workspace_is_shown_for_the_row_that_is_looked_at() {
    let mut session = session("$.code.cl");
    let before = session.text();
    assert!(!before.contains("hits  ") && before.contains("e.g. $.code.class(\""), "{before}");
    session.press("<wait>");
    assert!(session.text().contains("e.g. $.code.class(\""), "{}", session.text());
    assert!(session.text().contains(" hit"), "{}", session.text());
    // Only the line of the example is another one: nothing else has moved.
    let after = session.text();
    let changed = before.lines().zip(after.lines()).filter(|(before, after)| before != after).count();
    assert_eq!((changed, before.lines().count()), (1, after.lines().count()), "{before}\n{after}");
    session.press("<down><down><wait>");
    assert!(session.text().contains("e.g. $.code.classes  "), "{}", session.text());
    session.press("<c-u>$.code.uni<wait>");
    assert!(session.text().contains("nothing here: ") || !session.text().contains("hits │"), "{}", session.text());
}

#[test]
fn keys_make_the_text_that_was_meant() {
    let text = fs::read_to_string(tests().join("completion/typing.txt")).expect("the cases");
    let mut wrong = Vec::new();
    let mut session = Session::new(120, 36);
    for line in text.lines().filter(|line| !line.starts_with('#') && line.contains(" ⇒ ")) {
        let mut parts = line.split(" ⇒ ");
        let (keys, made, ghost) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""), parts.next());
        session.press("<esc><esc>/<end><c-u>").press(keys);
        let prompt = &session.model.prompt;
        let found = format!("{}▏{}", prompt.line.before(), prompt.line.after());
        if found != made {
            wrong.push(format!("{line}\n  makes {found}"));
        }
        if ghost.is_some_and(|ghost| prompt.ghost() != ghost) {
            wrong.push(format!("{line}\n  ghost {:?}", prompt.ghost()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_chosen_row_is_marked_and_numbered_without_colours() {
    let mut session = Session::new(120, 36);
    session.press("$.toc[");
    assert!(!session.text().contains("│▌?(@.…)"), "{}", session.text());
    session.press("<down>");
    let text = session.text();
    assert!(text.contains("│▌?(@.…)") && text.contains("1/6"), "{text}");
    let mut small = Session::new(60, 20);
    small.press("$.toc[<down>");
    assert!(small.text().contains("▌ ?(@.…)"), "{}", small.text());
}

#[test]
fn the_card_tells_how_often_what_is_selected_is_called_once_the_cursor_rests() {
    let mut session = session("$.code.function(\"validateToken\")<ret>");
    let uses = |session: &Session| session.text().lines().find_map(|line| Some(line.split_once(" by ")?.1.to_owned()));
    assert_eq!(uses(&session), None, "{}", session.text());
    session.press("<wait>");
    let told = uses(&session).expect("the uses of the first row");
    // They are what the queries say.
    let query = session.model.subject().expect("a row").query;
    let mut counts = Vec::new();
    for relation in ["callers", "tests"] {
        session.press(&format!("/<c-u>{query}.{relation}().count()<ret>"));
        counts.push(session.model.results.selected().expect("a count").name.clone());
    }
    // None of them is sure to mean this one.
    let told = told.replace(" by name only", "");
    assert!(told.starts_with(&format!("{} · reached by {} test", counts[0], counts[1])), "{told} {counts:?}");
}

#[test]
fn of_what_nothing_calls_the_card_tells_how_often_it_is_named() {
    let card = |query: &str| {
        let mut session = session(&format!("{query}<ret><wait>"));
        session.press(&format!("/<c-u>{query}.references().count()<ret>"));
        let named = session.model.results.selected().expect("a count").name.clone();
        session.press(&format!("/<c-u>{query}<ret><wait>"));
        (session.text(), named)
    };
    let (text, named) = card("$.code.interface(\"Authenticator\")");
    assert!(text.contains(&format!("named in {named} line")) && !text.contains("used by"), "{named} {text}");
    let (text, named) = card("$.code.function(\"rollback\")");
    assert!(text.contains(&format!("called by 0, named in {named} line")), "{named} {text}");
}

/// On a small screen the rows come first: of several remarks those that fit stand above them, the rest below.
#[test]
fn remarks_leave_the_rows_in_sight() {
    let folder = tempfile::tempdir().expect("a folder");
    let callers: String = (0..30).map(|at| format!("func c{at}() {{ (&T{{}}).String() }}\n\n")).collect();
    let text = format!(
        "package a\n\ntype RunnerOfAll interface{{ String() string }}\n\ntype AnotherRunner interface{{ String() string }}\n\ntype T struct{{}}\n\n\
         func (t *T) String() string {{ return \"\" }}\n\nvar held = (*T).String\n\nfunc through(r RunnerOfAll) {{ r.String() }}\n\n{callers}"
    );
    std::fs::write(folder.path().join("a.go"), text).expect("a file");
    let lines_of = |height: u16| {
        let mut session = Session::at(folder.path(), 80, height);
        session.driver.walk(&mut session.model).expect("walk");
        session.driver.index(&mut session.model);
        session.press("$.code.struct(\"T\").method(\"String\").callers()<ret>");
        let notes = session.model.results.results.as_ref().expect("an answer").notes.len();
        assert!(notes >= 2, "{notes}");
        session.text().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let first_hit = |lines: &[String]| lines.iter().position(|line| line.contains("f c0")).unwrap_or(usize::MAX);
    let (small, large) = (lines_of(24), lines_of(84));
    assert!(first_hit(&small) <= 8, "{}", small.join("\n"));
    assert!(small.iter().any(|line| line.contains("more remarks below")), "{}", small.join("\n"));
    assert!(large.iter().all(|line| !line.contains("more remarks below")), "{}", large.join("\n"));
}

/// The list does not close and open again with each letter of a name: until the names for it are there, those that
/// were offered for less of it and still fit are shown. Tab waits for the best.
#[test]
fn the_list_stays_while_a_name_is_typed() {
    let mut session = session("$.code.class(\"A");
    assert!(session.text().contains("AuthService"), "{}", session.text());
    let before = session.model.prompt.completions.clone().expect("names");
    drop(docql::app::update(&mut session.model, docql::app::Msg::Key(docql::config::KeyPress::char('u'))));
    let shown = session.model.prompt.completions.clone().expect("names");
    assert!(session.model.prompt.popup_open() && !shown.candidates.is_empty());
    assert!(shown.candidates.iter().all(|candidate| before.candidates.contains(candidate)), "none is made up");
    assert!(shown.candidates.iter().all(|candidate| candidate.label.to_lowercase().contains('u')), "all fit");
    let text = session.model.prompt.line.text().to_owned();
    let tab = docql::config::KeyPress::plain(docql::config::KeyCode::Tab);
    let effects = docql::app::update(&mut session.model, docql::app::Msg::Key(tab));
    assert_eq!(session.model.prompt.line.text(), text, "not before the best is known");
    session.driver.run(&mut session.model, effects);
    assert_ne!(session.model.prompt.line.text(), text);
}

#[test]
fn words_are_taken_to_the_letter_and_back() {
    let mut session = session("Token<a-c>");
    assert_eq!(session.model.prompt.line.text(), "Token case:exact");
    session.press("<a-w>");
    assert_eq!(session.model.prompt.line.text(), "Token case:exact word:whole");
    session.press("<a-c><a-w>");
    assert_eq!(session.model.prompt.line.text(), "Token");
    session.press("<c-u>$.toc<a-c>");
    assert_eq!(session.model.prompt.line.text(), "$.toc");
    assert!(session.text().contains("this is for search words"), "{}", session.text());
}

#[test]
fn a_query_that_runs_long_says_for_how_long_and_what_stops_it() {
    use docql::app::{Effect, Msg, Timer, update};
    use docql::config::KeyPress;
    let mut session = session("");
    let asked = update(&mut session.model, Msg::Key(KeyPress::char('d')));
    assert!(session.text().contains('…'), "it runs");
    let mut effects = asked;
    for seconds in 1..=3 {
        let generation = effects.iter().find_map(|effect| match effect {
            Effect::Arm { timer: Timer::Running, generation, .. } => Some(*generation),
            _ => None,
        });
        let fired = Msg::TimerFired { timer: Timer::Running, generation: generation.expect("armed") };
        effects = update(&mut session.model, fired);
        assert!(session.text().contains(&format!("searching… {seconds} s")), "{}", session.text());
        assert!(session.text().contains("stops it"), "{}", session.text());
    }
    let stopped = update(&mut session.model, Msg::Key(KeyPress::parse("ctrl-c").expect("a key")));
    assert!(!session.text().contains("searching"), "{stopped:?}{}", session.text());
}
