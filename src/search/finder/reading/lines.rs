//! The places that the lines of a text name, each as it is written.

use super::beside::{Beside, is_raised_at, said};
use super::compiled::is_of_engine;
use super::directories::Directories;
use super::headed::Head;
use super::hunks::Hunk;
use super::paths;
use super::place_forms::{PATTERNS, normal};
use super::reports::Tables;
use super::source_lines::{behind, is_raised, pointed_at};
use super::written::{What, Written};
use crate::search::finder::path_match::last_part;
use crate::search::pasted::{self, Called};
use crate::stdx::unfolded;
use regex::{Captures, Regex};
use std::borrow::Cow;
use std::sync::LazyLock;

/// Bytes of a text that are read: more than any trace has.
const MAX_BYTES: usize = 4 << 20;

/// The places that the lines of a part of a text name.
pub(in crate::search::finder) fn of_lines(text: &str) -> Vec<Written<'static>> {
    written(&unfolded(text)).into_iter().map(Written::into_owned).collect()
}

/// The places that the lines of a text name, as they are written.
pub(in crate::search::finder) fn written(text: &str) -> Vec<Written<'_>> {
    let end = text.floor_char_boundary(MAX_BYTES.min(text.len()));
    let mut reader = Reader::default();
    text[..end].lines().for_each(|line| reader.read(line));
    reader.out.extend(reader.hunk.into_iter().flat_map(Written::changed));
    reader.out.extend(reader.frame.map(Written::named));
    reader.out
}

/// What has been read of a text.
#[derive(Default)]
struct Reader<'t> {
    out: Vec<Written<'t>>,
    /// The file that hunks of a diff are about.
    changed: Option<&'t str>,
    /// The file that has a line for itself, and that the lines below are about.
    headed: Option<Head<'t>>,
    /// The last line that names no place: a message, or the function of a frame.
    above: &'t str,
    /// The function of a frame whose place may follow.
    frame: Option<(Called, &'t str)>,
    package: Package<'t>,
    directories: Directories<'t>,
    hunk: Option<Hunk<'t>>,
    /// What lines behind a hunk begin with that are still of the diff: its lines may not have been counted.
    overrun: &'static [char],
    tables: Tables,
    /// The line before, if it names one place.
    placed: Option<&'t str>,
    /// The line of the program that stands before the place it is of.
    shown: Option<&'t str>,
    beside: Beside<'t>,
}

impl<'t> Reader<'t> {
    fn read(&mut self, line: &'t str) {
        if self.is_behind_place(line) || self.hunk.as_mut().is_some_and(|hunk| hunk.takes(line)) {
            return;
        }
        self.out.extend(self.hunk.take().into_iter().flat_map(Written::changed));
        if let Some(path) = line.strip_prefix("+++ ") {
            let path = path.split('\t').next().unwrap_or(path);
            self.changed = Some(path.strip_prefix("b/").unwrap_or(path)).filter(|path| *path != "/dev/null");
            self.out.extend(paths::in_line(line));
        } else if line.starts_with("@@")
            && let Some(path) = self.changed
        {
            self.hunk = Hunk::read(path, line);
            self.overrun = if self.hunk.is_some() { &['+', '-'] } else { &['+', '-', ' '] };
        } else if line.starts_with(self.overrun) && !line.starts_with("--- ") {
        } else if let Some(place) = self.headed.as_ref().and_then(|head| head.place(line)) {
            self.out.push(place);
        } else if self.headed.as_ref().is_some_and(|head| head.is_ruled(line)) {
        } else if !self.directories.read(line) {
            self.overrun = &[];
            self.headed = Head::read(line);
            self.package.read(line, &mut self.out);
            let mut places = self.tables.row(line);
            if places.is_empty() {
                places = in_line(line, self.above);
            }
            let function = pasted::called(line).filter(|_| !is_of_engine(line));
            match places.is_empty() {
                true => self.read_no_place(line, function),
                false => self.read_places(line, places, function),
            }
        }
    }

    /// Reads what a line says of the place in the line before; false if it says nothing of it.
    fn is_behind_place(&mut self, line: &'t str) -> bool {
        let said = self.placed.take().zip(self.out.last_mut()).and_then(|(before, place)| {
            let said = behind(before, place.line, line)?;
            place.function = said.function.or(place.function.take());
            place.source = said.source.map(Cow::Borrowed);
            Some(())
        });
        said.is_some()
    }

    /// Reads a line that names no place, but may name a function or say what was raised.
    fn read_no_place(&mut self, line: &'t str, function: Option<Called>) {
        let test = pasted::failed_test(line);
        // A test that is named in its file stands where it is declared.
        if test.as_ref().is_none_or(|test| test.file.is_none()) {
            self.out.extend(paths::in_line(line));
        }
        let source = pointed_at(line);
        self.shown = source.or(self.shown);
        let last = self.out.iter_mut().rev().find(|last| !matches!(last.what, What::Message | What::Path));
        let last = last.filter(|last| last.said.starts_with("in ") && last.raised.is_none());
        if let Some(last) = last.filter(|_| is_raised(line)) {
            last.raised = Some(Cow::Borrowed(line.trim()));
        }
        self.out.extend(placeless(self.frame.take()));
        match &function {
            Some(_) => self.out.extend(self.beside.frame()),
            None if test.is_none() && source.is_none() => self.out.extend(self.beside.line(line)),
            None => {}
        }
        self.out.extend(test.map(|test| Written {
            path: test.file.as_deref().map(normal).unwrap_or_default(),
            ..Written::named((Called::plain(test.name), line.trim()))
        }));
        self.frame = function.map(|called| (called, line.trim()));
        self.above = if line.trim().is_empty() { "" } else { line.trim() };
    }

    fn read_places(&mut self, line: &'t str, mut places: Vec<Written<'t>>, function: Option<Called>) {
        // The function of a frame stands before its place, or in the line before it; that of a linker ends in `:`.
        let is_led = self.frame.as_ref().is_some_and(|(_, said)| said.ends_with(':'));
        let is_above = is_led || places.iter().all(|place| place.said != line.trim());
        if !is_above || function.is_some() {
            self.out.extend(placeless(self.frame.take()));
        }
        let is_frame = function.is_some() || self.frame.is_some();
        self.out.extend(behind_place(line).map(Written::message));
        let is_alone = places.first().is_some_and(|place| is_all_of(line, place.upto));
        if is_frame || is_alone || places.iter().any(|place| place.said.starts_with("in ")) || is_raised_at(line) {
            self.out.extend(self.beside.frame());
        } else {
            self.beside.no_frame();
        }
        let function = function.or(self.frame.take().map(|(called, _)| called)).map(|called| called.name);
        for place in &mut places {
            place.function.clone_from(&function);
            place.directory = self.directories.of(place.upto);
        }
        if let ([place], Some(source)) = (&mut places[..], self.shown.take()) {
            place.source.get_or_insert(Cow::Borrowed(source));
        }
        self.placed = (places.len() == 1).then_some(line);
        self.above = "";
        self.out.extend(places.into_iter().map(|place| self.package.of(place)));
    }
}

/// A frame behind which no place stands. What may be a line of a program is one only where a place says so.
fn placeless(frame: Option<(Called, &str)>) -> Option<Written<'_>> {
    frame.filter(|(_, said)| !pasted::is_bare_call(said)).map(Written::named)
}

/// The package of Go that lines are about: its tools name files without their directories.
#[derive(Default)]
struct Package<'t> {
    path: Option<&'t str>,
    /// Places before those that it may be about.
    before: usize,
}

impl<'t> Package<'t> {
    /// `# example.org/x/y` stands before what is said of a package, `FAIL<TAB>example.org/x/y<TAB>0.03s` behind it.
    fn read(&mut self, line: &'t str, out: &mut [Written<'_>]) {
        let path = |rest: &'t str| rest.trim_start().split([' ', '\t', '[', ']']).find(|part| !part.is_empty());
        if let Some(header) = line.strip_prefix("# ").and_then(path) {
            (self.path, self.before) = (Some(header), out.len());
        } else if let Some(verdict) = ["FAIL\t", "ok  \t"].iter().find_map(|start| line.strip_prefix(start)) {
            self.path = self.path.or(path(verdict));
            for place in &mut out[self.before..] {
                self.put_before(place);
            }
            (self.path, self.before) = (None, out.len());
        }
    }

    fn of<'p>(&self, mut place: Written<'p>) -> Written<'p> {
        self.put_before(&mut place);
        place
    }

    fn put_before(&self, place: &mut Written<'_>) {
        let is_bare = place.what == What::Place && place.path.ends_with(".go") && !place.path.contains('/');
        if let Some(path) = self.path.filter(|_| is_bare) {
            place.path = format!("{path}/{}", place.path);
        }
    }
}

/// What a console of a browser says behind the file that has said it: `main.js:12 cannot mount the application`.
fn behind_place(line: &str) -> Option<&str> {
    static FORM: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"^[\w.-]+\.\w+:\d+(?::\d+)? (?P<said>[^ ].*)$").ok());
    let captures = FORM.as_ref()?.captures(line)?;
    said(&line[captures.name("said")?.range()])
}

/// Whether a line has nothing but a place, whose path ends with `upto`.
fn is_all_of(line: &str, upto: &str) -> bool {
    let behind = line.get(upto.len()..).unwrap_or_default().trim_end();
    let is_path = !upto.is_empty() && !upto.trim_start().contains(char::is_whitespace);
    is_path && behind.chars().all(|c| c == ':' || c.is_ascii_digit())
}

/// Whether a line says anything beside the place that it names: a word of three letters.
fn says_more(line: &str, place: &str) -> bool {
    let rest = line.replacen(place, " ", 1);
    rest.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() >= 3)
}

/// The function of a frame of Go, `github.com/x/y/server.(*Server).Serve(0xc000, …)`, from the last part of its package
/// on and without its arguments; any other line as it is.
fn without_package(frame: &str) -> &str {
    let called = frame.find("(0x").or_else(|| frame.find("({0x")).or_else(|| frame.find("(...)"));
    let Some(called) = called.filter(|&end| !frame[..end].contains(char::is_whitespace)) else { return frame };
    last_part(&frame[..called])
}

fn in_line<'t>(line: &'t str, above: &'t str) -> Vec<Written<'t>> {
    for (pattern, form) in PATTERNS.iter() {
        let number = |captures: &Captures<'_>, name| -> Option<u32> { captures.name(name)?.as_str().parse().ok() };
        let place = |captures: Captures<'_>| {
            let written = captures.name("path")?;
            let path = normal(written.as_str());
            let is_path = (path.contains(['.', '/']) || captures.name("class").is_some() || is_bare_name(&path))
                && !path.ends_with('/')
                && !path.contains("//");
            let said = match captures.name("said") {
                Some(said) => &line[said.range()],
                None if above.is_empty() || says_more(line, &captures[0]) => line.trim(),
                None => without_package(above),
            };
            // What no line is told of, such as what linkers say, is found by its function or by the line of the program.
            let at = captures.name("line").map_or(0, |digits| digits.as_str().parse().unwrap_or(1).max(1));
            is_path.then(|| Written {
                source: captures.name("source").map(|source| tag_pattern(&line[source.range()])),
                upto: &line[..written.end()],
                is_class: captures.name("class").is_some() && !path.contains('.'),
                ..Written::at((form.directory)(&captures) + &path, at, number(&captures, "column").unwrap_or(0), said)
            })
        };
        let places: Vec<Written<'_>> = pattern.captures_iter(line).filter_map(place).collect();
        if !places.is_empty() {
            return places;
        }
    }
    Vec::new()
}

/// The line of a program that a search of ctags stands for: `^int f(int \\/\\* x *\\/)$`.
fn tag_pattern(pattern: &str) -> Cow<'_, str> {
    let pattern = pattern.trim();
    if !pattern.contains('\\') {
        return Cow::Borrowed(pattern);
    }
    Cow::Owned(pattern.replace("\\/", "/").replace("\\\\", "\\"))
}

/// Whether files that have no ending are called so: those of tools that build.
fn is_bare_name(name: &str) -> bool {
    let is_file =
        name.strip_suffix("file").is_some_and(|what| what.len() > 1 && what.bytes().all(|b| b.is_ascii_alphabetic()));
    is_file || ["BUILD", "WORKSPACE", "Kconfig", "Kbuild", "SConstruct", "SConscript", "configure"].contains(&name)
}
