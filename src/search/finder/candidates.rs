//! Which file of the workspace is meant by a path that a text writes: that of another machine or another directory, or a
//! bare name.

use super::doubt::Doubt;
use super::path_match::{common_parts, last_part};
use super::reading::place_forms::normal;
use super::reading::source_lines::standing;
use super::reading::written::{What, Written};
use crate::document::LineIndex;
use crate::library::{FileId, Library, is_of_package};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Files of one name, at most, that are read to find out whether they have a line.
const MAX_NAMESAKES: usize = 50;

/// Files of one name, at most, that are all shown where nothing tells which of them is meant.
const MAX_ALIKE: usize = 3;

/// The files of a workspace that have the names which a text writes. A trace names a file thousands of times: what is
/// known of a path or of a file is kept.
pub(super) struct Candidates<'l> {
    library: &'l Library,
    by_name: HashMap<&'l str, Vec<FileId>>,
    /// By path and directory as they are written.
    nearest: HashMap<(String, Option<String>), Rc<Nearest>>,
    lines: LineCounts<'l>,
    /// Whether a line of a program stands in a file.
    shows: HashMap<(FileId, String), bool>,
}

/// The files that are meant, and why they may not be.
#[derive(Default)]
pub(super) struct Meant {
    pub(super) files: Vec<FileId>,
    pub(super) doubt: Option<Doubt>,
}

/// The files that a path may be.
struct Nearest {
    /// The path with its directory.
    written: String,
    /// Those with the longest common end, the ones first that lie least deep.
    files: Vec<FileId>,
}

impl<'l> Candidates<'l> {
    pub(super) fn of(written: &[Written<'_>], library: &'l Library) -> Candidates<'l> {
        let names: BTreeSet<&str> = written.iter().map(|place| last_part(&place.path)).collect();
        let mut by_name: HashMap<&str, Vec<FileId>> = HashMap::new();
        for file in library.file_ids().filter(|file| names.contains(library.file(*file).name())) {
            by_name.entry(library.file(file).name()).or_default().push(file);
        }
        let count = move |file| library.peek_text(file).ok().map(|text| LineIndex::new(&text).count());
        Candidates { library, by_name, nearest: HashMap::new(), lines: LineCounts::by(count), shows: HashMap::new() }
    }

    /// The file that is meant of those that have the name of a place: the one with the longest common end, of several of
    /// them the ones that have the line which the text shows, then those that are long enough, then what lies least deep,
    /// then path order. Where nothing but a name is written, the others that have the line are as likely.
    pub(super) fn meant(&mut self, place: &Written<'_>) -> Meant {
        let nearest = self.nearest(place);
        let Nearest { written, files: best } = &*nearest;
        // One at the top has all of the path that is written.
        let is_whole = best.iter().any(|file| is_end(&self.library.file(*file).path, written));
        let shown = place.source.as_deref().filter(|_| !is_whole);
        let showing: Vec<FileId> = match shown {
            Some(source) => {
                best.iter().take(MAX_NAMESAKES).copied().filter(|file| self.shows(*file, source, place)).collect()
            }
            None => Vec::new(),
        };
        let is_shown = !showing.is_empty();
        let best = if is_shown { &showing } else { best };
        let is_relative = !written.starts_with('/') && !written.contains(":/");
        let by_end = (is_relative && !best.is_empty() && !is_whole && !is_shown).then_some(Doubt::ByEnd);
        let not_shown = shown.filter(|_| !is_shown && !best.is_empty()).map(|_| Doubt::NotShown);
        if best.len() < 2 {
            return Meant { files: best.clone(), doubt: not_shown.or(by_end) };
        }
        let is_bare = !is_whole && !written.contains('/') && place.what == What::Place;
        let looked_at = best.iter().take(MAX_NAMESAKES).copied();
        let is_long = |file: &FileId| self.lines.of(*file).is_some_and(|count| count >= place.line);
        let with_line: Vec<FileId> = looked_at.filter(is_long).take(if is_whole { 1 } else { MAX_ALIKE + 1 }).collect();
        let one_of = (with_line.len() > MAX_ALIKE).then_some(Doubt::OneOf(best.len()));
        let files = match with_line.as_slice() {
            [] => best[..1].to_vec(),
            several if is_bare && several.len() <= MAX_ALIKE => several.to_vec(),
            [first, ..] => vec![*first],
        };
        Meant { files, doubt: not_shown.or(one_of).or(by_end) }
    }

    /// The files that have the longest end of the path that is written with a test.
    pub(super) fn called(&mut self, place: &Written<'_>) -> Vec<FileId> {
        self.nearest(place).files.clone()
    }

    /// Whether a file may be the one that a line of a program is shown of: it has the line, or the function that the text
    /// says the line is in, and has changed since.
    fn shows(&mut self, file: FileId, source: &str, place: &Written<'_>) -> bool {
        let library = self.library;
        let function = place.function.as_deref().and_then(|name| name.rsplit(['.', ':']).next());
        let function = function.filter(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'));
        let reads = || {
            let Ok(text) = library.peek_text(file) else { return false };
            function.is_some_and(|name| text.contains(name)) || !standing(source, &text).is_empty()
        };
        let key = format!("{source}\n{}", function.unwrap_or_default());
        *self.shows.entry((file, key)).or_insert_with(reads)
    }

    fn nearest(&mut self, place: &Written<'_>) -> Rc<Nearest> {
        let key = (place.path.clone(), place.directory.clone());
        if let Some(known) = self.nearest.get(&key) {
            return Rc::clone(known);
        }
        let library = self.library;
        let path = |file: FileId| &*library.file(file).path;
        let written = match &place.directory {
            Some(directory) => normal(&format!("{directory}{}", place.path)),
            None => place.path.clone(),
        };
        let namesakes = self.by_name.get(last_part(&place.path)).map_or(&[][..], Vec::as_slice);
        let common = namesakes.iter().filter(|file| may_be(path(**file), &place.path));
        let common: Vec<(usize, FileId)> = common.map(|&file| (common_parts(path(file), &written), file)).collect();
        let most = common.iter().map(|(common, _)| *common).max();
        let mut best: Vec<FileId> =
            common.into_iter().filter(|(common, _)| Some(*common) == most).map(|(_, file)| file).collect();
        best.sort_by_key(|file| (path(*file).matches('/').count(), *file));
        let found = Rc::new(Nearest { written, files: best });
        self.nearest.insert(key, Rc::clone(&found));
        found
    }
}

/// How many lines files have; each is read once.
struct LineCounts<'l> {
    known: HashMap<FileId, Option<u32>>,
    count: Box<dyn Fn(FileId) -> Option<u32> + 'l>,
}

impl<'l> LineCounts<'l> {
    fn by(count: impl Fn(FileId) -> Option<u32> + 'l) -> LineCounts<'l> {
        LineCounts { known: HashMap::new(), count: Box::new(count) }
    }

    /// `None` for a file that cannot be read.
    fn of(&mut self, file: FileId) -> Option<u32> {
        *self.known.entry(file).or_insert_with(|| (self.count)(file))
    }
}

/// Where the files of the workspace were when a trace was made, as far as places tell that lead to one.
#[derive(Default)]
pub(super) struct Roots {
    is_known: bool,
    /// Directories, each with `/` behind it; none for paths that were written from there.
    directories: BTreeSet<String>,
}

impl Roots {
    /// Notes where a file was.
    pub(super) fn note(&mut self, written: &str, path: &str) {
        self.is_known = true;
        let common: usize = written.rsplit('/').take(common_parts(path, written)).map(|part| part.len() + 1).sum();
        if let Some(root) = written.len().checked_sub(common.saturating_sub(1)).and_then(|end| written.get(..end))
            && !root.is_empty()
        {
            self.directories.insert(root.to_owned());
        }
    }

    /// Whether a file that is not here may have been made of those here, or moved since: beside frames that lead here,
    /// what lies in a package of others or outside of where those were is none of this workspace.
    pub(super) fn may_hold(&self, written: &str) -> bool {
        let is_absolute = written.starts_with('/') || written.contains(":/");
        let is_below = || self.directories.iter().any(|root| written.starts_with(root.as_str()));
        !self.is_known || !is_of_package(written) && (!is_absolute || is_below())
    }
}

/// Whether a file of the workspace may be the one that was written: where both have directories, the name alone says
/// nothing, as there are many `mod.rs` and `util.c`.
fn may_be(path: &str, written: &str) -> bool {
    common_parts(path, written) > 1 || !path.contains('/') || !written.contains('/')
}

/// Whether a path that is written ends with all of the path of a file.
fn is_end(path: &str, written: &str) -> bool {
    written.strip_suffix(path).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_file_is_read_once_however_often_a_trace_names_it() {
        let reads = Cell::new(0);
        let mut lines = LineCounts::by(|file: FileId| {
            reads.set(reads.get() + 1);
            (file.0 > 0).then_some(file.0)
        });
        for _ in 0..100 {
            assert_eq!([lines.of(FileId(0)), lines.of(FileId(7))], [None, Some(7)]);
        }
        assert_eq!(reads.get(), 2);
    }

    #[test]
    fn what_lies_elsewhere_beside_frames_that_lead_here_is_of_others() {
        let mut roots = Roots::default();
        assert!(roots.may_hold("/usr/lib/x/y.py") && roots.may_hold("/app/node_modules/x/y.js"), "nothing leads here");
        roots.note("/app/web/server.js", "web/server.js");
        assert!(roots.may_hold("/app/dist/server.js") && roots.may_hold("dist/server.js"));
        for of_others in ["/app/node_modules/x/y.js", "/usr/lib/x.js", "C:/x/y.js", "/application/x.js"] {
            assert!(!roots.may_hold(of_others), "{of_others}");
        }
        roots.note("src/a.py", "src/a.py");
        assert!(!roots.may_hold("/usr/lib/x.js"), "a path from there says nothing of others");
    }
}
