//! The real program in a pseudo-terminal: it opens, answers, edits, and leaves the terminal as it was.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How long anything may take; a machine under load is slow.
const DEADLINE: Duration = Duration::from_secs(30);

/// The question where the cursor is.
const ASKED: &[u8] = b"\x1b[6n";

/// A terminal in which docql runs.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Arc<Mutex<Box<dyn Write + Send>>>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// All that was written to it.
    written: Arc<Mutex<Vec<u8>>>,
    /// The colour it says its ground has; it says nothing before there is one.
    ground: Arc<Mutex<Option<&'static str>>>,
    /// The home directory, which is its own.
    pub home: tempfile::TempDir,
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

impl Terminal {
    /// Starts docql on `tests/corpus`.
    pub fn start(width: u16, height: u16, arguments: &[&str]) -> Terminal {
        Terminal::at(&corpus(), width, height, arguments)
    }

    /// Starts docql in a directory.
    pub fn at(directory: &Path, width: u16, height: u16, arguments: &[&str]) -> Terminal {
        Terminal::with(tempfile::tempdir().expect("folder"), directory, (width, height), arguments, &[])
    }

    /// Starts docql on `tests/corpus` with these variables of the environment.
    fn start_with(width: u16, height: u16, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        Terminal::with(tempfile::tempdir().expect("folder"), &corpus(), (width, height), arguments, variables)
    }

    /// Starts docql once more, for the same user.
    pub fn again(self, width: u16, height: u16, arguments: &[&str]) -> Terminal {
        Terminal::with(self.home, &corpus(), (width, height), arguments, &[])
    }

    pub fn with(
        home: tempfile::TempDir,
        directory: &Path,
        size: (u16, u16),
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Terminal {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_docql"));
        command.args(arguments);
        Terminal::run(home, directory, size, command, variables)
    }

    /// A line of shell in which `docql` is the program.
    fn shell(line: &str) -> Terminal {
        Terminal::shell_in(&corpus(), line)
    }

    /// The same in a directory.
    pub fn shell_in(directory: &Path, line: &str) -> Terminal {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", &format!("docql() {{ '{}' \"$@\"; }}; {line}", env!("CARGO_BIN_EXE_docql"))]);
        Terminal::run(tempfile::tempdir().expect("folder"), directory, (120, 36), command, &[])
    }

    /// Starts docql in a terminal that says what ground it has.
    fn with_ground(ground: &'static str) -> Terminal {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_docql"));
        command.args(["."]);
        let home = tempfile::tempdir().expect("folder");
        Terminal::run_on(Arc::new(Mutex::new(Some(ground))), home, &corpus(), (80, 24), command, &[])
    }

    fn run(
        home: tempfile::TempDir,
        directory: &Path,
        size: (u16, u16),
        command: CommandBuilder,
        variables: &[(&str, &str)],
    ) -> Terminal {
        Terminal::run_on(Arc::default(), home, directory, size, command, variables)
    }

    fn run_on(
        ground: Arc<Mutex<Option<&'static str>>>,
        home: tempfile::TempDir,
        directory: &Path,
        size: (u16, u16),
        mut command: CommandBuilder,
        variables: &[(&str, &str)],
    ) -> Terminal {
        let (width, height) = size;
        std::fs::create_dir_all(home.path().join("tmp")).expect("folder");
        let editor = home.path().join("editor.sh");
        let log = home.path().join("edited.txt");
        std::fs::write(&editor, format!("#!/bin/sh\nprintf '%s ' \"$@\" > '{}'\n", log.display())).expect("write");
        make_executable(&editor);
        let pair = native_pty_system()
            .openpty(PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 })
            .expect("pty");
        command.cwd(directory);
        for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8")] {
            command.env(name, value);
        }
        for name in
            ["COLORTERM", "NO_COLOR", "VISUAL", "DOCQL_EDITOR", "RUST_BACKTRACE", "TMUX", "STY", "NVIM", "TERM_PROGRAM"]
        {
            command.env_remove(name);
        }
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
            command.env(name, home.path());
        }
        command.env("TMPDIR", home.path().join("tmp"));
        for (name, value) in variables {
            command.env(name, value);
        }
        command.env("EDITOR", format!("{} {{file}} {{line}}", editor.display()));
        let child = pair.slave.spawn_command(command).expect("start");
        drop(pair.slave);
        let size = |cells| NonZeroU16::new(cells).expect("size");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(size(height), size(width), 0)));
        let written = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&written);
        // Whoever asks for the best way to show pictures is answered as kitty does.
        let knows_pictures = variables.contains(&("DOCQL_PREVIEW_IMAGES", "auto"));
        let mut output = pair.master.try_clone_reader().expect("reader");
        let parser = Arc::clone(&screen);
        let keys = Arc::new(Mutex::new(pair.master.take_writer().expect("writer")));
        let (answers, colour) = (Arc::clone(&keys), Arc::clone(&ground));
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                let mut parser = parser.lock().expect("lock");
                parser.process(&bytes[..count]);
                log.lock().expect("lock").extend_from_slice(&bytes[..count]);
                // As terminals do, it says where the cursor is when it is asked.
                let is_asked = |what: &[u8]| bytes[..count].windows(what.len()).any(|window| window == what);
                if let Some(colour) = *colour.lock().expect("lock") {
                    let mut answers = answers.lock().expect("lock");
                    for number in [10, 11] {
                        if is_asked(format!("\u{1b}]{number};?").as_bytes()) {
                            let colour = if number == 10 { "8080/8080/8080" } else { colour };
                            write!(answers, "\u{1b}]{number};rgb:{colour}\u{1b}\\").expect("write");
                        }
                    }
                    if is_asked(b"\x1b[c") {
                        write!(answers, "\u{1b}[?62;4c").expect("write");
                    }
                }
                if knows_pictures && is_asked(b"\x1b_Gi=31") {
                    let answer = "\x1b_Gi=31;OK\x1b\\\x1b_Gi=32;OK\x1b\\\x1b[?62;c\x1b[6;16;8t\x1b[0n";
                    write!(answers.lock().expect("lock"), "{answer}").expect("write");
                }
                if is_asked(ASKED) {
                    let (row, column) = parser.screen().cursor_position();
                    write!(answers.lock().expect("lock"), "\u{1b}[{};{}R", row + 1, column + 1).expect("write");
                }
            }
        });
        Terminal { child, master: pair.master, keys, screen, written, ground, home }
    }

    /// All that was written so far, as text.
    pub fn written(&self) -> String {
        String::from_utf8_lossy(&self.written.lock().expect("lock")).into_owned()
    }

    pub fn text(&self) -> String {
        self.screen.lock().expect("lock").screen().contents()
    }

    /// Where a text stands for the first time on the screen below the prompt: column and row, from 1.
    #[track_caller]
    pub fn place_of(&self, text: &str) -> (usize, usize) {
        let screen = self.screen.lock().expect("lock");
        let width = screen.screen().size().1.into();
        let rows: Vec<String> = screen.screen().rows(0, width).collect();
        for (row, line) in rows.iter().enumerate().skip(3) {
            if let Some(at) = line.find(text) {
                return (docql::stdx::display_width(&line[..at]) + 2, row + 1);
            }
        }
        panic!("no {text} to click on:\n{}", rows.join("\n"));
    }

    #[track_caller]
    pub fn wait_until(&self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let start = Instant::now();
        while start.elapsed() < DEADLINE {
            if is_so(self.screen.lock().expect("lock").screen()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("no {what} on\n{}", self.text());
    }

    #[track_caller]
    pub fn wait_for(&self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    /// Presses Ctrl-C until `text` is shown: on a busy machine a key may come later than the program waits for it.
    #[track_caller]
    pub fn interrupt_until(&mut self, text: &str) {
        let start = Instant::now();
        while start.elapsed() < DEADLINE {
            self.press("\u{3}");
            let pressed = Instant::now();
            while pressed.elapsed() < Duration::from_millis(500) {
                if self.text().contains(text) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        panic!("no {text} on\n{}", self.text());
    }

    pub fn press(&mut self, keys: &str) {
        let mut writer = self.keys.lock().expect("lock");
        writer.write_all(keys.as_bytes()).expect("write");
        writer.flush().expect("flush");
    }

    /// Sends the program a signal, as `kill -NAME` does.
    pub fn signal(&self, name: &str) {
        let number = self.child.process_id().expect("number").to_string();
        let sent = std::process::Command::new("kill").args([&format!("-{name}"), &number]).status().expect("kill");
        assert!(sent.success());
    }

    /// Waits until nobody runs any more, whatever is on the screen.
    pub fn gone(&mut self) {
        self.child.wait().expect("wait");
    }

    /// Gives the window another size.
    pub fn resize(&self, width: u16, height: u16) {
        let size = |cells| NonZeroU16::new(cells).expect("size");
        self.screen.lock().expect("lock").screen_mut().set_size(size(height), size(width));
        self.master.resize(PtySize { rows: height, cols: width, pixel_width: 0, pixel_height: 0 }).expect("resize");
    }

    /// Waits for the end; the exit code.
    #[track_caller]
    pub fn end(&mut self) -> u32 {
        let start = Instant::now();
        while start.elapsed() < DEADLINE {
            if let Some(status) = self.child.try_wait().expect("wait") {
                // What was written last may still be on its way.
                self.wait_until("normal screen", |screen| !screen.alternate_screen());
                return status.exit_code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("does not end:\n{}", self.text());
    }

    #[track_caller]
    pub fn assert_sane(&self) {
        let screen = self.screen.lock().expect("lock");
        let screen = screen.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        // The terminal echoes again and reads lines.
        #[cfg(unix)]
        if let Some(modes) = self.master.get_termios() {
            let modes = format!("{modes:?}");
            assert!(modes.contains("ECHO") && modes.contains("ICANON"), "{modes}");
        }
    }
}

/// What a file holds once someone has written it.
pub fn wait_for_file(file: &Path) -> String {
    let start = Instant::now();
    while start.elapsed() < DEADLINE {
        if let Ok(text) = std::fs::read_to_string(file)
            && !text.is_empty()
        {
            return text;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("nobody has written {}", file.display());
}

fn make_executable(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).expect("permissions");
}

#[test]
fn a_query_is_typed_answered_drilled_edited_and_left() {
    let mut terminal = Terminal::start(120, 36, &["."]);
    terminal.wait_for("type words, or $ for a query");
    terminal.wait_for("README.md");
    terminal.press("$.code.class(\"AuthServ");
    terminal.wait_for("AuthServiceTest");
    terminal.press("ice");
    terminal.wait_for("class AuthService(private val store");
    terminal.press("\r");
    terminal.wait_for("RESULTS  Enter");
    terminal.press("\r");
    terminal.wait_for("validateUser");
    terminal.press("e");
    let log = terminal.home.path().join("edited.txt");
    let edited = wait_for_file(&log);
    terminal.wait_for("validateUser");
    assert!(edited.trim_end().ends_with("AuthService.kt 13"), "{edited}");
    terminal.press("H");
    terminal.wait_until("the class again", |screen| screen.contents().contains(" ❯ $.code.class(\"AuthService\")  "));
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}

#[test]
fn the_editor_around_docql_opens_files_and_docql_keeps_its_screen() {
    let folder = tempfile::tempdir().expect("folder");
    let (nvim, log) = (folder.path().join("nvim"), folder.path().join("told.txt"));
    let script = format!("#!/bin/sh\nprintf '%s ' \"$@\" > '{}.new'\nmv '{0}.new' '{0}'\n", log.display());
    std::fs::write(&nvim, script).expect("write");
    make_executable(&nvim);
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
    let socket = folder.path().display().to_string();
    let variables = [("NVIM", socket.as_str()), ("PATH", path.as_str())];
    let mut terminal = Terminal::start_with(120, 36, &["-q", "$.code.class(\"AuthService\")", "."], &variables);
    terminal.wait_for("1 hit");
    terminal.press("\r");
    terminal.wait_for("RESULTS  Enter");
    terminal.press("e");
    let told = wait_for_file(&log);
    assert!(told.starts_with(&format!("--headless --server {socket} --remote-expr [")), "{told}");
    assert!(told.contains("AuthService.kt\")") && told.contains(",cursor(13,1)"), "{told}");
    terminal.wait_for("opened in Neovim: AuthService.kt");
    assert!(!terminal.home.path().join("edited.txt").exists(), "no other editor is started");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn an_action_has_the_screen_until_enter_and_leaving_tells_the_directory() {
    let folder = tempfile::tempdir().expect("folder");
    let (settings, place) = (folder.path().join("config.toml"), folder.path().join("directory"));
    let action = "[actions]\n'show' = { command = \"echo 'about {name}' {line}\", key = 'x', screen = 'wait' }\n";
    std::fs::write(&settings, action).expect("write");
    let (settings, told) = (settings.display().to_string(), place.display().to_string());
    let arguments = ["--cwd-file", &told, "-q", "$.code.class(\"AuthService\")", "."];
    let mut terminal = Terminal::start_with(120, 36, &arguments, &[("DOCQL_CONFIG", &settings)]);
    terminal.wait_for("1 hit");
    terminal.press("\r");
    terminal.wait_for("RESULTS  Enter");
    terminal.press("x");
    terminal.wait_for("about AuthService 13");
    terminal.wait_for("Enter goes back to docql");
    terminal.press("\r");
    terminal.wait_for("RESULTS  Enter");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    let directory = std::fs::read_to_string(&place).expect("a directory");
    assert!(directory.ends_with("tests/corpus/auth/src/main/kotlin/auth"), "{directory}");
}

#[test]
fn words_can_be_given_at_the_start_and_the_window_may_change() {
    let mut terminal = Terminal::start(80, 24, &["-q", "validate token", "."]);
    terminal.wait_for("hits in");
    terminal.master.resize(PtySize { rows: 20, cols: 60, pixel_width: 0, pixel_height: 0 }).expect("resize");
    let size = |cells| NonZeroU16::new(cells).expect("size");
    terminal.screen.lock().expect("lock").screen_mut().set_size(size(20), size(60));
    terminal.wait_for("‹2 RESULTS");
    terminal.press("\u{1b}");
    terminal.wait_for("? keys");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}

#[test]
fn what_is_saved_made_and_deleted_elsewhere_shows_up_by_itself() {
    let folder = tempfile::tempdir().expect("folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("write");
    write("a.rs", "fn first_name() {}\n");
    let root = folder.path().to_string_lossy().into_owned();
    let mut terminal = Terminal::start(120, 36, &["-q", "$.code.functions[*]", &root]);
    terminal.wait_for("first_name");
    write("a.rs", "fn second_name() {}\n");
    terminal.wait_until("second name alone", |screen| {
        screen.contents().contains("second_name") && !screen.contents().contains("first_name")
    });
    std::fs::create_dir(folder.path().join("new")).expect("directory");
    write("new/b.rs", "fn third_name() {}\n");
    terminal.wait_for("third_name");
    std::fs::remove_dir_all(folder.path().join("new")).expect("remove");
    terminal.wait_until("end of the third name", |screen| !screen.contents().contains("third_name"));
    terminal.press("\u{1b}");
    terminal.wait_for("? keys");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}

#[test]
fn signals_leave_a_sane_terminal() {
    let mut terminal = Terminal::start(80, 24, &["."]);
    terminal.wait_for("type words");
    terminal.signal("TERM");
    terminal.end();
    terminal.assert_sane();
    // Who has not turned pictures on is not asked about them.
    assert!(!terminal.written().contains("\x1b_G") && !terminal.written().contains("\x1b[16t"));
}

#[test]
fn a_session_outlives_quitting_signals_and_defects() {
    let mut terminal = Terminal::start(120, 36, &["."]);
    terminal.wait_for("type words");
    terminal.press("$.code.class(\"AuthService\")\r");
    terminal.wait_for("RESULTS  Enter");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    let mut terminal = terminal.again(120, 36, &["."]);
    terminal.wait_for("RESUME  just now");
    terminal.press("\r");
    terminal.wait_for("class AuthService(private val store");
    terminal.press("c");
    terminal.wait_for(".callers()");
    let number = terminal.child.process_id().expect("number").to_string();
    std::process::Command::new("kill").args(["-TERM", &number]).status().expect("kill");
    terminal.end();
    let mut terminal = terminal.again(120, 36, &["--resume", "."]);
    terminal.wait_for(".callers()");
    terminal.press("H:debug.panic");
    terminal.wait_for("1 of");
    terminal.press("\r");
    if cfg!(debug_assertions) {
        assert_ne!(terminal.end(), 0);
        let mut terminal = terminal.again(120, 36, &["--resume", "."]);
        terminal.wait_for("class AuthService(private val store");
        terminal.press("q");
        assert_eq!(terminal.end(), 0);
        terminal.assert_sane();
    }
}

#[cfg(debug_assertions)]
#[test]
fn a_panic_leaves_a_sane_terminal_and_is_reported() {
    let mut terminal = Terminal::start(80, 24, &["."]);
    terminal.wait_for("type words");
    terminal.press(":debug.panic");
    terminal.wait_for("1 of");
    terminal.press("\r");
    assert_ne!(terminal.end(), 0);
    terminal.wait_for("asked to fail");
    terminal.assert_sane();
}

#[test]
fn picked_rows_are_what_the_shell_reads() {
    let mut terminal = Terminal::shell("x=$(docql pick validateUser); echo \"code $? got [$x]\"");
    terminal.wait_for("pick  ");
    terminal.wait_for("hits in");
    terminal.press("\r");
    terminal.wait_for("code 0 got [auth/src/main/kotlin/auth/AuthService.kt:22]");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}

#[test]
fn marked_rows_of_listed_files_are_picked_in_any_format() {
    let line = "printf 'README.md\\nINSTALL.md\\n' | docql pick -q '$.toc[*]' --files-from - --format vimgrep | sort; echo end";
    let mut terminal = Terminal::shell(line);
    terminal.wait_for("RESULTS");
    terminal.wait_for("9 hits in 2 files");
    terminal.press("\u{1b}");
    terminal.wait_for("RESULTS  Enter pick");
    terminal.press("  \r");
    terminal.wait_for("INSTALL.md:1:3:# Installation");
    terminal.wait_for("INSTALL.md:3:4:## Requirements");
    terminal.wait_for("end");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn leaving_without_picking_is_told_by_the_exit_code() {
    for (keys, expected) in [("\u{1b}q", "code 130 got []"), ("\u{3}", "code 130 got []")] {
        let mut terminal = Terminal::shell("x=$(docql pick); echo \"code $? got [$x]\"");
        terminal.wait_for("type words");
        for key in keys.chars() {
            terminal.press(&key.to_string());
            if key == '\u{1b}' {
                terminal.wait_for("? keys");
            }
        }
        terminal.wait_for(expected);
        assert_eq!(terminal.end(), 0);
    }
    let mut terminal = Terminal::shell("printf '' | docql pick --files-from -; echo \"code $?\"");
    terminal.wait_for("code 1");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn some_lines_below_the_cursor_are_enough_and_what_stands_above_stays() {
    let line = "echo above one; echo above two; x=$(docql pick --inline 12 validateUser); echo \"code $? got [$x]\"";
    let mut terminal = Terminal::shell(line);
    terminal.wait_for("hits in");
    let screen = terminal.text();
    let lines: Vec<&str> = screen.lines().collect();
    assert!(lines[0] == "above one" && lines[1] == "above two" && lines[2].contains("validateUser"), "{screen}");
    assert!(lines[14..].iter().all(|line| line.trim().is_empty()), "{screen}");
    terminal.press("\r");
    terminal.wait_for("code 0 got [auth/src/main/kotlin/auth/AuthService.kt:22]");
    assert_eq!(terminal.end(), 0);
    let screen = terminal.text();
    let lines: Vec<&str> = screen.lines().collect();
    assert!(lines[0] == "above one" && lines[1] == "above two" && lines[2].starts_with("code 0"), "{screen}");
    assert!(lines[3..].iter().all(|line| line.trim().is_empty()), "nothing is left behind: {screen}");
    terminal.assert_sane();

    // At the end of the screen it scrolls; a smaller window takes what is left.
    let mut terminal = Terminal::shell("seq 1 50; docql --inline 12 .; echo it-has-ended");
    terminal.wait_for("type words");
    let screen = terminal.text();
    let above = screen.lines().position(|line| line.trim() == "50").expect("what was there");
    assert!(screen.lines().nth(above + 1).is_some_and(|line| line.contains("type words")), "{screen}");
    terminal.press("token");
    terminal.wait_for("hits in");
    terminal.resize(100, 30);
    terminal.wait_for("token");
    terminal.interrupt_until("it-has-ended");
    assert_eq!(terminal.end(), 0);
    assert!(!terminal.text().contains("hits in"), "{}", terminal.text());
}

#[test]
fn keys_that_come_while_the_window_changes_are_not_lost() {
    let mut terminal = Terminal::start(100, 30, &["."]);
    terminal.wait_for("type words");
    let mut typed = String::from("❯ ");
    for round in 0..40 {
        terminal.resize(100 - round % 2 * 10, 30);
        terminal.press("a");
        typed.push('a');
        // Each key must be seen before the next one is pressed, for that one would bring it along.
        terminal.wait_for(&typed);
    }
    terminal.press("\u{15}\u{3}\u{3}");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}

#[test]
fn the_theme_follows_a_terminal_that_turns_light_and_no_key_is_lost() {
    let mut terminal = Terminal::with_ground("1c1c/1c1c/1c1c");
    terminal.wait_for("type words");
    let colours = |terminal: &Terminal| {
        let screen = terminal.screen.lock().expect("lock");
        let colours: Vec<vt100::Color> =
            (0..80).filter_map(|column| Some(screen.screen().cell(23, column)?.fgcolor())).collect();
        colours
    };
    terminal.press("to");
    terminal.wait_for("❯ to");
    let dark = colours(&terminal);
    *terminal.ground.lock().expect("lock") = Some("fafa/fafa/fafa");
    // The focus comes back, and at once somebody types.
    terminal.press("\u{1b}[Iken");
    terminal.wait_for("❯ token ");
    let start = Instant::now();
    while colours(&terminal) == dark {
        assert!(start.elapsed() < DEADLINE, "still dark: {dark:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!terminal.text().contains("rgb") && !terminal.text().contains("62;4"), "{}", terminal.text());
    // What comes unasked is no text either.
    terminal.press("\u{1b}[O\u{1b}[I");
    terminal.press(" x");
    terminal.wait_for("❯ token x ");
    terminal.press("\u{15}");
    terminal.press("\u{3}\u{3}");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}

#[test]
fn what_the_terminal_answers_too_late_is_not_typed() {
    let mut terminal = Terminal::with_ground("1c1c/1c1c/1c1c");
    terminal.wait_for("type words");
    terminal.press("to\u{1b}]10;rgb:dddd/dddd/dddd\u{1b}\\\u{1b}]11;rgb:0000/0000/0000\u{7}\u{1b}_Gi=31;OK\u{1b}\\ken");
    terminal.wait_for("❯ token ");
    assert!(!terminal.text().contains("rgb") && !terminal.text().contains("OK"), "{}", terminal.text());
    terminal.press("\u{15}");
    terminal.press("\u{3}\u{3}");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}

#[test]
fn without_a_terminal_it_says_so() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_docql"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"))
        .stdin(std::process::Stdio::null())
        .output()
        .expect("run");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("needs a terminal"));
}

#[test]
fn settings_that_are_saved_count_at_once_and_wrong_ones_are_told() {
    let mut terminal = Terminal::start(120, 36, &["."]);
    terminal.wait_for("type words, or $ for a query");
    terminal.wait_for("README.md");
    let folder = terminal.home.path().join("docql");
    // The directory comes first, as with whoever makes it by hand.
    std::fs::create_dir_all(&folder).expect("folder");
    let write = |text: &str| {
        std::fs::write(folder.join("draft"), text).expect("write");
        std::fs::rename(folder.join("draft"), folder.join("config.toml")).expect("rename");
    };
    write("[keys.browse]\n'x' = 'app.help'\n");
    terminal.wait_for("settings read");
    write("layout = 'wdie'\n");
    terminal.wait_for("config.toml:1 layout: `wdie` is none of auto, wide, stack, single, did you mean `wide`?");
    terminal.press("\x1b");
    terminal.wait_for(": commands");
    terminal.press("x");
    terminal.wait_for("KEYS AND LANGUAGE");
    terminal.press("\x1b");
    terminal.wait_until("no help", |screen| !screen.contents().contains("KEYS AND LANGUAGE"));
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn where_lines_are_drawn_wide_they_are_ascii() {
    let mut terminal = Terminal::start_with(120, 36, &["."], &[("DOCQL_UI_AMBIGUOUS", "wide"), ("NO_COLOR", "1")]);
    terminal.wait_for("README.md");
    terminal.wait_for("RESULTS");
    let text = terminal.text();
    assert!(text.contains("-+") && text.contains('|') && !text.contains(['│', '─', '…', '·']), "{text}");
    let has_colour = |screen: &vt100::Screen| {
        (0..36).any(|y| (0..120).any(|x| screen.cell(y, x).is_some_and(|cell| cell.fgcolor() != vt100::Color::Default)))
    };
    assert!(!has_colour(terminal.screen.lock().expect("lock").screen()), "NO_COLOR");
    terminal.press("\x1bq");
    terminal.press("\x03\x03");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn what_is_copied_goes_to_the_command_or_to_the_terminal() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("copied");
    let command = format!("sh -c 'cat > {0}.draft && mv {0}.draft {0}'", file.display());
    let mut terminal = Terminal::start_with(120, 36, &[".", "-q", "$.toc"], &[("DOCQL_CLIPBOARD_CMD", &command)]);
    terminal.wait_for("RESULTS");
    terminal.wait_for("hits in");
    terminal.press("\r");
    terminal.wait_for(": commands");
    terminal.press("yq");
    terminal.wait_for("copied $.toc");
    assert_eq!(wait_for_file(&file), "$.toc");
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn the_doctor_asks_the_terminal_does_not_wait_for_it_and_shows_keys() {
    let mut terminal = Terminal::start(120, 36, &["doctor"]);
    terminal.wait_for("the terminal does not say how wide it draws");
    terminal.end();
    terminal.assert_sane();
    let mut terminal = Terminal::start(120, 36, &["doctor", "keys"]);
    terminal.wait_for("Press keys to see what arrives");
    terminal.press("\x18");
    terminal.wait_for("Ctrl-X");
    terminal.wait_for("query.as-docql");
    terminal.press("\x03");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}
