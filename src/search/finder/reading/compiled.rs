//! Places in programs that were compiled from the files of the workspace: a trace of JavaScript may name the file that was
//! made of one in TypeScript, with lines of its own.

use super::written::Written;
use crate::library::Library;
use crate::search::finder::path_match::last_part;
use std::collections::{HashMap, HashSet};

/// Endings of programs that were made, and of those they are made of.
const MADE: [&str; 4] = ["js", "mjs", "cjs", "jsx"];
const SOURCES: [&str; 4] = ["ts", "mts", "cts", "tsx"];

/// True for a frame in what the engine itself is made of: `at Array.forEach (<anonymous>)`.
pub(in crate::search::finder) fn is_of_engine(line: &str) -> bool {
    line.trim_end().ends_with("(<anonymous>)")
}

/// Gives places of programs that the workspace does not hold the files they were made of, where the function tells the
/// line.
pub(in crate::search::finder) fn name_sources(written: &mut [Written<'_>], library: &Library) {
    let is_made = |place: &Written<'_>| {
        place.function.is_some() && parts(&place.path).is_some_and(|(_, ending)| MADE.contains(&ending))
    };
    if !written.iter().any(is_made) {
        return;
    }
    let mut sources: HashMap<&str, &str> = HashMap::new();
    let mut names: HashSet<&str> = HashSet::new();
    for file in library.files() {
        names.insert(file.name());
        if let Some((stem, ending)) = parts(file.name()).filter(|(_, ending)| SOURCES.contains(ending)) {
            sources.insert(stem, ending);
        }
    }
    for place in written.iter_mut().filter(|place| is_made(place)) {
        let name = last_part(&place.path);
        let source = parts(name).and_then(|(stem, _)| sources.get(stem)).filter(|_| !names.contains(name));
        if let (Some(source), Some((stem, _))) = (source, parts(&place.path)) {
            (place.path, place.line, place.column) = (format!("{stem}.{source}"), 0, 0);
        }
    }
}

fn parts(path: &str) -> Option<(&str, &str)> {
    path.rsplit_once('.').filter(|(stem, ending)| !stem.is_empty() && !ending.is_empty())
}
