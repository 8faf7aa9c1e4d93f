//! Settings: layers over each other, mistakes with their place, reading anew while the explorer runs.

use crate::screens::Session;
use docql::app::{KEYMAPS, Msg, configured};
use docql::config::{
    ACTIONS, Config, DEFAULT_CONFIG, Layer, LayoutChoice, OPEN_TABLES, SETTINGS, SettingSource, Settings, Shape,
    UserTheme, variable_of,
};
use docql::workers::SettingsSource;
use std::fs;
use toml::{Table, Value};

fn user(text: &str) -> Layer {
    Layer::file(SettingSource::User, "config.toml", text)
}

fn read(layers: &[Layer]) -> (Settings, Vec<String>) {
    let config = Config::read(layers, Vec::new());
    (config.settings, config.problems.iter().map(ToString::to_string).collect())
}

fn leaves(table: &Table, path: &str, out: &mut Vec<String>) {
    for (key, value) in table {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        match value {
            Value::Table(inner) if path != ACTIONS && !OPEN_TABLES.iter().any(|(open, _)| *open == path) => {
                leaves(inner, &path, out);
            }
            _ => out.push(path),
        }
    }
}

#[test]
fn the_table_of_settings_and_the_shipped_file_say_the_same() {
    let mut written = Vec::new();
    leaves(&DEFAULT_CONFIG.parse().expect("toml"), "", &mut written);
    let mut known: Vec<String> = SETTINGS.iter().map(|row| row.key.to_owned()).collect();
    known.extend(OPEN_TABLES.iter().map(|(table, _)| (*table).to_owned()));
    known.push(ACTIONS.to_owned());
    written.sort();
    known.sort();
    assert_eq!(written, known);
    assert_eq!(read(&[]).1, Vec::<String>::new(), "every default fits its shape");
}

#[test]
fn every_provider_of_models_can_be_named() {
    let known: Vec<&str> = std::iter::once("none").chain(docql::llm::PROVIDERS.iter().map(|row| row.id)).collect();
    assert_eq!(docql::config::MODEL_PROVIDERS, known);
}

#[test]
fn every_example_in_the_shipped_file_is_right() {
    let examples: String = DEFAULT_CONFIG
        .lines()
        .map(|line| line.strip_prefix("# \"").map_or(format!("{line}\n"), |rest| format!("\"{rest}\n")))
        .collect();
    let config = Config::read(&[user(&examples)], Vec::new());
    assert_eq!(configured(config.clone()).toast, None);
    let settings = config.settings;
    assert_eq!((settings.keys.len(), settings.queries.len(), settings.actions.len()), (1, 1, 1));
}

#[test]
fn keymaps_of_the_table_are_those_that_are_shipped() {
    let row = SETTINGS.iter().find(|row| row.key == "keymap").expect("row");
    let names: Vec<&str> = KEYMAPS.iter().map(|(name, _)| *name).collect();
    assert_eq!(row.shape, Shape::Choice(["vim", "emacs", "type-first"].as_slice()));
    assert_eq!(names, ["vim", "emacs", "type-first"]);
}

#[test]
fn later_layers_win_and_each_value_knows_who_said_it() {
    let layers = [
        user("theme = 'light'\nlayout = 'wide'\n[ui]\nfps = 30\nmouse = false\n"),
        Layer::file(SettingSource::Workspace, ".docql.toml", "[index]\nignore = ['vendor/']\n"),
        Layer::environment([
            ("DOCQL_UI_FPS".to_owned(), "24".to_owned()),
            ("DOCQL_THEME".to_owned(), "mono".to_owned()),
            ("HOME".to_owned(), "/".to_owned()),
        ]),
        Layer::flags(&[("--theme", "theme", "dark".to_owned())]),
    ];
    let config = Config::read(&layers, Vec::new());
    assert_eq!(config.problems, []);
    let settings = &config.settings;
    assert_eq!((settings.theme.as_str(), settings.fps, settings.mouse), ("dark", 24, false));
    assert_eq!((settings.layout, settings.ignore.as_slice()), (LayoutChoice::Wide, ["vendor/".to_owned()].as_slice()));
    let places: Vec<String> = config
        .effective()
        .filter(|(.., place)| *place != "default")
        .map(|(key, value, place)| format!("{key} = {value} # {place}"))
        .collect();
    assert_eq!(
        places,
        [
            "theme = \"dark\" # --theme",
            "layout = \"wide\" # config.toml:2",
            "ui.mouse = false # config.toml:5",
            "ui.fps = 24 # DOCQL_UI_FPS",
            "index.ignore = [\"vendor/\"] # .docql.toml:2",
        ]
    );
}

#[test]
fn mistakes_name_file_line_and_what_may_be_meant_and_leave_the_value_below() {
    let wrong = "them = 'x'\nlayout = 'round'\ntheme = 'drak'\n[ui]\nmouse = 'yes'\nfps = 0\nthreads = 3\n\
                 [idnex]\nwatch = true\n[index]\nmax_file = 'many'\nroots = 'docs'\n[keys.browse]\nx = 3\n[queries]\nq = []\n";
    let (settings, mut problems) = read(&[user("layout = 'wide'\n"), user(wrong)]);
    assert_eq!((settings.layout, settings.mouse, settings.fps), (LayoutChoice::Wide, true, 60));
    problems.sort();
    assert_eq!(
        problems,
        [
            "config.toml:1 them: there is no setting of this name, did you mean `theme`?",
            "config.toml:11 index.max_file: must be a size such as \"8MB\" or \"512K\", at least 1K, not \"many\"",
            "config.toml:12 index.roots: must be a list of texts, such as [\"docs\", \"src\"], not \"docs\"",
            "config.toml:14 keys.browse.x: must be a text in quotes, not 3",
            "config.toml:16 queries.q: must be a text in quotes, not []",
            "config.toml:2 layout: `round` is none of auto, wide, stack, single",
            "config.toml:3 theme: there is no theme of this name, did you mean `dark`?",
            "config.toml:5 ui.mouse: must be true or false, not \"yes\"",
            "config.toml:6 ui.fps: must be between 1 and 240, not 0",
            "config.toml:7 ui.threads: there is no setting of this name, did you mean `index.threads`?",
            "config.toml:9 idnex.watch: there is no setting of this name, did you mean `index.watch`?",
        ]
    );
    let (_, problems) = read(&[user("a = 1\ntheme = \n")]);
    assert_eq!(problems.len(), 1);
    assert!(problems[0].starts_with("config.toml:2: "), "{problems:?}");
    let (_, problems) = read(&[Layer::environment([("DOCQL_TEME".to_owned(), "x".to_owned())])]);
    assert_eq!(problems, ["DOCQL_TEME: there is no such variable, did you mean `DOCQL_THEME`?"]);
}

#[test]
fn a_workspace_cannot_run_programs_or_change_keys() {
    let text = "editor = 'evil'\nclipboard_cmd = 'evil'\n[keys.browse]\nq = 'app.quit'\n[index]\nroots = ['../secret']\n\
                ignore = ['*.min.js']\n[queries]\nall = '$.toc'\n";
    let (settings, problems) = read(&[Layer::file(SettingSource::Workspace, ".docql.toml", text)]);
    assert_eq!((settings.editor.as_str(), settings.clipboard_cmd.as_str()), ("", ""));
    assert_eq!((settings.keys.len(), settings.roots.len()), (0, 0));
    assert_eq!(settings.ignore, ["*.min.js"]);
    assert_eq!(settings.queries, [("all".to_owned(), "$.toc".to_owned())]);
    assert_eq!(problems.len(), 4, "{problems:?}");
    let is_harmless = |key: &str| key.starts_with("index.") || key.starts_with("repositories.");
    assert!(SETTINGS.iter().all(|row| !row.in_workspace || is_harmless(row.key)));
}

#[test]
fn variables_are_told_apart() {
    let mut names: Vec<String> = SETTINGS.iter().map(|row| variable_of(row.key)).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), SETTINGS.len());
    assert_eq!(variable_of("editor"), "DOCQL_EDITOR");
}

#[test]
fn files_are_read_with_themes_beside_them_and_none_is_no_mistake() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("docql/config.toml");
    let source = SettingsSource { file: Some(file.clone()), ..SettingsSource::default() };
    assert_eq!(source.load(), Config::default());
    fs::create_dir_all(folder.path().join("docql/themes")).expect("folders");
    fs::write(folder.path().join("docql/themes/mine.toml"), "[ui]\ntext = 'red'\n").expect("theme");
    fs::write(&file, "theme = 'mine'\n").expect("config");
    let config = source.load();
    assert_eq!((config.settings.theme.as_str(), config.problems.len()), ("mine", 0));
    assert_eq!(config.themes, [UserTheme { name: "mine".to_owned(), text: "[ui]\ntext = 'red'\n".to_owned() }]);
    fs::write(&file, [0xff, 0xfe, 0x00]).expect("config");
    assert!(source.load().has_errors());
    fs::remove_file(&file).expect("remove");
    let made = source.prepare_file().expect("a file");
    assert_eq!(source.load().settings, Config::default().settings, "{}", made.display());
    assert_eq!(source.load().effective().filter(|(.., place)| *place != "default").count(), 0, "it sets nothing");
}

#[test]
fn a_change_counts_at_once_and_a_bad_file_leaves_the_last_good() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("config.toml");
    let mut session = Session::new(120, 36);
    session.driver.settings.file = Some(file.clone());
    let write = |session: &mut Session, text: &str| {
        fs::write(&file, text).expect("write");
        session.press("<esc>:config.reload<ret>");
        session.model.toast.as_ref().map_or(String::new(), |toast| toast.text.clone())
    };
    let said = write(
        &mut session,
        "theme = 'light'\nkeymap = 'emacs'\nlayout = 'single'\n[ui]\nmouse = false\n[keys.browse]\nX = 'app.help'\n[queries]\nchapters = '$.toc'\n",
    );
    assert_eq!(said, "settings read");
    let model = &session.model;
    assert_eq!((model.theme.as_str(), model.mouse, model.arrangement.choice), ("light", false, LayoutChoice::Single));
    assert_eq!(model.results.starters[0].query, "$.toc");
    session.press("Xpalette");
    assert!(session.text().contains(":, Alt-x"), "help shows the keys that count\n{}", session.text());
    session.press("<esc>");
    let said = write(&mut session, "theme = 'lihgt'\nlayout = 'wide'\n");
    assert_eq!(said, "config.toml:1 theme: there is no theme of this name, did you mean `light`?");
    assert_eq!((session.model.theme.as_str(), session.model.arrangement.choice), ("light", LayoutChoice::Single));
    let said = write(&mut session, "theme = 'light'\n[keys.browse]\nx = 'app.hlep'\n");
    assert_eq!(said, "config.toml:3 keys.browse: `x`: there is no command `app.hlep`, did you mean `app.help`?");
    let said = write(&mut session, "colour = 1\n");
    assert!(said.starts_with("config.toml:1 colour: there is no setting"), "what is not known does not hinder: {said}");
    assert_eq!((session.model.theme.as_str(), session.model.mouse), ("auto", true));
    assert!(session.model.results.starters.iter().all(|starter| starter.query != "$.toc"));
}

#[test]
fn themes_are_shown_while_they_are_chosen() {
    let mut session = Session::new(120, 36);
    session.press("<esc>:view.theme<ret>");
    assert_eq!(session.model.theme, "auto");
    session.press("mono");
    assert_eq!(session.model.theme, "mono");
    session.press("<esc>");
    assert_eq!(session.model.theme, "auto", "Esc brings the old one back");
    session.press(":view.theme<ret>light<ret>");
    assert_eq!(session.model.theme, "light");
    assert!(
        session
            .model
            .toast
            .as_ref()
            .is_some_and(|toast| toast.text.contains("theme light, here and at the next start"))
    );
    let themes = vec![UserTheme { name: "dark".to_owned(), text: "[ui]\ntext = 'red'\n".to_owned() }];
    let config = Config::read(&[], themes);
    session.driver.send(&mut session.model, Msg::SettingsRead(Box::new(config)));
    session.press(":view.theme<ret>");
    let panel = session.model.overlays.last().expect("panel");
    assert_eq!(panel.rows.iter().filter(|row| row.text == "dark").count(), 1, "one's own takes the place of ours");
    assert_eq!(panel.selected().expect("row").text, "light");
}

/// Runs the real program in `folder`, which is also its home.
fn docql(folder: &std::path::Path, arguments: &[&str], variables: &[(&str, &str)]) -> (i32, String, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_docql"));
    command.args(arguments).current_dir(folder.join("work")).env_clear().env("XDG_CONFIG_HOME", folder.join("conf"));
    let ran = command.envs(variables.iter().copied()).stdin(std::process::Stdio::null()).output().expect("start");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8").replace(&*folder.to_string_lossy(), "~");
    (ran.status.code().unwrap_or(-1), text(ran.stdout), text(ran.stderr))
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("parent")).expect("folders");
        fs::write(path, text).expect("write");
    }
    folder
}

#[test]
fn the_subcommand_says_where_what_and_who() {
    let folder = folder(&[
        ("conf/docql/config.toml", "layout = 'wide'\nlayuot = 'x'\n"),
        ("work/.git/HEAD", ""),
        ("work/.docql.toml", "theme = 'mono'\n[queries]\n'a b' = '$.toc'\n"),
    ]);
    let run = |arguments: &[&str], variables: &[(&str, &str)]| docql(folder.path(), arguments, variables);
    let (code, out, _) = run(&["config", "--path"], &[]);
    assert_eq!((code, out.as_str()), (0, "~/conf/docql/config.toml\n"));
    let (code, out, err) = run(&["config", "--print-config"], &[("DOCQL_UI_MOUSE", "off")]);
    assert_eq!(code, 0);
    let lines: Vec<String> = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    for line in [
        "theme = \"auto\" # default",
        "layout = \"wide\" # ~/conf/docql/config.toml:1",
        "ui.mouse = false # DOCQL_UI_MOUSE",
        "queries.\"a b\" = \"$.toc\" # ~/work/.docql.toml:3",
    ] {
        assert!(lines.iter().any(|there| there == line), "{line}\n{out}");
    }
    assert!(out.parse::<Table>().is_ok(), "what is printed can be read again");
    assert_eq!(err.lines().count(), 2, "{err}");
    assert_eq!(run(&["config", "--print-config=default"], &[]).1, DEFAULT_CONFIG);
    let (code, out, _) = run(&["config", "--check"], &[]);
    assert_eq!(
        (code, out.as_str()),
        (
            1,
            "~/conf/docql/config.toml:2 layuot: there is no setting of this name, did you mean `layout`?\n\
             ~/work/.docql.toml:1 theme: a workspace may not set this; put it into your own config.toml\n"
        )
    );
    let unknown = folder.path().join("conf/unknown.toml");
    fs::write(&unknown, "[databases.shop]\nurl = 'postgres://me@host/shop?sslmode=disable'\n").expect("a file");
    let (code, out, _) = run(&["config", "--check"], &[("DOCQL_CONFIG", &unknown.display().to_string())]);
    assert!(code == 1 && out.contains("databases.shop") && out.contains("`sslmode=disable` is not known"), "{out}");
    let other = folder.path().join("conf/other.toml").display().to_string();
    let (code, out, err) = run(&["config", "--edit"], &[("DOCQL_CONFIG", &other), ("EDITOR", "true")]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    assert!(fs::read_to_string(&other).expect("made").contains("\n# theme = \"auto\"\n"));
}

#[test]
fn a_workspace_says_what_to_open_and_what_to_leave_out() {
    let folder = folder(&[
        ("work/.git/HEAD", ""),
        ("work/.docql.toml", "[index]\nignore = ['*.min.js', '/vendor/']\n"),
        ("work/app.js", "function f() {}\n"),
        ("work/app.min.js", "function f(){}\n"),
        ("work/vendor/lib.js", "function f() {}\n"),
        ("work/docs/vendor/guide.md", "# Guide\n"),
    ]);
    let files = |arguments: &[&str]| {
        let (_, out, err) = docql(folder.path(), arguments, &[]);
        format!("{}{err}", out.lines().collect::<Vec<_>>().join(" "))
    };
    let paths = ["q", "$.files[*]", "-f", "paths"];
    assert_eq!(files(&paths), ".docql.toml app.js docs/vendor/guide.md");
    assert_eq!(files(&[&paths[..], &["--no-ignore", "--no-index"]].concat()).split(' ').count(), 5);
    fs::write(folder.path().join("work/.docql.toml"), "[index]\nroots = ['docs']\n").expect("write");
    assert_eq!(files(&paths), "docs/vendor/guide.md");
    assert_eq!(files(&[&paths[..], &["vendor"]].concat()), "vendor/lib.js", "what is named wins");
    fs::write(folder.path().join("work/.docql.toml"), "[index]\nroots = ['gone']\n").expect("write");
    assert!(files(&paths).contains("index.roots: gone: no such file or directory"), "{}", files(&paths));
}

#[test]
fn the_doctor_works_without_a_terminal_and_says_what_to_do() {
    let folder = folder(&[("conf/docql/config.toml", "layout = 'wdie'\n"), ("work/a.md", "# A\n")]);
    let index = folder.path().join("index").display().to_string();
    let variables =
        [("EDITOR", "no-such-editor -x"), ("DOCQL_INDEX_DIR", index.as_str()), ("LANG", "C"), ("NO_COLOR", "1")];
    let (code, out, err) = docql(folder.path(), &["doctor"], &variables);
    assert_eq!((code, err.as_str()), (1, ""));
    for expected in [
        "colours             none, because NO_COLOR is set\n",
        "locale              LANG=C\n                    ! export LANG=C.UTF-8",
        "editor              no-such-editor -x: not found\n                    ! set VISUAL",
        "index               ~/index (not there yet)\n",
        "! ~/conf/docql/config.toml:1 layout: `wdie` is none of auto, wide, stack, single, did you mean `wide`?\n",
    ] {
        assert!(out.contains(expected), "{expected}\n{out}");
    }
    assert!(!folder.path().join("index").exists(), "it only looks");
    let (code, _, err) = docql(folder.path(), &["doctor", "keys"], &[]);
    assert_eq!((code, err.as_str()), (2, "docql: keys can only be tried in a terminal\n"));
}
