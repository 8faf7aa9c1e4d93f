//! Python: where the modules of a workspace are.

use crate::docql::relations::names::meaning::Meaning;
use crate::library::Library;
use std::collections::{HashMap, HashSet};

/// What files of modules end in.
const ENDS: [&str; 2] = [".py", ".pyi"];

/// Where modules are.
pub(super) struct Places<'l> {
    library: &'l Library,
    /// The directories that hold an outermost module of a name.
    roots: HashMap<&'l str, Vec<&'l str>>,
    /// The directories with modules, and those around them.
    directories: HashSet<&'l str>,
}

impl<'l> Places<'l> {
    pub(super) fn new(library: &'l Library) -> Places<'l> {
        let mut places = Places { library, roots: HashMap::new(), directories: HashSet::new() };
        for file in library.file_ids().filter(|file| library.file(*file).format.id == "python") {
            let entry = library.file(file);
            let mut directory = entry.directory();
            // A program without an ending is no module.
            if places.package(directory).is_none()
                && let Some(name) = module_name(entry.name())
            {
                places.note(name, directory);
            }
            while !directory.is_empty() && places.directories.insert(directory) {
                let outside = above(directory);
                if places.package(outside).is_none() {
                    places.note(directory.rsplit('/').next().unwrap_or_default(), outside);
                }
                directory = outside;
            }
        }
        places
    }

    fn note(&mut self, name: &'l str, directory: &'l str) {
        let known = self.roots.entry(name).or_default();
        if !name.is_empty() && !known.contains(&directory) {
            known.push(directory);
        }
    }

    /// The directories that hold an outermost module of a name; `None` where there is none.
    pub(super) fn roots(&self, name: &str) -> Option<&[&'l str]> {
        self.roots.get(name).map(Vec::as_slice)
    }

    /// The module `name` in a directory.
    pub(super) fn module(&self, directory: &str, name: &str) -> Option<Meaning> {
        let path = joined(directory, name);
        let found = ENDS.iter().find_map(|end| self.library.find(&format!("{path}{end}")));
        match found {
            Some(file) => Some(Meaning::Module(file)),
            None => self
                .package(&path)
                .or_else(|| self.directories.contains(path.as_str()).then_some(Meaning::Directory(path))),
        }
    }

    /// The package that a directory is.
    pub(super) fn package(&self, directory: &str) -> Option<Meaning> {
        let file =
            ["__init__.py", "__init__.pyi"].iter().find_map(|name| self.library.find(&joined(directory, name)))?;
        Some(Meaning::Module(file))
    }
}

/// The name that a file is imported by.
fn module_name(file: &str) -> Option<&str> {
    ENDS.iter().find_map(|end| file.strip_suffix(end)).filter(|name| !name.contains('.'))
}

/// The path of what is called `name` in a directory.
pub(super) fn joined(directory: &str, name: &str) -> String {
    if directory.is_empty() { name.to_owned() } else { format!("{directory}/{name}") }
}

/// The directory around a directory.
pub(super) fn above(directory: &str) -> &str {
    directory.rsplit_once('/').map_or("", |(above, _)| above)
}
