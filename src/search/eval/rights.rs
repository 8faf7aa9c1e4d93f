//! The right answers of a case, found in a library.

use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef, Outline, ReadError};
use crate::search::model::target::Target;
use std::collections::HashSet;

/// A right answer, found in a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Right {
    /// Anything in one of these files.
    Files(HashSet<FileId>),
    /// One of these nodes.
    Nodes(HashSet<NodeRef>),
    /// Text outside of all nodes.
    Text {
        /// The file.
        file: FileId,
        /// 1-based.
        line: u32,
    },
}

/// Why a place of a case is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// No file has this path.
    #[error("there is no file \"{0}\" in the corpus")]
    NoFile(String),
    /// Nothing has this name.
    #[error("nothing in the corpus is named \"{0}\"")]
    NoName(String),
    /// Nothing in the file has this name.
    #[error("nothing in {path} is named \"{name}\"; docql toc {path} lists what there is")]
    NoNameInFile {
        /// The file.
        path: String,
        /// The name.
        name: String,
    },
    /// The file is shorter.
    #[error("{path} has {lines} lines, and no line {line}")]
    NoLine {
        /// The file.
        path: String,
        /// The number of its lines.
        lines: u32,
        /// The line that is asked for.
        line: u32,
    },
    /// The file cannot be read.
    #[error("{path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why not.
        error: ReadError,
    },
}

impl Right {
    /// Finds a place as cases write it. All files must be indexed.
    ///
    /// # Errors
    /// What is missing.
    pub fn find(place: &str, library: &Library) -> Result<Right, PlaceError> {
        let file = |path: &str| library.find(path).ok_or_else(|| PlaceError::NoFile(path.to_owned()));
        if let Some(file) = library.find(place) {
            return Ok(Right::Files(HashSet::from([file])));
        }
        if let Some((path, name)) = place.split_once('#') {
            let files = if path.is_empty() { library.file_ids().collect() } else { vec![file(path)?] };
            let nodes: HashSet<NodeRef> = files.into_iter().flat_map(|file| named(library, file, name)).collect();
            if nodes.is_empty() {
                let name = name.to_owned();
                return Err(match path {
                    "" => PlaceError::NoName(name),
                    path => PlaceError::NoNameInFile { path: path.to_owned(), name },
                });
            }
            return Ok(Right::Nodes(nodes));
        }
        let Some((path, line)) = place.rsplit_once(':').and_then(|(path, line)| Some((path, line.parse().ok()?)))
        else {
            return Err(PlaceError::NoFile(place.to_owned()));
        };
        at_line(library, file(path)?, line)
    }

    /// The same with any place in the files of the answer.
    pub fn by_file(self) -> Right {
        match self {
            Right::Files(files) => Right::Files(files),
            Right::Nodes(nodes) => Right::Files(nodes.into_iter().map(|node| node.file).collect()),
            Right::Text { file, .. } => Right::Files(HashSet::from([file])),
        }
    }

    /// Whether a hit is this answer.
    pub fn is(&self, target: &Target, library: &Library) -> bool {
        match self {
            Right::Files(files) => files.contains(&target.file()),
            Right::Nodes(nodes) => match *target {
                Target::Node(hit) => nodes.contains(&hit) || is_in_function(library, hit, nodes),
                Target::Text { file, span, .. } | Target::Line { file, span, .. } => library
                    .outline(file)
                    .and_then(|outline| outline.enclosing(span.start, is_place))
                    .is_some_and(|node| nodes.contains(&NodeRef { file, node })),
                Target::File(_) => false,
            },
            Right::Text { file, line } => match *target {
                Target::Text { file: hit, span, line: first } => {
                    hit == *file && (first..=first + line_breaks(library, hit, span)).contains(line)
                }
                Target::Line { file: hit, line: found, .. } => (hit, found) == (*file, *line),
                Target::Node(_) | Target::File(_) => false,
            },
        }
    }
}

fn line_breaks(library: &Library, file: FileId, span: crate::document::Span) -> u32 {
    let text = library.node_text(file).unwrap_or_default();
    span.of(&text).trim_end().matches('\n').count() as u32
}

/// What a case may name: what has a name and a place in the outline.
fn is_place(kind: Kind) -> bool {
    kind.in_outline() || matches!(kind, Kind::Term | Kind::Api | Kind::Page)
}

fn named<'l>(library: &'l Library, file: FileId, name: &str) -> impl Iterator<Item = NodeRef> + use<'l> {
    let name = name.to_owned();
    library.outline(file).into_iter().flat_map(move |outline| {
        let name = name.clone();
        (0..outline.len())
            .filter(move |&node| is_place(outline.kind(node)) && outline.name(node) == name)
            .map(move |node| NodeRef { file, node })
    })
}

fn at_line(library: &Library, file: FileId, line: u32) -> Result<Right, PlaceError> {
    let path = || library.file(file).path.to_string();
    let text = library.text(file).map_err(|error| PlaceError::Unreadable { path: path(), error })?;
    let lines = text.lines().count() as u32;
    if line == 0 || line > lines {
        return Err(PlaceError::NoLine { path: path(), lines, line });
    }
    let node = library.outline(file).and_then(|outline| node_at(library, file, outline, line));
    Ok(match node {
        Some(node) => Right::Nodes(HashSet::from([NodeRef { file, node }])),
        None => Right::Text { file, line },
    })
}

fn node_at(library: &Library, file: FileId, outline: Outline<'_>, line: u32) -> Option<u32> {
    let places = || (0..outline.len()).filter(|&node| is_place(outline.kind(node)));
    if let Some(begins) = places().find(|&node| outline.line(node) == line) {
        return Some(begins);
    }
    let text = library.node_text(file).unwrap_or_default();
    let start: usize = text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
    let start = start + (text[start..].len() - text[start..].trim_start().len());
    let after = outline.starting_after(start as u32);
    if after < outline.len() && outline.doc(after).contains(start as u32) {
        return Some(after);
    }
    places().rfind(|&node| (outline.line(node)..=outline.end_line(node)).contains(&line))
}

fn is_in_function(library: &Library, hit: NodeRef, nodes: &HashSet<NodeRef>) -> bool {
    library.outline(hit.file).is_some_and(|outline| {
        outline
            .ancestors(hit.node)
            .filter(|&above| outline.kind(above).is_function() || outline.kind(above) == Kind::Test)
            .any(|above| nodes.contains(&NodeRef { file: hit.file, node: above }))
    })
}
