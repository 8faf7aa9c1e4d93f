//! Places that a text names: stack traces, compiler messages, lists of `file:line`, diffs.

use super::candidates::{Candidates, Meant, Roots};
use super::doubt::{Doubt, add_messages};
use super::path_match::last_part;
use super::reading::compiled::name_sources;
use super::reading::lines::written;
use super::reading::paths::without_side;
use super::reading::prefixed::without_prefixes;
use super::reading::reports;
use super::reading::written::{What, Written};
use super::spaced::SpacedPaths;
use crate::library::{FileId, Library, fold_words};
use crate::search::pasted::Called;
use crate::stdx::unfolded;
use regex::Regex;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

/// Messages whose strings are looked for, at most.
const MAX_MESSAGES: usize = 6;

/// Letters of a name, at least, by which a function is found whose file is not here.
const MIN_TELLING: usize = 8;

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
    /// Why the file may be another one than the text means.
    pub doubt: Option<Doubt>,
}

impl TracePlace {
    /// A line, and what is said of it.
    pub fn at(file: FileId, line: u32, said: String) -> TracePlace {
        TracePlace { file, line, column: 0, said, function: None, source: None, raised: None, doubt: None }
    }
}

/// A function or a test that a text names without a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceName {
    /// Places before it.
    pub at: usize,
    /// Its name, with what it belongs to.
    pub called: Called,
    /// The line that names it.
    pub said: String,
    /// Whether the line names a file as well, which the workspace does not hold.
    pub is_elsewhere: bool,
    /// The files that have the path which the line says a test is in; `None` where it says none.
    pub files: Option<Vec<FileId>>,
}

/// What a text says was raised, beside the frames of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceMessage {
    /// Places before it.
    pub at: usize,
    /// The line that tells it.
    pub said: String,
}

/// The places of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// In the order of the text; a place that follows itself is there once.
    pub places: Vec<TracePlace>,
    /// Functions and tests that lines name which name no place.
    pub named: Vec<TraceName>,
    /// What the text says was raised.
    pub messages: Vec<TraceMessage>,
    /// Places in files that the workspace does not hold.
    pub elsewhere: usize,
}

/// The places that `text` names, as far as the workspace holds their files. A path is found by its longest end that a
/// file of the workspace has: traces come from other machines and other directories.
pub fn trace(text: &str, library: &Library) -> Trace {
    let text = without_colours(text);
    let bare = without_prefixes(&text);
    let lines = unfolded(&bare);
    let mut written = reports::read(&text).unwrap_or_else(|| written(&lines));
    if written.is_empty() {
        return Trace::default();
    }
    let spaced = SpacedPaths::of(library);
    keep_known_paths(&mut written, library);
    if written.is_empty() {
        return Trace::default();
    }
    for place in &mut written {
        if let Some(path) = spaced.at_end_of(place.upto) {
            place.path = path.to_owned();
        }
    }
    name_files_of_classes(&mut written, library);
    name_sources(&mut written, library);
    let mut candidates = Candidates::of(&written, library);
    let is_place = |place: &Written<'_>| matches!(place.what, What::Place | What::Change);
    let meant = |place: &Written<'_>| match place.what {
        What::Path => Meant { files: library.find(&place.path).into_iter().collect(), doubt: None },
        What::Name if !place.path.is_empty() => Meant { files: candidates.called(place), doubt: None },
        _ if is_place(place) => candidates.meant(place),
        _ => Meant::default(),
    };
    let files: Vec<Meant> = written.iter().map(meant).collect();
    let mut roots = Roots::default();
    let places = written.iter().zip(&files).filter(|(place, _)| is_place(place));
    for (place, file) in places.filter_map(|(place, meant)| Some((place, *meant.files.first()?))) {
        roots.note(&place.path, &library.file(file).path);
    }
    let mut out = Trace::default();
    for (place, meant) in written.iter().zip(files) {
        out.take(place, meant, &roots);
    }
    add_messages(&mut out, &lines, &written);
    out
}

impl Trace {
    /// Takes what a text writes, and the files that are meant.
    fn take(&mut self, place: &Written<'_>, Meant { files, doubt }: Meant, roots: &Roots) {
        let (at, said) = (self.places.len(), || place.said.to_string());
        match place.what {
            What::Place | What::Change | What::Path => {}
            What::Name => {
                let files = (!place.path.is_empty()).then_some(files);
                let named = |called| TraceName { at, called, said: said(), is_elsewhere: false, files };
                self.named.extend(place.called.clone().map(named));
                return;
            }
            What::Message => {
                self.messages.push(TraceMessage { at, said: said() });
                return;
            }
        }
        let Some(&file) = files.first() else {
            // What is compared may be two values, which are called something, but by no path.
            let is_value = place.what == What::Change && !place.path.contains(['/', '.']);
            self.elsewhere += usize::from(!is_value);
            // The file may be one that was made of those here, or moved since.
            let function = place.function.as_deref().filter(|name| is_telling(name) && roots.may_hold(&place.path));
            self.named.extend(function.map(|name| TraceName {
                at,
                called: Called::plain(name.to_owned()),
                said: said(),
                is_elsewhere: true,
                files: None,
            }));
            return;
        };
        let (said, function) = (place.said.to_string(), place.function.clone());
        let [source, raised] = [&place.source, &place.raised].map(|shown| shown.as_deref().map(str::to_owned));
        let found = TracePlace { file, line: place.line, column: place.column, said, function, source, raised, doubt };
        let is_column = |last: &TracePlace| last.column == 0 || place.column == 0 || last.column == place.column;
        let is_told = |last: &TracePlace| {
            place.line > 0 || (last.source.as_deref(), &last.function) == (place.source.as_deref(), &place.function)
        };
        let repeats =
            |last: &TracePlace| (last.file, last.line) == (file, place.line) && is_column(last) && is_told(last);
        if let Some(last) = self.places.last_mut().filter(|last| repeats(last)) {
            // Ruby has what it is written in call its own at the line of the caller: neither name tells the line.
            if place.path.ends_with(".rb") && last.function != found.function {
                last.function = None;
            }
        } else {
            let others = files[1..].iter().map(|file| TracePlace { file: *file, ..found.clone() });
            let all: Vec<TracePlace> = std::iter::once(found.clone()).chain(others).collect();
            self.places.extend(all);
        }
    }

    /// The messages whose strings are looked for: each once, and of many the first ones.
    pub fn told(&self) -> impl Iterator<Item = &TraceMessage> {
        let mut seen = BTreeSet::new();
        self.messages.iter().filter(move |message| seen.insert(message.said.as_str())).take(MAX_MESSAGES)
    }
}

/// Leaves out paths that stand alone and that no file has, and those that a text repeats; all of them where lines name
/// places: those are what the text is about.
fn keep_known_paths(written: &mut Vec<Written<'_>>, library: &Library) {
    if written.iter().any(|place| matches!(place.what, What::Place | What::Change)) {
        return written.retain(|place| place.what != What::Path);
    }
    let mut known: HashSet<String> = HashSet::new();
    written.retain_mut(|place| {
        if place.what != What::Path {
            return true;
        }
        // Of another machine the end with a directory is known.
        let of_root = place.path.strip_prefix('/').into_iter();
        let ends = of_root.flat_map(|path| path.match_indices('/').map(|(at, _)| &path[at + 1..]));
        let ends = [Some(place.path.as_str()), without_side(&place.path)].into_iter().flatten().chain(ends);
        let Some(path) = ends.filter(|path| path.contains('/')).find(|path| library.find(path).is_some()) else {
            return false;
        };
        place.path = path.to_owned();
        known.insert(place.path.clone())
    });
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

/// Whether a name is made of several words, so that hardly anything else is called so.
fn is_telling(name: &str) -> bool {
    let own = name.rsplit(['.', ':']).next().unwrap_or(name);
    own.len() >= MIN_TELLING && fold_words(own).len() > 1
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
