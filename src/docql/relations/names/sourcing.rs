//! Shells: which scripts read which others into them (`. lib.sh`), and so whose functions a script can call.

use super::memo::Memo;
use super::relative::joined;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::noted::seen::Seen;
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::{Shared, map_apart};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Scripts that read one, at most: of more it is not told what they have in common.
const MAX_READERS: usize = 5_000;

/// Commands that read scripts by names of their own, as tools around shells know them: `load test_helper`.
const LOADERS: [&str; 3] = ["load", "inherit", "autoload"];

/// What stands before paths from the directory of the script itself.
const OWN_PLACE: [&str; 4] = ["$0", "{0", "BASH_SOURCE", "dirname"];

/// Ends of names that may be left out where a script is read, or are put on when it is installed.
const ENDS: [&str; 4] = [".in", ".sh", ".bash", ".zsh"];

/// The scripts of a workspace, by what they read.
pub(in crate::docql::relations) struct Sourcing<'l> {
    library: &'l Library,
    /// Where what is not indexed is noted.
    seen: Option<&'l Seen>,
    scripts: Shared<Scripts>,
    reached: Memo<FileId, Arc<Reached>>,
    around: Memo<FileId, Arc<Around>>,
    definers: Memo<String, Arc<HashSet<FileId>>>,
}

/// Scripts that read others.
#[derive(Default)]
struct Scripts {
    reads: HashMap<FileId, Vec<FileId>>,
    read_by: HashMap<FileId, Vec<FileId>>,
    /// Those that read something by a name that is only known when they run.
    open: HashSet<FileId>,
}

/// What a script has when it runs by itself.
#[derive(Default)]
struct Reached {
    /// The scripts that it reads, directly or through others, with itself.
    files: HashSet<FileId>,
    /// True if it reads others that are not known.
    is_open: bool,
}

/// What the programs have that read a script.
#[derive(Default)]
struct Around {
    /// How many they are.
    count: usize,
    /// How many of them have a script.
    have: HashMap<FileId, usize>,
    /// True if one of them may have others.
    is_open: bool,
}

impl<'l> Sourcing<'l> {
    pub(super) fn new(library: &'l Library, seen: Option<&'l Seen>) -> Sourcing<'l> {
        let (reached, around, definers) = (Memo::new(), Memo::new(), Memo::new());
        Sourcing { library, seen, scripts: Shared::new(), reached, around, definers }
    }

    /// How a call of `name` in the script `file` is known to mean the function `target`.
    pub(in crate::docql::relations) fn fit(&self, name: &str, target: NodeRef, file: FileId) -> Option<Evidence> {
        if target.file == file {
            return Some(Evidence::Import);
        }
        let definers = self.definers.get(name.to_owned(), |name| Arc::new(self.definers(name)));
        let own = self.reached(file);
        // What a script defines itself takes the place of what it has read by then.
        if definers.contains(&file) {
            let is_replaced = own.files.contains(&target.file) && self.reads_behind(name, file);
            return is_replaced.then_some(Evidence::Name);
        }
        let one_of = |count: usize| if count == 1 { Evidence::Import } else { Evidence::Name };
        let here = definers.iter().filter(|of| own.files.contains(of)).count();
        if here > 0 {
            return own.files.contains(&target.file).then_some(one_of(here));
        }
        // A script that others read has what they have besides.
        let around = self.around.get(file, |&file| Arc::new(self.around(file)));
        let had_by = |of: &FileId| around.have.get(of).copied().unwrap_or_default();
        let is_had_by_all = |of: &FileId| around.count > 0 && had_by(of) == around.count;
        match had_by(&target.file) {
            0 if definers.iter().any(is_had_by_all) => None,
            0 if !own.is_open && !around.is_open => None,
            _ if own.is_open || !is_had_by_all(&target.file) => Some(Evidence::Name),
            _ => Some(one_of(definers.iter().filter(|of| had_by(of) > 0).count())),
        }
    }

    /// True if a script reads another behind the place where it defines a function.
    fn reads_behind(&self, name: &str, file: FileId) -> bool {
        self.library.outline(file).is_some_and(|outline| {
            let mut defined =
                (0..outline.len()).filter(|&at| outline.kind(at).is_function() && outline.name(at) == name);
            let first = defined.next().unwrap_or(outline.len());
            (first..outline.len()).any(|at| outline.kind(at) == Kind::Import)
        })
    }

    /// The scripts that define a function.
    fn definers(&self, name: &str) -> HashSet<FileId> {
        let is_meant = |node: &NodeRef| {
            let kind = self.library.outline(node.file).map(|outline| outline.kind(node.node));
            is_script(self.library, node.file) && kind.is_some_and(Kind::is_function)
        };
        self.library.declared(name).into_iter().filter(is_meant).map(|node| node.file).collect()
    }

    fn reached(&self, file: FileId) -> Arc<Reached> {
        self.reached.get(file, |&file| {
            let scripts = self.scripts();
            let (mut files, mut open) = (HashSet::from([file]), vec![file]);
            let mut is_open = false;
            while let Some(file) = open.pop() {
                is_open |= scripts.open.contains(&file);
                let read = scripts.reads.get(&file).into_iter().flatten();
                open.extend(read.filter(|read| files.insert(**read)));
            }
            Arc::new(Reached { files, is_open })
        })
    }

    fn around(&self, file: FileId) -> Around {
        let scripts = self.scripts();
        let (mut seen, mut open) = (HashSet::from([file]), vec![file]);
        while let Some(file) = open.pop().filter(|_| seen.len() <= MAX_READERS) {
            let readers = scripts.read_by.get(&file).into_iter().flatten();
            open.extend(readers.filter(|reader| seen.insert(**reader)));
        }
        seen.remove(&file);
        let is_read = |of: &FileId| scripts.read_by.contains_key(of);
        let mut programs: Vec<FileId> = seen.iter().copied().filter(|of| !is_read(of)).collect();
        // Some that read each other.
        if programs.is_empty() {
            programs.extend(&seen);
        }
        let mut out = Around { count: programs.len(), is_open: seen.len() > MAX_READERS, ..Around::default() };
        for program in &programs {
            let reached = self.reached(*program);
            out.is_open |= reached.is_open;
            for file in &reached.files {
                *out.have.entry(*file).or_default() += 1;
            }
        }
        // A part of a program that nobody is known to read may be read by who knows only then what it reads.
        out.is_open |= programs.is_empty() && scripts.open.iter().any(|of| *of != file) && !self.is_program(file);
        out
    }

    /// True for a script that says by what it is run.
    fn is_program(&self, file: FileId) -> bool {
        self.library.peek_text(file).is_ok_and(|text| text.starts_with("#!"))
    }

    fn scripts(&self) -> &Scripts {
        self.scripts.get_or_init(|| {
            let files: Vec<FileId> = self.library.file_ids().filter(|file| is_script(self.library, *file)).collect();
            if let Some(seen) = self.seen {
                let missing = files.iter().filter(|file| self.library.outline(**file).is_none());
                seen.lack(|lacks| lacks.files.extend(missing));
            }
            let mut by_name: HashMap<&str, Vec<FileId>> = HashMap::new();
            for file in &files {
                by_name.entry(stem(self.library.file(*file).name())).or_default().push(*file);
            }
            let read = map_apart(&files, |file| self.read_by(*file, &by_name)).into_iter().flatten();
            let loaders = LOADERS.iter().flat_map(|loader| self.library.call_sites(loader)).map(|(file, _)| file);
            let mut out =
                Scripts { open: loaders.filter(|file| is_script(self.library, *file)).collect(), ..Scripts::default() };
            for (file, read) in read {
                match read {
                    Read::Unknown => drop(out.open.insert(file)),
                    Read::Scripts(all) => {
                        for of in all {
                            out.reads.entry(file).or_default().push(of);
                            out.read_by.entry(of).or_default().push(file);
                        }
                    }
                }
            }
            out
        })
    }

    /// What a script reads, place by place.
    fn read_by(&self, file: FileId, by_name: &HashMap<&str, Vec<FileId>>) -> Vec<(FileId, Read)> {
        let Some(outline) = self.library.outline(file) else { return Vec::new() };
        let imports = (0..outline.len()).filter(|&node| outline.kind(node) == Kind::Import);
        imports.map(|node| (file, self.read(file, outline.detail(node), by_name))).collect()
    }

    /// What a path means that is written in a script. The first part of most is known only when it runs, so they are told
    /// by their ends.
    fn read(&self, file: FileId, path: &str, by_name: &HashMap<&str, Vec<FileId>>) -> Read {
        let (head, end) = literal_end(path);
        let Some(name) = end.rsplit('/').next().filter(|name| !matches!(*name, "" | "." | "..")) else {
            return Read::Unknown;
        };
        let named = by_name.get(stem(name)).map_or(&[][..], Vec::as_slice);
        let is_exact = |of: &FileId| self.library.file(*of).name() == name;
        let mut all: Vec<FileId> = named.iter().copied().filter(|of| *of != file).collect();
        if all.iter().any(is_exact) {
            all.retain(is_exact);
        }
        let is_from_own = head.is_empty() || OWN_PLACE.iter().any(|word| head.contains(word));
        let beside = joined(self.library.file(file).directory(), end).filter(|_| is_from_own);
        if let Some(beside) = beside.and_then(|path| self.library.find(&path)).filter(|of| all.contains(of)) {
            return Read::Scripts(vec![beside]);
        }
        // The more of the path is the same, the likelier it is.
        let common = |of: &FileId| {
            let above = self.library.file(*of).directory().rsplit('/');
            let written = end.rsplit('/').skip(1).filter(|part| !matches!(*part, "" | "." | ".."));
            above.zip(written).take_while(|(a, b)| a == b).count()
        };
        let most = all.iter().map(common).max();
        all.retain(|of| Some(common(of)) == most);
        Read::Scripts(all)
    }
}

/// What is read at one place.
enum Read {
    /// One of these scripts; none if it is not of the workspace.
    Scripts(Vec<FileId>),
    Unknown,
}

/// A path in two: what is known only when the script runs, and the last parts, which are always the same.
fn literal_end(path: &str) -> (&str, &str) {
    let path = path.trim_end_matches(['"', '\'', ' ']);
    let is_literal = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+' | '@' | ',' | ' ' | '/');
    let literal = path.trim_end_matches(is_literal).len();
    let (mut head, mut end) = path.split_at(literal);
    // A quote may end before the last parts: `"$dir"/lib.sh`.
    head = head.trim_matches(['"', '\'']);
    if !head.is_empty() {
        end = end.split_once('/').map_or("", |(_, end)| end);
    }
    (head, end)
}

/// The name of a script without the ends that are not always there.
fn stem(name: &str) -> &str {
    let mut stem = name;
    for end in ENDS {
        stem = stem.strip_suffix(end).filter(|rest| !rest.is_empty()).unwrap_or(stem);
    }
    stem
}

/// True for a file whose functions are called like commands.
pub(in crate::docql::relations) fn is_script(library: &Library, file: FileId) -> bool {
    library.file(file).format.lexis.is_some_and(|lexis| lexis.forms.commands)
}
