//! The user's own actions: where they come from, where they are listed, what they are given.

use crate::screens::Session;
use docql::app::{Keymap, Msg};
use docql::config::{ActionScreen, Config, Layer, PLACEHOLDERS, SettingSource, Settings};

const ACTIONS: &str = r#"
[actions]
"blame" = { command = "git blame -L {line},{end_line} -- {file}", key = "g B", screen = "wait" }
[actions."note it"]
command = "note --at {path}:{line} --say {name} {files}"
screen = "docql"
"#;

fn read(source: SettingSource, text: &str) -> (Settings, Vec<String>) {
    let config = Config::read(&[Layer::file(source, "config.toml", text)], Vec::new());
    (config.settings, config.problems.iter().map(ToString::to_string).collect())
}

/// An explorer with these actions.
fn session() -> Session {
    let mut session = Session::new(120, 36);
    let config = Config::read(&[Layer::file(SettingSource::User, "config.toml", ACTIONS)], Vec::new());
    session.driver.send(&mut session.model, Msg::SettingsRead(Box::new(config)));
    session
}

#[test]
fn actions_are_read_from_the_users_file_alone() {
    let (settings, problems) = read(SettingSource::User, ACTIONS);
    assert_eq!(problems, Vec::<String>::new());
    let labels: Vec<(&str, ActionScreen)> =
        settings.actions.iter().map(|action| (action.label.as_str(), action.screen)).collect();
    assert_eq!(labels, [("blame", ActionScreen::Wait), ("note it", ActionScreen::Docql)]);
    let (settings, problems) = read(SettingSource::Workspace, ACTIONS);
    assert_eq!(settings.actions, [], "a repository starts nothing");
    assert!(problems.iter().all(|problem| problem.contains("a workspace may not set this")), "{problems:?}");
    assert_eq!(problems.len(), 5);
}

#[test]
fn mistakes_in_actions_are_told_with_their_place() {
    for (text, problem) in [
        ("[actions.a]\nkey = 'x'", "config.toml:2 actions.a: needs a command"),
        ("[actions.a]\ncommand = 3", "config.toml:2 actions.a.command: must be a text in quotes"),
        (
            "[actions.a]\ncomand = 'x'",
            "config.toml:2 actions.a.comand: there is no setting of this name, did you mean `command`?",
        ),
        ("[actions.a]\ncommand = 'x'\nscreen = 'full'", "`full` is none of program, wait, docql"),
        ("[actions]\nblame = 'git blame'", "config.toml:2 actions.blame: "),
    ] {
        let (_, problems) = read(SettingSource::User, text);
        assert!(problems.len() == 1 && problems[0].contains(problem), "{text}: {problems:?}");
    }
    let (settings, _) = read(SettingSource::User, "[actions.a]\ncommand = 'x'\nkey = 'no-such-key-x'");
    let problems = Keymap::of(&settings).1;
    assert!(problems.len() == 1 && problems[0].starts_with("config.toml:2 actions.a: "), "{problems:?}");
}

#[test]
fn an_action_runs_by_its_key_from_the_palette_and_by_its_name() {
    let mut session = session();
    session.press("$.code.class(\"AuthService\")<ret><wait>");
    let hit = session.model.results.selected().expect("a row").clone();
    let file = format!("tests/corpus/{}", hit.path);
    session.press("gB");
    let words = session.driver.started.pop().expect("a program");
    assert_eq!(words[..4], ["git", "blame", "-L", &format!("{},{}", hit.line, hit.end_line)]);
    assert!(words[5].ends_with(&file), "{words:?}");

    session.press(":note it");
    assert!(session.text().contains("note it"), "{}", session.text());
    session.press("<ret>");
    let words = session.driver.started.pop().expect("a program");
    let place = format!("{}:{}", hit.path, hit.line);
    assert_eq!(words[..5], ["note", "--at", &place, "--say", &hit.name]);
    assert!(words[5].ends_with(&file) && words.len() == 6, "{words:?}");

    session.driver.send(&mut session.model, Msg::CommandGiven("Blame".to_owned()));
    assert_eq!(session.driver.started.len(), 1);
    session.press("g<wait>");
    assert!(session.text().contains("B   blame"), "{}", session.text());
    session.press("<esc>?");
    session.press("blame");
    assert!(session.text().contains("Runs git blame -L {line}"), "{}", session.text());
}

#[test]
fn an_action_takes_all_rows_that_are_marked() {
    let mut session = session();
    session.press("$.files[*]<ret><wait><space><space><space>");
    session.press(":note it<ret>");
    let words = session.driver.started.pop().expect("a program");
    assert_eq!(words.len(), 5 + 3, "{words:?}");
}

#[test]
fn every_placeholder_is_filled_and_told_in_the_manual() {
    let manual = include_str!("../../assets/manual/recipes.md");
    let mut session = Session::new(120, 36);
    let all: Vec<&str> = PLACEHOLDERS.iter().map(|(name, _)| *name).collect();
    let text = format!("[actions.everything-known]\ncommand = 'all {}'", all.join(" "));
    let config = Config::read(&[Layer::file(SettingSource::User, "config.toml", &text)], Vec::new());
    session.driver.send(&mut session.model, Msg::SettingsRead(Box::new(config)));
    session.press("$.code.class(\"AuthService\")<ret><wait>:everything-known<ret>");
    let words = session.driver.started.pop().expect("a program");
    assert_eq!(words.len(), 1 + all.len(), "{words:?}");
    for (name, word) in all.iter().zip(&words[1..]) {
        assert!(name != word && !word.is_empty(), "{name}: {word}");
        assert!(manual.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn o_opens_a_page_in_the_viewer_and_a_text_never() {
    let place = tempfile::tempdir().expect("a folder");
    std::fs::write(place.path().join("page.html"), "<h1>Lamps</h1><p>Words.</p>").expect("a file");
    std::fs::write(place.path().join("text.md"), "# Wicks\n").expect("a file");
    let mut session = Session::at(place.path(), 120, 36);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("$.content.heading(\"Lamps\")<ret><wait>o");
    assert!(session.driver.started.is_empty(), "there is no viewer");
    let config = Config::read(
        &[Layer::file(SettingSource::User, "config.toml", "viewer = 'show --page={page} {path}'")],
        Vec::new(),
    );
    assert_eq!(config.problems.len(), 0, "{:?}", config.problems);
    session.driver.send(&mut session.model, Msg::SettingsRead(Box::new(config)));
    session.press("o");
    let words = session.driver.started.pop().unwrap_or_else(|| panic!("no program: {}", session.text()));
    assert_eq!(words[..2], ["show", "--page=1"]);
    assert!(words[2].ends_with("/page.html") && words[2].starts_with('/'), "{words:?}");
    session.press("/$.content.heading(\"Wicks\")<ret><wait>o");
    assert!(session.driver.started.is_empty());
    let (settings, _) = read(SettingSource::Workspace, "viewer = 'rm'");
    assert_eq!(settings.viewer, "", "a repository starts nothing");
}
