//! What is measured: each a scenario from a start to a list of figures.

use super::process::{memory, processor_time};
use super::report::{milliseconds, missing, value, values};
use super::session::{Program, Session, Settled};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// After so much silence a screen counts as settled.
const QUIET: Duration = Duration::from_millis(150);

/// How long one key may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long the idle program is watched.
const IDLE: Duration = Duration::from_secs(5);

const DOWN: &str = "\x1b[B";
const CLEAR: &str = "\x15";
const BACKSPACE: &str = "\x7f";

/// What is typed, letter by letter.
const TYPED: &[&str] = &["validate", "read header", "server", "$.code.function(\"close", "$.toc[?(@.title ~= \"init"];

/// So many keys are shown of those that took longest.
const SLOWEST: usize = 12;

/// What bursts of typing end in.
const TARGETS: &[&str] = &[
    "read",
    "write file",
    "close",
    "server",
    "validate",
    "parse header",
    "error",
    "context",
    "buffer",
    "list head",
    "init",
    "token",
    "reader",
    "open",
    "socket",
    "lock",
];

/// What to measure, and how.
pub struct Bench {
    pub root: PathBuf,
    pub program: PathBuf,
    pub only: Vec<String>,
    pub size: (u16, u16),
    pub runs: usize,
    pub bursts: usize,
    pub patience: Duration,
    pub list: String,
    pub index: Option<PathBuf>,
    pub json: bool,
}

impl Bench {
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|wanted| wanted == name)
    }

    /// Measures everything that is wanted.
    pub fn run(&self) {
        let own = tempfile::tempdir().expect("a temporary folder");
        if self.wants("first") {
            self.first_cold();
        }
        if self.wants("answer") {
            self.first_answer();
        }
        if let Some(index) = self.index.as_deref().filter(|_| self.wants("warm")) {
            self.first_warm(index);
        }
        if ["keys", "bursts", "cursor", "idle", "memory", "edit"].iter().any(|name| self.wants(name)) {
            self.indexed(self.index.as_deref().unwrap_or(own.path()));
        }
        if self.wants("fzf") {
            self.fzf();
        }
    }

    fn docql(&self, size: (u16, u16), index: &Path) -> Program {
        let words = vec![self.program.display().to_string(), ".".to_owned()];
        Program { words, directory: self.root.clone(), size, index: index.to_owned() }
    }

    /// A text that the tree shows as soon as there is one: the first name of the first level.
    fn landmark(&self) -> String {
        let entries = std::fs::read_dir(&self.root).expect("a readable folder").flatten();
        let is_shown = |entry: &std::fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        let names = entries.filter(is_shown).map(|entry| entry.file_name().to_string_lossy().into_owned());
        let first = names.filter(|name| !name.starts_with('.')).min();
        first.unwrap_or_else(|| panic!("{} holds no folder", self.root.display()))
    }

    fn first(&self, program: &Program, seen: &str) -> Option<f64> {
        let seen = format!("▸ {seen}");
        let session = Session::start(program, Box::new(move |screen| screen.contents().contains(&seen)));
        session.seen(PATIENCE).map(milliseconds)
    }

    /// The tree on the first level, where nothing was ever indexed.
    fn first_cold(&self) {
        let landmark = self.landmark();
        let starts = (0..self.runs).filter_map(|_| {
            let index = tempfile::tempdir().expect("a temporary folder");
            self.first(&self.docql((120, 36), index.path()), &landmark)
        });
        values(self.json, "first frame with tree, cold", "ms", starts.collect());
        let nothing = tempfile::tempdir().expect("a temporary folder");
        let starts = (0..self.runs).filter_map(|_| {
            let program = self.docql((120, 36), nothing.path());
            Session::start(&program, Box::new(|screen| screen.contents().contains("1 TOC"))).seen(PATIENCE)
        });
        values(self.json, "first frame of any kind", "ms", starts.map(milliseconds).collect());
    }

    /// The first answer to a search that is there from the start, where nothing was ever indexed. Before all is
    /// read it must say that it is not all.
    fn first_answer(&self) {
        let unlabelled = Arc::new(AtomicUsize::new(0));
        let starts = (0..self.runs).filter_map(|run| {
            let index = tempfile::tempdir().expect("a temporary folder");
            let mut program = self.docql((120, 36), index.path());
            program.words.splice(1..1, ["-q".to_owned(), TARGETS[run % TARGETS.len()].to_owned()]);
            let unlabelled = Arc::clone(&unlabelled);
            let is_there = move |screen: &vt100::Screen| {
                // Nothing yet is no answer.
                let is_there = row(screen, 1).contains(" hit") && !row(screen, 1).contains(" 0 hits");
                // While only the words of the last files are put in order, all that is asked for is known.
                let all_read = is_complete(screen) || row(screen, 0).contains("100%");
                if is_there && !all_read && is_answered(screen) && !row(screen, 1).contains("partial") {
                    unlabelled.fetch_add(1, Ordering::Relaxed);
                }
                is_there
            };
            Session::start(&program, Box::new(is_there)).seen(PATIENCE).map(milliseconds)
        });
        values(self.json, "first answer, nothing indexed", "ms", starts.collect());
        let unlabelled = unlabelled.load(Ordering::Relaxed);
        value(self.json, "of these, parts that do not say so", "answers", unlabelled as f64);
    }

    /// The same where everything is on disk.
    fn first_warm(&self, index: &Path) {
        let landmark = self.landmark();
        let starts = (0..self.runs).filter_map(|_| self.first(&self.docql((120, 36), index), &landmark));
        values(self.json, "first frame with tree, warm", "ms", starts.collect());
    }

    /// What needs a program that has read everything.
    fn indexed(&self, index: &Path) {
        let mut session = Session::start(&self.docql(self.size, index), Box::new(is_complete));
        let Some(complete) = session.seen(self.patience) else {
            eprintln!("not indexed after {} s", self.patience.as_secs());
            return;
        };
        value(self.json, "everything indexed after", "s", complete.as_secs_f64());
        session.settled(QUIET, PATIENCE, is_complete);
        if self.wants("idle") {
            self.idle(&mut session);
        }
        if self.wants("keys") {
            self.keys(&mut session, "explorer", "❯ ", TYPED, is_answered);
        }
        if self.wants("cursor") {
            self.cursor(&mut session);
        }
        if self.wants("bursts") {
            self.bursts(&mut session);
        }
        if self.wants("memory") {
            self.memory(&session);
        }
        if self.wants("edit") {
            self.edit(&mut session);
        }
    }

    /// A heading is written into a file while its query stands in the prompt.
    fn edit(&self, session: &mut Session) {
        let note = Note(self.root.join("docql-bench-note.md"));
        let mut times = Vec::new();
        for number in 0..self.runs {
            clear(session);
            session.press(&format!("$.content.heading(\"benchnote{number}x\")"), Box::new(|_| true));
            session.settled(QUIET, PATIENCE, is_answered);
            session.press("", Box::new(|screen| row(screen, 1).contains("1 hit")));
            std::fs::write(&note.0, format!("# benchnote{number}x\n")).expect("a folder one may write to");
            let Some(seen) = session.seen(Duration::from_secs(5)) else { break };
            times.push(milliseconds(seen));
        }
        values(self.json, "edit → visible", "ms", times);
    }

    fn idle(&self, session: &mut Session) {
        let busy = |session: &Session| session.process().and_then(processor_time);
        let before = busy(session);
        let bytes = session.idle(IDLE);
        value(self.json, "idle: bytes written in 5 s", "B", bytes as f64);
        if let (Some(before), Some(after)) = (before, busy(session)) {
            let share = (after.saturating_sub(before)).as_secs_f64() / IDLE.as_secs_f64();
            value(self.json, "idle: processor", "%", share * 100.0);
        }
    }

    fn memory(&self, session: &Session) {
        let Some(memory) = session.process().and_then(memory) else { return missing(self.json, "memory") };
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        value(self.json, "memory: resident", "MB", megabytes(memory.resident));
        value(self.json, "memory: beyond mapped files", "MB", megabytes(memory.anonymous));
    }

    /// Letter by letter: when the letter is on the screen, and when nothing comes any more.
    fn keys(
        &self,
        session: &mut Session,
        name: &str,
        marker: &'static str,
        texts: &[&str],
        done: fn(&vt100::Screen) -> bool,
    ) {
        let (mut echoes, mut rows, mut settles) = (Vec::new(), Vec::new(), Vec::new());
        let (mut bytes, mut frames) = (Vec::new(), Vec::new());
        let (mut unsettled, mut slowest) = (0, Vec::new());
        for text in std::iter::repeat_n(texts, self.runs.max(1)).flatten() {
            clear(session);
            let mut typed = marker.to_owned();
            for letter in text.chars() {
                typed.push(letter);
                let wanted = typed.trim_end().to_owned();
                session.press(
                    letter.encode_utf8(&mut [0; 4]),
                    Box::new(move |screen| screen.contents().contains(&wanted)),
                );
                let settled = session.settled(QUIET, PATIENCE, done);
                echoes.extend(session.seen(Duration::ZERO).map(milliseconds));
                match settled {
                    Some(Settled { after, rows: left, bytes: written, frames: painted }) => {
                        rows.push(milliseconds(left));
                        let at = painted.iter().map(|frame| format!("{:.0}", milliseconds(frame.after)));
                        slowest.push((milliseconds(after), typed.clone(), at.collect::<Vec<_>>().join(" ")));
                        settles.push(milliseconds(after));
                        bytes.push(written as f64);
                        frames.extend(painted.iter().map(|frame| frame.bytes as f64));
                    }
                    None => unsettled += 1,
                }
            }
        }
        let label = |what: &str| format!("{name}: {what}");
        values(self.json, &label("key → echo"), "ms", echoes);
        values(self.json, &label("key → rows"), "ms", rows);
        values(self.json, &label("key → settled"), "ms", settles);
        slowest.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (after, typed, frames) in slowest.iter().take(SLOWEST).filter(|_| !self.json) {
            println!("    {after:6.1} ms until {typed:?} is answered; frames at {frames}");
        }
        values(self.json, &label("bytes per key"), "B", bytes);
        if !frames.is_empty() {
            values(self.json, &label("bytes per frame"), "B", frames);
        }
        if unsettled > 0 {
            value(self.json, &label("keys that never settled"), "", f64::from(unsettled));
        }
    }

    /// The cursor goes down the results: until the preview of the next one is there in colours.
    fn cursor(&self, session: &mut Session) {
        clear(session);
        session.press("read", Box::new(|_| true));
        session.settled(QUIET, PATIENCE, is_answered);
        let mut moves = Vec::new();
        for _ in 0..60 {
            session.press(DOWN, Box::new(|_| true));
            let settled = session.settled(QUIET, Duration::from_secs(3), is_coloured);
            moves.extend(settled.filter(|settled| settled.bytes > 0).map(|settled| milliseconds(settled.after)));
        }
        values(self.json, "cursor → preview in colours", "ms", moves);
        session.press(CLEAR, Box::new(|_| true));
    }

    /// Bursts of typing and deleting that end in a known text, whose answer must be on the screen in the end.
    fn bursts(&self, session: &mut Session) {
        let answers: HashMap<&str, String> =
            TARGETS.iter().filter_map(|target| Some((*target, self.slowly(session, target)?))).collect();
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let (mut lost, mut settles) = (0, Vec::new());
        for _ in 0..self.bursts {
            let target = TARGETS[random.below(TARGETS.len())];
            let Some(expected) = answers.get(target) else { continue };
            self.burst(session, target, &mut random);
            let shown = session.settled(QUIET, PATIENCE, |screen| is_answer_of(screen, target));
            if session.read(answer) != *expected {
                lost += 1;
                eprintln!("lost: {target}: {:?} instead of {expected:?}", session.read(answer));
            } else if let Some(shown) = shown {
                settles.push(milliseconds(shown.after));
            }
        }
        values(self.json, "burst: last key → settled", "ms", settles);
        value(self.json, &format!("bursts lost of {}", self.bursts), "", f64::from(lost));
    }

    /// The answer to a text that was typed without haste.
    fn slowly(&self, session: &mut Session, text: &str) -> Option<String> {
        clear(session);
        session.press(text, Box::new(|_| true));
        session.settled(QUIET * 3, PATIENCE, |screen| is_answer_of(screen, text))?;
        Some(session.read(answer))
    }

    /// Types another text in part, takes some of it back, and types `target`, with pauses of up to 25 ms.
    fn burst(&self, session: &mut Session, target: &str, random: &mut Random) {
        let other = TARGETS[random.below(TARGETS.len())];
        let part = &other[..random.below(other.len()) + 1];
        let mut keys: Vec<String> = part.chars().map(String::from).collect();
        keys.extend((0..random.below(part.len() + 1)).map(|_| BACKSPACE.to_owned()));
        keys.push(CLEAR.to_owned());
        keys.extend(target.chars().map(String::from));
        let last = keys.pop().unwrap_or_default();
        for key in keys {
            session.send(&key);
            // Half of the keys come as fast as they can.
            let pause = random.below(50).saturating_sub(25);
            std::thread::sleep(Duration::from_millis(pause as u64));
        }
        session.press(&last, Box::new(|_| true));
    }

    fn fzf(&self) {
        let has = |program: &str| std::process::Command::new(program).arg("--version").output().is_ok();
        if !has("fzf") {
            return missing(self.json, "fzf");
        }
        let index = tempfile::tempdir().expect("a temporary folder");
        let words = ["sh", "-c", &format!("{} | fzf", self.list)].map(str::to_owned).to_vec();
        let program =
            |size| Program { words: words.clone(), directory: self.root.clone(), size, index: index.path().to_owned() };
        let is_listed = |screen: &vt100::Screen| screen.contents().lines().filter(|line| line.len() > 3).count() > 5;
        let starts = (0..self.runs).filter_map(|_| {
            let session = Session::start(&program((120, 36)), Box::new(is_listed));
            session.seen(PATIENCE).map(milliseconds)
        });
        values(self.json, "fzf: first frame with list", "ms", starts.collect());
        let mut session = Session::start(&program(self.size), Box::new(is_listed));
        session.settled(QUIET * 5, PATIENCE, is_listed);
        self.keys(&mut session, "fzf", "> ", &TYPED[..3], |_| true);
    }
}

/// A file of ours in the corpus, gone when the measuring is over.
struct Note(PathBuf);

impl Drop for Note {
    fn drop(&mut self) {
        // It may never have been written.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn clear(session: &mut Session) {
    session.press(CLEAR, Box::new(|_| true));
    session.settled(QUIET, PATIENCE, |_| true);
}

fn row(screen: &vt100::Screen, number: u16) -> String {
    let (_, width) = screen.size();
    screen.contents_between(number, 0, number, width.get()).trim_end().to_owned()
}

fn is_complete(screen: &vt100::Screen) -> bool {
    row(screen, 0).contains('✓')
}

/// Whether the prompt says what came of its text, and that nothing more follows.
fn is_answered(screen: &vt100::Screen) -> bool {
    !row(screen, 1).ends_with('…') && !row(screen, 1).contains("so far")
}

fn is_answer_of(screen: &vt100::Screen, text: &str) -> bool {
    let prompt = row(screen, 1);
    prompt.contains(&format!("❯ {text} ")) && prompt.contains(" hit") && is_answered(screen)
}

/// What the prompt says of the answer, without the time it took.
fn answer(screen: &vt100::Screen) -> String {
    let prompt = row(screen, 1);
    let without_time = prompt.rsplit_once(" · ").map_or(prompt.as_str(), |(before, _)| before);
    without_time.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the right half of the screen has text in more than one colour.
fn is_coloured(screen: &vt100::Screen) -> bool {
    let (height, width) = screen.size();
    let (height, width) = (height.get(), width.get());
    let cells = (4..height - 3).flat_map(|row| (width / 2 + 2..width).map(move |column| (row, column)));
    let mut colours = cells.filter_map(|(row, column)| screen.cell(row, column)).map(vt100::Cell::fgcolor);
    let first = colours.next();
    colours.any(|colour| Some(colour) != first)
}

/// Numbers that are the same in every run (xorshift, Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit.max(1)
    }
}
