//! What the explorer draws, compared with `tests/screens/*.txt`. `UPDATE=1` rewrites them; read the diff.

use docql::app::{Model, Msg, start};
use docql::config::{ColourScheme, KeyCode, KeyPress, Settings};
use docql::tui::{Theme, draw};
use docql::workers::{Inline, WorkspaceOptions};
use ratatui::buffer::{Buffer, CellWidth};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use std::path::{Path, PathBuf};

/// An explorer without terminal, threads or clock.
pub struct Session {
    pub model: Model,
    pub driver: Inline,
}

impl Session {
    /// An explorer on `tests/corpus`, indexed.
    pub fn new(width: u16, height: u16) -> Session {
        let mut session = Session::opened(width, height);
        session.driver.walk(&mut session.model).expect("walk");
        session.driver.index(&mut session.model);
        session
    }

    /// An explorer before anything is found.
    pub fn opened(width: u16, height: u16) -> Session {
        Session::at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"), width, height)
    }

    /// The same on another workspace.
    pub fn at(corpus: &Path, width: u16, height: u16) -> Session {
        Session::of(WorkspaceOptions::at(corpus), width, height)
    }

    /// The same on another workspace, before anything is found.
    pub fn of(options: WorkspaceOptions, width: u16, height: u16) -> Session {
        let options = WorkspaceOptions { threads: 1, ..options };
        let mut model = Model::new(Settings::default());
        let mut driver = Inline::open(options).expect("open");
        // Golden screens do not depend on what is committed of the corpus.
        driver.looks_at_commits = false;
        driver.send(&mut model, Msg::Resized { width, height });
        let effects = start(&mut model, None);
        driver.run(&mut model, effects);
        Session { model, driver }
    }

    /// Presses keys: `a b` types, `<ret>` and `<c-x>` are keys, `<wait>` lets all timers run down.
    pub fn press(&mut self, script: &str) -> &mut Session {
        let mut rest = script;
        while let Some(first) = rest.chars().next() {
            let name = rest.strip_prefix('<').and_then(|inner| inner.split_once('>')).filter(|(name, _)| is_key(name));
            match name {
                Some(("wait", after)) => {
                    self.driver.wait(&mut self.model);
                    rest = after;
                }
                Some((name, after)) => {
                    self.driver.send(&mut self.model, Msg::Key(key(name)));
                    rest = after;
                }
                None => {
                    self.driver.send(&mut self.model, Msg::Key(KeyPress::char(first)));
                    rest = &rest[first.len_utf8()..];
                }
            }
        }
        self
    }

    /// The screen as text, a line per row.
    pub fn text(&self) -> String {
        text(&self.buffer().0)
    }

    pub fn buffer(&self) -> (Buffer, Option<(u16, u16)>) {
        let mut buffer = Buffer::empty(Rect::new(0, 0, self.model.width, self.model.height));
        let caret = draw(&self.model, &Theme::named("mono", ColourScheme::Monochrome), &mut buffer);
        (buffer, caret.map(|position| (position.x, position.y)))
    }
}

/// An explorer of this size on files of its own.
pub fn on(files: &[(&str, &str)], (width, height): (u16, u16)) -> (tempfile::TempDir, Session) {
    let folder = tempfile::tempdir().expect("folder");
    files.iter().for_each(|(path, text)| crate::folders::write(folder.path(), path, text));
    let mut session = Session::at(folder.path(), width, height);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    (folder, session)
}

fn is_key(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

fn key(name: &str) -> KeyPress {
    let spelled = match name {
        "ret" => "enter".to_owned(),
        "bs" => "backspace".to_owned(),
        "lt" => return KeyPress::char('<'),
        "gt" => return KeyPress::char('>'),
        other => other.replace("c-", "ctrl-").replace("a-", "alt-").replace("s-", "shift-"),
    };
    KeyPress::parse(&spelled).unwrap_or(KeyPress::plain(KeyCode::Esc))
}

pub fn text(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let mut row = String::new();
        let mut x = 0;
        while x < buffer.area.width {
            let cell = &buffer[(x, y)];
            row.push_str(cell.symbol());
            x += cell.cell_width().max(1);
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

/// The styles as a map of letters, and what the letters mean.
fn styles(buffer: &Buffer) -> String {
    let mut known: Vec<Style> = Vec::new();
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let mut row = String::new();
        for x in 0..buffer.area.width {
            let style = buffer[(x, y)].style();
            if style.add_modifier == Modifier::empty() {
                row.push(' ');
                continue;
            }
            let at = known.iter().position(|other| *other == style).unwrap_or_else(|| {
                known.push(style);
                known.len() - 1
            });
            row.push(char::from(b'a' + at as u8));
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
    for (at, style) in known.iter().enumerate() {
        out.push_str(&format!("{}: {:?}\n", char::from(b'a' + at as u8), style.add_modifier));
    }
    out
}

/// Compares the screen with its file.
#[track_caller]
pub fn check(name: &str, session: &Session) {
    let (buffer, caret) = session.buffer();
    let caret = caret.map_or("hidden".to_owned(), |(x, y)| format!("{x},{y}"));
    let (width, height) = (session.model.width, session.model.height);
    let shown = format!("{width}x{height} caret {caret}\n{}--- styles\n{}", text(&buffer), styles(&buffer));
    let file: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(file.parent().expect("folder")).expect("create");
        std::fs::write(&file, shown).expect("write");
        return;
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    if expected != shown {
        let changed = expected.lines().zip(shown.lines()).position(|(a, b)| a != b).unwrap_or(0);
        panic!("{name} differs from line {} on; UPDATE=1 rewrites it. Now:\n{shown}", changed + 1);
    }
}

fn screen(name: &str, script: &str, width: u16, height: u16) {
    let mut session = Session::new(width, height);
    session.press(script);
    check(&format!("{name}-{width}x{height}"), &session);
}

/// The sizes of the design.
const SIZES: [(u16, u16); 3] = [(120, 36), (80, 24), (60, 20)];

#[test]
fn the_start_offers_queries_about_this_workspace() {
    for (width, height) in SIZES {
        screen("start", "", width, height);
    }
}

#[test]
fn before_anything_is_found_the_screen_says_so() {
    check("opened-120x36", &Session::opened(120, 36));
    let mut session = Session::opened(120, 36);
    session.driver.glance(&mut session.model);
    check("glanced-120x36", &session);
    session.driver.walk(&mut session.model).expect("walk");
    check("walked-120x36", &session);
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn words_are_searched_while_they_are_typed() {
    for (width, height) in SIZES {
        screen("words", "validate token", width, height);
    }
    screen("words-browse", "validate token<ret><down><down>", 120, 36);
}

#[test]
fn queries_are_completed_coloured_and_answered() {
    for (width, height) in SIZES {
        screen("docql", "$.code.class(\"Auth", width, height);
    }
    screen("docql-run", "$.toc[?(@.level==1)]<ret><down>", 120, 36);
    screen("docql-files", "$.files[?(@.extension==\"md\")]<ret>", 80, 24);
    screen("docql-cjk", "$.toc[?(@.title contains \"架构\")]<ret>", 80, 24);
    screen("docql-structure", "$.structure.tree()<ret>", 80, 24);
    screen("docql-count", "$.toc[*].count()<ret>", 80, 24);
    screen("docql-nothing", "$.code.class(\"AuthServise\")<ret>", 80, 24);
}

#[test]
fn wrong_queries_keep_what_was_found_and_say_why() {
    screen("wrong-typing", "$.toc[?(@.level==1)]<left><left>x", 80, 24);
    screen("wrong-shown", "$.toc[?(@.level==1)].nonsense<wait>", 80, 24);
    screen("unfinished", "$.toc[?(@.level", 120, 36);
}

#[test]
fn layers_go_down_and_up() {
    screen("drill", "$.code.class(\"AuthService\")<ret><ret><down>", 120, 36);
    screen("callers", "$.code.method(\"validateToken\")<ret><down>c", 120, 36);
    screen("up", "$.code.method(\"validateUser\")<ret><bs>", 80, 24);
}

#[test]
fn the_tree_unfolds_down_to_methods() {
    screen("tree", "<esc>1<down><right><down><right><right><right><right><right><right><right><right>", 120, 36);
    screen("tree", "<esc>1<down><right>", 80, 24);
    screen("tree", "<esc>1<down><right>", 60, 20);
    screen("tree-filter", "<esc>1fdeploy<ret>", 80, 24);
}

#[test]
fn the_preview_scrolls_renders_and_finds() {
    screen("preview-source", "$.content.heading(\"Deployment\")<ret>3s", 120, 36);
    screen("preview-sticky", "$.code.method(\"refuse\")<ret>3jjjjjjjjjj", 80, 24);
    screen("preview-find", "$.files[?(@.name==\"deployment.md\")]<ret>3fstage<ret>n", 120, 36);
    screen("preview", "<esc>3", 60, 20);
}

#[test]
fn help_palette_and_other_lists_are_searched() {
    for (width, height) in SIZES {
        screen("help", "<esc>?", width, height);
    }
    screen("help-search", "<esc>?caller", 120, 36);
    screen("palette", "<esc>:them", 80, 24);
    screen("facets", "token<ret>F", 80, 24);
    screen("which-key", "token<ret>y<wait>", 80, 24);
    screen("history", "$.toc[0]<ret>/token<ret><c-r>", 80, 24);
}

#[test]
fn small_screens_show_what_fits() {
    for (width, height) in [(40, 10), (20, 4), (19, 4), (10, 3), (1, 1)] {
        screen("small", "token<ret>", width, height);
    }
}

#[test]
fn on_a_narrow_screen_what_was_asked_is_shown_before_what_came_of_it() {
    let mut session = Session::opened(40, 10);
    session.driver.walk(&mut session.model).expect("walk");
    session.press("token store validate<ret>");
    let shown = session.text();
    assert!(shown.lines().any(|line| line.contains("❯ token store validate")), "{shown}");
}

#[test]
fn marks_and_filters_show_in_the_results() {
    screen("marks", "$.code.classes[*]<ret><space><space>", 80, 24);
    screen("filter", "$.code.functions[*]<ret>fval<ret>", 80, 24);
    screen("folded", "$.code.functions[*]<ret>hh", 80, 24);
    screen("question", "?", 80, 24);
}

#[test]
fn no_key_makes_any_size_panic() {
    let keys = "token<ret><down>1l l3J?x<esc>:q<esc>F<esc>zz/$.toc[*]<ret>}{GggccH2<bs><bs><tab><tab>fab<esc>wsvY";
    // Steps without a common divisor with the ranges: every height, widths of all kinds, narrow ones with high and with low.
    for at in 0..44 {
        let mut session = Session::opened(at * 49 % 132, at * 17 % 40);
        session.driver.walk(&mut session.model).expect("walk");
        session.press(keys);
        session.buffer();
    }
}

#[test]
fn every_printable_character_types_in_the_prompt() {
    let mut session = Session::new(80, 24);
    session.press("x");
    let printable: String = (' '..='~').collect();
    for character in printable.chars() {
        session.driver.send(&mut session.model, Msg::Key(KeyPress::char(character)));
    }
    assert_eq!(session.model.prompt.line.text(), format!("x{printable}"));
    assert!(!session.model.quit);
}
