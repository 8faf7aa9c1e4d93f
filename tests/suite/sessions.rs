//! What outlives the explorer: earlier queries, bookmarks, the last session; and what two of them keep at once.

use crate::screens::Session;
use docql::app::{Focus, Model, Msg, SavedState, StateRequest, farewell, start};
use docql::config::Settings;
use docql::workers::{Inline, StateStore, WorkspaceOptions};
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn noon() -> i64 {
    1_700_000_000
}

fn next_day() -> i64 {
    noon() + 90_000
}

fn store(state: &Path, workspace: &Path, clock: fn() -> i64) -> StateStore {
    StateStore::new(state, workspace).with_clock(clock)
}

/// An explorer whose state is kept in a directory.
fn explorer(state: &Path, workspace: &Path, clock: fn() -> i64) -> Session {
    let mut driver = Inline::open(WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(workspace) }).expect("open");
    driver.state = Some(store(state, workspace, clock));
    let mut session = Session { model: Model::new(Settings::default()), driver };
    begin(&mut session);
    session
}

fn begin(session: &mut Session) {
    session.driver.send(&mut session.model, Msg::Resized { width: 120, height: 36 });
    let effects = start(&mut session.model, None);
    session.driver.run(&mut session.model, effects);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
}

fn leave(mut session: Session) -> SavedState {
    let store = session.driver.state.clone().expect("state");
    for request in farewell(&mut session.model) {
        store.perform(request);
    }
    store.perform(StateRequest::Read)
}

fn listed(session: &Session) -> Vec<(String, String, String, &'static str)> {
    let panel = session.model.overlays.last().expect("a list");
    panel.rows.iter().map(|row| (row.left.clone(), row.text.clone(), row.right.clone(), row.group)).collect()
}

fn selected(session: &Session) -> String {
    session.model.results.selected().map_or(String::new(), |hit| hit.name.clone())
}

fn prompt(session: &Session) -> &str {
    session.model.prompt.line.text()
}

#[test]
fn queries_that_were_entered_are_known_the_next_day_with_their_hits() {
    let state = tempfile::tempdir().expect("folder");
    let mut first = explorer(state.path(), &corpus(), noon);
    first.press("deploy<ret>/<c-u>$.code.class(\"AuthService\")<ret>c");
    leave(first);
    let other = tempfile::tempdir().expect("folder");
    std::fs::write(other.path().join("a.rs"), "fn one() {}\n").expect("write");
    let mut elsewhere = explorer(state.path(), other.path(), noon);
    elsewhere.press("$.code.functions[*]<ret>");
    leave(elsewhere);

    let mut second = explorer(state.path(), &corpus(), next_day);
    second.press("<c-r>");
    let rows = listed(&second);
    let short: Vec<(&str, &str, &str)> = rows.iter().map(|row| (&*row.0, &*row.1, row.3)).collect();
    assert_eq!(
        short,
        [
            ("yesterday", "$.code.class(\"AuthService\")", "THIS WORKSPACE"),
            ("yesterday", "deploy", "THIS WORKSPACE"),
            ("yesterday", "$.code.functions[*]", "OTHER WORKSPACES"),
        ],
        "drills and half-typed texts are no queries somebody entered"
    );
    assert_eq!((rows[0].2.as_str(), rows[2].2.as_str()), ("1 hit", "1 hit"));
    second.press("func<ret>");
    assert_eq!((prompt(&second), second.model.focus()), ("$.code.functions[*]", Focus::Prompt), "to be edited");
    second.press("<ret>");
    assert_eq!(second.model.focus(), Focus::Results, "the second Enter runs it");
    second.press("/<c-r>deploy");
    assert_eq!(
        second.model.overlays.last().and_then(|panel| panel.selected()).map(|row| row.text.as_str()),
        Some("deploy")
    );
    second.press("<delete>");
    assert!(second.model.overlays.last().is_some_and(|panel| panel.rows.iter().all(|row| row.text != "deploy")));
    assert!(leave(second).queries.iter().all(|query| query.text != "deploy"), "forgotten for good");
}

#[test]
fn secrets_are_answered_but_never_kept() {
    let state = tempfile::tempdir().expect("folder");
    let mut session = explorer(state.path(), &corpus(), noon);
    session.press("ghp_0123456789abcdefghij0123456789abcdef<ret>/deploy<ret>");
    session.press("<c-r>");
    assert!(listed(&session).iter().any(|row| row.1.starts_with("ghp_")), "this process knows it");
    let kept = leave(session);
    assert_eq!(kept.queries.iter().map(|query| query.text.as_str()).collect::<Vec<_>>(), ["deploy"]);
    for file in files(state.path()) {
        let text = std::fs::read_to_string(&file).expect("file");
        assert!(!text.contains("ghp_"), "{} holds {text}", file.display());
    }
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("directory").map(|entry| entry.expect("entry").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn two_explorers_lose_nothing_of_each_other() {
    let state = tempfile::tempdir().expect("folder");
    let mut one = explorer(state.path(), &corpus(), noon);
    let mut two = explorer(state.path(), &corpus(), noon);
    one.press("deploy<ret>b");
    two.press("$.code.classes[*]<ret>b");
    one.press("/token<ret>");
    let kept = leave(two);
    assert_eq!((kept.queries.len(), kept.bookmarks.len()), (3, 2));
    let store = store(state.path(), &corpus(), noon);
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let store = store.clone();
            scope.spawn(move || {
                for number in 0..10 {
                    let query =
                        docql::app::PastQuery { text: format!("query {thread} {number}"), ..Default::default() };
                    assert_eq!(store.perform(StateRequest::KeepQuery(query)).notice, None);
                }
            });
        }
    });
    assert_eq!(store.perform(StateRequest::Read).queries.len(), 43);
}

#[test]
fn damaged_files_are_put_aside_and_later_ones_left_alone() {
    let state = tempfile::tempdir().expect("folder");
    let mut session = explorer(state.path(), &corpus(), noon);
    session.press("deploy<ret>b");
    leave(session);
    for file in files(state.path()).iter().filter(|file| file.extension().is_some_and(|end| end == "json")) {
        std::fs::write(file, "{\"version\":1,\"queries\":[{\"te").expect("write");
    }
    let mut session = explorer(state.path(), &corpus(), noon);
    let said = session.model.toast.as_ref().map(|toast| toast.text.clone()).unwrap_or_default();
    assert!(said.contains("history.json is damaged"), "{said}");
    session.press("token<ret>");
    let kept = leave(session);
    assert_eq!(kept.queries.len(), 1);
    assert!(state.path().join("history.json.damaged").exists());

    let later = "{\"version\":99,\"queries\":\"otherwise\"}";
    std::fs::write(state.path().join("history.json"), later).expect("write");
    let mut session = explorer(state.path(), &corpus(), noon);
    session.press("token<ret>");
    assert!(leave(session).notice.is_some_and(|notice| notice.contains("later docql")));
    assert_eq!(std::fs::read_to_string(state.path().join("history.json")).expect("file"), later);
}

#[test]
fn a_session_is_offered_and_taken_up_with_row_folds_marks_and_way() {
    let state = tempfile::tempdir().expect("folder");
    let mut first = explorer(state.path(), &corpus(), noon);
    first.press("$.code.functions[*]<ret><down><down><space><down>h<down><down><gt><gt>");
    let row = selected(&first);
    first.press("cH");
    let folded = first.model.results.folded.clone();
    assert!(!row.is_empty() && !folded.is_empty());
    let share = first.model.arrangement.preview_share;
    leave(first);

    let mut second = explorer(state.path(), &corpus(), next_day);
    assert!(second.text().contains("RESUME  yesterday"), "{}", second.text());
    second.press("<ret>");
    assert_eq!((prompt(&second), selected(&second)), ("$.code.functions[*]", row.clone()));
    assert_eq!((second.model.results.folded.clone(), second.model.results.marks.len()), (folded, 1));
    assert_eq!(second.model.arrangement.preview_share, share);
    let kept = leave(second);
    assert_eq!(kept.session.expect("session").text(), "$.code.functions[*]");

    // Looking in without asking anything takes nothing away.
    leave(explorer(state.path(), &corpus(), next_day));
    let mut third = explorer(state.path(), &corpus(), next_day);
    assert!(third.text().contains("RESUME"));
    third.press("deploy<ret>/<c-u>");
    assert_eq!(prompt(&third), "");
    assert!(third.text().contains("RESUME"), "offered until it is taken");
    let broken = "$.code.clas(\"X\")]";
    third.press(broken);
    third.press("<esc><esc><ret>");
    assert_eq!(prompt(&third), broken, "a session is no answer to a query that cannot be run");
}

#[test]
fn what_was_pinned_is_pinned_again_at_its_line_and_let_go_where_its_file_is_gone() {
    let (state, folder) = (tempfile::tempdir().expect("folder"), tempfile::tempdir().expect("folder"));
    let text: String = (1..200).map(|number| format!("fn f{number}() {{}}\n")).collect();
    std::fs::write(folder.path().join("a.rs"), text).expect("write");
    std::fs::write(folder.path().join("b.rs"), "fn other() {}\n").expect("write");
    let mut first = explorer(state.path(), folder.path(), noon);
    first.press("$.code.function(\"f120\")<ret>p/$.code.function(\"other\")<ret>");
    assert!(first.text().contains("PINNED ─ a.rs:120"), "{}", first.text());
    let top = first.model.preview.pinned.as_ref().map(|pinned| pinned.line_at_top());
    assert!(top.is_some_and(|line| line > 50), "{top:?}");
    let kept = leave(first);
    assert!(kept.session.expect("session").pinned.is_some());

    let resumed = || {
        let options = WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(folder.path()) };
        let mut driver = Inline::open(options).expect("open");
        driver.state = Some(store(state.path(), folder.path(), next_day));
        let mut session = Session { model: Model::new(Settings::default()), driver };
        session.model.resume_at_once = true;
        begin(&mut session);
        session
    };
    let mut second = resumed();
    let screen = second.text();
    assert!(screen.contains("PINNED ─ a.rs:120") && screen.contains("fn f120()"), "{screen}");
    assert!(screen.contains("PREVIEW ─ b.rs"), "{screen}");
    assert_eq!(second.model.preview.pinned.as_ref().map(|pinned| pinned.line_at_top()), top);
    // What is saved there is what is shown.
    let changed: String = (1..200).map(|number| format!("fn g{number}() {{}}\n")).collect();
    std::fs::write(folder.path().join("a.rs"), changed).expect("write");
    second.press("R");
    assert!(second.text().contains("fn g120()"), "{}", second.text());
    leave(second);

    std::fs::remove_file(folder.path().join("a.rs")).expect("remove");
    let third = resumed();
    assert!(!third.text().contains("PINNED"), "{}", third.text());
}

#[test]
fn resume_takes_the_session_up_at_once_also_before_anything_is_indexed() {
    let state = tempfile::tempdir().expect("folder");
    let mut first = explorer(state.path(), &corpus(), noon);
    first.press("$.code.functions[*]<ret><down><down>c");
    let (text, row) = (prompt(&first).to_owned(), selected(&first));
    leave(first);
    let mut driver = Inline::open(WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(corpus()) }).expect("open");
    driver.state = Some(store(state.path(), &corpus(), next_day));
    let mut session = Session { model: Model::new(Settings::default()), driver };
    session.model.resume_at_once = true;
    begin(&mut session);
    assert_eq!((prompt(&session), selected(&session)), (text.as_str(), row));
    session.press("H");
    assert_eq!(prompt(&session), "$.code.functions[*]", "the way back is kept too");
}

#[test]
fn an_explorer_that_is_killed_is_resumed_at_the_last_list_that_was_entered() {
    let state = tempfile::tempdir().expect("folder");
    let mut killed = explorer(state.path(), &corpus(), noon);
    killed.press("$.code.functions[*]<ret>$.toc[?(@.level==1)]<ret>");
    let text = prompt(&killed).to_owned();
    // It never leaves: what is kept was kept before.
    drop(killed);
    let mut driver = Inline::open(WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(corpus()) }).expect("open");
    driver.state = Some(store(state.path(), &corpus(), next_day));
    let mut session = Session { model: Model::new(Settings::default()), driver };
    session.model.resume_at_once = true;
    begin(&mut session);
    assert_eq!(prompt(&session), text);
}

#[test]
fn bookmarks_are_found_again_after_edits() {
    let (state, folder) = (tempfile::tempdir().expect("folder"), tempfile::tempdir().expect("folder"));
    let write = |text: &str| std::fs::write(folder.path().join("a.rs"), text).expect("write");
    write("fn one() {}\nfn two() {}\nfn three() {}\n");
    let mut session = explorer(state.path(), folder.path(), noon);
    session.press("$.code.function(\"two\")<ret>b");
    assert_eq!(session.text().matches("◆").count(), 2, "in the tree and in the results\n{}", session.text());
    session.press("/$.content.grep(\"three\")<ret>b");
    leave(session);

    write("fn zero() {\n}\n\nfn two() {}\n\nfn three() {}\n");
    let mut session = explorer(state.path(), folder.path(), next_day);
    session.press("<esc>'");
    let rows: Vec<(String, &str)> = listed(&session).into_iter().map(|row| (row.1, row.3)).collect();
    assert_eq!(rows[..2], [("fn three() {}".to_owned(), "BOOKMARKS"), ("two".to_owned(), "BOOKMARKS")]);
    session.press("two<ret>");
    assert_eq!((selected(&session).as_str(), session.model.results.selected().expect("hit").line), ("two", 4));
    session.press("'three<ret>");
    assert_eq!(session.model.preview.target.as_ref().map(|target| target.line), Some(6), "by its text");
    session.press("H");
    assert_eq!(selected(&session), "two", "going there is undone like any move");
    session.press("b");
    session.press("'");
    assert!(listed(&session).iter().all(|row| row.1 != "two" || row.3 != "BOOKMARKS"), "{:?}", listed(&session));
    session.press("three<delete><esc>");
    assert_eq!(leave(session).bookmarks, []);
    std::fs::remove_file(folder.path().join("a.rs")).expect("remove");
}

#[test]
fn a_renamed_symbol_is_found_by_its_line() {
    let (state, folder) = (tempfile::tempdir().expect("folder"), tempfile::tempdir().expect("folder"));
    let write = |text: &str| std::fs::write(folder.path().join("a.rs"), text).expect("write");
    write("fn one() {}\nfn two() {\n}\n");
    let mut session = explorer(state.path(), folder.path(), noon);
    session.press("$.code.function(\"two\")<ret>b");
    leave(session);
    write("fn one() {}\nfn second() {\n}\n");
    let mut session = explorer(state.path(), folder.path(), noon);
    session.press("<esc>'<ret>");
    assert_eq!(selected(&session), "second");
    std::fs::remove_file(folder.path().join("a.rs")).expect("remove");
    session.press("R<esc>'<ret>");
    assert!(session.model.toast.as_ref().is_some_and(|toast| toast.text.contains("not there any more")));
}

#[test]
fn a_bookmark_on_a_method_leads_to_it_from_tree_and_results() {
    let state = tempfile::tempdir().expect("folder");
    let mut session = explorer(state.path(), &corpus(), noon);
    session.press("$.code.method(\"validateUser\")<ret>bTb");
    assert_eq!(leave(session).bookmarks, [], "the row of the tree is the same place");
    let mut session = explorer(state.path(), &corpus(), noon);
    session.press("$.code.method(\"validateUser\")<ret>b/<c-u>deploy<ret>'validate<ret>");
    let hit = session.model.results.selected().expect("hit");
    assert_eq!((hit.name.as_str(), &*hit.path), ("validateUser", "auth/src/main/kotlin/auth/AuthService.kt"));
}

#[test]
fn the_tree_and_the_way_back_and_forth_are_as_they_were_left() {
    let state = tempfile::tempdir().expect("folder");
    let tree = |session: &Session| {
        let rows = session.model.toc.rows.iter().map(|row| row.key.0.clone());
        (rows.collect::<Vec<_>>(), session.model.toc.selected().map(|row| row.key.0.clone()))
    };
    let mut first = explorer(state.path(), &corpus(), noon);
    first.press("$.code.class(\"AuthService\")<ret>cH");
    // By hand: another file, down to its methods.
    first.press("Tgg");
    while first.model.toc.selected().is_some_and(|row| !row.path.ends_with("config.rs")) {
        first.press(if first.model.toc.selected().is_some_and(|row| row.path.ends_with('/')) { "lj" } else { "j" });
        assert!(first.model.toc.window.cursor + 1 < first.model.toc.rows.len() + 1);
    }
    first.press("ljlj");
    let left = tree(&first);
    assert!(left.1.as_ref().is_some_and(|key| key.contains("config.rs#")), "{left:?}");
    leave(first);

    let mut second = explorer(state.path(), &corpus(), next_day);
    second.press("<ret>");
    assert_eq!((tree(&second), second.model.focus()), (left, Focus::Toc));
    assert_eq!(second.model.preview.target.as_ref().map(|target| target.path.ends_with("config.rs")), Some(true));
    second.press("L");
    assert!(prompt(&second).ends_with(".callers()"), "{}", prompt(&second));
    second.press("H");
    assert_eq!(prompt(&second), "$.code.class(\"AuthService\")");
}

#[test]
fn an_explorer_that_picks_for_a_script_is_no_session_to_go_on_with() {
    let (state, folder) = (tempfile::tempdir().expect("a folder"), corpus());
    let mut session = explorer(state.path(), &folder, noon);
    session.press("$.code.functions[*]<ret>");
    leave(session);
    let mut picking = explorer(state.path(), &folder, noon);
    picking.model.picking = true;
    picking.press("$.code.classes[*]<ret>");
    let kept = leave(picking);
    assert_eq!(kept.session.expect("the session before").text(), "$.code.functions[*]");
}

#[test]
fn a_session_without_a_question_is_one_too() {
    let state = tempfile::tempdir().expect("folder");
    let mut first = explorer(state.path(), &corpus(), noon);
    first.press("<esc>1gglj");
    let row = first.model.toc.selected().map(|row| row.key.0.clone()).expect("a row");
    leave(first);
    let mut second = explorer(state.path(), &corpus(), next_day);
    let text = second.text();
    assert!(text.contains("RESUME  yesterday") && text.contains(&format!("the tree at {row}")), "{text}");
    second.press("<ret>");
    assert_eq!(second.model.toc.selected().map(|row| row.key.0.clone()), Some(row));
}

#[test]
fn a_bookmark_on_a_call_leads_back_to_the_call() {
    let state = tempfile::tempdir().expect("folder");
    let mut session = explorer(state.path(), &corpus(), noon);
    session.press("$.code.method(\"AuthService.validateToken\")<ret>c");
    let call = session.model.results.selected().expect("a call").clone();
    session.press("b");
    assert!(session.text().contains("◆"), "{}", session.text());
    leave(session);
    let mut session = explorer(state.path(), &corpus(), next_day);
    session.press("<esc>'");
    assert_eq!(listed(&session)[0].2, format!("{}:{}", call.path, call.line));
    session.press("<ret>");
    assert_eq!(session.model.preview.target.as_ref().map(|target| target.line), Some(call.line));
    let caller = session.model.results.selected().expect("the caller");
    assert_eq!((&caller.name, &caller.path), (&call.name, &call.path));
    assert!(caller.line < call.line, "the row is the caller, the preview shows the call");
}

#[test]
fn a_chosen_theme_is_there_at_the_next_start_unless_the_settings_name_another() {
    let state = tempfile::tempdir().expect("folder");
    let mut first = explorer(state.path(), &corpus(), noon);
    let names: Vec<&str> = docql::config::SHIPPED_THEMES.iter().map(|(name, _)| *name).collect();
    let wanted = *names.iter().find(|name| **name != "mono").expect("a theme");
    first.press("<esc>");
    first.driver.send(&mut first.model, Msg::CommandGiven(format!("theme {wanted}")));
    assert_eq!(first.model.theme, wanted);
    leave(first);
    let other = tempfile::tempdir().expect("folder");
    assert_eq!(explorer(state.path(), other.path(), next_day).model.theme, wanted, "in every workspace");

    let configured = |theme: &str| {
        let mut driver = Inline::open(WorkspaceOptions { threads: 1, ..WorkspaceOptions::at(corpus()) }).expect("open");
        driver.state = Some(store(state.path(), &corpus(), next_day));
        let model = Model::new(Settings { theme: theme.to_owned(), ..Settings::default() });
        let mut session = Session { model, driver };
        begin(&mut session);
        session.model.theme.clone()
    };
    assert_eq!(configured("mono"), "mono", "what config.toml says later wins");
    assert_eq!(configured("auto"), wanted);
}

#[test]
fn the_empty_prompt_offers_the_last_query() {
    let state = tempfile::tempdir().expect("folder");
    let mut first = explorer(state.path(), &corpus(), noon);
    assert!(first.text().contains("type words, or $ for a query"), "{}", first.text());
    first.press("$.code.classes[*]<ret>/deploy<ret>");
    leave(first);
    let mut second = explorer(state.path(), &corpus(), next_day);
    assert!(second.text().contains("❯ deploy   → once more"), "{}", second.text());
    second.press("<right>");
    assert_eq!(prompt(&second), "deploy");
    second.press("<c-u>x<bs>");
    assert_eq!(prompt(&second), "", "it is only offered");
}
