//! What an endpoint refers to in other files of the workspace: descriptions of interfaces are split by path and by schema.

use super::links::join;
use crate::document::{DataTree, Document, FormatFamily, Scalar};
use crate::library::{FileId, Library, NodeRef};
use regex::Regex;
use std::collections::{HashSet, VecDeque};
use std::sync::LazyLock;

/// Definitions that are written out with one endpoint.
const MAX_DEFINITIONS: usize = 64;

/// Files that are read for one endpoint.
const MAX_FILES: usize = 32;

/// Bytes that are written out with one endpoint, and of one definition.
const MAX_BYTES: usize = 32 << 10;
const MAX_DEFINITION: usize = 8 << 10;

/// `$ref: schemas/pet.yml#/Pet`, in YAML and in JSON.
static REFERENCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let target =
        r##"(?:"(?<double>[^"\n]{1,500})"|'(?<single>[^'\n]{1,500})'|(?<bare>[^\s"',{}\[\]][^\s,{}]{0,500}))"##;
    Regex::new(&format!(r#"["']?\$ref["']?\s*:\s*{target}"#)).ok()
});

/// The text of an endpoint, and what it refers to.
pub(super) fn with_references(library: &Library, node: NodeRef, slice: &str) -> String {
    let text = slice.trim_end().to_owned();
    let is_data = library.file(node.file).format.family == FormatFamily::Data;
    let document = if is_data { library.document(node.file).ok() } else { None };
    let Some(document) = document else { return text };
    let own = [&*text, document.referred_to(node.node)];
    let own = own.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("\n\n");
    match &*described_elsewhere(library, node.file, &own) {
        "" => own,
        elsewhere => format!("{own}\n\n{elsewhere}"),
    }
}

/// What `text`, which stands in `file`, refers to in other files, and what that refers to, each once and called by its place.
/// Nothing that is no file of the workspace is read.
fn described_elsewhere(library: &Library, file: FileId, text: &str) -> String {
    let mut todo: VecDeque<(FileId, String)> = VecDeque::from([(file, text.to_owned())]);
    let (mut seen, mut files) = (HashSet::new(), HashSet::new());
    let mut written = String::new();
    while let Some((from, text)) = todo.pop_front() {
        for target in targets(&text) {
            let (path, pointer) = target.split_once('#').unwrap_or((&target, ""));
            let to = if path.is_empty() { Some(from) } else { file_of(library, from, path) };
            // What stands in its own file is told with the endpoint.
            let Some(to) = to.filter(|to| *to != file) else { continue };
            let is_new = seen.len() < MAX_DEFINITIONS && (files.contains(&to) || files.len() < MAX_FILES);
            if !is_new || !seen.insert((to, pointer.to_owned())) {
                continue;
            }
            files.insert(to);
            let Some(definition) = definition(library, to, pointer) else { continue };
            let place = library.file(to).path.to_string() + if pointer.is_empty() { "" } else { "#" } + pointer;
            if written.len() + definition.len() + place.len() > MAX_BYTES {
                return written;
            }
            let between = if written.is_empty() { "" } else { "\n\n" };
            written += &format!("{between}# {place}\n{definition}");
            todo.push_back((to, definition));
        }
    }
    written
}

fn targets(text: &str) -> Vec<String> {
    let found = REFERENCE.iter().flat_map(|pattern| pattern.captures_iter(text));
    let target = |found: regex::Captures<'_>| {
        let target = ["double", "single", "bare"].iter().find_map(|name| found.name(name))?;
        Some(target.as_str().to_owned())
    };
    found.filter_map(target).collect()
}

/// The file of the workspace at a path that is written in `from`.
fn file_of(library: &Library, from: FileId, path: &str) -> Option<FileId> {
    if path.contains(':') || path.starts_with('/') {
        return None;
    }
    library.find(&join(library.file(from).directory(), path)?)
}

/// A definition as it is written in its file.
fn definition(library: &Library, file: FileId, pointer: &str) -> Option<String> {
    let document = library.document(file).ok()?;
    let tree = document.data.as_ref()?;
    let at = pointer.split('/').skip(1).try_fold(0, |at, part| member(tree, at, part))?;
    Some(lines_of(&document, tree, at))
}

fn member(tree: &DataTree, at: u32, part: &str) -> Option<u32> {
    let part = part.replace("~1", "/").replace("~0", "~");
    match tree.node(at).scalar {
        Scalar::Array => tree.node(at).children.get(part.parse::<usize>().ok()?).copied(),
        _ => tree.member(at, &part),
    }
}

fn lines_of(document: &Document, tree: &DataTree, at: u32) -> String {
    let node = tree.node(at);
    let (start, end) = (document.lines.start(node.line) as usize, document.lines.start(node.end_line + 1) as usize);
    let lines = document.text.get(start..end).unwrap_or_default().trim_end();
    let mut written = match lines.len() > MAX_DEFINITION && node.line == node.end_line {
        true => tree.to_json(at).to_string(),
        false => lines.to_owned(),
    };
    written.truncate(written.floor_char_boundary(MAX_DEFINITION));
    written
}
