//! Places that a text names: stack traces, compiler messages, lists of `file:line`, diffs.

use super::compiled::{is_of_engine, name_sources};
use super::headed::Head;
use super::hunks::Hunk;
use super::place_forms::{PATTERNS, normal};
use super::reports::{self, Tables};
use super::source_lines::{behind, is_raised, pointed_at};
use super::spaced::SpacedPaths;
use crate::library::{FileId, Library};
use crate::search::pasted;
use crate::stdx::unfolded;
use regex::{Captures, Regex};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Bytes of a text that are read: more than any trace has.
const MAX_BYTES: usize = 4 << 20;

/// Extensions of the files that a class of the JVM is declared in.
const JVM: &[&str] = &["java", "kt", "groovy", "scala"];

/// A place in a file of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracePlace {
    /// The file.
    pub file: FileId,
    /// Its line, from 1; 0 where its function or the line of the program alone tells it.
    pub line: u32,
    /// The column as it was written, from 1; 0 where none was.
    pub column: u32,
    /// What the text says of it: the line that names it without white space around it, or the line before where that
    /// says nothing but the place.
    pub said: String,
    /// The function that the text says the line is in.
    pub function: Option<String>,
    /// The line of the program as the text shows it.
    pub source: Option<String>,
    /// What was raised there, as the text tells it.
    pub raised: Option<String>,
}

/// A function or a test that a text names without a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceName {
    /// Places before it.
    pub at: usize,
    /// Its name, with what it belongs to.
    pub name: String,
    /// The line that names it.
    pub said: String,
}

/// The places of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// In the order of the text; a place that follows itself is there once.
    pub places: Vec<TracePlace>,
    /// Functions and tests that lines name which name no place.
    pub named: Vec<TraceName>,
    /// Places in files that the workspace does not hold.
    pub elsewhere: usize,
}

/// A place as it is written: its path may be that of another machine.
pub(super) struct Written<'t> {
    pub(super) path: String,
    /// True for a function or a test without a place, whose name the path is.
    pub(super) is_name: bool,
    /// True if the path is that of a class, and its file has an ending that nothing says.
    pub(super) is_class: bool,
    /// 0 where its function or the line of the program alone tells it.
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) said: Cow<'t, str>,
    pub(super) function: Option<String>,
    pub(super) source: Option<Cow<'t, str>>,
    pub(super) raised: Option<Cow<'t, str>>,
    /// The line up to the end of the path.
    pub(super) upto: &'t str,
}

impl<'t> Written<'t> {
    /// A place, and what is said of it.
    pub(super) fn at(path: String, line: u32, column: u32, said: impl Into<Cow<'t, str>>) -> Written<'t> {
        let said = said.into();
        let (function, source, raised) = (None, None, None);
        Written { path, is_name: false, is_class: false, line, column, said, function, source, raised, upto: "" }
    }

    /// A function or a test, and the line that names it.
    fn named((name, said): (String, &'t str)) -> Written<'t> {
        Written { is_name: true, ..Written::at(name, 0, 0, said) }
    }

    /// The changes of a hunk.
    fn changed(hunk: Hunk<'t>) -> impl Iterator<Item = Written<'t>> {
        let path = hunk.path.to_owned();
        hunk.changes().into_iter().map(move |(line, said)| Written::at(path.clone(), line, 0, said))
    }

    /// The same without the text that it was read from.
    fn into_owned(self) -> Written<'static> {
        Written {
            said: Cow::Owned(self.said.into_owned()),
            source: self.source.map(|source| Cow::Owned(source.into_owned())),
            raised: self.raised.map(|raised| Cow::Owned(raised.into_owned())),
            upto: "",
            ..self
        }
    }
}

/// The places that `text` names, as far as the workspace holds their files. A path is found by its longest end that a
/// file of the workspace has: traces come from other machines and other directories.
pub fn trace(text: &str, library: &Library) -> Trace {
    let text = without_colours(text);
    let lines = unfolded(&text);
    let mut written = reports::read(&text).unwrap_or_else(|| written(&lines));
    if written.is_empty() {
        return Trace::default();
    }
    let spaced = SpacedPaths::of(library);
    for place in &mut written {
        if let Some(path) = spaced.at_end_of(place.upto) {
            place.path = path.to_owned();
        }
    }
    name_files_of_classes(&mut written, library);
    name_sources(&mut written, library);
    let mut names: HashMap<&str, Vec<FileId>> =
        written.iter().map(|place| (last_part(&place.path), Vec::new())).collect();
    for file in library.file_ids() {
        if let Some(files) = names.get_mut(library.file(file).name()) {
            files.push(file);
        }
    }
    let mut out = Trace::default();
    for place in &written {
        if place.is_name {
            let (name, said) = (place.path.clone(), place.said.to_string());
            out.named.push(TraceName { at: out.places.len(), name, said });
            continue;
        }
        let candidates = names.get(last_part(&place.path)).map_or(&[][..], Vec::as_slice);
        // The longest common end, then what lies least deep, then path order.
        let candidates = candidates.iter().copied().filter(|&file| may_be(&library.file(file).path, &place.path));
        let best = candidates.max_by_key(|&file| {
            let path = &library.file(file).path;
            (common_parts(path, &place.path), std::cmp::Reverse((path.matches('/').count(), file)))
        });
        let Some(file) = best else {
            out.elsewhere += 1;
            continue;
        };
        let (said, function) = (place.said.to_string(), place.function.clone());
        let [source, raised] = [&place.source, &place.raised].map(|shown| shown.as_deref().map(str::to_owned));
        let found = TracePlace { file, line: place.line, column: place.column, said, function, source, raised };
        let is_column = |last: &TracePlace| last.column == 0 || place.column == 0 || last.column == place.column;
        let is_told = |last: &TracePlace| {
            place.line > 0 || (last.source.as_deref(), &last.function) == (place.source.as_deref(), &place.function)
        };
        let repeats =
            |last: &TracePlace| (last.file, last.line) == (file, place.line) && is_column(last) && is_told(last);
        if !out.places.last().is_some_and(repeats) {
            out.places.push(found);
        }
    }
    out
}

/// Gives places that name a class alone the extension of its file.
fn name_files_of_classes(written: &mut [Written<'_>], library: &Library) {
    if !written.iter().any(|place| place.is_class) {
        return;
    }
    let mut extensions: HashMap<&str, &str> = HashMap::new();
    for file in library.file_ids() {
        if let Some((stem, extension)) = library.file(file).name().rsplit_once('.')
            && JVM.contains(&extension)
        {
            extensions.insert(stem, extension);
        }
    }
    for place in written.iter_mut().filter(|place| place.is_class) {
        let extension = extensions.get(last_part(&place.path)).unwrap_or(&"java");
        place.path = format!("{}.{extension}", place.path);
    }
}

/// The text without the escape sequences that compilers colour their messages with.
fn without_colours(text: &str) -> Cow<'_, str> {
    static ESCAPES: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?)").ok());
    match &*ESCAPES {
        Some(escapes) if text.contains('\x1b') => escapes.replace_all(text, ""),
        _ => Cow::Borrowed(text),
    }
}

/// The places that the lines of a part of a text name.
pub(super) fn of_lines(text: &str) -> Vec<Written<'static>> {
    written(&unfolded(text)).into_iter().map(Written::into_owned).collect()
}

fn written(text: &str) -> Vec<Written<'_>> {
    let mut end = text.len().min(MAX_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut out: Vec<Written<'_>> = Vec::new();
    // The file that hunks of a diff are about.
    let mut changed: Option<&str> = None;
    // The file that has a line for itself, and that the lines below are about.
    let mut headed: Option<Head<'_>> = None;
    // The last line that names no place: a message, or the function of a frame.
    let mut above = "";
    // The function of a frame whose place may follow.
    let mut frame: Option<(String, &str)> = None;
    let mut package = Package::default();
    let mut hunk: Option<Hunk<'_>> = None;
    let mut tables = Tables::default();
    // The line before, if it names one place.
    let mut placed: Option<&str> = None;
    // The line of the program that stands before the place it is of.
    let mut shown: Option<&str> = None;
    for line in text[..end].lines() {
        let said_behind = placed.take().zip(out.last_mut()).and_then(|(before, place)| {
            let said = behind(before, place.line, line)?;
            place.function = said.function.or(place.function.take());
            place.source = said.source.map(Cow::Borrowed);
            Some(())
        });
        if said_behind.is_some() {
            continue;
        }
        if hunk.as_mut().is_some_and(|hunk| hunk.takes(line)) {
            continue;
        }
        out.extend(hunk.take().into_iter().flat_map(Written::changed));
        if let Some(path) = line.strip_prefix("+++ ") {
            let path = path.split('\t').next().unwrap_or(path);
            changed = Some(path.strip_prefix("b/").unwrap_or(path)).filter(|path| *path != "/dev/null");
        } else if let Some(read) = changed.and_then(|path| Hunk::read(path, line)) {
            hunk = Some(read);
        } else if let Some(place) = headed.as_ref().and_then(|head| head.place(line)) {
            out.push(place);
        } else if headed.as_ref().is_some_and(|head| head.is_ruled(line)) {
        } else if changed.is_none() || !line.starts_with(['+', '-', ' ']) {
            headed = Head::read(line);
            package.read(line, &mut out);
            let mut places = tables.row(line);
            if places.is_empty() {
                places = in_line(line, above);
            }
            let function = pasted::function(line).filter(|_| !is_of_engine(line));
            if places.is_empty() {
                shown = pointed_at(line).or(shown);
                let last = out.last_mut().filter(|last| last.said.starts_with("in ") && last.raised.is_none());
                if let Some(last) = last.filter(|_| is_raised(line)) {
                    last.raised = Some(Cow::Borrowed(line.trim()));
                }
                out.extend(frame.take().map(Written::named));
                out.extend(pasted::failed_test(line).map(|test| Written::named((test, line.trim()))));
                frame = function.map(|name| (name, line.trim()));
            } else {
                // The function of a frame stands before its place, or in the line before it; that of a linker ends in `:`.
                let is_led = frame.as_ref().is_some_and(|(_, said)| said.ends_with(':'));
                let is_above = is_led || places.iter().all(|place| place.said != line.trim());
                if !is_above || function.is_some() {
                    out.extend(frame.take().map(Written::named));
                }
                let function = function.or(frame.take().map(|(name, _)| name));
                places.iter_mut().for_each(|place| place.function.clone_from(&function));
                if let ([place], Some(source)) = (&mut places[..], shown.take()) {
                    place.source.get_or_insert(Cow::Borrowed(source));
                }
            }
            placed = (places.len() == 1).then_some(line);
            above = if places.is_empty() && !line.trim().is_empty() { line.trim() } else { "" };
            out.extend(places.into_iter().map(|place| package.of(place)));
        }
    }
    out.extend(hunk.into_iter().flat_map(Written::changed));
    out.extend(frame.map(Written::named));
    out
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
        let is_bare = !place.is_name && place.path.ends_with(".go") && !place.path.contains('/');
        if let Some(path) = self.path.filter(|_| is_bare) {
            place.path = format!("{path}/{}", place.path);
        }
    }
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

/// Whether a file of the workspace may be the one that was written: where both have directories, the name alone says
/// nothing, as there are many `mod.rs` and `util.c`.
fn may_be(path: &str, written: &str) -> bool {
    common_parts(path, written) > 1 || !path.contains('/') || !written.contains('/')
}

pub(super) fn last_part(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// How many parts two paths have in common at their ends.
pub(super) fn common_parts(a: &str, b: &str) -> usize {
    a.rsplit('/').zip(b.rsplit('/')).take_while(|(a, b)| a == b).count()
}
