//! What the explorer does, key by key, without a terminal: the model is looked at, not the screen.

use crate::screens::{Session, on};
use docql::app::{Effect, Focus, Mouse, MouseAction, Msg, Page, PromptReading, QueryAnswer, ResultRow, Timer, update};
use docql::config::KeyPress;
use docql::document::Kind;

fn session(script: &str) -> Session {
    let mut session = Session::new(120, 36);
    session.press(script);
    session
}

fn prompt(session: &Session) -> &str {
    session.model.prompt.line.text()
}

fn selected(session: &Session) -> String {
    session.model.results.selected().map_or(String::new(), |hit| hit.name.clone())
}

#[test]
fn typing_words_answers_with_every_key() {
    let mut session = Session::new(120, 36);
    let mut totals = Vec::new();
    for letter in "deploy".chars() {
        session.press(&letter.to_string());
        totals.push(session.model.results.results.as_ref().map_or(0, |results| results.total));
    }
    assert!(totals.iter().all(|&total| total > 0), "{totals:?}");
    assert_eq!(session.model.prompt.reading(), PromptReading::Words);
}

#[test]
fn an_idle_explorer_has_no_timer_left_and_so_draws_nothing() {
    let mut session = Session::new(120, 36);
    for script in ["", "deploy<ret>", "$.code.nosuch", "<esc>g", "<esc>yy", "<c-c><c-c>"] {
        session.press(script);
        // Each timer may follow another, but none winds itself up for ever.
        for _ in 0..4 {
            session.driver.wait(&mut session.model);
        }
        assert_eq!(session.driver.timers, [], "{script}");
        session.model.dirty = false;
        session.driver.wait(&mut session.model);
        assert!(!session.model.dirty, "{script}");
    }
}

#[test]
fn going_back_restores_query_row_and_scroll_position() {
    let mut session = session("$.code.functions[*]<ret><down><down><down><down>");
    let (row, query) = (selected(&session), prompt(&session).to_owned());
    session.press("c");
    assert!(prompt(&session).ends_with(".callers()"), "{}", prompt(&session));
    session.press("H");
    assert_eq!((selected(&session), prompt(&session)), (row.clone(), query.as_str()));
    session.press("L");
    assert!(prompt(&session).ends_with(".callers()"));
    session.press("<bs>");
    assert_eq!((selected(&session), prompt(&session)), (row, query.as_str()));
}

#[test]
fn drilling_lists_what_is_inside_and_up_leads_out() {
    let mut session = session("$.code.class(\"AuthService\")<ret><ret>");
    let names: Vec<String> =
        session.model.results.results.as_ref().expect("rows").hits.iter().map(|hit| hit.name.clone()).collect();
    assert!(names.contains(&"validateToken".to_owned()), "{names:?}");
    session.press("<bs>");
    assert_eq!(selected(&session), "AuthService");
    session.press("<bs>");
    assert_eq!(selected(&session), "AuthService", "the same row, among what is around it");
    assert!(prompt(&session).contains("AuthService.kt"), "{}", prompt(&session));
}

#[test]
fn a_row_without_an_inside_is_looked_at() {
    let session = session("$.code.method(\"refuse\")<ret><ret>");
    assert_eq!(session.model.focus(), Focus::Preview);
    let target = session.model.preview.target.as_ref().expect("target");
    assert!(target.path.ends_with("AuthService.kt") && target.line > 0);
}

#[test]
fn the_editor_opens_at_the_line_and_the_row_stays() {
    let mut session = session("$.code.method(\"validateUser\")<ret>");
    let line = session.model.results.selected().expect("hit").line;
    session.press("e");
    let (path, at) = session.driver.edited.last().expect("edited");
    assert!(path.ends_with("AuthService.kt"));
    assert_eq!(*at, line);
    assert_eq!(selected(&session), "validateUser");
}

#[test]
fn the_editor_opens_at_the_match_or_the_line_that_was_gone_to() {
    let mut session = session("$.files[?(@.name==\"AuthService.kt\")]<ret>3");
    let edited = |session: &mut Session| {
        session.press("e");
        session.driver.edited.last().expect("edited").1
    };
    session.press("frefuse<ret>n");
    let path = session.model.preview.page.as_ref().expect("page").path.to_string();
    let text = std::fs::read_to_string(crate::workspace::tests().join("corpus").join(path)).expect("text");
    let at = edited(&mut session);
    assert!(text.lines().nth(at as usize - 1).is_some_and(|line| line.contains("refuse")), "{at}");
    session.press(":20<ret>");
    assert_eq!(edited(&mut session), 20);
}

#[test]
fn copies_say_what_they_copied() {
    let mut session = session("$.code.method(\"validateUser\")<ret>yyypyqyr");
    let copied = session.driver.copied.clone();
    assert_eq!(copied.len(), 4);
    assert!(copied[0].starts_with(&copied[1]) && copied[0].contains("AuthService.kt:"), "{copied:?}");
    assert_eq!(copied[2], "$.code.method(\"validateUser\")");
    assert!(copied[3].starts_with("$.code.method("), "{copied:?}");
    assert!(session.model.toast.as_ref().is_some_and(|toast| toast.text.starts_with("copied $.code")));
    session.press("<wait>");
    assert_eq!(session.model.toast, None);
    session.press("cY");
    assert!(session.driver.copied.last().expect("trail").lines().count() >= 2);
}

#[test]
fn marks_are_what_actions_act_upon() {
    let session = session("$.code.classes[*]<ret><space><space>yy");
    assert_eq!(session.driver.copied.last().expect("copied").lines().count(), 2);
}

#[test]
fn escape_never_quits_and_never_loses_text() {
    let mut session = session("$.toc[*]<esc><esc><esc><esc><esc>");
    assert!(!session.model.quit);
    assert_eq!(prompt(&session), "$.toc[*]");
    session.press("q");
    assert!(session.model.quit);
}

#[test]
fn control_c_clears_and_then_quits() {
    let mut session = session("words<c-c>");
    assert_eq!((prompt(&session), session.model.quit), ("", false));
    session.press("<c-c>");
    assert!(!session.model.quit);
    session.press("<wait><c-c>");
    assert!(!session.model.quit, "too late");
    session.press("<c-c>");
    assert!(session.model.quit);
}

#[test]
fn matches_are_walked_across_files_and_around() {
    let mut session = session("$.code.functions[*]<ret>");
    let total = session.model.results.results.as_ref().expect("rows").hits.len();
    let first = selected(&session);
    let mut files = std::collections::BTreeSet::new();
    for _ in 0..total {
        session.press("n");
        files.insert(session.model.results.selected().expect("hit").path.clone());
    }
    assert_eq!(selected(&session), first);
    assert!(files.len() > 3);
    assert!(session.model.toast.as_ref().is_some_and(|toast| toast.text.contains("round")));
}

#[test]
fn enter_closes_what_is_open() {
    let mut session = Session::new(120, 36);
    session.driver.send(&mut session.model, Msg::Paste("$.toc[?(@.level==1".to_owned()));
    session.press("<ret>");
    assert_eq!(prompt(&session), "$.toc[?(@.level==1)]");
    assert_eq!(session.model.focus(), Focus::Results);
    session.press("/<c-u>$.code.class(\"AuthService<ret>");
    assert_eq!((prompt(&session), session.model.focus()), ("$.code.class(\"AuthService\")", Focus::Results));
}

#[test]
fn wrong_queries_keep_the_last_good_rows_and_can_be_mended() {
    let mut session = session("$.code.class(\"AuthService\").metods");
    assert!(session.model.results.dimmed && session.model.results.results.is_some());
    assert!(session.model.prompt.error().is_none(), "not before it has stood for a while");
    session.press("<wait>");
    assert!(session.model.prompt.error().is_some());
    session.press("<esc><esc>/<end><tab>");
    assert!(prompt(&session).contains("methods"), "{}", prompt(&session));
}

#[test]
fn words_become_a_query() {
    let session = session("token<c-x>");
    assert_eq!(session.model.prompt.reading(), PromptReading::Docql);
    assert!(session.model.results.results.as_ref().is_some_and(|results| results.total > 0));
}

#[test]
fn filters_of_words_become_conditions_of_the_query() {
    let mut session = session("token kind:method path:src/ -path:test<wait>");
    let shown = |session: &Session| session.model.results.results.as_ref().map_or(0, |results| results.total);
    assert!(shown(&session) > 0);
    session.press("<c-x>");
    let query = prompt(&session).to_owned();
    assert_eq!(
        query,
        "$.content.search(\"token\")[?(@.path ~= \"src/\" && @.kind == \"method\" && !(@.path ~= \"test\"))]"
    );
    assert!(shown(&session) > 0);
    let results = session.model.results.results.as_ref().expect("results");
    assert!(results.hits.iter().all(|hit| hit.kind == Kind::Method && hit.path.contains("src/")), "{query}");
}

#[test]
fn links_lead_to_files_and_back() {
    let mut session = session("$.files[?(@.name==\"README.md\")]<ret>o");
    let panel = session.model.overlays.last().expect("links");
    assert!(panel.rows.iter().any(|row| row.right == "docs/architecture.md"));
    session.press("architecture<ret>");
    assert_eq!(
        session.model.results.selected().map(|hit| hit.path.to_string()),
        Some("docs/architecture.md".to_owned())
    );
    session.press("H");
    assert_eq!(selected(&session), "README.md");
}

#[test]
fn questions_are_searched_as_words() {
    let session = session("? how are tokens stored");
    assert_eq!(session.model.prompt.reading(), PromptReading::Question);
    assert!(session.model.results.results.as_ref().is_some_and(|results| results.total > 0));
}

#[test]
fn pasting_goes_to_the_prompt_from_anywhere() {
    let mut session = session("<esc>1");
    session.driver.send(&mut session.model, Msg::Paste("deploy\n".to_owned()));
    assert_eq!((prompt(&session), session.model.focus()), ("deploy", Focus::Prompt));
}

#[test]
fn a_facet_edits_the_query_and_again_takes_it_back() {
    let mut session = session("$.code.functions[*]<ret>F<ret>");
    let narrowed = prompt(&session).to_owned();
    assert!(narrowed.contains("[?(@.kind"), "{narrowed}");
    session.press("F<ret>");
    assert_eq!(prompt(&session), "$.code.functions[*]");
}

#[test]
fn the_tree_moves_are_queries_too() {
    let mut session = session("<esc>1");
    while session.model.toc.selected().is_some_and(|row| row.name != "INSTALL.md") {
        session.press("j");
    }
    session.press("l");
    assert!(session.model.toc.rows.iter().any(|row| row.name == "Requirements"), "unfolded down to chapters");
    assert_eq!(session.model.subject().expect("subject").query, "$.files[?(@.path==\"INSTALL.md\")]");
    session.press("l");
    assert!(session.model.subject().expect("subject").query.contains("heading("));
    assert!(session.text().contains("heading(\"Installation\")"), "the move is shown as DocQL");
    session.press("<ret>");
    assert_eq!(session.model.focus(), Focus::Results);
    assert!(prompt(&session).ends_with(".children"));
}

#[test]
fn the_mouse_selects_scrolls_and_drills() {
    let mut session = session("$.code.classes[*]<ret>");
    let body = session.model.layout().pane(Focus::Results).body;
    let mouse = |session: &mut Session, action, column, row| {
        session.driver.send(&mut session.model, Msg::Mouse(Mouse { action, column, row }));
    };
    mouse(&mut session, MouseAction::Click, body.x + 6, body.y + 3);
    let clicked = selected(&session);
    assert!(!clicked.is_empty());
    mouse(&mut session, MouseAction::DoubleClick, body.x + 6, body.y + 3);
    assert_ne!(prompt(&session), "$.code.classes[*]");
    session.press("H");
    let preview = session.model.layout().pane(Focus::Preview).body;
    let top = session.model.preview.top;
    mouse(&mut session, MouseAction::WheelDown, preview.x + 2, preview.y + 2);
    assert!(session.model.preview.top >= top);
    assert_eq!(selected(&session), clicked, "the wheel scrolls what is under it");
    mouse(&mut session, MouseAction::Click, 2, 1);
    assert_eq!(session.model.focus(), Focus::Prompt);
    mouse(&mut session, MouseAction::Click, 1, 0);
    assert!(prompt(&session).starts_with("$.structure"), "the first crumb is the workspace");
}

#[test]
fn a_right_click_on_the_second_line_of_a_row_lists_what_can_be_done_with_it() {
    let mut session = session("token expired<ret>");
    let body = session.model.layout().pane(Focus::Results).body;
    let is_second = |row: &ResultRow| matches!(row, ResultRow::Second(_));
    let (rows, top) = (&session.model.results.rows, session.model.results.window.top);
    let shown = top..rows.len().min(top + usize::from(body.height));
    let second = shown.into_iter().rev().find(|at| is_second(&rows[*at])).expect("a row of two lines");
    let row = body.y + (second - top) as u16;
    let ResultRow::Second(hit) = session.model.results.rows[second] else { panic!("no second line") };
    let name = session.model.results.results.as_ref().expect("results").hits[hit].name.clone();
    let mouse = Mouse { action: MouseAction::Menu, column: body.x + 6, row };
    session.driver.send(&mut session.model, Msg::Mouse(mouse));
    assert_eq!((selected(&session), session.model.overlays.len()), (name, 1), "{}", session.text());
}

#[test]
fn a_click_on_the_title_arranges_the_results() {
    let mut session = session("auth<ret>");
    let title = session.model.layout().pane(Focus::Results).title;
    let click = |session: &mut Session, on: &str| {
        let text = session.text();
        let row = text.lines().nth(usize::from(title.y)).unwrap_or_default();
        let at = row.find(on).unwrap_or_else(|| panic!("{on} is not in {row}"));
        let column = row[..at].chars().count() as u16;
        session.driver.send(&mut session.model, Msg::Mouse(Mouse { action: MouseAction::Click, column, row: title.y }));
    };
    click(&mut session, "by rank ▾");
    assert_eq!(session.model.overlays.len(), 1, "the list of orders");
    session.press("<down><ret>");
    click(&mut session, "by path ▾");
    session.press("<esc>");
    assert!(session.model.overlays.is_empty());
    session.press(":group kind<ret>");
    assert!(session.text().contains("RESULTS ─ by kind ▾ · path ▾"), "{}", session.text());
    click(&mut session, "by kind ▾");
    assert!(session.text().contains("RESULTS ─ in one list ▾ · "), "{}", session.text());
    click(&mut session, "in one list ▾");
    click(&mut session, "by path ▾");
    assert_eq!(session.model.overlays.len(), 1);
    session.press("<esc>");
    click(&mut session, "RESULTS");
    assert!(session.model.overlays.is_empty() && session.model.focus() == Focus::Results);
}

#[test]
fn help_lists_every_command_and_runs_the_chosen_one() {
    let mut session = session("<esc>?");
    let panel = session.model.overlays.last().expect("help");
    for row in docql::app::COMMANDS {
        assert!(panel.rows.iter().any(|shown| shown.doc == row.doc), "{} is missing", row.id);
    }
    session.press("palette<ret>");
    assert_eq!(session.model.overlays.last().map(|panel| panel.title.as_str()), Some("COMMAND"));
}

#[test]
fn completions_are_taken_with_tab_and_enter_runs_what_is_typed() {
    let mut session = session("$.co<tab>");
    assert_eq!(prompt(&session), "$.code", "the first: there is more code than prose");
    session.press("<c-u>$.code.class(\"AuthSer<tab>");
    assert_eq!(prompt(&session), "$.code.class(\"AuthService\")");
    session.press("<c-u>$.toc<ret>");
    assert_eq!(prompt(&session), "$.toc");
}

#[test]
fn a_completed_name_leaves_its_call() {
    let mut session = session("$.code.class(\"AuthSer<tab>");
    assert_eq!(session.model.prompt.line.after(), "");
    session.press(".meth<tab>");
    assert!(prompt(&session).starts_with("$.code.class(\"AuthService\").method"), "{}", prompt(&session));
    session.press("<c-u>$.code.class(\"AuthService\".methods");
    assert_eq!(prompt(&session), "$.code.class(\"AuthService\").methods", "a dot steps over the parenthesis");
    session.press("<c-u>$.toc[?(@.title==\"a\".");
    assert_eq!(session.model.prompt.line.after(), ")]", "a condition goes on");
}

#[test]
fn words_with_a_kind_are_counted_as_they_are_shown() {
    for words in ["token kind:heading", "deploy kind:function", "token -kind:heading", "the"] {
        let mut session = session(words);
        let results = session.model.results.results.clone().expect("rows");
        assert_eq!(results.total, results.hits.len(), "{words}");
        session.press("<ret>F");
        let panel = session.model.overlays.last().expect("facets");
        let kinds = panel.rows.iter().filter(|row| row.group == "KIND");
        let counted: usize = kinds.map(|row| row.left.parse::<usize>().expect("count")).sum();
        assert_eq!(counted, results.total, "{words}");
    }
}

#[test]
fn the_tree_filter_goes_to_the_best_match_and_leaves_it_unfolded() {
    let mut session = session("<esc>1");
    while session.model.toc.selected().is_some_and(|row| row.name != "INSTALL.md") {
        session.press("j");
    }
    session.press("lhhfrequire");
    assert_eq!(session.model.toc.selected().map(|row| row.name.as_str()), Some("Requirements"));
    assert!(session.text().contains("Enter keep  Esc clear  ↑↓ move"), "{}", session.text());
    session.press("<ret><esc>");
    assert_eq!(session.model.toc.filter, None);
    assert_eq!(session.model.toc.selected().map(|row| row.name.as_str()), Some("Requirements"));
    session.press("<up>");
    assert_eq!(session.model.toc.selected().map(|row| row.name.as_str()), Some("Installation"));
}

/// What preview, results and breadcrumbs are about.
fn places(session: &Session) -> [(String, u32); 3] {
    let model = &session.model;
    let hit = model.results.selected().map(|hit| (hit.path.to_string(), hit.line));
    let shown = model.preview.target.as_ref().map(|target| (target.path.to_string(), target.line));
    let subject = model.subject().map(|subject| (subject.path.to_string(), subject.line));
    [hit, shown, subject].map(Option::unwrap_or_default)
}

#[test]
fn panes_agree_after_every_move() {
    let mut session = session("$.code.functions[*]<ret>");
    for keys in ["c", "H", "L", "3", "H", "L", "2", "H", "<down><down>c", "1", "jj", "H", "L", "<bs>", "r", "3H", "L"] {
        session.press(keys);
        if session.model.results.selected().is_none() || session.model.focus() == Focus::Toc {
            continue;
        }
        let [hit, shown, subject] = places(&session);
        assert_eq!((&hit, &hit), (&shown, &subject), "after {keys}: {}", prompt(&session));
    }
}

#[test]
fn the_preview_shows_nothing_where_nothing_was_found() {
    let session = session("$.code.class(\"AuthServise\")<ret>");
    assert!(session.model.preview.target.is_none());
    assert!(session.text().contains("AuthService"), "{}", session.text());
}

#[test]
fn notices_go_with_the_next_key() {
    let mut session = session("<esc>E");
    assert!(session.model.toast.as_ref().is_some_and(|toast| toast.text.contains("not bound")));
    session.press("j");
    assert_eq!(session.model.toast, None);
}

/// An answer with the hits of another one in this order, as it arrives while more is indexed.
fn arrive(session: &mut Session, order: &[usize]) {
    let mut results = (**session.model.results.results.as_ref().expect("rows")).clone();
    results.hits = order.iter().map(|&at| results.hits[at].clone()).collect();
    let answer = Box::new(QueryAnswer { outcome: Ok(results), elapsed: None, more_follows: true });
    let ticket = session.model.asked.query.number();
    session.driver.send(&mut session.model, Msg::ResultsArrived { ticket, answer });
}

#[test]
fn while_the_index_is_being_read_nothing_is_told_of_names_that_may_yet_be_found() {
    let mut session = session("$.code.class(\"AuthServise\")<ret>");
    assert!(session.text().contains("nothing here is called"), "{}", session.text());
    arrive(&mut session, &[]);
    let screen = session.text();
    assert!(screen.contains("nothing so far, still reading"), "{screen}");
    assert!(!screen.contains("nothing here is called") && !screen.contains("DID YOU MEAN"), "{screen}");
}

#[test]
fn better_hits_take_the_cursor_only_until_it_is_moved() {
    let mut session = session("token");
    let order: Vec<usize> = (0..session.model.results.results.as_ref().expect("rows").hits.len()).rev().collect();
    arrive(&mut session, &order);
    let first =
        session.model.results.results.as_ref().and_then(|results| results.hits.first()).map(|hit| hit.name.clone());
    assert_eq!(Some(selected(&session)), first);
    session.press("<ret>");
    arrive(&mut session, &order);
    assert_eq!(session.model.results.position(), 1, "nobody has moved");
    session.press("<down>");
    let row = selected(&session);
    arrive(&mut session, &order);
    assert_eq!(selected(&session), row);
    assert!(session.model.results.newer > 0 && session.text().contains(" newer ↑ "), "{}", session.text());
    session.press("gg");
    assert_eq!(session.model.results.newer, 0, "they have been seen");
}

#[test]
fn an_error_elsewhere_is_shown_instead_of_completions_and_tab_mends_it() {
    let mut session = session("$.code.clas(\"AuthService\").meth");
    assert!(!session.model.prompt.popup_open(), "{:?}", session.model.prompt.diagnostics);
    session.press("<ret>");
    assert!(session.model.prompt.error().is_some(), "at once");
    assert!(session.text().contains("error at column"), "{}", session.text());
    session.press("<tab>");
    assert!(prompt(&session).starts_with("$.code.class(\"AuthService\").method"), "both errors: {}", prompt(&session));
    assert!(session.model.prompt.error().is_none());
    let mut typing = self::session("$.code.clas");
    assert!(typing.model.prompt.popup_open(), "what is being typed is completed");
    typing.press("<ret>");
    assert!(!typing.model.prompt.popup_open() || typing.model.prompt.error().is_none());
}

#[test]
fn searches_that_find_nothing_say_what_was_tried() {
    let session = session("zzqqxy");
    assert!(session.text().contains("no hits") && session.text().contains("tried"), "{}", session.text());
}

#[test]
fn why_a_hit_is_there_is_read_whole_on_a_small_screen() {
    let mut session = Session::new(60, 24);
    session.press("how is a token checked<ret>");
    let why = session.model.results.selected().and_then(|hit| hit.why.clone()).expect("reasons");
    session.press("!");
    let text = session.text();
    let shown = text.split_whitespace().collect::<Vec<_>>();
    for word in why.iter().flat_map(|reason| reason.split(' ')) {
        assert!(shown.contains(&word), "{word} of {why:?} in {text}");
    }
}

#[test]
fn the_first_level_is_there_before_the_walk_and_the_cursor_stays() {
    let mut session = Session::opened(120, 36);
    session.press("reader");
    session.driver.glance(&mut session.model);
    let names =
        |session: &Session| -> Vec<String> { session.model.toc.rows.iter().map(|row| row.name.clone()).collect() };
    assert_eq!(names(&session)[..3], ["api", "auth", "config"]);
    assert!(names(&session).contains(&"README.md".to_owned()) && !session.model.opened);
    assert!(session.model.results.results.is_none(), "what was typed is answered from all files, not from a few");
    session.press("<esc>1<down>");
    assert_eq!(session.model.toc.selected().map(|row| &*row.path), Some("auth/"));
    session.driver.walk(&mut session.model).expect("walk");
    assert_eq!(session.model.toc.selected().map(|row| &*row.path), Some("auth/src/"), "the same, in one row");
    assert!(session.model.opened && session.model.results.results.is_some());
}

#[test]
fn words_are_completed_only_when_asked() {
    let mut session = session("depl");
    let offered = |session: &Session| session.model.prompt.completions.as_ref().map_or(0, |all| all.candidates.len());
    assert_eq!((offered(&session), session.model.prompt.popup_open()), (0, false));
    session.press("<tab>");
    assert!(offered(&session) > 0 && session.model.prompt.popup_open());
    session.press("<tab>");
    assert_eq!(prompt(&session), "deploy");
}

#[test]
fn a_saved_file_is_seen_in_every_pane_and_the_selection_stays() {
    let folder = tempfile::tempdir().expect("folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("write");
    write("a.rs", "fn one() {}\nfn two() {}\nfn three() {}\n");
    write("b.rs", "fn four() {}\n");
    let mut session = Session::at(folder.path(), 120, 36);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("$.code.functions[*]<ret><down>");
    assert_eq!(selected(&session), "two");
    write("a.rs", "// A line more.\nfn zero() {}\nfn one() {}\nfn two() { changed() }\nfn three() {}\n");
    session.press("R");
    let screen = session.text();
    assert_eq!(selected(&session), "two");
    assert!(screen.contains("updated a.rs") && screen.contains("changed()"), "{screen}");
    assert_eq!(screen.matches("zero").count(), 3, "in the tree, in the results, in the preview\n{screen}");
    assert_eq!(session.model.preview.target.as_ref().map(|target| target.line), Some(4), "where it is now");
    write("a.rs", "fn zero() {}\nfn one() {}\nfn three() {}\n");
    session.press("R");
    assert_eq!(selected(&session), "three", "what stands where the selected one was");
    std::fs::remove_file(folder.path().join("b.rs")).expect("remove");
    session.press("R");
    assert!(session.text().contains("b.rs is gone") && !session.text().contains("four"), "{}", session.text());
    write("b.rs", "fn five() {}");
    write("c.rs", "fn six() {}");
    session.press("R");
    assert!(session.text().contains("2 files changed") && session.text().contains("six"), "{}", session.text());
    assert_eq!(selected(&session), "three");
}

#[test]
fn more_is_loaded_where_the_first_rows_do_not_fill_the_pane() {
    let folder = tempfile::tempdir().expect("folder");
    let functions = |file: usize| -> String { (0..90).map(|at| format!("fn alpha_{file}_{at}() {{}}\n")).collect() };
    (0..3).for_each(|file| std::fs::write(folder.path().join(format!("{file}.rs")), functions(file)).expect("write"));
    let mut session = Session::at(folder.path(), 120, 60);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    let loaded = |session: &Session| session.model.results.results.as_ref().map_or(0, |results| results.hits.len());
    session.press("$.code.functions");
    assert_eq!(loaded(&session), 60, "they fill the pane");
    session.press("<esc>:mark all<ret>");
    assert!(session.text().contains("60 marked, those that are loaded"), "{}", session.text());
    session.press(":fold all<ret>");
    assert_eq!(loaded(&session), 270, "of each file only its line was left");
    session.press("/<c-u>alpha");
    assert!(loaded(&session) > 60, "of each file three rows are shown\n{}", session.text());
}

#[test]
fn a_name_in_the_source_leads_to_its_definition() {
    let folder = tempfile::tempdir().expect("folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("parent")).expect("directory");
        std::fs::write(path, text).expect("write");
    };
    write("a/store.py", "class Store:\n    def load(self):\n        pass\n");
    write("b/store.py", "class Store:\n    pass\n\ndef helper():\n    pass\n");
    write(
        "main.py",
        "from a.store import Store\nfrom b.store import helper\n\ndef run():\n    helper()\n    return Store\n",
    );
    let mut session = Session::at(folder.path(), 100, 24);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("$.code.function(\"run\")<ret><tab>d");
    let panel = session.text();
    assert!(panel.contains("DEFINITION OF") && panel.contains("b/store.py:4"), "{panel}");
    session.press("Sto<ret>");
    let shown = session.model.preview.page.as_ref().map(|page| page.path.to_string());
    assert_eq!(shown.as_deref(), Some("a/store.py"), "the import says which of two\n{}", session.text());
    assert_eq!(session.model.focus(), Focus::Preview, "whoever reads goes on reading");
    session.press("H");
    assert!(session.text().contains("main.py"), "{}", session.text());
}

#[test]
fn a_filter_looks_through_rows_that_are_not_loaded_yet() {
    let folder = tempfile::tempdir().expect("folder");
    let many: String = (0..500).map(|at| format!("fn handle_{at:03}() {{}}\n")).collect();
    std::fs::write(folder.path().join("many.rs"), many).expect("write");
    let mut session = Session::at(folder.path(), 80, 24);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("$.code.functions<ret>fhandle_49");
    assert_eq!(session.model.results.count_shown().1, 10, "ten of five hundred, of which sixty were loaded");
    session.press("x");
    assert!(session.text().contains("no row contains the filter"), "{}", session.text());
}

#[test]
fn who_left_the_finder_of_files_searches_contents_again() {
    let mut session = session("<c-t><esc>/");
    assert_eq!(session.model.prompt.reading(), PromptReading::Empty);
    session.press("<esc>gf");
    assert_eq!(session.model.prompt.reading(), PromptReading::Files);
}

#[test]
fn what_was_only_touched_is_not_called_a_change() {
    let folder = tempfile::tempdir().expect("folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("write");
    let touch = |name: &str, seconds: u64| {
        let file = std::fs::File::options().append(true).open(folder.path().join(name)).expect("a file");
        file.set_modified(std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds)).expect("a time");
    };
    let files = ["a.rs", "b.rs", "c.rs"];
    files.iter().for_each(|name| write(name, "fn one() {}\n"));
    let mut session = Session::at(folder.path(), 120, 36);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    files.iter().for_each(|name| touch(name, 1_000_000));
    session.press("<esc>R");
    assert!(!session.text().contains("files changed"), "they hold what they held\n{}", session.text());
    touch("a.rs", 2_000_000);
    write("b.rs", "fn other() {}\n");
    session.press("R");
    assert!(session.text().contains("1 file changed"), "{}", session.text());
}

#[test]
fn enter_takes_what_tab_has_asked_for_and_the_prompt_shows() {
    let mut session = session("token lang:k<tab>");
    assert!(session.text().contains("token lang:kotlin"), "{}", session.text());
    session.press("<ret>");
    assert_eq!(prompt(&session), "token lang:kotlin");
    assert!(session.model.results.results.as_ref().is_some_and(|results| results.total > 0));
    // Who types on means what is typed.
    session.press("/<c-u>token lang:k<tab>otli<ret>");
    assert_eq!(prompt(&session), "token lang:kotli");
}

#[test]
fn commands_are_given_by_name_with_what_they_take() {
    let mut session = session("$.code.method(\"validateToken\")<ret>:callers 2<ret>");
    assert!(prompt(&session).ends_with(".callers(2)"), "{}", prompt(&session));
    for (line, query) in [
        ("symbol Auth \"x\"", "$.code.query(\"Auth \\\"x\\\"\")"),
        ("heading Deployment", "$.content.heading(\"Deployment\")"),
        ("file src/", "src/"),
    ] {
        session.press(&format!("<esc>:{line}<ret>"));
        assert_eq!(prompt(&session), query);
    }
    session.press("<esc>:heading<ret>");
    let typed = session.model.overlays.last().map(|panel| panel.line.text().to_owned());
    assert_eq!(typed.as_deref(), Some("heading "), "what it takes is asked for");
    session.press("Staging<ret>");
    assert_eq!(prompt(&session), "$.content.heading(\"Staging\")");
    session.press(":wirte");
    let panel = session.model.overlays.last().expect("palette");
    assert!(panel.nearest && panel.selected().is_some_and(|row| row.text.starts_with("write")));
    assert!(session.text().contains("no such command; the nearest"), "{}", session.text());
}

#[test]
fn the_preview_goes_to_a_line() {
    let mut session = session("$.code.class(\"AuthService\")<ret>:line 30<ret>");
    assert!(session.model.preview.scrolled);
    assert!(session.text().contains(" 30 "), "{}", session.text());
    session.press(":line x<ret>");
    let said = session.model.toast.as_ref().map(|toast| toast.text.clone()).unwrap_or_default();
    assert!(said.contains("no number"), "{said}");
}

#[test]
fn results_are_written_as_a_list_that_editors_open() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("hits of today.txt");
    let mut session = session("$.code.method(\"AuthService.validateToken\")<ret>c");
    let said = |session: &Session| session.model.toast.as_ref().map(|toast| toast.text.clone()).unwrap_or_default();
    session.press(&format!(":write {}<ret>", file.display()));
    assert!(said(&session).contains("3 rows written"), "{}", said(&session));
    let text = std::fs::read_to_string(&file).expect("written");
    for line in text.lines() {
        let (path, rest) = line.split_once(".kt:").expect("path");
        let [number, column, shown] = rest.splitn(3, ':').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let source = std::fs::read_to_string(format!("{path}.kt")).expect("an absolute path");
        let at: usize = number.parse().expect("line");
        assert_eq!(source.lines().nth(at - 1), Some(shown));
        let column: usize = column.parse().expect("column");
        assert!(!shown[column - 1..].starts_with(' '), "{line}");
    }
    session.press(&format!(":write {}<ret>", file.display()));
    assert!(said(&session).contains("is there already"), "{}", said(&session));
    session.press(&format!("<space>:write! {}<ret>", file.display()));
    assert!(said(&session).contains("1 row written"), "only what is marked: {}", said(&session));
    session.press("v:mark all<ret>");
    assert_eq!(session.model.results.marks.len(), 3);
}

#[test]
fn help_begins_with_what_has_the_focus() {
    for (keys, first) in [("?", "LAYERS of the selected row"), ("1?", "MOVE"), ("3?", "VIEW")] {
        let session = session(&format!("token<ret>{keys}"));
        let groups: Vec<&str> = session.model.overlays.last().expect("help").rows.iter().map(|row| row.group).collect();
        assert_eq!(groups.into_iter().find(|group| *group != "FIRST OF ALL"), Some(first));
    }
}

#[test]
fn a_filter_that_nothing_passes_leaves_no_file_in_the_preview() {
    let (_folder, mut session) = on(&[("alpha.rs", "fn alpha() {}\n"), ("beta.rs", "fn beta() {}\n")], (120, 30));
    session.press("$.code.functions<ret><wait>f");
    // The page of the last row that has passed is on its way when the next key is typed.
    let effects = update(&mut session.model, Msg::Key(KeyPress::char('b')));
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::LoadPreview(request) => Some((request.ticket.number(), request.path.clone())),
        _ => None,
    });
    let (ticket, path) = asked.expect("another row is selected");
    session.press("zz");
    session
        .driver
        .send(&mut session.model, Msg::PreviewReady { ticket, page: Page { path, ..Page::default() }.into() });
    let text = session.text();
    assert!(
        text.contains("nothing passes the filter, nothing to show") && !text.contains("PREVIEW ─ beta.rs"),
        "{text}"
    );
}

#[test]
fn a_query_waits_for_no_count_of_uses() {
    let text = "class Alpha:\n    def run(self):\n        pass\n\nclass Beta:\n    def stop(self):\n        pass\n";
    let (_folder, mut session) = on(&[("a.py", text)], (120, 30));
    session.press("$.code.classes<ret><wait>");
    let moved = update(&mut session.model, Msg::Key(KeyPress::char('j')));
    let rested = moved.iter().find_map(|effect| match effect {
        Effect::Arm { timer: Timer::Uses, generation, .. } => Some(*generation),
        _ => None,
    });
    let fired = Msg::TimerFired { timer: Timer::Uses, generation: rested.expect("the cursor may rest") };
    let counts = update(&mut session.model, fired);
    let ticket = counts.iter().find_map(|effect| match effect {
        Effect::CountUses { ticket, .. } => Some(ticket.clone()),
        _ => None,
    });
    let ticket = ticket.expect("uses are counted");
    assert!(!ticket.is_stale());
    let entered = update(&mut session.model, Msg::Key(KeyPress::parse("enter").expect("a key")));
    assert!(entered.iter().any(|effect| matches!(effect, Effect::RunQuery(_))), "Enter goes into the class");
    assert!(ticket.is_stale(), "the query has the machine for itself");
}

#[test]
fn what_matches_in_a_section_is_shown_with_what_stands_around_it() {
    let lines = |at: usize| match at {
        40 => "The quick zebra jumps over it.\n\n".to_owned(),
        44 => "A slow heron follows.\n\n".to_owned(),
        _ => format!("Line {at} of many.\n\n"),
    };
    let text = format!("# Title\n\nIntro.\n\n## Section\n\n{}", (0..90).map(lines).collect::<String>());
    for (width, height) in [(80, 24), (120, 36), (200, 50)] {
        let (_folder, mut session) = on(&[("a.md", &text)], (width, height));
        // Words of a line further down lead there, wherever the line before them stood.
        for (words, line) in [("quick zebra", "quick zebra jumps"), ("<esc>/slow heron", "slow heron follows")] {
            session.press(&format!("{words}<ret>"));
            let screen = session.text();
            let shows = |row: &str| row.rsplit('│').next().is_some_and(|preview| preview.contains(line));
            let row = screen.lines().position(shows).unwrap_or_else(|| panic!("{line}\n{screen}"));
            let share = row as f32 / f32::from(height);
            assert!((0.2..0.75).contains(&share), "row {row} of {height}\n{screen}");
        }
    }
}

#[test]
fn of_a_long_line_that_is_wrapped_the_part_with_the_match_is_on_the_screen() {
    let long = format!(
        "- {}the browserZoom is allowed by the browser now. {}\n",
        "Many words of other changes. ".repeat(60),
        "More. ".repeat(60)
    );
    let text = format!("# Changes\n\n{}{long}{}", "- One change.\n".repeat(5), "- Another.\n".repeat(40));
    for name in ["CHANGES.md", "changes.txt"] {
        let (_folder, mut session) = on(&[(name, &text)], (100, 24));
        session.press("browserZoom allowed browser<ret><wait>");
        let shown = session.text();
        let seen = shown.matches("browserZoom is").count();
        assert!(
            seen >= 1 && shown.lines().any(|line| line.contains("browserZoom") && !line.contains('❯')),
            "{name}: {shown}"
        );
    }
}
